"""Nobody gets another's machine code: in one process, in two, from the disk; each plays as the interpreter does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import numpy as np
import pytest

from pioche.core import compile_cache, rule
from pioche.core.compile_cache import kind_text
from pioche.core.program_digest import Nameless
from pioche.core.rule import Program, compiled, interpreted

PACKAGE = Path(__file__).parents[1] / "sixth_game"


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache folder of its own, with nothing in it."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(compile_cache, "cache_folder", lambda: folder)
    return folder


def run(script: Path, cold: Path, *words: str) -> str:
    """What a script prints in a process of its own."""
    env = {**os.environ, "XDG_CACHE_HOME": str(cold), "PYTHONPATH": os.pathsep.join([str(PACKAGE), *sys.path])}
    done = subprocess.run([sys.executable, str(script), *words], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def defined(source: str, name: str = "f") -> Any:
    """The rule of a notebook's cell: there is no file."""
    names: dict[str, Any] = {"__name__": "__main__", "rule": rule}
    exec(compile(dedent(source), "<cell>", "exec", dont_inherit=True), names)
    return names[name]


CELL = """
@rule
def f(a):
    return a + {}
"""


def call(wanted: Any, *given: Any) -> Any:
    """What a rule answers, compiled."""
    program: Any = Program(compiled, {})[wanted]
    return program(*given)


def plus(number: int) -> Any:
    return defined(CELL.format(number))


def test_two_rules_of_one_name_and_kind_in_one_process() -> None:
    first, second = plus(1), plus(2)
    for _ in range(2):  # compiled, and loaded again
        assert [call(each, 10) for each in (first, second)] == [11, 12]


def test_the_same_rule_is_loaded_and_not_compiled_again(empty: Path) -> None:
    for expected in ((0, 1), (1, 0)):
        program: Any = Program(compiled, {})[plus(1)]
        assert program(10) == 11
        stats = program.stats
        assert (sum(stats.cache_hits.values()), sum(stats.cache_misses.values())) == expected
    assert len(list(empty.iterdir())) == 1


@rule
def bonus(a: int) -> int:
    return 10 * a


@rule
def more(a: int) -> int:
    return 100 * a


@rule
def ask(a: int) -> int:
    return bonus(a) + 1


def test_one_entrance_with_other_rules_behind_it() -> None:
    assert [Program(compiled, bindings)[ask](2) for bindings in ({}, {bonus: more}, {})] == [21, 201, 21]


@rule
def fewer(a: int) -> int:
    return old(a) + 1


old = bonus


def test_a_rule_in_a_closure_is_linked_too() -> None:
    def around(inner: Any) -> Any:
        @rule
        def outer(a: int) -> int:
            return inner(a) + 1  # type: ignore[no-any-return]

        return outer

    for engine in (interpreted, compiled):
        program: Any = Program(engine, {})
        assert [program[around(each)](2) for each in (bonus, more)] == [21, 201]
        assert Program(engine, {})[fewer](2) == 21


def test_closures_of_one_code_within_each_other() -> None:
    """Of somebody's own use of Numba: the inner one is not taken for the outer one."""
    from numba import njit

    jit: Any = njit

    def plus(inner: Any, number: int) -> Any:
        @jit  # type: ignore[untyped-decorator]
        def added(a: int) -> int:
            return inner(a) + number  # type: ignore[no-any-return]

        return added

    def using(added: Any) -> Any:
        @rule
        def outer(a: int) -> int:
            return added(a)  # type: ignore[no-any-return]

        return outer

    nothing = jit(lambda a: a)
    assert [call(using(plus(plus(nothing, number), 2)), 0) for number in (1, 5)] == [3, 7]


def test_an_array_that_changes_after_linking_changes_nothing() -> None:
    table = np.array([1, 2, 3])

    @rule
    def look_up(a: int) -> int:
        return int(table[a])

    before: Any = Program(compiled, {})[look_up]
    table[0] = 7
    assert before(0) == 1
    assert call(look_up, 0) == 7


class Bounds(NamedTuple):
    low: int
    high: int


def test_the_names_of_a_tuples_fields_are_of_its_kind() -> None:
    import numba

    typeof: Any = numba.typeof
    other = namedtuple("Bounds", ("high", "low"))  # type: ignore[name-match]
    pairs = (Bounds(1, 2), other(1, 2), (Bounds(1, 2), 3), (other(1, 2), 3), (1, 2))
    assert len({kind_text(typeof(each)) for each in pairs}) == 5

    @rule
    def low(pair: Any) -> int:
        return pair.low  # type: ignore[no-any-return]

    assert [call(low, each) for each in (Bounds(1, 2), other(1, 2))] == [1, 2]


def test_what_is_damaged_is_compiled_again(empty: Path) -> None:
    assert call(ask, 1) == 11
    for file in empty.iterdir():
        file.write_bytes(file.read_bytes()[:100])
    assert call(ask, 1) == 11
    assert all(file.stat().st_size > 100 for file in empty.iterdir())


def test_a_folder_that_is_gone_is_no_obstacle(empty: Path) -> None:
    empty.rmdir()
    assert call(ask, 1) == 11


def test_what_has_no_name_is_not_kept(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(function: Any) -> str:
        raise Nameless

    monkeypatch.setattr(compile_cache, "digest", refuse)
    assert [call(plus(number), 1) for number in (1, 2)] == [2, 3]
    assert not list(empty.iterdir())


def test_what_nobody_used_for_a_month_is_thrown_away(tmp_path: Path) -> None:
    root = tmp_path / "compiled"
    for path in (root / "other", root / "own"):
        path.mkdir(parents=True)
        for name in ("old", "new"):
            (path / name).write_bytes(b"")
    month = time.time() - 31 * 86400
    for path in (root / "own" / "old", root / "other"):
        os.utime(path, (month, month))
    compile_cache._throw_away_old(root, root / "own")
    assert sorted(path.name for path in root.glob("**/*")) == ["new", "own"]


# In processes of their own

NOTEBOOK = """
import sys
from pioche.core import rule
from pioche.core.program_digest import Nameless
from pioche.core.rule import Program, compiled, interpreted
for number in sys.argv[1:]:
    names = {"__name__": "a_cell", "rule": rule}
    exec(f"@rule\\ndef f(a): return a + {number}", names)
    print(*[Program(engine, {})[names["f"]](10) for engine in (compiled, interpreted)])
"""


def test_a_cell_that_is_run_twice(tmp_path: Path) -> None:
    """Edited in between, compiled in processes of their own, and both loaded in one."""
    script = tmp_path / "notebook.py"
    script.write_text(NOTEBOOK)
    for numbers in ("1", "2", "121", "1324"):
        assert run(script, tmp_path, *numbers).splitlines() == [f"1{number} 1{number}" for number in numbers]


OVERLOAD = """
import sys
from numba.extending import overload
from pioche.core import rule
from pioche.core.rule import Program, compiled

def bonus(a):
    "As Numba has it."

@overload(bonus)
def chosen(a):
    return lambda a: a + NUMBER

@rule
def f(a):
    return bonus(a)

print(Program(compiled, {})[f](0))
"""


def test_an_overload_that_was_edited(tmp_path: Path) -> None:
    for number in ("1", "2"):
        (script := tmp_path / "overload.py").write_text(OVERLOAD.replace("NUMBER", number))
        assert run(script, tmp_path, number) == number


HOUSE = """
import sys
from dataclasses import replace
import pioche
from pioche.core import hooks, rule
import pioche_eights.rules as standard

old = standard.score

@rule
def score(s, seat):
    return old(s, seat) + 10

game = pioche.game("eights")
house = replace(game.rules, score=score)
for word in sys.argv[1:]:
    chosen = game if word == "standard" else replace(game, rules=house)
    points = __import__("numpy").zeros(4, "i8")
    chosen.runtimes.jit.call(hooks.status, chosen.deal(2, seed=1).state, points)
    print(*points[:2], *chosen.deal(2, seed=1).scores)
"""


def test_a_house_rule_leaves_the_game_alone(tmp_path: Path) -> None:
    """On a cold cache, in either order, in one process and in several; a script edited between two runs."""
    script = tmp_path / "house.py"
    script.write_text(HOUSE)
    house = run(script, tmp_path, "house")
    standard = run(script, tmp_path, "standard")
    assert house != standard
    assert run(script, tmp_path, "standard", "house").splitlines() == [standard, house]
    script.write_text(HOUSE.replace("+ 10", "+ 20"))
    edited = run(script, tmp_path, "house")
    for line, more in ((standard, 0), (house, 10), (edited, 20)):
        numbers = [int(word) for word in line.split()]
        assert numbers[:2] == numbers[2:]
        assert numbers[0] == int(standard.split()[0]) + more


TWO = """
import sys
from numpy import zeros
from importlib import import_module
from pioche.core import hooks
found = [import_module(name).GAME for name in sys.argv[1:]]
for game in found:
    points = zeros(4, "i8")
    game.runtimes.jit.call(hooks.status, game.deal(2, seed=1).state, points)
    print(*points[:2], *game.deal(2, seed=1).scores)
"""


def test_two_packages_with_one_record(tmp_path: Path) -> None:
    """A package and a copy of it with another way to count: both loaded before either is compiled, and each alone."""
    for name, number in (("firsts", ""), ("seconds", " + 6")):
        (tmp_path / name).mkdir()
        for file in (PACKAGE / "pioche_eights").glob("*.py"):
            text = file.read_text().replace("pioche_eights", name)
            (tmp_path / name / file.name).write_text(text)
        rules = tmp_path / name / "rules.py"
        rules.write_text(
            rules.read_text()
            + f"\n\n_counted = score\n\n\n@rule\ndef score(s, seat):\n    return _counted(s, seat){number}\n"
        )
    script = tmp_path / "two.py"
    script.write_text(TWO)
    together = run(script, tmp_path / "cold", "firsts", "seconds").splitlines()
    assert together == [run(script, tmp_path / "cold", name) for name in ("firsts", "seconds")]
    assert run(script, tmp_path / "cold", "seconds", "firsts").splitlines() == together[::-1]
    first, second = ([int(word) for word in line.split()] for line in together)
    assert (first[:2], second[:2]) == (first[2:], second[2:])
    assert second[0] == first[0] + 6
