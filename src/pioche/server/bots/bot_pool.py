"""Bots at live tables: they think in processes of their own, each when it is its turn; a legal move stands in for one
that fails, answers nonsense, or takes too long once it has been asked. That many wait is no such reason."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from pioche.bots.levels import LEVELS
from pioche.server.bots.bot_worker import COMPILING, HINT, BotAnswer, BotQuestion, answer
from pioche.server.catalogue import refuse
from pioche.server.model.seating import STAND_IN
from pioche.server.queue.fair_turns import Job, Kind, Lane
from pioche.server.queue.job_queue import JobQueue
from pioche.server.queue.worker_processes import WorkerProcesses
from pioche.table.game import Game

logger = logging.getLogger("pioche.bots")
LONGEST_WAIT = 5.0  # seconds that a bot may pretend to need
JUDGING = 0.4  # seconds of thought for a hint, or for a decision under review
REST, LONGEST_REST = 5.0, 60.0  # seconds for which a bot that has cost a worker is not asked
PATIENCE = 3.0  # seconds beyond its time that a bot is waited for: the machine may be busy
WORKER = (sys.executable, "-m", "pioche.server.bots.bot_worker")


class BotTurn(NamedTuple):
    """On whose behalf something is asked."""

    kind: Kind = Kind.UNSEEN
    person: str = ""
    table: str = ""
    address: str = ""


class BotPool:
    def __init__(
        self, queue: JobQueue, seconds: float, command: Sequence[str] = WORKER, patience: float = PATIENCE
    ) -> None:
        self.seconds = seconds
        self.longest = seconds + patience  # that an answer is waited for
        self.fallbacks = 0
        self._queue = queue
        self._rests = Rests()
        self._warming: asyncio.Task[None] | None = None
        self._crews = {
            lane: WorkerProcesses(command, BotAnswer, queue.places[lane])
            for lane in (Lane.QUICK, Lane.THINKING, Lane.JUDGING)
        }

    async def warm_up(self) -> None:
        """Have a worker ready before it is needed."""
        await self._crews[Lane.QUICK].warm_up()

    async def choose(
        self, bot: str, seat: int, view: str, choices: list[str], game: Game, turn: BotTurn, wait: bool = True
    ) -> BotAnswer:
        """A bot's choice; whatever goes wrong with it, the answer is a legal move."""
        question = BotQuestion(
            bot, seat, view, choices, self.seconds, secrets.randbits(64), game.runtimes.is_ahead, wait
        )
        if bot != STAND_IN and not self._rests.is_over(bot):
            self.fallbacks += 1
            bot, question = STAND_IN, msgspec.structs.replace(question, bot=STAND_IN)
        found = await (self._ask_for_stand_in if bot == STAND_IN else self._ask_bot)(question, game, turn)
        if found is not None and found.move in choices and 0.0 <= found.wait <= LONGEST_WAIT:
            return found
        self.fallbacks += 1
        logger.warning("fallback move for bot %s", bot)
        return BotAnswer("pass" if "pass" in choices else secrets.choice(choices), 0.5 if wait else 0.0)

    async def judge(
        self, seat: int, view: str, choices: list[str], turn: BotTurn, move: str = HINT
    ) -> list[tuple[str, float]]:
        """The best moves and what each is worth; or what a move was worth, and the best one."""
        question = BotQuestion("", seat, view, choices, JUDGING, secrets.randbits(64), True, judge=move)
        found = await self._ask(question, Lane.JUDGING, turn, JUDGING + COMPILING)
        if found is None or not found.weighed:
            raise refuse("study.failed")
        return found.weighed

    async def _ask_bot(self, question: BotQuestion, game: Game, turn: BotTurn) -> BotAnswer | None:
        lane = Lane.QUICK if is_quick(question.bot, game) else Lane.THINKING
        found = await self._ask(question, lane, turn, self.longest)
        self._rests.note(question.bot, found is not None)
        return found

    async def _ask_for_stand_in(self, question: BotQuestion, game: Game, turn: BotTurn) -> BotAnswer | None:
        """While no worker is ready, which takes seconds, the thumb is asked here: somebody's time may be up."""
        crew = self._crews[Lane.QUICK]
        if crew.command is not WORKER or crew.is_ready:
            return await self._ask(question, Lane.QUICK, turn, self.longest)
        if self._warming is None or self._warming.done():
            self._warming = asyncio.create_task(self.warm_up())
        return await asyncio.to_thread(answer, question)

    async def _ask(self, question: BotQuestion, lane: Lane, turn: BotTurn, longest: float) -> BotAnswer | None:
        async with self._queue.turn(Job(lane, *turn)):
            return await self._crews[lane].ask(question, longest)

    async def stop(self) -> None:
        if self._warming is not None:
            self._warming.cancel()
        for crew in self._crews.values():
            await crew.stop()


class Rests:
    """A bot that has cost a worker is not asked for a while, each time in a row for longer: others need workers too."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: dict[str, tuple[float, float]] = {}  # when a bot's rest ends, and how long it is

    def is_over(self, bot: str) -> bool:
        return bot not in self._until or self._until[bot][0] <= self._clock()

    def note(self, bot: str, answered: bool) -> None:
        if answered:
            self._until.pop(bot, None)
        else:
            rest = min(LONGEST_REST, 2 * self._until.get(bot, (0.0, REST / 2))[1])
            self._until[bot] = self._clock() + rest, rest


def is_quick(bot: str, game: Game) -> bool:
    """Does it play by rules of thumb, without looking ahead?"""
    number = bot.removeprefix("level")
    level = int(number) if number.isdecimal() else 0
    return bot in ("random", STAND_IN) or (level in LEVELS and not game.bots.thinking[level - 1])
