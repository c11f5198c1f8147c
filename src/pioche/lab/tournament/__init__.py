"""Duplicate matches between bots: see `arena` and docs/arena.md."""

from pioche.lab.tournament.result import Result, Row, Standing
from pioche.lab.tournament.run import arena
from pioche.lab.tournament.schedule import Match, Played

__all__ = ["Match", "Played", "Result", "Row", "Standing", "arena"]
