"""Row 10: who loses the connection again and again ends up with just what somebody else has who never lost it."""

from __future__ import annotations

import asyncio
from random import Random

from faults.report_row import ReportRow, check, seeded
from support.deployment import HOUSES, Deployment
from support.player import Player, all_see, step, story
from support.warm_parent import WarmParent

GROUPS = 4  # that play at the same time


def resume(warm: WarmParent, kind: str, drops: int, seed: int, bug: str = "") -> ReportRow:
    with seeded(f"resuming on {kind}", seed), HOUSES[kind](warm, bug=bug) as house:
        asyncio.run(_resume(house, drops, seed))
    found = f"{kind}: {drops} drops, every view as if there had been none"
    return ReportRow(10, "resume", found, "equal views", True)


async def _resume(house: Deployment, drops: int, seed: int) -> None:
    async with asyncio.TaskGroup() as group:
        for number in range(GROUPS):
            group.create_task(Group(house, Random(seed + number)).go_on(-(-drops // (2 * GROUPS))))


class Group:
    """Ada, Bob and a spectator; Ada's second window and the spectator's lose their connection."""

    def __init__(self, house: Deployment, rng: Random) -> None:
        self.house, self.rng = house, rng
        self.steady: list[Player] = []
        self.shaky: list[Player] = []

    async def go_on(self, rounds: int) -> None:
        self.steady = [await self._come(name) for name in ("Ada", "Bob", "Eve")]
        self.shaky = [await self._come(player.name, player) for player in (self.steady[0], self.steady[2])]
        table = await self._deal()
        for _ in range(rounds):
            if self.steady[0].tables[table].over:
                table = await self._deal()
            await self._break(table)
        await asyncio.gather(*(player.close() for player in (*self.steady, *self.shaky)))

    async def _come(self, name: str, same: Player | None = None) -> Player:
        url = self.rng.choice(self.house.servers).url
        player = Player(url, name, same=same)
        if same is None:
            await player.enter()
        return await player.connect()

    async def _deal(self) -> str:
        ada, bob, _ = self.steady
        for player in (*self.steady, *self.shaky):
            player.tables.clear()
        table = await ada.make_table("ko", "you", "open", options={"max_turns": 60})
        await bob.sit(table)
        for player in (*self.steady, *self.shaky):
            await player.watch(table)
        return table

    async def _break(self, table: str) -> None:
        """Both drop, some moves are made, both come back anywhere."""
        for player in self.shaky:
            await player.drop()
        await self._moves(table, self.rng.randrange(4))
        for player in self.shaky:
            await player.connect(self.rng.choice(self.house.servers).url)
            await player.resume(table)
        await self._moves(table, self.rng.randrange(2))
        ada, _, eve = self.steady
        for steady, broken in zip((ada, eve), self.shaky, strict=True):
            await all_see(table, steady.tables[table].seq, broken)
            check(story(broken.tables[table]) == story(steady.tables[table]), f"{steady.name} saw something else")

    async def _moves(self, table: str, count: int) -> None:
        for _ in range(count):
            if not self.steady[0].tables[table].over:
                await step(table, self.rng, *self.steady)
