"""Bugs in what is computed and when, to be planted in a server: see `planted`."""

from __future__ import annotations

from typing import Any

from pioche.server import reader, reviews
from pioche.server.archive import Archive
from pioche.server.opponents import Opponents
from pioche.server.room import Room
from pioche.server.turns import Job, Kind, Lane, Turns
from pioche.server.worker import Answer, Question

from . import surroundings
from .surroundings import replace


def plays_for_nobody() -> None:
    """Bots alone play though nobody looks on."""
    replace(Room, "goes_on", True)


def moves_at_random_when_busy() -> None:
    """Who would have to wait for a worker gets a random move."""
    ask = Opponents._ask

    async def impatient(self: Opponents, question: Question, lane: Lane, *rest: Any) -> Answer | None:
        return None if self._queue.waiting(lane) > 2 else await ask(self, question, lane, *rest)

    replace(Opponents, "_ask", impatient)


def lets_nobody_come_first() -> None:
    """Among bots that think, those at tables of bots alone come before those of people."""
    surroundings.bots_take_their_time()
    choose = Turns._choose

    def least_urgent(self: Turns, lane: Lane, ready: list[Kind]) -> Kind:
        return max(ready) if lane is Lane.THINKING else choose(self, lane, ready)

    replace(Turns, "_choose", least_urgent)


def serves_who_comes_first() -> None:
    """One line for everything: who asks for much makes all others wait."""
    surroundings.judges_without_thinking()
    add = Turns.add

    def one_line(self: Turns, job: Job) -> None:
        job.kind, job.address, job.person, job.table = Kind.PLAYED, "", "everybody", ""
        add(self, job)

    replace(Turns, "add", one_line)


def begins_no_review() -> None:
    """Every person has too many under way already."""
    surroundings.judges_without_thinking()
    replace(reviews, "MOST_OF_ONE", 0)


def keeps_nothing_that_was_read() -> None:
    """Who asks again makes the server play the game again."""
    replace(Archive, "_keep_page", lambda self, key, body: None)


def plays_again_in_the_loop() -> None:
    """The event loop itself plays the game again, and everybody waits."""

    async def here(self: Archive, question: Any) -> Any:
        return reader.answer(question)

    replace(Archive, "_ask", here)
