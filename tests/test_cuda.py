"""Batches on a GPU, simulated by Numba: the kernel plays the same games. (scripts/gpu_check.py does it on a real one.)"""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
import warnings
import numpy as np
warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)  # arithmetic that wraps, as on a GPU
from numba import cuda
from pioche.table.batch import Batch, asked_seats, batch, policies, without_log
from pioche.table.cuda import Cuda
from pioche.table.engines import Cpu
from pioche.table.registry import game

chosen, n, players = game("coloretto"), 2, 3
tables = np.repeat(without_log(chosen, chosen.ready(players, {}).tables), n)
given = asked_seats(n, players, None, None), policies(players, None)
cpu = Batch(chosen, players, Cpu(chosen, tables.copy(), np.dtype("int8"), 5, 1, compiled=False), *given)
gpu = Batch(chosen, players, Cuda(chosen, tables.copy(), np.dtype("int8"), 5, None), *given)
rng = np.random.default_rng(1)
for step in range(6):
    for ask in (Batch.legal, Batch.actors, Batch.observe, Batch.scores, Batch.over, Batch.winners):
        assert (ask(cpu) == ask(gpu).copy_to_host()).all(), ask.__name__
    assert str(cpu.position(1)) == str(gpu.position(1))
    mask = cpu.legal()
    moves = (mask * rng.random(mask.shape)).argmax(axis=1)
    if step == 2:
        try:
            gpu.play(np.where(np.arange(n) == 1, mask[1].argmin(), moves))
            raise SystemExit("a wrong move was played")
        except ValueError as error:
            assert "1" in str(error)
        assert str(cpu.position(0)) == str(gpu.position(0))
    cpu.play(moves)
    gpu.play(cuda.to_device(moves))
cpu.reset([1])
gpu.reset([1])
assert str(cpu.position(1)) == str(gpu.position(1))
print("all equal")
"""


def test_the_kernel_plays_the_same_games() -> None:
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "all equal", done.stderr
