"""The base without any extra: everything below the server loads, and games play, without Numba and all the rest."""

from __future__ import annotations

from support.without_extras import without_extras

LOAD = """
from importlib import import_module
from pkgutil import walk_packages
import pioche

ON_A_GPU = {"pioche.core.cuda_runtime", "pioche.table.cuda_device"}  # loaded by what has checked the extra [cuda]
LIGHT = ("core", "games", "table", "bots", "arena", "studies", "terminal", "testing", "cli", "lab")
names = [each.name for each in walk_packages(pioche.__path__, "pioche.") if each.name.split(".")[1] in LIGHT]
for name in names:
    if name not in ON_A_GPU:
        import_module(name)
print(len(names))
"""

PLAY = """
import pickle
from dataclasses import replace
import pioche
from pioche.arena import simulate
from pioche.arena.code_fingerprint import made_by
from pioche.table.record import record

for name in pioche.game_names():
    game = pioche.game(name)
    pos = game.deal(seed=1)
    for _ in range(20):
        if pos.over:
            break
        pos.play(pos.actor, pos.choices[0])
    *_, last = pioche.replay(record(pos))
    assert str(last) == str(pos)
    assert pickle.loads(pickle.dumps(game)) is game
    assert pickle.loads(pickle.dumps(replace(game, figures=()))).digest
    assert made_by(game)
    assert simulate.simulate(game, game.players[0], 2, 0, {}, []).games == 2
"""


def test_everything_below_the_server_loads() -> None:
    done = without_extras(LOAD)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 150


def test_every_game_plays() -> None:
    done = without_extras(PLAY)
    assert done.returncode == 0, done.stderr
