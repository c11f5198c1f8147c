"""Where there is much to play: compiled rules, and every hardware thread."""

from __future__ import annotations

import logging
import multiprocessing
import os
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from pioche.table.game_registry import game, game_names

T = TypeVar("T")
GAMES = game_names()


@contextmanager
def rules(compiled: bool) -> Iterator[None]:
    """All games this way, and as before afterwards."""
    before = {name: game(name).runtime.name for name in GAMES}
    try:
        for name in before:
            game(name).runtimes.use(None if compiled else "interpreted")
        yield
    finally:
        for name, engine in before.items():
            game(name).runtimes.use(engine)


def spread(work: Callable[[range], T], numbers: range, everywhere: bool) -> list[T]:
    """Do it for all these numbers, here or in a process for each hardware thread."""
    if not everywhere:
        return [work(numbers)]
    threads = os.cpu_count() or 1
    with ProcessPoolExecutor(threads, multiprocessing.get_context("spawn"), initializer=say_nothing) as pool:
        return list(pool.map(work, [numbers[first::threads] for first in range(threads)]))


def say_nothing() -> None:
    """That storage fails and sockets break is what this is about; what is said of it is of no interest."""
    for name in ("asyncio", "pioche"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    warnings.simplefilter("ignore", RuntimeWarning)  # what a process that was killed had still to do is never done
