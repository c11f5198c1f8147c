"""Bots answer legal moves, play better than chance, and say why. (That they do not peek is a law.)"""

from __future__ import annotations

from random import Random

import pytest

import pioche
from pioche.arena.simulate import simulate
from pioche.bots import View, bot_names, make
from pioche.testing.laws import reach


def test_bots_are_found_by_name() -> None:
    assert bot_names() == ["random", "thumb", "search", "level1", "level2", "level3", "level4", "level5"]
    assert make("thumb").name == "thumb"
    with pytest.raises(pioche.PiocheError, match="genius"):
        make("genius")


def test_thumb_beats_random(name: str) -> None:
    """Far better than an even match, at the smallest table and at a larger one."""
    chosen = pioche.game(name)
    for players in (chosen.players[0], 4):
        result = simulate(chosen, players, 400, seed=1, bots=["thumb"] + ["random"] * (players - 1))
        assert result.win_share[0] > 1.5 / players, result.win_share


def test_the_thumb_says_why(name: str) -> None:
    chosen = pioche.game(name)
    seen = set()
    for seed in range(6):
        pos, rng = reach(chosen, 3, seed, 15), Random(seed)
        if pos.actor is not None:
            choice = make("thumb").choose(View(pos, pos.actor, rng), pos.choices, 1.0, rng)
            assert choice.reason is not None
            assert choice.reason.sentence("fr") != choice.reason.sentence("en")
            seen.add(choice.reason.key)
    assert seen


def test_every_verb_has_a_reason(name: str) -> None:
    chosen = pioche.game(name)
    for verb in {move.verb for move in chosen.moves}:
        assert f"thumb.{verb}" in chosen.words["en"], verb


def test_a_view_shows_the_seat_what_it_knows_and_no_more(name: str) -> None:
    pos = reach(pioche.game(name), 3, seed=2, moves=12)
    for seat in range(3):
        view = View(pos, seat, Random(5))
        assert view.text == pos.view(seat)
        assert str(view.table) != str(pos)


@pytest.mark.parametrize("bot", bot_names())
def test_reactions_take_human_time(bot: str) -> None:
    pos, rng = pioche.game("kolpa").deal(2, seed=1), Random(1)
    view = View(pos, 0, rng)
    times = [make(bot).reaction(view, ["pass"], rng) for _ in range(200)]
    assert all(0.35 < seconds < 5 for seconds in times)


def test_the_thumb_takes_a_row_that_pays() -> None:
    pos = pioche.parse("coloretto turn=A\nrow1: G G G\nrow2: R Y B\nrow3:\nA: cards G G G\nB: cards R\nC: cards Y")
    rng = Random(1)
    choice = make("thumb").choose(View(pos, 0, rng), pos.choices, 1.0, rng)
    assert choice.move == "take 1"
    assert choice.reason is not None
    assert choice.reason.sentence("en") == "row 1 is +15 now"


def test_the_thumb_lays_the_highest_card() -> None:
    pos = pioche.parse("kolpa turn=A\ndiscard: R3\nA: hand Y0 G5 B1 P2 Y1\nB: hand ?*5")
    rng = Random(1)
    assert make("thumb").choose(View(pos, 0, rng), pos.choices, 1.0, rng).move == "kolpa G5"
