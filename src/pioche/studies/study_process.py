"""A study in a process of its own: what is wanted comes as a line of JSON, and how far it is goes out line by line.

The process that asked need not wait, nor share its time; the last line is the report, or why there is none.
"""

from __future__ import annotations

import os
import sys
import time

import msgspec

from pioche.arena.parallel_workers import WorkerPool
from pioche.studies.catalogue import CATALOGUE, text
from pioche.studies.html_report import report
from pioche.studies.run_study import Plan, carry_out, plan_of
from pioche.studies.study_settings import MOST, read_values
from pioche.table.catalogue import speak
from pioche.table.errors import PiocheError

OFTEN = 0.25  # seconds between two lines


class WantedStudy(msgspec.Struct):
    """A study, in the words in which people ask for it."""

    game: str
    players: str
    set: dict[str, str]
    bots: list[str]
    games: int
    seed: int = 0
    compare: bool = False
    lang: str = "fr"
    seconds: float = 0.0  # of a processor's time that it may take; 0: as long as it wants

    def plan(self, most: int = MOST) -> Plan:
        """Refuses whatever can't be played, and more than so many settings."""
        wish = {name: read_values(values) for name, values in self.set.items()}
        plan = plan_of(self.game, self.players, wish, self.bots, self.games, self.seed, self.compare, most=most)
        return plan.done_by(WorkerPool(workers=1))


class JobProgress(msgspec.Struct, omit_defaults=True):
    """How far it is; at the end the report, or why there is none."""

    done: int = 0
    total: int = 0
    report: str = ""
    failed: str = ""
    note: str = ""


def tell(told: JobProgress) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


def do(wanted: WantedStudy) -> None:
    speak(wanted.lang)
    plan = wanted.plan()
    watch = ProgressWatch(plan.total, wanted.seconds)
    study = carry_out(plan, keep=False, fresh=False, progress=watch.progress)
    if not study.findings:
        raise PiocheError("lab.no_time", CATALOGUE, seconds=round(wanted.seconds))
    note = "" if watch.done == plan.total else text("report.stopped", wanted.lang, seconds=round(wanted.seconds))
    tell(JobProgress(watch.done, plan.total, report(study, wanted.lang), note=note))


class ProgressWatch:
    """Tells how far a study is, and stops it when its time is up; to compile a game is on nobody's time."""

    def __init__(self, total: int, seconds: float) -> None:
        self.done, self._total, self._seconds = 0, total, seconds
        self._told, self._began = 0.0, 0.0

    def progress(self, games: int, moves: int) -> None:
        self.done += games
        self._began = self._began or time.process_time()
        if time.monotonic() - self._told > OFTEN:
            self._told = time.monotonic()
            tell(JobProgress(self.done, self._total))
        if self._seconds and time.process_time() - self._began > self._seconds and self.done < self._total:
            raise KeyboardInterrupt  # as Ctrl-C does: the study is of what was done until then


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        do(msgspec.json.decode(sys.stdin.buffer.readline(), type=WantedStudy))
    except PiocheError as error:
        tell(JobProgress(failed=str(error)))


if __name__ == "__main__":
    main()
