"""Row 30: a second guest, a host who throws people out, or loses: nobody sees a foreign hand, a record remains.

And who threw everybody else out ends the game no sooner: those who were dealt in may come back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from random import Random
from typing import Any

import pioche
from faults.report_row import ReportRow, check, seeded
from pioche.table.game_registry import game_names
from support.client import RequestRefused
from support.deployment import HOUSES, Deployment
from support.player import Player
from support.shuffle_promises import ShufflePart, reveal
from support.warm_parent import WarmParent

MOVES = 12  # at most, before somebody tries something


def hands(warm: WarmParent, kind: str, games: int, seed: int, bug: str = "") -> ReportRow:
    with seeded(f"foreign hands on {kind}", seed), HOUSES[kind](warm, bug=bug) as house:
        refused = asyncio.run(_hands(house, games, Random(seed)))
    found = (
        f"{kind}: {games} games, {refused} seats, records and endings refused: no foreign hand seen, no game ended by "
        f"a host alone, every record verified"
    )
    return ReportRow(30, "foreign hands", found, "none; a record remains; nobody ends it alone", True)


async def _hands(house: Deployment, games: int, rng: Random) -> int:
    people = [Player(house.url_of(n), name) for n, name in enumerate(("Eve", "Ada", "Ghost"))]
    for player in people:
        await (await player.enter()).connect()
    refused = 0
    for number in range(games):
        evening = Evening(house, game_names()[number % len(game_names())], rng, *people)
        evening.agrees_first = number % 2 == 1
        refused += await evening.go()
    for player in people:
        await player.close()
    return refused


class Evening:
    """Eve's table: herself, Ada, and a bot; Ghost is Eve under another name."""

    def __init__(self, house: Deployment, game: str, rng: Random, eve: Player, ada: Player, ghost: Player) -> None:
        self.house, self.game, self.rng = house, game, rng
        self.eve, self.ada, self.ghost = eve, ada, ghost
        self.parts = {eve: ShufflePart(), ada: ShufflePart()}
        self.late = rng.random() < 0.5  # others may take a bot's seat, but none from which somebody was thrown out
        self.agrees_first = False  # Eve would end the game before she throws Ada out, or only then
        self.table = ""
        self.refused = 0

    async def go(self) -> int:
        await self._deal()
        for _ in range(self.rng.randrange(MOVES)):
            await self._move()
        if not self.late:
            await self._no(self.ghost.sit(self.table, 2), "a bot's seat")
            await self._no(self.ghost.sit(self.table), "a seat")
        await self._throw_out()
        await self._lose()
        self._check_frames()
        for player in (self.eve, self.ada, self.ghost):
            await player.say("unwatch", table=self.table)  # or the server takes no more of them after some games
        return self.refused

    async def _deal(self) -> None:
        promise = self.parts[self.eve].promise
        self.table = await self.eve.make_table(
            self.game, "you", "open", "thumb", race="arrival", promise=promise, late=self.late
        )
        await self.ada.sit(self.table, promise=self.parts[self.ada].promise)
        for player in (self.eve, self.ada, self.ghost):
            await player.watch(self.table)
        for player, part in self.parts.items():
            await reveal(player, self.table, part)
        for player in (self.eve, self.ada, self.ghost):
            await player.wait(lambda player=player: player.tables[self.table].status != "shuffling")  # type: ignore[misc]

    async def _move(self) -> None:
        """Of a person, if one is asked just now."""
        for player in (self.eve, self.ada):
            if player.tables[self.table].waited and not player.tables[self.table].over:
                await player._move(self.table, self.rng)

    async def _no(self, request: Awaitable[Any], what: str) -> None:
        try:
            await request
        except RequestRefused as refusal:
            check(refusal.status in (400, 403), f"{what}: {refusal}")
            self.refused += 1
        else:
            check(False, f"somebody else was given {what}")

    async def _throw_out(self) -> None:
        """The host gives Ada's seat away; only she comes back."""
        if self.eve.tables[self.table].over:
            return
        if self.agrees_first:
            await self._end_alone()
        await self.eve.put(f"/api/tables/{self.table}/seats/1", kind="bot", bot="random")
        await self._no(self.ghost.sit(self.table, 1), "a seat that the host took")
        if await self._is_lost_by_closing():
            return
        await self.ada.sit(self.table)
        await self.ada.wait(lambda: self.ada.tables[self.table].seat == 1)

    async def _is_lost_by_closing(self) -> bool:
        """Only Eve sits here now, and would end the game: it goes on for Ada, or Eve has lost it."""
        try:
            await self.eve.post(f"/api/tables/{self.table}/close")
        except RequestRefused as refusal:
            check(refusal.status in (400, 403, 409), f"to end the game alone: {refusal}")
            self.refused += 1
        facts = await self.ada.get(f"/api/tables/{self.table}")
        lost = facts["chairs"][0].get("conceded", False)
        check(facts["status"] == "playing" or lost, "a host has ended the game without those it threw out")
        if facts["status"] == "playing":
            await self._no(self.eve.get(f"/api/tables/{self.table}/record"), "the record of a game under way")
            return False
        for player in (self.eve, self.ada):
            await player.wait(lambda player=player: player.tables[self.table].over)  # type: ignore[misc]
        return True

    async def _end_alone(self) -> None:
        status = (await self.eve.post(f"/api/tables/{self.table}/close"))["status"]
        check(status == "playing", f"one of two has ended the game: it is {status}")
        await self._no(self.eve.get(f"/api/tables/{self.table}/record"), "the record of a game under way")

    async def _lose(self) -> None:
        """Eve would rather that nobody saw the end."""
        if not self.eve.tables[self.table].over:
            await self._end_alone()
            await self.ada.post(f"/api/tables/{self.table}/close")
        record = await self.ada.get(f"/api/tables/{self.table}/record")
        check(pioche.verify(record).ok, "the record is not fair")
        for part in self.parts.values():
            part.check(record)

    def _check_frames(self) -> None:
        """Each has looked through its own eyes all evening."""
        allowed: dict[Player, set[int | None]] = {self.eve: {0}, self.ada: {1, None}, self.ghost: {None}}
        for player, seats in allowed.items():
            seen = {seat for seat, _ in player.tables[self.table].frames}
            check(seen <= seats, f"{player.name} looked through the eyes of {seen}")
