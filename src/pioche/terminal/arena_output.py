"""A match between bots as a table on the screen."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from pioche.arena import Result, Standing
from pioche.table.catalogue import counted
from pioche.terminal.catalogue import text

COLUMNS = ("win_share", "margin", "place", "rating", "rate")


def print_arena(console: Console, result: Result) -> None:
    match = result.match
    title = text(
        "arena.title", title=match.chosen.title, players=match.players, seed=match.seed,
        deals=counted("deals", result.deals, f"{result.deals:,}"),
        games=counted("games", result.games, f"{result.games:,}"),
    )  # fmt: skip
    table = Table(text("arena.bot"), title=title, caption=text("arena.caption", even=f"{1 / match.players:.1%}"))
    for key in COLUMNS:
        table.add_column(text(f"arena.{key}"), justify="right")
    for each in result.summary:
        table.add_row(each.bot, *cells(each))
    console.print(table)


def cells(each: Standing) -> tuple[str, ...]:
    return (
        f"{each.win_share:.1%}{bracket(each.win_interval, '.1%')}",
        f"{each.margin:+.2f}{bracket(each.margin_interval, '+.2f')}",
        f"{each.place:.2f}",
        f"{each.rating:.1f} ± {each.rating_sigma:.1f}",
        f"{each.moves_per_second:,.0f}",
    )


def bracket(interval: tuple[float, float] | None, form: str) -> str:
    return f" ({interval[0]:{form}} – {interval[1]:{form}})" if interval else ""
