"""Connections that break and servers that die: everybody goes on where it was, and nothing happens twice."""

from __future__ import annotations

import asyncio
import signal
import time
from random import Random

import pytest
import websockets

from pioche.server.model.entries import Moved
from pioche.server.model.live_table import KEPT
from server.conftest import Come, Gather, Open
from support.client_transport import Json
from support.deployment import Deployment
from support.message_audit import check_record
from support.player import Player, all_see, step, story

pytestmark = pytest.mark.anyio


# Broken connections


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_broken_stream_is_the_same_stream(house: Deployment, gather: Gather, come: Come, seed: int) -> None:
    """Ada's second window and a spectator lose their connection again and again, and come back anywhere."""
    table, ada, bob = await gather(house, "ko", 2, options={"max_turns": 10})
    eve = await come(house, "Eve")
    shaky = [await come(house, "Ada", same=ada), await come(house, "Eve", same=eve)]
    for player in (*shaky, eve):
        await player.watch(table)
    rng = Random(seed)
    for _ in range(8):
        for player in shaky:
            await player.drop()
        for _ in range(rng.randrange(4)):
            await step(table, rng, ada, bob)
        for player in shaky:
            await player.connect(rng.choice(house.servers).url)
            await player.resume(table)
        for _ in range(rng.randrange(2)):
            await step(table, rng, ada, bob)
    await all_see(table, ada.tables[table].seq, *shaky, eve)
    for steady, broken in zip((ada, eve), shaky, strict=True):
        assert story(broken.tables[table]) == story(steady.tables[table])
        assert broken.tables[table].states == 1, "it was told only what it missed"


async def test_who_missed_nothing_is_told_nothing(house: Deployment, gather: Gather) -> None:
    table, ada, _ = await gather(house, "kolpa", 2)
    frames = len(ada.tables[table].frames)
    await ada.drop()
    await ada.connect(house.servers[-1].url)
    await ada.resume(table)
    await ada.command("try", table=table, move="nonsense")
    assert len(ada.tables[table].frames) == frames


async def test_nobody_is_shown_the_past(big_house: Deployment, gather: Gather) -> None:
    """What one process has shown, the other knows when one comes there."""
    table, ada, bob = await gather(big_house, "coloretto", 2)
    rng = Random(3)
    for _ in range(12):
        await step(table, rng, ada, bob)
        seq = ada.tables[table].seq
        await ada.drop()
        await ada.connect(rng.choice(big_house.servers).url)
        assert (await ada.watch(table)).seq >= seq


async def test_who_missed_too_much_is_told_everything_anew(small_house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(small_house, "coloretto", 2)
    rng = Random(1)
    old = ada.tables[table].seq
    while ada.tables[table].seq < KEPT + 10:
        await step(table, rng, ada, bob)
    last = ada.tables[table].seq
    for seq, kind in ((old, "state"), (last - KEPT + 1, "update"), (last + 1, "state")):
        await ada.say("watch", table=table, epoch=ada.tables[table].epoch, seq=seq)
        ada.tables[table].seq = seq
        frame = await next_frame(ada, table)
        assert (frame["type"], frame["seq"]) == (kind, last)
    assert len(frame["history"]) == KEPT


async def next_frame(player: Player, table: str) -> Json:
    frames = player.tables[table].frames
    count = len(frames)
    await player.wait(lambda: len(frames) > count)
    return frames[count][1]


async def test_a_foreign_epoch_is_told_everything_anew(small_house: Deployment, gather: Gather) -> None:
    """Numbers of another database mean nothing here."""
    table, ada, _ = await gather(small_house, "kolpa", 2)
    await ada.say("watch", table=table, epoch="another", seq=ada.tables[table].seq)
    assert (await next_frame(ada, table))["type"] == "state"


async def test_two_windows_of_one_person_are_told_the_same(house: Deployment, gather: Gather, come: Come) -> None:
    table, ada, bob = await gather(house, "5211", 2)
    twin = await come(house, "Ada", same=ada)
    await twin.watch(table)
    assert twin.tables[table].seat == 0
    choice = twin.tables[table].moves[0]
    answer = await twin.play(table, choice)
    await bob.play(table, bob.tables[table].moves[0], base=answer["seq"] - 1)
    await all_see(table, answer["seq"] + 1, ada, twin)
    assert story(twin.tables[table]) == story(ada.tables[table])
    assert ada.answer(answer["id"]) is None, "only who asked is answered"


# Other seats


async def test_who_sits_down_sees_the_table_from_there(house: Deployment, come: Come) -> None:
    """The whole state comes once, and the stream goes on after it."""
    ada, bob = [await come(house, name) for name in ("Ada", "Bob")]
    table = await ada.make_table("kolpa", "you", "open", options={"rounds": 1})
    await ada.watch(table)
    seen = await bob.watch(table)
    assert seen.seat is None
    await bob.sit(table)
    await bob.wait(lambda: seen.seat == 1 and seen.status == "playing")
    assert seen.states == 2
    assert seen.view.splitlines()[-1].startswith("B: hand") and "?" not in seen.view.splitlines()[-1]
    async with asyncio.TaskGroup() as group:
        for player in (ada, bob):
            group.create_task(player.play_out(table, Random(1)))


async def test_who_takes_over_and_leaves_changes_eyes(small_house: Deployment, come: Come) -> None:
    ada, eve = [await come(small_house, name) for name in ("Ada", "Eve")]
    table = await ada.make_table("kolpa", "you", "thumb", late=True)
    await ada.watch(table)
    seen = await eve.watch(table)
    public = seen.view.splitlines()[-1]
    assert public.startswith("B: hand ?*")
    await eve.sit(table, 1)
    await eve.wait(lambda: seen.seat == 1)
    assert "?" not in seen.view.splitlines()[-1]
    await eve.post(f"/api/tables/{table}/leave")
    await eve.wait(lambda: seen.seat is None)
    assert seen.view.splitlines()[-1].startswith("B: hand ?*")
    await ada.wait(lambda: {"sat", "rose"} <= set(ada.tables[table].kinds()[3:]))


async def test_who_sat_down_while_away_is_told_everything_anew(
    small_house: Deployment, gather: Gather, come: Come
) -> None:
    """What it has seen before was another's stream."""
    eve = await come(small_house, "Eve")
    table = await eve.make_table("kolpa", "open", "thumb")
    seen = await eve.watch(table)
    await eve.drop()
    await eve.sit(table, 0)
    await eve.connect()
    await eve.resume(table)
    await eve.wait(lambda: seen.seat == 0)
    assert seen.states == 2


# Servers that die


async def test_what_was_acknowledged_survives_a_crash_once(frail_house: Deployment, gather: Gather) -> None:
    """A dozen tables, two commands on their way to each; the server is killed in the middle."""
    house = frail_house
    tables, (ada, bob) = await many_tables(house, gather, 12)
    sent = [(player, table, f"{player.name}-{table}") for table in tables for player in (ada, bob)]
    for player, table, id in sent:
        await send_choice(player, table, id)
    await ada.wait(lambda: len(acknowledged(ada)) >= 4)
    house.servers[0].kill()
    await asyncio.gather(ada.drop(), bob.drop())
    house.open()
    for player in (ada, bob):
        assert acknowledged(player) <= stored(house, tables, player), "an acknowledged move was lost"
        await player.connect(house.url)
    for player, table, id in sent:
        await player.resume(table)
        await send_choice(player, table, id)
    for player in (ada, bob):
        await player.wait(lambda player=player: len(acknowledged(player)) == len(tables))  # type: ignore[misc]
    for table in tables:
        assert sorted(row.entry.seat for row in house.log(table) if isinstance(row.entry, Moved)) == [0, 1]


async def many_tables(house: Deployment, gather: Gather, count: int) -> tuple[list[str], list[Player]]:
    """Tables of 5211, where both may choose at once."""
    first, *people = await gather(house, "5211", 2)
    tables = [first]
    while len(tables) < count:
        tables.append(await people[0].make_table("5211", "you", "open"))
        await people[1].sit(tables[-1])
        for player in people:
            await player.watch(tables[-1])
    return tables, people


async def send_choice(player: Player, table: str, id: str) -> None:
    """The first choice that this table offered, without waiting for an answer."""
    frame = next(frame for _, frame in player.tables[table].frames if frame["moves"])
    await player.say("play", id=id, table=table, base=frame["seq"], moves=frame["moves"][:1])


def acknowledged(player: Player) -> set[str]:
    return {message["id"] for message in player.heard if message["type"] == "ack"}


def stored(house: Deployment, tables: list[str], player: Player) -> set[str]:
    commands = [row.command for table in tables for row in house.log(table)]
    return {command.partition(":")[2] for command in commands if command.startswith(player.person)}


async def test_a_game_goes_on_after_crashes(frail_house: Deployment, gather: Gather) -> None:
    """Killed before and after a snapshot, it ends as the game that was committed to."""
    house = frail_house
    table, *people = await gather(house, "coloretto", 2, options={"last_round": "above15"})
    rng = Random(2)
    for stop in (20, 75):
        while people[0].tables[table].seq < stop:
            await step(table, rng, *people)
        house.crash()
        for player in people:
            await player.connect(house.url)
            await player.resume(table)
    async with asyncio.TaskGroup() as group:
        for player in people:
            group.create_task(player.play_out(table, rng))
    assert [player.tables[table].states for player in people] == [1, 1], "the stream went on through it all"
    check_record(await people[0].get(f"/api/tables/{table}/record"), people[0].tables[table].facts["commitment"])


async def test_a_server_that_stops_says_so_and_goes(open_house: Open, gather: Gather) -> None:
    """Within five seconds, though one client does not answer any more and another never said who it is."""
    house = open_house()
    table, ada, bob, cleo = await gather(house, "kolpa", 3)
    cleo.stop_reading()
    stranger = await websockets.connect(f"ws{house.url.removeprefix('http')}/ws", origin=websockets.Origin(house.url))
    before = time.monotonic()
    house.servers[0].terminate()
    for player in (ada, bob):
        await player.wait(lambda player=player: player.closed is not None)
        assert (player.last("bye"), player.closed) == ({"type": "bye", "code": "restart"}, 1012)
    assert await asyncio.to_thread(house.servers[0].wait, 10) in (0, -signal.SIGTERM)
    assert time.monotonic() - before < 5
    assert "error" not in house.servers[0].errors()
    await asyncio.gather(stranger.close(), cleo.drop())
    house.close()
    house.open()
    await ada.connect(house.url)
    await ada.resume(table)
    assert (await ada.command("try", table=table, move="nonsense"))["rule"] == "WORD"
