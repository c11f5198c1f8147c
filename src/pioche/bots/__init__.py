"""Players that are programs. A bot gets its seat's view and what it may choose from, never the position.

    class Bot(Protocol):
        def choose(self, view, choices, seconds, rng) -> Choice        # a move, and why
        def reaction(self, view, choices, rng) -> float                # live tables: seconds until it reacts

`make("thumb")` makes one by its name: `random`, `thumb`, `search`, `search:1s`, `level1` to `level5`.
`register("greedy", Greedy)` adds one; other packages bring theirs by the entry point `pioche.bots`.
`weigh(view, choices, budget, rng)` says how good each move is thought to be, for hints and reviews.
"""

from pioche.bots.base import Bot, Choice, View
from pioche.bots.bot_registry import bot_names, check_bots, make, register
from pioche.bots.search_bot import Budget, Weighed, weigh

__all__ = ["Bot", "Budget", "Choice", "View", "Weighed", "bot_names", "check_bots", "make", "register", "weigh"]
