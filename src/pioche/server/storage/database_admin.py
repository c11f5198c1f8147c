"""Looking after a server's database from the command line, even while it is served."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table
from sqlalchemy import Connection, select

from pioche.server.catalogue import refuse, text
from pioche.server.storage import schema
from pioche.server.storage.database import checked_url, open_engine, opening
from pioche.server.storage.game_records import ENDED, read_record
from pioche.server.storage.kept_records import kept_record
from pioche.table.errors import PiocheError


def copy_database(url: str, target: Path) -> None:
    """A consistent copy. It gets an epoch of its own: clients of the original don't take it for the original.

    Nobody but the owner may read it, and what would open a socket or another device is not in it.
    """
    made = checked_url(url)
    if made.drivername != "sqlite":
        raise refuse("admin.only_sqlite")
    if target.exists():
        raise refuse("admin.exists", target=target)
    writing(target, lambda: target.touch(0o600, exist_ok=False))
    try:
        with opening(made), closing(sqlite3.connect(made.database or "")) as source:
            copy_into(source, target)
    except BaseException:
        target.unlink(missing_ok=True)  # half a copy is none
        raise


def copy_into(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target)) as copy, copy:
        source.backup(copy)
        copy.execute("PRAGMA secure_delete = ON")  # or what is deleted stays in the file
        found = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for each in found & {"tickets", "links"}:
            copy.execute(f"DELETE FROM {each}")
        copy.execute("DELETE FROM facts WHERE name = 'secret'")  # version 0.1 sealed its tickets with it
        copy.execute("UPDATE facts SET value = ? WHERE name = 'epoch'", (secrets.token_hex(6),))


def print_tables(url: str) -> None:
    at = schema.tables.c
    with reading(url) as conn:
        rows = conn.execute(select(at.id, at.code, at.status, at.head, at.summary).order_by(at.updated.desc())).all()
    table = Table("id", "code", text("admin.name"), "", "", "")
    for row in rows:
        facts = msgspec.json.decode(row.summary)
        names = ", ".join(chair.get("name") or chair.get("bot") or "…" for chair in facts["chairs"])
        table.add_row(row.id, row.code, facts["game"], row.status, str(row.head), escape(names))
    Console().print(table)


def export_records(url: str, target: Path) -> int:
    """Every game that has ended as a record in a folder, and how many; those already there are left as they are."""
    writing(target, lambda: target.mkdir(parents=True, exist_ok=True))
    at = schema.tables.c
    with reading(url) as conn:
        ended = conn.execute(select(at.id, at.game).where(at.status.in_(ENDED)).order_by(at.created)).all()
        shown = track(ended, console=Console(stderr=True), transient=True)
        return sum(export_record(conn, table_id, target / f"{game}-{table_id}.txt") for table_id, game in shown)


def export_record(conn: Connection, table_id: str, file: Path) -> bool:
    """False if it was closed before anything was dealt: then there is no record."""
    if not file.exists():
        try:
            found = kept_record(conn, table_id) or read_record(conn, table_id)
        except PiocheError as error:
            if error.reason[0] == "table.not_over":
                return False
            raise
        writing(file, partial(file.write_text, found, encoding="utf-8"))
    return True


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    """A database that may be served meanwhile; if it is none of ours a sentence says so."""
    engine = open_engine(url)
    try:
        with opening(checked_url(url)), engine.connect() as conn:
            yield conn
    finally:
        engine.dispose()


def writing(target: Path, write: Callable[[], object]) -> None:
    """Say in a sentence why something can't be written there."""
    try:
        write()
    except OSError as error:
        raise refuse("admin.target", target=target, why=error.strerror) from None
