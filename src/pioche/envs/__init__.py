"""The outside world's interfaces: PettingZoo, Gymnasium, OpenSpiel. See docs/environments.md.

from pioche.envs import kolpa_v0          # PettingZoo: kolpa_v0.env(players=3)
from pioche.envs import vector            # Gymnasium: vector("kolpa", 4096, opponents="thumb")
import pioche.envs.spiel                  # OpenSpiel: pyspiel.load_game("pioche_kolpa")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pioche.envs.words import needs

if TYPE_CHECKING:
    from pioche.envs.table import single
    from pioche.envs.tables import vector
    from pioche.envs.zoo import aec

__all__ = ["aec", "single", "vector"]


def __getattr__(name: str) -> Any:
    """Loaded when first used; `kolpa_v0` and the like are PettingZoo's way to name an environment."""
    if name == "aec" or name.endswith("_v0"):
        with needs("pettingzoo", "envs"):
            from pioche.envs import zoo
        return zoo.aec if name == "aec" else zoo.named(name)
    if name in ("single", "vector"):
        with needs("gymnasium", "envs"):
            from pioche.envs import table, tables
        return tables.vector if name == "vector" else table.single
    raise AttributeError(f"module 'pioche.envs' has no attribute '{name}'")
