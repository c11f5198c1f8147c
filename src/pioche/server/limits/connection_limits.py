"""What a connection may cost, and what all of them together: said here, and counted here.

Frames, heads, bodies, time, and how many there are; what people do beyond that is in `limits`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from pioche.server.limits.client_addresses import Trusted, networks

FRAMES = 50
"""WebSocket frames that are no whole text message, and reads that bring no whole frame, at once …"""
FRAMES_A_SECOND = 10.0
TOGETHER = 64
"""Frames of one connection that are taken before the others have their turn."""
HEAD = 16 * 1024
"""Bytes of a request's head, as it comes: beyond, the connection is closed."""
HEADERS = 8 * 1024
"""Bytes of the names and values in it."""
FIELDS = 100
"""Headers of a request."""
COOKIE = 4 * 1024
BODY = 8 * 1024
WHOLE_BODY = 64 * 1024
"""Bytes of a body, with what is around its parts, that are taken and dropped before the connection is closed."""
PARTS = 1000
"""Parts in which a body may come."""
HEAD_SECONDS = 10.0
BODY_SECONDS = 10.0
UNREAD_SECONDS = 30.0
"""How long an answer may wait for a reader that takes too little of it."""
IDLE_SECONDS = 5
"""How long a connection is kept that asks nothing more."""
PIPELINED = 16
"""Requests that may come before the first is answered."""
CONNECTIONS = 60
"""Connections that an address has at once; behind a proxy, requests and sockets."""
WIDER = 8
"""So many times as much for all the addresses around one."""
RESERVE = 40
"""Descriptors that are left to ourselves: listeners, logs, the event loop, the bus; and besides …"""
OF_PROCESS = 4
"""… to each process that computes for us: its pipes and itself, and one while it starts …"""
OF_DATABASE = 3
"""… and to each connection to the database: SQLite has a file, its log and its index."""
DESCRIPTORS = 65_536
"""More than so many are not asked for."""


class Allowance:
    """What one connection has left: `burst` at most, `rate` more a second."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate = burst, rate
        self._clock = clock
        self._left, self._since = burst, clock()

    def spend(self) -> bool:
        """One less; False if there is none."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._since) * self.rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class ConnectionPlaces:
    """How many each address has at once of something, and all those around it."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        own, wide = networks(address)
        if self._taken[own] >= self.most or (wide and self._taken[wide] >= WIDER * self.most):
            return False
        self._count(address, 1)
        return True

    def give_back(self, address: str) -> None:
        self._count(address, -1)

    def _count(self, address: str, change: int) -> None:
        for key in filter(None, networks(address)):
            self._taken[key] += change
            if not self._taken[key]:
                del self._taken[key]


class Closing(Protocol):
    """A connection that can make room."""

    def make_room(self) -> None: ...


class Slot:
    """A connection's place among all; given back once."""

    def __init__(self, costs: ConnectionLimits, address: str, counted: bool) -> None:
        self._costs, self.address, self.counted = costs, address, counted
        self._held = True

    def give_back(self) -> None:
        if self._held:
            self._held = False
            self._costs.leave(self)


class ConnectionLimits:
    """All connections of a process."""

    def __init__(self, generosity: float = 1.0, most: float = DESCRIPTORS, proxies: Trusted | None = None) -> None:
        self.generosity = generosity
        self.most = most
        self.open = 0
        self.by_address = ConnectionPlaces(CONNECTIONS * generosity)
        self.by_visitor = ConnectionPlaces(CONNECTIONS * generosity)  # through a proxy
        self.waiting: dict[Closing, None] = {}  # connections that ask nothing at present, the oldest first
        self._proxies = proxies

    def frames(self) -> Allowance:
        """For one WebSocket."""
        return Allowance(FRAMES * self.generosity, FRAMES_A_SECOND * self.generosity)

    def admit(self, address: str) -> Slot | None:
        """A place for a connection, if its address has not too many; None otherwise.

        When there is no more room at all, the oldest connection that asks nothing makes some.
        """
        counted = self._proxies is None or address not in self._proxies
        if self.open >= self.most:
            self._make_room()
        if self.open >= self.most or (counted and not self.by_address.take(address)):
            return None
        self.open += 1
        return Slot(self, address, counted)

    def leave(self, slot: Slot) -> None:
        self.open -= 1
        if slot.counted:
            self.by_address.give_back(slot.address)

    def _make_room(self) -> None:
        oldest = next(iter(self.waiting), None)
        if oldest is not None:
            del self.waiting[oldest]
            oldest.make_room()


def descriptors() -> int:
    """As many as this process may have, after asking for more; where nobody says, many."""
    try:
        import resource
    except ImportError:  # not a Unix
        return DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def reserve(processes: int, connections: int) -> int:
    """Descriptors that are no visitor's, where so many processes and connections to the database may be open."""
    return RESERVE + OF_PROCESS * processes + OF_DATABASE * connections


def room_for(reserved: int) -> int:
    """Connections that this process can hold."""
    return max(16, descriptors() - reserved)
