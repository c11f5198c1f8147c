"""What the games say about the bots: shares, margins, ratings. A deal is one observation, however often it is played.

The games of one deal are not independent: they share its cards. So every figure is first taken deal by deal, over all
seats at which the bot sat, and the interval is that of the mean over deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from pioche.arena.seatings import Played, Seating

Numbers = np.ndarray[Any, Any]
Interval = tuple[float, float]
SURE = 0.975  # of each end; 95 % for both
FEW = {1: 12.7062, 2: 4.3027}  # Student's quantiles where the expansion is too coarse


@dataclass(frozen=True)
class Ends:
    """How whole deals ended, as arrays of deal, seating and seat."""

    scores: Numbers
    shares: Numbers  # of the win: 1 alone, 1/2 each for two who tie
    places: Numbers
    margins: Numbers  # over the mean of the others; positive is good
    moves: Numbers
    seconds: Numbers


def ends(played: Sequence[Played], seatings: int, low_wins: bool) -> Ends:
    """Games in order of deal and seating, as arrays."""
    shape = (-1, seatings, len(played[0].scores))
    scores = np.array([each.scores for each in played]).reshape(shape)
    won = np.array([[seat in each.winners for seat in range(shape[2])] for each in played]).reshape(shape)
    good = -scores if low_wins else scores
    return Ends(
        scores=scores,
        shares=won / won.sum(axis=2, keepdims=True),
        places=places(good, won),
        margins=margins(good),
        moves=np.array([each.moves for each in played]).reshape(shape),
        seconds=np.array([each.seconds for each in played]).reshape(shape),
    )


def places(good: Numbers, won: Numbers) -> Numbers:
    """1 for the winners, whatever broke the tie; then by points; those who tie share the better place."""
    rank = np.where(won, good.max() + 1, good)
    ahead = rank[..., None, :] > rank[..., :, None]
    place: Numbers = 1 + ahead.sum(axis=-1)
    return place


def margins(good: Numbers) -> Numbers:
    """A seat's points beyond the mean of the others."""
    others = good.sum(axis=-1, keepdims=True) - good
    margin: Numbers = good - others / (good.shape[-1] - 1)
    return margin


def by_deal(values: Numbers, seatings: Sequence[Seating], bot: str) -> Numbers:
    """A bot's mean in each deal, over all seats at which it sat."""
    sat = np.array([[name == bot for name in seating] for seating in seatings])
    means: Numbers = values[:, sat].mean(axis=1)
    return means


def interval(values: Numbers) -> Interval | None:
    """Where the true mean lies, 95 % sure, by Student's distribution; nothing can be said from one deal."""
    if len(values) < 2:
        return None
    mean = float(values.mean())
    reach = student(len(values) - 1) * float(values.std(ddof=1)) / sqrt(len(values))
    return mean - reach, mean + reach


def most_share(seatings: Sequence[Seating], bot: str) -> float:
    """What a seat of this bot would win on average if the bot won every game: two seats can't both win alone."""
    return sum(bot in seating for seating in seatings) / sum(seating.count(bot) for seating in seatings)


def share_interval(values: Numbers, most: float = 1.0) -> Interval | None:
    """The interval of a share, between 0 and the most there is to win.

    Where all deals came out alike, others may still be possible: what happens in less than 1 - 0.025^(1/n) of all deals
    may well not have been seen in n deals.
    """
    found = interval(values)
    if found is None:
        return None
    if values.min() == values.max():
        seen = (1 - SURE) ** (1 / len(values))
        return seen * found[0], seen * found[0] + (1 - seen) * most
    return max(0.0, found[0]), min(most, found[1])


def student(freedom: int) -> float:
    """The quantile of Student's distribution, by its expansion about the normal one (Abramowitz and Stegun 26.7.5)."""
    if freedom in FEW:
        return FEW[freedom]
    z = NormalDist().inv_cdf(SURE)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / freedom**power for power, term in enumerate(terms, 1)))


def ratings(found: Ends, seatings: Sequence[Seating]) -> dict[str, tuple[float, float]]:
    """Each bot's mu and sigma (openskill, Plackett-Luce), game by game in the order of the schedule.

    A bot that sits at a table twice is rated for both seats, and keeps the mean. Only differences mean anything: over
    many games all ratings drift, so they are moved back to where their mean is that of a beginner.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {name: model.rating() for seating in seatings for name in seating}
    for deal in found.places.tolist():
        for seating, ranks in zip(seatings, deal, strict=True):
            after = model.rate([[rated[name]] for name in seating], ranks=ranks)
            for name in set(seating):
                own = [team[0] for team, other in zip(after, seating, strict=True) if other == name]
                rated[name] = model.rating(mean([each.mu for each in own]), mean([each.sigma for each in own]))
    drift = mean([rating.mu for rating in rated.values()]) - model.mu
    return {name: (rating.mu - drift, rating.sigma) for name, rating in rated.items()}


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
