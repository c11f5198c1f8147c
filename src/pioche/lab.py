"""The names that version 0.1 had here; they live in `pioche.arena` and `pioche.studies`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pioche.arena import Result, arena
    from pioche.studies import Study, examine, study, walk

__all__ = ["Result", "Study", "arena", "examine", "study", "walk"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'pioche.lab' has no attribute '{name}'")
    home = "pioche.arena" if name in ("Result", "arena") else "pioche.studies"
    return getattr(import_module(home), name)
