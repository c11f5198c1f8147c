"""Rows 11 to 13: readers that never read, floods, and a thousand who come back at once."""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import TypeVar

import httpx
from websockets.frames import Opcode

from bench.measured_servers import memory, settle
from faults import cpu_steal
from faults.report_row import ReportRow, check, percentile, seeded, steady
from support.client import Client
from support.client_transport import PLAIN, SocketLost, masked, said
from support.deployment import HOUSES, Deployment, small_house
from support.player import Player
from support.warm_parent import WarmParent

T = TypeVar("T")
REST = 0.5  # seconds between two moves of one table, on the average
BUSY = 0.005  # … where something happens all the time
SMALL = 4096  # bytes that the kernel keeps for a slow reader
FLOOD = 5000  # messages a second
AT_ONCE = 40  # connections that are opened at the same time


@dataclass
class Healthy:
    """Pairs who play on quietly; how long each acknowledgement took."""

    house: Deployment
    rng: Random
    rest: float = REST
    on_deal: Callable[[str], None] = lambda table: None  # told of every new table
    pairs: list[tuple[str, Player, Player]] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)  # all that were dealt
    times: list[float] = field(default_factory=list)
    _playing: list[asyncio.Task[None]] = field(default_factory=list)

    async def gather(self, pairs: int) -> None:
        for number in range(pairs):
            people = [await self._come(2 * number + n) for n in range(2)]
            self.pairs.append((await self._deal(people), people[0], people[1]))

    async def _come(self, number: int) -> Player:
        address = f"127.1.{number // 200}.{number % 200 + 1}"
        player = Player(self.house.url_of(number), f"P{number}", address=address)
        return await (await player.enter()).connect()

    async def _deal(self, people: list[Player]) -> str:
        table = await people[0].make_table("coloretto", "you", "open")
        await people[1].sit(table)
        for player in people:
            await player.watch(table)
        self.on_deal(table)
        self.tables.append(table)
        return table

    def begin(self) -> None:
        self._playing = [asyncio.create_task(self._play(*pair)) for pair in self.pairs]

    async def _play(self, table: str, *people: Player) -> None:
        await asyncio.sleep(self.rng.random() * self.rest)
        while True:
            if people[0].tables[table].over:
                table = await self._deal(list(people))
            who = next(player for player in people if player.tables[table].waited)
            since = time.monotonic()
            answer = await who.play(table, self.rng.choice(who.tables[table].moves))
            self.times.append(time.monotonic() - since)
            check(answer["type"] == "ack", f"a healthy client was refused: {answer}")
            for player in people:
                await player.see(table, answer["seq"])
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.rest)  # or who had to wait together stays together

    async def measure(self, seconds: float, anew: bool = True) -> float:
        """The 99th percentile of the acknowledgements to come, or also of those since the last time."""
        if anew:
            self.times.clear()
        await asyncio.sleep(seconds)
        return self.p99()

    def p99(self) -> float:
        for task in self._playing:
            if task.done():
                task.result()
        check(bool(self.times), "nobody played")
        return percentile(self.times, 0.99)

    async def stop(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await asyncio.gather(*(player.close() for _, *people in self.pairs for player in people))


# Readers that never read


@dataclass
class LazyRound:
    """Some time without slow readers, then with them."""

    before: float  # the others' 99th percentile, in seconds
    during: float
    cut: float  # seconds until the last was cut off
    grown: float  # megabytes
    taken: float | None  # the share of the processors' time that went to other machines

    def __str__(self) -> str:
        taken = "" if cpu_steal.are_quiet(self.taken) else f", {self.taken:.0%} taken"
        return f"{self.during * 1000:.0f} ({self.before * 1000:.0f}{taken})"


def slow(
    warm: WarmParent,
    lazy: int,
    healthy: int,
    seconds: float,
    seed: int,
    bug: str = "",
    patience: float = 30.0,
    compiled: bool = False,
    rounds: int = 1,
) -> ReportRow:
    """Row 11; with compiled rules, as a server has them after a while, or from the beginning on.

    In several rounds, without slow readers and with them in turn, and in more where other machines took the
    processors meanwhile; how quick the others are is told and judged by the median of the rounds that were quiet.
    """
    words = ["--warm-up"] if compiled else []
    with seeded("slow readers", seed), small_house(warm, *words, bug=bug) as house, steady():
        found = asyncio.run(_slow(house, lazy, healthy, seconds, patience, rounds, Random(seed)))
    return judged(found, lazy, healthy)


def judged(found: list[LazyRound], lazy: int, healthy: int) -> ReportRow:
    quiet = [each for each in found if cpu_steal.are_quiet(each.taken)] or found
    before, during = median(each.before for each in quiet), median(each.during for each in quiet)
    cut, grown = max(each.cut for each in found), max(each.grown for each in found)
    told = (
        f"{lazy} cut in {cut:.1f} s; {healthy} others: p99 {during * 1000:.0f} ms ({before * 1000:.0f} ms without), "
        f"the median of {len(quiet)} of {len(found)} rounds: {', '.join(map(str, found))}; memory {grown:+.0f} MB"
    )
    held = cut <= 5 and during <= max(before * 1.2, before + 0.005) and grown <= 50
    return ReportRow(11, "slow readers", told, "cut ≤ 5 s, p99 within 20 % or 5 ms, ≤ +50 MB", held)


async def _slow(
    house: Deployment, lazy: int, healthy: int, seconds: float, patience: float, rounds: int, rng: Random
) -> list[LazyRound]:
    """They watch tables where something happens all the time, and read nothing of it."""
    server, others, sleepers = house.servers[0], Healthy(house, rng), list[Client]()

    def watch(table: str) -> None:
        for sleeper in sleepers:
            sleeper.write(said(type="watch", table=table))

    busy = Healthy(house, rng, BUSY, watch)

    async def round(number: int) -> LazyRound:
        times = cpu_steal.processor_times()
        before = await others.measure(seconds)
        sleepers[:] = [await fall_asleep(server.url, lazy * number + each) for each in range(lazy)]
        for table in busy.tables[-4:]:
            watch(table)
        size, since = memory(server.pid), time.monotonic()
        others.times.clear()
        largest = size
        while (gone := await asyncio.to_thread(cuts, house) - lazy * number) < lazy:
            check(time.monotonic() - since < patience, f"only {gone:.0f} of {lazy} slow readers were cut off")
            largest = max(largest, memory(server.pid))
            await asyncio.sleep(0.1)
        cut = time.monotonic() - since
        during = await others.measure(max(0.0, seconds - cut), anew=False)
        for sleeper in sleepers:
            sleeper.hang_up()
        sleepers.clear()
        return LazyRound(before, during, cut, largest - size, cpu_steal.taken_since(times))

    await others.gather(healthy // 2)
    await busy.gather(2)
    await asyncio.to_thread(settle, server.pid, 1.0)
    others.begin()
    busy.begin()
    found = list[LazyRound]()
    while sum(cpu_steal.are_quiet(each.taken) for each in found) < rounds and len(found) < 2 * rounds:
        found.append(await round(len(found)))
    await others.stop()
    await busy.stop()
    return found


async def fall_asleep(url: str, number: int) -> Client:
    """Somebody who comes in and reads no more."""
    sleeper = await (await Client(url, f"S{number}", light=True, small=SMALL).enter()).connect()
    sleeper.stop_reading()
    return sleeper


def cuts(house: Deployment) -> float:
    found = re.search(r"^pioche_slow_readers_cut (\S+)", httpx.get(f"{house.url}/metrics", verify=PLAIN).text, re.M)
    assert found is not None
    return float(found[1])


# Floods


def flood(warm: WarmParent, seconds: float, sockets: int, healthy: int, seed: int, bug: str = "") -> ReportRow:
    """Row 12, with the limits that a server has by default."""
    with seeded("flood", seed), small_house(warm, "--rate", "1", bug=bug) as house, steady():
        heard, opened, p99 = asyncio.run(_flood(house, seconds, sockets, healthy, Random(seed)))
    found = (
        f"{FLOOD:,} messages/s: closed after {heard} answers; {opened} of {sockets:,} sockets of one address opened; "
        f"others' p99 {p99 * 1000:.0f} ms"
    )
    return ReportRow(12, "flood", found, "limited, then closed; p99 < 100 ms", p99 < 0.1)


async def _flood(house: Deployment, seconds: float, sockets: int, healthy: int, rng: Random) -> tuple[int, int, float]:
    others = Healthy(house, rng)
    await others.gather(healthy // 2)
    others.begin()
    others.times.clear()
    eve = await Client(house.url, "Flood", address="127.9.0.1", light=True).enter()
    heard = await too_many_messages(await eve.connect(), seconds)
    opened = await too_many_sockets(house.url, sockets)
    await asyncio.sleep(1.0)
    p99 = others.p99()
    await others.stop()
    return heard, opened, p99


async def too_many_messages(client: Client, seconds: float) -> int:
    """Nonsense and sense in turn; how much was answered before the socket was closed."""
    frames = [masked(Opcode.TEXT, text) for text in (b'{"type":"unwatch","table":"x"}', b"nonsense")]
    listening, heard = asyncio.create_task(listen(client)), 0
    for number in range(int(seconds * 100)):
        if listening.done():
            break
        client.write(b"".join(frames) * (FLOOD // 200) if number % 2 else frames[1] * (FLOOD // 100))
        await asyncio.sleep(0.01)
    with suppress(TimeoutError):
        heard = await asyncio.wait_for(listening, 5)
    check(client.closed is not None, f"after {seconds} s of {FLOOD} messages a second the socket is still open")
    client.hang_up()
    return heard


async def listen(client: Client) -> int:
    count = 0
    with suppress(SocketLost):
        while True:
            await client.receive()
            count += 1
    return count


async def too_many_sockets(url: str, sockets: int) -> int:
    """How many of so many connections from one address became sockets."""
    since = time.monotonic()

    async def opens(number: int) -> bool:
        client = Client(url, f"F{number}", address="127.9.0.2", light=True)
        with suppress(SocketLost, OSError):
            await client.open()
            return True
        return False

    opened = sum(await some_at_once(opens, list(range(sockets))))
    most = 41 + 4 * (time.monotonic() - since)
    check(opened <= most, f"{opened} sockets of one address were opened")
    return opened


async def some_at_once(work: Callable[[int], Awaitable[T]], numbers: list[int]) -> list[T]:
    """Not all in the same instant, or it is the client that can't."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> T:
        async with gate:
            return await work(number)

    return list(await asyncio.gather(*(one(number) for number in numbers)))


# All at once


def storm(warm: WarmParent, kind: str, sockets: int, seed: int, bug: str = "") -> ReportRow:
    """Row 13."""
    with seeded(f"storm on {kind}", seed), HOUSES[kind](warm, bug=bug) as house:
        seconds = asyncio.run(_storm(house, sockets))
    found = f"{kind}: {sockets:,} sockets resumed after {seconds:.1f} s"
    return ReportRow(13, "storm", found, "all resumed ≤ 5 s", seconds <= 5)


async def _storm(house: Deployment, sockets: int) -> float:
    tables = itertools.cycle(await deal_many(house, max(1, sockets // 20)))
    crowd = [Spectator(Client(house.url_of(n), f"T{n}", light=True), next(tables)) for n in range(sockets)]
    await some_at_once(lambda number: crowd[number].arrive(), list(range(sockets)))
    await asyncio.to_thread(house.crash)
    for number, each in enumerate(crowd):
        each.client.hang_up()
        each.client.move_to(house.url_of(number))
    since = time.monotonic()
    await asyncio.gather(*(each.resume() for each in crowd))
    seconds = time.monotonic() - since
    for each in crowd:
        each.client.hang_up()
    return seconds


@dataclass
class Spectator:
    """Somebody who watches one table, and knows where it stood."""

    client: Client
    table: str
    epoch: str = ""
    seq: int = 0

    async def arrive(self) -> None:
        await (await self.client.enter()).connect()
        await self.client.say("watch", table=self.table)
        state = await self.client.hear(lambda message: message["type"] == "state")
        self.epoch, self.seq = state["epoch"], state["seq"]

    async def resume(self) -> None:
        """Come back, and know that one is there: what was asked after it is answered."""
        await self.client.connect()
        await self.client.say("watch", table=self.table, epoch=self.epoch, seq=self.seq)
        await self.client.say("try", id="there", table=self.table, move="draw")
        answer = await self.client.hear(lambda message: message["type"] in ("refused", "state"))
        check(answer.get("code") == "table.not_seated", f"not resumed: {answer}")


async def deal_many(house: Deployment, count: int) -> list[str]:
    people = [await Player(house.url, name).enter() for name in ("Ada", "Bob")]
    tables = []
    for _ in range(count):
        tables.append(await people[0].make_table("coloretto", "you", "open"))
        await people[1].sit(tables[-1])
    await asyncio.gather(*(player.close() for player in people))
    return tables
