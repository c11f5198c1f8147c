"""Row 29: hundreds of tables of bots alone, made from one address; people's own bots answer as ever.

Where somebody looks on they play, elsewhere they stand still; and no bot's move is replaced by a random one.
"""

from __future__ import annotations

import asyncio
import time
from random import Random

from server.client import Player, Seen
from server.servers import House

from .figure import Figure, check, percentile, seeded, steady
from .nursery import Nursery, small_house
from .readings import at, numbers

ADDRESS = "127.5.1.1"
GUESTS = 2  # who make the tables
AT_A_SOCKET = 20  # tables that one socket follows
SOCKETS = 2  # of each guest
MOVES = 30  # that a person plays, and its bot after it
LATEST = 1.0  # seconds


def shown_tables(
    born: Nursery, tables: int, seed: int, bug: str = "", bot: str = "level5", late: float = LATEST
) -> Figure:
    with seeded("tables of bots alone", seed), small_house(born, bug=bug) as house, steady():
        slowest, went_on = asyncio.run(_shown_tables(house, tables, Random(seed), bot, late))
    found = (
        f"{tables} tables of {bot} bots alone, {went_on} of them looked at: people's bots answer within "
        f"{slowest:.2f} s; what nobody looks at stands still; 0 random stand-ins"
    )
    return Figure(29, "tables of bots alone", found, f"bots answer ≤ {LATEST:.0f} s; 0 random moves", slowest <= late)


async def _shown_tables(house: House, tables: int, rng: Random, bot: str, late: float) -> tuple[float, int]:
    ada = await (await Player(house.url, "Ada").enter()).connect()
    await play(ada, rng, 2)  # its worker is there
    eves = [await Player(house.url, f"Eve{number}", address=ADDRESS).enter() for number in range(GUESTS)]
    made = [await eves[number % GUESTS].make_table("coloretto", *[bot] * 5) for number in range(tables)]
    windows = await look_on(house, eves, made)
    seen = {table: window.tables[table] for window in windows for table in window.tables}
    began = {table: each.seq for table, each in seen.items()}
    times = await play(ada, rng, MOVES)
    check(percentile(times, 1.0) <= late, f"a bot answered after {percentile(times, 1.0):.2f} s")
    for window in windows:
        await window.wait(lambda: any(each.seq > began[table] for table, each in seen.items()), 60.0)
    await check_still(house, [table for table in made if table not in seen])
    async with at(house, "127.5.2.1") as http:
        check(next(numbers((await http.get("/metrics")).text, "pioche_bot_fallbacks")) == 0, "random stand-ins")
    for player in (ada, *eves, *windows):
        await player.close()
    return percentile(times, 1.0), len(seen)


async def look_on(house: House, eves: list[Player], made: list[str]) -> list[Player]:
    """As many windows as are needed for half of the tables, or as there may be."""
    windows = []
    wanted = made[: len(made) // 2]
    for number in range(min(GUESTS * SOCKETS, -(-len(wanted) // AT_A_SOCKET))):
        eve = eves[number % GUESTS]
        window = Player(house.url, eve.name, cookies=eve.http.cookies, address=ADDRESS)
        windows.append(await window.connect())
        for table in wanted[number * AT_A_SOCKET : (number + 1) * AT_A_SOCKET]:
            await window.watch(table)
    return windows


async def check_still(house: House, tables: list[str]) -> None:
    check(all(not house.moves(table) for table in tables[:20]), "bots play though nobody looks on")


async def play(person: Player, rng: Random, moves: int) -> list[float]:
    """Somebody alone with quick bots; how long they take to answer."""
    times: list[float] = []
    while len(times) < moves:
        table = await person.make_table("coloretto", "you", "thumb")
        seen = await person.watch(table)
        while not seen.over and len(times) < moves:
            await person.wait(lambda seen=seen: seen.moves or seen.over)  # type: ignore[misc]
            if not seen.over:
                times.append(await answered(person, table, seen, rng.choice(seen.moves)))
    return times


async def answered(person: Player, table: str, seen: Seen, move: str) -> float:
    """From a person's move until it is its turn again, or the game is over; several bots' moves may lie between."""
    await person.play(table, move)
    since, before = time.monotonic(), seen.seq
    await person.wait(lambda: seen.over or seen.moves)
    return (time.monotonic() - since) / max(1, seen.seq - before)
