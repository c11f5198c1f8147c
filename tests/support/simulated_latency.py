"""Simulated networks: seats at any distance, with jitter, honest or not, and who of them wins a race."""

from __future__ import annotations

from random import Random
from typing import Any

from pioche.server.model.reaction_race import ReactionRace, RoundTrips, Slap, hold

JITTER = 0.004  # seconds, on average


class Seat:
    """A person so many seconds away, whose every message takes a little longer than it could."""

    def __init__(self, number: int, trip: float, rng: Random, lie: float = 0.0, honest_kernel: bool = True) -> None:
        self.number, self.base, self.rng = number, trip, rng
        self.kernel = trip if honest_kernel else None
        self.trips = RoundTrips()
        for _ in range(8):
            self.trips.note(self.travel() + lie)

    def travel(self) -> float:
        """A round trip as it is this time."""
        return self.base + self.rng.expovariate(1 / JITTER)

    def slap(self, reaction: float) -> Slap:
        trip = self.trips.best(self.kernel)
        return Slap(self.number, ["slap A1"], str(self.number), reaction + self.travel(), 0.0, trip)


def winner(seats: list[Seat], reactions: list[float]) -> int:
    """One race, judged as a table does: who arrives after the verdict is not in it."""
    slaps = [seat.slap(reaction) for seat, reaction in zip(seats, reactions, strict=True)]
    verdict = min(slap.arrived for slap in slaps) + hold(slap.trip for slap in slaps)
    race = ReactionRace(1)
    for slap in slaps:
        if slap.arrived <= verdict:
            race.add(slap)
    return race.order()[0].seat


def share(races: int, near: float, far: float, reactions: float = 0.0, seed: int = 5211, **of_far: Any) -> float:
    """How often the far seat wins when both react equally well."""
    rng, won = Random(seed), 0
    for _ in range(races):
        pair = [Seat(0, near, rng), Seat(1, far, rng, **of_far)]
        won += winner(pair, [0.3 + rng.gauss(0, reactions) for _ in pair])
    return won / races


def share_of_the_farther(races: int, nearest: float, farthest: float, seed: int) -> float:
    """How often the farther one of two wins, wherever they are between these distances."""
    rng, won = Random(seed), 0
    for _ in range(races):
        near, far = sorted(rng.uniform(nearest, farthest) for _ in range(2))
        won += winner([Seat(0, near, rng), Seat(1, far, rng)], [0.3, 0.3])
    return won / races
