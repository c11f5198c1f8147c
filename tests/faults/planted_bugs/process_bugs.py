"""Bugs of several processes at one database, to be planted in each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from faults.fault_injection import replace
from pioche.server.sessions.presence import PresenceTracker
from pioche.server.sessions.table_session import TableSession
from pioche.server.storage import redis_bus
from pioche.server.storage.notice_format import read_notice
from pioche.server.storage.redis_bus import RedisBus


async def nothing(*_: Any) -> None:
    return None


def tells_nobody_who_is_here() -> None:
    """Who is at another process is not known, as without Redis in 0.1."""
    replace(PresenceTracker, "note", nothing)


def misses_nobody() -> None:
    """Who has left is waited for, for ever."""
    replace(TableSession, "_is_missed", lambda self, seat, now: False)


def stumbles_over_nonsense() -> None:
    """What is no notice is an exception, and that ends the listening."""

    async def once(self: RedisBus, work: Callable[[], Awaitable[None]]) -> None:
        await work()

    def understand(data: bytes) -> Any:
        if (notice := read_notice(data)) is None:
            raise ValueError("no notice")
        return notice

    replace(redis_bus, "read_notice", understand)
    replace(RedisBus, "_for_ever", once)


def listens_once() -> None:
    """Whoever is hung up on does not call again."""
    listen = RedisBus._listen

    async def once(self: RedisBus) -> None:
        with suppress(Exception):
            await listen(self)
        await asyncio.Event().wait()

    replace(RedisBus, "_listen", once)


def believes_in_its_bus() -> None:
    """It lives, whatever happens."""
    replace(RedisBus, "alive", True)
