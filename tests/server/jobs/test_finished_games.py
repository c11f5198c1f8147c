"""Finished games: their records are kept, what was read once is there, and nobody waits for who reads."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, delete, func, select

from pioche.server.app import make_app
from pioche.server.jobs.finished_games import HOUSE
from pioche.server.jobs.replay_pages import sheet_of, steps_of
from pioche.server.jobs.replay_worker import ReplayWish
from pioche.server.limits.rate_limits import AddressBuckets
from pioche.server.model.entries import Conceded, Created, Moved, Sat
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.storage import schema
from pioche.server.storage.accounts import Person
from pioche.server.storage.game_records import record_of
from pioche.server.storage.kept_records import unpacked
from pioche.server.storage.log_reader import replay_log
from pioche.table.errors import PiocheError
from pioche.table.record import read_record
from pioche.table.verify_fairness import verify

pytestmark = pytest.mark.anyio
Open = Callable[[], Awaitable[TableRegistry]]


async def played(registry: TableRegistry, moves: int, over: bool = True) -> TableSession:
    """A game of two people, played at random; then one of them gives up."""
    people = [Sat(seat, name, name.title()) for seat, name in enumerate(("ada", "bob"))]
    session = await Lobby(registry).create(Person("ada", "Ada", ""), Created("kolpa", 2, "ada", ""), people)
    rng, table = Random(moves), session.table
    for number in range(moves):
        seat = table.now.standing.waited[0]
        move = rng.choice(table.moves(seat))
        await session.append(lambda seat=seat, move=move: Moved(seat, [move]), f"m{number}")  # type: ignore[misc]
    if over:
        await session.append(lambda: Conceded(1), "end")
    return session


def browser(registry: TableRegistry) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(make_app(registry)), base_url="http://localhost")


async def kept(registry: TableRegistry, table: str) -> int:
    at = schema.records.c
    query = select(func.count()).where(at.table_id == table)
    return int(await registry.store.read(lambda conn: conn.execute(query).scalar_one()))


async def read(registry: TableRegistry, table: str, wish: ReplayWish, asker: str = "here") -> str:
    return unpacked(await (await registry.finished_games.page(table, wish, asker)).body())


async def test_the_record_is_kept_when_the_game_ends(open_registry: Open) -> None:
    registry = await open_registry()
    session = await played(registry, 20)
    while not await kept(registry, session.table.id):
        await asyncio.sleep(0.02)
    log = await registry.store.read(lambda conn: replay_log(conn, session.table.id))
    assert await registry.finished_games.text(session.table.id) == record_of(log)


async def test_a_game_under_way_has_none(open_registry: Open) -> None:
    registry = await open_registry()
    session = await played(registry, 3, over=False)
    for table, why in ((session.table.id, "table.not_over"), ("none", "table.not_found")):
        with pytest.raises(PiocheError) as refused:
            await registry.finished_games.page(table, ReplayWish("record"), "here")
        assert refused.value.reason[0] == why


async def test_a_game_whose_record_was_not_kept_is_played_again_once(open_registry: Open) -> None:
    """As games of the first version are, and those whose server was killed at their end."""
    registry = await open_registry()
    session = await played(registry, 20)
    first = await registry.finished_games.text(session.table.id)
    registry = await open_registry()
    gone = delete(schema.records)
    await registry.store.change(lambda conn: forget(conn, gone))
    before = registry.finished_games.computed
    assert (
        await registry.finished_games.text(session.table.id)
        == first
        == await registry.finished_games.text(session.table.id)
    )
    assert registry.finished_games.computed == before + 1 and await kept(registry, session.table.id) == 1


def forget(conn: Connection, gone: Any) -> None:
    conn.execute(gone)


async def test_what_is_read_is_what_the_record_gives(open_registry: Open) -> None:
    registry = await open_registry()
    id = (await played(registry, 20)).table.id
    record = await registry.finished_games.text(id)
    async with browser(registry) as anybody:
        answers = {
            what: (await anybody.get(f"/api/tables/{id}/{what}")).json()
            for what in ("replay", "replay?seat=1", "sheet", "verify?lang=en")
        }
        assert (await anybody.get(f"/api/tables/{id}/record")).text == record
        assert (await anybody.get(f"/api/tables/{id}/replay?seat=5")).json()["code"] == "setup.seat"
    verdict = verify(record)
    checks = [{"ok": each.ok, "text": each.sentence("en")} for each in verdict.checks]
    assert answers["verify?lang=en"] == {"ok": verdict.ok, "checks": checks}
    assert answers["sheet"] == sheet_of(record)
    for what, seat in (("replay", None), ("replay?seat=1", 1)):
        assert len(answers[what]["steps"]) == 21 and "next" not in answers[what]
        views = [step["view"] for step in steps_of(record, seat)["steps"]]
        assert [step["view"] for step in answers[what]["steps"]] == views


async def test_pages_put_together_are_the_whole(open_registry: Open) -> None:
    registry = await open_registry()
    id = (await played(registry, 20)).table.id
    async with browser(registry) as anybody:
        whole = (await anybody.get(f"/api/tables/{id}/replay")).json()
        steps, first = [], 0
        while first is not None:
            page = (await anybody.get(f"/api/tables/{id}/replay?from={first}&count=8")).json()
            assert page["winners"] == whole["winners"] and len(page["steps"]) <= 8
            steps += page["steps"]
            first = page.get("next")
        assert steps == whole["steps"]
        beyond = (await anybody.get(f"/api/tables/{id}/replay?from=21")).json()
        assert beyond["steps"] == [] and "next" not in beyond
        for wrong in ("from=-1", "count=0", "count=2001", "from=x"):
            assert (await anybody.get(f"/api/tables/{id}/replay?{wrong}")).status_code == 422


async def test_who_asks_again_is_told_that_nothing_has_changed(open_registry: Open) -> None:
    registry = await open_registry()
    id = (await played(registry, 20)).table.id
    names = set()
    async with browser(registry) as anybody:
        for what in ("record", "replay", "replay?seat=0", "replay?from=1", "sheet", "verify", "verify?lang=en"):
            first = await anybody.get(f"/api/tables/{id}/{what}")
            assert first.headers["cache-control"].startswith("private")
            computed = registry.finished_games.computed
            again = await anybody.get(f"/api/tables/{id}/{what}", headers={"if-none-match": first.headers["etag"]})
            assert again.status_code == 304 and not again.content
            plain = await anybody.get(f"/api/tables/{id}/{what}", headers={"accept-encoding": "identity"})
            assert plain.content == first.content and "content-encoding" not in plain.headers
            assert registry.finished_games.computed == computed
            names.add(first.headers["etag"])
    assert len(names) == 7


async def test_many_who_ask_for_the_same_wait_for_one_answer(open_registry: Open) -> None:
    registry = await open_registry()
    id = (await played(registry, 20)).table.id
    await registry.finished_games.text(id)
    before = registry.finished_games.computed
    answers = await asyncio.gather(*(read(registry, id, ReplayWish("replay"), f"address {n}") for n in range(12)))
    assert len(set(answers)) == 1 and registry.finished_games.computed == before + 1


async def test_long_games_cost_more_and_what_is_there_costs_nothing(open_registry: Open) -> None:
    registry = await open_registry()
    id = (await played(registry, 20)).table.id
    await registry.finished_games.find(id, HOUSE)
    registry.limits.reading = AddressBuckets(2, 0.0001)
    await read(registry, id, ReplayWish("sheet"))
    with pytest.raises(PiocheError) as refused:
        await read(registry, id, ReplayWish("replay"))
    assert refused.value.reason[0] == "limits.slow_down"
    await read(registry, id, ReplayWish("sheet"))
    await read(registry, id, ReplayWish("replay"), "elsewhere")
    registry.limits.reading = AddressBuckets(2, 0.0001)
    registry.finished_games._known[id] = registry.finished_games._known[id]._replace(moves=10_000)
    with pytest.raises(PiocheError):
        await read(registry, id, ReplayWish("replay", 1))


async def test_people_do_not_wait_for_whole_logs(open_registry: Open) -> None:
    registry = await open_registry()
    go = threading.Event()
    reading = [asyncio.create_task(registry.store.read_long(lambda conn: go.wait(20))) for _ in range(8)]
    assert await asyncio.wait_for(registry.store.read(lambda conn: 5), 10) == 5
    go.set()
    assert all(await asyncio.gather(*reading))


async def test_what_was_read_long_ago_is_forgotten(open_registry: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = await open_registry()
    id = (await played(registry, 20)).table.id
    sheet = await read(registry, id, ReplayWish("sheet"))
    monkeypatch.setattr("pioche.server.jobs.finished_games.KEPT", len(gzip.compress(sheet.encode())) + 20)
    await read(registry, id, ReplayWish("replay"))
    before = registry.finished_games.computed
    assert await read(registry, id, ReplayWish("sheet")) == sheet and registry.finished_games.computed == before + 1


async def test_a_decision_is_found_where_it_was_made(open_registry: Open) -> None:
    registry = await open_registry()
    id = (await played(registry, 20)).table.id
    found = await registry.finished_games.decisions(id, 0, 3, "here")
    lines = [line for _, line in read_record(await registry.finished_games.text(id)).moves]
    assert len(found) == 3 and all(lines[each.step] == f"A {each.move}" for each in found)
