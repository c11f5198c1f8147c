"""Whole games of every kind, played over the wire; then everything that was sent is held against the record."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from pioche.server.model.entries import Moved
from server.conftest import Come
from support.deployment import Deployment
from support.message_audit import check_end, check_record, check_secrets, check_stream, moments
from support.player import Player

pytestmark = pytest.mark.anyio

SHORT: dict[str, dict[str, Any]] = {
    "5211": {},
    "coloretto": {"last_round": "above15"},
    "ko": {"max_turns": 10},
    "kolpa": {"rounds": 1, "vigilance": "on"},
    "kombio": {"limit": 20, "max_turns": 50},
}


async def play_all(players: list[Player], table: str, slaps: float = 0.0) -> None:
    async with asyncio.TaskGroup() as group:
        for number, player in enumerate(players):
            group.create_task(player.play_out(table, Random(number), slaps))


async def audit(house: Deployment, table: str, everybody: list[Player]) -> None:
    """The record is served and true, and nobody was sent anything else than what it says."""
    facts = everybody[0].tables[table].facts
    record = await everybody[0].get(f"/api/tables/{table}/record")
    check_record(record, facts["commitment"])
    assert (await everybody[0].get(f"/api/tables/{table}/verify"))["ok"]
    story = list(moments(house.log(table), record))
    salts = [getattr(row.entry, "salt", "") or None for row in house.log(table) if hasattr(row.entry, "salt")]
    for player in everybody:
        check_stream(player.tables[table], story)
        check_end(player.tables[table], story)
        check_secrets(player, house.seed(table), salts)


@pytest.mark.parametrize("game", SHORT)
async def test_one_person_and_bots_play_to_the_end(house: Deployment, come: Come, game: str) -> None:
    ada = await come(house, "Ada")
    table = await ada.make_table(game, "you", "thumb", options=SHORT[game])
    seen = await ada.watch(table)
    await ada.play_out(table, Random(1))
    assert seen.status == "over"
    assert seen.game["winners"]
    await audit(house, table, [ada])
    by = [row.entry.by for row in house.log(table) if isinstance(row.entry, Moved)]
    assert {"bot", "person"} <= set(by)
    assert "clock" not in by


@pytest.mark.parametrize("game", SHORT)
async def test_people_play_to_the_end_and_somebody_watches(house: Deployment, come: Come, game: str) -> None:
    """Three people at two processes, where there are two."""
    ada, bob, cleo, eve = [await come(house, name) for name in ("Ada", "Bob", "Cleo", "Eve")]
    table = await ada.make_table(game, "you", "open", "open", options=SHORT[game])
    for player in (ada, eve):
        await player.watch(table)
    for player in (bob, cleo):
        await player.sit(table)
        await player.watch(table)
    await play_all([ada, bob, cleo], table, slaps=0.2)
    await eve.wait(lambda: eve.tables[table].over)
    await audit(house, table, [ada, bob, cleo, eve])
    assert eve.tables[table].seat is None
    assert not any(frame["moves"] for _, frame in eve.tables[table].frames)
