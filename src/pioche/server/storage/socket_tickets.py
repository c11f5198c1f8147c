"""Tickets: each opens one socket, at any process, within seconds. Only their hashes are stored.

Whoever reads the database learns no ticket from it, and a row that says more than `TICKET` seconds opens nothing.
"""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, delete, insert

from pioche.server.storage import schema
from pioche.server.storage.deployment_clock import database_time
from pioche.server.storage.grouped_calls import GroupedCalls
from pioche.server.storage.log_store import LogStore

TICKET = 30  # seconds


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Tickets:
    def __init__(self, store: LogStore) -> None:
        self._store = store
        self._giving: GroupedCalls[str] = GroupedCalls(self._give)
        self._taking: GroupedCalls[str] = GroupedCalls(self._take)
        self._being_taken: set[str] = set()
        self._owners: dict[str, str] = {}  # of tickets that are just being made, by hash

    async def give(self, token: str) -> str:
        """A ticket for whoever has the token of this hash."""
        ticket = secrets.token_urlsafe(32)
        self._owners[hashed(ticket)] = token
        try:
            await self._giving.ask(hashed(ticket))
        finally:
            self._owners.pop(hashed(ticket), None)
        return ticket

    async def take(self, ticket: str) -> str | None:
        """The hash of the token it was given for; it is used up. None if it is no ticket, or none any more."""
        key = hashed(ticket)
        if key in self._being_taken:  # two who ask at once would be answered together
            return None
        self._being_taken.add(key)
        try:
            return await self._taking.ask(key)
        finally:
            self._being_taken.discard(key)

    async def _give(self, made: set[str]) -> dict[str, str]:
        owners = {each: self._owners[each] for each in made if each in self._owners}
        await self._store.change(lambda conn: store_tickets(conn, owners))
        return {}

    async def _take(self, taken: set[str]) -> dict[str, str]:
        return await self._store.change(lambda conn: use_tickets(conn, taken))


def store_tickets(conn: Connection, owners: dict[str, str]) -> None:
    now = database_time(conn)
    conn.execute(delete(schema.tickets).where(schema.tickets.c.expires < now))
    rows = [{"hash": each, "token": token, "expires": now + TICKET * 1000} for each, token in owners.items()]
    if rows:
        conn.execute(insert(schema.tickets), rows)


def use_tickets(conn: Connection, taken: set[str]) -> dict[str, str]:
    """Deleted, and so good once, whichever process asks."""
    at, now = schema.tickets.c, database_time(conn)
    rows = conn.execute(delete(schema.tickets).where(at.hash.in_(taken)).returning(at.hash, at.token, at.expires)).all()
    return {row.hash: row.token for row in rows if now <= row.expires <= now + TICKET * 1000}
