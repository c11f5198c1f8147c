"""Simulation at scale, matches between bots, the designer's lab, and measurements."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pioche.lab.tournament import Result, arena
    from pioche.lab.workshop import Study, examine, study, walk

__all__ = ["Result", "Study", "arena", "examine", "study", "walk"]

_HOME = dict.fromkeys(("Result", "arena"), "tournament") | dict.fromkeys(
    ("Study", "examine", "study", "walk"), "workshop"
)


def __getattr__(name: str) -> Any:
    """Loaded when first used, so that simulation need not wait for what tournaments need."""
    if name not in _HOME:
        raise AttributeError(f"module 'pioche.lab' has no attribute '{name}'")
    return getattr(import_module(f"pioche.lab.{_HOME[name]}"), name)
