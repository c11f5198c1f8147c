"""The log on the disk: together and once, whatever fails in between."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.exc import DBAPIError, OperationalError

from pioche.server.app import make_app
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.settings import Settings
from pioche.server.storage import schema
from pioche.server.storage.database import open_engine
from pioche.server.storage.log_store import Append, LogStore
from pioche.table.errors import PiocheError
from support.broken_storage import Space, Trouble, locked


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("postgres_url"))


def with_store(url: str, body: Callable[[LogStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = LogStore(url)
        store.start()
        try:
            await store.change(add_tables)
            await body(store)
        finally:
            await store.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


def add_tables(conn: Connection) -> None:
    plain = {"game": "kolpa", "status": "playing", "public": False, "created": 1, "updated": 1, "head": 1,
             "wake": None, "seed": bytes(32), "summary": "{}"}  # fmt: skip
    conn.execute(insert(schema.tables), [{"id": f"t{n}", "code": f"code{n}", **plain} for n in range(8)])


def entry(table: str, seq: int, command: str = "", body: str = "{}") -> Append:
    row = {"table_id": table, "seq": seq, "command": command or f"c{seq}", "at": seq, "body": body}
    return Append(row, {"head": seq, "wake": None, "updated": seq})


def count(conn: Connection) -> int:
    return int(conn.execute(select(func.count()).select_from(schema.entries)).scalar_one())


def commands(conn: Connection) -> list[str]:
    return list(conn.execute(select(schema.entries.c.command).order_by("table_id", "seq")).scalars())


def head(table: str) -> Callable[[Connection], int]:
    return lambda conn: conn.execute(select(schema.tables.c.head).where(schema.tables.c.id == table)).scalar_one()


# Together


def test_what_comes_while_a_commit_is_under_way_goes_into_the_next(database: str) -> None:
    async def body(store: LogStore) -> None:
        before = store.commits
        answers = await asyncio.gather(*(store.append(entry(f"t{n % 8}", n // 8 + 2)) for n in range(800)))
        assert answers == [True] * 800 and await store.read(count) == 800
        assert store.commits - before < 40
        assert await store.read(head("t3")) == 101

    with_store(database, body)


def test_a_slow_disk_is_left_to_the_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is slow for forty commits, then quick: how long each takes is made up, whatever the machine does."""
    made: list[str] = []
    finish, note_pace = LogStore._finish, LogStore._note_pace

    def counted(self: LogStore, written: Any) -> Any:
        made.append(threading.current_thread().name)
        return finish(self, written)

    def made_up(self: LogStore, seconds: float) -> None:
        note_pace(self, 0.001 if len(made) > 40 else 0.03)

    async def body(store: LogStore) -> None:
        for seq in range(2, 72):
            assert await store.append(entry("t0", seq))

    monkeypatch.setattr(LogStore, "_finish", counted)
    monkeypatch.setattr(LogStore, "_note_pace", made_up)
    monkeypatch.setattr("pioche.server.storage.log_store.IN_THREAD", 10)
    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)
    threads = [name.startswith("pioche-write") for name in made]
    assert not threads[0] and any(threads[:40]), "tried in the loop, then left to the thread"
    assert not any(threads[-10:]), "and tried again when the disk is quick"


def test_play_goes_on_while_the_thread_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is done only when the event loop says so; nothing is answered before."""
    begun, done = threading.Event(), threading.Event()

    async def body(store: LogStore) -> None:
        commit = store._writing.dialect.do_commit

        def slow(connection: Any) -> None:
            begun.set()
            assert done.wait(20), "the event loop was held"
            commit(connection)

        monkeypatch.setattr(store._writing.dialect, "do_commit", slow)
        store._slow = 2
        first = store.append(entry("t0", 2))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        second = store.append(entry("t0", 3))
        assert not first.done()
        done.set()
        assert await first and await second

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)


def test_what_was_answered_can_be_read_by_anybody(database: str) -> None:
    async def body(store: LogStore) -> None:
        other = open_engine(database)
        for seq in range(2, 12):
            assert await store.append(entry("t0", seq))
            with other.connect() as conn:
                assert count(conn) == seq - 1
        other.dispose()

    with_store(database, body)


def test_a_log_is_durable_before_it_is_answered(tmp_path: Path) -> None:
    async def body(store: LogStore) -> None:
        with store._engine.connect() as conn:
            modes = [conn.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
        assert modes == ["wal", 2]

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)


# Once


def test_sqlites_own_log_begins_anew_however_much_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is copied while others write; what is left is copied between two commits."""
    monkeypatch.setattr("pioche.server.storage.log_store.LONG", 20)
    path = tmp_path / "tables.db"

    async def body(store: LogStore) -> None:
        async def write(first: int) -> None:
            for seq in range(first, first + 100):
                assert await store.append(entry("t0", seq))

        for first in range(1, 1001, 100):
            await asyncio.gather(write(first), store.tidy())
        assert await store.read(count) == 1000
        assert path.with_name("tables.db-wal").stat().st_size < 2000 * 4120, "pages; it would be six thousand"

    with_store(f"sqlite:///{path}", body)


def test_a_log_that_can_not_be_copied_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pioche.server.storage.log_store.LONG", 0)

    async def body(store: LogStore) -> None:
        connect, failures = store._engine.raw_connection, ["unable to open database file"]

        def lost() -> Any:
            if failures:
                raise OperationalError("PRAGMA", {}, sqlite3.OperationalError(failures.pop()))
            return connect()

        await store.append(entry("t0", 1))
        await store.tidy()
        assert store._log_is_long, "to be copied before the next commit"
        monkeypatch.setattr(store._engine, "raw_connection", lost)
        assert await asyncio.wait_for(store.append(entry("t0", 2)), 10)
        assert (await store.read(count), failures) == (2, [])

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)


def test_a_number_is_given_once(database: str) -> None:
    async def body(store: LogStore) -> None:
        assert await store.append(entry("t0", 2, "mine"))
        assert not await store.append(entry("t0", 2, "yours"))
        assert await store.append(entry("t1", 2, "yours"))
        assert await store.read(commands) == ["mine", "yours"]

    with_store(database, body)


def test_a_number_is_given_once_in_one_commit_too(database: str) -> None:
    async def body(store: LogStore) -> None:
        wanted = [store.append(entry("t0", 2, name)) for name in ("first", "second", "third")]
        others = [store.append(entry("t1", seq)) for seq in range(2, 6)]
        assert await asyncio.gather(*wanted) == [True, False, False]
        assert await asyncio.gather(*others) == [True] * 4
        assert (await store.read(commands))[0] == "first"

    with_store(database, body)


def test_a_command_is_stored_once(database: str) -> None:
    async def body(store: LogStore) -> None:
        assert await store.append(entry("t0", 2, "same"))
        assert not await store.append(entry("t0", 3, "same"))
        together = [store.append(entry("t1", seq, "same")) for seq in (2, 3, 4)]
        assert await asyncio.gather(*together) == [True, False, False]
        assert await store.read(head("t0")) == 2

    with_store(database, body)


def test_a_commit_of_unknown_outcome_is_not_done_twice(database: str) -> None:
    async def body(store: LogStore) -> None:
        trouble = Trouble(store)
        trouble.times = 1
        (answer,) = await asyncio.gather(store.append(entry("t0", 2, "a")), return_exceptions=True)
        assert isinstance(answer, PiocheError) if store.is_sqlite else answer is True  # there it is not tried again
        trouble.times = 1
        together = [store.append(entry("t1", 2, "b")), store.append(entry("t2", 2, "c"))]
        assert await asyncio.gather(*together) == [True, True]
        assert await store.read(commands) == ["a", "b", "c"]

    with_store(database, body)


def test_a_commit_that_was_lost_is_done_again(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pioche.server.storage.log_store.PATIENCE", 50.0)  # a busy disk may take its time

    async def body(store: LogStore) -> None:
        trouble = Trouble(store, after=False)
        trouble.times = 3
        assert await store.append(entry("t0", 2, "a"))
        assert await store.read(commands) == ["a"]

    with_store(postgres_url, body)


def test_what_is_tried_again_does_not_put_a_table_back(database: str) -> None:
    """It had been stored, another process went on, and then it is tried once more."""

    async def body(store: LogStore) -> None:
        first = entry("t0", 2, "mine")
        assert await store.append(first)
        assert await store.append(entry("t0", 3, "theirs"))
        assert await store.append(Append(first.entry, first.table))
        assert await store.read(head("t0")) == 3

    with_store(database, body)


# One that fails


def test_a_change_that_fails_does_not_spoil_the_others(database: str) -> None:
    def wrong_value(conn: Connection) -> None:
        raise PiocheError("table.closed")

    def wrong_statement(conn: Connection) -> None:
        conn.execute(text("SELECT nonsense FROM nowhere"))

    def twice(conn: Connection) -> None:
        for _ in range(2):
            conn.execute(insert(schema.facts).values(name="x", value="x"))

    def fine(conn: Connection) -> str:
        conn.execute(insert(schema.facts).values(name="fine", value="x"))
        return "fine"

    async def body(store: LogStore) -> None:
        jobs: list[Awaitable[Any]] = [
            store.append(entry("t0", 2)), *map(store.change, (wrong_value, wrong_statement, twice, fine)),
            store.append(entry("t1", 2)),
        ]  # fmt: skip
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        assert (answers[0], answers[4], answers[5]) == (True, "fine", True)
        assert [getattr(each, "reason", [""])[0] for each in answers[1:4]] == [
            "table.closed",
            *["storage.unavailable"] * 2,
        ]
        assert await store.read(count) == 2

    with_store(database, body)


def test_whatever_is_asked_of_it_the_writer_goes_on(database: str) -> None:
    async def body(store: LogStore) -> None:
        bad = entry("t0", 2)
        bad.entry["seq"] = object()
        answers = await asyncio.gather(store.append(bad), store.append(entry("t1", 2)), return_exceptions=True)
        assert isinstance(answers[0], PiocheError) and answers[1] is True
        assert await store.append(entry("t0", 2))

    with_store(database, body)


# Somebody else's lock


def test_whoever_holds_the_lock_does_not_hold_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits once, a moment; nothing is lost and nothing done twice: all happens when the lock is gone."""

    async def body(store: LogStore) -> None:
        called, tried, write = list[int](), list[bool](), store._write
        here = threading.current_thread()

        def noted(batch: list[Any]) -> Any:
            tried.append(threading.current_thread() is here)
            return write(batch)

        monkeypatch.setattr(store, "_write", noted)
        with store._writing.connect() as conn:
            assert conn.exec_driver_sql("PRAGMA busy_timeout").scalar_one() <= 50
        with locked(store):
            jobs = [store.append(entry(f"t{n}", 2)) for n in range(8)]
            change = store.change(lambda conn: called.append(1))
            while len(tried) < 3:
                await asyncio.sleep(0.01)
            assert not any(job.done() for job in jobs) and tried[:3] == [True, False, False]
        await change
        assert await asyncio.gather(*jobs) == [True] * 8 and called == [1]
        assert await store.read(count) == 8

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)


def test_who_waits_too_long_for_a_lock_is_refused_with_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a whole: not one after another."""
    monkeypatch.setattr("pioche.server.storage.log_store.LOCKED", 0.2)

    async def body(store: LogStore) -> None:
        tried, write = list[int](), store._write

        def noted(batch: list[Any]) -> Any:
            tried.append(len(batch))
            return write(batch)

        monkeypatch.setattr(store, "_write", noted)
        with locked(store):
            jobs = [store.append(entry(f"t{n}", 2)) for n in range(8)]
            answers = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 5)
            assert [each.reason[0] for each in answers if isinstance(each, PiocheError)] == ["storage.unavailable"] * 8
        assert set(tried) == {8}
        assert await store.append(entry("t0", 2)) and await store.read(count) == 1

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)


def test_waiting_for_a_lock_is_no_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads before it writes is refused by SQLite at once, and would be tried again thousands of times."""
    monkeypatch.setattr("pioche.server.storage.log_store.LOCKED", 1.0)

    async def body(store: LogStore) -> None:
        tried = list[int]()

        def reads_and_writes(conn: Connection) -> None:
            tried.append(count(conn))
            conn.execute(insert(schema.facts).values(name="x", value=""))

        with locked(store), pytest.raises(PiocheError):
            await store.change(reads_and_writes)
        assert 2 <= len(tried) <= 25

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)


# No room


def test_a_full_disk_is_said_so_and_forgotten_when_there_is_room(tmp_path: Path) -> None:
    async def body(store: LogStore) -> None:
        space = Space(store)
        space.leave(2)
        jobs = [store.append(entry("t0", seq, body="x" * 1000)) for seq in range(2, 200)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        stored = answers.count(True)
        assert {each.reason[0] for each in answers if isinstance(each, PiocheError)} == {"storage.unavailable"}
        assert 0 < await store.read(count) == stored < 198
        space.leave(None)
        assert await store.append(entry("t0", stored + 2, body="x" * 1000))
        assert await store.read(count) == stored + 1

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)


def test_a_text_that_postgresql_does_not_take_is_no_table(postgres_url: str) -> None:
    async def body() -> None:
        registry = TableRegistry(Settings(database=postgres_url, warm_up=False))
        await registry.start()
        for look in (registry.session, registry.finished_games.text):
            with pytest.raises(PiocheError) as refused:
                await look("\x00")
            assert refused.value.reason[0] == "table.not_found"
        transport = httpx.ASGITransport(make_app(registry))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:
            assert (await browser.get("/api/codes/%00")).json()["code"] == "table.no_code"
        await registry.stop()

    asyncio.run(asyncio.wait_for(body(), 60))


# One house


def test_a_file_has_one_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def body(store: LogStore) -> None:
        with pytest.raises(PiocheError) as refused:
            LogStore(url)
        assert refused.value.reason[0] == "storage.taken"
        assert "already served by another process" in refused.value.sentence("en")

    with_store(url, body)
    again = LogStore(url)
    asyncio.run(again.stop())


def test_the_migrations_make_what_the_program_expects(database: str) -> None:
    asyncio.run(LogStore(database).stop())
    asyncio.run(LogStore(database).stop())  # a second time there is nothing to do
    engine = open_engine(database)
    with engine.connect() as conn:
        found = compare_metadata(MigrationContext.configure(conn, opts={"compare_type": True}), schema.metadata)
        assert found == []
    engine.dispose()


def test_processes_that_start_together_make_the_tables_once(postgres_url: str) -> None:
    async def body() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(LogStore, postgres_url) for _ in range(4)))
        for store in stores:
            await store.stop()

    asyncio.run(body())


def test_the_schema_names_the_last_migration() -> None:
    assert ScriptDirectory(str(Path(schema.__file__).parent / "migrations")).get_heads() == [schema.REVISION]


def test_a_database_of_a_newer_program_is_not_touched(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    asyncio.run(LogStore(url).stop())
    with sqlite3.connect(tmp_path / "tables.db") as conn:
        conn.execute("UPDATE alembic_version SET version_num = '9999'")
        conn.execute("UPDATE facts SET value = '99' WHERE name = 'min_reader'")
    conn.close()
    with pytest.raises(PiocheError) as refused:
        LogStore(url)
    assert refused.value.reason[0] == "storage.newer"


def test_reading_from_a_lost_database_is_a_clear_refusal(tmp_path: Path) -> None:
    async def body(store: LogStore) -> None:
        def lost(conn: Connection) -> None:
            raise DBAPIError("SELECT a secret", {}, Exception("gone"))

        with pytest.raises(PiocheError) as refused:
            await store.read(lost)
        assert refused.value.reason[0] == "storage.unavailable"

    with_store(f"sqlite:///{tmp_path / 'tables.db'}", body)
