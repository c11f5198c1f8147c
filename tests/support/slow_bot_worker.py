"""A worker with a bot that takes its time, on every machine the same, and has nothing to compile."""

from __future__ import annotations

import time
from random import Random

from pioche.bots import Choice, View
from pioche.bots.bot_registry import REGISTERED
from pioche.server.bots import bot_worker

THINKS = 0.1  # seconds


class Thinker:
    name = "thinker"

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        time.sleep(THINKS)
        return Choice(rng.choice(choices))

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        return 0.0


if __name__ == "__main__":
    REGISTERED["thinker"] = Thinker
    bot_worker.main()
