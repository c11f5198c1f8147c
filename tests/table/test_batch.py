"""Batches: the same games as positions and simulation, on any number of threads; wrong moves change nothing at all."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.arena.simulate import Runner
from pioche.core.batch_step import NO_SEAT
from pioche.table.batch import Batch, asked_seats, batch, policies, without_log
from pioche.table.devices import CpuDevice, cuda_device
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game, game_names
from pioche.table.observation_layout import layout
from pioche.table.position import Position

pytestmark = pytest.mark.xdist_group("batches")  # one process compiles what they share
SEATINGS = [(name, players) for name in game_names() for players in game(name).players]


@pytest.fixture(autouse=True)
def in_english() -> None:
    pioche.speak("en")


def slow(name: str, n: int, players: int, seed: int, bots: str | None = None, seat: int | None = None) -> Batch:
    """The same by the interpreter."""
    chosen = game(name)
    tables = np.repeat(without_log(chosen, chosen.ready(players, {}).tables), n)
    engine = CpuDevice(chosen, tables, np.dtype(np.int8), seed, 1, compiled=False)
    return Batch(chosen, players, engine, asked_seats(n, players, bots, seat), policies(players, bots))


def some_moves(tables: Batch, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Any choice at each table, -1 where the game is over."""
    mask = tables.legal()
    chosen = (mask * rng.random(mask.shape)).argmax(axis=1)
    return np.where(tables.over(), -1, chosen)


def records(tables: Batch) -> bytes:
    """Every table, but for what means nothing between two calls."""
    return fields_of(tables.device.tables)  # type: ignore[attr-defined]


def fields_of(tables: np.ndarray[Any, Any]) -> bytes:
    """The bytes of all fields; those between them mean nothing."""
    return b"".join(tables[name].tobytes() for name in tables.dtype.names or () if name != "work")


@pytest.mark.parametrize(("which", "players"), SEATINGS)
def test_bots_play_the_same_games_as_simulation(which: str, players: int) -> None:
    """Interpreted, compiled and batched: equal end states, bit for bit."""
    runner = Runner(game(which), game(which).ready(players, {}).tables, "ahead", seed=5)
    ends = np.repeat(runner.blank, 200)
    result = runner.run(ends, 0)
    tables = batch(which, 200, players, seed=5, bots="random", seat=NO_SEAT, threads=2)
    assert tables.over().all()
    assert records(tables) == fields_of(ends)
    assert (tables.scores() == result.points).all()
    assert [[won >> seat & 1 for seat in range(players)] for won in tables.winners()] == result.won.tolist()
    assert records(slow(which, 2, players, 5, "random", NO_SEAT)) == fields_of(ends[:2])


@pytest.mark.parametrize(("which", "players"), SEATINGS)
def test_step_by_step_all_engines_agree(which: str, players: int) -> None:
    """Masks, actors, observations, scores and the tables themselves after each of forty moves; positions too."""
    fast, plain = batch(which, 3, players, seed=7, threads=1), slow(which, 3, players, 7)
    pos = game(which).deal(players, seed=7)
    rng = np.random.default_rng(players)
    for _ in range(40):
        for ask in (Batch.legal, Batch.actors, Batch.observe, Batch.scores, Batch.over, Batch.winners):
            assert (ask(fast) == ask(plain)).all(), ask.__name__
        assert records(fast) == records(plain)
        same_as_position(fast, pos)
        moves = some_moves(fast, rng)
        if moves[0] >= 0:
            pos.play(int(fast.actors()[0]), fast.moves[moves[0]])
        fast.play(moves)
        plain.play(moves)


def same_as_position(tables: Batch, pos: Position) -> None:
    """Table 0 is the game that `deal` deals from the same seed."""
    assert str(tables.position(0)) == str(pos)
    seat = pos.actor
    assert tables.actors()[0] == (-1 if seat is None else seat)
    assert {tables.moves[number] for number in tables.legal()[0].nonzero()[0]} == set(pos.choices)
    if seat is not None:
        assert (tables.observe()[0] == np.clip(pos.observe(seat), -127, 127)).all()
    assert tables.scores()[0].tolist() == pos.scores


def test_the_number_of_threads_makes_no_difference() -> None:
    ends = []
    for threads in (1, 2, 5):
        tables, rng = batch("coloretto", 400, 3, seed=1, threads=threads), np.random.default_rng(1)
        for _ in range(30):
            tables.play(some_moves(tables, rng))
        ends.append((records(tables), tables.observe(1).tobytes()))
    assert ends[0] == ends[1] == ends[2]


def test_reset_deals_the_next_games_of_the_seed() -> None:
    tables, longer = batch("kolpa", 4, 2, seed=3), batch("kolpa", 8, 2, seed=3)
    tables.play(some_moves(tables, np.random.default_rng(1)))
    kept = tables.position(1)
    tables.reset([0, 3])
    assert tables.position(0) == longer.position(4) and tables.position(3) == longer.position(7)
    assert tables.position(1) == kept
    tables.reset(np.array([True, False, False, False]))
    assert tables.position(0) == batch("kolpa", 9, 2, seed=3).position(8)
    tables.reset([])
    tables.reset()
    assert tables.position(1) == longer.position(5)


def test_a_wrong_move_is_named_and_nothing_is_played() -> None:
    tables = batch("kolpa", 300, 2, seed=1, threads=2)
    moves, before = some_moves(tables, np.random.default_rng(1)), records(tables)
    for table, wrong, said in ((217, 31, "Table 217: . can't choose"), (0, 106, "Table 0: there is no move 106")):
        with pytest.raises(PiocheError, match=said):
            tables.play(np.where(np.arange(300) == table, wrong if wrong > 100 else unfit(tables, table), moves))
        assert records(tables) == before
    for bad in (moves[:-1], moves[:, None], moves.astype(float), np.array(["R1"] * 300), 5):
        with pytest.raises(PiocheError, match="300 whole numbers"):
            tables.play(bad)
        assert records(tables) == before
    tables.play(list(moves))
    assert records(tables) != before


def unfit(tables: Batch, table: int) -> int:
    return int((~tables.legal()[table]).nonzero()[0][0])


def test_a_finished_table_is_not_played_on() -> None:
    tables = batch("coloretto", 3, 2, seed=1)
    rng = np.random.default_rng(2)
    while not tables.over()[1]:
        tables.play(some_moves(tables, rng))
    before = records(tables)
    with pytest.raises(PiocheError, match="Table 1: its game is over"):
        tables.play(np.where(np.arange(3) == 1, 0, some_moves(tables, rng)))
    assert records(tables) == before
    assert tables.actors()[1] == -1 and not tables.observe()[1].any() and tables.winners()[1] > 0
    assert tables.observe(0)[1].any(), "a seat may look at the end of its game"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"n": 0}, "1 to"),
        ({"n": True}, "1 to"),
        ({"seed": -1}, "seed"),
        ({"players": 9}, "2 to 6"),
        ({"dtype": "int32"}, "int8 or float32"),
        ({"device": "tpu"}, "on “cuda”"),
        ({"threads": 0}, "At least one thread"),
        ({"target": 5}, "10 to 200"),
        ({"nonsense": 5}, "nonsense"),
        ({"bots": "level3"}, "random, thumb"),
        ({"seat": 1}, "say who plays"),
        ({"bots": "random", "seat": 2}, "no seat 2"),
    ],
)
def test_what_can_not_be_asked_is_said_in_a_sentence(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(PiocheError, match=said):
        batch("kolpa", **{"n": 4, "players": 2, **asked})


def test_cuda_without_a_gpu_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda

    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(PiocheError, match="needs an NVIDIA GPU"):
        batch("kolpa", 4, device="cuda")


def test_cuda_without_numba_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(PiocheError, match=r"pip install 'pioche\[cuda\]'"):
        cuda_device()


def test_arrays_that_are_given_are_filled() -> None:
    tables = batch("kolpa", 5, 2, dtype="float32")
    mask, seen = np.ones((5, tables.shape[2]), np.bool_), np.full(tables.shape[:2], 9, np.float32)
    assert tables.legal(out=mask) is mask and (mask == tables.legal()).all()
    assert tables.observe(out=seen) is seen and (seen == tables.observe()).all()
    for bad in (seen[:4], seen.astype(np.int8), np.zeros((5, 2 * seen.shape[1]), np.float32)[:, ::2]):
        with pytest.raises(PiocheError, match="contiguous"):
            tables.observe(out=bad)
    with pytest.raises(PiocheError, match="0 to 4"):
        tables.reset([5])
    with pytest.raises(PiocheError, match="0 to 4"):
        tables.position(5)
    with pytest.raises(PiocheError, match="no seat 2"):
        tables.observe(2)


def test_numbers_are_whole_in_float_rows() -> None:
    tables = batch("kolpa", 1, 2, seed=1, dtype="float32", target=150)
    part = layout(game("kolpa"), 2)["target"]
    assert tables.observe()[0, part.start] == 150
    assert batch("kolpa", 1, 2, seed=1, target=150).observe()[0, part.start] == 127


def test_bots_sit_around_the_learner() -> None:
    tables = batch("coloretto", 60, 3, seed=2, bots=["thumb", "random"])
    rng = np.random.default_rng(3)
    for _ in range(15):
        asked = tables.actors()
        assert ((asked == np.arange(60) % 3) | (asked == -1)).all()
        tables.play(some_moves(tables, rng))
    fixed = batch("coloretto", 60, 3, seed=2, bots="thumb", seat=2)
    assert set(fixed.actors()) <= {2, -1}
