"""`python -m pioche.ahead.compare_engines`: the machine code that is here plays what the rules say.

It needs no compiler, so that a wheel can be tried where it was installed: of each game a few hundred games by machine
code, and a few of them by plain Python; what is told of positions, and a search, floats included. It prints what must
be the same on every platform.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from random import Random

import numpy as np

from pioche.bots.base import View
from pioche.bots.search_bot import Style, Tree
from pioche.bots.tree_search import grow
from pioche.core.ahead_files import this_platform
from pioche.core.playouts import Playouts, run_playout
from pioche.core.tell import EVERYTHING, tell
from pioche.table.batch import without_log
from pioche.table.game import Game
from pioche.table.game_registry import game, game_names
from pioche.table.position import Position

GAMES, FEW = 500, 3
POSITIONS, ROUNDS = 30, 20


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m pioche.ahead.compare_engines", description=__doc__)
    asked.add_argument("games", nargs="*", help="default: all")
    names = asked.parse_args().games or game_names()
    print(f"{this_platform()}, Python {sys.version.split()[0]}", file=sys.stderr)
    if differing := [name for name in names if not agrees(game(name))]:
        sys.exit(f"not the same, or not there: {', '.join(differing)}")


def agrees(game: Game) -> bool:
    """Compare one game, and print what it came to."""
    runtimes = game.runtimes
    if not (runtimes.is_ahead and runtimes.silent_ahead.is_made_of(grow)):
        return False
    ahead, by_rules = (
        (ends(game, engine, FEW), told(game, engine), searched(game, engine)) for engine in ("ahead", "interpreted")
    )
    print(game.id, ends(game, "ahead", GAMES), *ahead)
    return ahead == by_rules


def ends(game: Game, engine: str, games: int) -> str:
    """A digest of how games end that are played at random by the fewest players, and by the most."""
    whole = hashlib.blake2b(digest_size=8)
    for players in (game.players[0], game.players[-1]):
        tables = np.repeat(without_log(game, game.ready(players, {}).tables), games)
        length, points, won = (np.zeros(size, np.int64) for size in (games, games * players, games))
        columns = Playouts(players, 0, np.zeros(4, np.int64), length, points, won)
        game.silent_by_engine(engine, run_playout).each(run_playout, tables, columns, len(game.moves))
        tables["work"] = 0
        whole.update(b"".join(each.tobytes() for each in (tables, length, points, won)))
    return whole.hexdigest()


def told(game: Game, engine: str) -> str:
    """A digest of what everybody is told in the course of a game."""
    whole, runtime = hashlib.blake2b(digest_size=8), game.by_engine(engine)
    moves, room = np.zeros(len(game.moves), np.int16), np.zeros(1 << 16, np.int32)
    for pos in positions(game):
        for recipient in range(-2, pos.seats):
            count = int(runtime.call(tell, pos.state, recipient, EVERYTHING, 0, moves, room))
            whole.update(room[:count].tobytes())
    return whole.hexdigest()


def positions(game: Game) -> list[Position]:
    """Positions of a game that is played at random."""
    pos, rng, found = game.deal(seed=11), Random(11), list[Position]()
    while pos.actor is not None and len(found) < POSITIONS:
        found.append(pos.copy())
        pos.play(pos.actor, rng.choice(pos.choices))
    return found


def searched(game: Game, engine: str) -> str:
    """A digest of a search tree, floats and all."""
    pos = game.deal(seed=5)
    assert pos.actor is not None
    tree = Tree(View(pos, pos.actor, Random(5)), pos.choices, Random(5), Style())
    runtime = game.runtimes.silent_ahead if engine == "ahead" else game.runtimes.silent_interpreted
    runtime.call(grow, tree.table, tree.seat, tree.paper, tree.limits, ROUNDS)
    paper = tree.paper
    whole = b"".join(each.tobytes() for each in (paper.nodes, paper.edges, paper.counts, paper.rewards))
    return hashlib.blake2b(whole, digest_size=8).hexdigest()


if __name__ == "__main__":
    main()
