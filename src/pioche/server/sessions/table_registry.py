"""All tables of this process: waking them, finding them, and what has to happen without anybody asking."""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from pioche.server.bots.bot_pool import BotPool
from pioche.server.catalogue import refuse
from pioche.server.jobs.finished_games import FinishedGames
from pioche.server.jobs.precompile import Precompiler
from pioche.server.jobs.reviews import Reviews
from pioche.server.jobs.study_jobs import StudyJobs
from pioche.server.limits.client_addresses import Trusted
from pioche.server.limits.connection_limits import ConnectionLimits
from pioche.server.limits.rate_limits import RateLimits
from pioche.server.model.live_table import LogRow
from pioche.server.ops.gc_tuning import GarbageSweeper
from pioche.server.ops.refusal_counts import REFUSALS
from pioche.server.queue.job_queue import JobQueue
from pioche.server.sessions import table_ownership
from pioche.server.sessions.presence import PresenceTracker, read_news
from pioche.server.sessions.table_expiry import TableExpiry
from pioche.server.sessions.table_session import CommandAnswer, TableSession
from pioche.server.settings import Settings
from pioche.server.storage import schema
from pioche.server.storage.accounts import Accounts, Person
from pioche.server.storage.deployment_clock import NOTE, Cluster, count_running
from pioche.server.storage.log_reader import check_id, is_newer, play_log, read_log, read_rows, replay_log
from pioche.server.storage.log_store import LogStore, note_heads
from pioche.server.storage.notice_format import (
    MOST,
    AbsentNotice,
    AnyNotice,
    Beat,
    PresentNotice,
    RevokedNotice,
    SlappedNotice,
    SmiledNotice,
    StoredNotice,
)
from pioche.server.storage.redis_bus import ProcessBus, open_bus
from pioche.server.storage.steady_clock import SteadyClock
from pioche.server.storage.table_lists import TableOrigins
from pioche.table.errors import PiocheError

logger = logging.getLogger("pioche.hall")
TICK = 0.5  # seconds
NEWS = 1.0  # seconds between two looks at what other processes have done
TOGETHER = 8  # tables that are woken at the same time


class TableRegistry:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(4)
        self.store = LogStore(settings.database)
        self.cluster = Cluster(self.store)
        self.bus: ProcessBus = open_bus(settings.bus, self.process)
        self.presence = PresenceTracker(self.store, self.process)
        self.queue = JobQueue()
        self.bot_pool = BotPool(self.queue, settings.bot_seconds)
        self.finished_games = FinishedGames(self)
        self.reviews = Reviews(self)
        self.limits = RateLimits(settings.rate)
        self.costs = ConnectionLimits(settings.rate, proxies=Trusted(settings.trusted) if settings.proxy else None)
        self.study_jobs = StudyJobs(self.limits, self.queue)
        self.warm_up = Precompiler(settings.warm_up)
        self.accounts = Accounts(self.store)
        self.origins = TableOrigins()
        self.expiry = TableExpiry(self)
        self.sessions: dict[str, TableSession] = {}
        self.sockets: set[Any] = set()
        self.sockets_of: Counter[str] = Counter()  # sockets of each person
        self._admission = asyncio.Lock()
        self._opening: dict[str, asyncio.Task[TableSession]] = {}
        self._newer: set[str] = set()  # tables that only a later release can read
        self._rubbish = GarbageSweeper()
        self._behind: set[asyncio.Task[None]] = set()
        self._ticking: list[asyncio.Task[None]] = []

    @property
    def clock(self) -> SteadyClock:
        return self.cluster.clock

    @property
    def epoch(self) -> str:
        return self.cluster.epoch

    @property
    def most_processes(self) -> int:
        """That compute for us: in each lane one more than it has places, and one that compiles."""
        return sum(places + 1 for places in self.queue.places.values()) + 1

    @staticmethod
    def seconds() -> float:
        """A clock for reactions, finer than the log's."""
        return time.monotonic()

    async def start(self) -> None:
        self.store.start()
        await self.cluster.open()
        await self.presence.note(set())
        await self.bus.start(self._hear, f"pioche:{self.epoch}")
        self.soon(self._wake_due(self.clock.now()))
        self.soon(self._wake_unnoted())
        works = [(NOTE, self._note_open), (1.0, self._tidy), (TICK, self._tick)]
        works += [(TICK, self.expiry.look), (TICK, self.expiry.clear)]
        if self.presence.shared:
            works += [(TICK, self._note_presence), (NEWS, self._look_for_news)]
        for seconds, work in works:
            self._ticking.append(asyncio.create_task(self._repeat(seconds, work)))
        if self.settings.warm_up:
            self.soon(self.bot_pool.warm_up())

    async def stop(self) -> None:
        for task in self._ticking:
            task.cancel()
        ending = [task for session in self.sessions.values() for task in session.stop()]
        await asyncio.gather(*ending, return_exceptions=True)
        with suppress(PiocheError):
            await self._note_heads()
            await self.presence.leave()
        self.warm_up.stop()
        await self.reviews.stop()
        await self.finished_games.stop()
        await self.study_jobs.stop()
        await self.bot_pool.stop()
        await self.bus.stop()
        await self.store.stop()

    # Tables

    async def session(self, table_id: str) -> TableSession:
        """A table, woken if it sleeps."""
        if table_id in self.sessions:
            self.sessions[table_id].used = self.clock.now()
            return self.sessions[table_id]
        check_id(table_id)
        if table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._wake(table_id))
            self._opening[table_id].add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(self._opening[table_id])

    async def wait_for_admission(self) -> None:
        """One at a time, and play goes on in between: nobody's move waits until a whole crowd is shown a table."""
        async with self._admission:
            await asyncio.sleep(0)

    async def fresh_session(self, table_id: str) -> TableSession:
        """A table with all that other processes have done there until now: who asks two of them sees one table."""
        session = await self.session(table_id)
        if not self.store.is_sqlite:
            await session.catch_up_with_others()
        return session

    async def _wake(self, table_id: str) -> TableSession:
        try:
            return await self._open(table_id)
        except PiocheError as error:
            if is_newer(error):
                self._leave_to_others(table_id)
            raise

    async def _open(self, table_id: str) -> TableSession:
        found = await self.store.read(lambda conn: read_log(conn, table_id))
        if found is None:
            raise refuse("table.not_found")
        code, origin, seed, shot, rows = found
        return self.add(TableSession(self, play_log(table_id, seed, shot, rows, self.cluster.outages), code, origin))

    def add(self, session: TableSession) -> TableSession:
        self.sessions[session.table.id] = session
        self.warm_up.ask(session.table.game)
        session.attend()
        return session

    def let_sleep(self, session: TableSession) -> None:
        """It is over: nobody needs it in memory, unless somebody looks at it."""
        needed = not session.table.over or session.subscribers.watching or session.lock.locked()
        if not needed and self.sessions.get(session.table.id) is session:
            session.stop()
            del self.sessions[session.table.id]

    def game_over(self, table_id: str) -> None:
        """It never changes any more: whoever wants to read it finds it ready, if anything was dealt."""
        session = self.sessions.get(table_id)
        if session is None or session.table.pos is not None:
            self.soon(self.finished_games.keep(table_id))

    async def entries_after(self, table_id: str, seq: int) -> list[LogRow]:
        try:
            return await self.store.read(lambda conn: read_rows(conn, table_id, seq))
        except PiocheError as error:
            if is_newer(error):
                self._leave_to_others(table_id, error)
            raise

    def _leave_to_others(self, table_id: str, why: PiocheError | None = None) -> None:
        """A later release has stored what we can't read: its table is not ours to wake, and not ours to keep."""
        self._newer.add(table_id)
        if (session := self.sessions.pop(table_id, None)) is not None and why is not None:
            session.stop()
            session.subscribers.tell_refusal(why)
        self.soon(self._give_back(table_id))

    async def _give_back(self, table_id: str) -> None:
        await self.store.change(lambda conn: table_ownership.change_keeper(conn, table_id, self.process, ""))

    async def has_command(self, table_id: str, command: str) -> bool:
        at = schema.entries.c
        query = select(at.seq).where(at.table_id == table_id, at.command == command)
        return await self.store.read(lambda conn: conn.execute(query).scalar()) is not None

    async def answers_to_every_command(self, table_id: str) -> dict[str, CommandAnswer]:
        """What each command of a table was answered, by its id, from the whole log: a session keeps only the latest."""
        table = await self.store.read_long(lambda conn: replay_log(conn, table_id))
        return table.commands

    # Repeated work

    def soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(self._quietly(work))
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    @staticmethod
    async def _quietly(work: Coroutine[Any, Any, Any]) -> None:
        """One table's trouble is not the others'."""
        try:
            await work
        except PiocheError as error:
            logger.warning("behind: %s", error.reason[0])
        except Exception:
            logger.exception("behind")

    async def _repeat(self, seconds: float, work: Callable[[int], Awaitable[None]]) -> None:
        """Again and again, whatever goes wrong; `work` is told how often before."""
        for count in itertools.count(1):
            await asyncio.sleep(seconds)
            try:
                await work(count)
            except PiocheError as error:
                logger.warning("tick: %s", error.reason[0])
            except Exception:
                logger.exception("tick")

    async def _tick(self, count: int) -> None:
        now = self.clock.now()
        if count % 2 == 0:
            await self._note_heads()
            await self._tick_rooms(now)
        await self._wake_due(now)
        if count % 4 == 0:
            self.publish_presence(self.sessions.values())
        if not self.store.is_sqlite and count % 3 == 0:
            await self._close_revoked()

    async def _note_open(self, _: int) -> None:
        """Apart from all other work, however much there is: or the house would seem to be closed."""
        resting = self.store.is_sqlite and not await self.store.read(count_running)
        if not (resting and self.cluster.rest()):
            await self.cluster.note_open()

    async def _tidy(self, _: int) -> None:
        self._rubbish.look(self.store.written)
        REFUSALS.look()
        await self.store.tidy()

    async def _note_heads(self) -> None:
        """Beside the log, once a second: how far each table is, and when it must be woken."""
        rows = [row for session in self.sessions.values() if (row := session.head_row())]
        if rows:
            await self.store.change(lambda conn: note_heads(conn, rows))

    async def _tick_rooms(self, now: int) -> None:
        for session in list(self.sessions.values()):
            if session.is_idle(now):
                session.stop()
                del self.sessions[session.table.id]
            else:
                await self._quietly(session.tick(now))

    async def _wake_due(self, now: int) -> None:
        """Tables that sleep, or whose process is gone, and where something is due soon."""
        if not self.cluster.is_open:
            return
        due = await self.store.read(lambda conn: table_ownership.read_due(conn, self.process, now, self._newer))
        await self._wake_all([each for each in due if each[0] not in self.sessions])

    async def _wake_all(self, due: list[table_ownership.Due]) -> None:
        """Tables that are ours, or become so."""
        asleep = [table for table, _ in due]
        if due and self.presence.shared:
            asleep = await self.store.change(lambda conn: table_ownership.take(conn, self.process, due))
        for first in range(0, len(asleep), TOGETHER):  # whoever is next first: its time may be up before all are awake
            await asyncio.gather(*map(self._quietly, map(self.session, asleep[first : first + TOGETHER])))

    async def _wake_unnoted(self) -> None:
        """Tables whose last moves were not noted before a crash: nobody knows when they are due."""
        unnoted = await self.store.read(lambda conn: table_ownership.read_unnoted(conn, self.process))
        for each in unnoted:
            await self._wake_all([each])

    # News from other processes

    async def _look_for_news(self, _: int) -> None:
        """Entries of other processes whose notice was lost, and who is there."""
        sessions = list(self.sessions)
        heads, there = await self.store.read(lambda conn: read_news(conn, self.process, sessions))
        self.presence.see(there)
        for table_id, head in heads.items():
            session = self.sessions.get(table_id)
            if session is not None and head > session.table.now.seq:
                await self._quietly(session.catch_up_with_others())

    async def _note_presence(self, _: int) -> None:
        await self.presence.note({(table, seat) for table, seat, _ in self._people(self.sessions.values())})

    @staticmethod
    def _people(sessions: Iterable[TableSession]) -> Iterator[tuple[str, int, float]]:
        """Who is at tables here: seats, and their round trips."""
        for session in sessions:
            for watching in session.subscribers.watching.values():
                if watching.recipient != session.table.watcher:
                    yield session.table.id, watching.recipient, watching.viewer.trip()

    def publish_presence(self, sessions: Iterable[TableSession]) -> None:
        """Tell the other processes who is here."""
        if self.bus.shared:
            here = list(self._people(sessions))
            for first in range(0, len(here), MOST):
                self.bus.publish(PresentNotice(here[first : first + MOST]))

    async def _hear(self, notice: AnyNotice) -> None:
        """A notice from another process."""
        if isinstance(notice, PresentNotice):
            self.presence.hear(each for each in notice.seats if each[0] in self.sessions)
            for table_id in {table for table, *_ in notice.seats} & self.sessions.keys():
                self.sessions[table_id].subscribers.tell_presence()
        elif isinstance(notice, RevokedNotice):
            self.accounts.forget(notice.person)
            self.close_sockets(notice.person)
        elif not isinstance(notice, Beat) and (session := self.sessions.get(notice.table)) is not None:
            await self._hear_of(session, notice)

    async def _hear_of(
        self, session: TableSession, notice: StoredNotice | AbsentNotice | SlappedNotice | SmiledNotice
    ) -> None:
        match notice:
            case SlappedNotice():
                session.slaps.slap_elsewhere(notice)
            case AbsentNotice():
                self.presence.hear_absent(notice.table, notice.seat)
                session.subscribers.tell_presence()
            case SmiledNotice():
                session.subscribers.tell_emote(notice.seat, notice.emote)
            case StoredNotice() if notice.seq > session.table.now.seq:
                await self._quietly(session.catch_up_with_others())

    # Revoked people

    async def revoke(self, person: Person, everywhere: bool = True) -> None:
        """Somebody signs out, on this device or on all."""
        await self.accounts.revoke(person, everywhere)
        if everywhere:
            self.bus.publish(RevokedNotice(person.id))
            self.close_sockets(person.id)
        else:
            await self._close_revoked()

    def close_sockets(self, person: str) -> None:
        for socket in [socket for socket in self.sockets if socket.person == person]:
            socket.close("revoked")

    async def _close_revoked(self) -> None:
        tokens = {socket.token for socket in self.sockets if socket.token}
        gone = tokens - await self.accounts.still_valid(tokens) if tokens else set()
        for socket in [socket for socket in self.sockets if socket.token in gone]:
            socket.close("revoked")
