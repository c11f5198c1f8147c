"""Which releases can serve one database together.

`READER` is what this release can read. It grows with every release whose entries, snapshots or tables of the database
an earlier one can't read, and only then. The database says (`min_reader`) what a process must be able to read at least.
"""

from __future__ import annotations

import time

from sqlalchemy import Connection, select, text

from pioche.server.catalogue import refuse
from pioche.server.storage import schema
from pioche.server.storage.steady_clock import wall_time

READER = 2  # 0.1 was 1, and does not ask
MIN_READER = 2  # what the database of this release asks of everybody; a migration notes it
WATCH = 2.0  # seconds in which a process of 0.1 notes that it is open, several times over


def check_reader(conn: Connection) -> None:
    """Refuse a database of a later release that asks for more than we can read."""
    found = revision(conn)
    asked = fact(conn, "min_reader") if found else None
    if (asked is not None and int(asked) > READER) or (asked is None and is_later(found)):
        raise refuse("storage.newer")


def check_nobody_serves(conn: Connection) -> None:
    """Refuse to change a database under processes that could not read it afterwards."""
    if conn.dialect.name == "sqlite" or revision(conn) is None:  # a file has one process, and we hold its lock
        return
    if is_served_by_older(conn) and revision(conn) != schema.REVISION:  # if it is, another of us was quicker
        raise refuse("storage.older_runs")


def is_served_by_older(conn: Connection) -> bool:
    if conn.dialect.has_table(conn, "processes"):
        at = schema.processes.c
        older = select(at.id).where(at.until > database_time(conn), at.reader < MIN_READER)
        return conn.execute(older).first() is not None
    noted = fact(conn, "noted")
    if noted is None or database_time(conn) - int(noted) > 1000 * WATCH:
        return False
    time.sleep(WATCH)
    return fact(conn, "noted") != noted


def revision(conn: Connection) -> str | None:
    """The last migration that a database has seen; None if it is empty."""
    if not conn.dialect.has_table(conn, "alembic_version"):
        return None
    return conn.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def is_later(found: str | None) -> bool:
    """Has a later release been here?"""
    return found is not None and found > schema.REVISION


def fact(conn: Connection, name: str) -> str | None:
    at = schema.facts.c
    return conn.execute(select(at.value).where(at.name == name)).scalar()


def database_time(conn: Connection) -> int:
    """The wall clock of the database, in milliseconds: all processes ask the same one."""
    if conn.dialect.name == "sqlite":
        return wall_time()
    return int(conn.execute(text("SELECT extract(epoch FROM clock_timestamp()) * 1000")).scalar_one())
