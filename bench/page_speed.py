"""How quick the table in the browser is, in Chromium on this machine: `python -m bench.page_speed [--json]`."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from pioche.table.game_registry import game_names  # noqa: E402
from support.browser_server import BrowserServer, open_house  # noqa: E402
from web.robot import Mouse, PageSight, Robot  # noqa: E402
from web.screens import middle_of  # noqa: E402
from web.visitor import Visitor, open_browser  # noqa: E402

PROBE = Path(__file__).parent / "page_speed.js"
LOADS = 7
MOVES = 40  # of each game, for the time from click to motion
GAMES = 20
SETTLED = 5  # games until everything is loaded and cached: memory is compared from there on
CALM = 8000  # ms until the robot looks even if something still moves
KB = 1000


@dataclass(frozen=True)
class PageFigure:
    what: str
    target: float
    measured: float
    unit: str
    detail: str = ""

    @property
    def holds(self) -> bool:
        return self.measured <= self.target


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked.add_argument("--games", type=int, default=GAMES, help="games in a row for the memory")
    wish = asked.parse_args()
    with open_house() as house, sync_playwright() as playwright, open_browser(playwright) as browser:
        figures = list(measure(browser, house, wish.games))
    print_json(figures) if wish.json else print_table(figures)
    sys.exit(not all(figure.holds for figure in figures))


def measure(browser: Browser, house: BrowserServer, games: int) -> Iterator[PageFigure]:
    yield home(browser, house)
    yield weight(browser, house)
    yield from play(browser, house)
    yield memory(browser, house, games)


@contextmanager
def visitor_of(browser: Browser, house: BrowserServer, motion: Any = "no-preference") -> Iterator[Visitor]:
    visitor = Visitor.arrive(browser, house, motion=motion)
    visitor.introduce()
    visitor.context.add_init_script(path=PROBE)
    try:
        yield visitor
    finally:
        visitor.leave()


def home(browser: Browser, house: BrowserServer) -> PageFigure:
    """From the first byte until every game can be clicked and the page answers; nothing is cached."""
    times = []
    for _ in range(LOADS):
        with visitor_of(browser, house) as visitor:
            visitor.page.goto("/")
            times.append(visitor.page.evaluate("probe.interactive"))
    spread = f"{min(times):.0f} to {max(times):.0f} in {LOADS} cold loads"
    return PageFigure("home interactive after the first byte, median", 1000, statistics.median(times), "ms", spread)


def weight(browser: Browser, house: BrowserServer) -> PageFigure:
    """Script and style of a table opened by its link, as they come over the wire; the heaviest game counts."""
    sizes = {}
    for game in game_names():
        with visitor_of(browser, house) as visitor:
            visitor.open_table(visitor.make_table(game, "yb"))
            visitor.page.wait_for_load_state("networkidle")
            sizes[game] = visitor.page.evaluate("probe.weight()") / KB
    spread = ", ".join(f"{game} {size:.0f}" for game, size in sizes.items())
    return PageFigure("script and style of a table, compressed", 150, max(sizes.values()), "KB", spread)


def play(browser: Browser, house: BrowserServer) -> Iterator[PageFigure]:
    """Own moves by click, with motion: when each was acknowledged and a card was in the air."""
    times: list[float] = []
    tasks: list[float] = []
    for game in game_names():
        with visitor_of(browser, house) as visitor:
            visitor.open_table(visitor.make_table(game, "yb"))
            make_moves(visitor)
            times += [move["ms"] for move in visitor.page.evaluate("probe.moves")]
            tasks += visitor.page.evaluate("probe.tasks")
    spread = f"median {statistics.median(times):.0f}, worst {max(times):.0f}, {len(times)} moves"
    yield PageFigure("own move acknowledged and moving, p95", 100, percentile(times, 95), "ms", spread)
    yield PageFigure("longest task while cards move", 50, max(tasks, default=0), "ms", f"{len(tasks)} over 50 ms")


class Patient(Robot):
    """Looks at the page only when nothing moves: to look is work for the page, and would be measured with it."""

    def look(self) -> PageSight:
        self.page.evaluate("(ms) => probe.calm(ms)", CALM)
        return super().look()

    def _settle(self, before: PageSight) -> PageSight:
        return self.look()

    def _wait(self) -> PageSight:
        return self.look()


def make_moves(visitor: Visitor) -> None:
    """Click through a game until enough moves were measured, or the game is over."""
    robot = Patient(visitor.page, Mouse(visitor.page))
    visitor.page.evaluate("probe.begin()")
    sight = robot.look()
    while not sight.ending and robot.clicks < MOVES:
        sight = robot.step(sight)


def memory(browser: Browser, house: BrowserServer, games: int) -> PageFigure:
    """Whole games one after the other in one page: what is left after each once the garbage is collected."""
    with visitor_of(browser, house, "reduce") as visitor:
        heap = visitor.context.new_cdp_session(visitor.page)
        visitor.page.goto("/")
        sizes = [one_game(visitor, heap) for _ in range(games)]
    first = statistics.median(sizes[SETTLED - 1 : SETTLED + 2] or sizes)
    last = statistics.median(sizes[-3:])
    spread = f"{first:.2f} MB after {SETTLED} games, {last:.2f} MB after {games}"
    return PageFigure(f"memory growth over {games} games", 10, (last / first - 1) * 100, "%", spread)


def one_game(visitor: Visitor, heap: Any) -> float:
    """Go to a new table within the page, play it, go home; the page's memory then, in MB."""
    table = visitor.make_table("coloretto", "yb", position=middle_of("coloretto", 2))
    visitor.page.evaluate("(path) => probe.go(path)", f"/t/{table}")
    wait_for(visitor, "[data-status=playing] [data-place]")
    visitor.robot().play_out()
    visitor.page.evaluate("probe.go('/')")
    wait_for(visitor, ".game")
    heap.send("HeapProfiler.collectGarbage")
    size: float = heap.send("Runtime.getHeapUsage")["usedSize"] / KB / KB
    return size


def wait_for(visitor: Visitor, selector: str) -> None:
    """A selector's own wait would keep the element, and with it all of a page that is gone."""
    visitor.page.wait_for_function("(selector) => document.querySelector(selector) !== null", arg=selector)


def percentile(times: list[float], share: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[share - 1]


def print_json(figures: list[PageFigure]) -> None:
    print(json.dumps([{**asdict(figure), "holds": figure.holds} for figure in figures], indent=2))


def print_table(figures: list[PageFigure]) -> None:
    table = Table("what", "target", "measured", "", "details")
    for each in figures:
        target, measured = f"≤ {each.target:g} {each.unit}", f"{each.measured:.1f} {each.unit}"
        table.add_row(each.what, target, measured, "✓" if each.holds else "✗", each.detail)
    Console(width=150 if not sys.stdout.isatty() else None).print(table)


if __name__ == "__main__":
    main()
