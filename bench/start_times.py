"""From nothing to the first game: the wheel in an empty environment, and what its first commands take."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FIRST_MOVE = """
import time
started = time.perf_counter()
import pioche
pos = pioche.game("kolpa").deal(3, seed=1)
pos.play(pos.actor, pos.choices[0])
print(time.perf_counter() - started)
"""


@dataclass
class StartTimes:
    """Seconds, and the megabytes that the environment takes with everything in it but pip."""

    install: float
    megabytes: float
    simulate: float
    first_move: float


def start_times() -> StartTimes:
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        environment = Path(folder) / "env"
        run(sys.executable, "-m", "venv", str(environment))
        python = next(environment.glob("*/python*"))
        empty = size(environment)
        install = clocked(str(python), "-m", "pip", "install", "--quiet", str(wheel))
        simulate = clocked(str(python), "-m", "pioche", "simulate", "kolpa", "--games", "1000", "--json")
        return StartTimes(install, size(environment) - empty, simulate, float(run(str(python), "-c", FIRST_MOVE)))


def build_wheel(folder: Path) -> Path:
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    return next(folder.glob("*.whl"))


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def clocked(*command: str) -> float:
    started = time.perf_counter()
    run(*command)
    return time.perf_counter() - started


def size(folder: Path) -> float:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) / 1e6
