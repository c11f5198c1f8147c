"""A process that plays finished games again: their records, replays, score sheets and verifications.

One request a line on the standard input, one answer a line on the output; the first line says that it is ready. It
lets everybody else go first.
"""

from __future__ import annotations

import os
import sys
from itertools import islice
from typing import Any

import msgspec

from pioche.server.bots.bot_worker import limit_memory, own_pipes, set_alarm
from pioche.server.jobs.replay_pages import STEPS, sheet_of, steps_of
from pioche.server.storage.game_records import record_of
from pioche.server.storage.kept_records import packed, unpacked
from pioche.server.storage.log_reader import Stored, table_of
from pioche.studies.review import decisions
from pioche.table.errors import PiocheError
from pioche.table.record import read_record
from pioche.table.verify_fairness import verify

LONGEST = 120  # seconds for one answer: the longest games take a few
Fields = tuple[int, int, str, list[str], str]  # of a decision


class ReplayWish(msgspec.Struct, frozen=True):
    """What somebody wants to read of a game."""

    what: str  # a method of `Desk`
    seat: int | None = None
    first: int = 0
    count: int = STEPS
    lang: str = "fr"


class Log(msgspec.Struct):
    """A game as it is stored."""

    table: str
    seed: bytes
    rows: list[Stored]


class ReplayQuestion(msgspec.Struct):
    wish: ReplayWish
    record: bytes = b""  # packed
    log: Log | None = None


class ReplayAnswer(msgspec.Struct):
    """The answer, packed; or why there is none."""

    body: bytes = b""
    moves: int = 0
    refused: str = ""
    details: dict[str, str | int] = {}


class ReplayDesk:
    """Everything that can be wished for."""

    def __init__(self, question: ReplayQuestion) -> None:
        self._wish, self._log = question.wish, question.log
        self._record = unpacked(question.record)

    def record(self) -> str:
        assert self._log is not None
        return record_of(table_of(self._log.table, self._log.seed, self._log.rows))

    def replay(self) -> Any:
        check_seat(self._record, self._wish.seat)
        return steps_of(self._record, self._wish.seat, self._wish.first, self._wish.count)

    def sheet(self) -> Any:
        return sheet_of(self._record)

    def verify(self) -> Any:
        verdict = verify(self._record)
        checks = [{"ok": each.ok, "text": each.sentence(self._wish.lang)} for each in verdict.checks]
        return {"ok": verdict.ok, "checks": checks}

    def decisions(self) -> list[Fields]:
        assert self._wish.seat is not None
        found = islice(decisions(self._record, self._wish.seat), self._wish.count)
        return [(each.step, each.seat, each.view, each.choices, each.move) for each in found]


DESK = ("record", "replay", "sheet", "verify", "decisions")


def answer(question: ReplayQuestion) -> ReplayAnswer:
    if question.wish.what not in DESK:
        raise ValueError(question.wish.what)
    try:
        found = getattr(ReplayDesk(question), question.wish.what)()
    except PiocheError as error:
        key, details = error.reason
        return ReplayAnswer(
            refused=key, details={name: each for name, each in details.items() if isinstance(each, (str, int))}
        )
    except Exception as error:  # whatever it is, the next one is answered
        print(f"reading failed: {type(error).__name__}", file=sys.stderr)
        return ReplayAnswer(refused="study.failed")
    plain = found.encode() if isinstance(found, str) else msgspec.json.encode(found)
    return ReplayAnswer(packed(plain), count_moves(found) if isinstance(found, str) else 0)


def check_seat(record: str, seat: int | None) -> None:
    seats = read_record(record).start.seats
    if seat is not None and not 0 <= seat < seats:
        raise PiocheError("setup.seat", seat=seat, seats=seats)


def count_moves(record: str) -> int:
    """As its last line says: `end 312 5f0c…`"""
    return int(record.splitlines()[-1].split()[1])


def write(answers: Any, told: ReplayAnswer) -> None:
    answers.write(msgspec.json.encode(told) + b"\n")
    answers.flush()


def main() -> None:
    limit_memory()
    if hasattr(os, "nice"):
        os.nice(10)
    questions, answers = own_pipes()
    write(answers, ReplayAnswer())  # it is ready
    for line in questions:
        set_alarm(LONGEST)
        write(answers, answer(msgspec.json.decode(line, type=ReplayQuestion)))
        set_alarm(0)


if __name__ == "__main__":
    main()
