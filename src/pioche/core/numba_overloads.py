"""What Numba compiles in place of the function that a program names: `numba.extending` gives it another one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any


class Overloads:
    """The functions that somebody else than Numba has overloaded until now, by their identities."""

    def __init__(self, comes_with_a_version: Callable[[str], bool]) -> None:
        self.comes_with_a_version = comes_with_a_version
        self.found: dict[int, list[Any]] = {}
        self.seen = 0

    def of(self, value: Any) -> Sequence[Any]:
        """How Numba may compile it, if otherwise than it is written."""
        self.look()
        return self.found.get(id(value), ())

    def named(self, package: str, names: set[str]) -> bool:
        """Is a function of this package with one of these names among them?"""
        self.look()
        keys = [template.key for templates in self.found.values() for template in templates]
        return any(key.__name__ in names and (key.__module__ or "").partition(".")[0] == package for key in keys)

    def look(self) -> None:
        """Numba's list only grows, and keeps what is in it alive."""
        numba: Any = sys.modules.get("numba.core.typing.templates")  # before it is imported nothing is overloaded
        listed = numba.builtin_registry.globals if numba else []
        if (count := len(listed)) == self.seen:
            return
        found: dict[int, list[Any]] = {}
        for value, kind in listed[:count]:
            for template in getattr(kind, "templates", ()):
                if self.is_foreign(value) or self.is_foreign(getattr(template, "_overload_func", None)):
                    found.setdefault(id(value), []).append(template)
        self.found, self.seen = found, count

    def is_foreign(self, value: Any) -> bool:
        """A function that does not come with Numba, nor with NumPy or Python."""
        home = value.__globals__.get("__name__", "") if isinstance(value, FunctionType) else "builtins"
        return not self.comes_with_a_version(home.partition(".")[0])


def is_itself(templates: Sequence[Any]) -> bool:
    """Has a function only been said to be compilable (`register_jitable`)? Then it is what is compiled."""
    overload = getattr(templates[0], "_overload_func", None)
    return len(templates) == 1 and overload is not None and overload.__qualname__.startswith("register_jitable.")
