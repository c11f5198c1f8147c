"""How good moves are, judged by search from what a seat knows: hints while one plays, a review when it is over."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import NamedTuple

from pioche.bots.base import View
from pioche.bots.search_bot import Budget, Weighed, is_ready, prepare, weigh

SHOWN = 3  # moves of a hint


class Judgement(NamedTuple):
    """A move that was played beside the best one, each with the share of a victory that it was thought to bring."""

    move: str
    share: float
    best: str
    best_share: float

    @property
    def cost(self) -> float:
        return max(0.0, self.best_share - self.share)


def hint(view: View, choices: list[str], budget: Budget, rng: Random) -> list[Weighed]:
    """The best moves, the very best first."""
    ready(view)
    return weigh(view, choices, budget, rng)[:SHOWN]


def judge(view: View, choices: list[str], played: str, budget: Budget, rng: Random) -> Judgement:
    """Half of the budget finds the best move; the other half compares the two, for a search tries bad moves seldom."""
    ready(view)
    half = replace(budget, seconds=budget.seconds / 2, rounds=max(1, budget.rounds // 2))
    best = weigh(view, choices, half, rng)[0]
    if best.move == played:
        return Judgement(played, best.share, played, best.share)
    shares = {each.move: each.share for each in weigh(view, [best.move, played], half, rng)}
    if shares[played] >= shares[best.move]:
        return Judgement(played, shares[played], played, shares[played])
    return Judgement(played, shares[played], best.move, shares[best.move])


def ready(view: View) -> None:
    """Here it is waited for: a judgement by rule of thumb would be none."""
    if not is_ready(view.game):
        prepare(view.game)
