"""The rules by example: every hand-written case, interpreted and compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

import pioche.games
from pioche.testing.cases import RuleCase, read_cases, run_case

FILES = sorted(Path(pioche.games.__path__[0]).glob("*/cases.txt"))
CASES = [pytest.param(case, id=str(case)) for file in FILES for case in read_cases(file)]


@pytest.mark.parametrize("case", CASES)
def test_case(case: RuleCase, engine: str) -> None:
    run_case(case)


@pytest.mark.parametrize(
    "steps",
    [
        "legal A: R1",
        "illegal A R1: KOL-09",
        "illegal A kolpa G4: KOL-08",
        "A zone B3 -> discard: R3 B3",
        "-> A: hand R1 G4",
        "-> call=R",
        "view B -> A: hand R1 G4 J",
        "scores: 1 0",
        "winners: A",
        "refused: R1",
        "A kolpa G4",
    ],
)
def test_a_wrong_case_fails(steps: str) -> None:
    """The runner itself can fail: none of these holds."""
    position = ["kolpa turn=A", "discard: R3", "A: hand R1 G4 J; zone B3", "B: hand ?*5"]
    with pytest.raises(AssertionError):
        run_case(RuleCase(["KOL-09"], "wrong", 1, position, [(1, steps)]))
