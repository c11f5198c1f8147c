"""Gymnasium: one table, as a single-agent environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from pioche.envs.gym_vector import RENDER_MODES, GymVectorEnv
from pioche.table.game import Game
from pioche.table.game_registry import own_folders

Array = np.ndarray[Any, Any]


def single(
    name: str | Game, players: int | None = None, opponents: str | Sequence[str] = "random", **settings: Any
) -> GymSingleEnv:
    """One table of a game, where bots play the other seats."""
    return GymSingleEnv(name, players, opponents, **settings)


class GymSingleEnv(gymnasium.Env[Array, Any]):
    """A vector environment of one table, told without the vector: see `pioche.envs.gym_vector.GymVectorEnv`."""

    metadata = {"render_modes": RENDER_MODES}  # noqa: RUF012

    def __init__(
        self, name: str | Game, players: int | None = None, opponents: str | Sequence[str] = "random", **settings: Any
    ) -> None:
        self.tables = GymVectorEnv(name, 1, players, opponents, **{"seat": 0, "threads": 1, **settings})
        self.render_mode = self.tables.render_mode
        self.observation_space = self.tables.single_observation_space
        self.action_space = self.tables.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        seen, info = self.tables.reset(seed=seed)
        return seen[0], {"action_mask": info["action_mask"][0]}

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        seen, rewards, over, _, info = self.tables.step(np.array([action]))
        return seen[0], float(rewards[0]), bool(over[0]), False, {"action_mask": info["action_mask"][0]}

    def render(self) -> str | None:
        drawn = self.tables.render()
        return None if drawn is None else drawn[0]


def register() -> None:
    """Let `gymnasium.make("pioche/kolpa-v0")` and `gymnasium.make_vec(…, num_envs=4096)` find every game."""
    for name in own_folders():
        id = f"pioche/{name}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="pioche.envs.gym_single:GymSingleEnv",
                vector_entry_point="pioche.envs.gym_vector:GymVectorEnv",
                kwargs={"name": name},
                disable_env_checker=True,  # it tries actions that the mask forbids
            )


register()
