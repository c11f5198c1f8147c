"""Row 26: nonsense of every kind on Redis; nobody stops listening, nobody is harmed, and `/healthz` tells the truth.

Redis itself hangs up on a listener that is told more at once than it keeps for it, by default 32 MiB. What it has not
read, and what is said meanwhile, is lost to that listener; it must soon be there again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httpx
from redis import Redis

from faults.report_row import ReportRow, check, seeded
from pioche.server.model.entries import Away
from support.bus_nonsense import nonsense
from support.database_programs import StoppableProgram, postgres, redis_program
from support.deployment import Deployment, opened
from support.player import Player
from support.warm_parent import WarmParent

GRACE = 4.0
TRUE_WITHIN = 8.0  # seconds in which the truth about the bus must be told
SEEN_WITHIN = 10.0  # seconds in which a smile must have come over the bus
BACK_WITHIN = 3.0  # seconds in which both must listen again after Redis hung up on them
OLD = "pioche"  # the channel of 0.1


def chatter(warm: WarmParent, times: int, seed: int, bug: str = "") -> ReportRow:
    """Each kind so many times."""
    with seeded("nonsense on Redis", seed), postgres() as database, redis_program() as (bus, program):
        house = Deployment(database, bus, ("--grace", str(GRACE)), how=warm.with_bug(bug))
        with opened(house, 2):
            kinds, back, told = asyncio.run(_chatter(house, program, times))
            check_logs(house)
    again = f", {back:.1f} s after Redis hung up on them" if back else ""
    found = f"{kinds} kinds, {times} times each: both listen on{again}; nobody is away; "
    found += f"an outage is told after {told:.1f} s"
    return ReportRow(26, "nonsense on Redis", found, "no listener ends; the truth is told", kinds >= 20)


async def _chatter(house: Deployment, program: StoppableProgram, times: int) -> tuple[int, float, float]:
    ada, bob = Player(house.servers[0].url, "Ada"), Player(house.servers[1].url, "Bob")
    try:
        table = await sit(ada, bob)
        await until_healthz(house, True)
        kinds, back = await say_nonsense(house, ada, bob, table, times)
        told = await outage(house, program)
        await smile(bob, ada, table)
        check(not [entry for entry in house.log(table) if isinstance(entry.entry, Away)], "away, and was there")
        return kinds, back, told
    finally:
        await asyncio.gather(ada.close(), bob.close())


async def sit(ada: Player, bob: Player) -> str:
    for player in (ada, bob):
        await (await player.enter()).connect()
    table = await ada.make_table("kombio", "you", "open")
    await bob.sit(table)
    for player in (ada, bob):
        await player.watch(table)
    return table


async def say_nonsense(house: Deployment, ada: Player, bob: Player, table: str, times: int) -> tuple[int, float]:
    """After each kind what is said at one process is heard at the other, and nothing else is.

    How many kinds, and the longest time in seconds until both listened again after Redis had hung up.
    """
    kinds, back = nonsense(table), 0.0
    channel = f"pioche:{ada.tables[table].epoch}"
    with Redis.from_url(house.bus) as stranger:
        kept = most_kept(stranger)
        for number, data in enumerate(kinds):
            hung_up = say(stranger, channel, data, times)
            say(stranger, OLD, data, times)
            if hung_up and 0 < kept < times * len(data):
                await until(lambda: listeners(stranger, channel) == 2, "they do not listen again", BACK_WITHIN)
                back = max(back, time.monotonic() - hung_up)
            await smile(*((ada, bob) if number % 2 else (bob, ada)), table)
    await until_healthz(house, True)
    return len(kinds), back


def most_kept(redis: Redis) -> int:
    """The bytes that Redis keeps for a listener that has not read them yet; if there are more, it hangs up."""
    limits = str(redis.config_get("client-output-buffer-limit")["client-output-buffer-limit"]).split()
    return int(limits[limits.index("pubsub") + 1])


def say(redis: Redis, channel: str, data: bytes, times: int) -> float:
    """When one of the two was no longer there to be told; 0 if both always were."""
    hung_up = 0.0
    for _ in range(times):
        if redis.publish(channel, data) < 2:
            hung_up = hung_up or time.monotonic()
    return hung_up


def listeners(redis: Redis, channel: str) -> int:
    [(_, count)] = redis.pubsub_numsub(channel)
    return int(count)


async def smile(one: Player, other: Player, table: str) -> None:
    """Emotes go over the bus and by no other way."""
    before, emote = smiles(other), "wow"
    await one.say("emote", table=table, emote=emote)
    await until(lambda: smiles(other) > before, "what is said at one process is not heard at the other", SEEN_WITHIN)
    check(all(message["emote"] == emote for message in other.heard if message["type"] == "emote"), "it was nonsense")


def smiles(player: Player) -> int:
    return sum(message["type"] == "emote" for message in player.heard)


async def outage(house: Deployment, program: StoppableProgram) -> float:
    """Redis is gone, and there again; the seconds until the first was told."""
    began = time.monotonic()
    await asyncio.to_thread(program.stop)
    await until_healthz(house, False)
    told = time.monotonic() - began
    await asyncio.to_thread(program.start)
    await until_healthz(house, True)
    return told


async def until_healthz(house: Deployment, so: bool) -> None:
    async with httpx.AsyncClient() as http:
        give_up = time.monotonic() + TRUE_WITHIN
        while [await bus_of(http, server.url) for server in house.servers] != [so, so]:
            check(time.monotonic() < give_up, f"/healthz does not say that the bus is {'alive' if so else 'gone'}")
            await asyncio.sleep(0.1)


async def bus_of(http: httpx.AsyncClient, url: str) -> Any:
    return (await http.get(f"{url}/healthz")).json()["bus"]


async def until(so: Callable[[], bool], why: str, seconds: float) -> None:
    give_up = time.monotonic() + seconds
    while not so():
        check(time.monotonic() < give_up, why)
        await asyncio.sleep(0.01)


def check_logs(house: Deployment) -> None:
    for server in house.servers:
        check('"error"' not in server.errors() and "Traceback" not in server.errors(), server.errors()[-500:])
