"""Token buckets: so much at once, so much in the long run."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from pioche.server.words import refuse

MOST_KEYS = 20_000  # the longest unused are forgotten


class Buckets:
    """One bucket for each key (a person, an address): `burst` tokens at most, `rate` new ones a second."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst = burst
        self.rate = rate
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> float:
        """0 if there was enough; otherwise the seconds until there will be, and nothing is taken."""
        now = self._clock()
        left, since = self._left.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        wait = 0.0 if left >= cost else (cost - left) / self.rate
        self._left[key] = (left if wait else left - cost, now)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return wait

    def check(self, key: str, cost: float = 1.0) -> None:
        if wait := self.take(key, cost):
            raise refuse("limits.slow_down", seconds=max(1, round(wait)))


class Limits:
    """What one person, and what one address may do."""

    def __init__(self, generosity: float = 1.0) -> None:
        def buckets(burst: float, rate: float) -> Buckets:
            return Buckets(burst * generosity, rate * generosity)

        self.messages = buckets(60, 30)  # over the WebSocket, a person
        self.sockets = buckets(40, 4)  # opened, an address
        self.requests = buckets(120, 20)  # over HTTP, an address
        self.people = buckets(20, 0.2)  # made, an address
        self.tables = buckets(20, 0.2)  # made, a person
        self.codes = buckets(10, 0.2)  # tried, an address
        self.reviews = buckets(10, 0.05)  # a person
        self.studies = buckets(20, 0.05)  # asked for, a person
        self.emotes = buckets(5, 0.5)  # a person

    MOST_SOCKETS = 5  # a person has at once
