"""A bar, a rate and the time left for long work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pioche.terminal.words import text


@contextmanager
def games_progress(console: Console, games: int) -> Iterator[Callable[[int, int], None]]:
    """Give a function to call with the games and moves just played."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(text("simulate.compile"), total=games, rate="")
        played = 0

        def advance(done: int, moves: int) -> None:
            nonlocal played
            played += moves
            elapsed = bar.tasks[0].elapsed or 1e-9
            bar.update(
                task, advance=done, description=text("simulate.progress"), rate=f"{played / elapsed / 1e6:.1f} M/s"
            )

        yield advance
