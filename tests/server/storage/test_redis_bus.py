"""Notices between processes: heard, or passed over; nothing that is said ends the listening."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from pioche.server.storage import redis_bus as bus_module
from pioche.server.storage.notice_format import (
    LONGEST,
    AnyNotice,
    Beat,
    PresentNotice,
    StoredNotice,
    read_notice,
    write_notice,
)
from pioche.server.storage.redis_bus import ProcessBus, RedisBus
from support.bus_nonsense import nonsense, said
from support.database_programs import redis

NOWHERE = "redis://127.0.0.1:1"


@pytest.fixture(scope="module")
def cache() -> Iterator[str]:
    with redis() as url:
        yield url


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not so():
            await asyncio.sleep(0.01)


def test_what_is_no_hint_is_passed_over() -> None:
    understood = [notice for data in nonsense() if (notice := read_notice(data)) is not None]
    assert len(understood) == 9, "these are well made, and about nothing"
    assert read_notice(None) is None and read_notice(b" " * LONGEST + write_notice(Beat())) is None


def test_a_field_that_a_newer_process_added_does_not_matter() -> None:
    assert read_notice(said("stored", table="x", seq=3, why="new")) == StoredNotice("x", 3, process="stranger")


def test_the_people_of_a_thousand_tables_fit_into_hints_that_are_looked_at() -> None:
    many = PresentNotice([("abcdefghijklmnop", 25, 0.12345678901234567)] * 500)
    assert read_notice(write_notice(many)) == many


def test_where_there_is_no_bus_it_is_not_said_to_live() -> None:
    assert ProcessBus().alive is None


def with_bus(
    url: str, body: Callable[[RedisBus, RedisBus, list[AnyNotice]], Awaitable[None]], listener: Any = None
) -> None:
    """Two processes at one Redis, and what the second hears."""

    async def run() -> None:
        heard: list[AnyNotice] = []

        async def hear(notice: AnyNotice) -> None:
            heard.append(notice)
            if listener is not None:
                await listener(notice)

        buses = RedisBus(url, "one"), RedisBus(url, "two")
        for each in buses:
            await each.start(hear if each is buses[1] else ignore, "pioche:test")
        try:
            await until(lambda: all(each.alive for each in buses))
            await body(*buses, heard)
        finally:
            await asyncio.gather(*(each.stop() for each in buses))

    asyncio.run(asyncio.wait_for(run(), 60))


async def ignore(_: AnyNotice) -> None:
    return None


def test_nonsense_ends_nothing(cache: str) -> None:
    async def body(one: RedisBus, two: RedisBus, heard: list[AnyNotice]) -> None:
        for data in nonsense():
            await one._redis.publish("pioche:test", data)
        one.publish(StoredNotice("table", 3))
        await until(lambda: StoredNotice("table", 3, process="one") in heard)
        assert one.alive and two.alive

    with_bus(cache, body)


def test_a_hint_that_leads_to_trouble_does_not_end_the_listening(cache: str) -> None:
    async def trouble(_: AnyNotice) -> None:
        raise RuntimeError("trouble")

    async def body(one: RedisBus, two: RedisBus, heard: list[AnyNotice]) -> None:
        for seq in range(3):
            one.publish(StoredNotice("x", seq))
        two.publish(StoredNotice("x", 9))
        await until(lambda: len(heard) == 3)
        assert [notice.seq for notice in heard if isinstance(notice, StoredNotice)] == [0, 1, 2]

    with_bus(cache, body, trouble)


def test_another_house_is_not_heard(cache: str) -> None:
    async def body(one: RedisBus, two: RedisBus, heard: list[AnyNotice]) -> None:
        await one._redis.publish("pioche:another", write_notice(StoredNotice("x", 1, process="three")))
        one.publish(StoredNotice("x", 2))
        await until(lambda: bool(heard))
        assert heard == [StoredNotice("x", 2, process="one")]

    with_bus(cache, body)


def test_whatever_ends_the_listening_it_is_begun_anew(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "AGAIN", 0.01)
    take, failures = RedisBus._take, [KeyError("from"), ValueError("x"), RuntimeError("y")]

    def fail(self: RedisBus, data: object) -> None:
        if failures and self._process == "two":
            raise failures.pop()
        take(self, data)

    async def body(one: RedisBus, two: RedisBus, heard: list[AnyNotice]) -> None:
        monkeypatch.setattr(RedisBus, "_take", fail)
        while failures:
            one.publish(StoredNotice("x", 1))
            await asyncio.sleep(0.02)
        heard.clear()
        while not heard:
            one.publish(StoredNotice("x", 2))
            await asyncio.sleep(0.02)
        assert two.alive

    with_bus(cache, body)


def test_a_bus_that_does_not_hear_itself_does_not_live(cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(one: RedisBus, two: RedisBus, heard: list[AnyNotice]) -> None:
        monkeypatch.setattr(bus_module, "DEAF", 0.5)
        monkeypatch.setattr(RedisBus, "_note_beat", lambda self, notice: None)
        await until(lambda: not one.alive)

    with_bus(cache, body)


def test_without_redis_a_bus_does_not_live() -> None:
    async def body() -> None:
        alone = RedisBus(NOWHERE, "one")
        await alone.start(ignore, "pioche:test")
        alone.publish(StoredNotice("x", 1))
        await asyncio.sleep(0.1)
        assert alone.alive is False
        await alone.stop()

    asyncio.run(body())
