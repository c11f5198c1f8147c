"""Servers that are there in a moment: real processes, forked from one that has everything loaded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from support.server_process import Start

PROGRAM = Path(__file__).with_name("warm_parent_program.py")


class WarmParent:
    """A process that has imported everything, and forks a server when it is told to."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, str(PROGRAM)]
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True)
        self._say()

    def _say(self, *orders: object) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        for order in orders:
            print(json.dumps(order), file=self._process.stdin, flush=True)
        return self._process.stdout.readline().strip()

    def with_bug(self, bug: str = "") -> Start:
        """How to start servers that have this planted bug, or none."""
        return partial(self._fork, bug)

    def _fork(self, bug: str, words: list[str], output: Path, errors: Path) -> ForkedProcess:
        return ForkedProcess(int(self._say({"bug": bug, "words": words, "output": str(output), "errors": str(errors)})))

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)
        with suppress(ProcessLookupError):  # bots that hang when their server is killed
            os.killpg(self._process.pid, signal.SIGKILL)


class ForkedProcess:
    """Somebody else's child: how it ended is not known."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def is_there(self) -> bool:
        return Path(f"/proc/{self.pid}").exists() if sys.platform == "linux" else answers(self.pid)

    def send(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self, seconds: float) -> int:
        give_up = time.monotonic() + seconds
        while self.is_there():
            assert time.monotonic() < give_up, "it does not stop"
            time.sleep(0.002)
        return 0


def answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def warm_parent() -> Iterator[WarmParent]:
    made = WarmParent()
    try:
        yield made
    finally:
        made.close()
