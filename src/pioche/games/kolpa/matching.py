"""What matches the top of the discard in Kolpa!, and when a zone is closed."""

from __future__ import annotations

from pioche.core import Face, Seat, rule, size, top_face
from pioche.games.kolpa.cards import COLOURS, DISCARD, JOKER, NUMBERS, colour, number, zone
from pioche.games.kolpa.state import KolpaState


@rule
def matches(s: KolpaState, face: Face) -> bool:
    """KOL-04, KOL-14  The colour or the number on top; under a joker, what was called."""
    return s.wanted >> face & 1 == 1


@rule
def with_colour(c: int) -> int:
    """The faces of a colour, one bit a face."""
    return 0b111111 << NUMBERS * c


@rule
def with_number(n: int) -> int:
    """The faces of a number, one bit a face."""
    return 0b000001_000001_000001_000001_000001 << n


@rule
def set_wanted(s: KolpaState) -> None:
    """KOL-04, KOL-14  What the next card must be: from the top of the discard, or from the call."""
    face = top_face(s, DISCARD)
    if s.call < 0:
        s.wanted = with_colour(colour(face)) | with_number(number(face)) if face != JOKER else 0
    else:
        s.wanted = with_colour(s.call) if s.call < COLOURS else with_number(s.call - COLOURS)


@rule
def bound(s: KolpaState, seat: Seat) -> bool:
    """KOL-09  A visible zone card that matches forbids laying in the zone; KOL-11: only tops are visible."""
    for pile in zone(seat):
        if size(s, pile) and matches(s, top_face(s, pile)):
            return True
    return False


@rule
def closed(s: KolpaState, seat: Seat) -> bool:
    """KOL-09  The zone is closed to a seat that is bound; KOL-R6: with vigilance the others must see to that."""
    return s.vigilance == 0 and bound(s, seat)
