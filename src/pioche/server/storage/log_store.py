"""The log in SQLite or PostgreSQL. One commit at a time: whatever comes while it is under way goes into the next.

What `append` has answered with True is on the disk. SQLite is written in the event loop: a thread would have to ask for
Python's lock again after every statement. What its disk then takes is waited for there too where that is quicker than
to wake a thread; otherwise the thread waits, and play goes on meanwhile. PostgreSQL is left to the thread altogether,
and SQLite for as long as somebody else holds its lock.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, RootTransaction, bindparam, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from pioche.server.catalogue import refuse
from pioche.server.ops.metrics import COMMITS
from pioche.server.storage import schema
from pioche.server.storage.database import checked_url, claim, migrate, open_engine, opening
from pioche.table.errors import PiocheError

T = TypeVar("T")
Query = Callable[[Connection], T]
Change = Callable[[Connection], T]

MOST = 512  # jobs in one commit
READERS = 4  # threads that read
SLOW = 0.002  # seconds: where the disk takes longer than this, on the average, the thread waits for it …
IN_THREAD = 200  # … as many times as this, before the disk, or the lock, is tried again
GATHER = 0.001  # seconds that a commit waits for others, where the last one was not alone
LONG = 4000  # pages in SQLite's own log, after which it is to begin anew
PATIENCE = 10.0  # seconds that a lost database may take to come back
BUSY = 50  # milliseconds that a commit waits in the event loop while somebody else holds SQLite's lock; then …
LOCKED = 4.0  # … seconds in the thread, after which all that waited is refused

LOCKS = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

logger = logging.getLogger("pioche.store")


class Locked(Exception):
    """Somebody else holds SQLite's lock: nothing was committed."""


@dataclass(slots=True)
class Append:
    """One entry, and what it changes about its table besides."""

    entry: dict[str, Any]
    table: dict[str, Any] | None = None  # columns of `tables` that change
    people: list[tuple[int, str]] | None = None  # who sits where, if that changes
    shot: dict[str, Any] | None = None
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(slots=True)
class Call:
    """Any other change."""

    change: Change[Any]
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


Job = Append | Call
Answers = list[tuple[Job, Any]]


@dataclass(slots=True)
class Written:
    """A batch in a transaction that is still to be committed, and the answers that hold from then on."""

    conn: Connection
    transaction: RootTransaction
    batch: list[Job]
    answers: Answers
    stored: int  # entries


class LogStore:
    def __init__(self, url: str) -> None:
        self.url = checked_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._lock = claim(self.url.database or "") if self.is_sqlite else None
        self._engine = open_engine(url)
        self._writing = open_engine(url, BUSY) if self.is_sqlite else self._engine
        try:
            with opening(self.url), self._engine.connect() as conn:
                migrate(conn)
        except PiocheError:
            self._let_go()
            raise
        self._waiting: list[Job] = []
        self._committing = False  # or about to
        self._pace = 0.0  # seconds that the disk takes, on the average
        self._slow = 0  # batches for which the thread is still to wait for the disk
        self._in_thread = 0  # batches that are still to be written in the thread too
        self._writer = ThreadPoolExecutor(1, "pioche-write")
        self._readers = ThreadPoolExecutor(READERS, "pioche-read")
        self._long_readers = ThreadPoolExecutor(1, "pioche-read-long")
        self._loop: asyncio.AbstractEventLoop | None = None
        self.commits = self.written = 0
        self.asked = 0  # questions that are not answered yet
        self._copied = 0  # commits after which SQLite's own log was last copied
        self._log_is_long = False
        self._last = 0  # jobs in the last commit
        insertion: Any = sqlite.insert if self.is_sqlite else postgresql.insert
        self._insert_entries = (
            insertion(schema.entries)
            .on_conflict_do_nothing()
            .returning(schema.entries.c.table_id, schema.entries.c.seq, schema.entries.c.command)
        )
        shots = insertion(schema.snapshots)
        self._insert_shots = shots.on_conflict_do_update(
            index_elements=["table_id"], set_={"seq": shots.excluded.seq, "body": shots.excluded.body}
        )

    @property
    def most_connections(self) -> int:
        """To the database: of those who read, of who reads whole logs, and of who writes, here or in the thread."""
        return READERS + 3

    def start(self) -> None:
        """Write from now on, and answer in the running event loop."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Finish what was begun."""
        if self._loop is not None:
            with suppress(PiocheError):
                await self.change(lambda conn: None)  # answered after all that came before
        self._writer.shutdown()
        self._readers.shutdown()
        self._long_readers.shutdown()
        self._let_go()

    def _let_go(self) -> None:
        self._engine.dispose()
        self._writing.dispose()
        if self._lock is not None:
            self._lock.close()

    # Reading and changing

    def append(self, job: Append) -> asyncio.Future[bool]:
        """Add an entry; False if another took its number, or its command is already there."""
        self._add(job)
        return job.done

    def change(self, change: Change[T]) -> asyncio.Future[T]:
        """Change anything else, in one transaction with what else waits."""
        job = Call(change)
        self._add(job)
        return job.done

    async def read(self, query: Query[T]) -> T:
        self.asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, query)
        finally:
            self.asked -= 1

    async def read_long(self, query: Query[T]) -> T:
        """Whole logs, one at a time: people, tickets and tables don't wait for them."""
        return await asyncio.get_running_loop().run_in_executor(self._long_readers, self.read_now, query)

    def read_now(self, query: Query[T]) -> T:
        try:
            with self._engine.connect() as conn:
                return query(conn)
        except DBAPIError as error:
            logger.warning("read failed: %s", type(error.orig).__name__)
            raise refuse("storage.unavailable") from None

    async def tidy(self) -> None:
        """Now and then: copy what SQLite has in its own log into its file, while others go on writing to the log."""
        if self.is_sqlite and self._copied != self.commits:
            self._copied = self.commits
            pages = await asyncio.get_running_loop().run_in_executor(self._readers, self._copy_log)
            self._log_is_long = pages > LONG

    def _copy_log(self) -> int:
        """Between two commits all of it, so that the log can begin anew; how many pages it has."""
        try:
            with closing(self._engine.raw_connection()) as connection:
                _, pages, _ = connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                return int(pages)
        except (sqlite3.Error, DBAPIError) as error:  # another time: the writer goes on
            logger.warning("the log could not be copied: %s", type(error).__name__)
            return 0

    # Committing, several at a time

    def _add(self, job: Job) -> None:
        self._waiting.append(job)
        if not self._committing:
            self._begin_soon()

    def _begin_soon(self) -> None:
        assert self._loop is not None
        self._committing = True
        if self._last > 1 and not self._slow:  # then they came together while the thread waited
            self._loop.call_later(GATHER, self._begin)
        else:
            self._loop.call_soon(self._begin)

    def _begin(self) -> None:
        if self._log_is_long:
            self._log_is_long = False
            self._writer.submit(self._copy_log_first)
            return
        batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        self._last = len(batch)
        if self.is_sqlite and not self._in_thread:
            self._commit_here(batch)
        else:
            self._in_thread = max(0, self._in_thread - 1)
            self._writer.submit(self._commit_behind, batch)

    def _commit_here(self, batch: list[Job]) -> None:
        """In the event loop, which is not held: where the disk is slow, or somebody else writes, the thread waits."""
        try:
            written = self._write(batch)
            if self._slow:
                self._slow -= 1
                self._writer.submit(self._finish_behind, written)
                return
            began = time.monotonic()
            answers = self._finish(written)
        except Exception as error:  # whatever it is, the writer goes on
            if is_locked(error):
                self._in_thread = IN_THREAD
                self._writer.submit(self._commit_behind, batch)
            else:
                self._end(self._one_by_one(batch, error))
        else:
            self._note_pace(time.monotonic() - began)
            self._end(answers)

    def _note_pace(self, seconds: float) -> None:
        self._pace += (seconds - self._pace) / 8
        if self._pace > SLOW:
            self._pace, self._slow = 0.0, IN_THREAD

    def _finish_behind(self, written: Written) -> None:
        """In the thread: wait for the disk."""
        try:
            answers = self._finish(written)
        except Exception as error:
            answers = self._one_by_one(written.batch, error)
        self._end_soon(answers)

    def _commit_behind(self, batch: list[Job]) -> None:
        """In the thread."""
        self._end_soon(self._commit_unlocked(batch))

    def _copy_log_first(self) -> None:
        """In the thread: between two commits all of SQLite's own log can be copied, so that it begins anew."""
        assert self._loop is not None
        self._copy_log()
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin)

    def _end_soon(self, answers: Answers) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end, answers)

    def _end(self, answers: Answers) -> None:
        self._committing = False
        if self._waiting:
            self._begin_soon()
        answer_all(answers)

    def _commit_unlocked(self, batch: list[Job]) -> Answers:
        """Wait for whoever holds SQLite's lock, but not for ever; what waits fails as a whole."""
        give_up = time.monotonic() + LOCKED
        while True:
            try:
                return self._commit_in_time(batch)
            except Locked:
                if time.monotonic() > give_up:
                    logger.error("commit failed: somebody else holds the lock")
                    return refused(batch)
                time.sleep(BUSY / 1000)  # who has read before it writes is told so without waiting

    def _commit_in_time(self, batch: list[Job]) -> Answers:
        """Commit; a lost connection is tried again, for it may be unknown whether the commit came through."""
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                return self._commit(batch)
            except Exception as error:  # whatever it is, the writer goes on
                if is_locked(error):
                    raise Locked from None
                if is_outage(error) and not self.is_sqlite and time.monotonic() < give_up:
                    logger.warning("connection lost, trying again")
                    time.sleep(0.1)
                else:
                    return self._one_by_one(batch, error)

    def _one_by_one(self, batch: list[Job], error: Exception) -> Answers:
        """They failed together: it need not be the fault of all."""
        if len(batch) > 1 and (self.is_sqlite or not is_outage(error)):
            return [answer for job in batch for answer in self._commit_alone(job)]
        logger.error("commit failed: %s", type(getattr(error, "orig", error)).__name__)
        return refused(batch)

    def _commit_alone(self, job: Job) -> Answers:
        """One of several that fail together: the others are answered already, so the lock is not waited for."""
        try:
            return self._commit_in_time([job])
        except Locked:
            return refused([job])

    def _commit(self, batch: list[Job]) -> Answers:
        return self._finish(self._write(batch))

    def _write(self, batch: list[Job]) -> Written:
        """All together; only if some entry is already there does it matter which."""
        try:
            return self._write_by(self._append_new, batch)
        except IntegrityError:
            return self._write_by(self._append_known, batch)

    def _write_by(self, append: Callable[[Connection, list[Append]], list[Append]], batch: list[Job]) -> Written:
        appends = sorted((job for job in batch if isinstance(job, Append)), key=lambda job: job.entry["table_id"])
        conn = self._writing.connect()
        try:
            transaction = conn.begin()
            stored = append(conn, appends) if appends else []
            self._follow_up(conn, stored)
            called = [(job, self._call(conn, job)) for job in batch if isinstance(job, Call)]
        except BaseException:
            conn.close()  # and nothing of it has happened
            raise
        won = {id(job) for job in stored}
        answers: Answers = [*((job, id(job) in won) for job in appends), *called]
        return Written(conn, transaction, batch, answers, len(stored))

    def _finish(self, written: Written) -> Answers:
        """On the disk from now on."""
        with written.conn, written.transaction:
            pass  # to leave it is to commit it, or to take all of it back
        self.commits += 1
        COMMITS.inc()
        self.written += written.stored
        return written.answers

    def _append_new(self, conn: Connection, jobs: list[Append]) -> list[Append]:
        rows = [job.entry for job in jobs]
        if self.is_sqlite:
            conn.exec_driver_sql(INSERT_ENTRY, rows)
        else:
            conn.execute(insert(schema.entries), rows)
        return jobs

    def _append_known(self, conn: Connection, jobs: list[Append]) -> list[Append]:
        """Those that are new, and those that an earlier try of this very commit has stored."""
        new = {tuple(row) for row in conn.execute(self._insert_entries, [job.entry for job in jobs])}
        return [job for job in jobs if key_of(job) in new or self._is_there(conn, job)]

    def _is_there(self, conn: Connection, job: Append) -> bool:
        """An entry that an earlier try of this very commit has stored."""
        at = schema.entries.c
        same = [at[name] == job.entry[name] for name in ("table_id", "seq", "command", "at", "body")]
        return conn.execute(select(at.seq).where(*same)).first() is not None

    def _follow_up(self, conn: Connection, jobs: list[Append]) -> None:
        """What the entries change about their tables."""
        for job in jobs:
            if job.table is not None:
                key = {"key": job.entry["table_id"], "new_head": job.entry["seq"]}
                conn.execute(CHANGE_TABLE.values(job.table), key)
            if job.people is not None:
                self._seat(conn, job.entry["table_id"], job.people)
            if job.shot is not None:
                conn.execute(self._insert_shots, {"table_id": job.entry["table_id"], **job.shot})

    def _seat(self, conn: Connection, table_id: str, people: list[tuple[int, str]]) -> None:
        conn.execute(schema.seats.delete().where(schema.seats.c.table_id == table_id))
        if people:
            rows = [{"table_id": table_id, "seat": seat, "person": person} for seat, person in people]
            conn.execute(insert(schema.seats), rows)

    def _call(self, conn: Connection, job: Call) -> Any:
        """One of several changes in a transaction: if it fails, the others don't."""
        try:
            with conn.begin_nested():
                return job.change(conn)
        except IntegrityError:
            return refuse("storage.unavailable")
        except DBAPIError:
            raise
        except Exception as error:
            return error


# What nearly every commit is made of; in SQLite it is written as it goes over the wire, which takes half the time.
INSERT_ENTRY = "INSERT INTO entries (table_id, seq, command, at, body) VALUES (:table_id, :seq, :command, :at, :body)"


def note_heads(conn: Connection, rows: list[dict[str, Any]]) -> None:
    """What moves have changed about their tables: `key` is a table's id, the others are new values."""
    conn.execute(NOTE_HEAD, rows)


CHANGE_TABLE = update(schema.tables).where(
    schema.tables.c.id == bindparam("key"), schema.tables.c.head <= bindparam("new_head")
)  # never back: what is tried again may have been stored, and others may have gone on since
NOTE_HEAD = CHANGE_TABLE.values(
    head=bindparam("new_head"),
    wake=bindparam("new_wake"),
    updated=bindparam("new_updated"),
    keeper=bindparam("new_keeper"),
)


def key_of(job: Append) -> tuple[str, int, str]:
    return job.entry["table_id"], job.entry["seq"], job.entry["command"]


def is_outage(error: Exception) -> bool:
    """Is it the database as a whole, and not what was asked of it?"""
    return isinstance(error, OperationalError) or (isinstance(error, DBAPIError) and error.connection_invalidated)


def is_locked(error: Exception) -> bool:
    """Does somebody else hold SQLite's lock? Nothing has happened then."""
    cause = getattr(error, "orig", None)
    return isinstance(cause, sqlite3.OperationalError) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in LOCKS


def refused(batch: list[Job]) -> Answers:
    return [(job, refuse("storage.unavailable")) for job in batch]


def answer_all(answers: Answers) -> None:
    for job, answer in answers:
        if job.done.done():
            continue
        if isinstance(answer, Exception):
            job.done.set_exception(answer)
        else:
            job.done.set_result(answer)
