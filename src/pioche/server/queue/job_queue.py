"""The one queue for everything that is computed: who waits, and how much may be under way at a time.

When there is more to do than can be done, everything takes longer, and nothing is done worse.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from pioche.server.queue.fair_turns import FairTurns, Job, Lane


def usual_places() -> dict[Lane, int]:
    """How much of each is under way at a time: bots that think may have all processors but one."""
    processors = os.cpu_count() or 2
    return {**dict.fromkeys(Lane, 1), Lane.THINKING: max(1, processors - 1)}


class JobQueue:
    def __init__(self, places: Mapping[Lane, int] | None = None) -> None:
        self.places = dict(places or usual_places())
        self._free = self.places.copy()
        self._turns = FairTurns()
        self._tickets: dict[Job, asyncio.Future[None]] = {}

    @asynccontextmanager
    async def turn(self, job: Job) -> AsyncIterator[None]:
        """Wait for one's turn, and keep the place as long as one is in here."""
        await self._wait(job)
        try:
            yield
        finally:
            self._leave(job)

    def waiting(self, lane: Lane) -> int:
        return self._turns.waiting(lane)

    async def _wait(self, job: Job) -> None:
        ticket = self._tickets[job] = asyncio.get_running_loop().create_future()
        self._turns.add(job)
        self._give(job.lane)
        try:
            await ticket
        except asyncio.CancelledError:
            if self._tickets.pop(job, None) is None:  # it had just been given a place
                self._leave(job)
            else:
                self._turns.withdraw(job)
                self._give(job.lane)
            raise

    def _give(self, lane: Lane) -> None:
        """As many places as there are to those who are next."""
        while self._free[lane] and (job := self._turns.take(lane)) is not None:
            self._free[lane] -= 1
            ticket = self._tickets.pop(job)
            if not ticket.done():
                ticket.set_result(None)

    def _leave(self, job: Job) -> None:
        self._free[job.lane] += 1
        self._turns.done(job)
        self._give(job.lane)
