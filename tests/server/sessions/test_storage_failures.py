"""At a table: what could not be stored has not happened, and what may have been has one effect."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from pioche.server.model.entries import Created, Moved, Sat
from pioche.server.model.messages import Play
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import CommandAnswer, TableSession
from pioche.server.settings import Settings
from pioche.server.storage import schema
from pioche.server.storage.log_store import Append
from pioche.table.errors import PiocheError
from support.broken_storage import Space, Trouble
from support.virtual_time import VirtualViewer


async def two_at_a_table(registry: TableRegistry) -> tuple[TableSession, VirtualViewer, VirtualViewer]:
    ada, _ = await registry.accounts.welcome("Ada")
    bob, _ = await registry.accounts.welcome("Bob")
    made = Created("coloretto", 2, ada.id, "")
    session = await Lobby(registry).create(ada, made, [Sat(0, ada.id, "Ada"), Sat(1, bob.id, "Bob")])
    viewers = VirtualViewer(ada.id), VirtualViewer(bob.id)
    for viewer in viewers:
        await session.enter(viewer, "", 0)
    return session, *viewers


async def play(session: TableSession, viewers: tuple[VirtualViewer, VirtualViewer], id: str) -> str:
    """Whoever is to move does; `ok`, or why not."""
    seat = session.table.now.standing.waited[0]
    base, move = session.table.now.heads[seat], session.table.moves(seat)[0]
    try:
        message = Play(id, session.table.id, base, [move])
        await session.play(viewers[seat], message, session.registry.seconds(), lambda answer: None)
    except PiocheError as error:
        return error.reason[0]
    return "ok"


def with_registry(tmp_path: Path, body: Callable[[TableRegistry], Awaitable[None]]) -> None:
    async def run() -> None:
        registry = TableRegistry(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", warm_up=False))
        await registry.start()
        try:
            await body(registry)
        finally:
            await registry.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_at_a_full_disk_nothing_has_happened_at_the_table(tmp_path: Path) -> None:
    async def body(registry: TableRegistry) -> None:
        session, *viewers = await two_at_a_table(registry)
        pair = (viewers[0], viewers[1])
        space, number = Space(registry.store), 0
        space.leave(0)
        answer = "ok"
        while answer == "ok":
            before, heard = (str(session.table.pos), session.table.now.seq), [len(each.heard) for each in viewers]
            answer = await play(session, pair, f"m{(number := number + 1)}")
        assert answer == "storage.unavailable" and number < 40
        assert (str(session.table.pos), session.table.now.seq) == before
        assert [len(each.heard) for each in viewers] == heard
        assert (await registry.session(session.table.id)) is session  # reading goes on
        assert (
            await registry.store.read(lambda conn: conn.execute(select(schema.tables.c.id)).scalar())
            == session.table.id
        )
        space.leave(None)
        assert await play(session, pair, f"m{number}") == "ok" and session.table.now.seq == before[1] + 1

    with_registry(tmp_path, body)


def test_a_command_of_unknown_outcome_has_one_effect(tmp_path: Path) -> None:
    async def body(registry: TableRegistry) -> None:
        session, *viewers = await two_at_a_table(registry)
        pair = (viewers[0], viewers[1])
        trouble = Trouble(registry.store)
        seat, seq = session.table.now.standing.waited[0], session.table.now.seq
        move, base = session.table.moves(seat)[0], session.table.now.heads[seat]
        message = Play("m1", session.table.id, base, [move])
        answers: list[CommandAnswer] = []
        trouble.times = 1
        with pytest.raises(PiocheError):
            await session.play(pair[seat], message, 0.0, answers.append)
        assert session.table.now.seq == seq and not answers
        await session.play(pair[seat], message, 0.0, answers.append)
        assert session.table.now.seq == seq + 1 and [answer[0] for answer in answers] == [seq + 1]
        stored = await registry.entries_after(session.table.id, seq)
        assert [row.entry for row in stored] == [Moved(seat, [move])]
        for viewer in pair:
            assert [each["entries"][0]["seat"] for each in viewer.told("update")] == [seat]

    with_registry(tmp_path, body)


def test_nobody_is_shown_what_is_not_yet_stored(tmp_path: Path) -> None:
    """Who comes in while a move is being stored sees the table without it, or with it once it is there."""

    async def body(registry: TableRegistry) -> None:
        session, *viewers = await two_at_a_table(registry)
        pair = (viewers[0], viewers[1])
        append, watcher = registry.store.append, VirtualViewer("somebody")

        async def slow_failure(job: Append) -> bool:
            await asyncio.sleep(0.2)
            raise PiocheError("storage.unavailable")

        registry.store.append = slow_failure  # type: ignore[assignment, method-assign]
        playing = asyncio.create_task(play(session, pair, "m1"))
        await asyncio.sleep(0.05)
        entering = asyncio.create_task(session.enter(watcher, "", 0))
        assert await playing == "storage.unavailable"
        await entering
        registry.store.append = append  # type: ignore[method-assign]
        (state,) = watcher.told("state")
        assert state["seq"] == session.table.now.heads[session.table.watcher]
        assert session.table.pos is not None and state["game"]["view"] == session.table.pos.view(None)

    with_registry(tmp_path, body)
