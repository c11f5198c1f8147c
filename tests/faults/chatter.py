"""Row 26: nonsense of every kind on Redis; nobody stops listening, nobody is harmed, and `/healthz` tells the truth."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
from redis import Redis

from pioche.server.entries import Away
from server.client import Player
from server.nonsense import nonsense
from server.servers import House, Program, postgres, redis_program

from .figure import Figure, check, seeded
from .nursery import Born, Nursery, opened

GRACE = 4.0
TRUE_WITHIN = 8.0  # seconds in which the truth about the bus must be told
SEEN_WITHIN = 10.0  # seconds in which a smile must have come over the bus
OLD = "pioche"  # the channel of 0.1


def chatter(born: Nursery, times: int, seed: int, bug: str = "") -> Figure:
    """Each kind so many times."""
    with seeded("nonsense on Redis", seed), postgres() as database, redis_program() as (bus, program):
        house = House(database, bus, ("--grace", str(GRACE)), make=partial(Born, born, bug))
        with opened(house, 2):
            kinds, told = asyncio.run(_chatter(house, program, times))
            check_logs(house)
    found = f"{kinds} kinds, {times} times each: both listen on, nobody is away; an outage is told after {told:.1f} s"
    return Figure(26, "nonsense on Redis", found, "no listener ends; the truth is told", kinds >= 20)


async def _chatter(house: House, program: Program, times: int) -> tuple[int, float]:
    ada, bob = Player(house.servers[0].url, "Ada"), Player(house.servers[1].url, "Bob")
    try:
        table = await sit(ada, bob)
        await until_healthz(house, True)
        kinds = await say_nonsense(house, ada, bob, table, times)
        told = await outage(house, program)
        await smile(bob, ada, table)
        check(not [entry for entry in house.log(table) if isinstance(entry.entry, Away)], "away, and was there")
        return kinds, told
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


async def say_nonsense(house: House, ada: Player, bob: Player, table: str, times: int) -> int:
    """After each kind what is said at one process is heard at the other, and nothing else is."""
    kinds = nonsense(table)
    with Redis.from_url(house.bus) as stranger:
        for number, data in enumerate(kinds):
            for channel in (f"pioche:{ada.tables[table].epoch}", OLD):
                for _ in range(times):
                    stranger.publish(channel, data)
            await smile(*((ada, bob) if number % 2 else (bob, ada)), table)
    await until_healthz(house, True)
    return len(kinds)


async def smile(one: Player, other: Player, table: str) -> None:
    """Emotes go over the bus and by no other way."""
    before, emote = smiles(other), "wow"
    await one.say("emote", table=table, emote=emote)
    await until(lambda: smiles(other) > before, "what is said at one process is not heard at the other", SEEN_WITHIN)
    check(all(message["emote"] == emote for message in other.heard if message["type"] == "emote"), "it was nonsense")


def smiles(player: Player) -> int:
    return sum(message["type"] == "emote" for message in player.heard)


async def outage(house: House, program: Program) -> float:
    """Redis is gone, and there again; the seconds until the first was told."""
    began = time.monotonic()
    await asyncio.to_thread(program.stop)
    await until_healthz(house, False)
    told = time.monotonic() - began
    await asyncio.to_thread(program.start)
    await until_healthz(house, True)
    return told


async def until_healthz(house: House, so: bool) -> None:
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


def check_logs(house: House) -> None:
    for server in house.servers:
        check('"error"' not in server.errors() and "Traceback" not in server.errors(), server.errors()[-500:])
