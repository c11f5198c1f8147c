"""Reactions over the wire: a slap is meant for one card, and every slap is answered."""

from __future__ import annotations

import asyncio

import pytest

from pioche.server.model.entries import Created
from pioche.server.model.live_table import LiveTable
from server.conftest import Gather
from support.deployment import Deployment
from support.player import REACTION, Player, all_see, mover

pytestmark = pytest.mark.anyio


async def discard_one(table: str, *players: Player) -> int:
    """The player in turn draws and discards; the number of that entry in everybody's stream."""
    who = mover(table, *players)
    await who.play(table, "draw")
    top = last = (await who.play(table, "discard"))["seq"]
    if "skip" in who.tables[table].moves:  # it was an action card
        last = (await who.play(table, "skip"))["seq"]
    await all_see(table, last, *players)
    return int(top)


async def test_a_slap_stands_though_the_game_went_on(house: Deployment, gather: Gather) -> None:
    table, *people = await gather(house, "kombio", 3)
    top = await discard_one(table, *people)
    next_one = mover(table, *people)
    await all_see(table, (await next_one.play(table, "draw"))["seq"], *people)
    slapper = next(player for player in people if player is not next_one)
    await asyncio.sleep(REACTION)
    answer = await slapper.play(table, f"slap {'ABC'[slapper.tables[table].seat or 0]}1", base=top)
    assert answer["type"] == "ack"
    entry = slapper.tables[table].entries[answer["seq"]]
    assert [each["seat"] for each in entry["race"]] == [slapper.tables[table].seat]


async def test_a_slap_meant_for_an_older_top_is_a_conflict(house: Deployment, gather: Gather) -> None:
    table, *people = await gather(house, "kombio", 2)
    old = await discard_one(table, *people)
    new = await discard_one(table, *people)
    await asyncio.sleep(REACTION)
    before = len(house.moves(table))
    refused = await people[0].play(table, "slap A1", base=old)
    assert (refused["type"], refused["code"]) == ("refused", "conflict.moved")
    assert len(house.moves(table)) == before
    assert (await people[0].play(table, "slap A1", base=new))["type"] == "ack"


async def test_to_have_passed_changes_nothing_for_a_move(small_house: Deployment, gather: Gather) -> None:
    table, *people = await gather(small_house, "kombio", 3)
    await discard_one(table, *people)
    who = mover(table, *people)
    base = who.tables[table].seq
    other = next(player for player in people if player is not who and "pass" in player.tables[table].moves)
    await all_see(table, (await other.play(table, "pass"))["seq"], *people)
    assert (await who.play(table, "draw", base=base))["type"] == "ack"


async def test_a_card_asked_for_again_is_no_later_news(small_house: Deployment, gather: Gather) -> None:
    """Who looks away and watches again does not win the race for that."""
    table, *people = await gather(small_house, "kombio", 2)
    await discard_one(table, *people)
    await asyncio.sleep(0.4)
    await people[0].watch(table)
    answer = await people[0].play(table, "slap A1")
    assert answer["type"] == "ack", "and no false start"
    assert people[0].tables[table].entries[answer["seq"]]["race"][0]["ms"] >= 390


async def test_every_slap_is_answered(small_house: Deployment, gather: Gather) -> None:
    """Two of one seat, one of them sent twice, at once: the first counts."""
    table, *people = await gather(small_house, "kombio", 2)
    await discard_one(table, *people)
    await asyncio.sleep(REACTION)
    ada, base = people[0], people[0].tables[table].seq
    for id, move in (("x", "slap A1"), ("y", "slap A2"), ("x", "slap A1")):
        await ada.say("play", id=id, table=table, base=base, moves=[move])
    await ada.wait(lambda: len([message for message in ada.heard if message.get("id") in ("x", "y")]) == 3)
    answers = {(message["id"], message["type"]) for message in ada.heard if message.get("id") in ("x", "y")}
    assert answers == {("x", "ack"), ("y", "refused")}
    assert small_house.moves(table)[-1] == ["slap A1"]


def test_a_slap_is_a_race_however_it_is_written() -> None:
    table = LiveTable("t", Created("kombio", 2, "", ""), bytes(32))
    assert all(table.is_slap(move) for move in ("slap A1", "slap  A1", " slap A1 "))
    assert not any(table.is_slap(move) for move in ("pass", " pass", "draw", "nonsense"))
