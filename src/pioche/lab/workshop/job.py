"""A study in a process of its own: what is wanted comes as a line of JSON, and how far it is goes out line by line.

The process that asked need not wait, nor share its time; the last line is the report, or why there is none.
"""

from __future__ import annotations

import os
import sys
import time

import msgspec

from pioche.lab.tournament.workers import Staff
from pioche.lab.workshop.report import report
from pioche.lab.workshop.run import Plan, carry_out, plan_of
from pioche.lab.workshop.settings import MOST, read_values
from pioche.table.errors import PiocheError
from pioche.table.words import speak

OFTEN = 0.25  # seconds between two lines


class Wanted(msgspec.Struct):
    """A study, in the words in which people ask for it."""

    game: str
    players: str
    set: dict[str, str]
    bots: list[str]
    games: int
    seed: int = 0
    compare: bool = False
    lang: str = "fr"

    def plan(self, most: int = MOST) -> Plan:
        """Refuses whatever can't be played, and more than so many settings."""
        wish = {name: read_values(values) for name, values in self.set.items()}
        return plan_of(
            self.game, self.players, wish, self.bots, self.games, self.seed, self.compare, staff=Staff(workers=1),
            most=most,
        )  # fmt: skip


class Told(msgspec.Struct, omit_defaults=True):
    """How far it is; at the end the report, or why there is none."""

    done: int = 0
    total: int = 0
    report: str = ""
    failed: str = ""


def tell(told: Told) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


def do(wanted: Wanted) -> None:
    speak(wanted.lang)
    plan = wanted.plan()
    done, last = 0, 0.0

    def progress(games: int, moves: int) -> None:
        nonlocal done, last
        done += games
        if time.monotonic() - last > OFTEN:
            last = time.monotonic()
            tell(Told(done, plan.total))

    study = carry_out(plan, keep=False, fresh=False, progress=progress)
    tell(Told(plan.total, plan.total, report(study, wanted.lang)))


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        do(msgspec.json.decode(sys.stdin.buffer.readline(), type=Wanted))
    except PiocheError as error:
        tell(Told(failed=str(error)))


if __name__ == "__main__":
    main()
