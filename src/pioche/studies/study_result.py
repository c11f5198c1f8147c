"""What a study found: figures for every setting, comparisons between them, and all of it as data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.studies.compare import change, difference
from pioche.studies.measure_games import (
    MEASURES,
    Figure,
    Games,
    Numbers,
    Sample,
    better_wins,
    card_figure,
    event_counts,
    figure,
    score_quantiles,
    win_share,
)
from pioche.studies.rule_usage import RuleUse
from pioche.studies.study_settings import Setting
from pioche.studies.watching_rules import CHANGES, FIRST, FORCED, MOVES, SINCE, TIME, TURNS
from pioche.table.extras import check_extra
from pioche.table.game import Game

if TYPE_CHECKING:
    import polars

BINS = 24  # of the distribution of scores
COLUMNS = {"first": FIRST, "moves": MOVES, "forced": FORCED, "turns": TURNS, "lead_changes": CHANGES, "decided": SINCE}


@dataclass(frozen=True)
class Finding:
    """One setting."""

    setting: Setting
    game: Game
    games: Games
    held: Numbers  # by face: see `card_figure`
    shown: Numbers
    rules: list[RuleUse]
    followed: int  # games whose rules were followed
    skill: Games | None

    @cached_property
    def samples(self) -> dict[str, Sample]:
        found = {name: measure(self.games) for name, measure in MEASURES.items()}
        if self.skill is not None:
            found["skill"] = better_wins(self.skill, *self.ends_of_skill)
        return found

    @cached_property
    def figures(self) -> dict[str, Figure]:
        return {name: figure(sample) for name, sample in self.samples.items()}

    @property
    def ends_of_skill(self) -> tuple[str, str]:
        """The best and the worst of the levels that play at these tables."""
        levels = sorted({name for seating in (self.skill or self.games).seatings for name in seating})
        return levels[-1], levels[0]

    @cached_property
    def wins(self) -> dict[str, Figure]:
        """What a seat of each bot wins."""
        return wins_of(self.games)

    @cached_property
    def skill_wins(self) -> dict[str, Figure]:
        return wins_of(self.skill) if self.skill is not None else {}

    @cached_property
    def events(self) -> dict[str, Figure]:
        return {name: figure(sample) for name, sample in event_counts(self.games).items()}

    @cached_property
    def cards(self) -> list[tuple[str, Figure, Figure | None]]:
        """Each card that was held: how those who hold it, and those who play it, fare."""
        found = []
        for face, held, shown in zip(self.game.faces, self.held.tolist(), self.shown.tolist(), strict=True):
            if (figure := card_figure(held, self.games.deals)) is not None:
                found.append((face, figure, card_figure(shown, self.games.deals)))
        return found

    @cached_property
    def histogram(self) -> tuple[list[int], list[float]]:
        """How many seats ended with how many points, and the edges of the classes."""
        points = self.games.scores
        low, high = int(points.min()), int(points.max()) + 1
        step = max(1, -(-(high - low) // BINS))
        edges = np.arange(low, high + step, step)
        return np.histogram(points, edges)[0].tolist(), [float(edge) for edge in edges]

    def as_json(self) -> dict[str, Any]:
        return {
            "players": self.setting.players,
            "set": dict(self.setting.options + self.setting.deck),
            "deals": self.games.deals,
            "games": self.games.deals * len(self.games.seatings),
            "figures": {name: plain(each) for name, each in self.figures.items()},
            "score_quantiles": score_quantiles(self.games),
            "score_histogram": {"counts": self.histogram[0], "edges": self.histogram[1]},
            "wins": {bot: plain(each) for bot, each in self.wins.items()},
            "skill_wins": {bot: plain(each) for bot, each in self.skill_wins.items()},
            "events": {name: plain(each) for name, each in self.events.items()},
            "cards": [{"card": face, "held": plain(held), "played": plain(shown)} for face, held, shown in self.cards],
            "followed": self.followed,
            "rules": [each._asdict() for each in self.rules],
        }

    def rows(self, number: int) -> Iterator[dict[str, Any]]:
        """A row for every game and seat."""
        games = self.games
        for deal in range(games.deals):
            for seating, bots in enumerate(games.seatings):
                facts = games.facts[deal, seating]
                own = {name: int(facts[column]) for name, column in COLUMNS.items()}
                own["seconds"] = int(facts[TIME]) // 1000
                for seat, bot in enumerate(bots):
                    yield {
                        "setting": number, "players": games.players, "set": self.setting.text, "deal": deal,
                        "seating": seating, "seat": seat, "bot": bot, "score": int(games.scores[deal, seating, seat]),
                        "share": float(games.shares[deal, seating, seat]), **own,
                    }  # fmt: skip


def wins_of(games: Games) -> dict[str, Figure]:
    bots = dict.fromkeys(name for seating in games.seatings for name in seating)
    return {bot: figure(win_share(games, bot)) for bot in sorted(bots)}


def plain(found: Figure | None) -> dict[str, float | None] | None:
    return None if found is None else found._asdict()


@dataclass(frozen=True)
class Comparison:
    """What is different in a setting from another one with as many players."""

    new: Finding
    old: Finding

    @cached_property
    def differences(self) -> dict[str, Figure]:
        return {name: difference(new, old) for name, new, old in self._both()}

    @cached_property
    def changes(self) -> dict[str, Figure | None]:
        return {name: change(new, old) for name, new, old in self._both()}

    def _both(self) -> Iterator[tuple[str, Sample, Sample]]:
        """What was measured in both: a study that was stopped may have less of its last setting."""
        new, old = self.new.samples, self.old.samples
        return ((name, new[name], old[name]) for name in old if name in new)

    def as_json(self) -> dict[str, Any]:
        return {
            "players": self.new.setting.players,
            "new": dict(self.new.setting.options + self.new.setting.deck),
            "old": dict(self.old.setting.options + self.old.setting.deck),
            "differences": {name: plain(each) for name, each in self.differences.items()},
            "changes": {name: plain(each) for name, each in self.changes.items()},
        }


@dataclass(frozen=True)
class Study:
    """Everything that was found; nothing of it depends on how, where or in what time it was played."""

    game: Game
    bots: tuple[str, ...]
    seed: int
    wanted: int  # games of each setting
    wanted_settings: int
    findings: list[Finding]

    @property
    def games(self) -> int:
        return sum(each.games.deals * len(each.games.seatings) for each in self.findings)

    @property
    def whole(self) -> bool:
        """Was everything played?"""
        return len(self.findings) == self.wanted_settings and self.games >= self.wanted * self.wanted_settings

    def compare(self, new: int, old: int) -> Comparison:
        """Any two settings, by their numbers."""
        return Comparison(self.findings[new], self.findings[old])

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every setting with the first one that has as many players."""
        first: dict[int, Finding] = {}
        found = []
        for each in self.findings:
            old = first.setdefault(each.setting.players, each)
            if old is not each:
                found.append(Comparison(each, old))
        return found

    def as_json(self) -> dict[str, Any]:
        found = {
            "game": self.game.id,
            "bots": list(self.bots),
            "seed": self.seed,
            "wanted": self.wanted,
            "games": self.games,
            "settings": [each.as_json() for each in self.findings],
            "comparisons": [each.as_json() for each in self.comparisons],
        }
        digest = hashlib.blake2b(json.dumps(found).encode(), digest_size=16).hexdigest()
        return {**found, "digest": digest}

    def frame(self) -> polars.DataFrame:
        """A row for every setting; of every measure the value, and the ends of its interval."""
        check_extra("lab", "Study.frame()")
        import polars

        return polars.DataFrame([self._row(each) for each in self.findings], infer_schema_length=None)

    def _row(self, found: Finding) -> dict[str, Any]:
        row: dict[str, Any] = {"players": found.setting.players, "games": found.as_json()["games"]}
        usual = {option.name: option.default for option in self.game.options}
        row |= {name: dict(found.setting.options).get(name, default) for name, default in usual.items()}
        row |= {name: dict(found.setting.deck).get(name) for each in self.findings for name, _ in each.setting.deck}
        for name, (value, low, high) in found.figures.items():
            row |= {name: value, f"{name}_low": low, f"{name}_high": high}
        return row

    def write_parquet(self, path: Path) -> None:
        """A row for every game and seat; the file is there whole or not at all."""
        check_extra("parquet", "Parquet")
        import pyarrow
        from pyarrow import parquet

        rows = [row for number, each in enumerate(self.findings) for row in each.rows(number)]
        part = path.with_name(path.name + ".part")
        parquet.write_table(pyarrow.Table.from_pylist(rows), part)
        part.replace(path)

    def write_json(self, path: Path) -> None:
        path.write_text(json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    def write_html(self, path: Path, language: str | None = None) -> None:
        from pioche.studies.html_report import report

        path.write_text(report(self, language), encoding="utf-8")
