"""Games move by move, for questions that no figure answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pioche.studies.play_chunks import StudyCase, luck, watch_one
from pioche.studies.run_study import plan_of
from pioche.studies.study_settings import Wish
from pioche.studies.watching_rules import SHIFT
from pioche.table.events import Event
from pioche.table.game import Game
from pioche.table.position import Position


class Step(NamedTuple):
    """A move: who made it, in which position (before it), and what it made happen."""

    game: int
    bot: str
    seat: int
    move: str
    position: Position
    events: Sequence[Event]


def walk(
    game: str | Game,
    players: int,
    set: Wish | None = None,
    bots: Sequence[str] = ("level3",),
    games: int = 100,
    seed: int = 0,
) -> Iterator[Step]:
    """Every move of some games of one setting, in order; the seatings take turns."""
    plan = plan_of(game, players, set, bots, games, seed, skill=False)
    case = plan.cases(plan.settings[0])[1][0]
    if not case.deck:
        case.game.compile()  # another deck has no machine code of its own for positions
    for number in range(games):
        yield from steps(case, number, number % len(case.match.seatings))


def steps(case: StudyCase, number: int, seating: int) -> Iterator[Step]:
    watched = watch_one(case, number, seating, "compiled")
    match, pos = case.match, start(case, number)
    for entry in watched.moves:
        seat, move = entry // SHIFT, case.game.moves[entry % SHIFT].text
        before = pos.copy()
        yield Step(number, match.seatings[seating][seat], seat, move, before, pos.play(seat, move))


def start(case: StudyCase, number: int) -> Position:
    seed, *_ = luck(case, number, 0)
    return case.game.deal(case.match.players, seed=seed, **case.match.options)
