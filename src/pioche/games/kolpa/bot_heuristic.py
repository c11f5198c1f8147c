"""A rule of thumb for Kolpa!: fill the zone with high cards while it is safe, and get rid of the hand when ahead."""

from __future__ import annotations

from pioche.core import Face, Move, Seat, next_seat, rule, size, top, top_face
from pioche.games.kolpa.cards import COLOURS, HAND, number, zone
from pioche.games.kolpa.matching import with_colour, with_number
from pioche.games.kolpa.moves import CALL, CALL_OUT, FROM_ZONE, LAST_JOKER, LAY, PASS, face_of
from pioche.games.kolpa.rules import was_wrong
from pioche.games.kolpa.scoring import pile_sum
from pioche.games.kolpa.state import KolpaState

POINT = 100
NEW_CARD = 210  # what a drawn card costs on average, in hundredths of a point, if it stays in hand


@rule
def heuristic(s: KolpaState, seat: Seat, m: Move) -> int:
    """Points won or lost by the move, and what it does for the end of the round."""
    if m >= CALL_OUT:
        return call_out_value(s, m)
    if m >= CALL:
        return joker_value(s, seat, m)
    points = POINT * number(face_of(m))
    if m >= LAY:
        return 2 * points - NEW_CARD  # out of the hand and into the zone
    if m >= FROM_ZONE:
        return -points + hurry(s, seat) // 2
    return points + hurry(s, seat)


@rule
def call_out_value(s: KolpaState, m: Move) -> int:
    """Everybody can see whether the lay was wrong."""
    if m == PASS:
        return 0
    return 5 * POINT if was_wrong(s) else -5 * POINT


@rule
def hurry(s: KolpaState, seat: Seat) -> int:
    """Ahead on the table, the sooner the round ends the better; behind, the later."""
    lead = 100
    for other in range(s.seats):
        if other != seat:
            lead = min(lead, zone_sum(s, seat) - zone_sum(s, other))
    shortest = 5
    for other in range(s.seats):
        shortest = min(shortest, size(s, HAND + other))
    return (25 * lead + 40) // max(size(s, HAND + seat), 1) + 60 * (3 - shortest)


@rule
def zone_sum(s: KolpaState, seat: Seat) -> int:
    total = 0
    for pile in zone(seat):
        total += pile_sum(s, pile)
    return total


@rule
def joker_value(s: KolpaState, seat: Seat, m: Move) -> int:
    """A joker left in hand costs 10: the fewer cards are left, the sooner it goes. The call should hurt who is next."""
    urgency = 0
    for other in range(s.seats):
        urgency = max(urgency, 5 - size(s, HAND + other))
    value = urgency * 2 * POINT - POINT + hurry(s, seat)
    return value if m == LAST_JOKER else value + harm(s, next_seat(s, seat), m - CALL) - harm(s, seat, m - CALL)


@rule
def harm(s: KolpaState, seat: Seat, call: int) -> int:
    """The zone cards that the call would close in on: what a seat could be made to give up."""
    wanted = with_colour(call) if call < COLOURS else with_number(call - COLOURS)
    worst = 0
    for pile in zone(seat):
        if top(s, pile) >= 0:
            worst = max(worst, exposed(top_face(s, pile), wanted))
    return worst * POINT // 2


@rule
def exposed(face: Face, wanted: int) -> int:
    return number(face) if wanted >> face & 1 else 0
