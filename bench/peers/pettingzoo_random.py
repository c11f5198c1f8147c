"""One of PettingZoo's own card games (Leduc hold'em, on RLCard), stepped at random with its action masks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

NAME = "PettingZoo leduc_holdem_v4, from Python"


def play() -> Callable[[], int]:
    from pettingzoo.classic import leduc_holdem_v4

    env, rng, seed = leduc_holdem_v4.env(), np.random.default_rng(1), 0

    def one_game() -> int:
        nonlocal seed
        seed += 1
        env.reset(seed=seed)
        moves = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else rng.choice(np.flatnonzero(seen["action_mask"])))
            moves += 1
        return moves

    return one_game
