"""A month of guests and games, written straight into a database: how it looks when nobody ever tidies up."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection, insert

from pioche.server import schema

DAY = 86_400_000
MOVES = 40  # entries of a game


def store_day(conn: Connection, now: int, guests: int, games: int) -> None:
    """Guests who came that day and never again; half of the games between two of them who stay."""
    people = [secrets.token_hex(8) for _ in range(guests)]
    day = {"created": now}
    conn.execute(insert(schema.people), [{"id": each, "name": "Guest", **day} for each in people])
    used = {"used": now // DAY, **day}
    conn.execute(insert(schema.tokens), [{"hash": secrets.token_hex(32), "person": each, **used} for each in people])
    for _ in range(games):
        store_game(conn, now)


def store_game(conn: Connection, now: int, status: str = "over") -> str:
    """With a log, a snapshot and a review, as games have them."""
    table = secrets.token_urlsafe(12)
    row: dict[str, Any] = {
        "id": table, "game": "kolpa", "status": status, "public": False, "created": now, "updated": now,
        "head": MOVES, "seed": bytes(32), "summary": "{}" + " " * 600, "seen": now,
    }  # fmt: skip
    conn.execute(insert(schema.tables).values(row))
    body = secrets.token_hex(40)
    entries = [{"table_id": table, "seq": n, "command": f"c{n}", "at": now, "body": body} for n in range(MOVES)]
    conn.execute(insert(schema.entries), entries)
    conn.execute(insert(schema.snapshots).values(table_id=table, seq=MOVES, body=body * 20))
    conn.execute(insert(schema.reviews).values(table_id=table, seat=0, body=body))
    conn.execute(insert(schema.seats).values(table_id=table, seat=0, person="x"))
    return table
