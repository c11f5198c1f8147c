"""How strong the bots are: `python scripts/strength.py [--quick] [--bots thumb,random] [--games-of kolpa]`.

Plays every match of the list in the arena and writes what came of it, target by target. Games are kept as they end:
stopped and started again, it goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from rich.console import Console  # noqa: E402

from bench.machine import machine, processor  # noqa: E402
from pioche.arena import Result, Standing, arena  # noqa: E402
from pioche.table.batch import POLICIES  # noqa: E402
from pioche.table.errors import PiocheError  # noqa: E402
from pioche.table.game_registry import game, game_names  # noqa: E402
from pioche.terminal.progress import games_progress  # noqa: E402

PAGE = ROOT / "docs" / "strength.md"
COMPILED, BY_THUMB = 4000, 2000  # games between compiled policies, and between levels that do not look ahead
THINKING = {4: {2: 200, 4: 240}, 5: {2: 100, 4: 120}}  # games of levels that do, by players; --quick: a tenth
TIMED = {2: 100, 4: 80}  # games of a search by the clock: some take half a minute
OVER_RANDOM, OVER_RANDOM_5211 = 0.80, 0.65
OVER_THUMB, OVER_LEVEL_BELOW = 0.58, 0.55
TABLE = 4  # the larger table: one against three
HEAD = """# How strong the bots are

`make strength` plays these matches and writes this page. Both sides play the same deals from every seat; the interval
is that of 95 %, over deals ([the arena](arena.md)). A target holds when the lower end of the interval reaches it. At
tables of four one bot sits against three of the other kind, and the target is more than its even share of the wins.

{when}, {machine}.

| game | players | match | deals | wins | 95 % interval | target | holds |
|---|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Trial:
    """One bot that should win so large a share of its games against another."""

    game: str
    strong: str
    weak: str
    players: int
    target: float

    @property
    def bots(self) -> list[str]:
        return [self.strong] + [self.weak] * (self.players - 1)

    @property
    def games(self) -> int:
        if {self.strong, self.weak} <= set(POLICIES):
            return COMPILED
        if self.strong.startswith("search"):
            return TIMED[self.players]
        level = int(self.strong[-1])
        return THINKING[level][self.players] if game(self.game).thinking[level - 1] else BY_THUMB


def trials() -> Iterator[Trial]:
    """Every match, game by game."""
    for name in game_names():
        yield from at_both_tables(name, "thumb", "random", OVER_RANDOM_5211 if name == "5211" else OVER_RANDOM)
        yield from at_both_tables(name, "search:100ms", "thumb", OVER_THUMB)
        for level in range(1, 5):
            yield from at_both_tables(name, f"level{level + 1}", f"level{level}", OVER_LEVEL_BELOW)


def at_both_tables(game: str, strong: str, weak: str, target: float) -> Iterator[Trial]:
    yield Trial(game, strong, weak, 2, target)
    yield Trial(game, strong, weak, TABLE, 1 / TABLE)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--quick", action="store_true", help="a tenth of the deals")
    asked.add_argument("--bots", help="only matches between these, separated by commas")
    asked.add_argument("--games-of", help="only these games, separated by commas")
    asked.add_argument("--out", type=Path, default=PAGE, help="the page to write")
    wish = asked.parse_args()
    wanted = list(chosen(wish.bots, wish.games_of))
    if not wanted:
        sys.exit("No match of the list is of these games and between these bots; without options all are played.")
    try:
        sys.exit(measure(wanted, wish.quick, wish.out))
    except PiocheError as error:
        sys.exit(str(error))


def chosen(bots: str | None, games: str | None) -> Iterator[Trial]:
    """The trials asked for."""
    for trial in trials():
        asked_bots = bots is None or {trial.strong, trial.weak} <= set(bots.split(","))
        if asked_bots and (games is None or trial.game in games.split(",")):
            yield trial


def measure(wanted: list[Trial], quick: bool, page: Path) -> int:
    """Play everything, then write the page; the exit code says whether every target holds."""
    lines, failed = [], 0
    for number, trial in enumerate(wanted, 1):
        print(f"{number}/{len(wanted)}  {command(trial, quick)}", file=sys.stderr)
        result = play(trial, quick)
        if result.deals < result.wanted:
            print("Stopped; the same command goes on from there.", file=sys.stderr)
            return 130
        lines.append(line(trial, result))
        failed += not holds(trial, result)
    page.write_text(written(lines, wanted, quick), encoding="utf-8")
    print(f"{len(wanted) - failed} of {len(wanted)} targets hold: {page}", file=sys.stderr)
    return int(failed > 0)


def games_of(trial: Trial, quick: bool) -> int:
    return trial.games // (10 if quick else 1)


def play(trial: Trial, quick: bool) -> Result:
    games = games_of(trial, quick)
    with games_progress(Console(stderr=True), games) as progress:
        return arena(trial.game, trial.bots, trial.players, games, seed=1, keep=True, progress=progress)


def command(trial: Trial, quick: bool) -> str:
    """The same match from the shell."""
    bots, games = ",".join(trial.bots), games_of(trial, quick)
    return f"pioche arena {trial.game} --bots {bots} --players {trial.players} --games {games} --seed 1"


def standing(trial: Trial, result: Result) -> Standing:
    return next(each for each in result.summary if each.bot == trial.strong)


def holds(trial: Trial, result: Result) -> bool:
    """The lower end of the interval reaches the target; at the larger table it must lie above an even share."""
    interval = standing(trial, result).win_interval
    if interval is None:
        return False
    return interval[0] > trial.target if trial.players == TABLE else interval[0] >= trial.target


def line(trial: Trial, result: Result) -> str:
    found = standing(trial, result)
    low, high = found.win_interval or (0.0, 1.0)
    cells = (
        trial.game, trial.players, f"{trial.strong} against {trial.weak}", f"{result.deals:,}",
        f"{found.win_share:.1%}", f"{low:.1%} – {high:.1%}",
        f"{'> ' if trial.players == TABLE else '≥ '}{trial.target:.0%}", "yes" if holds(trial, result) else "**no**",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def written(lines: list[str], wanted: list[Trial], quick: bool) -> str:
    head = HEAD.format(when=date.today().isoformat(), machine=f"{processor()}, {os.cpu_count()} cores, {machine()}")
    commands = "\n".join(command(trial, quick) for trial in wanted)
    table = "\n".join(lines)
    return f"{head}{table}\n\nMatch by match, from the shell:\n```\n{commands}\n```\n"


if __name__ == "__main__":
    main()
