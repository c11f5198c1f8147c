"""The core by itself: state, randomness, shuffling, linking, the compile cache."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.core import EVERYONE, NOBODY, OWNER, Audience, Hidden, Int8, Places, Public, State, hooks, rule
from pioche.core import cards as core_cards
from pioche.core.rng import draw_bits, pick, pick_ahead, seed_rng, skip_draws
from pioche.core.rule import Program, compiled, hook, interpreted
from pioche.core.state import declared
from pioche.games.kolpa.cards import STOCK
from pioche.table.game_registry import game, game_names

SOURCES = Path(pioche.__file__).parent


# State


def small_places() -> Places:
    places = Places(seats=2)
    places.pile("stock", seen=NOBODY)
    places.seat_set("hand", seen=OWNER)
    return places


def test_a_field_without_audience_is_an_error_at_import() -> None:
    with pytest.raises(TypeError, match="tricks names no audience"):

        class WithoutAudience(State, cards=4, places=small_places(), seats=2):
            tricks: Int8


def test_a_field_without_width_is_an_error_at_import() -> None:
    with pytest.raises(TypeError, match="tricks has no width"):

        class WithoutWidth(State, cards=4, places=small_places(), seats=2):
            tricks: Public[int]


def test_the_record_holds_what_is_declared() -> None:
    class Good(State, cards=4, places=small_places(), seats=2):
        tricks: Public[Int8]
        secret: Hidden[Int8]

    tables = np.zeros(3, Good.dtype)
    s: Any = Good(tables, 1)
    s.tricks = 7
    assert tables["tricks"].tolist() == [0, 7, 0]
    assert {name for name, *_ in declared(Good)} == set(Good.dtype.names or ())
    with pytest.raises(ValueError, match="memoryview"):
        s.tricks = 300
    with pytest.raises(IndexError):
        s.face[4]


def test_every_field_of_every_game_has_an_audience(name: str) -> None:
    state = game(name).state
    assert set(state.audience) == set(state.dtype.names or ())
    assert state.logged.fields is not None
    for field in state.dtype.names or ():
        assert state.logged.fields[field][1] == state.dtype.fields[field][1], "the log must come after the state"  # type: ignore[index]


def test_a_hidden_field_is_absent_from_sight() -> None:
    from pioche.table.visibility import ALL, RecordSight

    state = game("kolpa").deal(2, seed=1).state
    with pytest.raises(PermissionError):
        RecordSight(state, 0).numbers("rng")
    assert RecordSight(state, ALL).numbers("rng")


@pytest.mark.parametrize("viewer", [0, -1])
def test_only_public_fields_are_in_sight(name: str, viewer: int) -> None:
    from pioche.table.visibility import RecordSight

    state = game(name).deal(3, seed=1).state
    sight = RecordSight(state, viewer)
    for field, audience in state.audience.items():
        several = bool(state.dtype[field].shape)
        look: Any = sight.numbers if several else sight.number
        if audience is Audience.EVERYONE:
            assert look(field) == (list(getattr(state, field)) if several else getattr(state, field))
        else:
            with pytest.raises(PermissionError):
                look(field)


# Randomness


def test_the_generator_is_the_same_on_both_engines() -> None:
    words = np.zeros((2, 4), np.int64)
    program = Program(compiled, {})
    fast: dict[str, Any] = {"seed_rng": program[seed_rng], "pick": program[pick], "draw_bits": program[draw_bits]}
    for seed, stream in [(0, 0), (1, 2**40), (2**62 + 12345, 7), (2**63 - 1, 2**33)]:
        seed_rng(words[0].data, seed, stream)
        fast["seed_rng"](words[1], seed, stream)
        for n in (1, 2, 3, 64, 153, 10**6):
            for _ in range(50):
                assert pick(words[0].data, n) == fast["pick"](words[1], n)
                assert draw_bits(words[0].data) == fast["draw_bits"](words[1])
        assert words[0].tolist() == words[1].tolist()


def test_the_counter_carries() -> None:
    words = [0xFFFFFFFF, 0, 5, 6]
    draw_bits(words)
    assert words == [0, 1, 5, 6]


def test_picks_ahead_are_those_that_come() -> None:
    """Also where bits are thrown away, as every third time for 3 · 2^30, and where the counter carries."""
    for n in (1, 7, 3 << 30):
        one_by_one, ahead = [0xFFFFFFF0, 0, 5, 6], [0xFFFFFFF0, 0, 5, 6]
        expected = [pick(one_by_one, n) for _ in range(40)]
        assert [pick_ahead(ahead, i, n) for i in range(40)] == expected
        skip_draws(ahead, 40)
        assert ahead == one_by_one


def test_bits_are_even_and_streams_unrelated() -> None:
    """Each of 32 bits is set half of the time, and agrees with its twin of the next stream half of the time."""
    n = 4000
    words, other = [0] * 4, [0] * 4
    seed_rng(words, 1, 0)
    seed_rng(other, 1, 1)
    a, b = [draw_bits(words) for _ in range(n)], [draw_bits(other) for _ in range(n)]
    for bit in range(32):
        for ones in (sum(x >> bit & 1 for x in a), sum((x ^ y) >> bit & 1 for x, y in zip(a, b, strict=True))):
            assert abs(ones - n / 2) < 5 * sqrt(n) / 2


def test_picks_are_even() -> None:
    words = [0] * 4
    seed_rng(words, 3, 0)
    for n in (2, 3, 7, 52):
        counts = Counter(pick(words, n) for _ in range(2000 * n))
        assert sorted(counts) == list(range(n))
        assert abs(z_score(list(counts.values()))) < 5


def z_score(counts: list[int]) -> float:
    """How far, in standard deviations, a chi-square of equally likely counts is from what it should be."""
    expected = sum(counts) / len(counts)
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return (chi_square - freedom) / sqrt(2 * freedom)


# Shuffling


def shuffle_counts(shuffle: Any, runs: int) -> np.ndarray[Any, Any]:
    """How often each card ends up in each place of a pile of 16, shuffled by one rule over and over."""
    chosen = game("kolpa")
    s = chosen.blank(2, {})
    seed_rng(s.rng, 9, 0)
    counts = np.zeros((16, 16), np.int64)
    for _ in range(runs):
        core_cards.lay_out(s, 0)
        for card in range(chosen.state.cards):
            s.face[card] = min(card, 30)
        for card in range(15, -1, -1):
            core_cards.lift(s, card)
            core_cards.insert(s, card, 1, -1)
        shuffle(s)
        for spot, card in enumerate(core_cards.cards_in(s, 1)):
            counts[s.face[card], spot] += 1
    return counts


def table_z(counts: np.ndarray[Any, Any]) -> float:
    """Chi-square over card × place; rows and columns are fixed, so (n - 1)² degrees of freedom."""
    expected = counts.sum() / counts.size
    freedom = (len(counts) - 1) ** 2
    return float((((counts - expected) ** 2 / expected).sum() - freedom) / sqrt(2 * freedom))


def test_shuffles_are_uniform() -> None:
    shuffle = game("kolpa").runtimes.silent_interpreted.program[core_cards.shuffle]
    assert abs(table_z(shuffle_counts(lambda s: shuffle(s, 1), 6000))) < 5


def test_a_naive_swap_is_caught() -> None:
    """Swapping each card with any card, the classical mistake, is not uniform, and the test above would see it."""

    def naive(s: State) -> None:
        pile = core_cards.cards_in(s, 1)
        for card in pile:
            other = pile[pick(s.rng, len(pile))]
            s.face[card], s.face[other] = s.face[other], s.face[card]

    assert abs(table_z(shuffle_counts(naive, 6000))) > 5


def test_fresh_decks_are_uniform() -> None:
    """`shuffle_deck`, over the whole deck: how often each face is on each card."""
    chosen = game("kolpa")
    shuffle = chosen.runtimes.silent_interpreted.program[core_cards.shuffle_deck]
    s = chosen.blank(2, {})
    seed_rng(s.rng, 4, 0)
    counts = np.zeros((64, 64), np.int64)
    for _ in range(4000):
        for card in range(64):
            s.face[card] = card
        shuffle(s, 0)
        for card in range(64):
            counts[s.face[card], card] += 1
    assert abs(table_z(counts)) < 5


def test_a_shuffle_forgets_who_knew() -> None:
    pos = game("kolpa").deal(2, seed=1)
    s = pos.state
    stock = STOCK
    for card in core_cards.cards_in(s, stock):
        s.known[card] = EVERYONE
    game("kolpa").runtimes.interpreted.program[core_cards.shuffle](s, stock)
    assert all(s.known[card] == NOBODY for card in core_cards.cards_in(s, stock))


# Linking


def test_a_hook_says_that_it_must_be_linked() -> None:
    with pytest.raises(TypeError, match="link the rule to a game"):
        hooks.deal(game("kolpa").blank(2, {}))


def test_a_program_binds_hooks_and_rules() -> None:
    linked = Program(interpreted, {favourite: seven})
    assert linked[twice]() == 14
    assert Program(compiled, {favourite: seven})[twice]() == 14


@hook
def favourite() -> int:
    raise NotImplementedError


@rule
def seven() -> int:
    return 7


@rule
def twice() -> int:
    return 2 * favourite()


FORBIDDEN = (
    ast.Try, ast.With, ast.Yield, ast.YieldFrom, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.List,
    ast.Dict, ast.Set, ast.JoinedStr, ast.Lambda, ast.Raise, ast.Assert, ast.Starred, ast.Delete, ast.Global,
)  # fmt: skip


def rules_of(source: str) -> list[ast.FunctionDef]:
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [f for f in functions if any(isinstance(d, ast.Name) and d.id == "rule" for d in f.decorator_list)]


def forbidden_in(source: str) -> list[str]:
    return [
        f"{f.name}: {type(node).__name__}"
        for f in rules_of(source)
        for node in ast.walk(f)
        if isinstance(node, FORBIDDEN)
    ]


def test_rules_use_nothing_that_cuda_cannot_compile() -> None:
    """No exceptions, generators, lists, strings or closures in a rule."""
    files = [*(SOURCES / "core").glob("*.py"), *(SOURCES / "games").glob("*/*.py")]
    assert sum(len(rules_of(file.read_text())) for file in files) > 100
    assert [found for file in files for found in forbidden_in(file.read_text())] == []


def test_the_check_for_cuda_can_fail() -> None:
    assert forbidden_in("@rule\ndef bad(s):\n    return sum([1, 2])\n") == ["bad: List"]


# The compile cache

COMPILE = """
from hashlib import blake2b
from pioche.core import hooks
from pioche.core.compile_cache import cache_folder
from pioche.table.game_registry import game
s = game("coloretto").ready(2, {})
game("coloretto").runtimes.jit.call(hooks.deal, s)
print(blake2b(s.tables.tobytes(), digest_size=16).hexdigest(), cache_folder())
"""


def compile_in(cache: Path, **env: str) -> subprocess.Popen[str]:
    full = {**os.environ, "XDG_CACHE_HOME": str(cache), **env}
    return subprocess.Popen(
        [sys.executable, "-c", COMPILE], env=full, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def answer(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.split()


def test_two_processes_compile_at_once_and_the_cache_is_used_again(tmp_path: Path) -> None:
    first, second = compile_in(tmp_path), compile_in(tmp_path)
    one, two = answer(first), answer(second)
    assert one == two
    files = {file: file.stat().st_ino for file in Path(one[1]).iterdir()}
    assert len(files) == 1, "nothing was kept, or something left over"
    assert answer(compile_in(tmp_path)) == one
    assert {file: file.stat().st_ino for file in Path(one[1]).iterdir()} == files, "compiled again"


def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    digest, folder = answer(compile_in(blocked))
    assert len(digest) == 32
    assert not folder.startswith(str(blocked))


def test_games_are_found_by_folder() -> None:
    folders = {path.parent.name for path in (SOURCES / "games").glob("*/__init__.py")}
    assert {name if not name.isdigit() else f"g{name}" for name in game_names()} == folders
