"""Row 34: two releases serve one database beside each other, or one after the other; 0.1 beside 0.2 does not.

The older process reads and writes entries as they are frozen in `frozen.py`; the later one stores fields, kinds, rules
and snapshots that the older one has never heard of.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import httpx
from sqlalchemy import select

from faults.leaving_players import SHORT
from faults.planted_bugs.release_bugs import NOVA
from faults.report_row import Broken, ReportRow, check, seeded
from faults.stored_versions import digest
from pioche.server.storage import schema
from pioche.server.storage.database import open_engine
from support.database_programs import postgres, redis
from support.deployment import Deployment
from support.first_release import FirstRelease, make_first_release
from support.player import Player, step
from support.warm_parent import WarmParent

OLDER, LATER = "of_this_release", "of_a_later_release"
STEPS = 8  # moves at each table between two changes
QUICK = {"kind": "live", "move": 5, "reserve": 0}
PATIENCE = 60.0  # seconds in which it must be found that a keeper is gone, and a record must be there


def beside(warm: WarmParent, games: list[str], seed: int, bug: str = OLDER) -> ReportRow:
    with seeded("two releases beside each other", seed):
        told = check_first_release(warm)
        with together(warm, bug) as pair, no_waiting():
            tables = asyncio.run(_beside(pair, games, seed))
    found = f"{tables} tables through both, each killed once: one record, no 5xx, later rules left alone; 0.1: “{told}”"
    return ReportRow(34, "two releases beside each other", found, "the same digests, no 5xx; 0.1 is refused", True)


def in_turn(warm: WarmParent, game: str, seed: int, bug: str = OLDER) -> ReportRow:
    with (
        seeded("two releases in turn", seed),
        tempfile.TemporaryDirectory(prefix="pioche-beside-") as folder,
        no_waiting(),
    ):
        asyncio.run(_in_turn(warm, f"sqlite:///{folder}/tables.db", game, seed, bug))
    found = "a game begun by the older, played on by the later, the older, the later release: one record"
    return ReportRow(34, "two releases in turn", found, "the same record", True)


@contextmanager
def no_waiting() -> Iterator[None]:
    """Who waits in vain says so."""
    try:
        yield
    except TimeoutError as error:
        raise Broken("somebody has waited in vain: it does not go on") from error


def check_first_release(warm: WarmParent) -> str:
    """Where 0.1 serves a database, we don't; the sentence."""
    with postgres() as database:
        make_first_release(database)
        with FirstRelease(database):
            ours = Deployment(database, how=warm.with_bug()).start()
            ours.wait(30)
            said = ours.errors()
        ours.kill()
    check("older version of Pioche still serves" in said, f"it serves beside 0.1: {said[-300:]}")
    return "An older version of Pioche still serves this database"


class ReleasePair:
    """A process of each release; either may be killed, and started again."""

    def __init__(self, warm: WarmParent, bug: str, house: Deployment) -> None:
        self._ways, self.house = [warm.with_bug(bug), warm.with_bug(LATER)], house
        self.house.servers = [self.house.start(how) for how in self._ways]
        self.ended: list[str] = []  # what those said that are gone

    def url(self, which: int) -> str:
        return self.house.servers[which].url

    def kill(self, which: int) -> None:
        self.ended.append(self.house.servers[which].errors())
        self.house.servers[which].kill()

    def start(self, which: int) -> str:
        self.house.servers[which] = self.house.start(self._ways[which])
        return self.url(which)

    def check_errors(self) -> None:
        for said in [*self.ended, *(server.errors() for server in self.house.servers)]:
            wrong = [line for line in said.splitlines() if '"level": "error"' in line or "Traceback" in line]
            check(not wrong, f"it went wrong: {wrong[:2]}")


@contextmanager
def together(warm: WarmParent, bug: str) -> Iterator[ReleasePair]:
    with postgres() as database, redis() as bus:
        pair = ReleasePair(warm, bug, Deployment(database, bus))
        try:
            yield pair
            pair.check_errors()
        finally:
            pair.house.kill()


async def _beside(pair: ReleasePair, games: list[str], seed: int) -> int:
    rng, people = Random(seed), [Player(pair.url(which), name) for which, name in enumerate(("Ada", "Bob"))]
    people.append(Player(pair.url(1), NOVA))
    for player in people:
        await (await player.enter()).connect()
    ada, bob, nova = people
    try:
        tables = [await deal(ada, bob, game) for game in games]
        await play(tables, rng, ada, bob)
        later = [await later_rules(nova)]
        await check_left_alone(ada, later)
        later.append(await later_kind(ada, nova))
        await check_left_alone(ada, later)
        await through_kills(pair, tables, later, rng, ada, bob, nova)
        await asyncio.gather(*(player.play_out(table, rng) for table in tables for player in (ada, bob)))
        await check_same(pair, tables, ada, bob)
    finally:
        await asyncio.gather(*(player.close() for player in people))
    return len(tables)


async def deal(ada: Player, bob: Player, game: str) -> str:
    table = await ada.make_table(game, "you", "open", options=SHORT.get(game, {}), race="arrival")
    await bob.sit(table)
    for player in (ada, bob):
        await player.watch(table)
    return table


async def play(tables: list[str], rng: Random, *players: Player) -> None:
    for table in tables:
        for _ in range(STEPS):
            if not players[0].tables[table].over:
                await step(table, rng, *players)


async def later_rules(nova: Player) -> str:
    """A table of rules to come, where somebody's time is up before long."""
    table = await nova.make_table("coloretto", "you", "thumb", "thumb", memory_aid=True, pace=QUICK)
    await nova.watch(table)
    return table


async def later_kind(ada: Player, nova: Player) -> str:
    """Ada looks on at the older process while something happens that it does not know."""
    table = await ada.make_table("coloretto", "you", "open", "open")
    await ada.watch(table)
    await nova.sit(table)
    await ada.wait(lambda: ada.last("refused"))
    refused = ada.last("refused")
    check(refused is not None and refused["code"] == "table.newer", f"Ada was told {refused}")
    return table


async def check_left_alone(ada: Player, tables: list[str]) -> None:
    """Whatever is asked about them is refused in a sentence; everything else goes on."""
    for table in tables:
        gets = ("", "/record", "/replay", "/sheet", "/verify", "/review?seat=0")
        posts = ("/sit", "/leave", "/start", "/close", "/rematch")
        for method, path in [*(("GET", path) for path in gets), *(("POST", path) for path in posts)]:
            answer = await ada.http.request(method, f"/api/tables/{table}{path}", json={} if method == "POST" else None)
            check(answer.status_code < 500, f"{answer.request.url}: {answer.status_code} {answer.text[:200]}")
            check(path != "" or answer.json().get("code") == "table.newer", f"not refused: {answer.text[:200]}")
    for path in ("/api/tables", "/api/me/tables"):
        check((await ada.http.get(path)).status_code == 200, f"{path} is not answered")


async def through_kills(
    pair: ReleasePair, tables: list[str], later: list[str], rng: Random, ada: Player, bob: Player, nova: Player
) -> None:
    await asyncio.to_thread(pair.kill, 0)
    await go(ada, pair.url(1), tables)
    await play(tables, rng, ada, bob)
    await go(ada, await asyncio.to_thread(pair.start, 0), tables)
    await nova.leave()
    await asyncio.to_thread(pair.kill, 1)
    await go(bob, pair.url(0), tables)
    lengths = count_entries(pair.house, later)
    await play(tables, rng, ada, bob)
    await until_taken(pair.house, later[0])
    await check_left_alone(ada, later)
    check(count_entries(pair.house, later) == lengths, "the older release has gone on where it knows not all")
    await go(bob, await asyncio.to_thread(pair.start, 1), tables)
    await go(nova, pair.url(1), [])
    seen = await nova.watch(later[0])
    check(seen.status == "playing", "the later release can't go on with its own table")


async def go(player: Player, url: str, tables: list[str]) -> None:
    """To another process, and on from what was last seen."""
    await player.drop()
    await player.connect(url)
    for table in tables:
        await player.get(f"/api/tables/{table}")
        await player.resume(table)


def count_entries(house: Deployment, tables: list[str]) -> dict[str, int]:
    at, engine = schema.entries.c, open_engine(house.database)
    with engine.connect() as conn:
        found = {table: len(conn.execute(select(at.seq).where(at.table_id == table)).all()) for table in tables}
    engine.dispose()
    return found


async def until_taken(house: Deployment, table: str) -> None:
    """Until the older process has found that nobody sees to a table, looked at it, and given it back."""
    give_up = time.monotonic() + PATIENCE
    while keeper_of(house, table):
        check(time.monotonic() < give_up, f"nobody has found that the keeper of {table} is gone")
        await asyncio.sleep(0.1)
    await asyncio.sleep(1.0)  # in which it could do something


def keeper_of(house: Deployment, table: str) -> str:
    at, engine = schema.tables.c, open_engine(house.database)
    with engine.connect() as conn:
        keeper = str(conn.execute(select(at.keeper).where(at.id == table)).scalar_one())
    engine.dispose()
    return keeper


async def check_same(pair: ReleasePair, tables: list[str], *players: Player) -> None:
    """Both give one record, and both players have seen one game."""
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        for table in tables:
            records = {(await http.get(f"{pair.url(which)}/api/tables/{table}/record")).text for which in (0, 1)}
            check(len(records) == 1, f"{table} has {len(records)} records")
            check(min(records).startswith("record 1"), f"no record: {min(records)[:200]}")
            ends = {player.tables[table].seq for player in players}
            check(len(ends) == 1, f"{table} ended at {ends}")
            check_digest(pair.house, table)


def check_digest(house: Deployment, table: str) -> str:
    engine = open_engine(house.database)
    with engine.connect() as conn:
        found = digest(conn, table, house.seed(table))
    engine.dispose()
    return found


# One after the other


async def _in_turn(warm: WarmParent, database: str, game: str, seed: int, bug: str) -> None:
    """A file is served by the older, the later, the older … release: by each a few moves, then it is killed."""
    rng, people, records = Random(seed), [Player("http://nowhere", name) for name in ("Ada", "Bob")], list[str]()
    table = ""
    try:
        for turn in range(4):
            server = Deployment(database, how=warm.with_bug((bug, LATER)[turn % 2])).start()
            try:
                table = await take_turn(server.url, people, table, game, rng, last=turn > 1)
                if turn > 1:
                    records.append(await people[0].get(f"/api/tables/{table}/record"))
            finally:
                server.kill()
    finally:
        await asyncio.gather(*(player.close() for player in people))
    check(len(set(records)) == 1, f"{len(set(records))} records of one game")


async def take_turn(url: str, people: list[Any], table: str, game: str, rng: Random, last: bool) -> str:
    for player in people:
        player.move_to(url)
        if not table:
            await player.enter()
        await go(player, url, [table] if table else [])
    if not table:
        table = await deal(people[0], people[1], game)
    if last:
        await asyncio.gather(*(player.play_out(table, rng) for player in people))
    else:
        await play([table], rng, *people)
    return table
