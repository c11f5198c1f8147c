"""Token buckets: so much at once, so much in the long run."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from pioche.server.catalogue import refuse
from pioche.server.limits.client_addresses import networks
from pioche.server.limits.connection_limits import WIDER

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
        left, wait = self._look(key, cost, now)
        self._left[key] = (left if wait else left - cost, now)
        self._left.move_to_end(key)
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return wait

    def wait(self, key: str, cost: float = 1.0) -> float:
        """What `take` would answer; nothing is taken."""
        return self._look(key, cost, self._clock())[1]

    def _look(self, key: str, cost: float, now: float) -> tuple[float, float]:
        """What is left, and how long it takes until that is enough."""
        left, since = self._left.get(key, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        return left, 0.0 if left >= cost else (cost - left) / self.rate

    def check(self, key: str, cost: float = 1.0) -> None:
        slow_down(self.take(key, cost))


def slow_down(wait: float) -> None:
    """Say how long, if it is to be waited."""
    if wait:
        raise refuse("limits.slow_down", seconds=max(1, round(wait)))


class AddressBuckets:
    """One for each address, in IPv6 for each /64; and one, so many times as large, for each /48 around it."""

    def __init__(self, burst: float, rate: float) -> None:
        self._own, self._wide = Buckets(burst, rate), Buckets(WIDER * burst, WIDER * rate)

    def take(self, address: str, cost: float = 1.0) -> float:
        """As in `Buckets`."""
        own, wide = networks(address)
        return self._own.take(own, cost) or (self._wide.take(wide, cost) if wide else 0.0)

    def wait(self, address: str) -> float:
        """What `take` would answer; nothing is taken."""
        own, wide = networks(address)
        return self._own.wait(own) or (self._wide.wait(wide) if wide else 0.0)

    def check(self, address: str, cost: float = 1.0) -> None:
        slow_down(self.take(address, cost))


class RateLimits:
    """What one person, and what one address may do."""

    def __init__(self, generosity: float = 1.0) -> None:
        def buckets(burst: float, rate: float) -> Buckets:
            return Buckets(burst * generosity, rate * generosity)

        def addresses(burst: float, rate: float) -> AddressBuckets:
            return AddressBuckets(burst * generosity, rate * generosity)

        self.messages = buckets(60, 30)  # over the WebSocket, a person
        self.messages_of_address = addresses(600, 150)  # of all who share an address
        self.sockets = addresses(40, 4)  # opened, an address
        self.requests = addresses(120, 20)  # over HTTP, an address
        self.pages = addresses(300, 60)  # and whatever else is not the interface
        self.probes = addresses(60, 30)  # health and figures
        self.people = addresses(20, 0.2)  # made, an address
        self.tables = buckets(20, 0.2)  # made, a person
        self.codes = addresses(10, 0.2)  # tried, an address
        self.reading = addresses(240, 2)  # finished games played again; a long one costs more
        self.reviews = buckets(10, 0.05)  # a person
        self.studies = buckets(20, 0.05)  # asked for, a person
        self.emotes = buckets(5, 0.5)  # a person
        self.made_here = addresses(60, 0.5)  # tables, an address
        self.tables_under_way = max(1, round(400 * generosity))  # made from an address, and not over

    MOST_SOCKETS = 5  # a person has at once
