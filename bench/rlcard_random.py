"""RLCard's uno, stepped from Python with random legal actions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

NAME = "RLCard uno, from Python"
NEEDS = "rlcard"


def play() -> Callable[[], int]:
    import rlcard

    env, rng = rlcard.make("uno"), Random(1)

    def one_game() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return one_game
