"""A bar, a rate and the time left for long work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pioche.terminal.catalogue import text


@contextmanager
def games_progress(console: Console, games: int) -> Iterator[Callable[[int, int], None]]:
    """Give a function to call with the games and moves just played; without moves, with those played before."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(text("simulate.ready"), total=games, rate="")
        played = 0

        def advance(done: int, moves: int) -> None:
            nonlocal played
            if moves == 0:  # played and stored before: the clock starts now
                bar.reset(task, completed=done)
            played += moves
            rate = shown_rate(played / (bar.tasks[0].elapsed or 1e-9)) if played else ""
            bar.update(task, advance=done if moves else 0, description=text("simulate.progress"), rate=rate)

        yield advance


def shown_rate(moves: float) -> str:
    """Moves per second, in millions or thousands where there are so many."""
    for size, unit in ((1e6, "M/s"), (1e3, "k/s")):
        if moves >= size:
            return f"{moves / size:.1f} {unit}"
    return f"{moves:.0f} /s"
