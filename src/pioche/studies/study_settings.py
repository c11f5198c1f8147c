"""What is to be studied: players, options and cards, read from words, and refused before anything runs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from pioche.studies.catalogue import CATALOGUE
from pioche.studies.custom_deck import Deck, check_deck, faces_like
from pioche.table.errors import PiocheError
from pioche.table.game import Game
from pioche.table.options import Option

MOST = 60  # settings in one study
SWEEP = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?::([0-9]{1,9}))?")
SPAN = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")

Value = str | int
Wish = Mapping[str, Value | Sequence[Value]]  # of each option or card one value, or several


@dataclass(frozen=True)
class Setting:
    """One way to play: players, options and cards that differ from the usual ones."""

    players: int
    options: tuple[tuple[str, Value], ...] = ()
    deck: Deck = ()

    @property
    def text(self) -> str:
        """`target=30 J=2`; empty for the usual game."""
        return " ".join(f"{name}={value}" for name, value in self.options + self.deck)


def read_players(text: str | int | Sequence[int] | None, chosen: Game) -> list[int]:
    """`4`, `2-5` or `2,4`; if nothing is said, four or as many as the game allows."""
    if text is None:
        return [min(4, chosen.players[-1])]
    if isinstance(text, Sequence) and not isinstance(text, str):
        return list(text)
    found: list[int] = []
    for part in str(text).split(","):
        span = SPAN.fullmatch(part.strip())
        if span is None or int(span[2] or span[1]) < int(span[1]):
            raise PiocheError("lab.players", CATALOGUE, text=text)
        found += range(int(span[1]), int(span[2] or span[1]) + 1)
    return list(dict.fromkeys(found))


def read_words(words: Sequence[str]) -> dict[str, list[Value]]:
    """`target=30`, `target=20..100:10`, `golden=off,on`; each name once."""
    wish: dict[str, list[Value]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        if not equals or not name or not values:
            raise PiocheError("setup.option_form", word=word)
        if name in wish:
            raise PiocheError("lab.twice", CATALOGUE, name=name)
        wish[name] = read_values(values)
    return wish


def read_values(text: str) -> list[Value]:
    """The values of a list or of a sweep, in order."""
    found: list[Value] = []
    for part in text.split(","):
        found += sweep(part) if ".." in part else [part.strip()]
    return list(dict.fromkeys(found))


def sweep(part: str) -> list[Value]:
    found = SWEEP.fullmatch(part.strip())
    if found is None or int(found[3] or 1) == 0 or int(found[2]) < int(found[1]):
        raise PiocheError("lab.sweep", CATALOGUE, text=part)
    values = range(int(found[1]), int(found[2]) + 1, int(found[3] or 1))
    if len(values) > MOST:
        raise PiocheError("lab.too_many", CATALOGUE, count=len(values), most=MOST)
    return list(values)


def settings_of(
    chosen: Game, players: Sequence[int], wish: Wish, compare: bool = False, most: int = MOST
) -> list[Setting]:
    """Every combination, checked; with `compare` the usual game comes first."""
    values = {name: several(value) for name, value in wish.items()}
    count = len(players) * (prod(map(len, values.values())) + (compare and bool(values)))
    if count > most:  # before they are made: there may be far too many
        raise PiocheError("lab.too_many", CATALOGUE, count=count, most=most)
    ways = [dict(zip(values, combination, strict=True)) for combination in product(*values.values())]
    if compare and values:
        ways.insert(0, {})
    found = [setting_of(chosen, number, way) for number in players for way in ways]
    for setting in found:
        if setting.deck:
            check_deck(chosen, setting.deck, setting.players, dict(setting.options))
    return list(dict.fromkeys(found))


def several(value: Value | Sequence[Value]) -> list[Value]:
    return [value] if isinstance(value, str | int) else list(value)


def setting_of(chosen: Game, players: int, way: Mapping[str, Value]) -> Setting:
    """Options as the game writes them, without those that are usual anyway; whatever else there is, is a card."""
    known = {option.name: option for option in chosen.options}
    options = [(name, usual_form(known[name], value)) for name, value in way.items() if name in known]
    unusual = tuple((name, value) for name, value in options if str(value) != str(known[name].default))
    deck = tuple(card_count(chosen, name, value) for name, value in way.items() if name not in known)
    chosen.blank(players, dict(unusual))
    return Setting(players, unusual, deck)


def usual_form(option: Option, value: Value) -> Value:
    text = option.text(option.number(value))
    return int(text) if isinstance(option.values, range) else text


def card_count(chosen: Game, name: str, value: Value) -> tuple[str, int]:
    """How many cards of a face, or of every face that a pattern names."""
    if not faces_like(chosen, name):
        options = ", ".join(option.name for option in chosen.options)
        raise PiocheError(
            "lab.unknown", CATALOGUE, name=name, title=chosen.title, options=options, card=chosen.faces[0]
        )
    if not re.fullmatch("[0-9]{1,3}", str(value)):
        raise PiocheError("lab.count", CATALOGUE, name=name, value=value)
    return name, int(value)


def as_options(setting: Setting) -> dict[str, Any]:
    return dict(setting.options)
