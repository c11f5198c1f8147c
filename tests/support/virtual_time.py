"""A registry with made-up time and storage: nobody really waits, and nothing depends on how quick the machine is."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Coroutine
from types import SimpleNamespace
from typing import Any, TypeVar

import msgspec

from pioche.server.model.entries import AnyEntry, Created, Dealt, Sat
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.sessions.table_session import CommandAnswer, TableSession
from pioche.server.settings import Settings
from pioche.server.storage.log_store import Append
from pioche.server.storage.notice_format import AnyNotice, read_notice, write_notice

T = TypeVar("T")
Json = dict[str, Any]


class Jumping(selectors.DefaultSelector):
    """Instead of waiting it goes forward in time."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout:
            self.now += timeout
        return super().select(0)


class MadeUpTime(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return 1000.0 + self._jumping.now


def live(body: Coroutine[Any, Any, T]) -> T:
    """Run something in made-up time."""
    with asyncio.Runner(loop_factory=MadeUpTime) as runner:
        return runner.run(asyncio.wait_for(body, 3600))


class VirtualBus:
    """What is published here is heard by every other registry, as JSON, a moment later."""

    shared, alive = True, True

    def __init__(self, delay: float = 0.002) -> None:
        self.others: list[Callable[[AnyNotice], None]] = []
        self.said: list[AnyNotice] = []
        self._delay = delay

    def publish(self, notice: AnyNotice) -> None:
        self.said.append(notice)
        text = write_notice(notice)
        for hear in self.others:
            heard = read_notice(text)
            assert heard is not None, notice
            asyncio.get_running_loop().call_later(self._delay, hear, heard)


class Elsewhere:
    """Who is at other processes, and how far from them."""

    shared, is_sure = False, True

    def __init__(self) -> None:
        self.there: dict[int, float] = {}

    def seats(self, table: str) -> set[int]:
        return set(self.there)

    def trips(self, table: str) -> dict[int, float]:
        return self.there

    def grace(self, seconds: float) -> float:
        return seconds

    async def look(self, table: str) -> set[int]:
        return set(self.there)


class VirtualLog:
    """The stored entries of all tables, shared by several registries; the number decides, as in a database."""

    def __init__(self, delay: float = 0.001) -> None:
        self.rows: list[Append] = []
        self.delay = delay
        self.fails = False

    async def append(self, job: Append) -> bool:
        await asyncio.sleep(self.delay)
        if self.fails:
            raise RuntimeError("the disk is full")
        if any(row.entry["seq"] == job.entry["seq"] for row in self.rows):
            return False
        self.rows.append(job)
        return True


class VirtualRegistry:
    """As much of a registry as a session needs."""

    epoch = "made up"
    process = "1"

    def __init__(self, log: VirtualLog | None = None, bus: VirtualBus | None = None) -> None:
        self.store = log or VirtualLog()
        self.bus: Any = bus or SimpleNamespace(publish=lambda notice: None, shared=False, alive=None)
        self.clock = SimpleNamespace(now=lambda: int(self.seconds() * 1000))
        self.cluster = SimpleNamespace(is_open=True)
        self.settings = Settings(database="")
        self.bot_pool: Any = None
        self.presence = Elsewhere()
        self.expiry = self
        self._behind: set[asyncio.Task[None]] = set()

    @staticmethod
    def seconds() -> float:
        return asyncio.get_running_loop().time()

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    async def note_seen(self, sessions: Any) -> None:
        """Nothing goes by itself."""

    def game_over(self, table: str) -> None:
        """Nobody reads it."""

    async def wait_for_admission(self) -> None:
        await asyncio.sleep(0)

    def publish_presence(self, sessions: Any) -> None:
        """There are no other processes."""

    async def entries_after(self, table: str, seq: int) -> list[LogRow]:
        from pioche.server.model.entries import read_entry

        rows = sorted((job.entry for job in self.store.rows), key=lambda entry: int(entry["seq"]))
        return [LogRow(e["seq"], e["command"], read_entry(e["body"]), e["at"]) for e in rows if e["seq"] > seq]

    async def has_command(self, table: str, command: str) -> bool:
        return any(job.entry["command"] == command for job in self.store.rows)


class VirtualViewer:
    """Somebody's screen, so far away."""

    lang = "en"

    def __init__(self, person: str, trip: float = 0.0) -> None:
        self.person, self.address = person, "127.0.0.1"
        self.away = trip
        self.heard: list[Json] = []

    def send(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    def trip(self) -> float:
        return self.away

    def told(self, *types: str) -> list[Json]:
        return [each for each in self.heard if each["type"] in types]


def dealt_table(made: Created, start: int = 0, seed: bytes = bytes(32)) -> LiveTable:
    """A table with somebody in every seat: the persons are called by their letters."""
    table = LiveTable("table", made, seed)
    letters = "ABCDEFGH"[: made.players]
    entries: list[AnyEntry] = [*(Sat(seat, name, name) for seat, name in enumerate(letters)), Dealt()]
    for seq, entry in enumerate(entries, 2):
        table.apply(LogRow(seq, f"create:{seq}", entry, start))
    return table


async def session_of(made: Created, registry: VirtualRegistry, *viewers: VirtualViewer) -> TableSession:
    """A session where these look on."""
    session = TableSession(registry, dealt_table(made, registry.clock.now()), "BCDFGH")  # type: ignore[arg-type]
    for viewer in viewers:
        await session.enter(viewer, "", 0)
    return session


async def tried(answer: Awaitable[CommandAnswer]) -> str:
    """`ok`, or why not."""
    from pioche.table.errors import PiocheError

    try:
        await answer
    except PiocheError as error:
        return error.reason[0]
    return "ok"
