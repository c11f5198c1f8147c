"""Five levels, from a beginner to a master: how much a bot looks ahead, how often it slips, what it forgets."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pioche.bots.base import Choice, View, human_reaction
from pioche.bots.memory import remember
from pioche.bots.search_bot import Budget, SearchBot, prepare
from pioche.bots.thumb_bot import ThumbBot
from pioche.table.game import Game

LONGEST = 1.0  # seconds that a level thinks at most


@dataclass(frozen=True)
class Level:
    """What a player is like in every game; how far it looks ahead, and how often it slips, is each game's to say."""

    forgets: float  # the share of the hidden cards it has seen that it does not remember just now
    slowness: float  # in reacting


LEVELS = {
    1: Level(forgets=0.5, slowness=1.8),
    2: Level(forgets=0.3, slowness=1.4),
    3: Level(forgets=0.15, slowness=1.1),
    4: Level(forgets=0.05, slowness=0.9),
    5: Level(forgets=0.0, slowness=0.7),
}


class LevelBot:
    """Plays by the rule of thumb or by a search of some rounds: the same seed gives the same moves, time permitting."""

    def __init__(self, number: int) -> None:
        self.name, self.number, self.level = f"level{number}", number, LEVELS[number]

    def prepare(self, game: Game) -> None:
        """Compile now what it needs, so that it need not begin by thumb."""
        if game.bots.thinking[self.number - 1]:
            prepare(game)

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        if rng.random() < view.game.bots.slips[self.number - 1]:
            return Choice(rng.choice(choices))
        seen = remember(view, choices, self.level.forgets, rng)
        rounds = view.game.bots.thinking[self.number - 1]
        if rounds == 0:
            return ThumbBot().choose(seen, choices, seconds, rng)
        return SearchBot(Budget(LONGEST, rounds), self.name).choose(seen, choices, seconds, rng)

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        return human_reaction(rng, self.level.slowness)
