"""Releases beside each other: what an earlier one can read it reads, what it can't it leaves alone."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import insert, select, update

from pioche.server import schema, versions
from pioche.server.entries import Created, Moved, Sat, read_entry, write_entry
from pioche.server.hall import Hall
from pioche.server.lobby import Lobby
from pioche.server.room import Room
from pioche.server.settings import Settings
from pioche.server.store import Store
from pioche.server.table import Snapshot
from pioche.table.errors import PiocheError

from .first_release import FirstRelease, make_first_release
from .made_up import Viewer
from .servers import postgres


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture
def database(cluster: str) -> str:
    fresh = f"t{secrets.token_hex(6)}"
    with psycopg.connect(cluster, autocommit=True) as conn:
        conn.execute(f"CREATE DATABASE {fresh}")
    return cluster.replace("/postgres?", f"/{fresh}?")


def with_hall(tmp_path: Path, body: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        hall = Hall(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", warm_up=False))
        await hall.start()
        try:
            await body(hall)
        finally:
            await hall.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


async def deal(hall: Hall) -> Room:
    ada, _ = await hall.people.welcome("Ada")
    bob, _ = await hall.people.welcome("Bob")
    made = Created("coloretto", 2, ada.id, "")
    return await Lobby(hall).create(ada, made, [Sat(0, ada.id, "Ada"), Sat(1, bob.id, "Bob")])


async def move(room: Room, times: int) -> None:
    for _ in range(times):
        seat = room.table.standing.waited[0]
        entry = Moved(seat, [room.table.moves(seat)[0]])
        await room.append(lambda entry=entry: entry, f"c{room.table.seq}")  # type: ignore[misc]


async def store_entry(hall: Hall, room: Room, body: Any) -> None:
    """Another process stores something at a table."""
    row = {"table_id": room.table.id, "seq": room.table.seq + 1, "command": "new", "at": 1, "body": json.dumps(body)}
    await hall.store.change(lambda conn: conn.execute(insert(schema.entries).values(row)))


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
    async def run(hall: Hall) -> None:
        newer, own = await deal(hall), await deal(hall)
        viewer = Viewer(newer.table.chairs[0].person)
        await newer.enter(viewer, "", 0)
        await store_entry(hall, newer, body)
        hall.rooms.pop(newer.table.id).stop()
        for look in (hall.room, hall.fresh_room):
            assert await reason(look(newer.table.id)) == "table.newer"
        due = update(schema.tables).where(schema.tables.c.id == newer.table.id).values(wake=1)
        await hall.store.change(lambda conn: conn.execute(due))
        await hall._wake_due(hall.clock.now())
        assert list(hall.rooms) == [own.table.id]
        await move(own, 3)

    with_hall(tmp_path, run)


def test_rules_that_are_not_known_yet_are_not_guessed(tmp_path: Path) -> None:
    async def run(hall: Hall) -> None:
        room = await deal(hall)
        at = schema.entries.c
        first = select(at.body).where(at.table_id == room.table.id, at.seq == 1)
        made = json.loads(await hall.store.read(lambda conn: conn.execute(first).scalar_one())) | {"rules": 99}
        change = update(schema.entries).where(at.table_id == room.table.id, at.seq == 1).values(body=json.dumps(made))
        await hall.store.change(lambda conn: conn.execute(change))
        hall.rooms.pop(room.table.id).stop()
        assert await reason(hall.room(room.table.id)) == "table.newer"

    with_hall(tmp_path, run)


def test_who_looks_on_when_a_later_release_goes_on_is_told(tmp_path: Path) -> None:
    async def run(hall: Hall) -> None:
        room = await deal(hall)
        viewer = Viewer(room.table.chairs[0].person)
        await room.enter(viewer, "", 0)
        await store_entry(hall, room, {"kind": "sung"})
        assert await reason(room.follow_others()) == "table.newer"
        (refused,) = viewer.told("refused")
        assert (refused["code"], refused["table"]) == ("table.newer", room.table.id)
        assert "newer version" in refused["message"] and room.stopped and not hall.rooms
        assert await reason(move(room, 1)) == "table.newer"

    with_hall(tmp_path, run)


# Snapshots


@pytest.mark.parametrize("shot", [{"version": 99}, {"seats": 2}, {"position": 7}], ids=["version", "fields", "type"])
def test_a_snapshot_that_is_not_understood_is_passed_over(tmp_path: Path, shot: dict[str, Any]) -> None:
    async def run(hall: Hall) -> None:
        room = await deal(hall)
        await move(room, 20)
        view = str(room.table.pos)
        query = select(schema.snapshots.c.body)
        body = json.loads(await hall.store.read(lambda conn: conn.execute(query).scalar_one()))
        assert body["version"] == versions.SNAPSHOT
        body = {"seats": 2} if shot == {"seats": 2} else {**body, "position": "coloretto", **shot}
        await hall.store.change(lambda conn: conn.execute(update(schema.snapshots).values(body=json.dumps(body))))
        hall.rooms.pop(room.table.id).stop()
        assert str((await hall.room(room.table.id)).table.pos) == view

    with_hall(tmp_path, run)


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
    asyncio.run(Store(url).stop())
    change_file(tmp_path / "tables.db", *statements)
    if served:
        asyncio.run(Store(url).stop())
        return
    with pytest.raises(PiocheError) as refused:
        Store(url)
    assert refused.value.reason[0] == "storage.newer" and "newer version" in refused.value.sentence("en")


def test_nothing_is_changed_under_a_process_of_the_first_release(database: str) -> None:
    make_first_release(database)
    with FirstRelease(database), pytest.raises(PiocheError) as refused:
        Store(database)
    assert refused.value.reason[0] == "storage.older_runs" and "stop all" in refused.value.sentence("en")
    asyncio.run(Store(database).stop())  # once that has stopped


def test_what_was_stopped_long_ago_is_not_waited_for(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def sleep(_: float) -> None:
        raise AssertionError("why wait?")

    make_first_release(database)
    monkeypatch.setattr(time, "sleep", sleep)
    asyncio.run(Store(database).stop())


def test_nothing_is_changed_under_a_process_that_could_not_read_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(reader: int, living: int, refused: bool) -> None:
        store = Store(database)
        store.start()
        row = {"id": f"p{reader}{living}", "reader": reader}
        now = await store.read(versions.database_time)
        until = {"until": now + 60_000 * living}
        await store.change(lambda conn: conn.execute(insert(schema.processes).values({**row, **until})))
        assert await store.read(versions.is_served_by_older) == refused
        await store.stop()

    monkeypatch.setattr(versions, "MIN_READER", 3)
    asyncio.run(run(2, -1, refused=False))
    asyncio.run(run(3, 1, refused=False))
    asyncio.run(run(2, 1, refused=True))
