"""The server as a process of its own, on a temporary database; it can be killed and started again."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

START_LIMIT = 60.0  # seconds


class BrowserServer:
    def __init__(self, folder: Path, *words: str) -> None:
        self._folder = folder
        self._words = words  # of the command line, besides the usual ones
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.finished: dict[str, str] = {}  # a table of each game that was played out here

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Serve, and come back when it answers."""
        database = f"sqlite:///{self._folder / 'pioche.db'}"
        words = ["serve", "--port", str(self.port), "--database", database, "--rate", "1000", "--no-warm-up"]
        words += self._words
        with open(self._folder / "log", "ab") as log:
            self._process = subprocess.Popen([sys.executable, "-m", "pioche", *words], stdout=log, stderr=log)
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + START_LIMIT
        while not self.answers():
            assert self._process is not None
            stopped = self._process.poll() is not None or time.monotonic() > deadline
            assert not stopped, (self._folder / "log").read_text()
            time.sleep(0.05)

    def answers(self) -> bool:
        line = HTTPConnection("localhost", self.port, timeout=2)
        try:
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        except OSError:
            return False
        finally:
            line.close()

    def kill(self) -> None:
        """As when the power fails. The processes in which its bots think end when nobody asks them any more."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def open_house(*words: str) -> Iterator[BrowserServer]:
    folder = Path(tempfile.mkdtemp(prefix="pioche-web-"))
    house = BrowserServer(folder, *words)
    try:
        house.start()
        yield house
    finally:
        house.kill()
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
