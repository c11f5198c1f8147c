"""Compile every game once, on all cores, and keep it: `python scripts/compile_games.py`.

Tests in several processes would each compile the same for themselves. What is kept already is only loaded.
"""

from __future__ import annotations

import gc
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from pioche.arena.simulate import Runner
from pioche.bots import search_bot
from pioche.table.batch import batch
from pioche.table.game_registry import game, game_names

SLOWEST_FIRST = ("ko", "kombio")


def main() -> None:
    names = sorted(game_names(), key=lambda name: name not in SLOWEST_FIRST)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(warm_up, name): name for name in names}
        for number, done in enumerate(as_completed(waiting), 1):
            print(f"compiled {number}/{len(names)}: {waiting[done]}, {done.result():.0f} s", file=sys.stderr)


def warm_up(name: str) -> float:
    """Random play, matches, batches, the search, and positions: in one process, for they share most of their rules."""
    gc.disable()  # nearly all that is made stays until the end
    started, chosen = time.perf_counter(), game(name)
    seats = chosen.players[0]
    for bots in ([], ["thumb"] * seats):
        Runner(chosen, chosen.ready(seats, {}).tables, "compiled", 1, bots).play(0, 1)
    batch(chosen, 1, seats)
    search_bot.prepare(chosen)
    chosen.compile()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
