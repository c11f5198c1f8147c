"""Houses to play in: one process on SQLite; two on one PostgreSQL and one Redis; and people who come to play."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.settings import Settings
from support import deployment
from support.blocking_client import BlockingClient, browse, guest
from support.database_programs import create_database, postgres
from support.deployment import Deployment
from support.player import Player
from support.server_process import ServerProcess, serving

Come = Callable[..., Awaitable[Player]]
Open = Callable[..., Deployment]
Gather = Callable[..., Awaitable[tuple[Any, ...]]]

NAMES = ("Ada", "Bob", "Cleo", "Dan")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def small_house() -> Iterator[Deployment]:
    """One process, SQLite."""
    with deployment.small_house(None) as house:
        yield house


@pytest.fixture(scope="session")
def big_house() -> Iterator[Deployment]:
    """Two processes, PostgreSQL, Redis."""
    with deployment.big_house(None) as house:
        yield house


@pytest.fixture(scope="session")
def frail_house() -> Iterator[Deployment]:
    """One process, SQLite; tests may kill it as long as they start it again."""
    with deployment.small_house(None) as house:
        yield house


@pytest.fixture(params=["small_house", "big_house"])
def house(request: pytest.FixtureRequest) -> Deployment:
    """Either kind of house."""
    found: Deployment = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Open]:
    """Opens a house of one's own, which may be killed and run with other settings."""
    with ExitStack() as stack:

        def open_one(*words: str) -> Deployment:
            house = Deployment(f"sqlite:///{tmp_path}/tables.db", words=words).open()
            stack.callback(house.close)
            return house

        yield open_one


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One process, SQLite, whose limits are out of the way; its log must have no failures in it."""
    with serving(tmp_path_factory.mktemp("server"), "--rate", "100000") as server:
        yield server


@pytest.fixture
def ada(server: ServerProcess) -> Iterator[BlockingClient]:
    """A person there."""
    with guest(server) as person:
        yield person


@pytest.fixture
def anybody(server: ServerProcess) -> Iterator[httpx.Client]:
    """A browser there, and nobody yet."""
    with browse(server) as browser:
        yield browser


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture
def postgres_url(postgresql: str) -> str:
    """The URL of an empty database."""
    return create_database(postgresql)


@pytest.fixture
async def come() -> AsyncIterator[Come]:
    """Lets somebody come in, with a socket: `await come(house, "Ada")`; `same=ada` is Ada's second window."""
    async with AsyncExitStack() as stack:
        count = 0

        async def one(house: Deployment, name: str, lang: str = "en", same: Player | None = None) -> Player:
            nonlocal count
            player = Player(house.url_of(count), name, lang, same)
            count += 1
            stack.push_async_callback(player.close)
            if same is None:
                await player.enter()
            return await player.connect()

        yield one


@pytest.fixture
def gather(come: Come) -> Gather:
    """Deals a game between people: `table, ada, bob = await gather(house, "kolpa", 2)`."""

    async def deal(house: Deployment, game: str, people: int, **more: Any) -> tuple[Any, ...]:
        players = [await come(house, name) for name in NAMES[:people]]
        table = await players[0].make_table(game, "you", *["open"] * (people - 1), **more)
        for player in players[1:]:
            await player.sit(table)
        for player in players:
            await player.watch(table)
        return table, *players

    return deal


class SetClock:
    """A clock whose hands the test moves; it stands still otherwise."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self.time = now

    def now(self) -> int:
        return self.time

    def catch_up(self, latest: int) -> None:
        self.time = max(self.time, latest)

    def advance(self, seconds: float) -> None:
        self.time += round(seconds * 1000)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """The clock of every house that this test opens in its own process."""
    clock = SetClock()
    monkeypatch.setattr("pioche.server.storage.deployment_clock.SteadyClock", lambda now: clock)
    return clock


@pytest.fixture
async def open_registry(tmp_path: Path) -> AsyncIterator[Callable[[], Awaitable[TableRegistry]]]:
    """Opens the tables of a house in the test's own process; the former registry is stopped first."""
    registries: list[TableRegistry] = []

    async def open_one() -> TableRegistry:
        await close_all()
        registries.append(TableRegistry(Settings(database=f"sqlite:///{tmp_path}/tables.db", warm_up=False)))
        await registries[0].start()
        return registries[0]

    async def close_all() -> None:
        while registries:
            await registries.pop().stop()

    yield open_one
    await close_all()
