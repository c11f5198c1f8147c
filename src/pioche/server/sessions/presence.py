"""Who is at which table, at whatever process: known from the database, and sooner where there is a bus.

Every process notes in the database that it lives, and who is there at its tables; what it notes holds as long as it
lives. A file has one process, which knows by itself who is there.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Connection,
    Select,
    String,
    any_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
    update,
)

from pioche.server.storage import schema
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.release_compatibility import READER

BEAT = 1.5  # seconds between two notes that a process lives
LIFE = 4000  # milliseconds that such a note holds
SWEEP = 60_000  # milliseconds after which what is left of a process is swept away
SURE = 3.0  # seconds that a look into the database holds
GRACE = 3.0  # seconds at least before somebody is missed where others could be at another process
TOLD = 4.0  # seconds that another process's word holds

NOW = literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", BigInteger)  # PostgreSQL's

Place = tuple[str, int]  # a table and a seat


def living(silent: int = LIFE) -> Select[tuple[str]]:
    """The processes that have said within so many milliseconds that they live."""
    return select(schema.processes.c.id).where(schema.processes.c.until > NOW + (LIFE - silent))


LIVING = living()


class PresenceTracker:
    def __init__(self, store: LogStore, process: str) -> None:
        self.shared = not store.is_sqlite  # could other processes serve this database?
        self._store = store
        self._process = process
        self._noted: set[Place] | None = None  # what the database has of us; None: it is not known
        self._beat = 0.0
        self._seen: dict[str, set[int]] = {}  # in the database, of the others
        self._looked = -SURE  # when
        self._told: dict[str, dict[int, tuple[float, float]]] = {}  # over the bus: round trips, and until when

    # People at other processes

    def seats(self, table_id: str) -> set[int]:
        return {*self._seen.get(table_id, ()), *self.trips(table_id)}

    def trips(self, table_id: str) -> dict[int, float]:
        """The round trips to the other processes, as far as they have told them."""
        now = time.monotonic()
        return {seat: trip for seat, (trip, until) in self._told.get(table_id, {}).items() if until > now}

    @property
    def is_sure(self) -> bool:
        """Is it known who is at the other processes? If not, nobody is missed."""
        return not self.shared or time.monotonic() - self._looked < SURE

    def grace(self, seconds: float) -> float:
        """Who goes to another process has the time to be seen there."""
        return max(seconds, GRACE) if self.shared else seconds

    async def look(self, table_id: str) -> set[int]:
        """Who is at another process just now."""
        if not self.shared:
            return set()
        return await self._store.read(lambda conn: read_seats(conn, self._process, table_id))

    def see(self, there: Iterable[Place]) -> None:
        """All that the database has of the others' people, at the tables that are awake here."""
        self._seen, self._looked = {}, time.monotonic()
        for table_id, seat in there:
            self._seen.setdefault(table_id, set()).add(seat)

    def hear(self, present: Iterable[tuple[str, int, float]]) -> None:
        """Another process tells who is there."""
        now = time.monotonic()
        for table_id, seat, trip in present:
            self._told.setdefault(table_id, {})[seat] = (max(0.0, trip), now + TOLD)
        for table_id, seats in list(self._told.items()):
            if all(until < now for _, until in seats.values()):
                del self._told[table_id]

    def hear_absent(self, table_id: str, seat: int) -> None:
        """Another process tells that somebody is there no longer."""
        self._told.get(table_id, {}).pop(seat, None)
        self._seen.get(table_id, set()).discard(seat)

    # People at this process

    async def note(self, here: set[Place]) -> None:
        """That this process lives, and who is at its tables; nothing where that was said a moment ago."""
        now, before = time.monotonic(), self._noted
        if not self.shared or (here == before and now - self._beat < BEAT):
            return
        self._noted = None  # should it fail, all is said again
        await self._store.change(lambda conn: write_presence(conn, self._process, before, here))
        self._noted, self._beat = here, now

    async def leave(self) -> None:
        """This process ends, and its people with it."""
        if self.shared:
            await self._store.change(lambda conn: sweep(conn, schema.processes.c.id == self._process))


def write_presence(conn: Connection, process: str, before: set[Place] | None, here: set[Place]) -> None:
    at = schema.presence.c
    if not beat(conn, process) or before is None:
        conn.execute(delete(schema.presence).where(at.process == process))
        before = set()
    if gone := [{"table": table, "chair": seat} for table, seat in before - here]:
        mine = at.process == process, at.table_id == bindparam("table"), at.seat == bindparam("chair")
        conn.execute(delete(schema.presence).where(*mine), gone)
    if come := [{"process": process, "table_id": table, "seat": seat} for table, seat in here - before]:
        conn.execute(insert(schema.presence), come)


def beat(conn: Connection, process: str) -> bool:
    """Note that a process lives; False if it had been swept away, or is new: then it sweeps itself."""
    at = schema.processes.c
    if conn.execute(update(schema.processes).where(at.id == process).values(until=NOW + LIFE)).rowcount:
        return True
    sweep(conn, at.until < NOW - SWEEP)
    conn.execute(insert(schema.processes).values(id=process, until=NOW + LIFE, reader=READER))
    return False


def sweep(conn: Connection, which: object) -> None:
    """Some processes are gone, and who was there with them."""
    conn.execute(delete(schema.processes).where(which))  # type: ignore[arg-type]
    known = select(schema.processes.c.id)
    conn.execute(delete(schema.presence).where(schema.presence.c.process.not_in(known)))


def read_seats(conn: Connection, process: str, table_id: str) -> set[int]:
    at = schema.presence.c
    query = select(at.seat).where(at.table_id == table_id, at.process != process, at.process.in_(LIVING))
    return set(conn.execute(query).scalars())


def read_news(conn: Connection, process: str, sessions: list[str]) -> tuple[dict[str, int], list[Place]]:
    """How far these tables are, and who is there at other processes: PostgreSQL is asked once for both."""
    entry, at = schema.entries.c, schema.presence.c
    these = any_(literal(sessions, ARRAY(String)))
    heads = select(entry.table_id, literal(-1).label("seat"), func.max(entry.seq)).where(entry.table_id == these)
    there = select(at.table_id, at.seat, literal(0)).where(
        at.table_id == these, at.process != process, at.process.in_(LIVING)
    )
    rows = conn.execute(heads.group_by(entry.table_id).union_all(there)).all()
    found = {table: head for table, seat, head in rows if seat < 0}
    return found, [(table, seat) for table, seat, _ in rows if seat >= 0]
