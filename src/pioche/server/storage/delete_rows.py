"""What nobody needs any more, and how it is removed: a few rows at a time, so that play goes on meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Exists, Select, and_, delete, exists, func, or_, select

from pioche.server.storage import schema

DAY = 86_400_000  # milliseconds
GUEST = 30  # days after which a guest who has no game is forgotten
TOKEN = 400  # days that a device may stay away: no browser keeps a cookie for longer
CLOSED = 2  # days after which a closed table that is in nobody's list is removed
FEW_PEOPLE, FEW_TABLES = 200, 20  # in one transaction


def day_of(now: int) -> int:
    return now // DAY


# Deleting people


def gone(now: int) -> Select[Any]:
    """Guests without a game who were not here for a while, and whoever nobody can be any more."""
    people, tokens, seats = schema.people.c, schema.tokens.c, schema.seats.c

    def used_since(day: int) -> Exists:
        return exists().where(tokens.person == people.id, tokens.used >= day)

    has_seat = exists().where(seats.person == people.id)
    lately = used_since(day_of(now) - GUEST)
    idle = and_(~lately, ~has_seat)
    nobody = ~used_since(day_of(now) - TOKEN)
    return select(people.id).where(people.created < now - DAY, or_(idle, nobody))


def people_gone(conn: Connection, now: int) -> list[str]:
    return list(conn.execute(gone(now).limit(FEW_PEOPLE)).scalars())


def forget(conn: Connection, asked: Sequence[str], now: int) -> int:
    """Those of them who have not come back meanwhile, and all their keys. What they played stays."""
    people = list(conn.execute(gone(now).where(schema.people.c.id.in_(asked))).scalars())
    for each in (schema.tokens, schema.links):
        conn.execute(delete(each).where(each.c.person.in_(people)))
    return conn.execute(delete(schema.people).where(schema.people.c.id.in_(people))).rowcount


# Deleting games


def old_games(before: int) -> Select[Any]:
    """Finished, and not touched since."""
    at = schema.tables.c
    return select(at.id).where(at.status.in_(("over", "closed")), at.updated < before)


def tables_gone(conn: Connection, before: int) -> list[str]:
    return list(conn.execute(old_games(before).limit(FEW_TABLES)).scalars())


def unlisted(conn: Connection, now: int) -> list[str]:
    """Closed a while ago, and nobody sits there: nothing was dealt, or only to bots."""
    at, seat = schema.tables.c, schema.seats.c
    closed = and_(at.status == "closed", at.updated < now - CLOSED * DAY)
    query = select(at.id).where(closed, ~exists().where(seat.table_id == at.id))
    return list(conn.execute(query.limit(FEW_TABLES)).scalars())


def remove_tables(conn: Connection, tables: Sequence[str]) -> int:
    """With everything that is kept of them, whatever that is."""
    for each in schema.metadata.tables.values():
        if "table_id" in each.c:
            conn.execute(delete(each).where(each.c.table_id.in_(tables)))
    return conn.execute(delete(schema.tables).where(schema.tables.c.id.in_(tables))).rowcount


# Deleting keys


def old_tokens(now: int) -> Select[Any]:
    at = schema.tokens.c
    return select(at.hash).where(at.used < day_of(now) - TOKEN)


def remove_tokens(conn: Connection, now: int) -> int:
    return conn.execute(delete(schema.tokens).where(schema.tokens.c.hash.in_(old_tokens(now)))).rowcount


def old_links(now: int) -> Select[Any]:
    return select(schema.links.c.hash).where(schema.links.c.expires < now // 1000)


def remove_links(conn: Connection, now: int) -> int:
    return conn.execute(delete(schema.links).where(schema.links.c.expires < now // 1000)).rowcount


def count(conn: Connection, query: Select[Any]) -> int:
    return int(conn.execute(select(func.count()).select_from(query.subquery())).scalar_one())
