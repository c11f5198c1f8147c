"""A table between playing and storing: what is not on the disk is shown to nobody, and answers nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest

from pioche.server.catalogue import refuse
from pioche.server.model.entries import Closed, Created, Moved, Sat
from pioche.server.model.messages import Play, Watch
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.storage.accounts import Person
from pioche.server.storage.log_store import Append
from pioche.server.ws.client_socket import ClientSocket
from pioche.table.errors import PiocheError
from support.broken_storage import Trouble

pytestmark = pytest.mark.anyio

OpenRegistry = Callable[[], Awaitable[TableRegistry]]


class HearingWindow:
    """Somebody's window on a table, without a network."""

    lang = "en"

    def __init__(self, person: str) -> None:
        self.person, self.address = person, "127.0.0.1"
        self.heard: list[Any] = []

    def send(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    def trip(self) -> float:
        return 0.0

    def numbers(self) -> list[int]:
        """Every entry that it was shown, in order."""
        frames = [frame for frame in self.heard if frame["type"] in ("state", "update")]
        return [entry["seq"] for frame in frames for entry in frame.get("history", frame.get("entries", []))]


class SlowStore:
    """Stores an entry when it is told to, or fails to."""

    def __init__(self, registry: TableRegistry) -> None:
        self._append = registry.store.append
        self.may = asyncio.Event()
        self.asked = asyncio.Event()
        self.failure: Exception | None = None

    def append(self, job: Append) -> asyncio.Future[bool]:
        return asyncio.ensure_future(self._later(job))

    async def _later(self, job: Append) -> bool:
        self.asked.set()
        await self.may.wait()
        if self.failure is not None:
            raise self.failure
        return await self._append(job)


async def two_choose(registry: TableRegistry) -> TableSession:
    people = [Sat(seat, name, name.title()) for seat, name in enumerate(("ada", "bob"))]
    return await Lobby(registry).create(Person("ada", "Ada", ""), Created("5211", 2, "ada", ""), people)


@pytest.fixture
async def scene(
    open_registry: OpenRegistry, monkeypatch: pytest.MonkeyPatch
) -> tuple[TableSession, SlowStore, HearingWindow]:
    """A table that Bob watches, and a store that waits."""
    registry = await open_registry()
    session, bob = await two_choose(registry), HearingWindow("bob")
    await session.enter(bob, "", 0)
    store = SlowStore(registry)
    monkeypatch.setattr(registry.store, "append", store.append)
    return session, store, bob


def choose(session: TableSession) -> asyncio.Task[Any]:
    """Ada's choice, on its way to the disk."""
    return asyncio.create_task(session.append(lambda: Moved(0, [session.table.moves(0)[0]]), "ada:1"))


async def test_who_comes_in_meanwhile_is_shown_what_is_stored(
    scene: tuple[TableSession, SlowStore, HearingWindow],
) -> None:
    """Once: it is not told again what it was shown on coming in."""
    session, store, bob = scene
    eve, back, last = HearingWindow("eve"), HearingWindow("bob"), bob.numbers()[-1]
    choosing = choose(session)
    await store.asked.wait()
    coming = [
        asyncio.create_task(session.enter(eve, "", 0)),
        asyncio.create_task(session.enter(back, session.registry.epoch, last)),
    ]
    await asyncio.sleep(0.05)
    assert (eve.heard, back.heard, bob.numbers()[-1]) == ([], [], last)
    assert session.table.now.heads[1] == last + 1, "it is played, but nobody is told"
    store.may.set()
    await asyncio.gather(choosing, *coming)
    assert back.numbers() == [last + 1]
    assert eve.numbers() == bob.numbers() == list(range(2, last + 2))


async def test_what_can_not_be_stored_has_not_happened(scene: tuple[TableSession, SlowStore, HearingWindow]) -> None:
    session, store, bob = scene
    before, heard = session.table.mark(Closed()), len(bob.heard)
    store.failure = refuse("storage.unavailable")
    store.may.set()
    with pytest.raises(PiocheError) as failed:
        await choose(session)
    assert failed.value.reason[0] == "storage.unavailable"
    assert (session.table.mark(Closed())[1:], len(bob.heard)) == (before[1:], heard)
    assert await session.answered_before("ada:1") is None
    store.failure = None
    await choose(session)
    assert bob.numbers()[-1] == session.table.now.heads[1]


async def test_a_command_on_its_way_to_the_disk_is_not_yet_answered(
    scene: tuple[TableSession, SlowStore, HearingWindow],
) -> None:
    session, store, _ = scene
    choosing = choose(session)
    await store.asked.wait()
    asking = asyncio.create_task(session.answered_before("ada:1"))
    await asyncio.sleep(0.05)
    assert not asking.done()
    store.may.set()
    assert await asking == await choosing


async def test_what_was_stored_after_all_is_soon_shown(open_registry: OpenRegistry) -> None:
    """The commit came through, its answer did not: the others must not wait for somebody's next move."""
    registry = await open_registry()
    session, bob = await two_choose(registry), HearingWindow("bob")
    await session.enter(bob, "", 0)
    last, trouble = bob.numbers()[-1], Trouble(registry.store)
    trouble.times = 1
    with pytest.raises(PiocheError):
        await choose(session)
    assert await session.answered_before("ada:1") is not None
    assert bob.numbers()[-1] == last
    await session.tick(registry.clock.now())
    assert bob.numbers()[-1] == last + 1


class Heard:
    """The wire of a socket, without a network."""

    def __init__(self) -> None:
        self.frames: list[Any] = []

    def send_text(self, message: bytes, more: bool = False) -> None:
        self.frames.append(msgspec.json.decode(message))

    def flush(self) -> None:
        pass


async def test_a_command_is_answered_also_where_the_storage_fails_twice(
    scene: tuple[TableSession, SlowStore, HearingWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a command is refused we look whether it was carried out; nobody may be able to say."""
    session, store, _ = scene
    store.failure = lost = refuse("storage.unavailable")
    store.may.set()
    monkeypatch.setattr(session.registry, "has_command", AsyncMock(side_effect=lost))
    wire = Heard()
    socket = ClientSocket(session.registry, wire, None, None, "127.0.0.1")  # type: ignore[arg-type]
    socket.person = "ada"
    await socket._command(
        Play("1", session.table.id, session.table.now.heads[0], [session.table.moves(0)[0]]), session, 0.0
    )
    assert [(frame["type"], frame["id"], frame["code"]) for frame in wire.frames] == [("refused", "1", lost.reason[0])]


async def test_all_who_only_watch_are_shown_the_same_as_it_is_now(open_registry: OpenRegistry) -> None:
    registry = await open_registry()
    session, (eve, fay, gus) = (
        await two_choose(registry),
        (HearingWindow("eve"), HearingWindow("fay"), HearingWindow("gus")),
    )
    await session.enter(eve, "", 0)
    await session.enter(fay, "", 0)
    seen = [{**window.heard[0], "watchers": 0} for window in (eve, fay)]
    assert seen[0] == seen[1]
    await choose(session)
    await session.append(lambda: Moved(1, [session.table.moves(1)[0]]), "bob:1")
    await session.enter(gus, "", 0)
    assert gus.heard[0]["seq"] == session.table.now.heads[session.table.watcher] > seen[0]["seq"]
    assert gus.numbers() == eve.numbers()


async def test_a_crowd_that_comes_in_lets_others_go_on_in_between(open_registry: OpenRegistry) -> None:
    registry = await open_registry()
    session, crowd = await two_choose(registry), [Heard() for _ in range(20)]
    shown = [0]  # how many were there whenever somebody else had a turn

    async def come(wire: Heard) -> None:
        socket = ClientSocket(registry, wire, None, None, "")  # type: ignore[arg-type]
        await socket._watch(Watch(session.table.id))

    coming = asyncio.gather(*map(come, crowd))
    while not coming.done():
        await asyncio.sleep(0)
        shown.append(sum(any(frame["type"] == "state" for frame in wire.frames) for wire in crowd))
    await coming
    assert {later - earlier for earlier, later in pairwise(shown)} <= {0, 1}
    assert shown[-1] == len(crowd)
