"""What a table of Kolpa! counts for its players: which zones are closed, and what lies in them."""

from __future__ import annotations

from pioche.core import Seat, Vector, rule
from pioche.core.hooks import STOP
from pioche.games.kolpa.cards import zone
from pioche.games.kolpa.matching import closed
from pioche.games.kolpa.scoring import pile_sum
from pioche.games.kolpa.state import KolpaState

FIGURES = ("closed", "zone")


@rule
def figures(s: KolpaState, seat: Seat, numbers: Vector) -> int:
    """KOL-09, KOL-18  Seat by seat: would its zone be closed now, and how many points lie there."""
    for each in range(s.seats):
        numbers[each] = closed(s, each)
        numbers[s.seats + 1 + each] = zone_points(s, each)
    numbers[s.seats] = numbers[2 * s.seats + 1] = STOP
    return 2 * s.seats + 2


@rule
def zone_points(s: KolpaState, seat: Seat) -> int:
    """KOL-18  All the cards of the zone, covered ones too."""
    points = 0
    for pile in zone(seat):
        points += pile_sum(s, pile)
    return points
