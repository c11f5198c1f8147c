"""Row 31: another program holds SQLite's lock for a while; play waits or is refused, and nobody else notices."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing

import httpx

from server.client import PLAIN, Json, Player, Refusal
from server.servers import House

from .disk import deal, move
from .figure import Figure, check, percentile, seeded, steady
from .nursery import Nursery, small_house

AFTER = 5  # moves that each table makes when the lock is gone
SLEEP = 5.0  # seconds that SQLite would sleep
HELD = 0.75  # share of them that the event loop is never held, however busy this machine is
LOOK = 0.02  # seconds between two looks at how quickly others are answered


def locked(born: Nursery, seconds: float, tables: int, seed: int, bug: str = "") -> Figure:
    with seeded("a locked database", seed), small_house(born, bug=bug) as house, steady():
        acked, refused, times = asyncio.run(_locked(house, seconds, tables))
        worst = max(times)
        check(worst < HELD * min(seconds, SLEEP), f"the event loop was held for {worst:.1f} s")
    p99 = percentile(times, 0.99)
    found = (
        f"locked {seconds:.0f} s: {acked} moves waited or came later, {refused} were refused with a sentence, none "
        f"lost or doubled; others answered meanwhile: p99 {p99 * 1000:.0f} ms, max {worst * 1000:.0f} ms"
    )
    return Figure(31, "a locked database", found, "the loop is not held; nothing lost", p99 < 0.1)


async def _locked(house: House, seconds: float, tables: int) -> tuple[int, int, list[float]]:
    pairs = [[Player(house.url, f"{name}{number}") for name in ("Ada", "Bob")] for number in range(tables)]
    for player in [player for pair in pairs for player in pair]:
        await (await player.enter()).connect()
    dealt = [(await deal(pair), pair) for pair in pairs]
    times, done = list[float](), asyncio.Event()
    looking = asyncio.create_task(look(house.url, times, done))
    playing = [asyncio.create_task(play(table, pair, done)) for table, pair in dealt]
    making = asyncio.create_task(make(pairs[0][0]))
    await asyncio.to_thread(hold, house, seconds)
    done.set()
    answers = await asyncio.gather(*playing)
    await making
    await looking
    for (table, _), heard in zip(dealt, answers, strict=True):
        check_log(house, table, heard)
    await asyncio.gather(*(player.close() for pair in pairs for player in pair))
    kinds = [answer["type"] for heard in answers for answer in heard]
    return kinds.count("ack"), kinds.count("refused"), times


def hold(house: House, seconds: float) -> None:
    with closing(sqlite3.connect(house.database.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("PRAGMA busy_timeout=10000")
        other.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        other.execute("ROLLBACK")


async def look(url: str, times: list[float], done: asyncio.Event) -> None:
    """How long somebody else waits who only asks for something."""
    async with httpx.AsyncClient(base_url=url, verify=PLAIN, timeout=60) as client:
        while not done.is_set():
            since = time.monotonic()
            answer = await client.get("/api/bots")
            check(answer.status_code == 200, f"others were answered {answer.status_code}")
            times.append(time.monotonic() - since)
            await asyncio.sleep(LOOK)


async def play(table: str, pair: list[Player], done: asyncio.Event) -> list[Json]:
    """On and on as long as the lock is there, and a little longer."""
    answers = list[Json]()
    left = AFTER
    while left and not pair[0].tables[table].over:
        left -= done.is_set()
        answers.append(await move(table, pair))
        await asyncio.sleep(0.2)
        if answers[-1]["type"] == "refused":
            check(answers[-1]["code"] == "storage.unavailable", f"refused with {answers[-1]}")
            check(len(answers[-1]["message"]) > 10, "refused without a sentence")
    return answers


async def make(player: Player) -> None:
    """Another table: made late, or refused in a sentence."""
    await asyncio.sleep(0.5)
    try:
        await player.make_table("kolpa", "you", "open")
    except Refusal as refused:
        check((refused.status, refused.code) == (503, "storage.unavailable"), f"refused with {refused}")


def check_log(house: House, table: str, answers: list[Json]) -> None:
    """Every acknowledged move once, and no other."""
    acknowledged = sum(answer["type"] == "ack" for answer in answers)
    stored = len(house.moves(table))
    check(stored == acknowledged, f"{acknowledged} moves were acknowledged, {stored} are stored")
    check(answers[-1]["type"] == "ack", f"the lock is gone, and still: {answers[-1]}")
