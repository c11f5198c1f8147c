"""On a machine with a CUDA GPU: play the same games on GPU and CPU, and compare every end state byte for byte.

    python scripts/cuda_parity.py [number of games] [names of games …]

Needs NumPy and Numba with CUDA only; run it from the source tree.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
for name, stand_in in (("row_stack", np.vstack), ("in1d", np.isin), ("trapz", getattr(np, "trapezoid", None))):
    if not hasattr(np, name):  # names that some versions of numba-cuda still ask for
        setattr(np, name, stand_in)

from numba import cuda, int16, int64  # noqa: E402

from pioche.core import log, verbs  # noqa: E402
from pioche.core.random import sow  # noqa: E402
from pioche.core.rule import Program, on_cuda  # noqa: E402
from pioche.lab.simulate import Runner  # noqa: E402
from pioche.table.game import Game  # noqa: E402
from pioche.table.registry import game, game_names  # noqa: E402


def kernel_of(chosen: Game) -> Any:
    program = Program(on_cuda, {**chosen.bindings, log.note: log.say_nothing})
    deal, play_out, start = program[verbs.deal], program[verbs.play_out], program[sow]
    room = len(chosen.moves)

    @cuda.jit
    def run(tables: Any, seed: int, played: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            words = cuda.local.array(4, int64)
            moves = cuda.local.array(room, int16)
            s = tables[i]
            start(s.rng, seed, 2 * i)
            start(words, seed, 2 * i + 1)
            deal(s)
            played[i] = play_out(s, words, moves)

    return run


def compare(chosen: Game, players: int, games: int, options: dict[str, Any]) -> None:
    runner = Runner(chosen, chosen.blank(players, options).tables, "compiled", seed=1)
    cpu = np.repeat(runner.blank, games)
    length = runner.run(cpu, 0).length
    tables, played = cuda.to_device(np.repeat(runner.blank, games)), cuda.device_array(games, np.int64)
    run = kernel_of(chosen)
    for _ in range(2):
        started = time.perf_counter()
        run[(games + 127) // 128, 128](tables, 1, played)
        cuda.synchronize()
        seconds = time.perf_counter() - started
    gpu, moves = tables.copy_to_host(), played.copy_to_host()
    gpu["work"] = 0
    same = int((gpu == cpu).sum())
    rate = moves.sum() / seconds / 1e6
    print(
        f"{chosen.id} {players} {options}: {same} of {games} end states equal, {rate:,.0f} million moves/s on the GPU"
    )
    assert same == games
    assert (moves == length).all()


OPTIONS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "5211": [(3, {"long": "on"})],
    "coloretto": [(2, {"golden": "on", "start": "choose", "table": "grey"})],
    "ko": [(4, {"colours": 5, "ko_cards": 4})],
    "kolpa": [(4, {"vigilance": "on", "rounds": 2})],
    "kombio": [(3, {"limit": 20, "max_turns": 50})],
}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print(cuda.get_current_device().name)
    for name in sys.argv[2:] or game_names():
        for players in game(name).players:
            compare(game(name), players, games, {})
        for players, options in OPTIONS.get(name, []):
            compare(game(name), players, games // 10, options)


if __name__ == "__main__":
    main()
