"""A short name for what a function does: the same for the same doing, wherever and whenever it is asked.

It covers how the function is written, the values of its defaults and closure, and every global that it names: numbers,
arrays, tuples, other functions and, by their own digests, the rules that it is linked to. So a digest changes with
anything that machine code is made of, and with nothing else.
"""

from __future__ import annotations

import builtins
import hashlib
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from pioche.core.function_source import global_names, inner_codes, written
from pioche.core.numba_overloads import Overloads, is_itself
from pioche.core.rule import Rule


class Nameless(Exception):
    """Something is used that has no form of ours, so what is compiled with it can't be found again."""


def digest(function: FunctionType) -> str:
    """What a function does, as 24 letters and digits; its globals are linked already. See `Nameless`."""
    return shortened(form_of_function(function))


class NamedRule:
    """In place of a linked rule: its digest and nothing to call."""

    def __init__(self, digest: str) -> None:
        self.digest = digest


def only_named(function: FunctionType, entry: bool) -> Any:
    """The back end of a program that is never run, only named."""
    return NamedRule(digest(function))


def shortened(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def form_of_function(function: FunctionType, within: tuple[FunctionType, ...] = ()) -> str:
    """How it is written, and what it uses; a function that calls itself is not gone through again.

    Itself, and not another closure of the same code, which may have closed over other values.
    """
    code, names = function.__code__, function.__globals__
    if function in within:
        return f"again {within.index(function)}"
    forms = Forms(code, (*within, function))
    parts = [written(code, names), forms.of(function.__defaults__), forms.of(function.__kwdefaults__)]
    parts += [f"{name} {forms.of(value)}" for name, value in closed_over(function)]
    parts += [f"{name} {forms.of(used(names, name))}" for name in sorted(global_names(code))]
    return "\n".join(parts)


def closed_over(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The variables of a closure that have a value."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        if not is_empty(cell):
            yield name, cell.cell_contents


def is_empty(cell: CellType) -> bool:
    return cell == CellType()


def used(names: dict[str, Any], name: str) -> Any:
    return names[name] if name in names else getattr(builtins, name, None)


class Forms:
    """The forms of the values that a function uses."""

    def __init__(self, code: CodeType, within: tuple[FunctionType, ...]) -> None:
        self.code, self.within = code, within

    def of(self, value: Any) -> str:
        """A value as a text: equal texts, equal values."""
        if templates := OVERLOADS.of(value):
            return self.overloaded(value, templates)
        for kind, form in FORMS:
            if isinstance(value, kind):
                return form(self, value)
        if hasattr(value, "digest"):  # a rule that is linked already
            return f"rule {value.digest}"
        if isinstance(value, Rule):  # found in a module by its name, where Numba doesn't take it
            return "rule"
        if hasattr(value, "py_func") and hasattr(value, "targetoptions"):  # somebody's own use of Numba
            return f"jit {sorted(value.targetoptions.items())!r} {self.function(value.py_func)}"
        if isinstance(value, np.ufunc) or (is_versioned(type(value)) and hasattr(value, "mangling_args")):
            return f"{type(value).__name__} {value}"  # one of NumPy's functions, or of Numba's types
        raise Nameless(f"{value!r}")

    def plain(self, value: Any) -> str:
        return f"{type(value).__name__} {value!r}"

    def member(self, value: Enum) -> str:
        return f"member {type(value).__qualname__} {value.name} {self.of(value.value)}"

    def scalar(self, value: np.generic) -> str:
        return f"number {value.dtype.str} {value.tobytes().hex()}"

    def array(self, value: np.ndarray[Any, Any]) -> str:
        if value.dtype.hasobject:
            raise Nameless(f"{value!r}")
        order = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "A"
        return f"array {self.dtype(value.dtype)} {value.shape} {order} {value.tobytes().hex()}"

    def dtype(self, value: np.dtype[Any]) -> str:
        if value.fields is None:
            return f"dtype {value.str} {value.subdtype and (self.dtype(value.subdtype[0]), value.subdtype[1])}"
        fields = [(name, self.dtype(field[0]), field[1]) for name, field in value.fields.items()]
        return f"dtype {fields} {value.itemsize} {value.isalignedstruct}"

    def row(self, value: tuple[Any, ...] | list[Any]) -> str:
        kind = f"{type(value).__name__} {getattr(value, '_fields', '')}"
        return f"{kind}({','.join(map(self.of, value))})"

    def set(self, value: frozenset[Any] | set[Any]) -> str:
        return f"{type(value).__name__}({','.join(sorted(map(self.of, value)))})"

    def mapping(self, value: dict[Any, Any]) -> str:
        return f"dict({','.join(f'{self.of(key)}:{self.of(each)}' for key, each in value.items())})"

    def function(self, value: FunctionType) -> str:
        if is_versioned(value):
            return f"of {value.__module__} {value.__qualname__}"
        return f"function {shortened(form_of_function(value, self.within))}"

    def built_in(self, value: Any) -> str:
        if not is_versioned(value):
            raise Nameless(f"{value!r}")
        return f"of {value.__module__} {value.__qualname__}"

    def kind(self, value: type) -> str:
        """A class: what Numba knows of one is its members, or its fields."""
        if is_versioned(value):
            return f"of {value.__module__} {value.__qualname__}"
        if issubclass(value, Enum):
            return f"enum {value.__qualname__}({','.join(map(self.member, value))})"
        if issubclass(value, tuple) and hasattr(value, "_fields"):
            return f"named {value.__qualname__} {value._fields} {self.of(getattr(value, '_field_defaults', {}))}"
        raise Nameless(f"{value!r}")

    def module(self, value: ModuleType) -> str:
        """A module: whatever of it the function may mention."""
        mentioned = {name for code in (self.code, *inner_codes(self.code)) for name in code.co_names}
        package = value.__name__.partition(".")[0]
        if comes_with_a_version(package):
            if OVERLOADS.named(package, mentioned):
                raise Nameless(f"{value!r}: Numba compiles something else in place of a function of it")
            return f"module {value.__name__}"
        found = sorted(mentioned & vars(value).keys())
        return f"module({','.join(f'{name} {self.of(getattr(value, name))}' for name in found)})"

    def overloaded(self, value: Any, templates: Sequence[Any]) -> str:
        """An overload is any Python, run while Numba compiles: what it will choose is not known from its text."""
        if not is_itself(templates):
            raise Nameless(f"{value!r}: Numba compiles something else in its place")
        how = sorted(templates[0]._jit_options.items()), templates[0]._inline.value
        return f"jitable {how!r} {self.function(value)}"


def is_versioned(value: Any) -> bool:
    """Does it come with Python, NumPy or Numba, whose versions are named anyway?"""
    return comes_with_a_version((getattr(value, "__module__", None) or "").partition(".")[0])


@cache
def comes_with_a_version(package: str) -> bool:
    """A module of Python's own may be hidden by somebody's of the same name."""
    if package in ("numpy", "numba", "llvmlite") or package not in sys.stdlib_module_names:
        return package in ("numpy", "numba", "llvmlite")
    file = getattr(sys.modules.get(package), "__file__", None)
    return file is None or file.startswith(sysconfig.get_path("stdlib"))


FORMS: tuple[tuple[Any, Callable[[Forms, Any], str]], ...] = (
    (Enum, Forms.member),
    (np.generic, Forms.scalar),
    ((int, float, complex, str, bytes, type(None), type(...)), Forms.plain),
    (np.ndarray, Forms.array),
    (np.dtype, Forms.dtype),
    ((tuple, list), Forms.row),
    ((set, frozenset), Forms.set),
    (dict, Forms.mapping),
    (FunctionType, Forms.function),
    (BuiltinFunctionType, Forms.built_in),
    (type, Forms.kind),
    (ModuleType, Forms.module),
)

OVERLOADS = Overloads(comes_with_a_version)
