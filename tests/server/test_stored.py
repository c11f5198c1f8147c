"""At a table: what could not be stored has not happened, and what may have been has one effect."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from pioche.server import schema
from pioche.server.entries import Created, Moved, Sat
from pioche.server.hall import Hall
from pioche.server.lobby import Lobby
from pioche.server.messages import Play
from pioche.server.room import Answer, Room
from pioche.server.settings import Settings
from pioche.server.store import Append
from pioche.table.errors import PiocheError

from .made_up import Viewer
from .trouble import Space, Trouble


async def two_at_a_table(hall: Hall) -> tuple[Room, Viewer, Viewer]:
    ada, _ = await hall.people.welcome("Ada")
    bob, _ = await hall.people.welcome("Bob")
    made = Created("coloretto", 2, ada.id, "")
    room = await Lobby(hall).create(ada, made, [Sat(0, ada.id, "Ada"), Sat(1, bob.id, "Bob")])
    viewers = Viewer(ada.id), Viewer(bob.id)
    for viewer in viewers:
        await room.enter(viewer, "", 0)
    return room, *viewers


async def play(room: Room, viewers: tuple[Viewer, Viewer], id: str) -> str:
    """Whoever is to move does; `ok`, or why not."""
    seat = room.table.standing.waited[0]
    base, move = room.table.heads[seat], room.table.moves(seat)[0]
    try:
        message = Play(id, room.table.id, base, [move])
        await room.play(viewers[seat], message, room.hall.seconds(), lambda answer: None)
    except PiocheError as error:
        return error.reason[0]
    return "ok"


def with_hall(tmp_path: Path, body: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        hall = Hall(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", warm_up=False))
        await hall.start()
        try:
            await body(hall)
        finally:
            await hall.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_at_a_full_disk_nothing_has_happened_at_the_table(tmp_path: Path) -> None:
    async def body(hall: Hall) -> None:
        room, *viewers = await two_at_a_table(hall)
        pair = (viewers[0], viewers[1])
        space, number = Space(hall.store), 0
        space.leave(0)
        answer = "ok"
        while answer == "ok":
            before, heard = (str(room.table.pos), room.table.seq), [len(each.heard) for each in viewers]
            answer = await play(room, pair, f"m{(number := number + 1)}")
        assert answer == "storage.unavailable" and number < 40
        assert (str(room.table.pos), room.table.seq) == before
        assert [len(each.heard) for each in viewers] == heard
        assert (await hall.room(room.table.id)) is room  # reading goes on
        assert await hall.store.read(lambda conn: conn.execute(select(schema.tables.c.id)).scalar()) == room.table.id
        space.leave(None)
        assert await play(room, pair, f"m{number}") == "ok" and room.table.seq == before[1] + 1

    with_hall(tmp_path, body)


def test_a_command_of_unknown_outcome_has_one_effect(tmp_path: Path) -> None:
    async def body(hall: Hall) -> None:
        room, *viewers = await two_at_a_table(hall)
        pair = (viewers[0], viewers[1])
        trouble = Trouble(hall.store)
        seat, seq = room.table.standing.waited[0], room.table.seq
        move, base = room.table.moves(seat)[0], room.table.heads[seat]
        message = Play("m1", room.table.id, base, [move])
        answers: list[Answer] = []
        trouble.times = 1
        with pytest.raises(PiocheError):
            await room.play(pair[seat], message, 0.0, answers.append)
        assert room.table.seq == seq and not answers
        await room.play(pair[seat], message, 0.0, answers.append)
        assert room.table.seq == seq + 1 and [answer[0] for answer in answers] == [seq + 1]
        stored = await hall.entries_after(room.table.id, seq)
        assert [row.entry for row in stored] == [Moved(seat, [move])]
        for viewer in pair:
            assert [each["entries"][0]["seat"] for each in viewer.told("update")] == [seat]

    with_hall(tmp_path, body)


def test_nobody_is_shown_what_is_not_yet_stored(tmp_path: Path) -> None:
    """Who comes in while a move is being stored sees the table without it, or with it once it is there."""

    async def body(hall: Hall) -> None:
        room, *viewers = await two_at_a_table(hall)
        pair = (viewers[0], viewers[1])
        append, watcher = hall.store.append, Viewer("somebody")

        async def slow_failure(job: Append) -> bool:
            await asyncio.sleep(0.2)
            raise PiocheError("storage.unavailable")

        hall.store.append = slow_failure  # type: ignore[assignment, method-assign]
        playing = asyncio.create_task(play(room, pair, "m1"))
        await asyncio.sleep(0.05)
        entering = asyncio.create_task(room.enter(watcher, "", 0))
        assert await playing == "storage.unavailable"
        await entering
        hall.store.append = append  # type: ignore[method-assign]
        (state,) = watcher.told("state")
        assert state["seq"] == room.table.heads[room.table.watcher]
        assert room.table.pos is not None and state["game"]["view"] == room.table.pos.view(None)

    with_hall(tmp_path, body)
