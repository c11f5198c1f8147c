"""Observers: what somebody wants to know of games that are played, beyond what a simulation or an arena counts.

    class LongestGame(Observer):
        def at_end(self, pos): self.most = max(self.most, pos.played)

    simulate(game, 3, 1000, seed=1, observers=[LongestGame()])

An observer is told of every game before it begins, after each move, and at its end. It may keep what it is given: the
position is the real one, with all its cards, and goes on; `pos.copy()` stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import Any

from pioche.table.errors import PiocheError
from pioche.table.events import Event
from pioche.table.position import Position


class Observer:
    """Does nothing; what a game should be watched for is written over it."""

    def before(self, pos: Position, bots: Sequence[str]) -> None:
        """A game is dealt; the bots by seat."""

    def after(self, pos: Position, seat: int, move: str, events: Sequence[Event]) -> None:
        """A move was played, and made these things happen."""

    def at_end(self, pos: Position) -> None:
        """The game is over."""

    def report(self) -> Any:
        """What the shell prints when all is played: a text, or anything that JSON can say."""
        return None


_registered: dict[str, Callable[[], Observer]] = {}


def register_observer(name: str, make: Callable[[], Observer]) -> None:
    """Add an observer under a name, for `--observe`."""
    _registered[name] = make


def make_observer(name: str) -> Observer:
    """One by its name: registered, or of an installed package (entry points `pioche.observers`)."""
    if name in _registered:
        return _registered[name]()
    points = {point.name: point for point in entry_points(group="pioche.observers")}
    if name not in points:
        raise PiocheError("setup.observer", name=name, known=", ".join(sorted({*_registered, *points})) or "-")
    made: Observer = points[name].load()()
    return made


class Observed:
    """A position that is watched while it is played: every game goes through here."""

    def __init__(self, pos: Position, bots: Sequence[str], observers: Sequence[Observer]) -> None:
        self.pos, self.observers = pos, observers
        for each in observers:
            each.before(pos, bots)

    def play(self, seat: int, move: str) -> None:
        events = self.pos.play(seat, move)
        for each in self.observers:
            each.after(self.pos, seat, move, events)

    def end(self) -> None:
        for each in self.observers:
            each.at_end(self.pos)
