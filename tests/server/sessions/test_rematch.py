"""After the game: the same again, and a record that stays."""

from __future__ import annotations

import asyncio

import pytest

from server.conftest import Come, Gather
from support.client import chairs, refused
from support.deployment import Deployment
from support.message_audit import check_record

pytestmark = pytest.mark.anyio


async def test_a_rematch_turns_the_seats(house: Deployment, gather: Gather) -> None:
    table, ada, bob, cleo = await gather(house, "kolpa", 3, options={"target": 20}, race="turns")
    assert (await refused(ada.post(f"/api/tables/{table}/rematch"))).code == "table.not_over"
    for player in (ada, bob):
        await player.command("concede", table=table)
    await cleo.wait(lambda: cleo.tables[table].over)
    await bob.wait(lambda: bob.tables[table].over)
    facts = await bob.post(f"/api/tables/{table}/rematch")
    assert chairs(facts) == ["Cleo", "Ada", "Bob"]
    assert [chair.get("reserved", False) for chair in facts["chairs"]] == [True, True, False]
    assert (facts["options"], facts["race"], facts["previous"]) == ({"target": 20}, "turns", table)
    assert facts["commitment"] != cleo.tables[table].facts["commitment"]
    await cleo.wait(lambda: cleo.tables[table].facts.get("rematch") == facts["id"])
    assert [(await player.post(f"/api/tables/{table}/rematch"))["id"] for player in (ada, cleo)] == [facts["id"]] * 2
    assert (await bob.get(f"/api/tables/{facts['id']}"))["status"] == "playing", "all have come"


async def test_a_seat_kept_for_somebody_is_nobody_elses(small_house: Deployment, gather: Gather, come: Come) -> None:
    table, ada, bob = await gather(small_house, "kolpa", 2)
    eve = await come(small_house, "Eve")
    await ada.command("concede", table=table)
    await bob.wait(lambda: bob.tables[table].over)
    new = (await bob.post(f"/api/tables/{table}/rematch"))["id"]
    assert (await refused(eve.post(f"/api/tables/{table}/rematch"))).code == "table.not_seated"
    assert (await refused(eve.sit(new))).code == "table.no_free_seat"
    assert (await ada.sit(new))["status"] == "playing"


async def test_who_is_only_expected_is_not_dealt_in(small_house: Deployment, come: Come) -> None:
    ada, bob = await come(small_house, "Ada"), await come(small_house, "Bob")
    table = await ada.make_table("kolpa", "you", "open", start="host")
    await bob.sit(table)
    await ada.post(f"/api/tables/{table}/start")
    await ada.watch(table)
    await ada.command("concede", table=table)
    await ada.wait(lambda: ada.tables[table].over)
    new = (await bob.post(f"/api/tables/{table}/rematch"))["id"]
    assert (await refused(bob.post(f"/api/tables/{new}/start"))).code == "table.expected"
    await ada.sit(new)
    assert (await bob.post(f"/api/tables/{new}/start"))["status"] == "playing"


async def test_all_who_ask_at_once_get_one_rematch(house: Deployment, gather: Gather) -> None:
    table, *three = await gather(house, "kolpa", 3)
    for player in three[:2]:
        await player.command("concede", table=table)
    for player in three:
        await player.wait(lambda player=player: player.tables[table].over)
    answers = await asyncio.gather(*(player.post(f"/api/tables/{table}/rematch") for player in three))
    assert len({answer["id"] for answer in answers}) == 1
    open_tables = [facts for facts in await three[0].get("/api/me/tables") if facts["status"] in ("open", "playing")]
    assert [facts["id"] for facts in open_tables] == [answers[0]["id"]]


async def test_a_finished_game_stays_finished(small_house: Deployment, come: Come) -> None:
    """Nobody can hide its record any more."""
    ada = await come(small_house, "Ada")
    table = await ada.make_table("kolpa", "you", "random", options={"rounds": 1})
    seen = await ada.watch(table)
    while not seen.over:
        await ada.news(seen)
        if seen.waited:
            await ada.play(table, seen.moves[0])
    assert (await refused(ada.post(f"/api/tables/{table}/close"))).code == "table.closed"
    await ada.post(f"/api/tables/{table}/leave")
    assert (await refused(ada.sit(table))).code == "table.closed"
    check_record(await ada.get(f"/api/tables/{table}/record"), seen.facts["commitment"])
