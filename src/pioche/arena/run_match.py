"""The arena: bots against each other, on the same deals, from every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain, product, takewhile
from typing import Any

from pioche.arena.match_result import Result
from pioche.arena.match_store import Done, MatchStore
from pioche.arena.observers import Observer
from pioche.arena.parallel_workers import WorkerPool, crew
from pioche.arena.play_games import play_on_views, play_task, prepare, tasks
from pioche.arena.seatings import Match, Played, usual_players
from pioche.bots.bot_registry import brought_along
from pioche.table.errors import PiocheError
from pioche.table.game import Game
from pioche.table.game_registry import game as game_named

Progress = Callable[[int, int], None]  # told of games just played and their moves; first of those stored, with 0 moves


@dataclass(frozen=True)
class ArenaSettings:
    """How a match is run: by whom, whether what was played is kept, who looks on."""

    workers: int | None = None
    backend: str = "loky"
    address: str | None = None
    on_views: bool = False  # `random` and `thumb`, too, play move by move on views, instead of in compiled code
    keep: bool = False  # games are stored as they end, and those stored before are not played again
    fresh: bool = False  # … but those stored before are thrown away
    progress: Progress = lambda games, moves: None
    observers: Sequence[Observer] = ()  # then all is played move by move on views, in this process, and nothing is kept


def arena(
    game: str | Game,
    bots: Sequence[str],
    players: int | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    options: dict[str, Any] | None = None,
    **how: Any,
) -> Result:
    """Play at least so many games, in whole deals: the same deals for all bots, from every seat.

    Ctrl-C stops it; the result is what was done until then. What else may be said is in `ArenaSettings`: workers,
    backend, address, on_views, keep, fresh, progress, observers.
    """
    settings = ArenaSettings(**how)
    chosen = game_named(game)
    seats = usual_players(bots, chosen.players) if players is None else players
    on_views = settings.on_views or bool(settings.observers)
    match = Match(chosen, seats, tuple(bots), seed, options or {}, on_views, brought_along(bots))
    staff = WorkerPool(settings.backend, settings.workers, settings.address)
    match.check()
    staff.check()
    if games < 1:
        raise PiocheError("setup.games", games=games)
    deals = -(-games // len(match.seatings))
    store = MatchStore(match) if settings.keep and not settings.observers else None
    done = store.open(settings.fresh) if store else {}
    started = time.perf_counter()
    if settings.observers:
        run_observed(match, deals, done, settings)
    else:
        run(match, deals, done, staff, store, settings.progress)
    return Result(match, whole_deals(match, deals, done), deals, round(time.perf_counter() - started, 6))


def run(match: Match, deals: int, done: Done, staff: WorkerPool, store: MatchStore | None, progress: Progress) -> None:
    """Play what is left, and note it, until all is done or somebody stops it."""
    left = tasks(match, deals, set(done))
    first = next(left, None)
    if first is None:
        return
    try:
        prepare(match)
        progress(sum(deal < deals for deal, _ in done), 0)
        quick = len(match.compiled) == len(match.seatings)
        with crew(partial(play_task, match), staff, quick) as play, closing(play(chain([first], left))) as games:
            for played in games:
                note(played, done, store)
                progress(len(played), sum(sum(each.moves) for each in played))
    except KeyboardInterrupt:
        return


def run_observed(match: Match, deals: int, done: Done, settings: ArenaSettings) -> None:
    """Play everything here, one game after the other, while somebody looks on."""
    try:
        prepare(match)
        for task in tasks(match, deals, set()):
            for deal, number in task:
                played = play_on_views(match, deal, number, settings.observers)
                note([played], done, None)
                settings.progress(1, sum(played.moves))
    except KeyboardInterrupt:
        return


def note(played: list[Played], done: Done, store: MatchStore | None) -> None:
    if store:
        store.add(played)
    done.update({(each.deal, each.rotation): each for each in played})


def whole_deals(match: Match, deals: int, done: Done) -> list[Played]:
    """The games of all deals up to the first that is not played from every seat, in order.

    Deals beyond it are left out: those that are done first are the shorter ones, not a fair choice.
    """
    numbers = range(len(match.seatings))
    whole = takewhile(lambda deal: all((deal, number) in done for number in numbers), range(deals))
    return [done[key] for key in product(whole, numbers)]
