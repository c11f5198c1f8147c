"""Make the figures of docs/studies anew: `python scripts/studies.py [game …]`; `--quick` plays a tenth of the games.

The tables go between the marks in each page, the plots beside it. What the pages say about them is written by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pioche.studies import Finding, Study, examine, plots, walk
from pioche.studies.measure_games import Figure, figure, mean_of
from pioche.studies.number_format import percent, shown

FOLDER = Path(__file__).parent.parent / "docs" / "studies"
MARKS = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- end -->)", re.S)
POINTS = ((-9, 3), (4, 6), (7, 9), (10, 14), (15, 19), (20, 99))  # of a caller, in classes
Row = list[str]


def main() -> None:
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    share = 0.1 if "--quick" in sys.argv else 1.0
    for name, make in STUDIES.items():
        if not wanted or name in wanted:
            print(name, flush=True)
            write(name, make(share))


def write(name: str, table: str) -> None:
    path = FOLDER / f"{name}.md"
    page = path.read_text(encoding="utf-8")
    path.write_text(MARKS.sub(lambda _: table, page), encoding="utf-8")


def draw(name: str, svg: str) -> None:
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


def markdown(head: Row, rows: list[Row]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def played(game: str, games: int, share: float, **wishes: Any) -> Study:
    return examine(game, games=max(20, round(share * games)), seed=1, keep=True, **wishes)


def figures(study: Study, names: tuple[str, ...], label: Callable[[Finding], Row], head: Row) -> str:
    rows = [label(each) + [shown(name, each.figures[name], "en") for name in names] for each in study.findings]
    return markdown(head + [f"`{name}`" for name in names], rows)


def option(each: Finding, name: str, usual: str) -> str:
    return str(dict(each.setting.options + each.setting.deck).get(name, usual))


def coloretto(share: float) -> str:
    study = played("coloretto", 5000, share, players="2-5", set={"table": ["brown", "grey"]})
    four = [each for each in study.findings if each.setting.players == 4]
    draw("coloretto", plots.distribution(four, "scores", "en"))
    names = ("turns", "score", "spread", "lead_changes", "late", "draws", "first_seat", "skill")
    return figures(study, names, lambda e: [str(e.setting.players), option(e, "table", "brown")], ["players", "table"])


def kolpa(share: float) -> str:
    study = played("kolpa", 3000, share, players="2-6", set={"J": list(range(5))})
    draw("kolpa", plots.curve(study.findings, "J", "turns", "en"))
    names = ("turns", "minutes", "winning_score", "forced", "late", "first_seat", "skill")
    return figures(study, names, lambda e: [str(e.setting.players), option(e, "J", "4")], ["players", "jokers"])


def five(share: float) -> str:
    """Events by round, for bots that look at the limit and for those that do not."""
    rows = []
    for bot in ("random", "level1", "level3"):
        for each in played("5211", 4000, share, players="2-5", bots=[bot], skill=False).findings:
            rounds = each.events["round"].value + each.events["last_round"].value + 1  # the first has no event
            cells = [percent(each.events[name].value / rounds, 1, "en") for name in ("kododo", "nobody")]
            limit = f"{each.events['over_limit'].value / rounds:.2f}"
            tied = f"{each.events['tied'].value / rounds:.2f}"
            score = shown("score", each.figures["score"], "en")
            rows.append([str(each.setting.players), bot, f"{rounds:.0f}", limit, tied, *cells, score])
    head = ["players", "bots", "rounds", "colours over the limit, a round", "colours tied, a round", "Kododo rounds",
            "rounds for nobody", "points of a seat"]  # fmt: skip
    return markdown(head, rows)


def calls(players: int, games: int) -> Iterator[tuple[int, bool]]:
    """The caller's points when it called, and whether it was right, of every call."""
    points = -99
    for step in walk("kombio", players, bots=["level1"] + ["level3"] * (players - 1), games=games, seed=1):
        if step.move == "kombio":
            points = grid_sum(str(step.position), step.seat)
        for event in step.events:
            if event.kind in ("caller_best", "caller_beaten") and points > -99:
                yield points, event.kind == "caller_best"
                points = -99


def grid_sum(position: str, seat: int) -> int:
    line = next(line for line in position.splitlines() if line.startswith(f"{chr(65 + seat)}: grid"))
    return sum(int(word) for word in line.partition("grid")[2].partition(";")[0].split() if word != "_")


def kombio(share: float) -> str:
    rows = []
    for players in range(2, 7):
        found = list(calls(players, max(20, round(600 * share))))
        rows.append([str(players), *(right(found, low, high) for low, high in POINTS)])
    return (
        markdown(["players", *(f"{low} to {high}" for low, high in POINTS)], rows)
        .replace("-9 to 3", "3 or less")
        .replace("20 to 99", "20 or more")
    )


def right(found: list[tuple[int, bool]], low: int, high: int) -> str:
    import numpy as np

    mine = np.array([[won] for points, won in found if low <= points <= high], float)
    if len(mine) < 10:
        return "–"
    share: Figure = figure(mean_of(mine, 1.0))
    return shown("draws", share, "en") + f" ({len(mine)})"


def ko(share: float) -> str:
    study = played("ko", 1000, share, players="2-5", set={"colours": [4, 5, 6, 7]})
    draw("ko", plots.curve(study.findings, "colours", "stalls", "en"))

    def label(each: Finding) -> Row:
        dry = each.events["dry"].value / each.figures["turns"].value
        cards = sum(each.game.blank(each.setting.players, dict(each.setting.options)).known[i] == 0 for i in range(166))
        return [str(each.setting.players), option(each, "colours", "7"), str(cards), percent(dry, 1, "en")]

    names = ("turns", "minutes", "stalls", "draws", "lead_changes", "first_seat", "skill")
    decks = figures(study, names, label, ["players", "colours", "cards", "short hands, a turn"])
    return decks + "\n" + one_or_two(share)


def one_or_two(share: float) -> str:
    """The sheet speaks of the KO card: what one does instead of two."""
    study = played("ko", 400, share, players="2,5", bots=["level3"], set={"ko_cards": [1, 2]})
    names = ("turns", "minutes", "stalls", "lead_changes", "first_seat", "skill")
    return figures(
        study, names, lambda e: [str(e.setting.players), option(e, "ko_cards", "2")], ["players", "KO cards"]
    )


STUDIES: dict[str, Callable[[float], str]] = {
    "coloretto": coloretto, "kolpa": kolpa, "5211": five, "kombio": kombio, "ko": ko
}  # fmt: skip

if __name__ == "__main__":
    main()
