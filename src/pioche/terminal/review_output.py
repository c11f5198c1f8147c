"""The review of a recorded game, in the terminal."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from pioche.bots.advice import Judgement
from pioche.bots.search_bot import Budget, prepare
from pioche.core.seats import letter, seat_number
from pioche.studies.review import Decision, decisions, judged, most_costly
from pioche.table.catalogue import counted
from pioche.table.errors import PiocheError
from pioche.table.record import read_record
from pioche.terminal.catalogue import CATALOGUE, text

Judged = list[tuple[Decision, Judgement]]


def print_review(console: Console, record: str, seat: str, budget: str, as_json: bool) -> None:
    """Judge every decision of a seat; Ctrl-C shows what was judged until then."""
    start = read_record(record).start
    if len(seat) != 1 or not 0 <= seat_number(seat) < start.seats:
        raise PiocheError("review.seat", CATALOGUE, seat=seat, last=letter(start.seats - 1))
    thought, wanted = Budget.read(budget), list(decisions(record, seat_number(seat)))
    found = judge_all(wanted, thought, start.game)
    if as_json:
        print(json.dumps(as_plain(found), ensure_ascii=False))
    elif not wanted:
        console.print(text("review.none", seat=seat))
    else:
        console.print(table_of(found), said(start.game.title, seat, found), highlight=False)
    if len(found) < len(wanted):
        Console(stderr=True).print(text("review.stopped", done=counted("decisions", len(found)), total=len(wanted)))


def judge_all(wanted: list[Decision], budget: Budget, game: Any) -> Judged:
    screen, found = Console(stderr=True), []
    with screen.status(text("review.ready")):
        prepare(game)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        try:
            for each in bar.track(wanted, description=text("review.progress")):
                found.append((each, judged(each, budget)))
        except KeyboardInterrupt:
            pass
    return found


def as_plain(found: Judged) -> list[dict[str, object]]:
    return [{"step": decision.step, **judgement._asdict()} for decision, judgement in found]


def table_of(found: Judged) -> Table:
    """The decisions that cost most are marked."""
    columns = [text(f"review.{key}") for key in ("step", "played", "best", "cost")]
    table, costly = Table(*columns), most_costly([judgement.cost for _, judgement in found])
    for i, (decision, it) in enumerate(found):
        same = it.best == it.move
        best = "" if same else f"{it.best} {it.best_share:.0%}"
        cost = "" if same else f"{it.cost:.0%}" + (" ★" if i in costly else "")
        table.add_row(
            str(decision.step + 1), f"{it.move} {it.share:.0%}", best, cost, style="bold" if i in costly else ""
        )
    return table


def said(title: str, seat: str, found: Judged) -> str:
    mean = sum(judgement.cost for _, judgement in found) / max(1, len(found))
    return text("review.mean", title=title, seat=seat, count=counted("decisions", len(found)), cost=f"{mean:.1%}")
