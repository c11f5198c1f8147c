"""Environments side by side: ours, and others' in their own loops (one small file each in bench/peers), at random.

A step of the vector environment is one action of the learner, whatever bots play then, its observation and its mask.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

PEERS = Path(__file__).parent / "peers"
TABLES, STEPS = 4096, 20
Play = Callable[[], int]
AGAINST = {  # what our figures are measured against, by the names of files in bench/peers
    "env vector": "env pgx_random",
    "env vector thumb": "env pgx_random",
    "env batch": "env pgx_random",
    "env aec": "env pettingzoo_random",
    "env compiled": "env c_kolpa",
}


def random_choices() -> Callable[..., None]:
    """Any True of each row, in compiled code: so that choosing takes little beside the environment's own time."""
    from numba import njit

    def choose(mask: Any, luck: Any, actions: Any) -> None:
        for i in range(len(mask)):
            left = int(luck[i] * mask[i].sum())
            for k in range(mask.shape[1]):
                left -= mask[i, k]
                if left < 0 and mask[i, k]:
                    actions[i] = k
                    break

    compiled: Callable[..., None] = njit(nogil=True)(choose)
    return compiled


def vector_steps(name: str, players: int, opponents: str = "random") -> Play:
    """The vector environment, on all cores, with observations and masks."""
    from pioche.envs import vector

    env, rng, choose = vector(name, TABLES, players, opponents, copy=False), np.random.default_rng(1), random_choices()
    _, info = env.reset(seed=1)
    actions = np.zeros(TABLES, np.int64)

    def play() -> int:
        for _ in range(STEPS):
            choose(info["action_mask"], rng.random(TABLES), actions)
            env.step(actions)
        return TABLES * STEPS

    return play


def batch_steps(name: str, players: int) -> Play:
    """A batch where every seat is asked: moves checked and played, then masks and observations."""
    from pioche.table.batch import batch

    tables, rng, choose = batch(name, TABLES, players, seed=1), np.random.default_rng(1), random_choices()
    mask, seen, actions = tables.legal(), tables.observe(), np.zeros(TABLES, np.int64)

    def play() -> int:
        for _ in range(STEPS):
            choose(tables.legal(out=mask), rng.random(TABLES), actions)
            tables.play(actions)
            tables.renew()
            tables.observe(out=seen)
        return TABLES * STEPS

    return play


def aec_steps(name: str, players: int) -> Play:
    """Our PettingZoo environment, stepped from Python."""
    from pioche.envs import aec
    from pioche.table.game_registry import game

    game(name).compile()
    env, rng, seed = aec(name, players), np.random.default_rng(1), 0

    def play() -> int:
        nonlocal seed
        seed, moves = seed + 1, 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"])))
            moves += 1
        return moves

    return play


def load(path: Path) -> ModuleType:
    spec = spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def peers() -> dict[str, ModuleType]:
    """The others, by the names of their files."""
    return {path.stem: load(path) for path in sorted(PEERS.glob("*.py"))}


def env_benchmarks() -> list[tuple[str, str, Callable[[], Play]]]:
    """Key, name and maker of everything that is measured; each peer before what is measured against it."""
    others = [(f"env {key}", module.NAME, module.play) for key, module in peers().items()]
    many = f"{TABLES:,} tables at once on all cores, observations and masks"
    return [
        *others,
        ("env compiled", "Pioche kolpa, 4 players, compiled", partial(compiled_kolpa, 4)),
        ("env vector", f"Pioche kolpa, vector environment, 2 players, {many}", partial(vector_steps, "kolpa", 2)),
        ("env vector thumb", "  the same against thumb", partial(vector_steps, "kolpa", 2, "thumb")),
        ("env batch", f"Pioche kolpa, batch, 2 players, {many}", partial(batch_steps, "kolpa", 2)),
        ("env aec", "Pioche kolpa, PettingZoo environment, 2 players, from Python", partial(aec_steps, "kolpa", 2)),
    ]


def compiled_kolpa(players: int) -> Play:
    """Random games of Kolpa! in compiled code, on one core, as the C program plays them."""
    from bench.moves_per_second import pioche_compiled
    from pioche.table.game_registry import game

    return pioche_compiled(game("kolpa"), players)
