"""The plots of a report, as SVG to be put into the page; the same figures give the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.studies.catalogue import text
from pioche.studies.measure_games import SHARES, Figure, fact
from pioche.studies.number_format import full_name
from pioche.studies.study_result import Finding
from pioche.studies.watching_rules import SINCE, TURNS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, SOFT = "#20303a", "#8a97a0"
COLOURS = (
    "#1f6f8b",
    "#d1495b",
    "#3b8b4b",
    "#8e5fb3",
    "#c77d12",
    "#5b6770",
)  # told apart by the colour-blind, and in grey
MOST = len(COLOURS)  # settings in one plot
STYLE: Any = {
    "svg.hashsalt": "pioche", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": SOFT, "axes.labelcolor": INK,
    "text.color": INK, "xtick.color": INK, "ytick.color": INK, "legend.frameon": False, "figure.figsize": (7.2, 3.2),
}  # fmt: skip


@contextmanager
def drawing(size: tuple[float, float] | None = None) -> Iterator[tuple[Axes, Callable[[str], str]]]:
    """Axes, and a function that gives what was drawn on them, with a title for those who can't see it."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Page

    with matplotlib.rc_context({**STYLE, **({"figure.figsize": size} if size else {})}):
        page = Page(layout="constrained")
        FigureCanvasSVG(page)

        def finish(title: str) -> str:
            out = io.StringIO()
            page.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
            return in_page(out.getvalue(), title)

        yield page.add_subplot(), finish


def in_page(svg: str, title: str) -> str:
    """Without its own head, as wide as there is room."""
    from html import escape

    body = svg[svg.index("<svg") :]
    head, _, rest = body.partition(">")
    head = re.sub(r'\s(?:width|height)="[^"]*"', "", head)
    rest = re.sub(r"<metadata>.*?</metadata>", "", rest, flags=re.S)
    return f'{head} role="img" aria-label="{escape(title, quote=True)}">{rest}'


def chosen_few(findings: Sequence[Finding]) -> list[Finding]:
    """As many settings as one can tell apart, the first and the last among them."""
    if len(findings) <= MOST:
        return list(findings)
    return [findings[round(i * (len(findings) - 1) / (MOST - 1))] for i in range(MOST)]


def distribution(findings: Sequence[Finding], kind: str, language: str) -> str:
    """How turns, scores or the moment of decision are spread over the games."""
    shown = chosen_few(findings)
    values = [spread_of(each, kind) for each in shown]
    together = np.concatenate(values)
    edges = np.linspace(0, 1, 21) if kind == "decision" else class_edges(together)
    with drawing() as (axes, finish):
        for colour, each, found in zip(COLOURS, shown, values, strict=False):
            weights = np.full(len(found), 1 / len(found))
            counts, _ = np.histogram(found, edges, weights=weights)
            axes.stairs(
                counts,
                edges,
                color=colour,
                linewidth=1.6,
                fill=len(shown) == 1,
                label=full_name(each.setting, language),
            )
        axes.set_xlabel(
            text({"length": "measure.turns", "scores": "report.points", "decision": "report.of_turns"}[kind], language)
        )
        axes.set_ylabel(text("report.seats" if kind == "scores" else "report.count", language))
        in_percent(axes, "y", language)
        if kind == "decision":
            in_percent(axes, "x", language)
        if len(shown) > 1:
            axes.legend(fontsize=8)
        return finish(text(f"report.{kind}", language))


def spread_of(each: Finding, kind: str) -> np.ndarray[Any, Any]:
    if kind == "scores":
        return each.games.scores.ravel()
    turns = fact(each.games, TURNS).ravel()
    return turns if kind == "length" else fact(each.games, SINCE).ravel() / np.maximum(turns, 1)


def class_edges(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Some thirty classes, each a whole number wide; what is far out is in the last."""
    low, high = np.floor(values.min()), np.ceil(np.quantile(values, 0.995)) + 1
    step = max(1.0, np.ceil((high - low) / 30))
    return np.arange(low, high + step, step)


def in_numbers(axes: Axes, language: str) -> None:
    """Decimals as the language writes them."""
    from matplotlib.ticker import FuncFormatter

    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: written(value, language)))


def written(value: float, language: str) -> str:
    plain = f"{round(value, 6) + 0.0:g}".replace("-", "−")
    return plain.replace(".", ",") if language == "fr" else plain


def in_percent(axes: Axes, which: str, language: str) -> None:
    from matplotlib.ticker import FuncFormatter

    side = axes.yaxis if which == "y" else axes.xaxis
    side.set_major_formatter(
        FuncFormatter(lambda value, _: text("report.percent", language, number=written(100 * value, language)))
    )


def bars(figures: dict[str, Figure], line: float, title: str, language: str) -> str:
    """Shares with their intervals, and a line for what would be even."""
    with drawing((7.2, 0.6 + 0.42 * len(figures))) as (axes, finish):
        places = range(len(figures))
        axes.barh(places, [each.value for each in figures.values()], color=COLOURS[0], height=0.6)
        whiskers(axes, list(figures.values()), sideways=True)
        axes.axvline(line, color=INK, linewidth=1, linestyle=":")
        axes.set_yticks(list(places), list(figures))
        axes.invert_yaxis()
        in_percent(axes, "x", language)
        return finish(title)


def whiskers(
    axes: Axes, figures: Sequence[Figure], sideways: bool, at: Sequence[float] | None = None, colour: str = INK
) -> None:
    places = list(at) if at is not None else list(range(len(figures)))
    values = [each.value for each in figures]
    reach = [[each.value - (each.low if each.low is not None else each.value) for each in figures],
             [(each.high if each.high is not None else each.value) - each.value for each in figures]]  # fmt: skip
    if sideways:
        axes.errorbar(values, places, xerr=reach, fmt="none", ecolor=colour, capsize=3, linewidth=1.2)
    else:
        axes.errorbar(places, values, yerr=reach, fmt="none", ecolor=colour, capsize=3, linewidth=1.2)


def seats_plot(findings: Sequence[Finding], language: str) -> str:
    """The advantage of the first seat, setting by setting."""
    figures = [each.figures["first_seat"] for each in findings]
    names = [full_name(each.setting, language) for each in findings]
    with drawing((7.2, 0.8 + 0.3 * len(figures))) as (axes, finish):
        axes.plot([each.value for each in figures], range(len(figures)), "o", color=COLOURS[0])
        whiskers(axes, figures, sideways=True, colour=COLOURS[0])
        axes.axvline(0, color=INK, linewidth=1, linestyle=":")
        axes.set_yticks(range(len(figures)), names)
        axes.invert_yaxis()
        axes.margins(y=0.3 if len(figures) == 1 else 0.05)
        in_percent(axes, "x", language)
        return finish(text("report.first_seat", language))


def cards_plot(each: Finding, language: str) -> str:
    """Every card that was held often enough, the luckiest first."""
    ranked = sorted((found for found in each.cards if found[1].low is not None), key=lambda found: -found[1].value)
    if len(ranked) > 32:
        ranked = ranked[:16] + ranked[-16:]
    with drawing((7.2, 0.8 + 0.17 * len(ranked))) as (axes, finish):
        axes.plot([found[1].value for found in ranked], range(len(ranked)), "o", markersize=4, color=COLOURS[0])
        whiskers(axes, [found[1] for found in ranked], sideways=True, colour=COLOURS[0])
        axes.axvline(1 / each.setting.players, color=INK, linewidth=1, linestyle=":")
        axes.set_yticks(range(len(ranked)), [found[0] for found in ranked], fontsize=8)
        axes.invert_yaxis()
        in_percent(axes, "x", language)
        return finish(text("report.cards", language))


def curve(findings: Sequence[Finding], option: str, measure: str, language: str) -> str:
    """A measure over the values of an option, a line for every number of players."""
    with drawing((3.5, 2.7)) as (axes, finish):
        players = list(dict.fromkeys(each.setting.players for each in findings))
        for colour, number in zip(COLOURS, players, strict=False):
            mine = [each for each in findings if each.setting.players == number]
            mine.sort(key=lambda each: value_of(each, option))
            at = [value_of(each, option) for each in mine]
            figures = [each.figures[measure] for each in mine]
            axes.plot(at, [found.value for found in figures], "o-", markersize=3.5, color=colour, linewidth=1.3,
                      label=text("report.players", language, players=number))  # fmt: skip
            whiskers(axes, figures, sideways=False, at=at, colour=colour)
        axes.set_xlabel(option)
        axes.set_title(text(f"measure.{measure}", language), fontsize=10)
        in_percent(axes, "y", language) if measure in SHARES else in_numbers(axes, language)
        if len(players) > 1:
            axes.legend(fontsize=7)
        return finish(f"{text(f'measure.{measure}', language)} ({option})")


def value_of(each: Finding, name: str) -> float:
    """The value of an option that is a number, or of a count of cards, in a setting."""
    given = dict(each.setting.options + each.setting.deck)
    if name in given:
        return float(given[name])
    usual = {option.name: option.default for option in each.game.options}
    return float(usual[name]) if name in usual else float(each.game.cards.get(name, 0))


def swept(findings: Sequence[Finding]) -> str | None:
    """The one option, or card, that alone takes several numbers as its values."""
    names = dict.fromkeys(name for each in findings for name, _ in each.setting.options + each.setting.deck)
    varied = [
        name
        for name in names
        if len({dict(each.setting.options + each.setting.deck).get(name) for each in findings}) > 1
    ]
    if len(varied) != 1:
        return None
    try:
        values = {value_of(each, varied[0]) for each in findings}
    except ValueError:
        return None
    return varied[0] if len(values) > 2 else None
