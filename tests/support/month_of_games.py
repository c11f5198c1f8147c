"""A month of guests and games, written straight into a database: how it looks when nobody ever tidies up.

And what they leave behind, made as it is made in play.
"""

from __future__ import annotations

import secrets
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, func, insert, select

from pioche.server.model.entries import Botted, Created, Pace, Sat
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.settings import Settings
from pioche.server.storage import schema
from pioche.server.storage.table_lists import GOING_ON
from server.conftest import SetClock

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


async def leave_tables(url: str, start: int, end: int, left: int) -> int:
    """So many of each kind are left at the start; how many are not over after what goes by itself has gone."""
    clock = SetClock(start)
    with patch("pioche.server.storage.deployment_clock.SteadyClock", lambda now: clock):
        registry = TableRegistry(Settings(database=url, warm_up=False))
        await registry.start()
        for _ in range(left):
            await leave_each(registry)
        await registry._note_heads()
        clock.time = end
        await registry._note_open(0)
        await registry.expiry.close_left()
        await registry.expiry.remove_unlisted()
        at = schema.tables.c
        open_still = select(func.count()).where(at.status.in_(GOING_ON))
        found = await registry.store.read(lambda conn: conn.execute(open_still).scalar_one())
        await registry.stop()
    return int(found)


async def leave_each(registry: TableRegistry) -> None:
    """An open table, one by correspondence, a game without a clock, and one of bots alone."""
    ada, bob = [(await registry.accounts.welcome(name))[0] for name in ("Ada", "Bob")]
    sits = Sat(0, ada.id, ada.name)
    for pace in (Pace(), Pace("days")):
        await Lobby(registry).create(ada, Created("kolpa", 2, ada.id, "", public=True, pace=pace), [sits])
    session = await Lobby(registry).create(ada, Created("kolpa", 2, ada.id, ""), [sits])
    await Lobby(registry).sit(session, bob, 1, "")
    bots = [Botted(seat, "thumb") for seat in range(2)]
    await Lobby(registry).create(ada, Created("kolpa", 2, ada.id, ""), bots)
