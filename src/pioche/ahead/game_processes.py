"""Each game is made ahead in a process of its own: what Numba has translated for one, it would not translate again."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context

SLOWEST_FIRST = ("ko", "kombio")


def one_by_one(work: Callable[[str], object], names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Do this work for each game, on all cores; the games as they are done, and after how many seconds."""
    started = time.perf_counter()
    os.environ["PYTHONHASHSEED"] = "0"  # Numba goes through sets, and the same sources should give the same text
    context = get_context("spawn")
    with ProcessPoolExecutor(mp_context=context, max_tasks_per_child=1, initializer=end_at_once) as pool:
        try:
            waiting = {pool.submit(work, name): name for name in sorted(names, key=lambda n: n not in SLOWEST_FIRST)}
            for done in as_completed(waiting):
                done.result()
                yield waiting[done], time.perf_counter() - started
        except BaseException:
            for child in active_children():
                child.terminate()
            raise


def end_at_once() -> None:
    """At Ctrl-C there is nothing to be said nor put in order."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
