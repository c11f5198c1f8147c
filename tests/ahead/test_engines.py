"""The same games by every engine of this machine: interpreted, made ahead, compiled here.

One game a day, by the day's number; all of them, and more of each, with --all.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from conftest import make_ahead
from pioche.arena.simulate import Runner, simulate
from pioche.bots.base import View
from pioche.bots.search_bot import Style, Tree
from pioche.bots.tree_search import grow
from pioche.core import hooks, tell
from pioche.core.runtime import Runtime
from pioche.core.runtimes import Always
from pioche.table.game import Game
from pioche.table.game_registry import game as find_game
from pioche.table.position import Position
from pioche.testing.sample_seatings import seatings

pytestmark = pytest.mark.xdist_group("engines")
PAPER = ("nodes", "edges", "path", "counts", "rewards", "words")


@pytest.fixture(scope="module")
def chosen(game_in_turn: str) -> Game:
    make_ahead()
    found = find_game(game_in_turn)
    assert found is not None and found.runtimes.is_ahead
    return found


def test_whole_games_end_alike(chosen: Game, thorough: bool) -> None:
    """Every end state, by its digest; few of them interpreted, which takes a thousand times as long."""
    games, few = (10_000, 60) if thorough else (500, 4)
    for players, options in seatings(chosen):
        by_engine = {
            engine: simulate(chosen, players, games, 5, options, engine=engine).digest for engine in ("ahead", "jit")
        }
        assert len(set(by_engine.values())) == 1, (players, options)
        slow = simulate(chosen, players, few, 5, options, engine="interpreted")
        quick = simulate(chosen, players, few, 5, options, engine="ahead")
        assert (slow.digest, slow.moves) == (quick.digest, quick.moves), (players, options)
        assert (slow.engine, quick.engine) == ("interpreted", "ahead")


def test_games_between_thumbs_end_alike(chosen: Game) -> None:
    players = chosen.players[0]
    found = {
        engine: simulate(chosen, players, 40 if engine != "interpreted" else 2, 7, {}, ["thumb"], engine=engine)
        for engine in ("interpreted", "ahead", "jit")
    }
    assert found["ahead"].digest == found["jit"].digest
    assert Runner(chosen, chosen.ready(players, {}).tables, "ahead", 7, ["thumb"] * players).play(0, 2).digest
    twice = simulate(chosen, players, 2, 7, {}, ["thumb"], engine="ahead")
    assert twice.digest == found["interpreted"].digest


def test_everybody_is_told_the_same(chosen: Game, thorough: bool) -> None:
    """Every number told to every recipient, by three engines."""
    engines = [chosen.by_engine(engine) for engine in ("ahead", "jit")]
    for number, pos in enumerate(reached(chosen, 1000 if thorough else 150)):
        runtimes = [*engines, chosen.by_engine("interpreted")] if number % 10 == 0 else engines
        for recipient in (*range(pos.seats), tell.WATCHER, tell.ALL):
            rows = [on(pos, runtime).tell(recipient, tell.EVERYTHING).row for runtime in runtimes]
            assert all(row == rows[0] for row in rows), (str(pos), recipient)


def reached(chosen: Game, wanted: int) -> Iterator[Position]:
    """Positions of random games with every number of players, each after some moves."""
    rng = Random(11)
    while True:
        for players, options in seatings(chosen):
            pos = chosen.deal(players, seed=rng.getrandbits(40), **options)
            while pos.actor is not None:
                pos.play(pos.actor, rng.choice(pos.choices))
                if rng.random() < 0.2:
                    yield pos
                    wanted -= 1
                if not wanted:
                    return
                if rng.random() < 0.02:
                    break


def on(pos: Position, runtime: Runtime) -> Position:
    """The same table, asked by another engine."""
    return Position(pos.game, pos.tables.copy(), pos.origin, Always(runtime))


def test_a_search_grows_the_same_tree(chosen: Game, thorough: bool) -> None:
    """Moves, visits and every float of the sums, bit for bit."""
    for seed in range(8 if thorough else 2):
        for engine, rounds in (("jit", 400), ("interpreted", 12)):
            trees = [tree_of(chosen, seed) for _ in range(2)]
            engines = by(chosen, "ahead"), by(chosen, engine)
            made = [each.call(grow, *arguments(tree), rounds) for each, tree in zip(engines, trees, strict=True)]
            assert made[0] == made[1]
            for name in PAPER:
                ahead, other = (getattr(tree.paper, name) for tree in trees)
                assert np.array_equal(ahead.view(np.uint8), other.view(np.uint8)), (engine, seed, name)


def by(chosen: Game, engine: str) -> Runtime:
    found: Runtime = getattr(chosen.runtimes, f"silent_{engine}")
    return found


def tree_of(chosen: Game, seed: int) -> Tree:
    pos, rng = chosen.deal(chosen.players[seed % len(chosen.players)], seed=seed), Random(seed)
    for _ in range(3 * seed):
        if pos.actor is not None:
            pos.play(pos.actor, rng.choice(pos.choices))
    return Tree(View(pos, pos.actor or 0, Random(seed)), pos.choices, Random(seed), Style())


def arguments(tree: Tree) -> tuple[Any, ...]:
    return tree.table, tree.seat, tree.paper, tree.limits


def test_a_list_of_moves_is_the_same(chosen: Game) -> None:
    """By number, from the entry that writes them."""
    for pos in reached(chosen, 60):
        moves = np.zeros(len(chosen.moves), np.int16), np.zeros(len(chosen.moves), np.int16)
        seat = pos.actor or 0
        n = [
            runtime.call(hooks.legal, pos.state, seat, room)
            for runtime, room in zip((chosen.runtimes.ahead, chosen.runtimes.interpreted), moves, strict=True)
        ]
        assert n[0] == n[1] and (moves[0][: n[0]] == moves[1][: n[1]]).all()
