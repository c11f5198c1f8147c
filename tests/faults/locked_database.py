"""Row 31: another program holds SQLite's lock for a while; play waits or is refused, and nobody else notices.

Others ask all the time, whether they are answered or not: who waits for an answer before asking again hardly sees
that everybody was held.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from typing import NamedTuple

from faults.full_disk import deal, move
from faults.report_row import ReportRow, check, percentile, seeded, steady
from support.client import Client, RequestRefused
from support.client_transport import Json
from support.deployment import Deployment, small_house
from support.player import Player
from support.warm_parent import WarmParent

AFTER = 5  # moves that each table makes when the lock is gone
EVERY = 0.05  # seconds between two questions of others
PATHS = ("/api/bots", "/api/me/tables")  # that they ask: without the database, and from it
USUAL, WORST = 0.1, 0.5  # seconds until nearly all of them are answered, and all
WORSE = 3.0  # so many times what others waited without the lock, beyond WORST, is no chance
QUIET = 2.0  # seconds without the lock, before it and after
SOON = 30.0  # seconds after which who asks gives up


class Waits(NamedTuple):
    """Of everybody who asked, from when it was to ask: without the lock, and under it."""

    without: list[float]
    under: list[float]

    def __str__(self) -> str:
        usual, worst = percentile(self.under, 0.99), max(self.under)
        return (
            f"of {len(self.under)} questions meanwhile, every {EVERY * 1000:.0f} ms, half of them of the database: p99 "
            f"{usual * 1000:.0f} ms, max {worst * 1000:.0f} ms (without the lock {max(self.without) * 1000:.0f} ms)"
        )


def locked(warm: WarmParent, seconds: float, tables: int, seed: int, bug: str = "", slack: float = 1.0) -> ReportRow:
    """`slack`: so many times as long may others wait on a busy machine; never much longer than without the lock."""
    with seeded("a locked database", seed), small_house(warm, bug=bug) as house, steady():
        acked, refused, waits = asyncio.run(_locked(house, seconds, tables))
        worst, usual = max(waits.under), percentile(waits.under, 0.99)
        limit = max(WORST, WORSE * max(waits.without))
        check(worst < limit, f"the event loop was held for {worst:.1f} s: {waits}")
    found = (
        f"locked {seconds:.0f} s: {acked} moves waited or came later, {refused} were refused with a sentence, none "
        f"lost or doubled; {waits}"
    )
    held = usual < USUAL * slack and worst < WORST * slack
    return ReportRow(31, "a locked database", found, "others: p99 < 100 ms, all < 0.5 s; nothing lost", held)


async def _locked(house: Deployment, seconds: float, tables: int) -> tuple[int, int, Waits]:
    pairs = [[Player(house.url, f"{name}{number}") for name in ("Ada", "Bob")] for number in range(tables)]
    for player in [player for pair in pairs for player in pair]:
        await (await player.enter()).connect()
    dealt = [(await deal(pair), pair) for pair in pairs]
    done, (others, port) = asyncio.Event(), await visitor(house)
    playing = [asyncio.create_task(play(table, pair, done)) for table, pair in dealt]
    without = await ask_for(QUIET, port, others)
    making = asyncio.create_task(make(pairs[0][0]))
    holding = asyncio.create_task(asyncio.to_thread(hold, house, seconds))
    under = await ask_for(seconds, port, others)
    await holding
    done.set()
    answers = await asyncio.gather(*playing)
    await making
    without += await ask_for(QUIET, port, others)
    for (table, _), heard in zip(dealt, answers, strict=True):
        check_log(house, table, heard)
    await asyncio.gather(*(player.close() for pair in pairs for player in pair))
    kinds = [answer["type"] for heard in answers for answer in heard]
    return kinds.count("ack"), kinds.count("refused"), Waits(without, under)


def hold(house: Deployment, seconds: float) -> None:
    with closing(sqlite3.connect(house.database.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("PRAGMA busy_timeout=10000")
        other.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        other.execute("ROLLBACK")


async def visitor(house: Deployment) -> tuple[str, int]:
    """The cookie of somebody else, and where it asks."""
    vera = await Client(house.url, "Vera", address="127.7.1.1", light=True).enter()
    return str(vera.transport.cookies), house.servers[0].port


async def ask_for(seconds: float, port: int, cookie: str) -> list[float]:
    """Everything that is asked in this time, on time; how long each waited for its answer."""
    asking, begin = list[asyncio.Task[float]](), time.monotonic()
    for number in range(int(seconds / EVERY)):
        due = begin + number * EVERY
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        asking.append(asyncio.create_task(ask(PATHS[number % len(PATHS)], port, cookie, due)))
    return list(await asyncio.gather(*asking))


async def ask(path: str, port: int, cookie: str, due: float) -> float:
    """On a connection of its own, which costs a client next to nothing."""
    async with asyncio.timeout(SOON):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.7.1.1", 0))
        words = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Cookie: {cookie}", "Connection: close", "", ""]
        writer.write("\r\n".join(words).encode())
        answer = await reader.read()
        writer.close()
    check(answer.startswith(b"HTTP/1.1 200 "), f"others were answered {answer[:200]!r}")
    return time.monotonic() - due


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
    except RequestRefused as refused:
        check((refused.status, refused.code) == (503, "storage.unavailable"), f"refused with {refused}")


def check_log(house: Deployment, table: str, answers: list[Json]) -> None:
    """Every acknowledged move once, and no other."""
    acknowledged = sum(answer["type"] == "ack" for answer in answers)
    stored = len(house.moves(table))
    check(stored == acknowledged, f"{acknowledged} moves were acknowledged, {stored} are stored")
    check(answers[-1]["type"] == "ack", f"the lock is gone, and still: {answers[-1]}")
