"""Several processes on one database: who is at the others, and which tables they see to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from sqlalchemy import Connection, insert, select, update

from pioche.server.sessions import presence, table_ownership
from pioche.server.sessions.presence import PresenceTracker, read_news
from pioche.server.storage import schema
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.notice_format import AbsentNotice, PresentNotice

NOW = 1_800_000_000_000


def with_processes(url: str, body: Callable[[LogStore, PresenceTracker, PresenceTracker], Awaitable[None]]) -> None:
    async def run() -> None:
        store = LogStore(url)
        store.start()
        try:
            await body(store, PresenceTracker(store, "one"), PresenceTracker(store, "two"))
        finally:
            await store.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_who_is_at_another_process_is_in_the_database(postgres_url: str) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await one.note({("t", 1), ("t", 2), ("u", 0)})
        await two.note({("t", 0)})
        assert (await two.look("t"), await one.look("t"), await one.look("u")) == ({1, 2}, {0}, set())
        await one.note({("t", 2)})
        assert (await two.look("t"), await two.look("u")) == ({2}, set())
        await one.leave()
        assert await two.look("t") == set()

    with_processes(postgres_url, body)


def test_news_and_presence_come_together(postgres_url: str) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await one.note({("t", 1), ("u", 0)})
        entries = [{"table_id": "t", "seq": n, "command": f"c{n}", "at": n, "body": "{}"} for n in (1, 2, 3)]
        await store.change(lambda conn: conn.execute(insert(schema.entries), entries))
        heads, there = await store.read(lambda conn: read_news(conn, "two", ["t", "v"]))
        assert (heads, there) == ({"t": 3}, [("t", 1)])
        two.see(there)
        assert (two.seats("t"), two.seats("u"), two.is_sure) == ({1}, set(), True)

    with_processes(postgres_url, body)


def test_the_word_of_a_process_that_is_gone_holds_no_longer(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await one.note({("t", 1)})
        await store.change(lambda conn: expire(conn, "one"))
        assert await two.look("t") == set()
        monkeypatch.setattr(presence, "BEAT", 0.0)
        await one.note({("t", 1)})
        assert await two.look("t") == {1}, "it lives after all"

    with_processes(postgres_url, body)


def test_who_was_swept_away_and_lives_says_everything_again(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BEAT", 0.0)

    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await one.note({("t", 1), ("u", 0)})
        await store.change(lambda conn: presence.sweep(conn, schema.processes.c.id == "one"))
        await two.note(set())
        assert await two.look("t") == set()
        await one.note({("t", 1), ("u", 0)})
        assert (await two.look("t"), await two.look("u")) == ({1}, {0})

    with_processes(postgres_url, body)


def test_until_the_database_was_looked_at_nobody_is_missed(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        assert not one.is_sure and one.grace(1.0) == 3.0 and one.grace(60.0) == 60.0
        one.see([])
        assert one.is_sure
        monkeypatch.setattr(presence, "SURE", 0.0)
        assert not one.is_sure

    with_processes(postgres_url, body)


def test_a_file_has_one_process_which_knows(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await one.note({("t", 1)})
        assert await store.read(lambda conn: conn.execute(select(schema.presence)).all()) == []
        assert one.is_sure and one.grace(1.0) == 1.0 and await two.look("t") == set()

    with_processes(f"sqlite:///{tmp_path_factory.mktemp('file')}/tables.db", body)


def test_the_bus_tells_it_sooner_and_holds_for_a_while(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        one.hear(PresentNotice([("t", 1, 0.05), ("t", 2, 0.2)]).seats)
        assert one.seats("t") == {1, 2} and one.trips("t") == {1: 0.05, 2: 0.2} and one.seats("u") == set()
        gone = AbsentNotice("t", 2)
        one.hear_absent(gone.table, gone.seat)
        assert one.seats("t") == {1}
        monkeypatch.setattr(presence, "TOLD", -1.0)
        one.hear([("t", 1, 0.05)])
        assert one.seats("t") == set()

    with_processes(postgres_url, body)


# Who sees to which table


def expire(conn: Connection, process: str) -> None:
    conn.execute(update(schema.processes).where(schema.processes.c.id == process).values(until=0))


def silence(conn: Connection, process: str, silent: int) -> None:
    """It last said so many milliseconds ago that it lives."""
    until = presence.NOW + presence.LIFE - silent
    conn.execute(update(schema.processes).where(schema.processes.c.id == process).values(until=until))


def add_tables(conn: Connection, *tables: tuple[str, str, int]) -> None:
    """Each with its keeper, and when something is due."""
    plain = {"game": "kolpa", "status": "playing", "public": False, "created": 1, "updated": 1, "head": 1,
             "seed": bytes(32), "summary": "{}"}  # fmt: skip
    rows = [{"id": id, "code": id, "keeper": keeper, "wake": NOW + due, **plain} for id, keeper, due in tables]
    conn.execute(insert(schema.tables), rows)


def test_a_table_is_woken_by_its_keeper_or_once_that_is_gone(postgres_url: str) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await one.note(set())
        await two.note(set())
        tables = ("mine", "one", 3900), ("theirs", "two", 3000), ("nobody", "", 1000), ("dead", "three", 2000)
        late = ("late", "two", -2000), ("stuck", "two", -3001), ("later", "one", 4100)
        await store.change(lambda conn: add_tables(conn, *tables, *late))
        due = await store.read(lambda conn: table_ownership.read_due(conn, "one", NOW))
        assert due == [("stuck", "two"), ("nobody", ""), ("dead", "three"), ("mine", "one")]
        unnoted = [("theirs", 9), ("mine", 9), ("dead", 9)]
        rows = [{"table_id": id, "seq": seq, "command": "c", "at": 1, "body": "{}"} for id, seq in unnoted]
        await store.change(lambda conn: conn.execute(insert(schema.entries), rows))
        found = await store.read(lambda conn: table_ownership.read_unnoted(conn, "one"))
        assert sorted(found) == [("dead", "three"), ("mine", "one")]
        await store.change(lambda conn: expire(conn, "two"))
        due = await store.read(lambda conn: table_ownership.read_due(conn, "one", NOW))
        assert {table for table, _ in due} == {"stuck", "late", "nobody", "dead", "theirs", "mine"}

    with_processes(postgres_url, body)


def test_what_is_due_now_is_not_left_to_a_keeper_that_is_silent(postgres_url: str) -> None:
    """It may have been killed a moment ago, and nobody can know yet; a time-out must not wait for that."""

    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await one.note(set())
        await two.note(set())
        await store.change(lambda conn: add_tables(conn, ("now", "two", 500), ("soon", "two", 3000)))
        for silent, found in ((1000, []), (table_ownership.SILENT + 100, [("now", "two")])):
            await store.change(partial(silence, process="two", silent=silent))
            assert await store.read(lambda conn: table_ownership.read_due(conn, "one", NOW)) == found

    with_processes(postgres_url, body)


def test_of_two_processes_one_becomes_the_keeper(postgres_url: str) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await store.change(lambda conn: add_tables(conn, ("t", "", 0), ("own", "two", 0)))
        due = [("t", ""), ("own", "two")]
        assert await store.change(lambda conn: table_ownership.take(conn, "one", due[:1])) == ["t"]
        assert await store.change(lambda conn: table_ownership.take(conn, "two", due)) == ["own"]

    with_processes(postgres_url, body)


def test_in_a_file_whatever_is_due_is_woken(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def body(store: LogStore, one: PresenceTracker, two: PresenceTracker) -> None:
        await store.change(lambda conn: add_tables(conn, ("a", "long gone", 3000), ("b", "", 5000)))
        assert await store.read(lambda conn: table_ownership.read_due(conn, "one", NOW)) == [("a", "long gone")]

    with_processes(f"sqlite:///{tmp_path_factory.mktemp('file')}/tables.db", body)
