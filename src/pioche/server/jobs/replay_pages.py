"""Looking at games instead of playing them: a finished game move by move, and a position by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from pioche.core.seats import seat_number
from pioche.server.model.messages import SeenEvent
from pioche.server.model.recipient_messages import event
from pioche.table.events import Event
from pioche.table.position import Position
from pioche.table.position_parser import parse
from pioche.table.record import read_record

Json = dict[str, Any]


class ReplayPage(NamedTuple):
    """Something that never changes: its name, and how to get it."""

    tag: str
    body: Callable[[], Awaitable[bytes]]  # packed


ROUND = "round"  # the event of a game that goes on with a new round
STEPS = 2000  # positions in one answer at most


def steps_of(record: str, seat: int | None, first: int = 0, count: int = STEPS) -> Json:
    """Positions of a game that is over, as a seat saw them; None sees all cards. Where more follow, `next` says so."""
    read = read_record(record)
    pos, last = read.start, min(first + count - 1, len(read.moves))
    steps = [] if first else [step(pos, seat, [], None)]
    for number, (_, line) in enumerate(read.moves, 1):
        mover = seat_number(line[0])
        events = pos.play(mover, line[2:])
        if first <= number <= last:
            steps.append(step(pos, seat, events, mover))
    shown = {"game": pos.game.id, "winners": pos.winners, "steps": steps}
    return {**shown, "next": last + 1} if last < len(read.moves) else shown


def sheet_of(record: str) -> Json:
    """The score sheet of a game that is over: every seat's total after each round."""
    read = read_record(record)
    pos, totals = read.start, []
    for _, line in read.moves:
        events = pos.play(seat_number(line[0]), line[2:])
        if pos.over or any(event.kind == ROUND for event in events):
            totals.append(pos.scores)
    return {"game": pos.game.id, "totals": totals if pos.over else [*totals, pos.scores]}


def step(pos: Position, seat: int | None, events: Sequence[Event], mover: int | None) -> Json:
    shown = {
        "view": look(pos, seat), "scores": pos.scores, "actors": pos.actors, "events": seen(events, seat),
        "figures": pos.figures(seat),
    }  # fmt: skip
    return shown if mover is None else {**shown, "seat": mover}


def look(pos: Position, seat: int | None) -> str:
    return without_luck(str(pos)) if seat is None else pos.view(seat)


def without_luck(text: str) -> str:
    """The generator's state is of no use to a reader."""
    head, _, rest = text.partition("\n")
    return " ".join(word for word in head.split() if not word.startswith("rng=")) + "\n" + rest


def seen(events: Sequence[Event], seat: int | None) -> list[SeenEvent]:
    if seat is None:
        return [event(each) for each in events]
    return [event(each) for one in events if (each := one.seen_by(seat)) is not None]


def position_page(text: str) -> Json:
    """A position that somebody has written: how each seat sees it, and what each may do."""
    pos = parse(text)
    seats = range(pos.seats)
    return {
        "game": pos.game.id, "seats": pos.seats, "text": without_luck(str(pos)), "views": [pos.view(s) for s in seats],
        "actors": pos.actors, "moves": [pos.moves(s) for s in seats], "scores": pos.scores, "winners": pos.winners,
        "over": pos.over, "figures": [pos.figures(s) for s in seats],
    }  # fmt: skip
