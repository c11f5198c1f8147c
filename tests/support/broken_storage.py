"""What can go wrong with a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from sqlalchemy import event

from pioche.server.storage.log_store import LogStore


class Trouble:
    """Something that goes wrong with the database for a while."""

    def __init__(self, store: LogStore, after: bool = True) -> None:
        self.times, self.store, self._after = 0, store, after
        dialect: Any = store._writing.dialect
        self._commit = dialect.do_commit
        dialect.do_commit = self.commit

    def commit(self, connection: Any) -> None:
        """The connection is cut when the commit has been sent: nobody can say what became of it."""
        if self.times and not self._after:
            self._fail()
        self._commit(connection)
        if self.times:
            self._fail()

    def _fail(self) -> None:
        self.times -= 1
        kind = sqlite3.OperationalError if self.store.is_sqlite else psycopg.OperationalError
        raise kind("server closed the connection unexpectedly")


@contextmanager
def locked(store: LogStore) -> Iterator[None]:
    """Another program writes into an SQLite file, and takes its time."""
    with closing(sqlite3.connect(store.url.database or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


class Space:
    """How large an SQLite file may grow."""

    def __init__(self, store: LogStore) -> None:
        self._engine, self._pages = store._writing, 1 << 30
        event.listen(self._engine, "connect", lambda made, _: made.execute(f"PRAGMA max_page_count={self._pages}"))

    def leave(self, pages: int | None) -> None:
        """So many pages more than it has now; None: as many as it likes."""
        with self._engine.connect() as conn:
            size = int(conn.exec_driver_sql("PRAGMA page_count").scalar_one())
        self._pages = 1 << 30 if pages is None else size + pages
        self._engine.dispose()
