"""`pioche admin tidy`: what is old goes, in small steps, while a server goes on serving the same database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.progress import Progress
from sqlalchemy import Connection, Engine, Select
from sqlalchemy.exc import OperationalError

from pioche.server.catalogue import text
from pioche.server.storage.database import checked_url, claim, open_engine, opening
from pioche.server.storage.delete_rows import (
    DAY,
    count,
    forget,
    gone,
    old_games,
    old_links,
    old_tokens,
    people_gone,
    remove_links,
    remove_tables,
    remove_tokens,
    tables_gone,
)
from pioche.table.errors import PiocheError

PAGES = 200  # of the file that are given back at a time
TRIES = 20  # where a server's commit is in the way


@dataclass
class Tidied:
    """How much was removed, or would be."""

    games: int = 0
    people: int = 0
    tokens: int = 0
    links: int = 0
    before: int = 0  # bytes of the file; 0 where there is none
    after: int = 0


def tidy(url: str, days: int, dry: bool, now: int | None = None) -> Tidied:
    """Finished games that nobody has touched for so many days, and what is too old whoever it belongs to."""
    now = time.time_ns() // 1_000_000 if now is None else now
    before = now - days * DAY
    engine = open_engine(url)
    try:
        with opening(checked_url(url)):
            return counted(engine, now, before) if dry else Tidier(engine, now, before).run()
    finally:
        engine.dispose()


def counted(engine: Engine, now: int, before: int) -> Tidied:
    with engine.connect() as conn:
        games, people = count(conn, old_games(before)), count(conn, gone(now))
        tokens, links = count(conn, old_tokens(now)), count(conn, old_links(now))
    return Tidied(games, people, tokens, links, size_of(engine), size_of(engine))


class Tidier:
    def __init__(self, engine: Engine, now: int, before: int) -> None:
        self._engine, self._now, self._before = engine, now, before

    def run(self) -> Tidied:
        done = Tidied(before=size_of(self._engine))
        with progress(self._engine, old_games(self._before)) as note:
            while some := self._step(self._remove_tables):
                done.games += some
                note(some)
        while some := self._step(self._forget):
            done.people += some
        done.tokens = self._step(lambda conn: remove_tokens(conn, self._now))
        done.links = self._step(lambda conn: remove_links(conn, self._now))
        shrink(self._engine)
        done.after = size_of(self._engine)
        return done

    def _step(self, work: Callable[[Connection], int]) -> int:
        """One transaction; where somebody else has just written it is tried again."""
        for _ in range(TRIES):
            with suppress(OperationalError), self._engine.begin() as conn:
                return work(conn)
            time.sleep(0.1)
        with self._engine.begin() as conn:
            return work(conn)

    def _remove_tables(self, conn: Connection) -> int:
        found = tables_gone(conn, self._before)
        return remove_tables(conn, found) if found else 0

    def _forget(self, conn: Connection) -> int:
        found = people_gone(conn, self._now)
        return forget(conn, found, self._now) if found else 0


@contextmanager
def progress(engine: Engine, what: Select[Any]) -> Iterator[Callable[[int], None]]:
    """A bar for what takes longest."""
    with engine.connect() as conn:
        total = count(conn, what)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text("admin.tidying"), total=total)
        yield lambda some: bar.advance(task, some)


# Giving the space back


def size_of(engine: Engine) -> int:
    """SQLite's file as its pages say; its own log comes and goes."""
    if engine.dialect.name != "sqlite":
        return 0
    with engine.connect() as conn:
        pages, size = (conn.exec_driver_sql(f"PRAGMA {each}").scalar_one() for each in ("page_count", "page_size"))
    return int(pages) * int(size)


def shrink(engine: Engine) -> None:
    """Give back what is free: page by page while a server writes, or all at once where none does.

    PostgreSQL uses what is free again, and does so by itself.
    """
    if engine.dialect.name != "sqlite":
        return
    if pragma(engine, "auto_vacuum"):
        while pragma(engine, "freelist_count"):
            step(engine, f"PRAGMA incremental_vacuum({PAGES})")
    else:
        vacuum(engine)


def vacuum(engine: Engine) -> None:
    """A file of version 0.1: rewritten once, so that it can shrink from then on. Not while it is served."""
    path = engine.url.database or ""
    with suppress(PiocheError):  # it is served: what is free is used again
        lock = claim(path)
        step(engine, "VACUUM")
        lock.close()


def pragma(engine: Engine, name: str) -> int:
    with engine.connect() as conn:
        return int(conn.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def step(engine: Engine, statement: str) -> None:
    """Outside a transaction."""
    connection = engine.raw_connection()
    try:
        connection.cursor().executescript(statement)  # `execute` would stop after the first page
    finally:
        connection.close()
    time.sleep(0.01)  # others write meanwhile
