"""What may be agreed before a game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pioche.core import RULES
from pioche.table.catalogue import Phrase, phrase
from pioche.table.errors import PiocheError

NUMBER = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True)
class Option:
    """Something that may be agreed before the game: a number in a range, or one of some words."""

    name: str
    values: range | tuple[str, ...]
    default: int | str
    since: int = 1  # the version of the rules that brought it
    before: int | str = ""  # what earlier ones play, if not the default

    def number_by(self, value: Any, rules: int) -> int:
        """The same by a version of the rules: one from before the option has one way only."""
        number = self.number(value)
        return number if rules >= self.since or number == self.usual_by(rules) else self._refuse(value, rules)

    def number(self, value: Any) -> int:
        """The value as the state holds it: the number, or the word's place in the list."""
        if isinstance(self.values, range):
            return int(value) if NUMBER.fullmatch(str(value)) and int(value) in self.values else self._refuse(value)
        if isinstance(value, bool):
            value = "on" if value else "off"
        return self.values.index(value) if value in self.values else self._refuse(value)

    @cached_property
    def usual(self) -> int:
        """The default as the state holds it."""
        return self.number(self.default)

    def usual_by(self, rules: int) -> int:
        """What is played where nothing else is agreed, as the state holds it."""
        return self.usual if rules >= self.since or self.before == "" else self.number(self.before)

    def text(self, number: int) -> str:
        return str(number) if isinstance(self.values, range) else self.values[number]

    def _refuse(self, value: Any, rules: int = RULES) -> int:
        raise PiocheError("setup.value", name=self.name, value=value, expected=self.expected(rules))

    def expected(self, rules: int = RULES) -> Phrase:
        if rules < self.since:
            return phrase("setup.before", rules=rules, value=self.text(self.usual_by(rules)))
        if isinstance(self.values, range):
            return phrase("setup.range", low=self.values[0], high=self.values[-1])
        return phrase("setup.words", words=", ".join(self.values))
