"""A rule of thumb for 5211: go with the colour that is ahead on the tables, as long as it will not be too many."""

from __future__ import annotations

from pioche.core import Face, Move, Seat, after, rule, size, top
from pioche.games.g5211.cards import COLOURS, HAND, TABLE, colour, value
from pioche.games.g5211.moves import first_face, second_face
from pioche.games.g5211.scoring import count_colours
from pioche.games.g5211.state import G5211State

POINT = 100


@rule
def heuristic(s: G5211State, seat: Seat, m: Move) -> int:
    """What the cards could score, by how likely their colours are to win; keep some for later turns."""
    first, second = first_face(m), second_face(m)
    count_colours(s)
    if second < 0:
        return worth(s, seat, first, 1)
    both = 2 if colour(first) == colour(second) else 1
    return worth(s, seat, first, both) + worth(s, seat, second, both)


@rule
def worth(s: G5211State, seat: Seat, face: Face, played: int) -> int:
    """The card's value, and that of my cards of its colour on the table, times the chance that the colour wins."""
    at_stake = value(face) + own_points(s, seat, colour(face))
    return at_stake * chance(s, seat, colour(face), played)


@rule
def own_points(s: G5211State, seat: Seat, c: int) -> int:
    """What a seat has on the table in a colour."""
    total = 0
    card = top(s, TABLE + seat)
    while card >= 0:
        total += value(s.face[card]) if colour(s.face[card]) == c else 0
        card = after(s, card)
    return total


@rule
def chance(s: G5211State, seat: Seat, c: int, played: int) -> int:
    """In percent, roughly: ahead of the other colours, with room up to the limit, and more of it in my hand."""
    mine = s.work[c] + played
    expected = mine * POINT + POINT * to_come(s, seat) // COLOURS
    if expected >= POINT * (s.seats + 3):
        return 8
    rival = 0
    for other in range(COLOURS):
        if other != c and s.work[other] < s.seats + 3:
            rival = max(rival, s.work[other])
    return max(5, min(90, 35 + 18 * (mine - rival) + 4 * held(s, seat, c)))


@rule
def to_come(s: G5211State, seat: Seat) -> int:
    """How many cards the others will still play in this round."""
    each = 4 if s.step == 1 else 4 - s.step
    return each * (s.seats - 1)


@rule
def held(s: G5211State, seat: Seat, c: int) -> int:
    """How many cards of a colour a seat holds."""
    n = 0
    card = top(s, HAND + seat)
    while card >= 0 and size(s, HAND + seat):
        n += colour(s.face[card]) == c
        card = after(s, card)
    return n
