"""Row 17: somebody leaves, at every phase of every game; each game reaches its end, and who left can come back."""

from __future__ import annotations

import asyncio
import itertools
from random import Random
from typing import Any

from faults.report_row import ReportRow, check, seeded
from pioche.table.game_registry import game_names
from support.deployment import HOUSES, Deployment
from support.player import FollowedTable, Player
from support.warm_parent import WarmParent

SHORT: dict[str, dict[str, Any]] = {
    "kolpa": {"rounds": 1},
    "ko": {"max_turns": 20},
    "kombio": {"limit": 20, "max_turns": 50},
}
WAYS = ("leave", "concede", "drop")
AT_ONCE = 8  # games
LATEST = 40  # moves after which somebody leaves in any case
PATIENCE = 240.0


def leaving(warm: WarmParent, kind: str, steps: int, seed: int, bug: str = "", patience: float = PATIENCE) -> ReportRow:
    """In each game somebody leaves after 0, 1, 2 … moves, and wherever nobody has left before."""
    with seeded(f"people who leave, on {kind}", seed), HOUSES[kind](warm, "--grace", "1", bug=bug) as house:
        phases = asyncio.run(_leaving(house, steps, seed, patience))
    games = steps * len(game_names())
    found = f"{kind}: {games} games, left in {len(phases)} phases: all came to an end, all could come back"
    return ReportRow(17, "people who leave", found, "an end; the person can return", True)


async def _leaving(house: Deployment, steps: int, seed: int, patience: float) -> set[str]:
    gate, phases = asyncio.Semaphore(AT_ONCE), set[str]()

    async def one(name: str, step: int, number: int) -> None:
        async with gate, asyncio.timeout(patience):
            await Parting(house, name, Random(seed + number)).go(step, WAYS[number % len(WAYS)], phases)

    async with asyncio.TaskGroup() as group:
        for number, (name, step) in enumerate(itertools.product(game_names(), range(steps))):
            group.create_task(one(name, step, number))
    return phases


class Parting:
    """Ada, Bob and a bot; Ada goes."""

    def __init__(self, house: Deployment, name: str, rng: Random) -> None:
        self.house, self.name, self.rng = house, name, rng
        self.ada = Player(house.url_of(0), "Ada")
        self.bob = Player(house.url_of(1), "Bob")
        self.table = ""

    async def go(self, step: int, way: str, left: set[str]) -> None:
        """After so many moves, and then at the first phase in which nobody has left, if one comes soon."""
        for player in (self.ada, self.bob):
            await (await player.enter()).connect()
        await self._deal()
        for number in range(LATEST):
            if number >= step and self.phase not in left:
                break
            await self._step()
        left.add(self.phase)
        playing = asyncio.create_task(self.bob.play_out(self.table, self.rng))
        try:
            if not self.ada.tables[self.table].over:
                await getattr(self, f"_{way}")()
            await playing
        except BaseException:
            playing.cancel()
            raise
        check(self.bob.tables[self.table].status == "over", f"{self.name} did not come to its end")
        await asyncio.gather(self.ada.close(), self.bob.close())

    @property
    def phase(self) -> str:
        """Where the game stands for Ada, in a word: what is asked, and of whom."""
        seen = self.ada.tables[self.table]
        head = [word for word in seen.view.splitlines()[0].split() if word.startswith("phase=")]
        return " ".join([self.name, *head, "asked" if seen.waited else "waiting", "over" if seen.over else ""])

    async def _deal(self) -> None:
        self.table = await self.ada.make_table(
            self.name, "you", "open", "thumb", options=SHORT.get(self.name, {}), race="arrival"
        )
        await self.bob.sit(self.table)
        for player in (self.ada, self.bob):
            await player.watch(self.table)

    async def _step(self) -> None:
        """One move of a person: of one who sees that it is asked."""
        async with asyncio.timeout(PATIENCE):
            while not (asked := [who for who in (self.ada, self.bob) if who.tables[self.table].waited]):
                if self.ada.tables[self.table].over:
                    return
                await asyncio.sleep(0.005)
        await asked[0]._move(self.table, self.rng)

    # Ways to go

    async def _leave(self) -> None:
        """A bot takes the seat; and gives it back."""
        await self.ada.post(f"/api/tables/{self.table}/leave")
        seen = self.ada.tables[self.table]
        await self.ada.wait(lambda: seen.seat is None)
        if seen.status == "playing":
            await self._return(seen)

    async def _return(self, seen: FollowedTable) -> None:
        try:
            await self.ada.sit(self.table)
        except Exception as refusal:
            if getattr(refusal, "code", "") == "table.closed":  # it has come to its end meanwhile
                return
            raise
        await self.ada.wait(lambda: seen.seat == 0)
        await self.ada.play_out(self.table, self.rng)

    async def _concede(self) -> None:
        answer = await self.ada.command("concede", table=self.table)
        check(answer["type"] == "ack" or answer["code"] == "table.not_playing", f"conceding was refused: {answer}")

    async def _drop(self) -> None:
        """A bot plays while she is gone; then she goes on herself."""
        await self.ada.drop()
        kinds = self.bob.tables[self.table].kinds
        seen = self.bob.tables[self.table]
        await self.bob.wait(lambda: seen.over or "away" in kinds(), 60)
        await self.ada.connect(self.rng.choice(self.house.servers).url)
        await self.ada.resume(self.table)
        if not seen.over:
            await self.bob.wait(lambda: seen.over or "back" in kinds(), 60)
        own = self.ada.tables[self.table]
        await self.ada.wait(lambda: own.seq >= seen.seq, 60)
        if not own.over:
            await self.ada.play_out(self.table, self.rng)
