"""`python -m pioche.ahead [games …]`: make what is not there yet, for this machine."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from pioche.ahead.build_objects import build_here
from pioche.ahead.build_wasm import build_wasm
from pioche.table.game_registry import game, game_names

SLOWEST_FIRST = ("ko", "kombio")


def one_by_one(work: Callable[[str], object], names: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Each game in a process of its own: what Numba has translated for one game, it would not translate again."""
    started = time.perf_counter()
    with ProcessPoolExecutor(mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        waiting = {pool.submit(work, name): name for name in sorted(names, key=lambda name: name not in SLOWEST_FIRST)}
        for done in as_completed(waiting):
            done.result()
            yield waiting[done], time.perf_counter() - started


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m pioche.ahead", description=__doc__)
    asked.add_argument("games", nargs="*", help="default: all")
    asked.add_argument("--wasm", type=Path, metavar="FOLDER", help="WebAssembly, into this folder")
    given = asked.parse_args()
    if given.wasm:
        make: Callable[[str], object] = partial(build_wasm, folder=given.wasm)
        missing = given.games or game_names()
    else:
        make = build_here
        missing = [name for name in given.games or game_names() if not game(name).runtimes.is_ahead]
    for number, (name, seconds) in enumerate(one_by_one(make, missing), 1):
        print(f"made ahead {number}/{len(missing)}: {name}, after {seconds:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
