"""Tables before, beside and after the game: who sits where, who may do what, and who plays for whom."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import pioche
from pioche.server.model.entries import Dealt, Moved
from server.conftest import Come, Gather, Open
from support.client import RequestRefused, chairs, refused
from support.client_transport import Json
from support.deployment import Deployment
from support.player import Player

pytestmark = pytest.mark.anyio


async def people(house: Deployment, come: Come, *names: str) -> list[Player]:
    return [await come(house, name) for name in names]


# Making a table

YOU, BOT, OPEN = {"kind": "you"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}
FEW = {"colours": 4, "reverse": 0, "skip": 0, "swap": 0, "peek1": 0, "peek2": 0}  # 84 cards, where five need 85


@pytest.mark.parametrize(
    ("body", "status", "code", "fr", "en"),
    [
        ({"game": "poker", "seats": [YOU, BOT]}, 404, "setup.game", "poker", "poker"),
        ({"game": "kolpa", "seats": [YOU]}, 400, "setup.players", "2 à 6", "2 to 6"),
        ({"game": "kolpa", "seats": [YOU] + [BOT] * 6}, 400, "setup.players", "2 à 6", "2 to 6"),
        ({"game": "kolpa", "seats": [YOU, BOT], "options": {"speed": 3}}, 400, "setup.option", "speed", "speed"),
        ({"game": "kolpa", "seats": [YOU, BOT], "options": {"target": 5}}, 400, "setup.value", "target", "target"),
        ({"game": "kolpa", "seats": [YOU, BOT], "options": {"target": "x"}}, 400, "setup.value", "target", "target"),
        ({"game": "ko", "seats": [YOU] + [BOT] * 4, "options": FEW}, 400, "setup.few_cards", "cartes", "cards"),
        ({"game": "kolpa", "seats": [YOU, YOU]}, 400, "table.one_you", "siège", "seat"),
        ({"game": "kolpa", "seats": [YOU, {"kind": "bot", "bot": "genius"}]}, 400, "setup.bot", "genius", "genius"),
        ({"game": "kolpa", "seats": [YOU, OPEN], "position": "kolpa turn=A"}, 400, "notation.seats", "siège", "seat"),
        ({"game": "kolpa", "seats": [YOU, BOT], "pace": {"move": 1}}, 422, "message.bad", "move", "move"),
        ({"game": "kolpa", "seats": [YOU, BOT], "colour": "red"}, 422, "message.bad", "colour", "colour"),
        ({"game": "kolpa"}, 422, "message.bad", "seats", "seats"),
        ({"game": "kolpa", "seats": [YOU, BOT], "promise": "xyz"}, 422, "message.bad", "promise", "promise"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_a_table_that_can_not_be(
    small_house: Deployment, come: Come, lang: str, body: Json, status: int, code: str, fr: str, en: str
) -> None:
    player = await come(small_house, "Ada", lang)
    refusal = await refused(player.post("/api/tables", **body))
    assert (refusal.status, refusal.code) == (status, code)
    assert (fr if lang == "fr" else en) in (refusal.message or "")
    assert await player.get("/api/me/tables") == []


async def test_a_table_keeps_what_was_agreed(house: Deployment, come: Come) -> None:
    """At every process, and whatever the values are written as."""
    ada, bob = await people(house, come, "Ada", "Bob")
    table = await ada.make_table(
        "kolpa", "you", "thumb", "open", options={"vigilance": True, "target": 20, "rounds": "3"}, race="turns",
        pace={"kind": "live", "move": 30, "reserve": 60}, patience="human", memory_aid=True, start="host",
    )  # fmt: skip
    for player in (ada, bob):
        facts = await player.get(f"/api/tables/{table}")
        assert facts["options"] == {"vigilance": "on", "target": 20, "rounds": "3"}
        assert (facts["race"], facts["patience"], facts["start"]) == ("turns", "human", "host")
        assert (facts["memory_aid"], facts["pace"]["reserve"], facts["status"]) == (True, 60, "open")
        assert chairs(facts) == ["Ada", "thumb", "open"]
        assert facts["chairs"][0].get("you", False) == (player is ada)


async def test_options_given_as_truth_values_survive_a_crash(frail_house: Deployment, come: Come) -> None:
    ada = await come(frail_house, "Ada")
    table = await ada.make_table("5211", "you", "random", options={"long": True})
    frail_house.crash()
    await ada.connect(frail_house.url)
    seen = await ada.watch(table)
    assert (seen.facts["options"], "long=on" in seen.view) == ({"long": "on"}, True)


async def test_a_table_is_found_by_its_code(house: Deployment, come: Come) -> None:
    ada, bob = await people(house, come, "Ada", "Bob")
    table = await ada.make_table("kolpa", "you", "open")
    code = (await ada.get(f"/api/tables/{table}"))["code"]
    assert len(code) == 6
    assert await bob.get(f"/api/codes/{code.lower()}") == {"id": table}
    assert (await refused(bob.get("/api/codes/AAAAAA"))).status == 404
    assert (await refused(bob.get("/api/tables/nowhere"))).code == "table.not_found"


async def test_only_public_tables_are_listed(house: Deployment, come: Come) -> None:
    ada, bob = await people(house, come, "Ada", "Bob")
    private, public = (
        await ada.make_table("kolpa", "you", "open"),
        await ada.make_table("ko", "you", "open", public=True),
    )
    listed = {facts["id"]: facts for facts in await bob.get("/api/tables")}
    assert private not in listed
    assert listed[public]["game"] == "ko"
    assert {facts["id"] for facts in await ada.get("/api/me/tables")} == {private, public}
    assert await bob.get("/api/me/tables") == []
    await ada.post(f"/api/tables/{public}/close")
    assert public not in {facts["id"] for facts in await bob.get("/api/tables")}


async def test_a_position_is_played_alone(small_house: Deployment, come: Come) -> None:
    ada, bob = await people(small_house, come, "Ada", "Bob")
    position = str(pioche.game("kolpa").deal(2, seed=2))
    table = await ada.make_table("kolpa", "you", "random", position=position)
    seen = await ada.watch(table)
    assert seen.view == pioche.parse(position).view(0)
    assert (await refused(bob.sit(table, 1))).code == "table.taken"
    wrong = await refused(ada.make_table("kolpa", "you", "random", "random", position=position))
    assert (wrong.code, wrong.status) == ("table.position", 400)


# Chairs


async def test_the_game_begins_when_no_seat_is_open(house: Deployment, come: Come) -> None:
    ada, bob, cleo, eve = await people(house, come, "Ada", "Bob", "Cleo", "Eve")
    table = await ada.make_table("kolpa", "you", "open", "open")
    await eve.watch(table)
    assert chairs(await cleo.sit(table, 2)) == ["Ada", "open", "Cleo"]
    assert (await refused(bob.sit(table, 2))).code == "table.taken"
    assert (await refused(bob.sit(table, 7))).code == "table.no_seat"
    assert (await refused(cleo.sit(table, 1))).code == "table.seated"
    assert chairs(await cleo.sit(table)) == ["Ada", "open", "Cleo"], "she sits already"
    facts = await bob.sit(table)
    assert (chairs(facts), facts["status"]) == (["Ada", "Bob", "Cleo"], "playing")
    assert (await refused(eve.sit(table))).code == "table.no_free_seat"
    await eve.wait(lambda: eve.tables[table].kinds()[-4:] == ["sat", "sat", "committed", "dealt"])


async def test_one_seat_is_taken_once(house: Deployment, come: Come) -> None:
    """However many ask at the same time, at whichever process."""
    ada, *others = await people(house, come, "Ada", "Bob", "Cleo", "Dan", "Eve")
    table = await ada.make_table("kolpa", "you", "open", "open", start="host")
    answers = await asyncio.gather(*(player.sit(table) for player in others), return_exceptions=True)
    seated = [answer for answer in answers if not isinstance(answer, BaseException)]
    codes = {answer.code for answer in answers if isinstance(answer, RequestRefused)}
    assert (len(seated), codes) == (2, {"table.no_free_seat"})
    assert len(set(chairs(await ada.get(f"/api/tables/{table}")))) == 3


async def test_only_the_host_deals_and_only_a_full_table(house: Deployment, come: Come) -> None:
    ada, bob = await people(house, come, "Ada", "Bob")
    table = await ada.make_table("kolpa", "you", "open", start="host")
    await bob.sit(table, 1)
    await bob.post(f"/api/tables/{table}/leave")
    assert (await refused(ada.post(f"/api/tables/{table}/start"))).code == "table.open_seats"
    await bob.sit(table, 1)
    assert (await bob.get(f"/api/tables/{table}"))["status"] == "open"
    refusal = await refused(bob.post(f"/api/tables/{table}/start"))
    assert (refusal.status, refusal.code) == (403, "table.not_host")
    assert (await ada.post(f"/api/tables/{table}/start"))["status"] == "playing"
    assert (await ada.post(f"/api/tables/{table}/start"))["status"] == "playing", "asked twice, dealt once"
    assert [type(row.entry) for row in house.log(table)].count(Dealt) == 1


async def test_a_host_who_leaves_hands_the_table_on(house: Deployment, come: Come) -> None:
    ada, bob, cleo = await people(house, come, "Ada", "Bob", "Cleo")
    table = await ada.make_table("kolpa", "you", "open", "open", start="host")
    await bob.sit(table, 1)
    await ada.post(f"/api/tables/{table}/leave")
    assert (await bob.get(f"/api/tables/{table}"))["host"] == 1
    await bob.post(f"/api/tables/{table}/leave")
    assert (await cleo.sit(table, 2))["host"] == 2, "who comes to an empty table is its host"
    await bob.sit(table, 0)
    assert (await bob.get(f"/api/tables/{table}"))["host"] == 2


async def test_a_host_who_only_watches_stays_host(small_house: Deployment, come: Come) -> None:
    ada, bob = await people(small_house, come, "Ada", "Bob")
    table = await ada.make_table("kolpa", "open", "open", "open")
    await bob.sit(table, 0)
    await ada.put(f"/api/tables/{table}/seats/1", kind="bot", bot="random")
    facts = await ada.put(f"/api/tables/{table}/seats/2", kind="bot", bot="random")
    assert (facts["status"], facts["host"]) == ("playing", None)
    assert (await refused(ada.post(f"/api/tables/{table}/close"))).code == "table.not_seated"
    assert (await bob.post(f"/api/tables/{table}/close"))["status"] == "closed"


async def test_the_host_gives_and_takes_seats(house: Deployment, come: Come) -> None:
    ada, bob = await people(house, come, "Ada", "Bob")
    table = await ada.make_table("kolpa", "you", "open", "open", start="host")
    await bob.sit(table, 1)
    seen = await bob.watch(table)
    assert (await refused(bob.put(f"/api/tables/{table}/seats/0", kind="open"))).code == "table.not_host"
    assert (await refused(ada.put(f"/api/tables/{table}/seats/9", kind="open"))).code == "table.no_seat"
    assert chairs(await ada.put(f"/api/tables/{table}/seats/2", kind="bot", bot="thumb")) == ["Ada", "Bob", "thumb"]
    assert chairs(await ada.put(f"/api/tables/{table}/seats/1", kind="open")) == ["Ada", "open", "thumb"]
    await bob.wait(lambda: seen.seat is None)
    assert chairs(await ada.put(f"/api/tables/{table}/seats/2", kind="open")) == ["Ada", "open", "open"]


async def test_a_table_is_closed(house: Deployment, come: Come) -> None:
    ada, bob = await people(house, come, "Ada", "Bob")
    table = await ada.make_table("kolpa", "you", "open")
    seen = await bob.watch(table)
    assert (await refused(bob.post(f"/api/tables/{table}/close"))).status == 403
    await ada.post(f"/api/tables/{table}/close")
    await bob.wait(lambda: seen.over and seen.status == "closed")
    assert (await refused(bob.sit(table))).code == "table.closed"
    assert (await ada.post(f"/api/tables/{table}/close"))["status"] == "closed", "as it was"
    assert (await refused(ada.put(f"/api/tables/{table}/seats/1", kind="open"))).code == "table.closed"


async def test_nobody_is_waited_for_at_a_closed_table(small_house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(small_house, "kolpa", 2)
    for player in (ada, bob):
        await player.post(f"/api/tables/{table}/close")
    await bob.wait(lambda: bob.tables[table].over)
    assert (bob.tables[table].game["waited"], bob.tables[table].moves) == ([], [])


# During the game


async def test_who_concedes_loses_to_the_other(house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(house, "kolpa", 2)
    await ada.command("concede", table=table)
    await bob.wait(lambda: bob.tables[table].over)
    for player in (ada, bob):
        await player.wait(lambda player=player: player.tables[table].over)
        assert (player.tables[table].game["winners"], player.tables[table].status) == ([1], "over")
    record = await bob.get(f"/api/tables/{table}/record")
    assert pioche.verify(record, bob.tables[table].facts["commitment"]).ok


async def test_where_three_play_a_bot_goes_on_for_who_concedes(house: Deployment, gather: Gather) -> None:
    table, *three = await gather(house, "5211", 3)
    ada, bob, cleo = three
    await ada.command("concede", table=table)
    await bob.wait(lambda: bob.tables[table].kinds()[-1] in ("conceded", "moved"))
    assert not bob.tables[table].over
    assert (await ada.play(table, ada.tables[table].moves[0]))["code"] == "table.not_seated"
    for player in (bob, cleo):
        await player.play(table, player.tables[table].moves[0], base=player.tables[table].seq)
    await bob.wait(lambda: "turn=2" in bob.tables[table].view)
    by = {row.entry.seat: row.entry.by for row in house.log(table) if isinstance(row.entry, Moved)}
    assert by[0] == "bot"
    assert (await refused(ada.sit(table, 1))).code == "table.seated"


async def test_a_seat_that_was_given_up_stays_so(small_house: Deployment, gather: Gather) -> None:
    """Whoever plays there, it wins nothing any more."""
    table, ada, bob, cleo = await gather(small_house, "5211", 3)
    await bob.command("concede", table=table)
    facts = await ada.put(f"/api/tables/{table}/seats/1", kind="bot", bot="random")
    assert (facts["chairs"][1]["bot"], facts["chairs"][1]["conceded"]) == ("random", True)
    await cleo.command("concede", table=table)
    await ada.wait(lambda: ada.tables[table].over)
    assert ada.tables[table].game["winners"] == [0]


def may_return(facts: dict[str, Any]) -> list[tuple[int, bool]]:
    """The seats that are told to be one's own still, and whether the host had them taken."""
    return [(n, chair.get("taken", False)) for n, chair in enumerate(facts["chairs"]) if chair.get("yours")]


async def test_who_leaves_is_played_for_and_may_come_back(house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(house, "5211", 2)
    await bob.post(f"/api/tables/{table}/leave")
    await ada.wait(lambda: chairs(ada.tables[table].facts) == ["Ada", "thumb"])
    await bob.wait(lambda: bob.tables[table].seat is None)
    assert [may_return(each.tables[table].facts) for each in (bob, ada)] == [[(1, False)], []]
    await ada.play(table, ada.tables[table].moves[0], base=ada.tables[table].seq)
    await ada.wait(lambda: "turn=2" in ada.tables[table].view)
    await bob.sit(table)
    await bob.wait(lambda: bob.tables[table].seat == 1)
    assert (await ada.get(f"/api/tables/{table}"))["host"] == 0


async def test_who_has_seen_a_hand_takes_no_other(small_house: Deployment, gather: Gather) -> None:
    table, _, bob, cleo = await gather(small_house, "kolpa", 3)
    for player in (bob, cleo):
        await player.post(f"/api/tables/{table}/leave")
    assert (await refused(bob.sit(table, 2))).code == "table.own_seat"
    assert chairs(await bob.sit(table))[1] == "Bob"


async def test_somebody_new_takes_over_from_a_bot(house: Deployment, come: Come) -> None:
    ada, bob = await people(house, come, "Ada", "Bob")
    table = await ada.make_table("5211", "you", "thumb", late=True)
    await ada.watch(table)
    seen = await bob.watch(table)
    await bob.wait(lambda: "chosen ?*2" in seen.view.splitlines()[-1])
    assert (await refused(bob.sit(table, 0))).code == "table.taken"
    await bob.sit(table, 1)
    await bob.wait(lambda: seen.seat == 1)
    assert "?" not in seen.view.splitlines()[-1], "what the bot has chosen is Bob's now"
    await ada.wait(lambda: chairs(ada.tables[table].facts) == ["Ada", "Bob"])
    await ada.play(table, ada.tables[table].moves[0])
    await bob.wait(lambda: bool(seen.moves))
    assert (await bob.play(table, seen.moves[0]))["type"] == "ack"


async def test_the_host_removes_a_player(house: Deployment, gather: Gather) -> None:
    table, ada, bob, _ = await gather(house, "kolpa", 3)
    refusal = await refused(bob.put(f"/api/tables/{table}/seats/2", kind="open"))
    assert refusal.status == 403
    await ada.put(f"/api/tables/{table}/seats/1", kind="open")
    await bob.wait(lambda: bob.tables[table].seat is None)
    assert chairs(await ada.get(f"/api/tables/{table}")) == ["Ada", "thumb", "Cleo"]
    assert [may_return(each.tables[table].facts) for each in (bob, ada)] == [[(1, True)], []]
    assert (await refused(ada.put(f"/api/tables/{table}/seats/1", kind="open"))).code == "table.started"


# People who are only gone


async def test_a_bot_plays_for_who_is_gone_until_it_is_back(open_house: Open, gather: Gather) -> None:
    house = open_house("--grace", "1")
    table, ada, bob = await gather(house, "5211", 2)
    await bob.drop()
    await ada.play(table, ada.tables[table].moves[0])
    await ada.wait(lambda: "away" in ada.tables[table].kinds())
    assert ada.tables[table].facts["chairs"][1]["away"]
    await ada.wait(lambda: "turn=2" in ada.tables[table].view)
    by = [(row.entry.seat, row.entry.by) for row in house.log(table) if isinstance(row.entry, Moved)]
    assert by[:2] == [(0, "person"), (1, "bot")]
    await bob.connect()
    await bob.resume(table)
    await ada.wait(lambda: "back" in ada.tables[table].kinds())
    await bob.wait(lambda: bob.tables[table].facts["chairs"][1].get("away") is None)
    assert bob.tables[table].kinds().count("away") == 1


async def test_nobody_is_away_where_nobody_waits(open_house: Open, gather: Gather) -> None:
    """All have left the room: the table waits for them, as long as it takes."""
    house = open_house("--grace", "1")
    table, ada, bob = await gather(house, "5211", 2)
    await asyncio.gather(ada.drop(), bob.drop())
    await asyncio.sleep(2.5)
    assert "away" not in {type(row.entry).__name__.lower() for row in house.log(table)}
