"""Laws that hold for every game, player count and option, in positions reached by random play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pioche.arena.simulate import simulate
from pioche.core import Rule, State, Vector, rule, tell
from pioche.table.errors import IllegalMove, PiocheError
from pioche.table.game import Game
from pioche.table.game_registry import game, game_names
from pioche.table.position import Position
from pioche.table.position_parser import parse
from pioche.testing.laws import (
    LAWS,
    Law,
    batches_do_not_peek,
    nothing_interferes,
    random_move,
    reach,
    refusals_do_not_peek,
)

SEATINGS = [(name, players) for name in game_names() for players in game(name).players]


def options_of(chosen: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Any agreement on the options; most games leave most of them alone."""
    values = {o.name: st.sampled_from(list(o.values)[:40] + list(o.values)[-1:]) for o in chosen.options}
    return st.fixed_dictionaries({}, optional=values)


def can_be_dealt(chosen: Game, players: int, options: dict[str, Any]) -> bool:
    return chosen.check(chosen.blank(players, options)) is None


@pytest.mark.parametrize(("which", "players"), SEATINGS)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Law, which: str, players: int, engine: str, thorough: bool) -> None:
    chosen = game(which)

    @given(options=options_of(chosen), seed=st.integers(0, 2**40), moves=st.integers(0, 250))
    @example(options={}, seed=1, moves=0)
    @settings(max_examples=20 if thorough else 8)
    def holds(options: dict[str, Any], seed: int, moves: int) -> None:
        assume(can_be_dealt(chosen, players, options))
        law(reach(chosen, players, seed, moves, **options), Random(seed))

    holds()


@pytest.mark.parametrize(("which", "players"), SEATINGS)
def test_engines_agree_move_by_move(which: str, players: int, engine: str) -> None:
    """The same moves give the same positions and the same events on either engine."""
    chosen = game(which)

    @given(options=options_of(chosen), seed=st.integers(0, 2**40))
    @settings(max_examples=5)
    def agree(options: dict[str, Any], seed: int) -> None:
        assume(can_be_dealt(chosen, players, options))
        traces = []
        for each in ("interpreted", engine):
            chosen.runtimes.use(each)
            traces.append(trace(chosen.deal(players, seed=seed, **options), Random(seed)))
        assert traces[0] == traces[1]

    agree()


def trace(pos: Position, rng: Random) -> list[Any]:
    found: list[Any] = [str(pos)]
    for _ in range(80):
        if not pos.over:
            found += [pos.play(*random_move(pos, rng)), str(pos), pos.scores]
    return found


@pytest.mark.parametrize(("which", "players"), SEATINGS)
def test_simulation_is_the_same_on_both_engines(which: str, players: int) -> None:
    results = [simulate(game(which), players, 12, seed=5, engine=each) for each in ("interpreted", "ahead")]
    assert results[0].digest == results[1].digest
    assert results[0].moves == results[1].moves


@pytest.mark.parametrize(("which", "players"), SEATINGS)
def test_games_end(which: str, players: int, thorough: bool) -> None:
    """Every game played at random ends; a game that did not would never let this test return."""
    games = 100_000 if which == "ko" and thorough else 5_000  # KO's end hangs on its stall rule
    result = simulate(game(which), players, games, seed=players)
    assert result.games == games
    assert abs(sum(result.win_share) - 1) < 0.001
    assert min(result.win_share) > 0.6 / players, "no seat is hopeless under random play"


@pytest.mark.parametrize(
    "options", [{"vigilance": "on", "rounds": 3}, {"rounds": 1}, {"target": 10}, {"renew": "empty"}], ids=str
)
def test_kolpa_ends_with_every_option(options: dict[str, Any]) -> None:
    assert simulate(game("kolpa"), 6, 200, seed=1, options=options).games == 200


@pytest.mark.parametrize(
    "options", [{"start": "choose"}, {"golden": "on"}, {"last_round": "above15"}, {"table": "grey"}], ids=str
)
def test_coloretto_ends_with_every_option(options: dict[str, Any]) -> None:
    assert simulate(game("coloretto"), 2, 500, seed=1, options=options).games == 500


def test_5211_ends_when_decks_follow_each_other_at_once() -> None:
    """FIV-R4: without last rounds a deck is shorter, and no game ends in the first one unless somebody has 50 there."""
    usual, at_once = (
        simulate(game("5211"), 3, 100, seed=1, options={"long": "on", "between": between})
        for between in ("last_round", "at_once")
    )
    assert usual.games == at_once.games == 100
    assert usual.moves != at_once.moves


@pytest.mark.parametrize(("players", "rounds"), [(2, 11), (3, 7), (4, 6), (5, 4)])
def test_the_stock_of_5211_runs_out_exactly_at_a_turn_3(players: int, rounds: int) -> None:
    """Every dealt game has the same number of rounds, the last one without drawing, so every seat moves as often."""
    chosen = game("5211")
    assert simulate(chosen, players, 50, seed=2).moves == 50 * rounds * 3 * players
    pos, emptied = chosen.deal(players, seed=3), []
    rng = Random(3)
    while not pos.over:
        turn = str(pos).split()[1]
        pos.play(*random_move(pos, rng))
        if "stock:\n" in str(pos):
            emptied.append(turn)
    assert emptied[0] == "turn=3"


@pytest.mark.parametrize(
    "options",
    [
        {"colours": 4},
        {"colours": 4, "ko_cards": 4},
        {"stall": 50, "max_turns": 2000},
        {"max_turns": 10},
        {"trumps_in_runs": "off"},
    ],
    ids=str,
)
def test_ko_ends_with_every_option(options: dict[str, Any]) -> None:
    assert simulate(game("ko"), 4, 200, seed=1, options=options).games == 200


def test_ko_refuses_a_deck_that_is_too_small() -> None:
    few: dict[str, Any] = dict.fromkeys(("ko_cards", "reverse", "skip", "swap", "rotate", "peek1", "peek2", "steal"), 0)
    assert can_be_dealt(game("ko"), 4, {"colours": 4, **few})
    with pytest.raises(PiocheError, match="75"):
        game("ko").deal(5, seed=1, colours=4, **few)
    with pytest.raises(PiocheError, match="75"):
        simulate(game("ko"), 5, 1, seed=1, options={"colours": 4, **few})


# The leak test must catch leaks: each of these is planted, and must be found.


def find_leak(name: str | Game) -> None:
    chosen = game(name)
    for seed in range(12):
        pos = reach(chosen, 3, seed, 10 + 4 * seed)
        nothing_interferes(pos, Random(seed))
        refusals_do_not_peek(pos, Random(seed))


def test_no_leak_is_found_where_there_is_none(name: str) -> None:
    find_leak(name)


def test_a_view_that_shows_the_stock_is_caught(name: str) -> None:
    honest = Rule(tell.tell_faces.function)
    stock = game(name).notation.shared[0].place  # type: ignore[attr-defined]

    @rule
    def leaky(s: State, eyes: int, place: int, out: Vector, at: int) -> int:
        if place == stock:
            return tell.tell_all_cards(s, place, out, at) - s.sizes[place]
        return honest(s, eyes, place, out, at)

    with pytest.raises(AssertionError, match="the view"):
        find_leak(game(name).with_rules({tell.tell_faces: leaky}))


def test_a_refusal_that_names_a_hidden_card_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pioche.core import top_face

    honest = Position.play
    stock = game(name).notation.shared[0].place  # type: ignore[attr-defined]

    def leaky(self: Position, seat: int, move: str) -> Any:
        try:
            return honest(self, seat, move)
        except Exception as error:
            error.reason = ("refuse.WORD", {"move": self.game.faces[top_face(self.state, stock)]})  # type: ignore[attr-defined]
            raise

    monkeypatch.setattr(Position, "play", leaky)
    with pytest.raises(AssertionError, match="the refusal"):
        find_leak(name)


def test_a_refusal_that_tells_its_position_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error carries the position; a sentence that has it in it would show every card."""
    honest = IllegalMove.sentence

    def leaky(self: IllegalMove, language: str | None = None) -> str:
        return f"{honest(self, language)} {self.position}"

    monkeypatch.setattr(IllegalMove, "sentence", leaky)
    with pytest.raises(AssertionError, match="the refusal"):
        find_leak(name)


def test_events_that_show_drawn_cards_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kolpa: the others must not see what a seat draws. (Coloretto draws openly.)"""
    from pioche.table.events import Event

    monkeypatch.setattr(Event, "seen_by", lambda self, seat: self)
    with pytest.raises(AssertionError, match="the events"):
        find_leak("kolpa")


KO_TARGET = "ko turn=A phase=target fresh=PEEK1 effect=PEEK1\nopen: PEEK1 G1\nA: hand R5 R6\nB: hand ?*9\nC: hand ?*9\n"


@pytest.mark.parametrize("start", ["5211", "kombio", KO_TARGET], ids=["5211", "kombio", "ko"])
def test_batches_that_can_be_taken_back_are_caught(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the check on what a move shows, a refused batch tells of hidden cards."""
    try_batches(start)
    monkeypatch.setattr(Position, "_play_quietly", Position.play)
    with pytest.raises(AssertionError, match="the refusal of"):
        try_batches(start)


def try_batches(start: str) -> None:
    for seed in range(40):
        pos = parse(start) if start == KO_TARGET else reach(game(start), 3, seed, 4 * seed % 90)
        batches_do_not_peek(pos, Random(seed))


def test_moves_that_depend_on_hidden_cards_are_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Position.moves

    def leaky(self: Position, seat: int) -> list[str]:
        hidden = str(self).splitlines()[1]
        return honest(self, seat)[:: -1 if hash(hidden) % 2 else 1]

    monkeypatch.setattr(Position, "moves", leaky)
    with pytest.raises(AssertionError, match="the legal moves"):
        find_leak(name)


def test_imagined_worlds_differ(name: str) -> None:
    """Imagining is not copying: the hidden cards really change."""
    pos = game(name).deal(3, seed=4)
    worlds = {str(pos.imagine(0, Random(k))) for k in range(20)}
    assert len(worlds) == 20
    assert str(pos) not in worlds
    assert parse(pos.view(0)).view(0) == pos.view(0)
