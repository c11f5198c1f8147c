"""Row 24: records, replays, score sheets and verifications of a very long game, asked for by many at once.

Others play on as if nothing were; and who asks again gets what is kept.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import httpx

from faults.long_games import LONG, SEATS, add_long_game
from faults.overload import Healthy
from faults.report_row import ReportRow, check, percentile, seeded, steady
from pioche.server.jobs.replay_pages import STEPS
from support.client_transport import PLAIN
from support.deployment import Deployment, small_house
from support.warm_parent import WarmParent

P99 = 0.100  # seconds that others wait
PATIENCE = 300.0
PAIRS = 3  # of others, who play

Answers = dict[str, tuple[str, bytes]]  # by what was asked for: its name, and itself


class ReadReplays(NamedTuple):
    """Everything that one reader asked for, and how long it waited for what took longest."""

    answers: Answers
    longest: float


def readings(
    warm: WarmParent,
    readers: int,
    seed: int,
    bug: str = "",
    options: dict[str, str | int] = LONG,
    late: float | None = P99,
) -> ReportRow:
    """`late`: the seconds that others may wait; None: half of those that a reader waits, on whatever machine."""
    with seeded("readings of a long game", seed), small_house(warm, bug=bug) as house:
        table = add_long_game(house, seed, options)
        with steady():
            moves, seconds, before, p99, late = asyncio.run(_readings(house, table, readers, Random(seed), late))
    found = (
        f"a game of {moves:,} moves, asked for by {readers} at once: all answered after {seconds:.1f} s, others' p99 "
        f"{p99 * 1000:.0f} ms ({before * 1000:.0f} before); the second asking: 304, nothing played again"
    )
    return ReportRow(
        24, "readings", found, f"others' p99 < {P99 * 1000:.0f} ms; the second from what is kept", p99 < late
    )


async def _readings(
    house: Deployment, table: str, readers: int, rng: Random, late: float | None
) -> tuple[int, float, float, float, float]:
    others = Healthy(house, rng)
    await others.gather(PAIRS)
    others.begin()
    visitor = RecordReader(house)
    asking = asyncio.create_task(visitor.ask_on())
    await others.measure(3.0)
    before = percentile([*others.times, *visitor.times], 0.99)
    others.times.clear()
    visitor.times.clear()
    since = time.monotonic()
    first = await asyncio.gather(*(read_all(house, table, number) for number in range(readers)))
    seconds = time.monotonic() - since
    others.p99()
    check(not asking.done(), "who opens pages was refused")
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    times = [*others.times, *visitor.times]
    late = max(each.longest for each in first) / 2 if late is None else late
    check(percentile(times, 0.99) < late, f"others waited {percentile(times, 0.99):.2f} s, {before:.2f} s before")
    played = await computed(house)
    for number, each in enumerate(first):
        await read_again(house, table, number, each.answers)
    check(await computed(house) == played, "for the second asking the game was played again")
    await others.stop()
    return moves_of(first[0].answers["record"]), seconds, before, percentile(times, 0.99), late


class RecordReader:
    """Somebody who opens pages meanwhile: a ticket, and the list of tables."""

    def __init__(self, house: Deployment) -> None:
        self._house = house
        self.times: list[float] = []

    async def ask_on(self) -> None:
        async with at(self._house, "127.4.1.1") as http:
            await http.post("/api/people", json={"name": "Ada"})
            while True:
                for method, path in (("POST", "/api/ticket"), ("GET", "/api/me/tables")):
                    since = time.monotonic()
                    answer = await http.request(method, path)
                    check(answer.status_code == 200, f"{path}: {answer.status_code}")
                    self.times.append(time.monotonic() - since)
                    await asyncio.sleep(0.05)


def at(house: Deployment, address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(verify=PLAIN, local_address=address)
    headers = {"origin": house.url, "accept-encoding": "gzip"}
    return httpx.AsyncClient(base_url=house.url, headers=headers, transport=transport, timeout=PATIENCE)


async def read_all(house: Deployment, table: str, number: int) -> ReadReplays:
    """Everything there is to read, each through the eyes of another seat; left packed, since who measures is here."""
    found, longest = Answers(), 0.0
    async with at(house, f"127.4.2.{number + 1}") as http:

        async def ask(what: str) -> None:
            nonlocal longest
            since = time.monotonic()
            found[what] = await read(http, table, what)
            longest = max(longest, time.monotonic() - since)

        for what in ("record", "sheet", "verify?lang=en"):
            await ask(what)
        for first in range(0, moves_of(found["record"]) + 1, STEPS):
            await ask(f"replay?seat={number % SEATS}&from={first}")
    return ReadReplays(found, longest)


async def read(http: httpx.AsyncClient, table: str, what: str) -> tuple[str, bytes]:
    async with http.stream("GET", f"/api/tables/{table}/{what}") as answer:
        content = b"".join([part async for part in answer.aiter_raw()])
    check(answer.status_code == 200, f"{what}: {answer.status_code}")
    return answer.headers.get("etag", ""), content


async def read_again(house: Deployment, table: str, number: int, answers: Answers) -> None:
    async with at(house, f"127.4.2.{number + 1}") as http:
        for what, (name, content) in answers.items():
            again = await http.get(f"/api/tables/{table}/{what}", headers={"if-none-match": name})
            check(again.status_code == 304, f"{what}: {again.status_code} for who has it")
            check((await read(http, table, what))[1] == content, f"{what} has changed")


async def computed(house: Deployment) -> float:
    """How often a game was played again so far."""
    async with at(house, "127.4.3.1") as http:
        return next(numbers((await http.get("/metrics")).text, "pioche_readings"))


def numbers(metrics: str, name: str) -> Iterator[float]:
    return (float(found) for found in re.findall(rf"^{name}(?:\{{.*\}})? (\S+)$", metrics, re.M))


def moves_of(record: tuple[str, bytes]) -> int:
    return int(gzip.decompress(record[1]).decode().splitlines()[-1].split()[1])
