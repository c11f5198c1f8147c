"""Everything that tries to break the server, at full size: `python scripts/faults.py [--rows 1,3,9]`.

Prints a table; when all rows were run it is also written to docs/reliability.md. Ctrl-C keeps what is done.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from bench.machine import machine, processor  # noqa: E402
from faults.all_properties import SUITE, Property  # noqa: E402
from faults.compiled_rules import say_nothing  # noqa: E402
from faults.report_row import ReportRow  # noqa: E402
from support.warm_parent import WarmParent, warm_parent  # noqa: E402

PAGE = ROOT / "docs" / "reliability.md"
COMMAND = "make faults"
ROWS = {row for each in SUITE for row in each.rows}

HEAD = """# Reliability

What is done to the server, and what became of it. `{command}` runs all of this on loopback against real server
processes: on SQLite with one process, on PostgreSQL with two processes and Redis. Everything follows from a seed, which
is named when something breaks. Every check has a twin with a planted bug that it must catch; these and a smaller size
of most rows are part of `make test`. See `tests/faults`, and [threats](threats.md) for what this is good for.

{date}, {machine}; {minutes:.0f} minutes.

| # | property | found | target | held |
|---|---|---|---|---|
"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rows", type=rows_of, default=set(), help="only these, e.g. 1,3,9")
    wanted: set[int] = asked.parse_args().rows
    chosen = [each for each in SUITE if not wanted or wanted & set(each.rows)]
    say_nothing()
    since = time.monotonic()
    with warm_parent() as warm:
        figures = run_all(warm, chosen)
    Console().print(table_of(figures))
    if {figure.row for figure in figures} == ROWS:
        PAGE.write_text(page(figures, (time.monotonic() - since) / 60))
    sys.exit(not all(figure.held for figure in figures))


def rows_of(text: str) -> set[int]:
    """Numbers with commas between them."""
    found = {int(word) if word.strip().isdigit() else 0 for word in text.split(",")}
    if not found <= ROWS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of rows: numbers from 1 to {max(ROWS)}, as in 1,3,9")
    return found


def run_all(warm: WarmParent, chosen: list[Property]) -> list[ReportRow]:
    """One after the other; what is done when somebody loses patience is kept."""
    console, figures = Console(), list[ReportRow]()
    for number, each in enumerate(chosen, 1):
        since = time.monotonic()
        with console.status(f"{number}/{len(chosen)} {each.what} …"):
            try:
                figures += measured(warm, each)
            except KeyboardInterrupt:
                console.print("Stopped; this is what is done:")
                break
        console.print(f"{each.what}: {time.monotonic() - since:.0f} s")
    return sorted(figures, key=lambda figure: figure.row)


def measured(warm: WarmParent, each: Property) -> list[ReportRow]:
    """Its figures; one that says what broke, if something did."""
    try:
        found = each.measure(warm)
    except Exception as error:
        return [ReportRow(each.rows[0], each.what, f"BROKEN: {error}".replace("\n", " ")[:500], "", False)]
    return found if isinstance(found, list) else [found]


def table_of(figures: list[ReportRow]) -> Table:
    table = Table("#", "property", "found", "target", "held", title=whole_machine())
    for figure in figures:
        held = "yes" if figure.held else "[red]no[/red]"
        table.add_row(str(figure.row), figure.what, figure.found, figure.target, held)
    return table


def page(figures: list[ReportRow], minutes: float) -> str:
    date = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    rows = [
        f"| {f.row} | {f.what} | {f.found} | {f.target} | {'yes' if f.held else '**no**'} |".replace("\n", " ")
        for f in figures
    ]
    head = HEAD.format(command=COMMAND, date=date, machine=whole_machine(), minutes=minutes)
    return head + "\n".join(rows) + "\n"


def whole_machine() -> str:
    return f"{processor()} ({os.cpu_count()} hardware threads), {platform.system()}, {machine()}"


if __name__ == "__main__":
    main()
