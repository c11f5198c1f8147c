"""Numba as a front end: every rule that some entries need, in LLVM's language, and nothing compiled any further.

As Numba goes about it, each function is optimised and made into machine code together with all that it calls, and once
more within each of its callers. Here what it writes of each function is only gathered: a game is then optimised as one
module, once, and LLVM decides what to put where it is called. That takes a sixth of the time and a third of the room.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FunctionType
from typing import Any
from unittest.mock import patch

from pioche.ahead.ways_in import WayIn, programs
from pioche.core.ahead_files import made_of
from pioche.core.compile_cache import ALWAYS, named, with_wide_numbers
from pioche.core.entry_kinds import kinds_of
from pioche.core.program_digest import digest
from pioche.core.rule import Program
from pioche.table.game import Game

PLAIN_CPU = {"CPU_NAME": "generic", "CPU_FEATURES": ""}  # nothing may be chosen for the processor of this machine
WITHIN = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Translated:
    """One entry as Numba has translated it."""

    def __init__(self, entry: WayIn, symbol: str, made_of: str, function: str, returns: str) -> None:
        self.entry, self.symbol, self.made_of = entry, symbol, made_of
        self.function, self.returns = function, returns

    @property
    def kinds(self) -> str:
        return kinds_of(self.entry.given)


class Untouched:
    """Numba's own dispatchers, told to make nothing around a function; a digest is what the object is known by.

    Rules that do the same are one function, however often they are linked.
    """

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}

    def __call__(self, function: FunctionType, entry: bool) -> Any:
        from numba import njit

        name = digest(function)
        if name not in self.made:
            named(function, name)
            jit: Any = njit
            self.made[name] = with_wide_numbers(jit(**ALWAYS, **WITHIN)(function))
            self.made[name].digest = name
        return self.made[name]


def translate(game: Game, entries: list[WayIn]) -> tuple[list[Translated], list[str]]:
    """The entries, and the texts of all modules that they are made of."""
    linked, texts = programs(game, Untouched()), list[str]()
    with gathering(texts):
        translated = [translated_entry(linked[way.linked], way, number) for number, way in enumerate(entries)]
    return translated, texts


def translated_entry(program: Program, entry: WayIn, number: int) -> Translated:
    from numba import typeof
    from numba.core.types import unliteral

    kind_of: Any = typeof
    plain: Any = unliteral
    function: Any = program[entry.rule]
    function.compile(tuple(map(kind_of, entry.given)))
    description = function.overloads[function.signatures[-1]].fndesc
    return Translated(
        entry,
        f"{entry.name}_{number}",
        made_of(function.digest, kinds_of(entry.given)),
        description.mangled_name,
        str(plain(description.restype)),
    )


@contextmanager
def gathering(texts: list[str]) -> Iterator[None]:
    """As long as this lasts Numba compiles nothing: each function's text is kept, and that is all."""
    from numba.core import config
    from numba.core.cgutils import normalize_ir_text
    from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary, JITCPUCodegen
    from numba.core.errors import NumbaExperimentalFeatureWarning

    regular: Any = normalize_ir_text

    def keep(library: Any, module: Any) -> None:
        texts.append(regular(str(module)))

    def finalize(library: Any) -> None:
        library._finalized = True

    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        # The record with room for events begins as the one without: that Numba sees this is nothing to warn of.
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        for name, value in PLAIN_CPU.items():
            stack.enter_context(patch.object(config, name, value))
        stack.enter_context(patch.object(CPUCodeLibrary, "add_ir_module", keep))
        stack.enter_context(patch.object(CPUCodeLibrary, "finalize", finalize))
        stack.enter_context(patch.object(JITCodeLibrary, "get_pointer_to_function", lambda library, name: 0))
        stack.enter_context(patch.object(JITCPUCodegen, "set_env", lambda codegen, name, env: None))
        yield
