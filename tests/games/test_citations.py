"""Every rule id of the specifications is in the rules, in the words, and in at least two cases."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest

import pioche.games
from pioche.table.game_registry import game, game_names
from pioche.testing.cases import read_cases
from support.catalogues import CATALOGUES

FOLDER = Path(pioche.games.__path__[0])
SPECIFIED = {  # prefix, rules, rulings
    "5211": ("FIV", 13, 6),
    "coloretto": ("COL", 13, 11),
    "ko": ("KOO", 19, 12),
    "kolpa": ("KOL", 19, 7),
    "kombio": ("KOM", 20, 10),
}


def specified(name: str) -> list[str]:
    prefix, rules, rulings = SPECIFIED[name]
    return [f"{prefix}-{n:02}" for n in range(1, rules + 1)] + [f"{prefix}-R{n}" for n in range(1, rulings + 1)]


def folder(name: str) -> Path:
    return FOLDER / (f"g{name}" if name.isdigit() else name)


def test_every_game_has_a_specification() -> None:
    assert sorted(SPECIFIED) == game_names()


def test_rules_cite_every_id(name: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in folder(name).glob("*.py"))
    cited = set(re.findall(r"\b[A-Z]{3}-R?\d+\b", text))
    assert [each for each in specified(name) if each not in cited] == []
    assert cited <= set(specified(name)), "an id that does not exist"


def test_two_cases_for_every_id(name: str) -> None:
    counts = Counter(each for case in read_cases(folder(name) / "cases.txt") for each in case.ids)
    assert [each for each in specified(name) if counts[each] < 2] == []
    assert set(counts) <= set(specified(name)), "an id that does not exist"


def test_words_explain_every_id(name: str) -> None:
    for language in ("fr", "en"):
        words = game(name).words[language]
        assert [each for each in specified(name) if each not in words] == []


@pytest.mark.parametrize("package", CATALOGUES)
def test_languages_say_the_same(package: str) -> None:
    """Both languages have the same keys in the same order, with the same places to fill in, and no empty text."""
    fr, en = (CATALOGUES[package][language] for language in ("fr", "en"))
    assert list(fr) == list(en)
    for key in fr:
        assert fr[key].strip(), key
        assert en[key].strip(), key
        assert fields(fr[key]) == fields(en[key]), key


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_word_a_game_needs_is_there(name: str) -> None:
    chosen, words = game(name), game(name).words["en"]
    needed = {"title", "idea", "intro", "deck"}
    needed |= {f"move.{move.verb}" for move in chosen.moves} | {f"event.{event}" for event in chosen.events}
    needed |= {f"option.{option.name}" for option in chosen.options}
    for option in chosen.options:
        if not isinstance(option.values, range):
            needed |= {f"option.{option.name}.{value}" for value in option.values}
    assert needed - set(words) == set()


def test_log_lines_can_be_said(name: str) -> None:
    """Every move and event has what its sentence needs."""
    chosen = game(name)
    for move in chosen.moves:
        assert fields(chosen.words["en"][f"move.{move.verb}"]) <= {"seat", *move.details}
    for event, arguments in chosen.events.items():
        assert fields(chosen.words["en"][f"event.{event}"]) <= set(arguments)
