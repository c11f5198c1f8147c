"""Row 25: two processes on PostgreSQL and no bus: who is there is never away, and who leaves soon is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from faults.report_row import ReportRow, check, seeded
from pioche.server.model.entries import Away, Moved
from support.database_programs import postgres
from support.deployment import Deployment, opened
from support.player import FollowedTable, Player
from support.warm_parent import WarmParent

GRACE = 4.0
LATEST = GRACE + 5.0  # seconds until somebody who has left is away
THINKS = 1.5 * GRACE  # longer than anybody is waited for who is not there
STAYS = 3.0 * GRACE  # at one process, on the average


def present(warm: WarmParent, tables: int, seconds: float, seed: int, bug: str = "") -> ReportRow:
    with seeded("people at two processes, no bus", seed), lone_house(warm, bug) as house:
        moves, away = asyncio.run(_present(house, tables, seconds, seed))
    found = (
        f"{tables} tables, people at both processes for {seconds:.0f} s, {moves} moves: nobody present was away, "
        f"0 moves of bots; who left was away after {min(away):.1f} to {max(away):.1f} s"
    )
    target = f"0 away, 0 moves of bots; ≤ {LATEST:.0f} s"
    return ReportRow(25, "two processes without a bus", found, target, max(away) <= LATEST)


@contextmanager
def lone_house(warm: WarmParent, bug: str = "") -> Iterator[Deployment]:
    """Two processes that have only PostgreSQL in common."""
    with postgres() as database:
        house = Deployment(database, "", ("--grace", str(GRACE)), how=warm.with_bug(bug))
        with opened(house, 2):
            yield house


async def _present(house: Deployment, tables: int, seconds: float, seed: int) -> tuple[int, list[float]]:
    """How many moves there were, and after how long who left was away."""
    pairs = [await WanderingPair(house, Random(seed + number)).sit() for number in range(tables)]
    try:
        async with asyncio.TaskGroup() as group:
            for pair in pairs:
                group.create_task(pair.play_for(seconds))
        moves = sum(check_log(house, table) for pair in pairs for table in pair.dealt)
        away = await asyncio.gather(*(pair.part() for pair in pairs))
    finally:
        await asyncio.gather(*(player.close() for pair in pairs for player in (pair.ada, pair.bob)))
    return moves, away


def check_log(house: Deployment, table: str) -> int:
    rows = [row.entry for row in house.log(table)]
    gone = [entry for entry in rows if isinstance(entry, Away)]
    check(not gone, f"away {len(gone)} times at {table}, and was there")
    moved = [entry for entry in rows if isinstance(entry, Moved)]
    check(all(entry.by == "person" for entry in moved), f"a bot has moved for somebody who was there at {table}")
    return len(moved)


class WanderingPair:
    """Ada at the first process plays at once; Bob thinks, and goes from one process to the other and back."""

    def __init__(self, house: Deployment, rng: Random) -> None:
        self.house, self.rng = house, rng
        self.ada = Player(house.servers[0].url, "Ada")
        self.bob = Player(house.servers[1].url, "Bob")
        self.dealt: list[str] = []
        self._there = asyncio.Lock()  # Bob is, and stays while he moves

    async def sit(self) -> WanderingPair:
        for player in (self.ada, self.bob):
            await (await player.enter()).connect()
        await self._deal()
        return self

    async def _deal(self) -> None:
        table = await self.ada.make_table("coloretto", "you", "open")
        await self.bob.sit(table)
        for player in (self.ada, self.bob):
            await player.watch(table)
        self.dealt.append(table)

    async def play_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        walking = asyncio.create_task(self._walk(end))
        while time.monotonic() < end:
            if self.ada.tables[self.dealt[-1]].over:
                async with self._there:
                    await self._deal()
            await self._move(end)
        await walking

    async def _move(self, end: float) -> None:
        """Whoever is asked; Bob, when he has thought about it."""
        table = self.dealt[-1]
        if seen_by(self.ada, table).waited:
            await self._play(self.ada, table)
        elif seen_by(self.bob, table).waited:
            await asyncio.sleep(min(THINKS, max(0.0, end - time.monotonic())))
            async with self._there:
                await self._play(self.bob, table)
        else:
            await asyncio.sleep(0.02)

    async def _play(self, player: Player, table: str) -> None:
        seen = seen_by(player, table)
        if seen.waited:
            await player.play(table, self.rng.choice(seen.moves))

    async def _walk(self, end: float) -> None:
        """Now and then to the other process, without a word."""
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, self.rng.uniform(0.5, 1.5) * STAYS))
            async with self._there:
                await self.bob.drop()
                await self.bob.connect(self._other())
                await self.bob.resume(self.dealt[-1])

    def _other(self) -> str:
        first, second = (server.url for server in self.house.servers)
        return second if self.bob.url == first else first

    async def part(self) -> float:
        """Bob leaves for good while it is his turn: the seconds until he is away."""
        if seen_by(self.ada, self.dealt[-1]).over:
            await self._deal()
        table = self.dealt[-1]
        await self.bob.drop()
        left = time.monotonic()
        while "away" not in (seen := seen_by(self.ada, table)).kinds():
            check(time.monotonic() - left < 2 * LATEST, f"who has left {table} is not away")
            if seen.waited:
                await self._play(self.ada, table)
            await asyncio.sleep(0.02)
        return time.monotonic() - left


def seen_by(player: Player, table: str) -> FollowedTable:
    return player.tables[table]
