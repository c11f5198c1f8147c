"""The examples run, and do what they say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("batches")
EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *words: str) -> str:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_explore() -> None:
    told = run("explore")
    assert "KOL-09" in told and "B: hand" in told
    assert len(re.findall(r"^  \S.*%$", told, re.M)) == 13, "a line for each move"


def test_ten_line_bot() -> None:
    told = run("ten_line_bot", "30")
    places = re.findall(r"^\d\. (\w+)", told, re.M)
    assert sorted(places) == ["greedy", "random", "thumb"]
    assert places.index("greedy") < places.index("random")


def test_train_coloretto() -> None:
    told = run("train_coloretto", "5")
    won = re.search(r"against random: (\d+)\.\d%", told)
    assert won and int(won[1]) >= 65, told


def test_every_example_is_tried() -> None:
    tried = set(re.findall(r'run\("(\w+)"', Path(__file__).read_text(encoding="utf-8")))
    assert tried == {path.stem for path in EXAMPLES.glob("*.py")}
