"""A study: a game in several settings, played many times, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.arena.parallel_workers import WorkerPool, crew
from pioche.arena.seatings import Match, check_some
from pioche.bots import make
from pioche.bots.bot_registry import brought_along
from pioche.studies.catalogue import CATALOGUE
from pioche.studies.measure_games import Games
from pioche.studies.play_chunks import StudyCase, StudyChunk, Task, bot_profile, play_chunk, prepare
from pioche.studies.rule_usage import rule_uses
from pioche.studies.study_result import Finding, Study
from pioche.studies.study_settings import MOST, Setting, Wish, as_options, read_players, settings_of
from pioche.studies.study_store import StudyStore
from pioche.studies.watching_rules import FACTS, STEP
from pioche.table.errors import PiocheError
from pioche.table.game import Game
from pioche.table.game_registry import game as game_named

if TYPE_CHECKING:
    import polars

FOLLOWED = 20  # games of each setting whose rules are followed
LEVELS = ("level1", "level2", "level3")  # who shows how much skill pays
SKILL = 5  # one game of theirs for so many others

Progress = Callable[[int, int], None]  # told of games just played and their moves; first of those stored, with 0 moves
Done = dict[tuple[int, int], StudyChunk]


@dataclass(frozen=True)
class Plan:
    """All that a study plays, checked."""

    game: Game
    settings: list[Setting]
    bots: tuple[str, ...]
    games: int
    seed: int
    skill: bool
    staff: WorkerPool = field(default_factory=WorkerPool)

    def cases(self, setting: Setting) -> list[tuple[StudyCase, int]]:
        """For a setting: its games, those that show what skill pays, and those whose rules are followed; with deals."""
        own = brought_along(self.bots)
        usual = partial(Match, self.game, setting.players, seed=self.seed, options=as_options(setting), own_bots=own)
        main = StudyCase(usual(bots=self.bots), setting.deck)
        deals = -(-self.games // len(main.match.seatings))
        found = [(main, deals), (StudyCase(main.match, setting.deck, follow=True), min(deals, FOLLOWED))]
        if self.skill:
            match = usual(bots=LEVELS)
            found.append((StudyCase(match, setting.deck), max(2, self.games // SKILL // len(match.seatings))))
        return found

    def done_by(self, staff: WorkerPool) -> Plan:
        """The same, done by these workers; refuses those that are not there."""
        staff.check()
        return replace(self, staff=staff)

    @property
    def all_cases(self) -> list[tuple[StudyCase, int]]:
        return [each for setting in self.settings for each in self.cases(setting)]

    @property
    def total(self) -> int:
        """Games in all."""
        return sum(deals * (1 if case.follow else len(case.match.seatings)) for case, deals in self.all_cases)


def study(game: str | Game, **wishes: Any) -> polars.DataFrame:
    """What `examine` finds, as a Polars frame: a row for every setting, a measure in every column."""
    return examine(game, **wishes).frame()


@dataclass(frozen=True)
class StudyRun:
    """How a study is run: by whom, and whether what was played is kept."""

    workers: int | None = None
    backend: str = "loky"
    address: str | None = None
    keep: bool = False  # what was played is stored, and not played again
    fresh: bool = False  # … but what was stored before is thrown away
    progress: Progress = lambda games, moves: None


def examine(
    game: str | Game,
    players: str | int | Sequence[int] | None = None,
    set: Wish | None = None,
    bots: Sequence[str] = ("level3",),
    games: int = 1000,
    seed: int = 0,
    *,
    compare: bool = False,
    skill: bool = True,
    **how: Any,
) -> Study:
    """Play every setting so many times, and measure.

    `set` gives options, or counts of cards, one value or several each: every combination is a setting. With `compare`
    the usual game is played too, first. Ctrl-C stops it; the study is of what was done until then. What else may be
    said is in `StudyRun`: workers, backend, address, keep, fresh, progress.
    """
    run = StudyRun(**how)
    plan = plan_of(game, players, set, bots, games, seed, compare, skill)
    workers = WorkerPool(run.backend, run.workers, run.address)
    return carry_out(plan.done_by(workers), run.keep, run.fresh, run.progress)


def plan_of(
    game: str | Game,
    players: str | int | Sequence[int] | None,
    set: Wish | None,
    bots: Sequence[str],
    games: int,
    seed: int,
    compare: bool = False,
    skill: bool = True,
    most: int = MOST,
) -> Plan:
    """Refuses, in one sentence, whatever can't be played."""
    chosen = game_named(game)
    if games < 1:
        raise PiocheError("setup.games", games=games)
    check_some(bots)
    settings = settings_of(chosen, read_players(players, chosen), set or {}, compare, most)
    plan = Plan(chosen, settings, tuple(map(full_name, bots)), games, seed, skill)
    for case, _ in plan.all_cases:
        case.match.check()
        check_bots(case)
    return plan


def full_name(bot: str) -> str:
    return f"level{bot}" if bot.isdecimal() else bot


def check_bots(case: StudyCase) -> None:
    """Bots that search know only the usual deck."""
    thinking = [name for name in case.match.names if bot_profile(name, case.game) is None]
    for name in thinking:
        make(name)
        if case.deck:
            raise PiocheError("lab.thinking", CATALOGUE, bot=name, known="random, thumb, level1, level2, level3")


def carry_out(plan: Plan, keep: bool, fresh: bool, progress: Progress) -> Study:
    cases = plan.all_cases
    stores = [StudyStore(case) if keep else None for case, _ in cases]
    done: list[Done] = [store.open(fresh) if store else {} for store in stores]
    left = tasks(cases, done)
    first = next(left, None)
    if first is not None:
        with suppress(KeyboardInterrupt):
            play_all(plan, cases, stores, done, chain([first], left), progress)
    whole = [whole_chunks(case, deals, found) for (case, deals), found in zip(cases, done, strict=True)]
    return gathered(plan, cases, whole)


def spans(case: StudyCase, deals: int) -> Iterator[tuple[int, int]]:
    """The chunks of a case: first deal, and deals."""
    return ((first, min(case.step, deals - first)) for first in range(0, deals, case.step))


def tasks(cases: Sequence[tuple[StudyCase, int]], done: Sequence[Done]) -> Iterator[Task]:
    for number, (case, deals) in enumerate(cases):
        yield from ((number, *span) for span in spans(case, deals) if span not in done[number])


def play_all(
    plan: Plan,
    cases: Sequence[tuple[StudyCase, int]],
    stores: Sequence[StudyStore | None],
    done: Sequence[Done],
    left: Iterator[Task],
    progress: Progress,
) -> None:
    """Play what is left, and note it as it comes."""
    for case, _ in cases:
        prepare(case)
    progress(stored_games(cases, done), 0)
    quick = all(case.quick for case, _ in cases)
    with crew(partial(play_task, [case for case, _ in cases]), plan.staff, quick) as play, closing(play(left)) as ended:
        for number, chunk in ended:
            store = stores[number]
            if store:
                store.add(chunk)
            done[number][chunk.first, chunk.deals] = chunk
            progress(len(chunk.won), sum(row[STEP] for row in chunk.facts))


def play_task(cases: Sequence[StudyCase], task: Task) -> tuple[int, StudyChunk]:
    number, first, deals = task
    cases[number].match.bring_bots()
    return number, play_chunk(cases[number], first, deals)


def stored_games(cases: Sequence[tuple[StudyCase, int]], done: Sequence[Done]) -> int:
    wanted = zip(cases, done, strict=True)
    return sum(len(found[span].won) for (case, deals), found in wanted for span in spans(case, deals) if span in found)


def whole_chunks(case: StudyCase, deals: int, found: Done) -> list[StudyChunk]:
    """Those up to the first that is missing: what is done first is shorter, no fair choice."""
    whole: list[StudyChunk] = []
    for span in spans(case, deals):
        if span not in found:
            break
        whole.append(found[span])
    return whole


def gathered(plan: Plan, cases: Sequence[tuple[StudyCase, int]], whole: Sequence[list[StudyChunk]]) -> Study:
    """Everything by setting; one of which nothing was played is left out."""
    each = len(cases) // len(plan.settings)
    findings = []
    for number, setting in enumerate(plan.settings):
        mine = range(each * number, each * (number + 1))
        if whole[mine[0]]:
            findings.append(finding(setting, [cases[i][0] for i in mine], [whole[i] for i in mine]))
    return Study(plan.game, plan.bots, plan.seed, plan.games, len(plan.settings), findings)


def finding(setting: Setting, cases: Sequence[StudyCase], chunks: Sequence[list[StudyChunk]]) -> Finding:
    main, followed = chunks[0], chunks[1]
    forbids: dict[str, int] = {}
    for chunk in followed:
        for rule, count in chunk.forbids.items():
            forbids[rule] = forbids.get(rule, 0) + count
    moves = sum(row[STEP] for chunk in followed for row in chunk.facts)
    rules = [found for chunk in followed for found in chunk.rules]
    return Finding(
        setting=setting,
        game=cases[0].game,
        games=games_of(cases[0], main),
        held=np.sum([chunk.held for chunk in main], axis=0),
        shown=np.sum([chunk.shown for chunk in main], axis=0),
        rules=rule_uses(cases[0].game, rules, forbids, moves),
        followed=len(rules),
        skill=games_of(cases[2], chunks[2]) if len(cases) > 2 and chunks[2] else None,
    )


def games_of(case: StudyCase, chunks: Sequence[StudyChunk]) -> Games:
    """The rows of chunks as arrays."""
    seatings, seats = case.match.seatings, case.match.players
    shape = (-1, len(seatings), seats)
    won = np.array([mask >> seat & 1 for chunk in chunks for mask in chunk.won for seat in range(seats)]).reshape(shape)
    chosen = case.game
    return Games(
        seatings=seatings,
        facts=np.array([row for chunk in chunks for row in chunk.facts]).reshape(*shape[:2], FACTS),
        scores=np.array([row for chunk in chunks for row in chunk.scores]).reshape(shape),
        shares=won / won.sum(axis=2, keepdims=True),
        events=np.array([row for chunk in chunks for row in chunk.events]).reshape(*shape[:2], len(chosen.events)),
        event_names=tuple(chosen.events),
        stalling=chosen.facts.stalls,
        low_wins=chosen.facts.low_wins,
    )
