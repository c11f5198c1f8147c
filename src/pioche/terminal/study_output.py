"""A study on the screen, and into files."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pioche.arena.match_result import check_out, check_writable
from pioche.arena.parallel_workers import WorkerPool
from pioche.studies.catalogue import CATALOGUE, text
from pioche.studies.html_report import check_reports
from pioche.studies.measure_games import MEASURES
from pioche.studies.number_format import full_name, shown
from pioche.studies.run_study import carry_out, plan_of
from pioche.studies.study_result import Study
from pioche.studies.study_settings import read_words
from pioche.studies.summary_sentence import sentence
from pioche.table.catalogue import counted, language
from pioche.table.errors import PiocheError
from pioche.terminal.progress import games_progress
from pioche.terminal.screen import Screen

SIDE_BY_SIDE = 4  # settings that fit beside each other


@dataclass(frozen=True)
class Wishes:
    """What is to be studied."""

    game: str
    players: str | None
    set: list[str]
    bots: list[str]
    games: int
    seed: int
    compare: bool
    skill: bool


@dataclass(frozen=True)
class Outputs:
    """Where what was found goes."""

    report: Path | None
    files: list[Path]
    as_json: bool

    def check(self) -> None:
        """Refuse, before anything is played, what can't be written."""
        if self.report is not None:
            check_reports()
            check_writable(self.report)
        for path in self.files:
            if path.suffix not in (".parquet", ".json"):
                raise PiocheError("lab.out", CATALOGUE, path=path)
            check_out(path) if path.suffix == ".parquet" else check_writable(path)

    def write(self, study: Study) -> None:
        for path in self.files:
            study.write_parquet(path) if path.suffix == ".parquet" else study.write_json(path)
        if self.report is not None:
            study.write_html(self.report)
            print(text("lab.written", path=self.report), file=sys.stderr)


def run(wishes: Wishes, outputs: Outputs, staff: tuple[str, int | None, str | None], fresh: bool) -> None:
    plan = plan_of(
        wishes.game, wishes.players, read_words(wishes.set), wishes.bots, wishes.games, wishes.seed, wishes.compare,
        wishes.skill,
    ).done_by(WorkerPool(*staff))  # fmt: skip
    outputs.check()
    with games_progress(Console(stderr=True), plan.total) as progress:
        study = carry_out(plan, keep=True, fresh=fresh, progress=progress)
    if not study.whole:
        print(text("lab.stopped", games=counted("games", study.games, f"{study.games:,}")), file=sys.stderr)
    if not study.findings:
        sys.exit(130)
    outputs.write(study)
    print(json.dumps(study.as_json(), ensure_ascii=False)) if outputs.as_json else print_study(Screen(), study)


def print_study(console: Console, study: Study) -> None:
    """A few settings at a time, measures below each other; then what changes."""
    lang = language()
    for start in range(0, len(study.findings), SIDE_BY_SIDE):
        few = study.findings[start : start + SIDE_BY_SIDE]
        table = Table(text("report.measure"))
        for each in few:
            table.add_column(full_name(each.setting, lang), justify="right")
        for name in [*MEASURES, "skill"]:
            if all(name in each.figures for each in few):
                table.add_row(text(f"measure.{name}"), *(shown(name, each.figures[name], lang) for each in few))
        console.print(table)
    for comparison in study.comparisons:
        console.print(sentence(comparison, lang), highlight=False)
