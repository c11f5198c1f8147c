"""Scoring Coloretto: the best total over all the colours that jokers may become."""

from __future__ import annotations

from pioche.core import Mask, Seat, after, rule, top
from pioche.games.coloretto.cards import COLOURS, GOLDEN, JOKER, LAST, PLUS, TAKEN
from pioche.games.coloretto.state import ColorettoState

BROWN = (0, 1, 3, 6, 10, 15, 21)
GREY = (0, 1, 4, 8, 7, 6, 5)


@rule
def score(s: ColorettoState, seat: Seat) -> int:
    """COL-12  The best total of the colours, and 2 for each `+`."""
    count_cards(s, seat)
    return best_total(s) + 2 * s.work[PLUS]


@rule
def best_total(s: ColorettoState) -> int:
    """COL-10, COL-R3, COL-R4  The best over all the colours that the counted jokers may become."""
    jokers = s.work[JOKER] + s.work[GOLDEN]
    best = -1000
    for first in range(COLOURS if jokers > 0 else 1):
        for second in range(first, COLOURS if jokers > 1 else first + 1):
            for third in range(second, COLOURS if jokers > 2 else second + 1):
                if may_become(s, first, second, third, jokers):
                    recolour(s, first, second, third, jokers, 1)
                    best = max(best, colour_points(s))
                    recolour(s, first, second, third, jokers, -1)
    return best


@rule
def count_cards(s: ColorettoState, seat: Seat) -> None:
    """How many of each face the seat has, into the work space."""
    for face in range(LAST):
        s.work[face] = 0
    card = top(s, TAKEN + seat)
    while card >= 0:
        s.work[s.face[card]] += 1
        card = after(s, card)


@rule
def may_become(s: ColorettoState, first: int, second: int, third: int, jokers: int) -> bool:
    """COL-R4  Any colour in play."""
    wanted = (jokers > 0) << first | (jokers > 1) << second | (jokers > 2) << third
    return s.without & wanted == 0


@rule
def recolour(s: ColorettoState, first: int, second: int, third: int, jokers: int, by: int) -> None:
    """Count the jokers as these colours, or take them off again."""
    if jokers > 0:
        s.work[first] += by
    if jokers > 1:
        s.work[second] += by
    if jokers > 2:
        s.work[third] += by


@rule
def colour_points(s: ColorettoState) -> int:
    """COL-10  The three best colours count plus, the others minus."""
    total = best = second = third = 0
    for colour in range(COLOURS):
        points = worth(s, s.work[colour])
        total += points
        if points > best:
            best, second, third = points, best, second
        elif points > second:
            second, third = points, second
        elif points > third:
            third = points
    return 2 * (best + second + third) - total


@rule
def worth(s: ColorettoState, cards: int) -> int:
    """COL-11  A colour is worth 1, 3, 6, 10, 15, 21; COL-R7: or 1, 4, 8, 7, 6, 5."""
    n = min(cards, 6)
    return GREY[n] if s.table == 1 else BROWN[n]


@rule
def winners(s: ColorettoState) -> Mask:
    """COL-13  The highest score wins; COL-R8: ties share."""
    best, mask = -1000, 0
    for seat in range(s.seats):
        points = score(s, seat)
        if points >= best:
            mask = mask | 1 << seat if points == best else 1 << seat
            best = points
    return mask
