"""Bugs in what is computed and when, to be planted in a server: see `planted`."""

from __future__ import annotations

from typing import Any

from faults import fault_injection
from faults.fault_injection import replace
from pioche.server.bots.bot_pool import BotPool
from pioche.server.bots.bot_worker import BotAnswer, BotQuestion
from pioche.server.jobs import replay_worker, reviews
from pioche.server.jobs.finished_games import FinishedGames
from pioche.server.queue.fair_turns import FairTurns, Job, Kind, Lane
from pioche.server.sessions.table_session import TableSession


def plays_for_nobody() -> None:
    """Bots alone play though nobody looks on."""
    replace(TableSession, "goes_on", True)


def moves_at_random_when_busy() -> None:
    """Who would have to wait for a worker gets a random move."""
    ask = BotPool._ask

    async def impatient(self: BotPool, question: BotQuestion, lane: Lane, *rest: Any) -> BotAnswer | None:
        return None if self._queue.waiting(lane) > 2 else await ask(self, question, lane, *rest)

    replace(BotPool, "_ask", impatient)


def lets_nobody_come_first() -> None:
    """Among bots that think, those at tables of bots alone come before those of people."""
    fault_injection.bots_take_their_time()
    choose = FairTurns._choose

    def least_urgent(self: FairTurns, lane: Lane, ready: list[Kind]) -> Kind:
        return max(ready) if lane is Lane.THINKING else choose(self, lane, ready)

    replace(FairTurns, "_choose", least_urgent)


def serves_who_comes_first() -> None:
    """One line for everything: who asks for much makes all others wait."""
    fault_injection.judges_without_thinking()
    add = FairTurns.add

    def one_line(self: FairTurns, job: Job) -> None:
        job.kind, job.address, job.person, job.table = Kind.PLAYED, "", "everybody", ""
        add(self, job)

    replace(FairTurns, "add", one_line)


def begins_no_review() -> None:
    """Every person has too many under way already."""
    fault_injection.judges_without_thinking()
    replace(reviews, "MOST_OF_ONE", 0)


def keeps_nothing_that_was_read() -> None:
    """Who asks again makes the server play the game again."""
    replace(FinishedGames, "_keep_page", lambda self, key, body: None)


def plays_again_in_the_loop() -> None:
    """The event loop itself plays the game again, and everybody waits."""

    async def here(self: FinishedGames, question: Any) -> Any:
        return replay_worker.answer(question)

    replace(FinishedGames, "_ask", here)
