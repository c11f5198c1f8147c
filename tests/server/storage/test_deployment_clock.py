"""The house as a whole: when it is open, and what its processes agree on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from sqlalchemy import Connection, insert, update

from pioche.server.storage import schema
from pioche.server.storage.deployment_clock import NOTING, RESTING, Cluster
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.steady_clock import SteadyClock
from server.conftest import SetClock

pytestmark = pytest.mark.anyio

PULSE = update(schema.facts).where(schema.facts.c.name == "pulse")  # when it was last noted that we are open


@pytest.fixture
async def store(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LogStore]:
    made = LogStore(f"sqlite:///{tmp_path_factory.mktemp('house')}/tables.db")
    made.start()
    yield made
    await made.stop()


async def test_a_house_that_was_closed_knows_since_when(store: LogStore, clock: SetClock) -> None:
    first, start = Cluster(store), clock.time
    await first.open()
    clock.advance(2.5)
    await first.note_open()
    assert first.outages == [], "a busy second is no outage"
    clock.advance(100)
    assert not first.is_open
    second = Cluster(store)
    await second.open()
    assert second.outages == [(start + 2500, start + 102_500)]
    assert second.epoch == first.epoch
    await first.note_open()
    assert first.outages == second.outages, "noted once"


async def test_processes_have_one_time_however_their_clocks_are_set(
    store: LogStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pioche.server.storage.deployment_clock.database_time", lambda conn: SteadyClock.ticks())
    houses = [Cluster(store) for _ in range(3)]
    for house, day in zip(houses, (0, 1, -1), strict=True):
        monkeypatch.setattr(
            "pioche.server.storage.deployment_clock.wall_time", lambda day=day: 1_800_000_000_000 + day * 86_400_000
        )
        await house.open()
    times = [house.clock.now() for house in houses]
    assert max(times) - min(times) < 500 and houses[2].outages == []
    houses[0].clock.catch_up(times[0] + 60_000)
    await houses[0].note_open()
    await houses[1].note_open()
    assert houses[1].clock.now() >= times[0] + 60_000, "nobody is behind what was noted"


async def test_as_long_as_something_is_stored_the_house_is_not_closed(store: LogStore, clock: SetClock) -> None:
    house, start = Cluster(store), clock.time
    await house.open()
    await store.change(lambda conn: store_entry(conn, start + 1500))
    clock.advance(10)
    await house.note_open()
    assert house.outages == [(start + 1500, start + 10_000)]


def store_entry(conn: Connection, at: int) -> None:
    """At a table that goes on."""
    made = {"id": "t", "code": "BCDFGH", "game": "kolpa", "status": "playing", "public": False, "seed": bytes(32)}
    noted = {"created": at, "updated": at, "head": 1, "wake": at + 5000, "summary": "{}"}
    conn.execute(insert(schema.tables).values({**made, **noted}))
    entry = {"table_id": "t", "seq": 1, "command": "c", "at": at, "body": "{}"}
    conn.execute(insert(schema.entries).values(entry))


async def test_a_house_at_rest_is_not_closed(store: LogStore, clock: SetClock) -> None:
    """While no clock runs nothing is noted; that is no outage when one runs again."""
    house = Cluster(store)
    await house.open()
    for _ in range(60):
        clock.advance(1)
        house.rest()
    await house.note_open()
    assert (house.outages, house.is_open) == ([], True)


async def test_a_house_at_rest_was_open_until_a_minute_ago(store: LogStore, clock: SetClock) -> None:
    """Whatever happens to its process: what goes by itself counts the time in which somebody served."""
    house = Cluster(store)
    await house.open()
    for _ in range(600):
        clock.advance(1)
        if not house.rest():
            await house.note_open()
    down = clock.time
    clock.advance(86_400)
    again = Cluster(store)
    await again.open()
    ((noted, up),) = again.outages
    assert down - RESTING <= noted <= down and up == clock.time


async def test_nobody_waits_for_another_process_that_is_just_noting_it(postgres_url: str) -> None:
    """It may be waiting for a row that we hold. We follow its time all the same."""
    store = LogStore(postgres_url)
    store.start()
    house = Cluster(store)
    await house.open()
    ahead = house.clock.now() + 60_000
    await store.change(lambda conn: conn.execute(PULSE.values(value=str(ahead))))
    async with await psycopg.AsyncConnection.connect(postgres_url) as other:
        await other.execute("SELECT pg_advisory_xact_lock(%s)", [NOTING])
        await asyncio.wait_for(house.note_open(), 5)
        assert house.is_open and house.clock.now() >= ahead
    await store.stop()
