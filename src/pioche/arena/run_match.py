"""The arena: bots against each other, on the same deals, from every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, product, takewhile
from typing import Any

from pioche.arena.match_result import Result
from pioche.arena.match_store import Done, MatchStore
from pioche.arena.parallel_workers import WorkerPool, crew
from pioche.arena.play_games import play_task, prepare, tasks
from pioche.arena.seatings import Match, Played, usual_players
from pioche.table.errors import PiocheError
from pioche.table.game import Game
from pioche.table.game_registry import game as game_named

Progress = Callable[[int, int], None]  # told of games just played and their moves; first of those stored, with 0 moves


def arena(
    game: str | Game,
    bots: Sequence[str],
    players: int | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    options: dict[str, Any] | None = None,
    workers: int | None = None,
    backend: str = "loky",
    address: str | None = None,
    on_views: bool = False,
    keep: bool = False,
    fresh: bool = False,
    progress: Progress = lambda games, moves: None,
) -> Result:
    """Play at least so many games, in whole deals: the same deals for all bots, from every seat.

    With `keep`, games are stored as they end, and those stored before are not played again (unless `fresh`). Ctrl-C
    stops it; the result is what was done until then. With `on_views`, `random` and `thumb`, too, play move by move on
    views, as any other bot does, instead of in compiled code.
    """
    chosen = game_named(game)
    seats = usual_players(bots, chosen.players) if players is None else players
    match = Match(chosen, seats, tuple(bots), seed, options or {}, on_views)
    staff = WorkerPool(backend, workers, address)
    match.check()
    staff.check()
    if games < 1:
        raise PiocheError("setup.games", games=games)
    deals = -(-games // len(match.seatings))
    store = MatchStore(match) if keep else None
    done = store.open(fresh) if store else {}
    started = time.perf_counter()
    run(match, deals, done, staff, store, progress)
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
