"""Kolpa! by hand in C (c/kolpa.c), compiled by whatever `cc` there is."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

NAME = "C, Kolpa! by hand, 4 players, -O3"
SOURCE = Path(__file__).parent / "c" / "kolpa.c"


def build() -> Path:
    """Compile it into a folder that is thrown away at the end."""
    folder = Path(tempfile.mkdtemp(prefix="pioche-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    program = folder / "kolpa"
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, SOURCE], check=True)
    return program


def run(program: Path, players: int, games: int, seed: int) -> tuple[int, float, int]:
    """Moves, seconds and the sum of all scores."""
    told = subprocess.run([program, str(players), str(games), str(seed)], capture_output=True, text=True, check=True)
    moves, _, seconds, points = told.stdout.split()
    return int(moves), float(seconds), int(points)


def play() -> Callable[[], int]:
    if shutil.which("cc") is None:
        raise ImportError("there is no C compiler", name="cc")
    program, seed = build(), 0

    def some_games() -> int:
        nonlocal seed
        seed += 1
        return run(program, 4, 5000, seed)[0]

    return some_games
