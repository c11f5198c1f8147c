"""Which process sees to which table: a table has one keeper, and another process takes it only if that one is gone.

A file has one process. Where several serve one database, the keeper of a table is the one that last stored something
there; it wakes the table before something is due. Whoever finds that its keeper no longer lives, has not said so when
something is about to be due, or that something is overdue, becomes the keeper.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, not_, or_, select, update

from pioche.server.sessions.presence import LIFE, living
from pioche.server.storage import schema

AHEAD = 4000  # milliseconds before something is due that a table is woken: its own alarm is exact
LAST = 600  # … that it is not left to a keeper who should have said that it lives
SILENT = 2000  # milliseconds after which it should
OVERDUE = 3000  # milliseconds after it was due that a living keeper's table is taken from it
MOST = 200  # tables at a time

Due = tuple[str, str]  # a table and its keeper


def read_due(conn: Connection, process: str, now: int, newer: Collection[str] = ()) -> list[Due]:
    """Tables that this process is to wake, the most urgent first; those that only a newer one can read are not."""
    at = schema.tables.c
    due: ColumnElement[bool] = at.wake <= now + AHEAD
    if conn.dialect.name != "sqlite":
        last = and_(at.wake <= now + LAST, not_(kept_by_another(process, SILENT)))
        due = or_(and_(due, not_(kept_by_another(process))), last, at.wake <= now - OVERDUE)
    query = select(at.id, at.keeper).where(due, at.id.not_in(newer)).order_by(at.wake).limit(MOST)
    return [(table, keeper) for table, keeper in conn.execute(query)]


def read_unnoted(conn: Connection, process: str) -> list[Due]:
    """Tables under way of which more is stored than was noted, and whose keeper is gone."""
    at, entry = schema.tables.c, schema.entries.c
    last = select(func.max(entry.seq)).where(entry.table_id == at.id).scalar_subquery()
    query = select(at.id, at.keeper).where(at.status == "playing", at.head < last)
    if conn.dialect.name != "sqlite":
        query = query.where(not_(kept_by_another(process)))
    return [(table, keeper) for table, keeper in conn.execute(query)]


def kept_by_another(process: str, silent: int = LIFE) -> Any:
    """Is the keeper another process, which lives, as it has said within so many milliseconds?"""
    at = schema.tables.c
    return and_(at.keeper != process, at.keeper.in_(living(silent)))


def take(conn: Connection, process: str, due: list[Due]) -> list[str]:
    """Become the keeper of tables, unless somebody else just has; whose keeper we are is ours."""
    return [table for table, keeper in due if keeper == process or change_keeper(conn, table, keeper, process)]


def change_keeper(conn: Connection, table: str, keeper: str, new: str) -> bool:
    at = schema.tables.c
    changed = conn.execute(update(schema.tables).where(at.id == table, at.keeper == keeper).values(keeper=new))
    return bool(changed.rowcount)
