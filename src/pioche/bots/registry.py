"""Bots by name."""

from __future__ import annotations

from pioche.bots.base import Bot
from pioche.bots.levels import LEVELS, LevelBot
from pioche.bots.random import RandomBot
from pioche.bots.search import Budget, SearchBot
from pioche.bots.thumb import ThumbBot
from pioche.table.errors import PiocheError

SEARCH = "search"
USUAL = "100ms"


def bot_names() -> list[str]:
    """Every bot there is; a search may be given a budget (`search:1s`), a level's number is enough (`3`)."""
    return ["random", "thumb", SEARCH, *(f"level{number}" for number in LEVELS)]


def make(name: str) -> Bot:
    """A bot by its name."""
    kind, _, budget = name.partition(":")
    if kind == SEARCH:
        return SearchBot(Budget.read(budget if ":" in name else USUAL), name)
    if name == "random":
        return RandomBot()
    if name == "thumb":
        return ThumbBot()
    number = name.removeprefix("level")
    if number.isdecimal() and int(number) in LEVELS and len(number) == 1:
        return LevelBot(int(number))
    raise PiocheError("setup.bot", name=name, known=", ".join(bot_names()))


def check_bots(names: list[str], seats: int) -> None:
    """Refuse unknown bots, and more bots than there are seats for them."""
    for name in names:
        make(name)
    if len(names) > seats:
        raise PiocheError("setup.bots", bots=len(names), seats=seats)
