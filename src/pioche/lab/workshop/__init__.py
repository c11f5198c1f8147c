"""The designer's lab: change a game, play it thousands of times, and look at what changes. See docs/lab.md."""

from pioche.lab.workshop.result import Comparison, Finding, Study
from pioche.lab.workshop.run import examine, study
from pioche.lab.workshop.steps import Step, walk

__all__ = ["Comparison", "Finding", "Step", "Study", "examine", "study", "walk"]
