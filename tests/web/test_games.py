"""Whole games against bots, played by clicking cards at a desk and by touching them on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from web.conftest import Visit
from web.visitor import Size

SHORT: dict[str, dict[str, Any]] = {
    "kolpa": {"rounds": 1},
    "5211": {},
    "ko": {"colours": 4, "max_turns": 10},
    "kombio": {"limit": 40, "max_turns": 50},
    "coloretto": {"last_round": "above15"},
}
MOVING = ("kolpa", "kombio")  # the others without motion, so that the tests are quick
SEATS = {"desktop": "ybb", "phone": "yb"}


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", list(SHORT))
def test_a_whole_game_through_the_page(visit: Visit, game: str, size: Size) -> None:
    visitor = visit(size=size, motion="no-preference" if game in MOVING else "reduce")
    table = visitor.make_table(game, SEATS[size], options=SHORT[game])
    visitor.open_table(table)
    tally = visitor.robot().play_out()
    print(f"{game}, {size}: {tally}; out of sight: {sorted(tally.hidden)}")
    assert tally.table > 0 and not tally.hidden
    assert game in MOVING or "conflict.moved" not in "".join(visitor.frames)
    assert len(tally.listed) <= tally.table / 10, f"what the rules allow is not on the table: {tally}"
    assert visitor.ask("GET", f"/api/tables/{table}")["status"] == "over"
    assert visitor.record(table).splitlines()[-1].startswith("end ")
