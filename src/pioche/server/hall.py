"""All tables of this process: waking them, finding them, and what has to happen without anybody asking."""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any

from sqlalchemy import func, select

from pioche.server import schema
from pioche.server.bus import Bus, open_bus
from pioche.server.clock import Clock
from pioche.server.entries import Created
from pioche.server.house import NOTE, House, count_running
from pioche.server.laboratory import Laboratory
from pioche.server.limits import Limits
from pioche.server.opponents import Opponents
from pioche.server.people import People, Person
from pioche.server.reading import check_id, read_log, read_rows, replay_log
from pioche.server.reviews import Reviews
from pioche.server.room import Answer, Room
from pioche.server.rubbish import Rubbish
from pioche.server.settings import Settings
from pioche.server.store import Store, note_heads
from pioche.server.table import Row, Table
from pioche.server.warm import WarmUp
from pioche.server.words import refuse
from pioche.server.worker import COMPILING
from pioche.table.errors import PiocheError

logger = logging.getLogger("pioche.hall")
TICK = 0.5  # seconds
AHEAD = 4000  # milliseconds before something is due that a table is woken: its own alarm is exact
STUDY = 0.4  # seconds of thought for a hint, or for a decision under review
TOGETHER = 8  # tables that are woken at the same time
PRESENCE = 6.0  # seconds that another process's word about who is there holds


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(4)
        self.store = Store(settings.database)
        self.house = House(self.store)
        self.bus: Bus = open_bus(settings.bus, self.process)
        self.opponents = Opponents(settings.bot_seconds)
        self.studies = Opponents(STUDY, 1, patience=COMPILING)
        self.reviews = Reviews(self)
        self.limits = Limits(settings.rate)
        self.laboratory = Laboratory(self.limits)
        self.warm_up = WarmUp(settings.warm_up)
        self.people = People(self.store)
        self.rooms: dict[str, Room] = {}
        self.sockets: set[Any] = set()
        self.windows: Counter[str] = Counter()  # sockets of each person
        self._door = asyncio.Lock()
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._elsewhere: dict[str, dict[int, tuple[float, float]]] = {}  # seats whose person is at another process,
        # by table: their round trips, and until when that holds
        self._rubbish = Rubbish()
        self._behind: set[asyncio.Task[None]] = set()
        self._ticking: list[asyncio.Task[None]] = []

    @property
    def clock(self) -> Clock:
        return self.house.clock

    @property
    def epoch(self) -> str:
        return self.house.epoch

    @staticmethod
    def seconds() -> float:
        """A clock for reactions, finer than the log's."""
        return time.monotonic()

    async def start(self) -> None:
        self.store.start()
        await self.house.open()
        await self.bus.start(self._hear)
        self.soon(self._wake_due(self.clock.now()))
        self.soon(self._wake_unnoted())
        for seconds, work in ((NOTE, self._note_open), (1.0, self._tidy), (TICK, self._tick)):
            self._ticking.append(asyncio.create_task(self._repeat(seconds, work)))
        if self.settings.warm_up:
            self.soon(self.opponents.warm_up())

    async def stop(self) -> None:
        for task in self._ticking:
            task.cancel()
        ending = [task for room in self.rooms.values() for task in room.stop()]
        await asyncio.gather(*ending, return_exceptions=True)
        with suppress(PiocheError):
            await self._note_heads()
        self.warm_up.stop()
        await self.reviews.stop()
        await self.laboratory.stop()
        await self.studies.stop()
        await self.opponents.stop()
        await self.bus.stop()
        await self.store.stop()

    # Tables

    async def room(self, table_id: str) -> Room:
        """A table, woken if it sleeps."""
        if table_id in self.rooms:
            self.rooms[table_id].used = self.clock.now()
            return self.rooms[table_id]
        check_id(table_id)
        if table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._wake(table_id))
            self._opening[table_id].add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(self._opening[table_id])

    async def come_in(self) -> None:
        """One at a time, and play goes on in between: nobody's move waits until a whole crowd is shown a table."""
        async with self._door:
            await asyncio.sleep(0)

    async def fresh_room(self, table_id: str) -> Room:
        """A table with all that other processes have done there until now: who asks two of them sees one table."""
        room = await self.room(table_id)
        if not self.store.is_sqlite:
            await room.follow_others()
        return room

    async def _wake(self, table_id: str) -> Room:
        found = await self.store.read(lambda conn: read_log(conn, table_id))
        if found is None:
            raise refuse("table.not_found")
        code, seed, shot, rows = found
        made = rows[0].entry
        assert isinstance(made, Created)
        table = Table(table_id, made, seed, self.house.outages)
        if shot is not None:
            table.resume(shot)
        for row in rows[1:]:
            table.follow(row)
        return self.add(Room(self, table, code))

    def add(self, room: Room) -> Room:
        self.rooms[room.table.id] = room
        self.warm_up.ask(room.table.game)
        room.attend()
        return room

    async def entries_after(self, table_id: str, seq: int) -> list[Row]:
        return await self.store.read(lambda conn: read_rows(conn, table_id, seq))

    async def has_command(self, table_id: str, command: str) -> bool:
        at = schema.entries.c
        query = select(at.seq).where(at.table_id == table_id, at.command == command)
        return await self.store.read(lambda conn: conn.execute(query).scalar()) is not None

    async def all_commands(self, table_id: str) -> dict[str, Answer]:
        """What every command was answered: the whole log is played again, to count everybody's stream."""
        table = await self.store.read(lambda conn: replay_log(conn, table_id))
        return table.commands

    # What happens by itself

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
        if not self.store.is_sqlite and count % 2 == 1:
            await self._look_for_news()
        if count % 4 == 0:
            self.publish_presence(self.rooms.values())
        if not self.store.is_sqlite and count % 3 == 0:
            await self._close_revoked()

    async def _note_open(self, _: int) -> None:
        """Apart from all other work, however much there is: or the house would seem to be closed."""
        if self.store.is_sqlite and not await self.store.read(count_running):
            self.house.rest()
        else:
            await self.house.note_open()

    async def _tidy(self, _: int) -> None:
        self._rubbish.look(self.store.written)
        await self.store.tidy()

    async def _note_heads(self) -> None:
        """Beside the log, once a second: how far each table is, and when it must be woken."""
        rows = [row for room in self.rooms.values() if (row := room.head_row())]
        if rows:
            await self.store.change(lambda conn: note_heads(conn, rows))

    async def _tick_rooms(self, now: int) -> None:
        for room in list(self.rooms.values()):
            if room.is_idle(now):
                room.stop()
                del self.rooms[room.table.id]
            else:
                await self._quietly(room.tick(now))

    async def _wake_due(self, now: int) -> None:
        """Tables that sleep, or whose process is gone, and where something is due soon."""
        if not self.house.is_open:
            return
        at = schema.tables.c
        query = select(at.id).where(at.wake <= now + AHEAD).order_by(at.wake).limit(200)
        due = await self.store.read(lambda conn: conn.execute(query).scalars().all())
        asleep = [table for table in due if table not in self.rooms]
        for first in range(0, len(asleep), TOGETHER):  # whoever is next first: its time may be up before all are awake
            await asyncio.gather(*map(self._quietly, map(self.room, asleep[first : first + TOGETHER])))

    async def _wake_unnoted(self) -> None:
        """Tables whose last moves were not noted before a crash: nobody knows when they are due."""
        at, entry = schema.tables.c, schema.entries.c
        last = select(func.max(entry.seq)).where(entry.table_id == at.id).scalar_subquery()
        query = select(at.id).where(at.status == "playing", at.head < last)
        for table_id in await self.store.read(lambda conn: conn.execute(query).scalars().all()):
            await self._quietly(self.room(table_id))

    async def _look_for_news(self) -> None:
        """Entries of other processes whose hint was lost."""
        if not self.rooms:
            return
        at = schema.entries.c
        query = select(at.table_id, func.max(at.seq)).where(at.table_id.in_(list(self.rooms))).group_by(at.table_id)
        heads = await self.store.read(lambda conn: conn.execute(query).all())
        for table_id, head in heads:
            room = self.rooms.get(table_id)
            if room is not None and head > room.table.seq:
                await room.follow_others()

    # Other processes

    async def _hear(self, hint: dict[str, Any]) -> None:
        """A hint from another process."""
        if "present" in hint:
            self._note_elsewhere(hint["present"])
            for table_id in {table for table, *_ in hint["present"]} & self.rooms.keys():
                self.rooms[table_id].audience.tell_presence()
        elif "revoked" in hint:
            self.people.forget(hint["revoked"])
            self.close_sockets(hint["revoked"])
        elif (room := self.rooms.get(hint.get("table", ""))) is not None:
            await self._hear_of(room, hint)

    async def _hear_of(self, room: Room, hint: dict[str, Any]) -> None:
        if "slap" in hint:
            room.slaps.slap_elsewhere(hint)
        elif "absent" in hint:
            self._elsewhere.get(room.table.id, {}).pop(hint["absent"], None)
            room.audience.tell_presence()
        elif "emote" in hint:
            room.audience.broadcast(hint["emote"].encode())
        elif hint["seq"] > room.table.seq:
            await room.follow_others()

    def publish_presence(self, rooms: Iterable[Room]) -> None:
        """Tell the other processes who is here."""
        if not self.bus.shared:
            return
        here = [
            (room.table.id, watching.recipient, watching.viewer.trip())
            for room in rooms
            for watching in room.audience.watching.values()
            if watching.recipient != room.table.watcher
        ]
        if here:
            self.bus.publish(present=here)

    def _note_elsewhere(self, present: list[tuple[str, int, float]]) -> None:
        now = self.seconds()
        for table_id, seat, trip in present:
            self._elsewhere.setdefault(table_id, {})[seat] = (trip, now + PRESENCE)
        for table_id, seats in list(self._elsewhere.items()):
            if all(until < now for _, until in seats.values()):
                del self._elsewhere[table_id]

    def present_elsewhere(self, table_id: str) -> set[int]:
        return set(self.trips_elsewhere(table_id))

    def trips_elsewhere(self, table_id: str) -> dict[int, float]:
        """Seats whose person is at another process, and their round trips to it."""
        now = self.seconds()
        return {seat: trip for seat, (trip, until) in self._elsewhere.get(table_id, {}).items() if until > now}

    # People who are no longer welcome

    async def revoke(self, person: Person) -> None:
        await self.people.revoke(person)
        self.bus.publish(revoked=person.id)
        self.close_sockets(person.id)

    def close_sockets(self, person: str) -> None:
        for socket in [socket for socket in self.sockets if socket.person == person]:
            socket.close("revoked")

    async def _close_revoked(self) -> None:
        tokens = {socket.token for socket in self.sockets if socket.token}
        gone = tokens - await self.people.still_valid(tokens) if tokens else set()
        for socket in [socket for socket in self.sockets if socket.token in gone]:
            socket.close("revoked")
