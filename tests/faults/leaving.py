"""Row 17: somebody leaves, at every phase of every game; each game reaches its end, and who left can come back."""

from __future__ import annotations

import asyncio
import itertools
from random import Random
from typing import Any

from pioche.table.registry import game_names
from server.client import Player, Seen
from server.servers import House

from .figure import Figure, check, seeded
from .nursery import HOUSES, Nursery

SHORT: dict[str, dict[str, Any]] = {
    "kolpa": {"rounds": 1},
    "ko": {"max_turns": 20},
    "kombio": {"limit": 20, "max_turns": 50},
}
WAYS = ("leave", "concede", "drop")
AT_ONCE = 8  # games
PATIENCE = 240.0


def leaving(born: Nursery, kind: str, steps: int, seed: int, bug: str = "", patience: float = PATIENCE) -> Figure:
    """In each game somebody leaves after 0, 1, 2 … moves."""
    with seeded(f"people who leave, on {kind}", seed), HOUSES[kind](born, "--grace", "1", bug=bug) as house:
        phases = asyncio.run(_leaving(house, steps, seed, patience))
    games = steps * len(game_names())
    found = f"{kind}: {games} games, left in {len(phases)} phases: all came to an end, all could come back"
    return Figure(17, "people who leave", found, "an end; the person can return", True)


async def _leaving(house: House, steps: int, seed: int, patience: float) -> set[str]:
    gate, phases = asyncio.Semaphore(AT_ONCE), set()

    async def one(name: str, step: int, number: int) -> None:
        async with gate, asyncio.timeout(patience):
            phases.add(await Parting(house, name, Random(seed + number)).go(step, WAYS[number % len(WAYS)]))

    async with asyncio.TaskGroup() as group:
        for number, (name, step) in enumerate(itertools.product(game_names(), range(steps))):
            group.create_task(one(name, step, number))
    return phases


class Parting:
    """Ada, Bob and a bot; Ada goes."""

    def __init__(self, house: House, name: str, rng: Random) -> None:
        self.house, self.name, self.rng = house, name, rng
        self.ada = Player(house.url_of(0), "Ada")
        self.bob = Player(house.url_of(1), "Bob")
        self.table = ""

    async def go(self, step: int, way: str) -> str:
        for player in (self.ada, self.bob):
            await (await player.enter()).connect()
        await self._deal()
        for _ in range(step):
            await self._step()
        phase = phase_of(self.ada.tables[self.table])
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
        return f"{self.name} {phase}"

    async def _deal(self) -> None:
        self.table = await self.ada.make_table(
            self.name, "you", "open", "thumb", options=SHORT.get(self.name, {}), race="arrival"
        )
        await self.bob.sit(self.table)
        for player in (self.ada, self.bob):
            await player.watch(self.table)

    async def _step(self) -> None:
        """One move of a person."""
        seen = self.ada.tables[self.table]
        people = (self.ada, self.bob)
        await self.ada.wait(lambda: seen.over or {0, 1} & set(seen.game.get("waited", [])))
        if seen.over:
            return
        await self.bob.see(self.table, 1)
        who = people[next(seat for seat in seen.game["waited"] if seat < 2)]
        await who.wait(lambda: who.tables[self.table].waited or seen.over)
        if not seen.over:
            await who._move(self.table, self.rng)

    # Ways to go

    async def _leave(self) -> None:
        """A bot takes the seat; and gives it back."""
        await self.ada.post(f"/api/tables/{self.table}/leave")
        seen = self.ada.tables[self.table]
        await self.ada.wait(lambda: seen.seat is None)
        if seen.status == "playing":
            await self._return(seen)

    async def _return(self, seen: Seen) -> None:
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


def phase_of(seen: Seen) -> str:
    """Where a game stands, in a word: what is asked, and of whom."""
    head = [word for word in seen.view.splitlines()[0].split() if word.startswith("phase=")]
    return " ".join([*head, "asked" if seen.waited else "waiting", "over" if seen.over else ""])
