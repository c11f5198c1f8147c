"""One family of errors: each has a message key with its arguments, and prints as a sentence in the chosen language."""

from __future__ import annotations

from collections.abc import Callable
from copyreg import __newobj__  # type: ignore[attr-defined]
from typing import Any, Self

from pioche.table.catalogue import Catalogue, say


class PiocheError(ValueError):
    """Something asked for can't be done; the sentence says what was wrong and what would be right."""

    def __init__(self, key: str, catalogue: Catalogue | None = None, /, **details: Any) -> None:
        super().__init__(key, details)
        self.reason = (key, details)
        self._catalogue = catalogue

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes whole; their own arguments differ from those kept by `Exception`."""
        return __newobj__, (type(self), *self.args), self.__dict__

    def sentence(self, language: str | None = None) -> str:
        key, details = self.reason
        return say(key, language, self._catalogue, **details)

    def __str__(self) -> str:
        return self.sentence()


class NotationError(PiocheError):
    """A text is no position or record; `.line` and `.word` say where."""

    def __init__(self, key: str, line: int, word: str, **details: Any) -> None:
        super().__init__(key, line=line, word=word, **details)
        self.line, self.word = line, word

    def sentence(self, language: str | None = None) -> str:
        return say("notation.where", language, None, line=self.line) + super().sentence(language)


class IllegalMove(PiocheError):
    """A move that the rules forbid; `.rule` is the id of the rule.

    `.position` is the text of the whole position: for whoever runs the game, in a traceback and in `repr`, never in the
    sentence. Whatever speaks to a seat tells the rule, the sentence and its arguments, and nothing else.
    """

    def __init__(self, rule: str, catalogue: Catalogue, **details: Any) -> None:
        super().__init__(f"refuse.{rule}", catalogue, **details)
        self.rule = rule
        self._position: str | Callable[[], str] = ""
        self._notes: list[str] | None = None

    def in_position(self, write: Callable[[], str]) -> Self:
        """The same, with the way to write the position; most refusals are told to a player, and need no text of it."""
        self._position = write
        return self

    @property
    def position(self) -> str:
        """The position in which the move was refused, as text; empty if that is not known."""
        if not isinstance(self._position, str):
            self._position = self._position()
        return self._position

    @property
    def __notes__(self) -> list[str]:  # type: ignore[override]
        """What a traceback shows below the sentence."""
        if self._notes is None:
            self._notes = [self.position] if self.position else []
        return self._notes

    def __repr__(self) -> str:
        return "\n".join([f"<{type(self).__name__} {self.rule}: {self}>", *self.position.splitlines()])

    def __reduce__(self) -> tuple[Any, ...]:
        return __newobj__, (type(self), *self.args), {**self.__dict__, "_position": self.position}


class NotYourTurn(IllegalMove):
    """A move of a seat that may not act now."""


class MissingExtra(PiocheError):
    """Something needs packages that only an extra of Pioche brings; the sentence names it."""


class Conflict(PiocheError):
    """A move made for a position that is no longer the present one."""
