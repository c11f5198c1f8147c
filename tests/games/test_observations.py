"""Observations: what is where, by hand; the page that says so; and the layout's number."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.core.encode_observation import VERSION, observe
from pioche.table.game_registry import game
from pioche.table.observation_layout import layout
from pioche.table.position import Position

ROOT = Path(__file__).parents[2]
DIGESTS = {
    1: {"5211": "c1c77aeaa49cec10", "coloretto": "741352ced0728ef3", "ko": "83f271e6f52ca150",
        "kolpa": "135daec5c0b9c51a", "kombio": "19ad66bb2e78756a"},
    2: {"5211": "c4007ad173cda52a", "coloretto": "f6681fb59917db96", "ko": "9401937c4ce086a1",
        "kolpa": "59c4e0344279f233", "kombio": "617b6bce6860aede"},
}  # fmt: skip


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def part(pos: Position, seat: int, name: str) -> list[int]:
    found = layout(pos.game, pos.seats)[name]
    return [int(number) for number in pos.observe(seat)[found.start : found.start + found.width]]


def faces(pos: Position, seat: int, name: str) -> dict[str, int]:
    return {face: n for face, n in zip(pos.game.faces, part(pos, seat, name), strict=True) if n}


def test_the_page_is_fresh() -> None:
    observations = script("observations")
    assert observations.PAGE.read_text(encoding="utf-8") == observations.page(), "run python scripts/observations.py"


def test_a_changed_layout_has_a_new_number(name: str) -> None:
    chosen = game(name)
    assert layout(chosen, chosen.players[0]).digest == DIGESTS[VERSION][name], "raise VERSION, and note the new digest"


KOLPA = """kolpa turn=B first=B round=2
stock: R1 R1 ?
discard: J B5
A: hand R2 R2 J; zone B3/B5 Y2; score 12
B: hand G1 G2; zone; score -3
C: hand P1; zone P2; score 130
"""


def test_kolpa_by_hand(engine: str) -> None:
    pos = pioche.parse(KOLPA.replace("round=2", "round=2 call=G"))
    assert faces(pos, 0, "0.hand faces") == {"R2": 2, "J": 1}
    assert faces(pos, 0, "1.hand faces") == {} and part(pos, 0, "1.hand size") == [2]
    assert part(pos, 0, "0.hand known") == [3, 0, 0] and part(pos, 0, "1.hand known") == [0, 2, 0]
    assert faces(pos, 0, "0.zone4 faces") == {"B3": 1, "B5": 1} and faces(pos, 0, "0.zone4 top") == {"B3": 1}
    assert faces(pos, 0, "discard top") == {"J": 1} and faces(pos, 0, "discard faces") == {"J": 1, "B5": 1}
    assert faces(pos, 0, "stock faces") == {} and part(pos, 0, "stock known") == [0, 0, 0]
    assert part(pos, 0, "turn") == [0, 1, 0] and part(pos, 1, "turn") == [1, 0, 0] and part(pos, 2, "turn") == [0, 0, 1]
    assert part(pos, 0, "score") == [12, -3, 130] and part(pos, 2, "score") == [130, 12, -3]
    assert part(pos, 0, "call") == [0, 0, 1] + [0] * 8
    assert faces(pos, 0, "wanted") == {f"G{number}": 1 for number in range(6)}
    assert faces(pos, 2, "2.hand faces") == {} and faces(pos, 1, "0.hand faces") == {"G1": 1, "G2": 1}


def test_kombio_by_hand(engine: str) -> None:
    text = "kombio turn=A\ndiscard: 5\nA: grid 13 4 0 2; knows A3 B1\nB: grid 12 _ 6 9; knows B3\n"
    pos = pioche.parse(text)
    assert faces(pos, 0, "0.grid3 faces") == {"0": 1} and faces(pos, 0, "0.grid1 faces") == {}
    assert faces(pos, 0, "1.grid1 faces") == {"12": 1} and faces(pos, 1, "0.grid1 faces") == {}
    assert part(pos, 1, "0.grid1 known") == [0, 1], "everybody saw that A looked there"
    assert part(pos, 1, "0.grid2 size") == [0] and part(pos, 1, "0.grid3 size") == [1]


def test_numbers_are_cut_off_where_the_row_is_narrow() -> None:
    pos = pioche.parse(KOLPA)
    found = layout(pos.game, 3)["score"]
    row: Any = np.zeros(layout(pos.game, 3).width, np.int8)
    pos.game.runtimes.interpreted.program[observe](pos.state, 0, row.data, 127)
    assert row[found.start : found.start + 3].tolist() == [12, -3, 127]


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An observer that counts a card of the stock must be caught by the law."""
    from random import Random

    from pioche.core import top_face
    from pioche.testing.laws import observations_do_not_peek

    honest = Position.observe

    def leaky(self: Position, seat: int) -> Any:
        row = honest(self, seat)
        row[0] = top_face(self.state, 1)
        return row

    observations_do_not_peek(pioche.parse(KOLPA), Random(1))
    monkeypatch.setattr(Position, "observe", leaky)
    with pytest.raises(AssertionError, match="the observation"):
        observations_do_not_peek(game("kolpa").deal(3, seed=1), Random(1))
