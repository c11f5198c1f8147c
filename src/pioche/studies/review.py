"""The review of a game: what a seat decided, what would have been best, on what it knew then."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from pioche.bots import View
from pioche.bots.advice import Judgement, judge
from pioche.bots.search_bot import Budget
from pioche.core.seats import seat_number
from pioche.table.errors import PiocheError
from pioche.table.game import Game
from pioche.table.position_parser import parse
from pioche.table.record import read_record

MOST_COSTLY = 3
SMALL = 0.02  # of a victory: less is within what the estimates differ by


class Decision(NamedTuple):
    """Where a seat had a choice."""

    step: int  # the position before it, as the replay counts them
    seat: int
    view: str
    choices: list[str]
    move: str
    game: Game | None = None  # that of the record, if it is not the one of that name


def decisions(record: str, seat: int, game: Game | None = None) -> Iterator[Decision]:
    """Every decision of a seat in a game, with what it knew then."""
    read = read_record(record, game)
    pos = read.start
    if not 0 <= seat < pos.seats:
        raise PiocheError("setup.seat", seat=seat, seats=pos.seats)
    for step, (_, line) in enumerate(read.moves):
        mover, move = seat_number(line[0]), line[2:]
        if mover == seat:
            choices = pos.choices if pos.actor == seat else pos.moves(seat)
            if len(choices) > 1 and move in choices:
                yield Decision(step, seat, pos.view(seat), choices, move, game)
        pos.play(mover, move)


def judged(decision: Decision, budget: Budget, seed: int = 0) -> Judgement:
    """One decision; the same seed and number of rounds give the same judgement."""
    rng = Random(f"{seed}:{decision.step}")
    view = View(parse(decision.view, game=decision.game), decision.seat, rng)
    return judge(view, decision.choices, decision.move, budget, rng)


def most_costly(costs: list[float]) -> list[int]:
    """The decisions that cost most, the worst first; those that cost next to nothing are none."""
    worst = sorted(range(len(costs)), key=lambda i: -costs[i])[:MOST_COSTLY]
    return [i for i in worst if costs[i] >= SMALL]
