"""Row 32: one guest asks for hints at twenty tables, reviews and studies are under way, and another asks for a hint."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any, NamedTuple

from faults.long_games import LONG, SEATS, add_long_game
from faults.report_row import Broken, ReportRow, check, seeded, steady
from support.client import RequestRefused
from support.deployment import Deployment, small_house
from support.player import Player
from support.warm_parent import WarmParent

LATEST = 2.0  # seconds
COMPILING = 400.0  # seconds that the first hint may take
TIMES = 5  # that the other one asks
STUDY: dict[str, Any] = {
    "game": "kolpa", "players": "6", "set": {"target": "145..200:5"}, "bots": ["level3", "level2"], "games": 10_000,
}  # fmt: skip


class Work(NamedTuple):
    """How much of it is to be done."""

    reviews: int
    studies: int


def hints(
    warm: WarmParent, tables: int, studies: int, seed: int, bug: str = "", options: dict[str, str | int] = LONG,
    late: float = LATEST,
) -> ReportRow:  # fmt: skip
    with seeded("hints, reviews, studies", seed), small_house(warm, bug=bug) as house:
        game = add_long_game(house, seed, options)
        with steady():
            slowest, least = asyncio.run(_hints(house, game, tables, studies, Random(seed), late))
    found = (
        f"one guest asks for hints at {tables} tables; {SEATS} reviews and {studies} studies were begun, at least "
        f"{least.reviews} and {least.studies} of them were not done whenever a hint was asked for: another's hint "
        f"comes within {slowest:.2f} s"
    )
    return ReportRow(32, "hints, reviews, studies", found, f"a hint ≤ {LATEST:.0f} s", slowest <= late)


async def _hints(
    house: Deployment, game: str, tables: int, studies: int, rng: Random, late: float
) -> tuple[float, Work]:
    ada = await (await Player(house.url, "Ada").enter()).connect()
    await hint(ada, COMPILING)
    eve = await (await Player(house.url, "Eve", address="127.6.1.1").enter()).connect()
    spam = [asyncio.create_task(ask_on(eve, await seat_of(eve))) for _ in range(tables)]
    reviewers = [await Player(house.url, f"Rita{number}", address="127.6.1.2").enter() for number in range(2)]
    for seat in range(SEATS):
        await begin_review(reviewers[seat // 3], game, seat)
    people = [await Player(house.url, f"Lea{n}", address=f"127.6.2.{n + 1}").enter() for n in range(studies)]
    begun = [(await person.post("/api/lab", **STUDY))["id"] for person in people]
    slowest, least = 0.0, Work(SEATS, studies)
    for _ in range(TIMES):
        now = await under_way(ada, game, begun)
        least = Work(min(least.reviews, now.reviews), min(least.studies, now.studies))
        slowest = max(slowest, await hint(ada, 60.0))
        check(slowest <= late, f"another's hint took {slowest:.1f} s")
    for task in spam:
        check(not task.done() or task.result() is None, "who asks much is refused")
        task.cancel()
    await asyncio.gather(*spam, return_exceptions=True)
    for player in (ada, eve, *reviewers, *people):
        await player.close()
    check(least.reviews > 0, "the reviews were done before the hints were asked for")
    check(least.studies > 0 or not studies, "the studies were done before the hints were asked for")
    return slowest, least


async def seat_of(person: Player) -> str:
    """A table at which it is somebody's turn, alone with a bot."""
    while True:
        table = await person.make_table("kolpa", "you", "thumb")
        seen = await person.watch(table)
        await person.wait(lambda seen=seen: seen.moves or seen.over)  # type: ignore[misc]
        if not seen.over:
            return table


async def hint(person: Player, patience: float) -> float:
    table = await seat_of(person)
    since = time.monotonic()
    answer = await asked(person, table, patience)
    check(answer["type"] == "hinted", f"no hint: {answer}")
    return time.monotonic() - since


async def asked(person: Player, table: str, patience: float) -> dict[str, Any]:
    id = person.new_command_id()
    await person.say("hint", id=id, table=table)
    return await person.wait(lambda: person.answer(id) or {}, patience)


async def ask_on(person: Player, table: str) -> None:
    """Again and again."""
    while True:
        await asked(person, table, 120.0)


async def begin_review(person: Player, table: str, seat: int) -> None:
    try:
        review = await person.post(f"/api/tables/{table}/review?seat={seat}")
    except RequestRefused as refused:
        raise Broken(f"a review was refused: {refused.code}") from None
    check(review["total"] > 0 and not review["failed"], f"a review did not begin: {review}")


async def under_way(person: Player, table: str, begun: list[str]) -> Work:
    """What is not done yet; nothing may have failed."""
    reviews = [await person.get(f"/api/tables/{table}/review?seat={seat}") for seat in range(SEATS)]
    studies = [await person.get(f"/api/lab/{study}") for study in begun]
    check(not any(each["failed"] for each in (*reviews, *studies)), "a review or a study has failed")
    waiting = sum(len(each["decisions"]) < each["total"] for each in reviews)
    return Work(waiting, sum(not each["ready"] for each in studies))
