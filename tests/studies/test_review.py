"""The review of a game: which decisions there were, and which cost most."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pioche import game
from pioche.bots.search_bot import Budget
from pioche.cli import app
from pioche.studies.review import decisions, judged, most_costly
from pioche.table.errors import PiocheError
from pioche.table.position_parser import parse
from pioche.table.record import record

# Two players: row 1 holds one card and is full, row 2 is taken, B is out; a card that is drawn must go to row 3.
LAST_ROWS = """\
coloretto turn=A
stock: R G B ?
row1: R
row2: taken
row3: G
A: cards R R
B: cards B; out
"""


def short_game() -> str:
    pos = parse(LAST_ROWS)
    pos.play(0, "draw")
    pos.play(0, "place 3")
    pos.play(0, "take 3")
    return record(pos)


def test_only_what_was_a_choice_is_a_decision() -> None:
    found = list(decisions(short_game(), 0))
    assert [(each.step, each.move) for each in found] == [(0, "draw"), (2, "take 3")], (
        "row 1 is full: to place was forced"
    )
    assert found[0].choices == ["draw", "take 1", "take 3"]
    assert all("stock: ?" in each.view for each in found), "it did not know the stock"
    assert list(decisions(short_game(), 1)) == []
    with pytest.raises(PiocheError):
        list(decisions(short_game(), 2))


def test_the_most_costly_decisions_come_first_and_trifles_not_at_all() -> None:
    assert most_costly([0.0, 0.3, 0.05, 0.01, 0.2, 0.04]) == [1, 4, 2]
    assert most_costly([0.0, 0.019, 0.02]) == [2]
    assert most_costly([]) == []


def test_a_judgement_is_the_same_for_the_same_seed() -> None:
    decision = next(decisions(short_game(), 0))
    first, second = (judged(decision, Budget(rounds=200), seed=3) for _ in range(2))
    assert first == second and first.share <= first.best_share


def test_a_review_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    file.write_text(short_game())
    done = CliRunner().invoke(app, ["review", str(file), "--budget", "50", "--json", "--lang", "en"])
    assert done.exit_code == 0
    judgements = json.loads(done.stdout)
    assert [each["step"] for each in judgements] == [0, 2]
    assert all(each["share"] <= each["best_share"] for each in judgements)
    assert "2 d" in CliRunner().invoke(app, ["review", str(file), "--budget", "50", "--lang", "en"]).stdout


@pytest.mark.parametrize("words", [["--seat", "F"], ["--seat", "AB"], ["--budget", "0"], ["--budget", "soon"]])
def test_a_review_of_nothing_is_refused_in_a_sentence(tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / "game.rec"
    file.write_text(short_game())
    with pytest.raises(PiocheError) as refused:
        CliRunner().invoke(app, ["review", str(file), *words, "--lang", "en"], catch_exceptions=False)
    assert words[1] in str(refused.value)


def test_the_game_is_the_one_of_the_record() -> None:
    assert parse(LAST_ROWS).game is game("coloretto")
