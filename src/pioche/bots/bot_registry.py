"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pioche.bots.base import Bot
from pioche.bots.levels import LEVELS, LevelBot
from pioche.bots.random_bot import RandomBot
from pioche.bots.search import Budget, SearchBot
from pioche.bots.thumb_bot import ThumbBot
from pioche.table.errors import PiocheError

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "thumb": ThumbBot,
    "search": partial(SearchBot, Budget(seconds=0.1)),
    **{f"level{number}": partial(LevelBot, number) for number in LEVELS},
}


def bot_names() -> list[str]:
    return list(BOTS)


def make(name: str) -> Bot:
    """A bot by its name; a search may be given a budget (`search:1s`), of a level the number is enough (`3`)."""
    kind, colon, budget = name.partition(":")
    if kind == "search" and colon:
        return SearchBot(Budget.read(budget), name)
    wanted = f"level{name}" if name.isdecimal() else name
    if wanted not in BOTS:
        raise PiocheError("setup.bot", name=name, known=", ".join(BOTS))
    return BOTS[wanted]()


def check_bots(names: list[str], seats: int) -> None:
    """Refuse unknown bots, and more bots than there are seats for them."""
    for name in names:
        make(name)
    if len(names) > seats:
        raise PiocheError("setup.bots", bots=len(names), seats=seats)
