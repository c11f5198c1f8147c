"""Batches on a GPU that Numba simulates: the kernel plays the same games. (On a real one: scripts/gpu_check.py.)"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[1] / "support" / "simulated_gpu.py"


def test_the_kernel_plays_the_same_games() -> None:
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, PROGRAM], env=env, capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "all equal", done.stderr
