"""Runtimes: how a game's rules are called on its tables, by each back end.

    runtime.call(rule, s, *given)                  # on one table, by its window
    runtime.each(rule, tables, columns, scratch)   # on every table of an array: rule(s, i, columns, moves)

Interpreted rules work on windows and memory views, compiled ones on arrays; here, and nowhere else, one is made of the
other. Compiled code is entered with the array that holds the tables (a record by itself costs ten times as much to hand
over) and loops over them inside; the way in is written for every rule that is called so.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar

import numpy as np

from pioche.core.event_log import note, say_nothing
from pioche.core.rule import BackEnd, Program, Rule, compiled, interpreted, rule, rule_from_source
from pioche.core.state import State
from pioche.core.types import Vector

Array = np.ndarray[Any, np.dtype[Any]]
Bindings = Mapping[Rule[Any, Any], Rule[Any, Any]]


class Runtime:
    """The rules of a game, linked for one back end."""

    name: ClassVar[str]

    def __init__(self, back_end: BackEnd, state: type[State], bindings: Bindings) -> None:
        self.state, self.program = state, Program(back_end, bindings)

    def call(self, wanted: Rule[..., Any], s: State, *given: Any) -> Any:
        """Call a rule on one table."""
        raise NotImplementedError

    def each(
        self, wanted: Rule[..., Any], tables: Array, columns: Any, scratch: int, part: range | None = None
    ) -> None:
        """Call a rule on all tables of an array, or on a part of them, with room for `scratch` moves to write on."""
        raise NotImplementedError


class InterpretedRuntime(Runtime):
    """Plain Python, where a debugger can stop, and a number that does not fit is an error."""

    name = "interpreted"

    def __init__(self, state: type[State], bindings: Bindings) -> None:
        super().__init__(interpreted, state, bindings)

    def call(self, wanted: Rule[..., Any], s: State, *given: Any) -> Any:
        return self.program[wanted](s, *map(viewed, given))

    def each(
        self, wanted: Rule[..., Any], tables: Array, columns: Any, scratch: int, part: range | None = None
    ) -> None:
        play, views, moves = self.program[wanted], viewed(columns), np.zeros(scratch, np.int16).data
        for i in range(len(tables)) if part is None else part:
            play(self.state(tables, i), i, views, moves)


class JitRuntime(Runtime):
    """Numba's machine code for this processor, without the GIL."""

    name = "jit"

    def __init__(self, state: type[State], bindings: Bindings, game: str = "") -> None:
        super().__init__(partial(compiled, game=game), state, bindings)
        self._entrances = Entrances(self.program)

    def call(self, wanted: Rule[..., Any], s: State, *given: Any) -> Any:
        return self._entrances[wanted](s.tables, *given)

    def each(
        self, wanted: Rule[..., Any], tables: Array, columns: Any, scratch: int, part: range | None = None
    ) -> None:
        chosen = range(len(tables)) if part is None else part
        enter: Any = self.program[entrance_to_each(wanted)]
        enter(tables, chosen.start, chosen.stop, columns, np.zeros(scratch, np.int16))


class Entrances(dict[Rule[..., Any], Callable[..., Any]]):
    """The ways into rules of one table, each made when it is first wanted: a position asks millions of times."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program

    def __missing__(self, wanted: Rule[..., Any]) -> Callable[..., Any]:
        self[wanted] = self.program[entrance_to_one(wanted)]
        return self[wanted]


def without_events(bindings: Bindings) -> Bindings:
    return {**bindings, note: say_nothing}


def viewed(given: Any) -> Any:
    """An argument as interpreted rules take it: arrays as memory views, a matrix as its rows, columns one by one."""
    if isinstance(given, np.ndarray):
        return given.data if given.ndim == 1 else Matrix(row.data for row in given)
    if isinstance(given, tuple) and hasattr(given, "_fields"):
        return type(given)(*map(viewed, given))
    return given


class Matrix(list[Any]):
    """The rows of a matrix; a number of it is found by row and column."""

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, tuple):
            return super().__getitem__(index[0])[index[1]]
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__getitem__(index[0])[index[1]] = value


@cache
def entrance_to_one(wanted: Rule[..., Any]) -> Rule[..., Any]:
    """The way into a rule of one table: the table comes in its array."""
    name = wanted.function.__name__
    _, *rest = inspect.signature(wanted.function).parameters
    head, call = ", ".join(["tables", *rest]), ", ".join(["tables[0]", *rest])
    return rule_from_source(f"def {name}_at({head}):\n    return {name}({call})\n", {name: wanted})


@cache
def entrance_to_each(wanted: Rule[..., Any]) -> Rule[..., Any]:
    """The way into a rule that is called on tables start … stop - 1, one after the other."""

    def each(tables: Sequence[State], start: int, stop: int, columns: Any, moves: Vector) -> None:
        for i in range(start, stop):
            wanted(tables[i], i, columns, moves)

    each.__name__ = f"{wanted.function.__name__}_each"
    return rule(each)
