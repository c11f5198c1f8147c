"""Games between bots: in one compiled call where all of them are compiled policies, else move by move on views.

Whoever plays, the table is dealt from the deal's seed, and every seat has randomness of its own, derived from the deal,
the seating and the seat: the games are the same on any number of workers.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from pioche.arena.catalogue import CATALOGUE
from pioche.arena.compiled_games import play_compiled
from pioche.arena.observers import Observed, Observer
from pioche.arena.seatings import Match, Played, Task
from pioche.bots import Bot, View, make
from pioche.table.errors import IllegalMove, PiocheError
from pioche.table.game import Game
from pioche.table.position import Position

SECONDS = 10.0  # the longest that a bot is given for a move; its own budget is shorter
TOGETHER = 500  # compiled games in one task


def tasks(match: Match, deals: int, done: set[tuple[int, int]]) -> Iterator[Task]:
    """What is left to play, deal by deal: compiled games many at once, others one by one."""
    quick = match.compiled
    slow = [number for number in range(len(match.seatings)) if number not in quick]
    step = max(1, TOGETHER // len(match.seatings))
    for first in range(0, deals, step):
        chunk = range(first, min(first + step, deals))
        if together := [key for key in product(chunk, quick) if key not in done]:
            yield together
        yield from ([key] for key in product(chunk, slow) if key not in done)


def play_task(match: Match, task: Task) -> list[Played]:
    """Play the games of a task; all of them are compiled, or none."""
    match.bring_bots()
    if task[0][1] in match.compiled:
        return play_compiled(match, task)
    return [play_on_views(match, deal, number) for deal, number in task]


def prepare(match: Match) -> None:
    """Compile whatever the games need, or load it, so that no bot is kept waiting for its rules."""
    if match.compiled:
        play_compiled(match, [(0, match.compiled[0])])
    if len(match.compiled) < len(match.seatings):
        prepare_bots(match.chosen, tuple(match.names))


@cache
def prepare_bots(chosen: Game, bots: tuple[str, ...]) -> None:
    """Once a process: compile the game's rules, and let every bot that has a method `prepare` compile its own."""
    chosen.compile()
    for bot in map(make, bots):
        if hasattr(bot, "prepare"):
            bot.prepare(chosen)


def play_on_views(match: Match, deal: int, number: int, observers: Sequence[Observer] = ()) -> Played:
    """One game in which each bot gets its seat's view, imagined anew for every move, and never the position."""
    played = Played(deal, number, [], [], [0] * match.players, [0.0] * match.players)
    pos = position_on_views(match, played, observers)
    played.scores, played.winners = pos.scores, pos.winners
    return played


def position_on_views(match: Match, played: Played, observers: Sequence[Observer] = ()) -> Position:
    """The end of that game; how many moves each seat made, and in what time, is noted on the way."""
    prepare_bots(match.chosen, tuple(match.names))
    seed, seating = match.deal_seed(played.deal), match.seatings[played.rotation]
    pos = match.chosen.deal(match.players, seed=seed, **match.options)
    bots = [make(name) for name in seating]
    luck = [Random(f"{seed} {played.rotation} {seat}") for seat in range(match.players)]
    observed = Observed(pos, seating, observers)
    while (seat := pos.actor) is not None:
        started = time.perf_counter()
        move = ask(bots[seat], pos, seat, luck[seat])
        played.seconds[seat] += time.perf_counter() - started
        played.moves[seat] += 1
        play_or_tell(observed, seat, move, seating[seat])
    observed.end()
    return pos


def ask(bot: Bot, pos: Position, seat: int, rng: Random) -> str:
    return bot.choose(View(pos, seat, rng), pos.choices, SECONDS, rng).move


def play_or_tell(game: Observed, seat: int, move: str, bot: str) -> None:
    """Play a bot's move; a bot that answers what the rules forbid is named."""
    try:
        game.play(seat, move)
    except IllegalMove as refused:
        raise PiocheError("arena.illegal", CATALOGUE, bot=bot, move=move, why=refused) from refused
