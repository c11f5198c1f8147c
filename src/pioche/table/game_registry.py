"""Games are found, not listed: every folder under `pioche.games` is one, and so is every `pioche.games` entry point."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

from pioche.table.errors import PiocheError
from pioche.table.game import Game


def game_names() -> list[str]:
    """The ids of all games; nothing of them is loaded."""
    return sorted({*own_folders(), *other_packages()})


def own_folders() -> dict[str, str]:
    """Our own games by id. A folder `g5211` holds the game `5211`: a module's name can't begin with a digit."""
    found = find_spec("pioche.games")
    places = found.submodule_search_locations if found else None
    folders = (module.name for module in pkgutil.iter_modules(places) if module.ispkg)
    return {folder[1:] if folder[1:].isdigit() else folder: folder for folder in folders}


def other_packages() -> dict[str, EntryPoint]:
    """Games of other installed packages by id."""
    return {point.name: point for point in entry_points(group="pioche.games")}


@cache
def find_game(name: str) -> Game | None:
    if name in own_folders():
        found = import_module(f"pioche.games.{own_folders()[name]}").GAME
    elif name in other_packages():
        found = other_packages()[name].load()
    else:
        return None
    assert isinstance(found, Game)
    return found


def named(name: str, given: Game | None = None) -> Game | None:
    """The game that a text names: the one that it is read for, if it has that name."""
    if given is not None:
        return given if given.id == name else None
    return find_game(name)


def game(name: str | Game) -> Game:
    """A game by its id; a game itself is that one, whatever its id."""
    if isinstance(name, Game):
        return name
    found = find_game(name)
    if found is None:
        raise PiocheError("setup.game", name=name, games=", ".join(game_names()))
    return found
