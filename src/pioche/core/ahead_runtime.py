"""Rules as machine code made ahead: no compiler is needed to call them.

An entry is called if it was made of the very rule at hand (`program_digest`), for arguments of these kinds. Where there
is none, another runtime is asked; so a game with some rules changed goes on with what has not changed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from pioche.core.ahead_files import Symbol, made_of
from pioche.core.entry_kinds import FAILED, handed_over, kinds_of, single_kinds, slot_letters
from pioche.core.program_digest import Nameless, only_named
from pioche.core.rule import Rule
from pioche.core.runtime import Array, Bindings, Runtime, entrance_to_each, entrance_to_one
from pioche.core.state import State

Call = Callable[..., int]


class BrokenRule(ArithmeticError):
    """A rule broke off; the interpreted rules say where."""


class AheadRuntime(Runtime):
    """Machine code made ahead, and another runtime for whatever is not there.

    Calls on the table of a position are short and keep Python's lock, which is quicker; others let threads go on.
    """

    name = "ahead"

    def __init__(
        self,
        state: type[State],
        bindings: Bindings,
        symbols: Mapping[str, Symbol],
        otherwise: Callable[[], Runtime],
        is_short: bool,
    ) -> None:
        super().__init__(only_named, state, bindings)
        self.symbols, self._otherwise, self.is_short = symbols, otherwise, is_short
        self._calls: dict[tuple[Rule[..., Any], str], Call | None] = {}
        self.found: dict[str, dict[str, Any] | None] = {}  # entries that somebody keeps at hand

    @cached_property
    def otherwise(self) -> Runtime:
        return self._otherwise()

    def call(self, wanted: Rule[..., Any], s: State, *given: Any) -> Any:
        kinds = kinds_of((s.tables, *given))
        call = self.entry(wanted, entrance_to_one, kinds)
        if call is None:
            return self.otherwise.call(wanted, s, *given)
        return checked(call(*handed_over((s.tables, *given))))

    def each(
        self, wanted: Rule[..., Any], tables: Array, columns: Any, scratch: int, part: range | None = None
    ) -> None:
        chosen = range(len(tables)) if part is None else part
        given = (tables, chosen.start, chosen.stop, columns, np.zeros(scratch, np.int16))
        call = self.entry(wanted, entrance_to_each, kinds_of(given))
        if call is None:
            self.otherwise.each(wanted, tables, columns, scratch, part)
        else:
            checked(call(*handed_over(given)))

    def entry(self, wanted: Rule[..., Any], way_in: Callable[[Any], Rule[..., Any]], kinds: str) -> Call | None:
        """The entry made of this rule for these kinds of arguments, None if there is none."""
        key = wanted, kinds
        if key not in self._calls:
            self._calls[key] = self._found(way_in(wanted), kinds)
        return self._calls[key]

    def entry_for(self, wanted: Rule[..., Any], way_in: Callable[[Any], Rule[..., Any]], given: Any) -> Call | None:
        """The same, for arguments like these."""
        return self.entry(wanted, way_in, kinds_of(given))

    def is_made_of(self, wanted: Rule[..., Any], way_in: Callable[[Any], Rule[..., Any]] = entrance_to_one) -> bool:
        """Is there machine code of this very rule, for whatever arguments, and can it be used?"""
        if not self.symbols:
            return False
        try:
            named: Any = self.program[way_in(wanted)]
        except Nameless:
            return False
        start = made_of(named.digest, "")
        return any(key.startswith(start) and symbol.address != 0 for key, symbol in self.symbols.items())

    def _found(self, entrance: Rule[..., Any], kinds: str) -> Call | None:
        if not self.symbols:
            return None
        try:
            named: Any = self.program[entrance]
        except Nameless:
            return None
        symbol = self.symbols.get(made_of(named.digest, kinds))
        address = symbol.address if symbol else 0
        return prototype(kinds, self.is_short)(address) if address else None


def checked(answer: int) -> int:
    if answer == FAILED:
        raise BrokenRule("a rule broke off")
    return answer


def prototype(kinds: str, keeps_the_lock: bool) -> Any:
    """A C function of these kinds."""
    letters = "".join(map(slot_letters, single_kinds(kinds)))
    types = [ctypes.c_double if letter == "f" else ctypes.c_int64 for letter in letters]
    make = ctypes.PYFUNCTYPE if keeps_the_lock else ctypes.CFUNCTYPE
    return make(ctypes.c_int64, *types)
