"""The outside world's interfaces: PettingZoo, Gymnasium, OpenSpiel. See docs/environments.md.

from pioche.envs import kolpa_v0          # PettingZoo: kolpa_v0.env(players=3)
from pioche.envs import vector            # Gymnasium: vector("kolpa", 4096, opponents="thumb")
import pioche.envs.openspiel              # OpenSpiel: pyspiel.load_game("pioche_kolpa")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pioche.table.extras import check_extra

if TYPE_CHECKING:
    from pioche.envs.gym_single import single
    from pioche.envs.gym_vector import vector
    from pioche.envs.pettingzoo_env import aec

__all__ = ["aec", "single", "vector"]


def __getattr__(name: str) -> Any:
    """Loaded when first used; `kolpa_v0` and the like are PettingZoo's way to name an environment."""
    if name == "aec" or name.endswith("_v0"):
        check_extra("envs", "pioche.envs")
        from pioche.envs import pettingzoo_env

        return pettingzoo_env.aec if name == "aec" else pettingzoo_env.named(name)
    if name in ("single", "vector"):
        check_extra("envs", "pioche.envs")
        from pioche.envs import gym_single, gym_vector

        return gym_vector.vector if name == "vector" else gym_single.single
    raise AttributeError(f"module 'pioche.envs' has no attribute '{name}'")
