"""Releases beside each other: what an earlier one can read it reads, what it can't it leaves alone."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from pioche.server.model.entries import Created, Moved, Sat, read_entry, write_entry
from pioche.server.model.table_progress import SNAPSHOT_FORM, Snapshot
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.settings import Settings
from pioche.server.storage import release_compatibility, schema
from pioche.server.storage.log_store import LogStore
from pioche.table.errors import PiocheError
from support.first_release import FirstRelease, make_first_release
from support.virtual_time import VirtualViewer


def with_registry(tmp_path: Path, body: Callable[[TableRegistry], Awaitable[None]]) -> None:
    async def run() -> None:
        registry = TableRegistry(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", warm_up=False))
        await registry.start()
        try:
            await body(registry)
        finally:
            await registry.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


async def deal(registry: TableRegistry) -> TableSession:
    ada, _ = await registry.accounts.welcome("Ada")
    bob, _ = await registry.accounts.welcome("Bob")
    made = Created("coloretto", 2, ada.id, "")
    return await Lobby(registry).create(ada, made, [Sat(0, ada.id, "Ada"), Sat(1, bob.id, "Bob")])


async def move(session: TableSession, times: int) -> None:
    for _ in range(times):
        seat = session.table.now.standing.waited[0]
        entry = Moved(seat, [session.table.moves(seat)[0]])
        await session.append(lambda entry=entry: entry, f"c{session.table.now.seq}")  # type: ignore[misc]


async def store_entry(registry: TableRegistry, session: TableSession, body: Any) -> None:
    """Another process stores something at a table."""
    row = {
        "table_id": session.table.id,
        "seq": session.table.now.seq + 1,
        "command": "new",
        "at": 1,
        "body": json.dumps(body),
    }
    await registry.store.change(lambda conn: conn.execute(insert(schema.entries).values(row)))


async def reason(work: Awaitable[Any]) -> str:
    with pytest.raises(PiocheError) as refused:
        await work
    return refused.value.reason[0]


# Entries


def test_a_field_of_a_later_release_is_passed_over() -> None:
    body = json.loads(write_entry(Sat(1, "p", "Ada"))) | {"avatar": "cat"}
    assert read_entry(json.dumps(body)) == Sat(1, "p", "Ada")
    made = json.loads(write_entry(Created("ko", 3, "p", ""))) | {"pace": {"kind": "live", "mercy": 3}, "theme": "dark"}
    assert read_entry(json.dumps(made)).pace.kind == "live"


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "sung", "song": "la"},
        {"kind": "moved", "seat": 0, "moves": ["draw"], "by": "ghost"},
        {"kind": "moved", "seat": 0, "moves": ["fly"]},
    ],
    ids=["kind", "value", "move"],
)
def test_a_table_that_only_a_later_release_can_read_is_left_alone(tmp_path: Path, body: Any) -> None:
    async def run(registry: TableRegistry) -> None:
        newer, own = await deal(registry), await deal(registry)
        viewer = VirtualViewer(newer.table.chairs[0].person)
        await newer.enter(viewer, "", 0)
        await store_entry(registry, newer, body)
        registry.sessions.pop(newer.table.id).stop()
        for look in (registry.session, registry.fresh_session):
            assert await reason(look(newer.table.id)) == "table.newer"
        due = update(schema.tables).where(schema.tables.c.id == newer.table.id).values(wake=1)
        await registry.store.change(lambda conn: conn.execute(due))
        await registry._wake_due(registry.clock.now())
        assert list(registry.sessions) == [own.table.id]
        await move(own, 3)

    with_registry(tmp_path, run)


def test_rules_that_are_not_known_yet_are_not_guessed(tmp_path: Path) -> None:
    async def run(registry: TableRegistry) -> None:
        session = await deal(registry)
        at = schema.entries.c
        first = select(at.body).where(at.table_id == session.table.id, at.seq == 1)
        made = json.loads(await registry.store.read(lambda conn: conn.execute(first).scalar_one())) | {"rules": 99}
        change = (
            update(schema.entries).where(at.table_id == session.table.id, at.seq == 1).values(body=json.dumps(made))
        )
        await registry.store.change(lambda conn: conn.execute(change))
        registry.sessions.pop(session.table.id).stop()
        assert await reason(registry.session(session.table.id)) == "table.newer"

    with_registry(tmp_path, run)


def test_who_looks_on_when_a_later_release_goes_on_is_told(tmp_path: Path) -> None:
    async def run(registry: TableRegistry) -> None:
        session = await deal(registry)
        viewer = VirtualViewer(session.table.chairs[0].person)
        await session.enter(viewer, "", 0)
        await store_entry(registry, session, {"kind": "sung"})
        assert await reason(session.catch_up_with_others()) == "table.newer"
        (refused,) = viewer.told("refused")
        assert (refused["code"], refused["table"]) == ("table.newer", session.table.id)
        assert "newer version" in refused["message"] and session.stopped and not registry.sessions
        assert await reason(move(session, 1)) == "table.newer"

    with_registry(tmp_path, run)


# Snapshots


@pytest.mark.parametrize("shot", [{"version": 99}, {"seats": 2}, {"position": 7}], ids=["version", "fields", "type"])
def test_a_snapshot_that_is_not_understood_is_passed_over(tmp_path: Path, shot: dict[str, Any]) -> None:
    async def run(registry: TableRegistry) -> None:
        session = await deal(registry)
        await move(session, 20)
        view = str(session.table.pos)
        query = select(schema.snapshots.c.body)
        body = json.loads(await registry.store.read(lambda conn: conn.execute(query).scalar_one()))
        assert body["version"] == SNAPSHOT_FORM
        body = {"seats": 2} if shot == {"seats": 2} else {**body, "position": "coloretto", **shot}
        await registry.store.change(lambda conn: conn.execute(update(schema.snapshots).values(body=json.dumps(body))))
        registry.sessions.pop(session.table.id).stop()
        assert str((await registry.session(session.table.id)).table.pos) == view

    with_registry(tmp_path, run)


def test_a_snapshot_of_the_first_release_named_no_version() -> None:
    assert Snapshot.__struct_fields__[-1] == "version" or "version" in Snapshot.__struct_fields__
    assert Snapshot.__struct_defaults__[-1] == 1


# Databases


def change_file(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as conn, conn:
        for statement in statements:
            conn.execute(statement)


@pytest.mark.parametrize(
    ("statements", "served"),
    [
        (["UPDATE alembic_version SET version_num = '0099'"], True),
        (["UPDATE facts SET value = '3' WHERE name = 'min_reader'"], False),
        (["UPDATE alembic_version SET version_num = '0099'", "DELETE FROM facts WHERE name = 'min_reader'"], False),
    ],
    ids=["more than we need", "more than we can read", "it does not say"],
)
def test_a_later_release_says_who_may_read_its_database(tmp_path: Path, statements: list[str], served: bool) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    asyncio.run(LogStore(url).stop())
    change_file(tmp_path / "tables.db", *statements)
    if served:
        asyncio.run(LogStore(url).stop())
        return
    with pytest.raises(PiocheError) as refused:
        LogStore(url)
    assert refused.value.reason[0] == "storage.newer" and "newer version" in refused.value.sentence("en")


def test_nothing_is_changed_under_a_process_of_the_first_release(postgres_url: str) -> None:
    make_first_release(postgres_url)
    with FirstRelease(postgres_url), pytest.raises(PiocheError) as refused:
        LogStore(postgres_url)
    assert refused.value.reason[0] == "storage.older_runs" and "stop all" in refused.value.sentence("en")
    asyncio.run(LogStore(postgres_url).stop())  # once that has stopped


def test_what_was_stopped_long_ago_is_not_waited_for(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def sleep(_: float) -> None:
        raise AssertionError("why wait?")

    make_first_release(postgres_url)
    monkeypatch.setattr(time, "sleep", sleep)
    asyncio.run(LogStore(postgres_url).stop())


def test_nothing_is_changed_under_a_process_that_could_not_read_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(reader: int, living: int, refused: bool) -> None:
        store = LogStore(postgres_url)
        store.start()
        row = {"id": f"p{reader}{living}", "reader": reader}
        now = await store.read(release_compatibility.database_time)
        until = {"until": now + 60_000 * living}
        await store.change(lambda conn: conn.execute(insert(schema.processes).values({**row, **until})))
        assert await store.read(release_compatibility.is_served_by_older) == refused
        await store.stop()

    monkeypatch.setattr(release_compatibility, "MIN_READER", 3)
    asyncio.run(run(2, -1, refused=False))
    asyncio.run(run(3, 1, refused=False))
    asyncio.run(run(2, 1, refused=True))
