"""Who was first to slap. All times are seconds of one monotonic clock.

A seat's reaction is counted from the moment the card was sent to it, less its round trip; so a far seat is no slower
than a near one. After the first slap the verdict waits until every slap that was as quick could have arrived.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from pioche.server.model.entries import Reaction

MOST = 0.300  # seconds that are corrected for, and that a verdict is held
FALSE_START = 0.100  # nobody has seen a card and slapped in less


class RoundTrips:
    """The round trips of one socket, measured by the server; the best of the recent ones counts."""

    def __init__(self) -> None:
        self._recent: deque[float] = deque(maxlen=8)

    def note(self, seconds: float) -> None:
        self._recent.append(max(0.0, seconds))

    def best(self, kernel: float | None = None) -> float:
        """A client can delay its answers but not its kernel's: where both are known the smaller one counts."""
        measured = min(self._recent, default=0.0)
        return measured if kernel is None else min(measured, kernel)


@dataclass(frozen=True)
class Slap:
    seat: int
    moves: list[str]
    command: str
    arrived: float
    sent: float  # when the card was sent to this seat
    trip: float = 0.0
    here: bool = True  # arrived at this process

    @property
    def reaction(self) -> float:
        return self.arrived - self.sent - min(self.trip, MOST)

    @property
    def is_false_start(self) -> bool:
        return self.reaction < FALSE_START


@dataclass
class ReactionRace:
    """All slaps at one occasion."""

    occasion: int
    began: int = 0  # the last entry before it
    slaps: list[Slap] = field(default_factory=list)

    def add(self, slap: Slap) -> bool:
        """A seat's first slap counts, and no other."""
        first = all(other.seat != slap.seat for other in self.slaps)
        if first:
            self.slaps.append(slap)
        return first

    def order(self) -> list[Slap]:
        """The quickest first; of equals the one that arrived first."""
        return sorted(self.slaps, key=lambda slap: (slap.reaction, slap.arrived, slap.seat))

    def verdict(self) -> list[Reaction]:
        """What the log keeps and everybody is told."""
        first = min(slap.arrived for slap in self.slaps)
        return [
            Reaction(slap.seat, ms(slap.reaction), ms(slap.arrived - first), ms(slap.trip)) for slap in self.order()
        ]


def hold(trips: Iterable[float]) -> float:
    """How long a verdict waits for slaps that are still on their way."""
    return min(MOST, max(trips, default=0.0))


def ms(seconds: float) -> int:
    return round(seconds * 1000)
