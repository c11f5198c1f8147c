"""Rules are written once, as small Python functions, and run on several back ends.

`@rule` marks such a function; `@hook` one that every game fills in with a rule of its own. A `Program` links
rules to each other for one back end: every rule that a rule names is replaced by its linked version, every hook
by the game's rule. Interpreted, the linked version is the plain function; compiled, it is Numba's. A rule calls others
by their bare global names alone: only those are found and linked. `core/runtime.py` calls linked rules on tables.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Mapping
from functools import update_wrapper
from importlib import import_module
from types import CellType, FunctionType
from typing import Any, Generic, ParamSpec, Protocol, TypeVar
from zlib import crc32

import numpy as np

from pioche.core.function_source import global_names, remember, written

P = ParamSpec("P")
R = TypeVar("R")


class Rule(Generic[P, R]):
    """One rule. Called directly it runs interpreted, which is enough for rules that need no game."""

    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process it goes by its name, if a module has it under that name; else as what it is."""
        module, name = self.function.__module__, self.function.__qualname__
        if module != "__main__" and getattr(sys.modules.get(module), name, None) is self:
            return rule_named, (module, name)
        function: Any = self.function
        return rule_written, (function, written(function.__code__, function.__globals__))


def rule(function: Callable[P, R]) -> Rule[P, R]:
    return Rule(function)


def rule_named(module: str, name: str) -> Rule[..., Any]:
    """One that a module has."""
    found: Rule[..., Any] = getattr(import_module(module), name)
    return found


def rule_written(function: FunctionType, how: str) -> Rule[..., Any]:
    """One that came from another process, where its source could be read."""
    remember(function.__code__, how)
    return Rule(function)


class Hook(Rule[P, R]):
    """A rule that core calls and every game provides, unless the hook has a default; called unlinked it says so."""

    def __init__(self, function: Callable[P, R], default: Rule[P, R] | None = None) -> None:
        def unbound(*args: P.args, **kwargs: P.kwargs) -> R:
            raise TypeError(f"{function.__name__} is filled in by each game: link the rule to a game first")

        super().__init__(update_wrapper(unbound, function))
        self.default = default


def hook(function: Callable[P, R]) -> Hook[P, R]:
    """A hook that every game must fill in."""
    return Hook(function)


def hook_with(default: Rule[P, R]) -> Callable[[Callable[P, R]], Hook[P, R]]:
    """A hook that a game may leave alone: then the default does."""
    return lambda function: Hook(function, default)


def defaults_in(names: Mapping[str, Any]) -> dict[Rule[Any, Any], Rule[Any, Any]]:
    """What fills in the hooks of a module where a game is silent."""
    hooks = (each for each in names.values() if isinstance(each, Hook))
    return {each: each.default for each in hooks if each.default is not None}


def rule_from_source(source: str, names: Mapping[str, Any]) -> Rule[..., Any]:
    """A rule that is written out by a program; its source can be read like any other's."""
    name = source[len("def ") : source.index("(")]
    file = f"<{name} {crc32(source.encode()):08x}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    made = dict(names)
    exec(compile(source, file, "exec", dont_inherit=True), made)
    return Rule(made[name])


def constant_rule(values: list[int]) -> Rule[[int], int]:
    """A rule that looks a number up in a table fixed for the game."""
    table = np.array(values, dtype=np.int16)

    @rule
    def look_up(index: int) -> int:
        return int(table[index])

    return look_up


class BackEnd(Protocol):
    def __call__(self, function: FunctionType, entry: bool) -> Callable[..., Any]: ...


def interpreted(function: FunctionType, entry: bool) -> Callable[..., Any]:
    return function


def compiled(function: FunctionType, entry: bool, game: str = "") -> Callable[..., Any]:
    """Numba on the CPU. The GIL is released; entry points are kept in the compile cache."""
    from pioche.core.compile_cache import cached_jit

    return cached_jit(function, entry, game)


def on_cuda(function: FunctionType, entry: bool) -> Callable[..., Any]:
    """Numba for CUDA: a function that kernels call."""
    from numba import cuda

    compile_for: Any = cuda.jit
    return compile_for(device=True)(function)  # type: ignore[no-any-return]


def reached(bindings: Mapping[Rule[Any, Any], Rule[Any, Any]]) -> set[Rule[Any, Any]]:
    """The rules that fill in the hooks, and all that these name in turn."""
    found: set[Rule[Any, Any]] = set()
    left = list(bindings.values())
    while left:
        each = bindings.get(first := left.pop(), first)
        if each not in found:
            found.add(each)
            left += rules_named(each.function)
    return found


def rules_named(function: Any) -> list[Rule[Any, Any]]:
    """By the function itself, as globals or in its closure."""
    names = function.__globals__
    named = [names.get(name) for name in sorted(global_names(function.__code__))]
    closed = [cell.cell_contents for cell in function.__closure__ or () if cell != CellType()]
    return [each for each in (*named, *closed) if isinstance(each, Rule)]


class Program:
    """A game's rules linked for one back end; `program[rule]` is the rule, ready to call."""

    def __init__(self, back_end: BackEnd, bindings: Mapping[Rule[Any, Any], Rule[Any, Any]]) -> None:
        self.back_end = back_end
        self.bindings = dict(bindings)
        self._linked: dict[tuple[Rule[Any, Any], bool], Callable[..., Any]] = {}

    def __getitem__(self, wanted: Rule[P, R]) -> Callable[P, R]:
        return self._link(wanted, entry=True)

    def _link(self, wanted: Rule[Any, Any], entry: bool) -> Callable[..., Any]:
        target = self.bindings.get(wanted, wanted)
        if (target, entry) not in self._linked:
            linked = self.back_end(self._with_linked_names(target), entry)
            self._linked[target, entry] = linked
        return self._linked[target, entry]

    def _with_linked_names(self, target: Rule[Any, Any]) -> FunctionType:
        """A twin of the rule's function with names of its own: nobody changes them any more."""
        function = target.function
        assert isinstance(function, FunctionType)
        names = dict(function.__globals__)
        for name in global_names(function.__code__) & names.keys():
            names[name] = self._fixed(names[name])
        cells = function.__closure__ and tuple(map(self._fixed_cell, function.__closure__))
        linked = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
        linked.__kwdefaults__ = function.__kwdefaults__
        update_wrapper(linked, function)
        return linked

    def _fixed(self, value: Any) -> Any:
        """What a name stands for: a rule is linked, an array copied."""
        if isinstance(value, Rule):
            return self._link(value, entry=False)
        return value.copy() if isinstance(value, np.ndarray) else value

    def _fixed_cell(self, cell: CellType) -> CellType:
        if cell == CellType() or not isinstance(cell.cell_contents, Rule | np.ndarray):  # empty, or plain
            return cell
        return CellType(self._fixed(cell.cell_contents))
