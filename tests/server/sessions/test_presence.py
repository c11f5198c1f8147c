"""Who is there, and how they smile."""

from __future__ import annotations

import pytest

from server.conftest import Come, Gather
from support.deployment import Deployment

pytestmark = pytest.mark.anyio


async def test_emotes_reach_everybody(house: Deployment, gather: Gather, come: Come) -> None:
    table, ada, bob = await gather(house, "kolpa", 2)
    eve = await come(house, "Eve")
    await eve.watch(table)
    await ada.say("emote", table=table, emote="well_played")
    for player in (ada, bob, eve):
        heard = await player.wait(lambda player=player: player.last("emote") or {})  # type: ignore[misc]
        assert heard == {"type": "emote", "table": table, "seat": 0, "emote": "well_played"}


@pytest.mark.parametrize(("who", "emote", "code"), [(0, "tongue", "message.emote"), (1, "hello", "table.not_seated")])
async def test_emotes_that_are_refused(small_house: Deployment, come: Come, who: int, emote: str, code: str) -> None:
    people = [await come(small_house, name) for name in ("Ada", "Eve")]
    table = await people[0].make_table("kolpa", "you", "random")
    for player in people:
        await player.watch(table)
    await people[who].say("emote", table=table, emote=emote)
    refused = await people[who].wait(lambda: people[who].last("refused") or {})
    assert (refused["code"], refused["table"]) == (code, table)
    assert people[0].last("emote") is None


async def test_everybody_sees_who_is_there(house: Deployment, gather: Gather, come: Come) -> None:
    table, ada, bob = await gather(house, "kolpa", 2)
    await ada.wait(lambda: ada.tables[table].present == [0, 1])
    await bob.wait(lambda: bob.tables[table].present == [0, 1])
    eve = await come(house, "Eve")
    watching = next(player for player in (ada, bob) if player.url == eve.url)
    await eve.watch(table)
    assert (eve.tables[table].present, eve.tables[table].watchers) == ([0, 1], 1)
    await watching.wait(lambda: watching.tables[table].watchers == 1)
    await eve.drop()
    await watching.wait(lambda: watching.tables[table].watchers == 0)
    await bob.drop()
    await ada.wait(lambda: ada.tables[table].present == [0])


async def test_to_look_away_is_to_be_gone(small_house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(small_house, "kolpa", 2)
    await bob.say("unwatch", table=table)
    await ada.wait(lambda: ada.tables[table].present == [0])
    frames = len(bob.tables[table].frames)
    if ada.tables[table].waited:
        await ada.play(table, ada.tables[table].moves[0])
    assert len(bob.tables[table].frames) == frames
    assert (await bob.command("play", table=table, base=1, moves=["R1"]))["code"] == "message.not_watching"
