"""Bugs in what is kept, to be planted in a server: tickets, locks, lists."""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy import Connection, select

from faults.fault_injection import replace
from pioche.server.sessions import table_expiry
from pioche.server.storage import log_store, schema, socket_tickets, table_lists
from pioche.server.storage.socket_tickets import Tickets


def things_go_soon() -> None:
    """No bug: who has left is gone after two seconds, and an open table that everybody left after three."""
    replace(table_lists, "HERE", 2000)
    replace(table_expiry, "LINGER", 3000)
    replace(table_expiry, "SEEN", 1)
    replace(table_expiry, "LEFT", 1)


def keeps_tickets() -> None:
    """Tickets are stored as they are."""
    replace(socket_tickets, "hashed", lambda ticket: ticket)


def seals_tickets() -> None:
    """A ticket that is sealed with what is stored opens a socket, as in 0.1."""
    take = Tickets.take

    def stored(conn: Connection) -> list[str]:
        return list(conn.execute(select(schema.facts.c.value)).scalars())

    async def taken(self: Tickets, ticket: str) -> str | None:
        body, _, seal = ticket.rpartition(".")
        for secret in await self._store.read(stored):
            if hmac.compare_digest(hmac.new(secret.encode(), body.encode(), hashlib.sha256).hexdigest(), seal):
                return body.split(".")[0]
        return await take(self, ticket)

    replace(Tickets, "take", taken)


def sleeps_on_a_lock() -> None:
    """The event loop waits until nobody else holds the database, however slow the disk is."""
    replace(log_store, "BUSY", 5000)
    replace(log_store, "SLOW", float("inf"))


def waits_a_while_for_a_lock() -> None:
    """The event loop waits a second and a half before it leaves that to its thread."""
    replace(log_store, "BUSY", 1500)


def lists_everything() -> None:
    things_go_soon()
    replace(table_lists, "OF_ADDRESS", 10_000)
    replace(table_lists, "OF_PERSON", 10_000)


def keeps_tables_open() -> None:
    things_go_soon()
    replace(table_expiry, "left", lambda conn, way, last: [])
