"""Where servers for these tests come from: real processes, forked from one that has everything loaded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path

from support.deployment import Deployment, ServerProcess, postgres, redis

LAUNCH = Path(__file__).with_name("fork_launcher.py")
PATIENCE = 60.0


class Nursery:
    def __init__(self) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, str(LAUNCH)]
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True)
        self._say()

    def _say(self, *orders: object) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        for order in orders:
            print(json.dumps(order), file=self._process.stdin, flush=True)
        return self._process.stdout.readline().strip()

    def serve(self, bug: str, words: list[str], output: Path, errors: Path) -> int:
        """The number of a new process."""
        return int(self._say({"bug": bug, "words": words, "output": str(output), "errors": str(errors)}))

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)
        with suppress(ProcessLookupError):  # bots that hang when their server is killed
            os.killpg(self._process.pid, signal.SIGKILL)


class Born(ServerProcess):
    """A server that was forked; it is used as any other."""

    def __init__(self, nursery: Nursery, bug: str, database: str, *words: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pioche-born-")
        self._output, self._log = (Path(self._folder.name, name) for name in ("output", "errors"))
        self.started = time.monotonic()
        plain = ["--port", "0", "--no-warm-up", "--rate", "1000", "--lang", "en", "--database", database]
        self.pid = nursery.serve(bug, [*plain, *words], self._output, self._log)

    @cached_property
    def url(self) -> str:
        give_up = time.monotonic() + PATIENCE
        while not (found := [word for word in self._said() if word.startswith("http://")]):
            assert self.is_there() and time.monotonic() < give_up, f"it did not start: {self.errors()}"
            time.sleep(0.005)
        self.ready = time.monotonic() - self.started
        return found[0].rstrip("/")

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def _said(self) -> list[str]:
        text = self._output.read_text() if self._output.exists() else ""
        return text.split() if text.endswith("\n") else []

    def errors(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    def is_there(self) -> bool:
        return Path(f"/proc/{self.pid}").exists() if sys.platform == "linux" else answers(self.pid)

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    def wait(self, seconds: float) -> int:
        give_up = time.monotonic() + seconds
        while self.is_there():
            assert time.monotonic() < give_up, "it does not stop"
            time.sleep(0.002)
        return 0

    def _end(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)
        self.wait(15)
        self._folder.cleanup()


def answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    try:
        yield made
    finally:
        made.close()


Open = Callable[..., Deployment]  # a house on one kind of database: open(words…), with a bug planted or not


@contextmanager
def small_house(born: Nursery, *words: str, bug: str = "") -> Iterator[Deployment]:
    """One process, SQLite."""
    with tempfile.TemporaryDirectory(prefix="pioche-faults-") as folder:
        house = Deployment(f"sqlite:///{folder}/tables.db", words=words, make=partial(Born, born, bug))
        with opened(house, 1):
            yield house


@contextmanager
def big_house(born: Nursery, *words: str, bug: str = "") -> Iterator[Deployment]:
    """Two processes, PostgreSQL, Redis."""
    with postgres() as database, redis() as bus:
        house = Deployment(database, bus, words, make=partial(Born, born, bug))
        with opened(house, 2):
            yield house


@contextmanager
def opened(house: Deployment, processes: int) -> Iterator[Deployment]:
    """Stopped at the end as it should be; where something was found, nothing is expected of it any more."""
    try:
        yield house.open(processes)
    except BaseException:
        house.kill()
        raise
    house.close()


HOUSES = {"SQLite": small_house, "PostgreSQL": big_house}
