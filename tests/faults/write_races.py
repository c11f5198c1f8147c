"""Row 3: two processes are given different moves for the same position at the same moment; one of them wins."""

from __future__ import annotations

import asyncio
from random import Random

from faults.report_row import ReportRow, check, seeded
from support.client_transport import Json
from support.deployment import Deployment, big_house
from support.player import Player
from support.warm_parent import WarmParent

TABLES = 10  # at which it happens at the same time
GAME = "coloretto"

Windows = tuple[Player, Player]  # of one person, one at each process


def rivals(warm: WarmParent, races: int, seed: int, bug: str = "") -> ReportRow:
    with seeded("two processes race", seed), big_house(warm, bug=bug) as house:
        asyncio.run(_rivals(house, races, seed))
    found = f"{races} races: one wins, the other gets a conflict with the head, 0 gaps"
    return ReportRow(3, "two processes race", found, "exactly one wins", True)


async def _rivals(house: Deployment, races: int, seed: int) -> None:
    people = [await two_windows(house, name) for name in ("Ada", "Bob")]
    try:
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                share = races // TABLES + (number < races % TABLES)
                group.create_task(race_on(house, people, share, Random(seed + number)))
    finally:
        await asyncio.gather(*(window.close() for person in people for window in person))


async def two_windows(house: Deployment, name: str) -> Windows:
    first = await Player(house.servers[0].url, name).enter()
    second = Player(house.servers[1].url, name, same=first)
    return await first.connect(), await second.connect()


async def race_on(house: Deployment, people: list[Windows], races: int, rng: Random) -> None:
    """So many races, at one table after another."""
    while races:
        table = await deal(people)
        won = 0
        while races and not people[0][0].tables[table].over:
            await race(table, people, rng)
            won, races = won + 1, races - 1
        check_log(house, table, won)


async def deal(people: list[Windows]) -> str:
    (ada, _), (bob, _) = people
    table = await ada.make_table(GAME, "you", "open")
    await bob.sit(table)
    for window in everybody(people):
        await window.watch(table)
    return table


def everybody(people: list[Windows]) -> list[Player]:
    return [window for person in people for window in person]


async def race(table: str, people: list[Windows], rng: Random) -> None:
    windows = next(person for person in people if person[0].tables[table].waited)
    seen = windows[0].tables[table]
    moves = rng.sample(seen.moves, 2) if len(seen.moves) > 1 else seen.moves * 2
    ids = [f"{table}-{seen.seq}-{number}" for number in range(2)]
    rng.shuffle(order := [0, 1])
    answers = await asyncio.gather(
        *(windows[n].command("play", id=ids[n], table=table, base=seen.seq, moves=[moves[n]]) for n in order)
    )
    head = check_answers(answers)
    for window in everybody(people):
        await window.see(table, head)
    if seen.over:
        await asyncio.gather(*(window.say("unwatch", table=table) for window in everybody(people)))


def check_answers(answers: list[Json]) -> int:
    """Exactly one is acknowledged; the other is told where the table stands now."""
    won = [answer for answer in answers if answer["type"] == "ack"]
    lost = [answer for answer in answers if answer["type"] == "refused"]
    check(len(won) == 1 and len(lost) == 1, f"{len(won)} of two moves for one position were acknowledged: {answers}")
    check(lost[0]["code"] == "conflict.moved" and lost[0]["seq"] == won[0]["seq"], f"not the head: {answers}")
    return int(won[0]["seq"])


def check_log(house: Deployment, table: str, won: int) -> None:
    rows = house.log(table)
    check([row.seq for row in rows] == list(range(1, len(rows) + 1)), f"gaps at {table}")
    check(len(house.moves(table)) == won, f"{len(house.moves(table))} moves are stored, {won} were acknowledged")
