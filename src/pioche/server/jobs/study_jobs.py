"""Studies asked for from the page: one after another, the shortest first, each in a process of its own and for so long
at most; the last ones are kept for a while."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from pioche.server.catalogue import refuse
from pioche.server.limits.client_addresses import networks
from pioche.server.queue.fair_turns import Job, Kind, Lane

if TYPE_CHECKING:  # the lab itself is loaded when the first study is asked for
    from pioche.server.limits.rate_limits import RateLimits
    from pioche.server.queue.job_queue import JobQueue
    from pioche.studies.study_process import WantedStudy

logger = logging.getLogger("pioche.lab")
JOB = (sys.executable, "-m", "pioche.studies.study_process")
KEPT = 30  # studies, the oldest are forgotten
WAITING = 24  # studies that may be under way or waiting, one of each person and of each address
SECONDS = 120  # of a processor's time that a study may take; then it is of what was played until then
MOST_GAMES, MOST_SETTINGS = 10_000, 12
LINE = 1 << 26  # bytes of a report at most


class StudyPage(msgspec.Struct):
    """A study as far as it is; `ready` when its report can be read."""

    id: str
    person: str
    done: int = 0
    total: int = 0
    ready: bool = False
    failed: str = ""
    note: str = ""  # what else there is to say: that it was stopped early
    address: str = ""


class StudyJobs:
    def __init__(self, limits: RateLimits, queue: JobQueue) -> None:
        self._limits = limits
        self._queue = queue
        self._studies: OrderedDict[str, StudyPage] = OrderedDict()
        self._reports: dict[str, str] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, person: str, address: str, wish: dict[str, Any]) -> StudyPage:
        """Refuses what can't be played, or is too much; the study itself begins when it is its turn."""
        self._limits.studies.check(person)
        if wish["games"] > MOST_GAMES:
            raise refuse("lab.too_much", settings=MOST_SETTINGS, games=MOST_GAMES)
        address, (wanted, total) = networks(address)[0], await asyncio.to_thread(planned, wish)
        self._check_room(person, address)
        study = StudyPage(secrets.token_urlsafe(12), person, total=total, address=address)
        self._keep(study)
        task = self._tasks[study.id] = asyncio.create_task(self._carry_out(study, wanted))
        task.add_done_callback(lambda _: self._tasks.pop(study.id, None))
        return study

    def _check_room(self, person: str, address: str) -> None:
        """One study of a person, and of an address: guests are made in a moment."""
        all_begun = [self._studies[id] for id in self._tasks]
        under_way = [study for study in all_begun if not (study.ready or study.failed)]
        if any(study.person == person for study in under_way):
            raise refuse("lab.busy")
        if any(study.address == address for study in under_way):
            raise refuse("lab.busy_here")
        if len(under_way) >= WAITING:
            raise refuse("lab.full")

    def find(self, id: str) -> StudyPage:
        if id not in self._studies:
            raise refuse("lab.not_found")
        return self._studies[id]

    def report(self, id: str) -> str:
        self.find(id)
        if id not in self._reports:
            raise refuse("lab.not_ready")
        return self._reports[id]

    async def cancel(self, id: str, person: str) -> StudyPage:
        """Whoever asked for a study may stop it."""
        study = self.find(id)
        if study.person == person and (task := self._tasks.get(id)) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return study

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _keep(self, study: StudyPage) -> None:
        self._studies[study.id] = study
        while len(self._studies) > KEPT + WAITING:
            old, _ = self._studies.popitem(last=False)
            self._reports.pop(old, None)

    async def _carry_out(self, study: StudyPage, wanted: WantedStudy) -> None:
        try:
            async with self._queue.turn(Job(Lane.STUDYING, Kind.STUDY, study.address, study.id, size=study.total)):
                await self._follow(study, wanted)
        except asyncio.CancelledError:
            study.failed = refuse("lab.stopped_here").sentence(wanted.lang)
            raise
        except (OSError, ValueError) as error:  # the process is gone, or says what nobody understands
            logger.warning("a study failed: %s", error)
        if not study.ready and not study.failed:
            study.failed = refuse("lab.failed").sentence(wanted.lang)

    async def _follow(self, study: StudyPage, wanted: WantedStudy) -> None:
        """Start the process, and read what it tells until it ends; it never outlives this."""
        from pioche.studies.study_process import JobProgress

        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(*JOB, stdin=pipe, stdout=pipe, stderr=nothing, limit=LINE)
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(wanted) + b"\n")
            async for line in process.stdout:
                told = msgspec.json.decode(line, type=JobProgress)
                study.done, study.failed, study.note = told.done, told.failed, told.note
                if told.report:
                    self._reports[study.id] = told.report
                    study.ready = True
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def planned(wish: dict[str, Any]) -> tuple[WantedStudy, int]:
    """What is wanted, and how many games that is; bots that think are refused, others would wait too long for them."""
    from pioche.studies.html_report import check_reports
    from pioche.studies.play_chunks import bot_profile
    from pioche.studies.study_process import WantedStudy

    check_reports()
    wanted = WantedStudy(**wish, seconds=SECONDS)
    plan = wanted.plan(MOST_SETTINGS)
    if any(bot_profile(bot, plan.game) is None for bot in plan.bots):
        raise refuse("lab.quick_bots")
    return wanted, plan.total
