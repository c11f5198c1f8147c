"""A comparison in one sentence."""

from __future__ import annotations

from pioche.studies.catalogue import text
from pioche.studies.compare import is_clear
from pioche.studies.measure_games import Figure
from pioche.studies.number_format import number, percent, what_differs
from pioche.studies.study_result import Comparison


def sentence(each: Comparison, lang: str) -> str:
    """`target=30 instead of 50, 4 players: 41 % shorter (± 1 %), first seat +0.3 points ± 0.4.`"""
    changes = [length_change(each, lang), points_change(each.differences["first_points"], "report.first", 1, lang)]
    if "skill" in each.differences:
        changes.append(points_change(each.differences["skill"], "report.skill_change", 100, lang))
    what = what_differs(each.new.game, each.new.setting, each.old.setting, lang)
    return text("report.change", lang, what=what, players=each.new.setting.players, changes=", ".join(changes))


def length_change(each: Comparison, lang: str) -> str:
    found = each.changes["turns"] or Figure(0.0, None, None)
    reach = percent(((found.high or 0) - (found.low or 0)) / 2, 1, lang)
    if not is_clear(found):
        return text("report.as_long", lang, reach=reach)
    return text(
        "report.shorter" if found.value < 0 else "report.longer",
        lang,
        share=percent(abs(found.value), 0, lang),
        reach=reach,
    )


def points_change(found: Figure, key: str, times: int, lang: str) -> str:
    half = ((found.high or found.value) - (found.low or found.value)) / 2
    return text(key, lang, points=number(times * found.value, 1, lang, sign=True), reach=number(times * half, 1, lang))
