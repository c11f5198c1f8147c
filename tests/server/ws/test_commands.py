"""Commands over the wire: each has one effect and one answer, or a refusal that says why, and then nothing changes."""

from __future__ import annotations

from random import Random

import pytest

from server.conftest import Come, Gather
from support.client import refused
from support.client_transport import Json
from support.deployment import Deployment
from support.message_audit import check_record
from support.player import FollowedTable, Player, all_see, mover

pytestmark = pytest.mark.anyio

KO = """ko turn=A
stock: ?
open: G3 B5 T2 Y1
A: hand R1 R2 R5 R6 G1 G2 G5 B1 B2 B9 Y2 Y3 P1 P2 S4; suite
B: hand ?*15; suite"""

KOLPA = """kolpa turn=A
discard: R3
A: hand R1 G4 J; zone B3
B: hand ?*5"""


def state_of(seen: FollowedTable) -> Json:
    return {"seq": seen.seq, "view": seen.view, "moves": seen.moves, "frames": len(seen.frames)}


# One effect


async def test_a_command_sent_again_gets_its_first_answer(small_house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(small_house, "kolpa", 2)
    who, base = mover(table, ada, bob), ada.tables[table].seq
    move = who.tables[table].moves[0]
    first = await who.play(table, move, id="once")
    again = [await who.play(table, move, id="once", base=base) for _ in range(3)]
    assert first["type"] == "ack"
    assert again == [first] * 3
    assert small_house.moves(table) == [[move]]


async def test_it_does_so_over_a_new_connection(house: Deployment, gather: Gather) -> None:
    """Also at another process, where there is one."""
    table, ada, bob = await gather(house, "kolpa", 2)
    who, base = mover(table, ada, bob), ada.tables[table].seq
    move = who.tables[table].moves[0]
    first = await who.play(table, move, id="once")
    await who.drop()
    await who.connect(house.servers[-1].url)
    await who.watch(table)
    assert await who.play(table, move, id="once", base=base) == first
    assert house.moves(table) == [[move]]


async def test_the_same_id_of_somebody_else_is_another_command(small_house: Deployment, gather: Gather) -> None:
    table, *people = await gather(small_house, "5211", 2)
    answers = [await player.play(table, player.tables[table].moves[0], id="once") for player in people]
    assert [answer["type"] for answer in answers] == ["ack", "ack"]
    assert len(small_house.moves(table)) == 2


async def test_it_does_so_after_a_crash(frail_house: Deployment, gather: Gather) -> None:
    house = frail_house
    table, ada, bob = await gather(house, "kolpa", 2)
    who, base = mover(table, ada, bob), ada.tables[table].seq
    move = who.tables[table].moves[0]
    first = await who.play(table, move, id="once")
    house.crash()
    await who.connect(house.url)
    await who.resume(table)
    assert await who.play(table, move, id="once", base=base) == first
    assert house.moves(table) == [[move]]


async def test_it_does_so_for_a_command_of_before_the_last_snapshot(frail_house: Deployment, gather: Gather) -> None:
    house = frail_house
    table, ada, bob = await gather(house, "coloretto", 2)
    who, base = mover(table, ada, bob), ada.tables[table].seq
    move = who.tables[table].moves[0]
    first = await who.play(table, move, id="once")
    await play_until(table, 80, ada, bob)
    house.crash()
    await who.connect(house.url)
    await who.watch(table)
    assert await who.play(table, move, id="once", base=base) == first
    assert (await who.play(table, move, id="new", base=base))["code"] == "conflict.moved"
    assert house.log(table)[-1].seq == who.tables[table].seq


async def play_until(table: str, seq: int, *players: Player) -> None:
    """Play at random until the table's log is so long."""
    rng = Random(1)
    while players[0].tables[table].seq < seq:
        who = mover(table, *players)
        answer = await who.play(table, rng.choice(who.tables[table].moves))
        await all_see(table, answer["seq"], *players)


async def test_conceding_again_is_answered_again(small_house: Deployment, gather: Gather) -> None:
    table, ada, _ = await gather(small_house, "kolpa", 2)
    first = await ada.command("concede", table=table, id="enough")
    assert await ada.command("concede", table=table, id="enough") == first
    assert [row.command for row in small_house.log(table)].count(f"{ada.person}:enough") == 1


# For which position


async def test_a_move_for_an_older_position_is_a_conflict(house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(house, "coloretto", 2)
    base = ada.tables[table].seq
    await play_until(table, base + 4, ada, bob)
    who = mover(table, ada, bob)
    before = state_of(who.tables[table])
    no = await who.play(table, who.tables[table].moves[0], base=base)
    assert (no["type"], no["code"], no["seq"]) == ("refused", "conflict.moved", who.tables[table].seq)
    assert state_of(who.tables[table]) == before
    assert (await who.play(table, who.tables[table].moves[0]))["type"] == "ack"


async def test_a_move_for_a_position_that_is_not_yet_is_a_conflict(small_house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(small_house, "coloretto", 2)
    who = mover(table, ada, bob)
    no = await who.play(table, who.tables[table].moves[0], base=who.tables[table].seq + 1)
    assert no["code"] == "conflict.ahead"


async def test_who_comes_to_watch_or_leaves_changes_nothing_for_a_move(small_house: Deployment, gather: Gather) -> None:
    table, ada, bob, cleo = await gather(small_house, "coloretto", 3)
    who, base = mover(table, ada, bob, cleo), ada.tables[table].seq
    other = next(player for player in (ada, bob, cleo) if player is not who)
    await other.post(f"/api/tables/{table}/leave")
    await who.wait(lambda: who.tables[table].seq > base)
    assert (await who.play(table, who.tables[table].moves[0], base=base))["type"] == "ack"


async def test_choices_made_together_stand_whoever_was_quicker(house: Deployment, gather: Gather) -> None:
    """5211: all three choose for the same position, the last one too; for the next turn that position is the past."""
    table, *people = await gather(house, "5211", 3)
    base = people[0].tables[table].seq
    choices = [player.tables[table].moves[0] for player in people]
    for player, choice in zip(people, choices, strict=True):
        assert (await player.play(table, choice, base=base))["type"] == "ack"
    await all_see(table, base + 3, *people)
    for player in people:
        assert player.tables[table].view.startswith("5211 turn=2")
        no = await player.play(table, player.tables[table].moves[0], base=base)
        assert no["code"] == "conflict.moved"


async def test_choices_made_together_stand_after_a_crash(frail_house: Deployment, gather: Gather) -> None:
    house = frail_house
    table, ada, bob = await gather(house, "5211", 2)
    base = bob.tables[table].seq
    choice = bob.tables[table].moves[0]
    await ada.play(table, ada.tables[table].moves[0])
    house.crash()
    await bob.connect(house.url)
    await bob.resume(table)
    assert (await bob.play(table, choice, base=base))["type"] == "ack"


async def test_a_choice_once_made_stands(small_house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(small_house, "5211", 2)
    one, another = ada.tables[table].moves[:2]
    await ada.play(table, one)
    no = await ada.play(table, another)
    assert no["rule"] == "FIV-R5"
    assert bob.tables[table].seat == 1


# All or none


async def test_a_batch_is_played_as_one(small_house: Deployment, come: Come) -> None:
    ada = await come(small_house, "Ada")
    table = await ada.make_table("ko", "you", "random", position=KO)
    seen = await ada.watch(table)
    answer = await ada.play(table, "discard R5", "discard R6", "done", "from stock")
    assert answer["type"] == "ack"
    assert small_house.moves(table)[0] == ["discard R5", "discard R6", "done", "from stock"]
    played = [event["details"]["move"] for event in seen.entries[answer["seq"]]["events"] if event["kind"] == "play"]
    assert played == ["discard R5", "discard R6", "done", "from stock"]


@pytest.mark.parametrize(
    ("moves", "code", "rule"),
    [
        (["discard R1", "discard B9"], "refuse.KOO-06", "KOO-06"),
        (["discard R1", "done", "lay R5"], "refuse.KOO-04", "KOO-04"),
        (["discard R1", "nonsense"], "refuse.WORD", "WORD"),
        (["discard R1", "done", "from stock", "done"], "batch.reveals", ""),
    ],
    ids=str,
)
async def test_a_batch_is_refused_as_one(
    small_house: Deployment, come: Come, moves: list[str], code: str, rule: str
) -> None:
    """The cards of the stock are not shown to somebody who could then take everything back."""
    ada = await come(small_house, "Ada")
    table = await ada.make_table("ko", "you", "random", position=KO)
    seen = await ada.watch(table)
    before = state_of(seen)
    no = await ada.play(table, *moves)
    assert (no["code"], no.get("rule", ""), no["seq"]) == (code, rule, seen.seq)
    assert state_of(seen) == before
    assert small_house.moves(table) == []
    assert (await ada.play(table, "discard R1", "done"))["type"] == "ack"


async def test_a_draw_can_only_be_the_last_move_of_a_batch(small_house: Deployment, gather: Gather) -> None:
    table, *people = await gather(small_house, "kombio", 2)
    who = mover(table, *people)
    assert (await who.play(table, "draw", "discard"))["code"] == "batch.reveals"
    assert "drawn" not in who.tables[table].view


# Refusals


@pytest.mark.parametrize(
    ("move", "rule"), [("kolpa G4", "KOL-09"), ("G4", "KOL-04"), ("R2", "CARD"), ("nonsense", "WORD")]
)
@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_an_illegal_move_names_its_rule(
    small_house: Deployment, come: Come, move: str, rule: str, lang: str
) -> None:
    ada = await come(small_house, "Ada", lang)
    table = await ada.make_table("kolpa", "you", "random", position=KOLPA)
    seen = await ada.watch(table)
    before = state_of(seen)
    no = await ada.play(table, move)
    assert (no["type"], no["rule"]) == ("refused", rule)
    assert any(word in no["message"].lower() for word in WORDS[lang])
    assert state_of(seen) == before
    assert small_house.moves(table) == []


WORDS = {"fr": ("pas", "ne "), "en": ("not", "cannot", "no move")}


async def test_out_of_turn(small_house: Deployment, gather: Gather) -> None:
    table, *people = await gather(small_house, "coloretto", 2)
    who = mover(table, *people)
    other = next(player for player in people if player is not who)
    no = await other.play(table, who.tables[table].moves[0])
    assert no["rule"] == "TURN"
    assert small_house.moves(table) == []


async def test_nobody_plays_for_another_seat(small_house: Deployment, gather: Gather) -> None:
    """There is no way even to say it."""
    table, ada, bob = await gather(small_house, "5211", 2)
    await ada.say("play", id="x", table=table, base=ada.tables[table].seq, moves=["B1 B2"], seat=1)
    no = await ada.wait(lambda: ada.last("refused") or {})
    assert no["code"] == "message.bad"
    held = next(move for move in bob.tables[table].moves if move not in ada.tables[table].moves)
    assert (await ada.play(table, held))["rule"] == "CARD"
    assert small_house.moves(table) == []


async def test_who_only_watches_does_not_play(small_house: Deployment, gather: Gather, come: Come) -> None:
    table, ada, bob = await gather(small_house, "kolpa", 2)
    eve = await come(small_house, "Eve")
    move = mover(table, ada, bob).tables[table].moves[0]
    answers = [await eve.command("play", table=table, base=1, moves=[move])]
    await eve.watch(table)
    answers += [await eve.command("play", table=table, base=1, moves=[move])]
    answers += [await eve.command("try", table=table, move=move), await eve.command("concede", table=table)]
    codes = [answer["code"] for answer in answers]
    assert codes == ["message.not_watching", "table.not_seated", "table.not_seated", "table.not_seated"]
    assert small_house.moves(table) == []


async def test_nothing_is_played_before_the_deal_and_after_the_end(small_house: Deployment, come: Come) -> None:
    ada, bob = [await come(small_house, name) for name in ("Ada", "Bob")]
    table = await ada.make_table("kolpa", "you", "open")
    seen = await ada.watch(table)
    assert (await ada.play(table, "R1"))["code"] == "table.not_playing"
    await bob.sit(table)
    await bob.watch(table)
    await bob.command("concede", table=table)
    await ada.wait(lambda: seen.over)
    assert (await ada.play(table, "R1"))["code"] == "table.not_playing"


# To try, and to know


async def test_to_try_plays_nothing(small_house: Deployment, come: Come) -> None:
    ada = await come(small_house, "Ada")
    table = await ada.make_table("kolpa", "you", "random", position=KOLPA)
    seen = await ada.watch(table)
    before = state_of(seen)
    assert (await ada.command("try", table=table, move="R1"))["type"] == "tried"
    no = await ada.command("try", table=table, move="kolpa G4")
    assert (no["type"], no["rule"]) == ("refused", "KOL-09")
    assert state_of(seen) == before
    assert small_house.moves(table) == []


async def test_to_try_changes_no_card_to_come(small_house: Deployment, come: Come) -> None:
    """A whole game in which every move is tried first is still the game that was committed to."""
    ada = await come(small_house, "Ada")
    table = await ada.make_table("kolpa", "you", "random", options={"rounds": 1})
    seen = await ada.watch(table)
    while not seen.over:
        await ada.news(seen)
        if seen.waited:
            for move in seen.moves:
                assert (await ada.command("try", table=table, move=move))["type"] == "tried"
            await ada.play(table, seen.moves[0])
    check_record(await ada.get(f"/api/tables/{table}/record"), seen.facts["commitment"])


async def test_a_record_is_nobodys_until_the_end(small_house: Deployment, gather: Gather) -> None:
    table, ada, _ = await gather(small_house, "kolpa", 2)
    for path in ("record", "verify"):
        refusal = await refused(ada.get(f"/api/tables/{table}/{path}"))
        assert (refusal.status, refusal.code) == (400, "table.not_over")
