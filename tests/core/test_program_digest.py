"""What is compiled has a name of its own: it changes with what is played, and with nothing else."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from pioche.core import function_source, rule
from pioche.core import program_digest as digests
from pioche.core.numba_overloads import Overloads
from pioche.core.program_digest import Nameless, digest, only_named
from pioche.core.rule import Program


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., FunctionType]:
    """A function `f` from a file with this source."""
    number = iter(range(100))

    def made(source: str, **names: Any) -> FunctionType:
        file = tmp_path / f"m{next(number)}.py"
        file.write_text(source)
        module: dict[str, Any] = {"__name__": file.stem, **names}
        exec(compile(source, str(file), "exec", dont_inherit=True), module)
        found = module["f"]
        assert isinstance(found, FunctionType)
        return found

    return made


@pytest.fixture
def overloads(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test overloads is so in this test only."""
    from numba.core.typing import templates

    registry: Any = templates.builtin_registry
    for name in ("functions", "globals"):
        monkeypatch.setattr(registry, name, list(getattr(registry, name)))
    monkeypatch.setattr(digests, "OVERLOADS", Overloads(digests.comes_with_a_version))


Make = Callable[..., FunctionType]

SNIPPET = '''
from __future__ import annotations
TABLE = (1, 2.5, "x", None, True, b"y", -3)
def helper(x: int, *, by: int = 2) -> int:
    return x * by
def f(a: int, b=7, *rest, c: float = 0.5):
    """Words."""
    total: int = a
    for i in range(b):  # a remark
        if not (i % 2 and a < i <= 9) or i in (3, 4):
            total += TABLE[0] if i else helper(i, by=3)
        elif i == ~a:
            continue
    while total > 100:
        total //= 2
    x, *y = rest[1:], [k ** 2 for k in rest if k], {1: f"{total!r:>{a}}"}, lambda z: z.real
    return total, x, y
'''


def test_a_function_has_one_digest_on_every_version_of_python(make: Make) -> None:
    assert digest(make(SNIPPET)) == "919b02ef3c2430c9af410cbe"


def test_words_and_layout_do_not_count(make: Make) -> None:
    plain = make("def f(a, b):\n    x = a + b\n    return (x)\n")
    parameters = "# remark\n\n\ndef f(\n    a: int, b: 'int',\n) -> int:\n"
    dressed = parameters + "    '''Words.'''\n    x: int = (a + b)  # why\n    return x\n"
    assert digest(make(dressed)) == digest(plain)


@pytest.mark.parametrize(
    "other",
    ["def f(a, b):\n    return a - b\n", "def f(b, a):\n    return a + b\n", "def f(a, b=1):\n    return a + b\n",
     "def f(a, *, b):\n    return a + b\n", "def g(a, b):\n    return a + b\nf = g\n"],
)  # fmt: skip
def test_whatever_it_does_counts(make: Make, other: str) -> None:
    assert digest(make(other)) != digest(make("def f(a, b):\n    return a + b\n"))


class XThenY(NamedTuple):
    x: int
    y: int


class YThenX(NamedTuple):
    y: int
    x: int


class Colour(Enum):
    RED = 1


class Shade(Enum):
    RED = 2


def module(**names: Any) -> ModuleType:
    made = ModuleType("numbers_of_a_game")
    vars(made).update(names)
    return made


VALUES = [
    1, 2, True, 1.0, "1", None, (1, 2), (2, 1), [1, 2], np.int8(1), np.int16(1), np.array([1, 2]), np.array([1, 3]),
    np.array([1, 2], np.int8), np.array([[1, 2]]), np.dtype("i1"), np.dtype([("a", "i1")]), np.dtype([("b", "i1")]),
    np.asfortranarray(np.ones((2, 2))), np.ones((2, 2)), XThenY(1, 2), YThenX(1, 2), XThenY, YThenX,
    Colour.RED, Shade.RED, Colour, Shade, frozenset({1, 2}), frozenset({1}), np.int64, np.add, np, len,
    module(x=1), module(x=2), float("nan"), -0.0, 0.0, {1: 2}, {1: 3}, b"1", 1j, ...,
]  # fmt: skip


def test_every_value_that_it_uses_counts(make: Make) -> None:
    found = {digest(make("def f():\n    return VALUE.x\n", VALUE=value)) for value in VALUES}
    assert len(found) == len(VALUES)


def test_functions_that_it_calls_count(make: Make) -> None:
    source = "def g(a):\n    return a + {}\ndef f(a):\n    return g(a)\n"
    assert digest(make(source.format(1))) == digest(make("# new\n" + source.format(1)))
    assert digest(make(source.format(1))) != digest(make(source.format(2)))


def test_functions_that_call_each_other_have_one_too(make: Make) -> None:
    source = "def f(n):\n    return n and g(n - {})\ndef g(n):\n    return f(n) + 1\n"
    assert digest(make(source.format(1))) == digest(make(source.format(1))) != digest(make(source.format(2)))


def test_closures_and_defaults_count(make: Make) -> None:
    def made(closed: Any, default: Any) -> str:
        source = "def around(x):\n    def f(a=D):\n        return a + x\n    return f\nf = around(X)\n"
        return digest(make(source, X=closed, D=default))

    assert made(1, 2) == made(1, 2)
    assert len({made(1, 2), made(2, 2), made(1, 3), made(np.zeros(3), 2), made(np.ones(3), 2)}) == 5


CLOSURES = """
def base(a):
    return a
def plus(inner, n):
    def added(a):
        return inner(a) + n
    return added
def pair(n, m):
    def even(a):
        return a == 0 or odd(a - n)
    def odd(a):
        return a != 0 and even(a - m)
    return even
f = {}
"""


def test_closures_of_one_code_within_each_other_count_each(make: Make) -> None:
    towers = [f"plus(plus(plus(base, {a}), {b}), {c})" for a in (1, 5) for b in (1, 5) for c in (1, 5)]
    towers += ["plus(base, 1)", "plus(plus(base, 1), 1)", "plus(plus(plus(plus(base, 1), 1), 1), 1)"]
    assert len({digest(make(CLOSURES.format(tower))) for tower in towers}) == len(towers)
    assert digest(make(CLOSURES.format(towers[0]))) == digest(make(CLOSURES.format(towers[0])))


def test_functions_of_one_code_with_other_defaults_or_globals_count_each(make: Make) -> None:
    source = "def f(a, b={0}):\n    return a and g(a, b)\n"
    found = set()
    for default, number in ((1, 1), (2, 1), (1, 2)):
        f = make(source.format(1))
        twin = FunctionType(f.__code__, {"g": number}, "f", (default,))
        f.__globals__["g"] = twin
        found.add(digest(f))
    assert len(found) == 3


def test_closures_that_call_each_other_have_one_too(make: Make) -> None:
    pairs = [(1, 1), (1, 2), (2, 1)]
    assert len({digest(make(CLOSURES.format(f"pair({n}, {m})"))) for n, m in pairs * 2}) == 3


def test_what_has_no_form_has_no_name(make: Make) -> None:
    for value in (object(), np.array([object()]), Make, iter([])):
        with pytest.raises(Nameless):
            digest(make("def f():\n    return VALUE\n", VALUE=value))


OVERLOADED = """
import numpy as np
def bonus(a):
    return a
def f(a):
    return {}
"""


@pytest.mark.parametrize("body", ["bonus(a)", "len(a)", "np.flip(a)", "helper.bonus(a)"])
def test_what_numba_compiles_something_else_for_has_no_name(make: Make, body: str, overloads: None) -> None:
    """By its own source it would be found again, whatever the overload has become."""
    from numba.extending import overload

    f = make(OVERLOADED.format(body), helper=(helper := ModuleType("helper")))
    helper.bonus = f.__globals__["bonus"]  # type: ignore[attr-defined]
    assert digest(f)
    seen: dict[str, Any] = {"np": np, **f.__globals__, "len": len}
    extend: Any = overload
    extend(eval(body.partition("(")[0], seen))(lambda a: lambda a: 5)
    with pytest.raises(Nameless):
        digest(f)


JITABLE = """
from numba.extending import register_jitable
@{}
def g(a):
    return a + {}
def f(a):
    return g(a)
"""


def test_a_function_that_is_only_said_to_be_compilable_counts_as_it_is_compiled(make: Make, overloads: None) -> None:
    ways = (("register_jitable", 1), ("register_jitable", 2), ("register_jitable(boundscheck=True)", 1))
    first, *others = (digest(make(JITABLE.format(*way))) for way in ways)
    assert len({first, *others}) == 3
    assert digest(make("# new\n" + JITABLE.format(*ways[0]))) == first


def test_a_module_that_hides_one_of_pythons_is_looked_into(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    digests.comes_with_a_version.cache_clear()
    hiding = ModuleType("token")
    hiding.__file__ = "/somewhere/token.py"
    monkeypatch.setitem(sys.modules, "token", hiding)
    found: list[str] = []
    for number in (1, 2):
        vars(hiding)["x"] = number
        found.append(digest(make("def f():\n    return token.x\n", token=hiding)))
    digests.comes_with_a_version.cache_clear()
    assert found[0] != found[1]


# What really runs


def test_a_source_that_was_edited_since_is_not_believed(make: Make) -> None:
    function = make("def f(a):\n    return a + 1\n")
    file = Path(function.__code__.co_filename)
    file.write_text("def f(a):\n    return a + 2\n")
    os.utime(file, (1, 1))
    edited = digest(function)
    function_source._known.clear()
    assert edited not in (digest(make("def f(a):\n    return a + 1\n")), digest(make("def f(a):\n    return a + 2\n")))


def test_a_source_that_moved_is_the_same_source(make: Make) -> None:
    function = make("def f(a):\n    return a + 1\n")
    file = Path(function.__code__.co_filename)
    file.write_text("# new\ndef other():\n    return 5\n\n\ndef f(a):\n    # new\n    return a + 1\n")
    os.utime(file, (1, 1))
    assert digest(function) == digest(make("def f(a):\n    return a + 1\n"))


def test_without_a_source_the_bytecode_counts() -> None:
    def made(source: str, **names: Any) -> str:
        module: dict[str, Any] = dict(names)
        exec(compile(source, "<nowhere>", "exec"), module)
        return digest(module["f"])

    usual = "def f(a):\n    return a in {1, 2} and g(a, (1, 'x'))\ndef g(a, b):\n    return a\n"
    assert made(usual) == made("\n\n" + usual)
    changes = (("1, 2", "1, 3"), ("(1, 'x')", "(1, 'y')"), ("return a\n", "return b\n"), ("1, 2", "1.0, 2"))
    assert len({made(usual), *(made(usual.replace(*change)) for change in changes)}) == 5


def test_cells_of_a_notebook_count_as_they_are_written() -> None:
    """As IPython does: the source is known to `linecache` under a name that is no file."""
    found: list[str] = []
    for text in (
        "def f(a):\n    return a + 1\n",
        "def f(a):\n    return a + 2\n",
        "def f(a):\n    return a + 1 # same\n",
    ):
        module: dict[str, Any] = {}
        file = f"<ipython-input-{len(found)}>"
        linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
        exec(compile(text, file, "exec", dont_inherit=True), module)
        found.append(digest(module["f"]))
    assert found[0] == found[2] != found[1]


# Rules


@rule
def one() -> int:
    return 1


@rule
def two() -> int:
    return 2


@rule
def use() -> int:
    return one()


def test_rules_count_as_they_are_linked() -> None:
    def named(bindings: dict[Any, Any]) -> str:
        program: Any = Program(only_named, bindings)
        found: str = program[use].digest
        return found

    assert named({}) == named({two: one}) != named({one: two})
