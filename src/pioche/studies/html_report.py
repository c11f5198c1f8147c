"""The report: one HTML file that needs nothing else, to be read on a screen or on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from html import escape as escape_all

from pioche.studies import plots
from pioche.studies.catalogue import CATALOGUE, text
from pioche.studies.measure_games import MEASURES, Figure, better_wins, figure
from pioche.studies.number_format import full_name, number, percent, plus_minus, shown
from pioche.studies.rule_usage import RuleUse
from pioche.studies.study_result import Finding, Study
from pioche.studies.summary_sentence import sentence
from pioche.table.catalogue import Phrase, counted
from pioche.table.catalogue import language as spoken
from pioche.table.extras import check_extra

escape = partial(escape_all, quote=False)  # nothing here is written into an attribute
CURVES = ("turns", "first_seat", "skill", "draws", "stalls", "decided", "lead_changes", "decisions")
DETAILED = 12  # settings with sections of their own
STYLE = """
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;color:#20303a;background:#fff}
h1{font-size:1.9rem;margin:.2em 0}h2{margin:2em 0 .4em;border-bottom:2px solid #1f6f8b}h3{margin:1.6em 0 .3em}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.3em .8em .3em 0;border-bottom:1px solid #dde3e6;text-align:right;vertical-align:top}
th:first-child,td:first-child,.words{text-align:left}td.words{max-width:34rem}svg{max-width:46rem;width:100%;height:auto}
.curves{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem}.soft{color:#5b6770}
li{margin:.3em 0}code{overflow-wrap:anywhere}
@media print{body{max-width:none;padding:0;font-size:10.5pt}h2,h3{break-after:avoid}svg,tr{break-inside:avoid}}
"""


def check_reports() -> None:
    """Refuse, before anything is played, a report that can't be drawn."""
    check_extra("reports", Phrase("report.itself", {}, CATALOGUE))


def report(study: Study, language: str | None = None) -> str:
    """The whole page; the same study gives the same bytes."""
    check_reports()
    lang = language or spoken()
    title = text("report.title", lang, title=study.game.say("title", lang))
    body = "".join(sections(study, lang))
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )


def sections(study: Study, lang: str) -> Iterable[str]:
    bots = ", ".join(dict.fromkeys(study.bots))
    games = counted("games_played", study.games, number(study.games, 0, lang))
    yield paragraph(text("report.lead", lang, games=games, bots=bots, seed=study.seed))
    if not study.whole:
        yield paragraph(text("report.partial", lang))
    if not study.findings:
        return
    yield compared(study, lang)
    yield heading(text("report.figures", lang)) + figures_table(study.findings, lang)
    yield curves(study.findings, lang)
    for kind in ("length", "scores", "decision"):
        yield heading(text(f"report.{kind}", lang)) + plots.distribution(study.findings, kind, lang)
    yield heading(text("report.first_seat", lang)) + plots.seats_plot(study.findings, lang)
    for each in study.findings[:DETAILED]:
        yield heading(full_name(each.setting, lang)) + details(each, lang)
    yield heading(text("report.methods", lang)) + paragraph(text("report.method", lang))
    yield paragraph(f"{text('report.command', lang)}: ") + f"<p><code>{escape(command(study))}</code></p>"


def command(study: Study) -> str:
    """What to type for this study."""
    players = ",".join(str(n) for n in dict.fromkeys(each.setting.players for each in study.findings))
    values: dict[str, list[str]] = {}
    for each in study.findings:
        for name, value in each.setting.options + each.setting.deck:
            values.setdefault(name, []).append(str(value))
    sets = "".join(f" --set '{name}={','.join(dict.fromkeys(found))}'" for name, found in values.items())
    compare = " --compare" if any(not each.setting.text for each in study.findings) and values else ""
    return (
        f"pioche lab {study.game.id} --players {players}{sets}{compare} --bots {','.join(study.bots)} "
        f"--games {study.wanted} --seed {study.seed}"
    )


def heading(words: str, level: int = 2) -> str:
    return f"<h{level}>{escape(words)}</h{level}>"


def paragraph(words: str) -> str:
    return f"<p>{escape(words)}</p>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 0) -> str:
    """A table; the column with this number, if any, holds sentences."""
    top = "".join(cells(head, words, "th"))
    lines = "".join(f"<tr>{''.join(cells(row, words))}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'


def cells(row: Sequence[str], words: int, tag: str = "td") -> Iterable[str]:
    for column, cell in enumerate(row):
        kind = ' class="words"' if words and column == words else ""
        yield f"<{tag}{kind}>{escape(cell)}</{tag}>"


def figures_table(findings: Sequence[Finding], lang: str) -> str:
    """Measures by setting: few settings stand side by side, many one under another."""
    names = [name for name in [*MEASURES, "skill"] if any(name in each.figures for each in findings)]
    written = {
        (name, i): shown(name, each.figures[name], lang)
        for i, each in enumerate(findings)
        for name in names
        if name in each.figures
    }
    settings = [full_name(each.setting, lang) for each in findings]
    if len(findings) <= 4:
        rows = [
            [text(f"measure.{name}", lang), *(written.get((name, i), "") for i in range(len(findings)))]
            for name in names
        ]
        return table([text("report.measure", lang), *settings], rows)
    rows = [[settings[i], *(written.get((name, i), "") for name in names)] for i in range(len(findings))]
    return table([text("report.setting", lang), *(text(f"measure.{name}", lang) for name in names)], rows)


def compared(study: Study, lang: str) -> str:
    if not study.comparisons:
        return ""
    lines = "".join(f"<li>{escape(sentence(each, lang))}</li>" for each in study.comparisons)
    return heading(text("report.compared", lang)) + f"<ul>{lines}</ul>"


def curves(findings: Sequence[Finding], lang: str) -> str:
    """Of a sweep: what matters, over the option's values."""
    option = plots.swept(findings)
    if option is None:
        return ""
    drawn = [
        name
        for name in CURVES
        if all(name in each.figures for each in findings) and any(each.figures[name].value for each in findings)
    ]
    pictures = "".join(f"<div>{plots.curve(findings, option, name, lang)}</div>" for name in drawn)
    return heading(text("report.curves", lang)) + f'<div class="curves">{pictures}</div>'


# One setting


def details(each: Finding, lang: str) -> str:
    parts = [skill_section(each, lang) if each.skill is not None else "", wins_section(each, lang)]
    if any(held.low is not None for _, held, _ in each.cards):
        even = percent(1 / each.setting.players, 1, lang)
        parts += [heading(text("report.cards", lang), 3), paragraph(text("report.cards_lead", lang, even=even))]
        parts += [plots.cards_plot(each, lang), cards_table(each, lang)]
    parts += [heading(text("report.rules", lang), 3), rules_table(each, lang)]
    return "".join([*parts, heading(text("report.events", lang), 3), events_table(each, lang)])


def skill_section(each: Finding, lang: str) -> str:
    assert each.skill is not None
    games = number(each.skill.deals * len(each.skill.seatings), 0, lang)
    even, lead = 1 / each.setting.players, text("report.skill", lang)
    bots = list(each.skill_wins)
    pairs = [(better, worse) for i, better in enumerate(bots) for worse in bots[:i]]
    lines = [
        text("report.ahead", lang, better=better, worse=worse, chance=chance(each, better, worse, lang))
        for better, worse in pairs
    ]
    drawn = plots.bars(each.skill_wins, even, lead, lang)
    words = paragraph(text("report.skill_lead", lang, games=games, even=percent(even, 1, lang)))
    return heading(lead, 3) + words + drawn + "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def chance(each: Finding, better: str, worse: str, lang: str) -> str:
    assert each.skill is not None
    found = figure(better_wins(each.skill, better, worse))
    return percent(found.value, 1, lang) + plus_minus(found, lang, share=True)


def wins_section(each: Finding, lang: str) -> str:
    """Where several bots play the games themselves."""
    if len(each.wins) < 2:
        return ""
    title = text("report.wins", lang)
    return heading(title, 3) + plots.bars(each.wins, 1 / each.setting.players, title, lang)


def cards_table(each: Finding, lang: str) -> str:
    rows = [(face, share(held, lang), share(played, lang) if played else "") for face, held, played in each.cards]
    head = (text("report.card", lang), text("report.held", lang), text("report.played", lang))
    return f"<details><summary>{escape(text('report.cards', lang))}</summary>{table(head, rows)}</details>"


def share(found: Figure, lang: str) -> str:
    return percent(found.value, 1, lang) + plus_minus(found, lang, share=True)


def rules_table(each: Finding, lang: str) -> str:
    head = [text(f"report.{key}", lang) for key in ("rule", "rule_text", "in_games", "times", "forbids")]
    rows = [rule_row(each, use, lang) for use in each.rules]
    lead = text("report.rules_lead", lang, followed=counted("games_followed", each.followed))
    return paragraph(lead) + table(head, rows, words=1)


def rule_row(each: Finding, use: RuleUse, lang: str) -> list[str]:
    words = each.game.say(use.id, lang)
    forbids = percent(use.forbids, 1, lang) if use.forbids else ""
    return [use.id, words, percent(use.games, 0, lang), number(use.times, 1, lang), forbids]


def events_table(each: Finding, lang: str) -> str:
    rows = [
        (name, number(found.value, 2, lang) + plus_minus(found, lang, share=False))
        for name, found in each.events.items()
    ]
    return table((text("report.event", lang), text("report.times", lang)), rows)
