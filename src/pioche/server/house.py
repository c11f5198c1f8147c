"""What all processes of one house share: its epoch, its seal, its time, and when it was closed.

Once a second somebody notes that the house is open. When that note is old, nobody was there, and the time between
counts on nobody's clock.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update

from pioche.server import schema
from pioche.server.clock import Clock
from pioche.server.store import Store

CLOSED = 3000  # milliseconds without a note


class House:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.clock = Clock()
        self.epoch = ""
        self.secret = b""
        self.outages: list[tuple[int, int]] = []
        self._noted = 0  # when we last noted that the house is open

    async def open(self) -> None:
        facts = await self._store.change(self._open)
        self.epoch, self.secret = facts["epoch"], bytes.fromhex(facts["secret"])
        self._noted = self.clock.now()

    def _open(self, conn: Connection) -> dict[str, str]:
        if conn.dialect.name == "postgresql":
            conn.execute(text("SELECT pg_advisory_xact_lock(5212)"))
        facts = self._facts(conn)
        for name, size in (("epoch", 6), ("secret", 32)):
            if name not in facts:
                facts[name] = secrets.token_hex(size)
                conn.execute(insert(schema.facts).values(name=name, value=facts[name]))
        self.clock = Clock(int(facts.get("pulse", "0")))
        self._note(conn, facts)
        return facts

    @property
    def is_open(self) -> bool:
        """Has it lately been noted that we are open? If not, no time-out is called."""
        return self.clock.now() - self._noted < CLOSED

    def rest(self) -> None:
        """No clock is running anywhere: there is nothing to note."""
        self._noted = self.clock.now()

    async def note_open(self) -> None:
        await self._store.change(lambda conn: self._note(conn, self._facts(conn)))
        self._noted = self.clock.now()

    def _facts(self, conn: Connection) -> dict[str, str]:
        return {row.name: row.value for row in conn.execute(select(schema.facts))}

    def _note(self, conn: Connection, facts: dict[str, str]) -> None:
        now, last = self.clock.now(), int(facts.get("pulse", "0"))
        if last and now - max(last, self._noted) > CLOSED:
            self._add_outage(conn, last, now)
        if "pulse" not in facts:
            conn.execute(insert(schema.facts).values(name="pulse", value=str(now)))
        elif now > last:
            conn.execute(update(schema.facts).where(schema.facts.c.name == "pulse").values(value=str(now)))
        self.outages[:] = [(down, up) for down, up in conn.execute(select(schema.outages).order_by("down"))]

    def _add_outage(self, conn: Connection, down: int, up: int) -> None:
        """What was due meanwhile is due that much later."""
        if conn.execute(select(schema.outages).where(schema.outages.c.up > down)).first() is None:
            conn.execute(insert(schema.outages).values(down=down, up=up))
            later: Any = schema.tables.c.wake + (up - down)
            conn.execute(update(schema.tables).where(schema.tables.c.wake >= down).values(wake=later))


def count_running(conn: Connection) -> int:
    """How many tables have a clock running, or a bot to move."""
    query = select(func.count()).select_from(schema.tables).where(schema.tables.c.wake.is_not(None))
    return int(conn.execute(query).scalar_one())
