"""What the engine has to say while it goes on, as sentences: Python's warnings, or lines of the command.

Whoever wants to hear nothing ignores them as any warning: `warnings.simplefilter("ignore", PiocheNotice)`.
"""

from __future__ import annotations

import multiprocessing
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pioche.table.catalogue import phrase, say


class PiocheNotice(UserWarning):
    """Nothing is wrong with the games; something about how they run is worth knowing."""


def as_warning(sentence: str) -> None:
    warnings.warn(sentence, PiocheNotice, stacklevel=2)


def as_line(sentence: str) -> None:
    print(sentence, file=sys.stderr)


_shown: list[Callable[[str], None]] = [as_warning]


@contextmanager
def shown_as_lines() -> Iterator[None]:
    """While a command runs."""
    before = _shown[:]
    _shown[:] = [as_line]
    try:
        yield
    finally:
        _shown[:] = before


def hear(key: str, details: Mapping[str, Any]) -> None:
    """Say it in the chosen language; processes that work for another one leave that to it."""
    if multiprocessing.parent_process() is None:
        _shown[0](sentence(key, details))


def sentence(key: str, details: Mapping[str, Any]) -> str:
    """A detail may be the key of a sentence itself."""
    said = {name: phrase(part) if str(part).startswith("notice.") else part for name, part in details.items()}
    return say(key, None, None, **said)
