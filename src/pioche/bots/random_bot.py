"""Chooses any legal move, each equally likely."""

from __future__ import annotations

from random import Random

from pioche.bots.base import Choice, View, human_reaction


class RandomBot:
    name = "random"

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        return Choice(rng.choice(choices))

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        return human_reaction(rng)
