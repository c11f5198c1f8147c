"""Finished games, which never change: their records are kept when they end, and what was last read of them too.

Whatever has to be played again for it is played in a process of its own, one thing at a time and after everything else.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar, cast

import msgspec
from sqlalchemy import Connection, select

import pioche
from pioche.server.catalogue import refuse
from pioche.server.jobs.replay_pages import ReplayPage
from pioche.server.jobs.replay_worker import LONGEST, Fields, Log, ReplayAnswer, ReplayQuestion, ReplayWish
from pioche.server.limits.client_addresses import networks
from pioche.server.queue.fair_turns import Job, Kind, Lane
from pioche.server.queue.worker_processes import WorkerProcesses
from pioche.server.storage import schema
from pioche.server.storage.kept_records import (
    KeptRecord,
    count_entries,
    find_kept,
    keep_record,
    read_body,
    unpacked,
)
from pioche.server.storage.log_reader import check_id, read_stored
from pioche.studies.review import Decision
from pioche.table.errors import PiocheError

if TYPE_CHECKING:
    from pioche.server.sessions.table_registry import TableRegistry

COMMAND = (sys.executable, "-m", "pioche.server.jobs.replay_worker")
LINE = 1 << 26  # bytes of an answer at most
KEPT = 32 << 20  # bytes of what was last read
KNOWN = 10_000  # records of which it is known without asking what they are
DEAR = 500  # moves that cost as much as any other request
HOUSE = "house"  # whose turn it is where nobody has asked

T = TypeVar("T")


class FinishedGames:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._crew = WorkerProcesses(COMMAND, ReplayAnswer, registry.queue.places[Lane.READING], LINE)
        self._known: OrderedDict[str, KeptRecord] = OrderedDict()
        self._pages: OrderedDict[tuple[str, ReplayWish], bytes] = OrderedDict()
        self._size = 0  # of the pages
        self._under_way: dict[object, asyncio.Task[object]] = {}
        self.computed = 0  # answers that were not simply there

    async def keep(self, table_id: str) -> None:
        """The game is over: have its record ready. A table that was closed before may have none."""
        with suppress(PiocheError):
            await self.find(table_id, HOUSE)

    async def page(self, table_id: str, wish: ReplayWish, asker: str) -> ReplayPage:
        """What there is to read of a game that is over; until then nobody gets anything."""
        kept = await self.find(table_id, asker)
        body = self._record if wish.what == "record" else self._page
        return ReplayPage(name_of(kept, wish), lambda: body(table_id, wish, asker, kept))

    async def text(self, table_id: str) -> str:
        """The record of a game that is over."""
        kept = await self.find(table_id, HOUSE)
        return unpacked(await self._record(table_id, ReplayWish("record"), HOUSE, kept))

    async def decisions(self, table_id: str, seat: int, most: int, asker: str) -> list[Decision]:
        """The first of a seat's decisions."""
        kept = await self.find(table_id, asker)
        body = await self._page(table_id, ReplayWish("decisions", seat, count=most), asker, kept)
        return [Decision(*each) for each in msgspec.json.decode(unpacked(body), type=list[Fields])]

    async def stop(self) -> None:
        for task in self._under_way.values():
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self._crew.stop()

    # Records

    async def find(self, table_id: str, asker: str) -> KeptRecord:
        check_id(table_id)
        if table_id not in self._known:
            found = await self._registry.store.read(lambda conn: find_kept(conn, table_id))
            kept = found or await self._make_once(table_id, asker)
            self._known[table_id] = kept
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
        return self._known[table_id]

    async def _make_once(self, table_id: str, asker: str) -> KeptRecord:
        entries = await self._registry.store.read(lambda conn: count_entries(conn, table_id))
        return await self._once(table_id, lambda: self._make(table_id, asker), asker, entries)

    async def _make(self, table_id: str, asker: str) -> KeptRecord:
        """The whole log played again."""
        async with self._registry.queue.turn(Job(Lane.READING, Kind.READING, networks(asker)[0], table_id)):
            log = await self._registry.store.read_long(lambda conn: read_whole(conn, table_id))
            told = await self._ask(ReplayQuestion(ReplayWish("record"), log=log))
        kept = KeptRecord(hashlib.sha256(told.body).hexdigest(), told.moves)
        await self._registry.store.change(lambda conn: keep_record(conn, table_id, kept, told.body))
        return kept

    async def _record(self, table_id: str, wish: ReplayWish, asker: str, kept: KeptRecord) -> bytes:
        return await self._registry.store.read(lambda conn: read_body(conn, table_id))

    # Pages

    async def _page(self, table_id: str, wish: ReplayWish, asker: str, kept: KeptRecord) -> bytes:
        key = table_id, wish
        if key in self._pages:
            self._pages.move_to_end(key)
            return self._pages[key]
        return await self._once(key, lambda: self._compute(key, asker), asker, kept.moves)

    async def _compute(self, key: tuple[str, ReplayWish], asker: str) -> bytes:
        async with self._registry.queue.turn(Job(Lane.READING, Kind.READING, networks(asker)[0], key[0])):
            body = await self._registry.store.read(lambda conn: read_body(conn, key[0]))
            told = await self._ask(ReplayQuestion(key[1], body))
        self._keep_page(key, told.body)
        return told.body

    def _keep_page(self, key: tuple[str, ReplayWish], body: bytes) -> None:
        self._pages[key] = body
        self._size += len(body)
        while self._size > KEPT:
            _, old = self._pages.popitem(last=False)
            self._size -= len(old)

    async def _ask(self, question: ReplayQuestion) -> ReplayAnswer:
        self.computed += 1
        told = await self._crew.ask(question, LONGEST)
        if told is None:
            raise refuse("study.failed")
        if told.refused:
            raise refuse(told.refused, **told.details)
        return told

    async def _once(self, key: object, make: Callable[[], Awaitable[T]], asker: str, moves: int) -> T:
        """Whoever asks for what is already being made waits for that, and it costs nothing."""
        if key not in self._under_way:
            self._charge(asker, moves)
            task = self._under_way[key] = asyncio.create_task(as_coroutine(make))
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return cast(T, await asyncio.shield(self._under_way[key]))

    def _charge(self, asker: str, moves: int) -> None:
        """Long games cost more."""
        if asker != HOUSE:
            self._registry.limits.reading.check(asker, 1 + moves / DEAR)


async def as_coroutine(make: Callable[[], Awaitable[T]]) -> T:
    return await make()


def name_of(kept: KeptRecord, wish: ReplayWish) -> str:
    """The same as long as the answer is the same."""
    what = msgspec.json.encode([pioche.__version__, kept.digest, wish])
    return f'"{hashlib.sha256(what).hexdigest()[:32]}"'


def read_whole(conn: Connection, table_id: str) -> Log:
    seed = conn.execute(select(schema.tables.c.seed).where(schema.tables.c.id == table_id)).scalar_one()
    return Log(table_id, bytes(seed), read_stored(conn, table_id))
