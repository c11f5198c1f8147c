"""`pioche serve` as every test starts it: in a process of its own, fresh or forked from a warm parent."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

Json = dict[str, Any]
LONGEST_START = 60.0  # seconds until it serves
LONGEST_STOP = 20.0
UNLIMITED = ("--rate", "1000")  # its limits are out of the way
ADDRESS = re.compile(r"http://\S+?:(\d+)/")  # in the first line that it prints


class StartedProcess(Protocol):
    """A process that was started, however it was."""

    @property
    def pid(self) -> int: ...

    def is_there(self) -> bool: ...

    def send(self, number: signal.Signals) -> None:
        """Nothing happens if it has ended."""

    def wait(self, seconds: float) -> int:
        """Its exit status, once it has ended; whoever waits longer has waited in vain."""


Start = Callable[[list[str], Path, Path], StartedProcess]  # the words of the command, files for its output and errors


class FreshProcess:
    """Started as an operator does it; a second or two until it serves."""

    def __init__(self, words: list[str], output: Path, errors: Path) -> None:
        with output.open("w") as out, errors.open("a") as err:
            command = [sys.executable, "-m", "pioche", *words]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_there(self) -> bool:
        return self._process.poll() is None

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def wait(self, seconds: float) -> int:
        return self._process.wait(seconds)


class ServerProcess:
    """One `pioche serve` on a port of its own; what it says and logs is in files.

    Nobody waits for it until somebody wants to know where it is.
    """

    def __init__(self, database: str = "", *words: str, folder: Path | None = None, start: Start = FreshProcess):
        self.folder = folder or temporary_folder(self)
        self.database = database or f"sqlite:///{self.folder / 'tables.db'}"
        self._words, self._start = words, start
        self._output, self._log = self.folder / "output.txt", self.folder / "log.txt"
        self.start()

    def start(self) -> None:
        """Serve; on the same port as before, if there was one."""
        self._output.unlink(missing_ok=True)
        self.started = time.monotonic()
        plain = ["--port", str(self.__dict__.get("port", 0)), "--no-warm-up", "--lang", "en"]
        words = ["serve", *plain, "--database", self.database, *self._words]
        self._process = self._start(words, self._output, self._log)

    def is_there(self) -> bool:
        return self._process.is_there()

    @property
    def pid(self) -> int:
        return self._process.pid

    @cached_property
    def port(self) -> int:
        found = ADDRESS.search(self.first_line)
        assert found, f"it does not say where it is: {self.first_line}"
        return int(found[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def first_line(self) -> str:
        """What it says as soon as it serves; it is waited for."""
        while not (said := self._output.read_text() if self._output.exists() else "").endswith("\n"):
            late = time.monotonic() > self.started + LONGEST_START
            assert self.is_there() and not late, f"it did not start: {self.errors()}"
            time.sleep(0.005)
        return said.splitlines()[0]

    def errors(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    def log(self) -> list[Json]:
        """What it has logged: one JSON object a line, and nothing else."""
        return [json.loads(line) for line in self.errors().splitlines()]

    def terminate(self) -> None:
        """Ask it to stop, as a service manager does."""
        self._process.send(signal.SIGTERM)

    def wait(self, seconds: float) -> int:
        """Its exit status, once it has ended by itself."""
        return self._process.wait(seconds)

    def stop(self) -> int:
        self.terminate()
        return self.wait(LONGEST_STOP)

    def kill(self) -> None:
        """As a power cut would."""
        self._process.send(signal.SIGKILL)
        self.wait(LONGEST_STOP)


def temporary_folder(owner: object) -> Path:
    """It is there as long as its owner."""
    folder = tempfile.mkdtemp(prefix="pioche-serve-")
    weakref.finalize(owner, shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@contextmanager
def serving(
    folder: Path, *words: str, database: str = "", failures: frozenset[str] = frozenset()
) -> Iterator[ServerProcess]:
    """A server for a while; its log must have no failures in it but those that are wanted."""
    server = ServerProcess(database, *words, folder=folder)
    try:
        assert server.first_line
        yield server
    finally:
        server.stop()
    found = [line for line in server.log() if line["level"] in ("error", "critical")]
    assert {line.get("error") for line in found} == failures, found
