"""Plays by each game's rule of thumb: the move that looks best now, and says why."""

from __future__ import annotations

from random import Random

from pioche.bots.base import Choice, View, human_reaction
from pioche.core import hooks
from pioche.table.catalogue import Phrase

POINT = 100  # a rule of thumb counts in hundredths of a point


class ThumbBot:
    name = "thumb"

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        values = {move: self.value(view, move) for move in choices}
        best = max(values.values())
        move = rng.choice([move for move in choices if values[move] == best])
        return Choice(move, self.reason(view, move, best))

    def value(self, view: View, move: str) -> int:
        number = view.game.move_numbers[move]
        return int(view.table.ask(hooks.heuristic, view.seat, number))

    def reason(self, view: View, move: str, value: int) -> Phrase | None:
        chosen = view.game.moves[view.game.move_numbers[move]]
        key = f"thumb.{chosen.verb}"
        if key not in view.game.words["en"]:
            return None
        points = f"{value / POINT:+.0f}"
        return Phrase(key, {**chosen.details, "points": points}, view.game.words)

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        return human_reaction(rng)
