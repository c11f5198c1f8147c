"""A rule of thumb for Coloretto: what a row is worth to me now, and what it is worth to the others."""

from __future__ import annotations

from pioche.core import Face, Move, Seat, after, rule, top
from pioche.games.coloretto.cards import DRAWN, PLUS, ROW
from pioche.games.coloretto.rules import CHOOSE, DRAW, PLACE, TAKE
from pioche.games.coloretto.scoring import best_total, count_cards
from pioche.games.coloretto.state import ColorettoState

POINT = 100
BROWN, GREY = 320, 50  # a row worth more than this, in hundredths of a point, is taken rather than waited for


@rule
def heuristic(s: ColorettoState, seat: Seat, m: Move) -> int:
    """Take a row that pays; otherwise draw, and place so that a row suits me better than the others."""
    if m == DRAW:
        return GREY if s.table == 1 else BROWN
    if m < PLACE:
        return take_value(s, seat, m - TAKE)
    if m < CHOOSE:
        return place_value(s, seat, m - PLACE)
    return 0


@rule
def take_value(s: ColorettoState, seat: Seat, row: int) -> int:
    """What the row adds to my score."""
    return POINT * gain(s, seat, row, -1)


@rule
def place_value(s: ColorettoState, seat: Seat, row: int) -> int:
    """How much better the row gets for me, less half of what it gets better for the others still in the round."""
    face = s.face[top(s, DRAWN)]
    mine = gain(s, seat, row, face) - gain(s, seat, row, -1)
    theirs, others = 0, 0
    for other in range(s.seats):
        if other != seat and not s.out >> other & 1:
            theirs += gain(s, other, row, face) - gain(s, other, row, -1)
            others += 1
    return POINT * mine - POINT * theirs // (2 * max(others, 1))


@rule
def gain(s: ColorettoState, seat: Seat, row: int, extra: Face) -> int:
    """What a seat's score would gain by taking a row, and one card more if it is given."""
    count_cards(s, seat)
    before = best_total(s) + 2 * s.work[PLUS]
    card = top(s, ROW + row)
    while card >= 0:
        s.work[s.face[card]] += 1
        card = after(s, card)
    if extra >= 0:
        s.work[extra] += 1
    return best_total(s) + 2 * s.work[PLUS] - before
