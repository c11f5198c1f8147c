"""Games are found, not listed: every folder under `pioche.games` is one, named by its id."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from pioche.table.errors import PiocheError
from pioche.table.game import Game


def game_names() -> list[str]:
    """The ids of all games; nothing of them is loaded. A folder `g5211` holds the game `5211`."""
    import pioche.games

    folders = (module.name for module in pkgutil.iter_modules(pioche.games.__path__) if module.ispkg)
    return sorted(folder[1:] if folder[1:].isdigit() else folder for folder in folders)


@cache
def find_game(name: str) -> Game | None:
    if name not in game_names():
        return None
    folder = f"g{name}" if name.isdigit() else name
    found = import_module(f"pioche.games.{folder}").GAME
    assert isinstance(found, Game)
    return found


def game(name: str) -> Game:
    """A game by its id."""
    found = find_game(name)
    if found is None:
        raise PiocheError("setup.game", name=name, games=", ".join(game_names()))
    return found
