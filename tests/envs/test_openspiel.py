"""OpenSpiel: its own algorithms run on our games; chance, simultaneous choices and hidden cards are what they are."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import pioche
import pioche.envs.openspiel
from pioche.table.game_registry import game_names

# Two turns from the end of a round, two cards each of five that nobody has shown.
TINY_KOLPA = "kolpa turn=A rounds=1|stock:|discard: R3|A: hand R1 G4; zone|B: hand Y3 B1; zone"
TINY_5211 = "5211 turn=3|stock:|A: hand B1 G2; table B2 G3 G1; pile|B: hand B3 G4; table B1 G1 B2; pile"


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"pioche_{name}", params)


def play_on(state: Any, rng: Random, stop: int = 10**9) -> Any:
    """Random moves and lots, to the end or until so many moves of players."""
    while not state.is_terminal() and stop > 0:
        if state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(p)) for p in range(state.num_players())])
        else:
            stop -= not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_every_game_is_registered() -> None:
    names = pyspiel.registered_names()
    assert {f"pioche_{name}" for name in game_names()} | {"pioche_5211_simultaneous"} <= set(names)
    kind = load("5211_simultaneous").get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC


@pytest.mark.parametrize(
    ("which", "params"),
    [
        ("coloretto", {"players": 3}),
        ("kolpa", {"position": TINY_KOLPA}),
        ("5211", {"position": TINY_5211}),
        ("5211_simultaneous", {"position": TINY_5211}),
    ],
)
def test_the_random_simulation_of_openspiel(which: str, params: dict[str, Any]) -> None:
    pyspiel.random_sim_test(
        load(which, **params), num_sims=1, serialize=len(params.get("position", "")) > 0, verbose=False
    )


@pytest.mark.parametrize(
    ("which", "params"),
    [("kolpa", {"rounds": 1}), ("ko", {"max_turns": 10}), ("kombio", {"limit": 20, "max_turns": 50})],
)
def test_games_come_to_an_end(which: str, params: dict[str, Any]) -> None:
    state = play_on(load(which, players=2, **params).new_initial_state(), Random(3))
    assert sum(state.returns()) == pytest.approx(0) and max(state.returns()) <= 1


def test_every_deal_is_equally_likely() -> None:
    """Four cards are dealt to two hands of two: 4! ways, one lot at a time; nobody's hand is in the other's memory."""
    game = load("kolpa", position=TINY_KOLPA)
    hands: dict[str, float] = defaultdict(float)

    def walk(state: Any, chance: float) -> None:
        if not state.is_chance_node():
            hands[state.information_state_string(0)] += chance
            return
        for outcome, share in state.chance_outcomes():
            walk(state.child(outcome), chance * share)

    walk(game.new_initial_state(), 1.0)
    assert len(hands) == 6, "A holds any two of the four cards"
    assert set(np.round(list(hands.values()), 9)) == {round(1 / 6, 9)}


def test_what_another_seat_drew_is_not_in_a_players_memory() -> None:
    state = play_on(load("kolpa", players=2, rounds=1).new_initial_state(), Random(5), stop=6)
    while state.is_chance_node():
        state.apply_action(0)
    for player in range(2):
        twin = state.resample_from_infostate(player, Random(1).random)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        assert twin.information_state_tensor(player) == state.information_state_tensor(player)
        other = state.information_state_string(1 - player)
        assert twin.information_state_string(1 - player) != other
        assert other.splitlines()[0] not in twin.information_state_string(1 - player) or "hand ?" in other
        play_on(twin, Random(2))


def test_resampled_worlds_do_not_tell_what_the_others_hold() -> None:
    """The search of a player may look at the others' memories in its imagined worlds: the real ones are not there."""
    state = play_on(load("kolpa", players=2, rounds=1).new_initial_state(), Random(5), stop=6)
    while state.is_chance_node():
        state.apply_action(0)
    held = state.table.pos.view(1).splitlines()[-1].split(";")[0]
    worlds = [state.resample_from_infostate(0, Random(k).random) for k in range(20)]
    assert sum(held in world.information_state_string(1) for world in worlds) < 3


def test_simultaneous_choices_are_one_node() -> None:
    state = load("5211_simultaneous", position=TINY_5211).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert state.current_player() == pyspiel.PlayerId.SIMULTANEOUS
    assert all(len(state.legal_actions(player)) >= 1 for player in range(2))
    state.apply_actions([state.legal_actions(player)[0] for player in range(2)])
    assert len(state.table.moves) == 2


def test_in_sequence_the_second_seat_does_not_know_what_the_first_has_chosen() -> None:
    state = load("5211", position=TINY_5211).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    memories = set()
    for action in state.legal_actions():
        memories.add(state.child(action).information_state_string(1))
    assert len(state.legal_actions()) == 2 and len(memories) == 1


def test_information_set_search_of_openspiel() -> None:
    game = load("coloretto", players=2)
    state = play_on(game.new_initial_state(), Random(4), stop=10)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), uct_c=1.5, max_simulations=12,
        random_state=np.random.RandomState(2),
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


def test_exploitability_of_a_tiny_game_falls() -> None:
    """Counterfactual regret minimisation on the end of a game of 5211, choices in secret, cards dealt by chance."""
    game = load("5211", position=TINY_5211)
    solver = cfr.CFRSolver(game)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    uniform = 5 / 24
    assert 0 <= exploitability.exploitability(game, solver.average_policy()) < 0.6 * uniform


def test_bad_parameters_are_refused() -> None:
    with pytest.raises((pioche.PiocheError, pyspiel.SpielError)):
        load("kolpa", players=9)
    with pytest.raises((pioche.PiocheError, pyspiel.SpielError)):
        load("kolpa", position="kolpa nonsense")
