"""What a bot is given, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol

from pioche.table.catalogue import Phrase

if TYPE_CHECKING:
    from pioche.table.position import Position


class View:
    """What a seat knows: as text, and as a table that it can't tell from the real one.

    The real position is not kept: what the seat does not know is dealt anew, from the bot's own randomness, before the
    bot sees anything. Two positions that the seat can't tell apart give the same view.
    """

    def __init__(self, pos: Position, seat: int, rng: Random) -> None:
        self.seat = seat
        self.game = pos.game
        self.table = pos.imagine(seat, rng)

    @property
    def text(self) -> str:
        """The notation, with `?` for what the seat may not know."""
        return self.table.view(self.seat)


@dataclass(frozen=True)
class Choice:
    """A move, and in one line why."""

    move: str
    reason: Phrase | None = None


class Bot(Protocol):
    name: str

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        """One of the choices, within the time given."""

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        """At a live table: how many seconds it takes to react."""


def human_reaction(rng: Random, slowness: float = 1.0) -> float:
    """Some 0.4 to 1.2 seconds, as people do; more for slow ones."""
    return 0.35 + slowness * rng.lognormvariate(-1.0, 0.45)
