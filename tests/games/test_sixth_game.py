"""A game in another package gets everything without a line outside its folder: crazy eights, in tests/sixth_game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import pioche
from pioche.arena.simulate import simulate
from pioche.core import State, Vector, rule, tell
from pioche.table.game_registry import find_game
from pioche.testing.cases import RuleCase, run_case
from pioche.testing.laws import LAWS, Law, nothing_interferes, reach

PACKAGE = Path(__file__).parents[1] / "sixth_game"
ENV = {**os.environ, "PYTHONPATH": str(PACKAGE), "LC_ALL": "C.UTF-8", "COLUMNS": "160", "NO_COLOR": "1"}


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package is on the path, as if it had been installed."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    yield
    find_game.cache_clear()


def command(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, "-m", "pioche", *words]
    return subprocess.run(whole, input=stdin, capture_output=True, text=True, env=ENV, timeout=300)


def test_it_is_small() -> None:
    assert sum(len(file.read_text().splitlines()) for file in (PACKAGE / "pioche_eights").glob("*.py")) < 200


def test_it_is_found_by_its_entry_point() -> None:
    assert "eights" in pioche.game_names()
    assert pioche.game("eights").title == "Crazy eights"
    assert "eights" in command("games").stdout


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_law_holds(law: Law) -> None:
    for seed in range(8):
        law(reach(pioche.game("eights"), 2 + seed % 4, seed, 9 * seed), Random(seed))


def test_a_leak_is_found() -> None:
    @rule
    def every_face(s: State, eyes: int, place: int, out: Vector, at: int) -> int:
        return tell.tell_all_cards(s, place, out, at) - s.sizes[place]

    leaky = pioche.game("eights").with_rules({tell.tell_faces: every_face})
    with pytest.raises(AssertionError, match="the view"):
        nothing_interferes(reach(leaky, 3, 1, 5), Random(1))


def test_a_case() -> None:
    position = ["eights turn=A suit=C", "discard: 5C", "A: hand 9C 5H 8D 2S", "B: hand ?*5"]
    steps = [
        "legal A: 9C | 5H | 8D C | 8D D | 8D H | 8D S | draw",
        "illegal A 2S: EIG-02",
        "illegal A 8D: EIG-03",
        "A 8D S -> discard: 8D 5C; A: hand 9C 5H 2S; suit=S; turn=B",
    ]
    run_case(RuleCase(["EIG-03"], "an eight names a suit", 1, position, list(enumerate(steps, 2))))


def test_simulation_agrees_and_ends() -> None:
    chosen = pioche.game("eights")
    slow, fast = (simulate(chosen, 3, 40, seed=1, engine=engine) for engine in ("interpreted", "jit"))
    assert slow.digest == fast.digest
    found = command("simulate", "eights", "--players", "4", "--games", "200", "--json")
    assert json.loads(found.stdout)["games"] == 200


def test_the_command_line_plays_it(tmp_path: Path) -> None:
    found = command("play", "eights", "--seed", "1", "--record", str(tmp_path / "r.txt"), stdin="1\n" * 500)
    assert found.returncode == 0, found.stderr
    *_, last = pioche.replay((tmp_path / "r.txt").read_text())
    assert last.over
    assert command("rules", "eights").returncode == 0
