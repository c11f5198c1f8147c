"""Where bots play matches against each other, and games are played by the million: see `arena` and docs/arena.md."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pioche.arena.match_result import Result, ResultRow, Standing
    from pioche.arena.run_match import arena
    from pioche.arena.seatings import Match, Played

__all__ = ["Match", "Played", "Result", "ResultRow", "Standing", "arena"]

HOMES = {
    "Match": "seatings", "Played": "seatings", "Result": "match_result", "ResultRow": "match_result",
    "Standing": "match_result", "arena": "run_match",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Loaded when first used, so that simulation need not wait for what matches need."""
    if name not in HOMES:
        raise AttributeError(f"module 'pioche.arena' has no attribute '{name}'")
    return getattr(import_module(f"pioche.arena.{HOMES[name]}"), name)
