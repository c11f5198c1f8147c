"""Players that are programs. A bot gets its seat's view and what it may choose from, never the position.

    class Bot(Protocol):
        def choose(self, view, choices, seconds, rng) -> Choice        # a move, and why
        def reaction(self, view, choices, rng) -> float                # live tables: seconds until it reacts

`make("thumb")` makes one by its name.
"""

from pioche.bots.base import Bot, Choice, View
from pioche.bots.registry import bot_names, check_bots, make

__all__ = ["Bot", "Choice", "View", "bot_names", "check_bots", "make"]
