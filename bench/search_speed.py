"""How fast a search plays out imagined games, beside OpenSpiel's tree search with random rollouts, on one core."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from pioche.bots import View
from pioche.bots.search_bot import Style, Tree
from pioche.table.game import Game
from pioche.table.game_registry import game, game_names

ROUNDS = 2000  # playouts in one call
WHOLE_GAME = 1000  # chapters
RANDOM = Style(careless=1000, chapters=WHOLE_GAME)
Play = Callable[[], int]


def playouts(chosen: Game, players: int, style: Style) -> Play:
    """Grow the tree of a first move; the answer counts the moves played in imagination."""
    pos, rng = chosen.deal(players, seed=1), Random(1)
    view, first = View(pos, pos.actor or 0, rng), pos.choices

    def play() -> int:
        return Tree(view, first, rng, style).grow(ROUNDS)

    return play


def open_spiel_playouts() -> Play:
    """OpenSpiel's MCTSBot; it does not say how many moves it plays, so a rollout counts as its mean length."""
    import pyspiel

    loaded, rng = pyspiel.load_game("crazy_eights(players=4)"), Random(1)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    bot = pyspiel.MCTSBot(loaded, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, ROUNDS, 100, False, 1, False)
    length = sum(rollout_length(state.clone(), rng) for _ in range(300)) / 300

    def play() -> int:
        bot.mcts_search(state)
        return round(ROUNDS * length)

    return play


def rollout_length(state: object, rng: Random) -> int:
    """Moves from a state to the end, draws of cards included, at random."""
    moves, at = 0, state
    while not at.is_terminal():  # type: ignore[attr-defined]
        at.apply_action(rng.choice(at.legal_actions()))  # type: ignore[attr-defined]
        moves += 1
    return moves


def search_benchmarks() -> list[tuple[str, str, Callable[[], Play]]]:
    """Key, name and maker of everything that is measured; the peer first."""
    ours = [
        (f"{name} search", f"Pioche {name}, 2 players, search by thumb", partial(playouts, game(name), 2, Style()))
        for name in game_names()
    ]
    return [
        ("mcts", "OpenSpiel MCTSBot, crazy_eights, random rollouts", open_spiel_playouts),
        ("mcts kolpa", "Pioche kolpa, 4 players, search, random", partial(playouts, game("kolpa"), 4, RANDOM)),
        *ours,
    ]
