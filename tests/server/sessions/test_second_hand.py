"""During a game nobody gets a second hand, and nobody ends it alone."""

from __future__ import annotations

import pytest

import pioche
from pioche.server.model.entries import Agreed, Closed
from server.conftest import Come, Gather, Open
from support.client import chairs, refused
from support.deployment import Deployment
from support.player import Player
from support.shuffle_promises import ShufflePart, reveal

pytestmark = pytest.mark.anyio


async def agree(player: Player, table: str) -> str:
    return str((await player.post(f"/api/tables/{table}/close"))["status"])


def agreed(player: Player, table: str) -> list[int]:
    return [seat for seat, chair in enumerate(player.tables[table].facts["chairs"]) if chair.get("agreed")]


# Who may sit down


async def test_a_second_guest_gets_no_bots_hand(house: Deployment, come: Come) -> None:
    eve, ghost = await come(house, "Eve"), await come(house, "Ghost")
    table = await eve.make_table("5211", "you", "thumb")
    seen = await ghost.watch(table)
    for seat in (None, 1):
        assert (await refused(ghost.sit(table, seat))).code == "table.late"
    assert (seen.seat, "?" in seen.view.splitlines()[-1]) == (None, True), "an invited friend watches"


async def test_a_seat_that_the_host_took_waits_for_its_person(house: Deployment, gather: Gather, come: Come) -> None:
    table, ada, bob, _ = await gather(house, "5211", 3, late=True)
    ghost = await come(house, "Ghost")
    await ada.put(f"/api/tables/{table}/seats/1", kind="bot", bot="random")
    assert (await refused(ghost.sit(table, 1))).code == "table.kept"
    assert (await refused(ghost.sit(table))).code == "table.no_free_seat"
    await bob.sit(table)
    assert chairs(await ada.get(f"/api/tables/{table}"))[1] == "Bob"
    await ada.put(f"/api/tables/{table}/seats/1", kind="open")
    await bob.sit(table, 1)
    await bob.post(f"/api/tables/{table}/leave")
    assert chairs(await ghost.sit(table, 1))[1] == "Ghost", "who left of his own will keeps no seat where it is `late`"


async def test_facts_show_whether_others_may_sit_down(small_house: Deployment, come: Come) -> None:
    ada, bob = await come(small_house, "Ada"), await come(small_house, "Bob")
    tables = [await ada.make_table("kolpa", "you", "thumb", late=late) for late in (False, True)]
    shown = [await ada.get(f"/api/tables/{table}") for table in tables]
    assert [facts.get("late", False) for facts in shown] == [False, True]
    assert chairs(await bob.sit(shown[1]["id"])) == ["Ada", "Bob"]


async def test_who_was_removed_comes_back_after_a_crash_too(frail_house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(frail_house, "5211", 2)
    await ada.put(f"/api/tables/{table}/seats/1", kind="open")
    frail_house.crash()
    bob.move_to(frail_house.url)
    assert chairs(await bob.sit(table))[1] == "Bob"


# Who ends it


async def test_a_game_is_ended_by_all_who_play_it(house: Deployment, gather: Gather, come: Come) -> None:
    table, ada, bob, cleo = await gather(house, "kolpa", 3)
    eve = await come(house, "Eve")
    await eve.watch(table)
    assert (await refused(eve.post(f"/api/tables/{table}/close"))).code == "table.not_seated"
    assert [await agree(ada, table), await agree(ada, table), await agree(bob, table)] == ["playing"] * 3
    await eve.wait(lambda: agreed(eve, table) == [0, 1])
    assert await agree(cleo, table) == "closed"
    await eve.wait(lambda: eve.tables[table].over)
    kinds = [type(row.entry) for row in house.log(table)]
    assert (kinds.count(Agreed), kinds.count(Closed)) == (3, 1)
    record = await eve.get(f"/api/tables/{table}/record")
    verdict = pioche.verify(record, eve.tables[table].facts["commitment"])
    assert verdict.ok
    assert "stops there" in verdict.checks[-1].sentence("en")
    assert await eve.get(f"/api/tables/{table}/replay")
    assert (await refused(cleo.post(f"/api/tables/{table}/close"))).status >= 400


async def test_whoever_moves_plays_on(house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(house, "5211", 2)
    await agree(ada, table)
    await bob.wait(lambda: agreed(bob, table) == [0])
    await bob.play(table, bob.tables[table].moves[0])
    for player in (ada, bob):
        await player.wait(lambda player=player: agreed(player, table) == [])
    assert await agree(bob, table) == "playing"
    assert await agree(ada, table) == "closed"


async def test_alone_with_bots_one_ends_it_at_once(house: Deployment, come: Come) -> None:
    ada, part = await come(house, "Ada"), ShufflePart()
    table = await ada.make_table("kolpa", "you", "thumb", promise=part.promise)
    await reveal(ada, table, part)
    assert await agree(ada, table) == "closed"
    part.check(await ada.get(f"/api/tables/{table}/record"))


async def test_who_has_conceded_is_not_asked(small_house: Deployment, gather: Gather) -> None:
    table, ada, bob, cleo = await gather(small_house, "kolpa", 3)
    await ada.command("concede", table=table)
    assert (await refused(ada.post(f"/api/tables/{table}/close"))).code == "table.not_seated"
    await agree(bob, table)
    assert await agree(cleo, table) == "closed"


async def test_who_is_gone_is_not_waited_for(open_house: Open, gather: Gather) -> None:
    house = open_house("--grace", "1")
    table, ada, bob = await gather(house, "5211", 2)
    await ada.play(table, ada.tables[table].moves[0])
    await bob.drop()
    await ada.wait(lambda: "away" in ada.tables[table].kinds())
    assert await agree(ada, table) == "closed"


async def test_a_losing_host_ends_nothing_alone(small_house: Deployment, gather: Gather) -> None:
    table, eve, ada = await gather(small_house, "kolpa", 2)
    assert await agree(eve, table) == "playing"
    assert (await refused(eve.get(f"/api/tables/{table}/record"))).code == "table.not_over"
    await eve.command("concede", table=table)
    await ada.wait(lambda: ada.tables[table].over)
    assert ada.tables[table].game["winners"] == [1]


async def test_a_host_who_sends_the_others_away_ends_nothing_alone(small_house: Deployment, gather: Gather) -> None:
    """They are asked all the same; so are they when the host looks as if it were gone."""
    table, eve, ada, bob = await gather(small_house, "kolpa", 3)
    for seat in (1, 2):
        await eve.put(f"/api/tables/{table}/seats/{seat}", kind="bot", bot="thumb")
    assert await agree(eve, table) == "playing"
    seen = (await eve.get(f"/api/tables/{table}"))["chairs"]
    assert [chair.get("robbed", False) for chair in seen] == [False, True, True]
    assert await agree(ada, table) == "playing"
    assert await agree(bob, table) == "closed", "who was sent away may agree from outside"


async def test_who_comes_back_to_a_taken_seat_is_asked_as_before(small_house: Deployment, gather: Gather) -> None:
    table, eve, ada = await gather(small_house, "kolpa", 2)
    await eve.put(f"/api/tables/{table}/seats/1", kind="open")
    await agree(ada, table)
    await ada.sit(table)
    assert await agree(eve, table) == "playing", "to sit down again is no agreement"
    await ada.command("concede", table=table)
    await eve.wait(lambda: eve.tables[table].over)


async def test_who_was_gone_when_the_host_took_the_seat_is_not_asked(open_house: Open, gather: Gather) -> None:
    house = open_house("--grace", "1")
    table, eve, ada = await gather(house, "5211", 2)
    await eve.play(table, eve.tables[table].moves[0])
    await ada.drop()
    await eve.wait(lambda: "away" in eve.tables[table].kinds())
    await eve.put(f"/api/tables/{table}/seats/1", kind="bot", bot="thumb")
    assert await agree(eve, table) == "closed"
