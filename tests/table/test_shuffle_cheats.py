"""What both checks of a shuffle are held to, this one and the browser's: `web/tests/shuffleCheats.json`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from faults.shuffle_cheats import cases, caught

FILE = Path(__file__).parents[2] / "web/tests/shuffleCheats.json"
CASES = [each for seed in range(3) for each in cases(Random(seed))]


def written() -> str:
    return json.dumps(CASES, indent=1) + "\n"


def test_the_browser_is_held_to_the_same() -> None:
    """`python tests/test_ground.py` writes it anew."""
    assert FILE.read_text() == written()


@pytest.mark.parametrize("each", CASES, ids=lambda each: str(each["name"]))
def test_what_is_forged_is_caught(each: dict[str, object]) -> None:
    assert sorted(caught(each)) == each["wrong"]


if __name__ == "__main__":
    FILE.write_text(written())
