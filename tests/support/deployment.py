"""All processes that serve one database, as tests play against them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pioche.server.model.entries import Moved
from pioche.server.model.live_table import LogRow
from pioche.server.storage.database import open_engine
from pioche.server.storage.log_reader import read_rows, replay_log
from support.database_programs import postgres, redis
from support.server_process import UNLIMITED, FreshProcess, ServerProcess, Start
from support.warm_parent import WarmParent


@dataclass
class Deployment:
    """Some servers on one database, and on one bus if there is one."""

    database: str
    bus: str = ""
    words: tuple[str, ...] = ()
    servers: list[ServerProcess] = field(default_factory=list)
    how: Start = FreshProcess

    def open(self, processes: int = 1) -> Deployment:
        self.servers = [self.start() for _ in range(processes)]
        assert all(server.url for server in self.servers)
        return self

    def start(self, how: Start | None = None) -> ServerProcess:
        """One more process; it is not yet waited for."""
        bus = ("--bus", self.bus) if self.bus else ()
        return ServerProcess(self.database, *UNLIMITED, *bus, *self.words, start=how or self.how)

    def close(self) -> None:
        for server in self.servers:
            server.stop()
        self.servers = []

    def kill(self) -> None:
        for server in self.servers:
            server.kill()

    def crash(self) -> None:
        """Killed, and at once started anew."""
        self.kill()
        self.open(len(self.servers))

    @property
    def url(self) -> str:
        return self.servers[0].url

    def url_of(self, number: int) -> str:
        """Where the n-th person goes: people are spread over the processes."""
        return self.servers[number % len(self.servers)].url

    def log(self, table: str) -> list[LogRow]:
        """Every entry of a table as it is stored."""
        engine = open_engine(self.database)
        with engine.connect() as conn:
            rows = read_rows(conn, table, 0)
        engine.dispose()
        return rows

    def moves(self, table: str) -> list[list[str]]:
        """What was played, entry by entry."""
        return [row.entry.moves for row in self.log(table) if isinstance(row.entry, Moved)]

    def seed(self, table: str) -> bytes:
        engine = open_engine(self.database)
        with engine.connect() as conn:
            seed = replay_log(conn, table).now.seed
        engine.dispose()
        return seed


@contextmanager
def opened(house: Deployment, processes: int) -> Iterator[Deployment]:
    """Stopped at the end as it should be; where something was found, nothing is expected of it any more."""
    try:
        yield house.open(processes)
    except BaseException:
        house.kill()
        raise
    house.close()


def start_from(warm: WarmParent | None, bug: str) -> Start:
    """Forked from a warm parent, or fresh where there is none."""
    return FreshProcess if warm is None else warm.with_bug(bug)


@contextmanager
def small_house(warm: WarmParent | None, *words: str, bug: str = "") -> Iterator[Deployment]:
    """One process, SQLite."""
    with tempfile.TemporaryDirectory(prefix="pioche-house-") as folder:
        house = Deployment(f"sqlite:///{folder}/tables.db", words=words, how=start_from(warm, bug))
        with opened(house, 1):
            yield house


@contextmanager
def big_house(warm: WarmParent | None, *words: str, bug: str = "") -> Iterator[Deployment]:
    """Two processes, PostgreSQL, Redis."""
    with (
        postgres() as database,
        redis() as bus,
        opened(Deployment(database, bus, words, how=start_from(warm, bug)), 2) as house,
    ):
        yield house


HOUSES = {"SQLite": small_house, "PostgreSQL": big_house}
