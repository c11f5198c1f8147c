"""What all processes of one house share: its epoch, its time, and when it was closed.

Twice a second somebody notes that the house is open; where no clock is running, once a minute. When that note is old,
nobody was there, and the time between counts on nobody's clock, nor for what goes by itself.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update

from pioche.server.storage import schema
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.release_compatibility import database_time as database_time
from pioche.server.storage.steady_clock import SteadyClock, wall_time

NOTE = 0.5  # seconds between two notes
RESTING = 60_000  # milliseconds between two notes where no clock is running
CLOSED = 3000  # milliseconds without a note
AT_START = 600  # … for a process that has just begun: it is not itself too busy to note anything
OPEN = 2000  # milliseconds after a note in which time-outs are called: well before it may be called an outage
NOTING = 5212  # PostgreSQL's lock for whoever notes something about the house
TRY_NOTING = text(f"SELECT pg_try_advisory_xact_lock({NOTING})")


class Cluster:
    def __init__(self, store: LogStore) -> None:
        self._store = store
        self.clock = SteadyClock(wall_time())
        self.epoch = ""
        self.outages: list[tuple[int, int]] = []
        self._noted = 0  # when we last noted that the house is open, or need not have …
        self._stored = 0  # … and when that was stored

    async def open(self) -> None:
        facts = await self._store.change(self._open)
        self.epoch = facts["epoch"]
        self._noted = self._stored = self.clock.now()

    def _open(self, conn: Connection) -> dict[str, str]:
        if conn.dialect.name == "postgresql":
            conn.execute(text(f"SELECT pg_advisory_xact_lock({NOTING})"))
        facts = self._facts(conn)
        if "epoch" not in facts:
            facts["epoch"] = secrets.token_hex(6)
            conn.execute(insert(schema.facts).values(name="epoch", value=facts["epoch"]))
        self.clock = self._set_clock(conn, facts)
        self._note(conn, facts, AT_START)
        return facts

    def _set_clock(self, conn: Connection, facts: dict[str, str]) -> SteadyClock:
        """Where others are at work their time counts, however this machine's clock is set."""
        pulse, age = int(facts.get("pulse", "0")), database_time(conn) - int(facts.get("noted", "0"))
        return SteadyClock(pulse + age if 0 <= age <= CLOSED else max(wall_time(), pulse))

    @property
    def is_open(self) -> bool:
        """Has it lately been noted that we are open? If not, no time-out is called."""
        return self.clock.now() - self._noted < OPEN

    def rest(self) -> bool:
        """No clock is running anywhere: is there nothing to note for now?"""
        self._noted = self.clock.now()
        return self._noted - self._stored < RESTING

    async def note_open(self) -> None:
        await self._store.change(self._note_in_turn)
        self._noted = self._stored = self.clock.now()

    def _note_in_turn(self, conn: Connection) -> None:
        """Where another process is just noting it, nobody waits: they could be waiting for each other."""
        its_turn = conn.dialect.name == "sqlite" or conn.execute(TRY_NOTING).scalar()
        facts = self._facts(conn)
        if its_turn:
            self._note(conn, facts)
        else:
            self.clock.catch_up(int(facts.get("pulse", "0")))

    def _facts(self, conn: Connection) -> dict[str, str]:
        return {row.name: row.value for row in conn.execute(select(schema.facts))}

    def _note(self, conn: Connection, facts: dict[str, str], closed: int = CLOSED) -> None:
        last = int(facts.get("pulse", "0"))
        self.clock.catch_up(last)
        now, open_until = self.clock.now(), max(last, self._noted)
        if last and now - open_until > closed:
            self._add_outage(conn, open_until, now, closed)
        for name, value in (("pulse", now), ("noted", database_time(conn))):
            self._keep(conn, facts, name, str(value))
        self.outages[:] = [(down, up) for down, up in conn.execute(select(schema.outages).order_by("down"))]

    def _keep(self, conn: Connection, facts: dict[str, str], name: str, value: str) -> None:
        if name in facts:
            conn.execute(update(schema.facts).where(schema.facts.c.name == name).values(value=value))
        else:
            conn.execute(insert(schema.facts).values(name=name, value=value))

    def _add_outage(self, conn: Connection, last: int, up: int, closed: int) -> None:
        """What was due meanwhile is due that much later; while something was still stored, we were there."""
        down = max(last, last_entry(conn, last))
        known = conn.execute(select(schema.outages).where(schema.outages.c.up > down)).first()
        if known is None and up - down > closed:
            conn.execute(insert(schema.outages).values(down=down, up=up))
            later: Any = schema.tables.c.wake + (up - down)
            conn.execute(update(schema.tables).where(schema.tables.c.wake >= down).values(wake=later))
            conn.execute(update(schema.processes).values(until=0))  # nobody was there: who still lives says so again


def last_entry(conn: Connection, since: int) -> int:
    """When something was last stored at a table that goes on."""
    at, running = schema.entries.c, select(schema.tables.c.id).where(schema.tables.c.wake.is_not(None))
    query = select(func.max(at.at)).where(at.at > since, at.table_id.in_(running))
    return conn.execute(query).scalar() or 0


def count_running(conn: Connection) -> int:
    """How many tables have a clock running, or a bot to move."""
    query = select(func.count()).select_from(schema.tables).where(schema.tables.c.wake.is_not(None))
    return int(conn.execute(query).scalar_one())
