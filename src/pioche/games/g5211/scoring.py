"""The rules of 5211: what a round is worth, step by step, each step an event."""

from __future__ import annotations

from pioche.core import FIRST_OWN, Place, Seat, Vector, after, move, note, rule, size, top
from pioche.core.hooks import STOP
from pioche.games.g5211.cards import COLOURS, DISCARD, PILE, TABLE, VALUES, colour, value
from pioche.games.g5211.state import G5211State

# Events beyond the movements of cards, with what their numbers mean.
EVENTS = {
    "reveal": ("seat", "cards"),
    "kododo": ("count",),
    "over_limit": ("colour", "count"),
    "tied": ("colour", "count"),
    "majority": ("colour", "count"),
    "nobody": (),
    "scored": ("seat", "points", "total"),
    "round": (),
    "last_round": (),
    "deck": ("deck",),
    "put_away": ("seat",),
}
E_REVEAL, E_KODODO, E_OVER_LIMIT, E_TIED, E_MAJORITY, E_NOBODY = range(FIRST_OWN, FIRST_OWN + 6)
E_SCORED, E_ROUND, E_LAST_ROUND, E_DECK, E_PUT_AWAY = range(FIRST_OWN + 6, FIRST_OWN + len(EVENTS))

KODODO = -2  # what scores: a colour, the Kododo cards, or nothing
NOTHING = -1


@rule
def evaluate(s: G5211State) -> None:
    """FIV-06  First the Kododo cards; FIV-07: otherwise the majority colour; FIV-10: all other cards are discarded."""
    scoring = KODODO if kododo_count(s) == kododo_number(s) else majority(s)
    if scoring == KODODO:
        note(s, E_KODODO, kododo_number(s), 0, 0, 0)
    for seat in range(s.seats):
        collect(s, seat, scoring)


@rule
def kododo_number(s: G5211State) -> int:
    """FIV-06  With exactly this many Kododo cards only they score."""
    return s.seats + 2


@rule
def limit(s: G5211State) -> int:
    """FIV-08  A colour with this many cards or more scores nothing."""
    return s.seats + 3


FIGURES = ("kododo", "limit")


@rule
def figures(s: G5211State, seat: Seat, numbers: Vector) -> int:
    """FIV-06, FIV-08  The numbers that everybody watches."""
    numbers[0], numbers[2] = kododo_number(s), limit(s)
    numbers[1] = numbers[3] = STOP
    return 4


@rule
def kododo_count(s: G5211State) -> int:
    """FIV-06  The cards of value 1 on all the tables."""
    n = 0
    for seat in range(s.seats):
        card = top(s, TABLE + seat)
        while card >= 0:
            n += value(s.face[card]) == 1
            card = after(s, card)
    return n


@rule
def majority(s: G5211State) -> int:
    """FIV-07 to FIV-09  The colour with most cards that is not too many and stands alone; NOTHING if there is none."""
    count_colours(s)
    leave_out_too_many(s)
    most = most_cards(s)
    while most > 0 and is_tied(s, most):
        leave_out_tied(s, most)
        most = most_cards(s)
    for c in range(COLOURS):
        if most > 0 and s.work[c] == most:
            note(s, E_MAJORITY, c * VALUES, most, 0, 0)
            return c
    note(s, E_NOBODY, 0, 0, 0, 0)
    return NOTHING


@rule
def count_colours(s: G5211State) -> None:
    """FIV-07  The cards of each colour over all seats, Kododo included, into the work space."""
    for c in range(COLOURS):
        s.work[c] = 0
    for seat in range(s.seats):
        card = top(s, TABLE + seat)
        while card >= 0:
            s.work[colour(s.face[card])] += 1
            card = after(s, card)


@rule
def leave_out_too_many(s: G5211State) -> None:
    """FIV-08  A colour with (players + 3) cards or more is out."""
    for c in range(COLOURS):
        if s.work[c] >= limit(s):
            note(s, E_OVER_LIMIT, c * VALUES, s.work[c], 0, 0)
            s.work[c] = 0


@rule
def most_cards(s: G5211State) -> int:
    """FIV-09  The highest count left; a colour with no card is never the majority."""
    most = 0
    for c in range(COLOURS):
        most = max(most, s.work[c])
    return most


@rule
def is_tied(s: G5211State, most: int) -> bool:
    """FIV-09  Do several colours share the highest count?"""
    n = 0
    for c in range(COLOURS):
        n += s.work[c] == most
    return n > 1


@rule
def leave_out_tied(s: G5211State, most: int) -> None:
    """FIV-09  Tied colours are out, and the next most is looked at."""
    for c in range(COLOURS):
        if s.work[c] == most:
            note(s, E_TIED, c * VALUES, most, 0, 0)
            s.work[c] = 0


@rule
def collect(s: G5211State, seat: Seat, scoring: int) -> None:
    """FIV-10  A seat's own cards that score go on its pile, all others to the discard."""
    points = 0
    card = top(s, TABLE + seat)
    while card >= 0:
        following = after(s, card)
        if does_score(s.face[card], scoring):
            points += value(s.face[card])
            move(s, card, PILE + seat)
        else:
            move(s, card, DISCARD)
        card = following
    if points:
        note(s, E_SCORED, seat, points, score(s, seat), 0)


@rule
def does_score(face: int, scoring: int) -> bool:
    """FIV-06, FIV-10  A Kododo card, or one of the majority colour."""
    return value(face) == 1 if scoring == KODODO else colour(face) == scoring


@rule
def score(s: G5211State, seat: Seat) -> int:
    """FIV-10, FIV-13  The values of the score pile, and the points of earlier decks."""
    return s.score[seat] + pile_sum(s, PILE + seat)


@rule
def pile_sum(s: G5211State, place: Place) -> int:
    total = 0
    card = top(s, place)
    while card >= 0:
        total += value(s.face[card])
        card = after(s, card)
    return total


@rule
def total_cards(s: G5211State, seat: Seat) -> int:
    """FIV-12, FIV-R1  The cards of the score pile, and those of earlier decks."""
    return s.kept[seat] + size(s, PILE + seat)
