"""What is done to a server's surroundings, each in its own process: its clock, its disk, its bots."""

from __future__ import annotations

import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite as Dialect

from pioche.bots.bot_registry import REGISTERED
from pioche.server.bots.bot_pool import BotPool
from pioche.server.http import http_connection
from pioche.server.queue.job_queue import JobQueue

JUDGE = Path(__file__).parents[1] / "support" / "slow_advice_worker.py"
WORKER = Path(__file__).parents[1] / "support" / "faulty_bot_worker.py"
THINKER = Path(__file__).parents[1] / "support" / "slow_bot_worker.py"
THINK, PATIENCE = 0.1, 0.3  # seconds for a bot, and beyond
WRITES = ("INSERT", "UPDATE", "DELETE")


def replace(where: Any, name: str, what: Any) -> None:
    """What has another name by now can't be replaced, and the bug would not be there."""
    assert hasattr(where, name), f"{where} has no {name}"
    setattr(where, name, what)


def wall_clock_jumps() -> None:
    """Every two seconds, by a day forward, back, or to where it should be."""
    seconds, nanoseconds, day = time.time, time.time_ns, 86_400

    def offset() -> int:
        return (0, day, -day)[int(time.monotonic() / 2) % 3]

    replace(time, "time", lambda: seconds() + offset())
    replace(time, "time_ns", lambda: nanoseconds() + offset() * 10**9)


def disk_fails_on_signal() -> None:
    """SIGUSR1: the disk is full, or no longer; SIGUSR2: it can't be written, or again."""
    wrong: set[str] = set()
    causes = {
        signal.SIGUSR1: "database or disk is full",
        signal.SIGUSR2: "attempt to write a readonly database",
    }

    def turn(number: int, _: Any) -> None:
        wrong.symmetric_difference_update({causes[signal.Signals(number)]})

    def guarded(plain: Callable[..., Any]) -> Callable[..., Any]:
        def execute(self: Any, cursor: Any, statement: str, *rest: Any) -> Any:
            if wrong and statement.lstrip().upper().startswith(WRITES):
                raise sqlite3.OperationalError(min(wrong))
            return plain(self, cursor, statement, *rest)

        return execute

    for number in causes:
        signal.signal(number, turn)
    for name in ("do_execute", "do_executemany"):
        replace(Dialect, name, guarded(getattr(Dialect, name)))


def few_descriptors() -> None:
    """As after `ulimit -n 256`."""
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))


def impatient() -> None:
    """Few descriptors, and a second for a head or a body."""
    few_descriptors()
    replace(http_connection, "SECONDS", {http_connection.Stage.HEAD: 1.0, http_connection.Stage.BODY: 1.0})


def judges_without_thinking() -> None:
    """Hints take as long as ever, but nothing has to be compiled for them."""
    plain = BotPool.__init__
    command = [sys.executable, str(JUDGE)]
    replace(BotPool, "__init__", lambda self, queue, seconds: plain(self, queue, seconds, command))


def bots_go_wrong() -> None:
    """Bots with every fault there is can take a seat; little time is lost with them."""
    from support.faulty_bot_worker import FAULTS

    REGISTERED.update(FAULTS)
    plain = BotPool.__init__

    def begin(self: BotPool, queue: JobQueue, *_: Any) -> None:
        plain(self, queue, THINK, [sys.executable, str(WORKER)], PATIENCE)

    replace(BotPool, "__init__", begin)


def bots_take_their_time() -> None:
    """A bot that thinks as long on every machine can take a seat."""
    from support.slow_bot_worker import Thinker

    REGISTERED["thinker"] = Thinker
    plain, command = BotPool.__init__, [sys.executable, str(THINKER)]
    replace(BotPool, "__init__", lambda self, queue, seconds: plain(self, queue, seconds, command))
