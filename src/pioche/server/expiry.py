"""What goes by itself: open tables that everybody left, games that nobody touches, guests who never came back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection, and_, or_, select, update

from pioche.server import schema
from pioche.server.entries import AnyEntry, Closed, Pace
from pioche.server.leftovers import forget, people_gone
from pioche.server.timing import Outages, moment_before
from pioche.server.words import WORDS
from pioche.table.errors import Conflict

if TYPE_CHECKING:
    from pioche.server.hall import Hall
    from pioche.server.room import Room

MINUTE, DAY = 60_000, 86_400_000  # milliseconds
LINGER = 30 * MINUTE  # an open table after everybody has left …
LINGER_DAYS = 30 * DAY  # … or by correspondence
UNTOUCHED = 30 * DAY  # a game without clocks
SEEN, LEFT, GONE = 20, 120, 7200  # ticks between two looks
AT_ONCE = 50  # tables that are closed in one go


class Expiry:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._failed: set[str] = set()

    async def look(self, count: int) -> None:
        """Every half second; `count` is how often before."""
        if count % SEEN == 0:
            await self.note_seen(self._hall.rooms.values())
        if count % LEFT == 0:
            await self.close_left()
        if count % GONE == 0:
            await self.forget_gone()

    async def note_seen(self, rooms: Iterable[Room]) -> None:
        """Beside the log: when one of its people was last at a table, where that matters."""
        seen = [room.table.id for room in rooms if matters(room) and somebody_is_at(room)]
        if seen:
            at, now = schema.tables.c, self._hall.clock.now()
            note = update(schema.tables).where(at.id.in_(seen)).values(seen=now)
            await self._hall.store.change(lambda conn: conn.execute(note))

    async def close_left(self) -> None:
        now, outages = self._hall.clock.now(), self._hall.house.outages
        for table_id in await self._hall.store.read(lambda conn: left(conn, now, outages)):
            if table_id not in self._failed:
                self._failed.add(table_id)  # unless it can be closed: then it is not found again
                await self._close(table_id)
                self._failed.discard(table_id)

    async def _close(self, table_id: str) -> None:
        room = await self._hall.room(table_id)

        def closed() -> AnyEntry:
            if room.table.over or somebody_is_at(room):
                raise Conflict("conflict.moved", WORDS, base=room.table.seq, head=room.table.seq)
            return Closed()

        with suppress(Conflict):
            await room.append(closed, f"left:{room.table.seq}")

    async def forget_gone(self) -> None:
        """Guests who never came back and have no game, a few at a time."""
        while gone := await self._hall.store.read(lambda conn: people_gone(conn, self._hall.clock.now())):
            await self._forget(gone)
            await asyncio.sleep(0.1)

    async def _forget(self, gone: list[str]) -> None:
        await self._hall.store.change(lambda conn: forget(conn, gone, self._hall.clock.now()))


def matters(room: Room) -> bool:
    """Is it asked anywhere whether somebody is there?"""
    return not room.table.over and (room.table.made.public or room.table.status != "playing")


def somebody_is_at(room: Room) -> bool:
    """A player or the host, in this process."""
    table = room.table
    return any(
        each.recipient != table.watcher or each.viewer.person == table.chairs.host
        for each in room.audience.watching.values()
    )


def linger(pace: Pace) -> int:
    return LINGER_DAYS if pace.kind == "days" else LINGER


def left(conn: Connection, now: int, outages: Outages) -> list[str]:
    """Tables to be closed. While no process was there nobody could come: that time does not count."""
    at = schema.tables.c
    lately, days = (moment_before(now, wait, outages) for wait in (LINGER, LINGER_DAYS))
    gone = and_(at.seen < lately, or_(at.linger <= LINGER, at.seen < days))
    abandoned = and_(at.status.in_(("open", "shuffling")), gone)
    before = moment_before(now, UNTOUCHED, outages)
    untouched = and_(at.status == "playing", at.wake.is_(None), at.updated < before, at.seen < before)
    query = select(at.id).where(or_(abandoned, untouched)).order_by(at.seen).limit(AT_ONCE)
    return list(conn.execute(query).scalars())
