"""Simulation at scale, matches between bots, and measurements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pioche.lab.tournament import Result, arena

__all__ = ["Result", "arena"]


def __getattr__(name: str) -> Any:
    """Loaded when first used, so that simulation need not wait for what tournaments need."""
    if name not in __all__:
        raise AttributeError(f"module 'pioche.lab' has no attribute '{name}'")
    from pioche.lab import tournament

    return getattr(tournament, name)
