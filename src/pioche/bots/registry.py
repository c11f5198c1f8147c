"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable

from pioche.bots.base import Bot
from pioche.bots.random import RandomBot
from pioche.bots.thumb import ThumbBot
from pioche.table.errors import PiocheError

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "thumb": ThumbBot}


def bot_names() -> list[str]:
    return list(BOTS)


def make(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise PiocheError("setup.bot", name=name, known=", ".join(BOTS))
    return BOTS[name]()


def check_bots(names: list[str], seats: int) -> None:
    """Refuse unknown bots, and more bots than there are seats for them."""
    for name in names:
        make(name)
    if len(names) > seats:
        raise PiocheError("setup.bots", bots=len(names), seats=seats)
