"""What goes by itself: tables that everybody left, games that nobody touches, guests who never came back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, or_, select, tuple_, update

from pioche.server.catalogue import CATALOGUE
from pioche.server.model.entries import AnyEntry, Closed, Pace
from pioche.server.model.move_clocks import Outages, moment_before
from pioche.server.storage import schema
from pioche.server.storage.delete_rows import forget, people_gone, remove_tables, unlisted
from pioche.table.errors import Conflict, PiocheError

if TYPE_CHECKING:
    from pioche.server.sessions.table_registry import TableRegistry
    from pioche.server.sessions.table_session import TableSession

logger = logging.getLogger("pioche.expiry")
MINUTE, DAY = 60_000, 86_400_000  # milliseconds
LINGER = 30 * MINUTE  # an open table after everybody has left …
LINGER_DAYS = 30 * DAY  # … or by correspondence
UNTOUCHED = 30 * DAY  # a game without clocks …
UNSEEN = 2 * DAY  # … or of bots alone, on which nobody looks
SEEN, LEFT, GONE = 20, 120, 7200  # ticks between two looks
AT_ONCE = 200  # tables that are looked up in one go
GAP = 0.005  # seconds between two tables that are closed, in which others go on
FEW = 0.1  # … and between two goes in which something is removed


class TableExpiry:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._failed: set[str] = set()

    async def look(self, count: int) -> None:
        """Every half second; `count` is how often before."""
        if count % SEEN == 0:
            await self.note_seen(self._registry.sessions.values())

    async def clear(self, count: int) -> None:
        """Likewise; it may take a while, so nothing else waits for it."""
        if count % LEFT == 0:
            await self.close_left()
        if count % GONE == 0:
            await self.forget_gone()
            await self.remove_unlisted()

    async def note_seen(self, sessions: Iterable[TableSession]) -> None:
        """Beside the log: when one of its people was last at a table, where that matters."""
        seen = [session.table.id for session in sessions if matters(session) and somebody_is_at(session)]
        if seen:
            at, now = schema.tables.c, self._registry.clock.now()
            note = update(schema.tables).where(at.id.in_(seen)).values(seen=now)
            await self._registry.store.change(lambda conn: conn.execute(note))

    async def close_left(self) -> None:
        """As many as there are, one after another: who makes many does not keep them for longer."""
        for way in ways(self._registry.clock.now(), self._registry.cluster.outages):
            last: Left | None = None
            while found := await self._registry.store.read(partial(left, way=way, last=last)):
                for each in found:
                    await self._try_to_close(each.id)
                    await asyncio.sleep(GAP)
                last = found[-1]

    async def _try_to_close(self, table_id: str) -> None:
        """One that can't be closed is left alone from then on, and the others are closed all the same."""
        if table_id in self._failed:
            return
        try:
            await self._close(table_id)
        except PiocheError as error:
            if error.reason[0] == "storage.unavailable":
                raise  # another time
            self._failed.add(table_id)
        except Exception:
            self._failed.add(table_id)
            logger.exception("a table can't be closed")

    async def _close(self, table_id: str) -> None:
        slept = table_id not in self._registry.sessions
        session = await self._registry.session(table_id)

        def closed() -> AnyEntry:
            if session.table.over or is_needed(session):
                raise Conflict("conflict.moved", CATALOGUE, base=session.table.now.seq, head=session.table.now.seq)
            return Closed()

        with suppress(Conflict):
            await session.append(closed, f"left:{session.table.now.seq}")
        if slept:
            self._registry.let_sleep(session)

    async def forget_gone(self) -> None:
        """Guests who never came back and have no game, a few at a time."""
        while gone := await self._registry.store.read(lambda conn: people_gone(conn, self._registry.clock.now())):
            await self._forget(gone)
            await asyncio.sleep(FEW)

    async def _forget(self, gone: list[str]) -> None:
        await self._registry.store.change(lambda conn: forget(conn, gone, self._registry.clock.now()))

    async def remove_unlisted(self) -> None:
        """Closed tables that are in nobody's list, a few at a time."""
        while gone := await self._registry.store.read(lambda conn: unlisted(conn, self._registry.clock.now())):
            await self._remove(gone)
            await asyncio.sleep(FEW)

    async def _remove(self, gone: list[str]) -> None:
        await self._registry.store.change(lambda conn: remove_tables(conn, gone))


def matters(session: TableSession) -> bool:
    """Is it asked anywhere whether somebody is there?"""
    return not session.table.over and (session.table.made.public or session.table.now.status != "playing")


def somebody_is_at(session: TableSession) -> bool:
    """A player or the host, in this process."""
    table = session.table
    return any(
        each.recipient != table.watcher or each.viewer.person == table.chairs.host
        for each in session.subscribers.watching.values()
    )


def is_needed(session: TableSession) -> bool:
    """Is somebody there; or, where bots play alone, does anybody look on?"""
    alone = session.table.now.status == "playing" and not session.table.chairs.people
    return bool(session.subscribers.watching) if alone else somebody_is_at(session)


def linger(pace: Pace) -> int:
    return LINGER_DAYS if pace.kind == "days" else LINGER


# Tables that everybody has left


class Way(NamedTuple):
    """How tables are found that are to be closed, and in which order."""

    which: ColumnElement[bool]
    by: ColumnElement[int]


class Left(NamedTuple):
    id: str
    since: int


def ways(now: int, outages: Outages) -> list[Way]:
    """While no process was there nobody could come: that time does not count."""
    at = schema.tables.c
    lately, days, untouched, unseen = (
        moment_before(now, wait, outages) for wait in (LINGER, LINGER_DAYS, UNTOUCHED, UNSEEN)
    )
    by_bots = ~exists().where(schema.seats.c.table_id == at.id)
    waiting = and_(at.status == "playing", at.wake.is_(None))
    return [
        *(Way(and_(at.status == status, abandoned(lately, days)), at.seen) for status in ("open", "shuffling")),
        Way(and_(waiting, at.updated < untouched, at.seen < untouched), at.updated),
        Way(and_(waiting, at.updated < unseen, at.seen < unseen, by_bots), at.updated),
    ]


def abandoned(lately: int, days: int) -> ColumnElement[bool]:
    at = schema.tables.c
    return and_(at.seen < lately, or_(at.linger <= LINGER, at.seen < days))


def left(conn: Connection, way: Way, last: Left | None) -> list[Left]:
    """The next tables that are to be closed, after `last`."""
    at = schema.tables.c
    query = select(at.id, way.by).where(way.which).order_by(way.by, at.id).limit(AT_ONCE)
    if last is not None:
        query = query.where(tuple_(way.by, at.id) > (last.since, last.id))
    return [Left(*row) for row in conn.execute(query)]
