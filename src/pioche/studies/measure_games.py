"""What games say: each measure is a small function over plain records of games.

A deal is one observation, however often it is played. A measure gives two numbers for every deal, y and x; its value
is the sum of the y over the sum of the x (x is 1 for a plain mean), and its 95 % interval is that of such a ratio.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from pioche.arena.seatings import Seating
from pioche.arena.statistics import SURE, margins, places, student
from pioche.studies.watching_rules import CHANGES, FIRST, FORCED, MOVES, REACTIONS, SINCE, TIME, TURNS

Numbers = np.ndarray[Any, Any]
FEWEST = 20  # deals with a card in them, for an interval of how it fares


@dataclass(frozen=True)
class Games:
    """Games of whole deals, as arrays of deal, seating, and then seat, fact or event."""

    seatings: Sequence[Seating]
    facts: Numbers
    scores: Numbers
    shares: Numbers  # of the win
    events: Numbers
    event_names: tuple[str, ...] = ()
    stalling: tuple[str, ...] = ()  # events that say that a limit ended it
    low_wins: bool = False

    @property
    def players(self) -> int:
        return int(self.scores.shape[2])

    @property
    def deals(self) -> int:
        return len(self.scores)

    @property
    def good(self) -> Numbers:
        """Points such that more is better."""
        return -self.scores if self.low_wins else self.scores


class Figure(NamedTuple):
    """A number and where it lies, 95 % sure; without an interval where too little was seen."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Sample:
    """Two numbers for every deal."""

    y: Numbers
    x: Numbers
    most: float | None = None  # a share lies between 0 and this

    @property
    def value(self) -> float:
        return float(self.y.sum() / self.x.sum()) if self.x.sum() else 0.0

    @property
    def pull(self) -> Numbers:
        """How much each deal pulls the value away from what it is."""
        pull: Numbers = (self.y - self.value * self.x) / (self.x.mean() or 1.0)
        return pull


def mean_of(values: Numbers, most: float | None = None) -> Sample:
    """A number for every game of a deal: their mean is the deal's."""
    y = values.reshape(len(values), -1).mean(axis=1).astype(float)
    return Sample(y, np.ones_like(y), most)


def reach(pull: Numbers) -> float:
    """Half the width of the 95 % interval of a mean."""
    return student(len(pull) - 1) * float(pull.std(ddof=1)) / sqrt(len(pull))


def figure(sample: Sample) -> Figure:
    if len(sample.y) < 2:
        return Figure(sample.value, None, None)
    if sample.most is not None and sample.pull.std() == 0:
        return Figure(sample.value, *unseen(sample.value, len(sample.y), sample.most))
    low, high = sample.value - reach(sample.pull), sample.value + reach(sample.pull)
    return (
        Figure(sample.value, low, high)
        if sample.most is None
        else Figure(sample.value, max(0.0, low), min(high, sample.most))
    )


def unseen(value: float, deals: int, most: float) -> tuple[float, float]:
    """All deals alike: what happens in less than 1 - 0.025^(1/n) of them may well not have been seen."""
    seen = (1 - SURE) ** (1 / deals)
    return seen * value, seen * value + (1 - seen) * most


def fact(games: Games, column: int) -> Numbers:
    column_of: Numbers = games.facts[:, :, column]
    return column_of


# Length


def turns(games: Games) -> Sample:
    """A turn is what a seat does until another one does something; reactions are not counted."""
    return mean_of(fact(games, TURNS))


def minutes(games: Games) -> Sample:
    """As people would take: 4 s a move, 3 s for every doubling of the choices; who choose at once count as one."""
    return mean_of(fact(games, TIME) / 60_000)


# Decisions


def forced(games: Games) -> Sample:
    """The share of moves, reactions aside, where nothing else was legal."""
    return Sample(fact(games, FORCED).sum(axis=1).astype(float), fact(games, MOVES).sum(axis=1).astype(float), 1.0)


def decisions(games: Games) -> Sample:
    """Moves of a seat in a game where it had a choice."""
    return mean_of((fact(games, MOVES) - fact(games, FORCED)) / games.players)


def reactions(games: Games) -> Sample:
    """Answers to what others did, in a game."""
    return mean_of(fact(games, REACTIONS))


# The lead


def lead_changes(games: Games) -> Sample:
    """How often somebody else is alone in the lead, looked at between turns."""
    return mean_of(fact(games, CHANGES))


def decided(games: Games) -> Sample:
    """After which share of the turns those who win lead, and nobody else until the end."""
    return mean_of(fact(games, SINCE) / np.maximum(fact(games, TURNS), 1), 1.0)


def late(games: Games) -> Sample:
    """The share of games that are decided in their last tenth."""
    return mean_of(fact(games, SINCE) > 0.9 * fact(games, TURNS), 1.0)


# Ends


def draws(games: Games) -> Sample:
    """The share of games with several winners."""
    return mean_of(games.shares.max(axis=2) < 1, 1.0)


def stalls(games: Games) -> Sample:
    """The share of games in which a limit put an end to something that nobody ended."""
    columns = [games.event_names.index(name) for name in games.stalling]
    return mean_of(games.events[:, :, columns].sum(axis=2) > 0, 1.0)


def score(games: Games) -> Sample:
    return mean_of(games.scores.mean(axis=2))


def winning_score(games: Games) -> Sample:
    """The points of those who won."""
    return mean_of((games.scores * games.shares).sum(axis=2))


def spread(games: Games) -> Sample:
    """The most points less the fewest, at the end."""
    return mean_of(games.scores.max(axis=2) - games.scores.min(axis=2))


def score_quantiles(games: Games, shares: Sequence[float] = (0.05, 0.25, 0.5, 0.75, 0.95)) -> list[float]:
    """Below which points so many of all seats end."""
    return [float(number) for number in np.quantile(games.scores, shares)]


# Seats


def at_first_seat(games: Games, values: Numbers) -> Numbers:
    """Of the seat that began each game."""
    first: Numbers = np.take_along_axis(values, fact(games, FIRST)[:, :, None], axis=2)[:, :, 0]
    return first


def first_seat(games: Games) -> Sample:
    """What the seat that begins wins beyond its even share."""
    return mean_of(at_first_seat(games, games.shares) - 1 / games.players)


def first_points(games: Games) -> Sample:
    """Its points beyond the mean of the others; positive is good."""
    return mean_of(at_first_seat(games, margins(games.good)))


# Skill


def win_share(games: Games, bot: str) -> Sample:
    """What one seat of a bot wins."""
    sat = np.array([[name == bot for name in seating] for seating in games.seatings])
    most = float(sat.any(axis=1).sum() / sat.sum())
    return mean_of(games.shares[:, sat], most)


def better_wins(games: Games, better: str, worse: str) -> Sample:
    """The chance that the better of two bots at a table ends before the other; a tie counts half."""
    place = places(games.good, games.shares > 0)
    pairs = [
        (number, i, j)
        for number, seating in enumerate(games.seatings)
        for i, one in enumerate(seating)
        for j, other in enumerate(seating)
        if one == better and other == worse
    ]
    ahead = [np.sign(place[:, number, j] - place[:, number, i]) / 2 + 0.5 for number, i, j in pairs]
    return mean_of(np.stack(ahead, axis=1), 1.0)


# Cards and events


def event_counts(games: Games) -> dict[str, Sample]:
    """How often each event happens in a game."""
    return {name: mean_of(games.events[:, :, column]) for column, name in enumerate(games.event_names)}


def card_figure(sums: Sequence[float], deals: int) -> Figure | None:
    """The win share of a card from its sums of y, x, yy, xy, xx over deals; None if it never was there."""
    y, x, yy, xy, xx = sums
    if x == 0:
        return None
    value = y / x
    if deals < FEWEST or x < FEWEST:
        return Figure(value, None, None)
    squares = max(0.0, yy - 2 * value * xy + value * value * xx)
    half = student(deals - 1) * sqrt(squares * deals / (deals - 1)) / x
    return Figure(value, max(0.0, value - half), min(1.0, value + half))


MEASURES: dict[str, Callable[[Games], Sample]] = {
    "turns": turns, "minutes": minutes, "score": score, "winning_score": winning_score, "spread": spread,
    "first_seat": first_seat, "first_points": first_points, "lead_changes": lead_changes, "decided": decided,
    "late": late, "forced": forced, "decisions": decisions, "reactions": reactions, "draws": draws, "stalls": stalls,
}  # fmt: skip
SHARES = {"first_seat", "decided", "late", "forced", "draws", "stalls", "skill"}  # shown in percent
