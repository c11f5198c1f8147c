"""The designer's lab: change a game, play it thousands of times, and look at what changes. See docs/lab.md."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pioche.studies.run_study import examine, study
    from pioche.studies.study_result import Comparison, Finding, Study
    from pioche.studies.walk_moves import Step, walk

__all__ = ["Comparison", "Finding", "Step", "Study", "examine", "study", "walk"]

HOMES = {
    "Comparison": "study_result", "Finding": "study_result", "Step": "walk_moves", "Study": "study_result",
    "examine": "run_study", "study": "run_study", "walk": "walk_moves",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Loaded when first used, so that a review need not wait for what studies need."""
    if name not in HOMES:
        raise AttributeError(f"module 'pioche.studies' has no attribute '{name}'")
    return getattr(import_module(f"pioche.studies.{HOMES[name]}"), name)
