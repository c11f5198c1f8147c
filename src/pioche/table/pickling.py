"""A game goes to another process by its name, if it is the one of that name; else as what it is.

So workers play the very game that somebody gave, with its house rules, also one that was written in a notebook.
"""

from __future__ import annotations

import pickle
from dataclasses import fields
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import cloudpickle

from pioche.table.game import Game
from pioche.table.game_registry import find_game
from pioche.table.game_registry import game as game_named

_parcels: WeakKeyDictionary[Game, bytes] = WeakKeyDictionary()


def as_sent(game: Game) -> tuple[Any, ...]:
    """How to make it again, for `pickle`."""
    if find_game(game.id) is game:
        return game_named, (game.id,)
    if game not in _parcels:
        _parcels[game] = parcel(game)
    return arrived, (_parcels[game],)


def parcel(game: Game) -> bytes:
    """All that it is."""
    packed: bytes = cloudpickle.dumps({each.name: getattr(game, each.name) for each in fields(game)})
    return packed


@lru_cache(maxsize=32)
def arrived(packed: bytes) -> Game:
    """The same parcel is the same game: what was compiled for it serves again."""
    return Game(**pickle.loads(packed))
