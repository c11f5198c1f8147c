"""Each game is made ahead in a process of its own: what Numba has translated for one, it would not translate again."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

SLOWEST_FIRST = ("ko", "kombio")


class Lost(RuntimeError):
    """A process ended and did not say why."""


class Worker(NamedTuple):
    """A process that makes one game, and where it says what went wrong."""

    name: str
    process: BaseProcess
    said: Connection[Any, Any]

    def check(self) -> None:
        with suppress(EOFError):  # it said nothing
            raise self.said.recv()
        self.process.join()
        if self.process.exitcode:
            raise Lost(f"{self.name}: its process has ended ({self.process.exitcode})")


def one_by_one(work: Callable[[str], object], names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Do this work for each game, on all cores; the games as they are done, and after how many seconds.

    Whatever ends it ends those processes too.
    """
    started, running = time.perf_counter(), dict[int, Worker]()
    waiting = sorted(names, key=lambda name: name not in SLOWEST_FIRST)
    try:
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                worker = begin(work, waiting.pop(0))
                running[worker.process.sentinel] = worker
            for ready in wait(list(running)):
                assert isinstance(ready, int)
                running[ready].check()
                yield running.pop(ready).name, time.perf_counter() - started
    finally:
        for worker in running.values():
            worker.process.terminate()
        for worker in running.values():
            worker.process.join()


def begin(work: Callable[[str], object], name: str) -> Worker:
    os.environ["PYTHONHASHSEED"] = "0"  # Numba goes through sets, and the same sources should give the same text
    context = get_context("spawn")
    said, saying = context.Pipe(duplex=False)
    process = context.Process(target=do, args=(work, name, saying), daemon=True)
    process.start()
    return Worker(name, process, said)


def do(work: Callable[[str], object], name: str, saying: Connection[Any, Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # at Ctrl-C there is nothing to be said nor put in order
    try:
        work(name)
    except Exception as why:
        saying.send(why)
