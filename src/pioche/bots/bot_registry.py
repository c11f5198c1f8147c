"""Bots by name: ours, those of other installed packages (entry points `pioche.bots`), and those that are registered.

[project.entry-points."pioche.bots"]     # in another package's pyproject.toml
greedy = "my_package:Greedy"

pioche.bots.register("greedy", Greedy)   # in a script, or in a file that a command is given by --code
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points

from pioche.bots.base import Bot
from pioche.bots.levels import LEVELS, LevelBot
from pioche.bots.own_code import PREFIX
from pioche.bots.random_bot import RandomBot
from pioche.bots.search_bot import Budget, SearchBot
from pioche.bots.thumb_bot import ThumbBot
from pioche.table.errors import PiocheError

Factory = Callable[[], Bot]

OWN: dict[str, Factory] = {
    "random": RandomBot,
    "thumb": ThumbBot,
    "search": partial(SearchBot, Budget(seconds=0.1)),
    **{f"level{number}": partial(LevelBot, number) for number in LEVELS},
}
REGISTERED: dict[str, Factory] = {}


def register(name: str, make: Factory) -> None:
    """Add a bot under a name of its own, for this process and whatever workers it starts."""
    if name in OWN or name.isdecimal() or not name.isidentifier():
        raise PiocheError("setup.bot_name", name=name)
    REGISTERED[name] = make


@cache
def other_packages() -> dict[str, EntryPoint]:
    """Bots of other installed packages by name; nothing of them is loaded. Our own names stay ours."""
    return {point.name: point for point in entry_points(group="pioche.bots") if point.name not in OWN}


def bot_names() -> list[str]:
    return list(dict.fromkeys((*OWN, *other_packages(), *REGISTERED)))


def make(name: str) -> Bot:
    """A bot by its name; a search may be given a budget (`search:1s`), of a level the number is enough (`3`)."""
    kind, colon, budget = name.partition(":")
    if kind == "search" and colon:
        return SearchBot(Budget.read(budget), name)
    wanted = f"level{name}" if name.isdecimal() else name
    if wanted in OWN:
        return OWN[wanted]()
    if wanted in REGISTERED:
        return REGISTERED[wanted]()
    if wanted in other_packages():
        return load(other_packages()[wanted])()
    raise PiocheError("setup.bot", name=name, known=", ".join(bot_names()))


def load(point: EntryPoint) -> Factory:
    try:
        found: Factory = point.load()
    except (ImportError, AttributeError) as error:
        raise PiocheError("setup.bot_package", name=point.name, where=point.value, why=error) from error
    return found


def brought_along(names: Iterable[str]) -> dict[str, Factory]:
    """Of these bots those that were registered here, but for those of code that is run in workers, too."""
    own = {name: REGISTERED[name] for name in names if name in REGISTERED}
    return {name: made for name, made in own.items() if not getattr(made, "__module__", "").startswith(PREFIX)}


def check_bots(names: list[str], seats: int) -> None:
    """Refuse unknown bots, and more bots than there are seats for them."""
    for name in names:
        make(name)
    if len(names) > seats:
        raise PiocheError("setup.bots", bots=len(names), seats=seats)
