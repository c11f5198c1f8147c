"""Figures as people write them in French and in English."""

from __future__ import annotations

from pioche.studies.catalogue import text
from pioche.studies.measure_games import SHARES, Figure
from pioche.studies.study_settings import Setting
from pioche.table.game import Game


def number(value: float, digits: int, language: str, sign: bool = False) -> str:
    """`1,234.5` or `1 234,5`."""
    written = f"{value:{'+' if sign else ''},.{digits}f}"
    if language == "fr":
        written = written.replace(",", "\u202f").replace(".", ",")
    return written.replace("-", "−")


def percent(value: float, digits: int, language: str, sign: bool = False) -> str:
    return text("report.percent", language, number=number(100 * value, digits, language, sign)).replace(" ", "\u202f")


def digits_for(value: float) -> int:
    return 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2


def shown(name: str, found: Figure, language: str) -> str:
    """A measure with its interval: `41.2 ± 0.5`."""
    sign = name.startswith("first_")
    if name in SHARES:
        return percent(found.value, 1, language, sign) + plus_minus(found, language, share=True)
    return number(found.value, digits_for(found.value), language, sign) + plus_minus(found, language, share=False)


def plus_minus(found: Figure, language: str, share: bool) -> str:
    if found.low is None or found.high is None:
        return ""
    half = (found.high - found.low) / 2
    return " ± " + (number(100 * half, 1, language) if share else number(half, digits_for(found.value), language))


def setting_name(setting: Setting, language: str) -> str:
    return setting.text or text("report.usual", language)


def full_name(setting: Setting, language: str) -> str:
    return f"{text('report.players', language, players=setting.players)}, {setting_name(setting, language)}"


def what_differs(chosen: Game, new: Setting, old: Setting, language: str) -> str:
    """`target=30 instead of 50`."""
    usual = {option.name: str(option.default) for option in chosen.options}
    ours, theirs = ({**usual, **{k: str(v) for k, v in each.options + each.deck}} for each in (new, old))
    held = chosen.cards
    names = [name for name in dict.fromkeys([*ours, *theirs]) if ours.get(name) != theirs.get(name)]
    return ", ".join(
        text("report.instead", language, new=f"{name}={ours.get(name, held.get(name, '…'))}",
             old=theirs.get(name, held.get(name, "…")))
        for name in names
    )  # fmt: skip
