"""Row 29: hundreds of tables of bots alone, made from one address; people's own bots answer as ever.

Where somebody looks on they play, elsewhere they stand still; and no bot's move is replaced by a random one. One person
plays with a quick bot, another with one that thinks, as those at the tables do: each answer is judged by itself.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from faults.hint_waits import COMPILING, asked
from faults.long_replays import at, numbers
from faults.report_row import ReportRow, check, seeded, steady
from support.deployment import Deployment, small_house
from support.player import FollowedTable, Player
from support.warm_parent import WarmParent

ADDRESS = "127.5.1.1"
GUESTS = 8  # who make the tables
AT_A_SOCKET = 20  # tables that one socket follows
SOCKETS = 2  # of each guest
MOVES = 30  # that a person plays, and its bot after it
ALONE = 15  # … before the tables are there
LATEST = 1.0  # seconds that an answer may wait beyond what the bot takes alone
THINKS = 0.02  # seconds that a bot takes at least, now and then, if it thinks
QUICK = "thumb"  # does not think


class Answers(NamedTuple):
    """How long the answers of a bot took, in seconds, the slowest of each."""

    alone: float  # where nobody else was
    among: float  # beside all those tables

    @property
    def waited(self) -> float:
        return max(0.0, self.among - self.alone)

    def __str__(self) -> str:
        return f"{self.waited:.2f} s ({self.among:.2f} s, of which it takes {self.alone:.2f} s alone)"


def shown_tables(
    warm: WarmParent,
    tables: int,
    seed: int,
    bug: str = "",
    bot: str = "level5",
    late: float = LATEST,
    moves: int = MOVES,
) -> ReportRow:
    words = ["--warm-up"] if bot.startswith("level") else []
    with seeded("tables of bots alone", seed), small_house(warm, *words, bug=bug) as house, steady():
        quick, thinking, went_on = asyncio.run(_shown_tables(house, tables, Random(seed), bot, late, moves))
    found = (
        f"{tables} tables of {bot} and {QUICK} bots alone, of {GUESTS} guests, {went_on} of them looked at: the "
        f"slowest answer of a person's {QUICK} waited {quick}, of a person's {bot} {thinking}; what nobody looks "
        f"at stands still; 0 random stand-ins"
    )
    target = f"every bot waits ≤ {LATEST:.0f} s; 0 random moves"
    return ReportRow(29, "tables of bots alone", found, target, max(quick.waited, thinking.waited) <= late)


async def _shown_tables(
    house: Deployment, tables: int, rng: Random, bot: str, late: float, moves: int
) -> tuple[Answers, Answers, int]:
    ada, bea = [await (await Player(house.url, name).enter()).connect() for name in ("Ada", "Bea")]
    await prepare(bea, bot, rng)
    alone = [max(await play(person, kind, rng, ALONE)) for person, kind in ((ada, QUICK), (bea, bot))]
    eves = [await Player(house.url, f"Eve{number}", address=ADDRESS).enter() for number in range(GUESTS)]
    bots = [bot, QUICK, bot, QUICK, bot]
    made = [await eves[number % GUESTS].make_table("coloretto", *bots) for number in range(tables)]
    windows = await look_on(house, eves, made)
    seen = {table: window.tables[table] for window in windows for table in window.tables}
    began = {table: each.seq for table, each in seen.items()}
    times = await asyncio.gather(play(ada, QUICK, rng, moves), play(bea, bot, rng, moves))
    quick, thinking = (Answers(before, max(each)) for before, each in zip(alone, times, strict=True))
    for kind, each in ((QUICK, quick), (bot, thinking)):
        check(each.waited <= late, f"a person's {kind} waited {each}")
    for window in windows:
        await window.wait(lambda: any(each.seq > began[table] for table, each in seen.items()), 60.0)
    await check_still(house, [table for table in made if table not in seen])
    async with at(house, "127.5.2.1") as http:
        check(next(numbers((await http.get("/metrics")).text, "pioche_bot_fallbacks")) == 0, "random stand-ins")
    for player in (ada, bea, *eves, *windows):
        await player.close()
    return quick, thinking, len(seen)


async def look_on(house: Deployment, eves: list[Player], made: list[str]) -> list[Player]:
    """As many windows as are needed for half of the tables, or as there may be."""
    windows = []
    wanted = made[: len(made) // 2]
    for number in range(min(GUESTS * SOCKETS, -(-len(wanted) // AT_A_SOCKET))):
        eve = eves[number % GUESTS]
        window = Player(house.url, eve.name, same=eve, address=ADDRESS)
        windows.append(await window.connect())
        for table in wanted[number * AT_A_SOCKET : (number + 1) * AT_A_SOCKET]:
            await window.watch(table)
    return windows


async def check_still(house: Deployment, tables: list[str]) -> None:
    check(all(not house.moves(table) for table in tables[:20]), "bots play though nobody looks on")


async def prepare(person: Player, bot: str, rng: Random) -> None:
    """Its worker is there; and a bot that plays by rules of thumb until its search is compiled has been compiled."""
    await play(person, bot, rng, 2)
    if bot.startswith("level"):
        table = await person.make_table("coloretto", "you", QUICK)
        seen = await person.watch(table)
        await person.wait(lambda: seen.moves or seen.over)
        answer = await asked(person, table, COMPILING)
        check(answer["type"] == "hinted", f"no hint: {answer}")
        check(max(await play(person, bot, rng, ALONE)) > THINKS, f"{bot} does not think")


async def play(person: Player, bot: str, rng: Random, moves: int) -> list[float]:
    """Somebody alone with a bot; how long each of its answers took."""
    times: list[float] = []
    while len(times) < moves:
        table = await person.make_table("coloretto", "you", bot)
        seen = await person.watch(table)
        while not seen.over and len(times) < moves:
            await answered(person, bot, lambda seen=seen: bool(seen.moves) or seen.over)  # type: ignore[misc]
            if not seen.over:
                times += await answers(person, table, seen, bot, rng.choice(seen.moves))
    return times


async def answers(person: Player, table: str, seen: FollowedTable, bot: str, move: str) -> list[float]:
    """From a person's move, or from what the bot did before, until its next one is told; up to the person's turn."""
    times, since = list[float](), time.monotonic()
    await person.play(table, move)
    while not (seen.over or seen.moves):
        before = seen.seq
        await answered(person, bot, lambda before=before: seen.seq > before)  # type: ignore[misc]
        times.append(time.monotonic() - since)
        since = time.monotonic()
    return times or [time.monotonic() - since]


async def answered(person: Player, bot: str, what: Callable[[], bool]) -> None:
    """Wait until its bot has done this."""
    since = time.monotonic()
    try:
        await person.wait(what)
    except TimeoutError:
        check(False, f"a person's {bot} has not answered after {time.monotonic() - since:.0f} s")
