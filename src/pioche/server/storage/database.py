"""Databases: SQLite in a file of one's own, or PostgreSQL; opened, and brought to the present schema."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from pioche.server.catalogue import refuse
from pioche.server.settings import data_folder
from pioche.server.storage import schema
from pioche.server.storage.release_compatibility import check_nobody_serves, check_reader, is_later, revision

CONNECT = 5  # seconds that a database may take to answer
WAIT = 5000  # milliseconds
LETTING_GO = 1.0  # seconds: a process that was killed as it began another holds its lock until that one is on its way
OTHERS = 0o077  # what group and others may do with a file

logger = logging.getLogger("pioche.database")


class NoMigration(Exception):
    """No way leads from this database's schema to ours."""


def checked_url(url: str) -> URL:
    """The address of a database that we can use."""
    try:
        made = make_url(url)
    except ArgumentError:
        raise refuse("storage.url", url=url) from None
    if made.drivername == "postgresql":
        made = made.set(drivername="postgresql+psycopg")
    in_a_file = made.drivername == "sqlite" and made.database not in (None, "", ":memory:")
    if not in_a_file and made.drivername != "postgresql+psycopg":
        raise refuse("storage.url", url=as_said(made))
    return made


def as_said(url: URL) -> str:
    """An address as one gives it, without its password."""
    return url.set(drivername=url.get_backend_name()).render_as_string()


def open_engine(url: str, wait: int = WAIT) -> Engine:
    """`wait`: milliseconds that SQLite sleeps while somebody else holds its lock."""
    made = checked_url(url)
    if made.drivername == "sqlite":
        engine = create_engine(made, hide_parameters=True)
        event.listen(engine, "connect", lambda connection, _: prepare_sqlite(connection, wait))
        dialect: Any = engine.dialect
        dialect.do_begin = lambda connection: connection.execute("BEGIN")  # an event would slow down every statement
        return engine
    return create_engine(made, hide_parameters=True, pool_pre_ping=True, connect_args={"connect_timeout": CONNECT})


@contextmanager
def opening(url: URL) -> Iterator[None]:
    """Say in a sentence why a database can't be used."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, NoMigration, OSError) as error:
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise refuse("storage.unusable", url=as_said(url), why=why) from None


def prepare_sqlite(connection: Any, wait: int) -> None:
    """Durable, and readers never wait: a write-ahead log, synced at every commit. `Store.tidy` empties it."""
    connection.isolation_level = None  # we say when a transaction begins
    for pragma in (
        "auto_vacuum=INCREMENTAL",  # a file can shrink again; said before anything is written
        "journal_mode=WAL",
        "synchronous=FULL",
        f"busy_timeout={wait}",
        "foreign_keys=ON",
        "wal_autocheckpoint=50000",
    ):
        connection.execute(f"PRAGMA {pragma}")


def claim(path: str) -> Any:
    """A file has one server: a second one is told so."""
    with opening(URL.create("sqlite", database=path)):
        Path(path).parent.mkdir(0o700, parents=True, exist_ok=True)
        tighten(path)
        lock = Path(path + ".lock").open("w")  # noqa: SIM115  it is held as long as we serve
    try:
        import fcntl
    except ImportError:  # not a Unix: the writer's own lock must do
        return lock
    give_up = time.monotonic() + LETTING_GO
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except OSError:
            if time.monotonic() > give_up:
                lock.close()
                raise refuse("storage.taken", path=path) from None
            time.sleep(0.02)


def keep_private() -> None:
    """Whatever this process writes from now on is its owner's alone."""
    os.umask(OTHERS)


def tighten(path: str) -> None:
    """What an earlier version left open to others is closed; a folder that may have other uses is left alone."""
    folder = [data_folder()] if Path(path).parent == data_folder() else []
    files = [*folder, *(Path(path + end) for end in ("", "-wal", "-shm", ".lock"))]
    for each in [file for file in files if file.exists() and file.stat().st_mode & OTHERS]:
        each.chmod(each.stat().st_mode & ~OTHERS)
        logger.warning("others could read %s: now only its owner can", each.name)


def migrate(conn: Connection) -> None:
    """Bring the database to the present schema; processes that start together take turns."""
    check_reader(conn)
    if (found := revision(conn)) == schema.REVISION or is_later(found):
        return
    check_nobody_serves(conn)
    from alembic import command  # it takes a while to load, and is seldom needed
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = conn
    logging.getLogger("alembic").setLevel(logging.WARNING)
    if conn.dialect.name == "postgresql":
        conn.exec_driver_sql("SELECT pg_advisory_xact_lock(5211)")
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise NoMigration(str(error)) from None
    conn.commit()
