"""On a machine with a CUDA GPU: the same games on GPU and CPU, compared bit for bit; then moves per second.

    PYTHONPATH=src python scripts/gpu_check.py [names of games …] [--report report.md] [--games 10000] [--no-speed]

Needs NumPy, Numba with CUDA and, to measure single moves, PyTorch; run it from the source tree. Every game is compiled
in processes of its own, all at once; then they measure, one after the other. The exit code is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from datetime import date
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
for name, stand_in in (("row_stack", np.vstack), ("in1d", np.isin), ("trapz", getattr(np, "trapezoid", None))):
    if not hasattr(np, name):  # names that some versions of numba-cuda still ask for
        setattr(np, name, stand_in)

from numba import cuda, int16, int64  # noqa: E402

from pioche.arena.simulate import Runner  # noqa: E402
from pioche.core import event_log, playouts, tell  # noqa: E402
from pioche.core.rule import Program, on_cuda  # noqa: E402
from pioche.table.batch import Batch, batch  # noqa: E402
from pioche.table.game_registry import game, game_names  # noqa: E402
from pioche.table.position import Position  # noqa: E402
from pioche.testing.sample_seatings import Options, seatings  # noqa: E402

warnings.filterwarnings("ignore", message=".*Grid size")  # few tables do not fill a GPU: that is measured here
INTRODUCTION = (
    "# On a GPU",
    "",
    "Written by `PYTHONPATH=src python scripts/gpu_check.py --report docs/gpu.md`: every game at every number of",
    "players, GPU against CPU, then the speed.",
    "",
)
BLOCK = 64  # threads
STEPS, FEW = 60, 512  # moves compared one by one, with masks and observations, and at how many tables
POSITIONS = 1000  # of which all recipients are told
ENOUGH = 0.5  # seconds of measuring
ASKS = (Batch.legal, Batch.actors, Batch.observe, Batch.scores, Batch.over, Batch.winners)


class Found(NamedTuple):
    """One line of the report, and whether it is as it should be."""

    line: str
    fine: bool


def said(name: str, players: int, options: Options) -> str:
    return ", ".join([name, f"{players} players", *(f"{key}={value}" for key, value in options.items())])


def on_host(array: Any) -> np.ndarray[Any, Any]:
    return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)


# Whole games


@cache
def kernel_of(name: str) -> Any:
    """A game dealt and played at random to its end by each thread."""
    chosen = game(name)
    program = Program(on_cuda, {**chosen.bindings, event_log.note: event_log.say_nothing})
    begin, play_out, room = program[playouts.begin], program[playouts.play_out], len(chosen.moves)

    @cuda.jit
    def run(tables: Any, seed: int, played: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            words = cuda.local.array(4, int64)
            moves = cuda.local.array(room, int16)
            begin(tables[i], words, seed, i)
            played[i] = play_out(tables[i], words, moves)

    return run


class PlayoutSpeed:
    """Whole games on the GPU."""

    def __init__(self, name: str, players: int, n: int, options: Options) -> None:
        self.runner = Runner(game(name), game(name).ready(players, options).tables, None, seed=1)
        self.n, self.kernel = n, kernel_of(name)
        self.tables = cuda.to_device(np.repeat(self.runner.blank, n))
        self.played = cuda.to_device(np.zeros(n, np.int64))

    def run(self) -> None:
        self.kernel[(self.n + BLOCK - 1) // BLOCK, BLOCK](self.tables, 1, self.played)
        cuda.synchronize()

    def differences(self) -> int:
        """How many games ended otherwise than on the CPU."""
        self.run()
        ends = np.repeat(self.runner.blank, self.n)
        length = self.runner.run(ends, 0).length
        found = on_host(self.tables).copy()
        found["work"] = 0  # means nothing between two calls
        return int(((found != ends) | (on_host(self.played) != length)).sum())


def compare_games(name: str, games: int) -> list[Found]:
    rows = []
    for players, options in seatings(game(name)):
        wrong = PlayoutSpeed(name, players, games, options).differences()
        rows.append(Found(f"| {said(name, players, options)} | {games - wrong:,} of {games:,} |", wrong == 0))
    return rows


def playout_speed(name: str, players: int, n: int) -> float:
    """Moves a second."""
    games = PlayoutSpeed(name, players, n, {})
    games.run()
    passed, runs = clocked(games.run)
    return runs * int(on_host(games.played).sum()) / passed


# Move by move


def records(tables: Batch) -> np.ndarray[Any, Any]:
    """Every table, but for what means nothing between two calls."""
    found = on_host(tables.device.tables).copy()  # type: ignore[attr-defined]
    found["work"] = 0
    return found


def stepwise_equal(name: str, players: int, options: Options) -> bool:
    """The same moves on both: equal masks, actors, observations, scores and tables after every move."""
    cpu, gpu = (batch(name, FEW, players, seed=2, device=device, **options) for device in ("cpu", "cuda"))
    rng = np.random.default_rng(3)
    for _ in range(STEPS):
        if any((ask(cpu) != on_host(ask(gpu))).any() for ask in ASKS):
            return False
        mask = cpu.legal()
        moves = (mask * rng.random(mask.shape)).argmax(axis=1)
        cpu.play(moves)
        gpu.play(cuda.to_device(moves))
        cpu.renew()
        gpu.renew()
    return bool((records(cpu) == records(gpu)).all())


@cache
def telling_kernel(name: str) -> Any:
    """What one recipient is told of each table."""
    chosen = game(name)
    write, room = Program(on_cuda, chosen.bindings)[tell.tell], len(chosen.moves)

    @cuda.jit
    def run(tables: Any, recipient: int, told: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            moves = cuda.local.array(room, int16)
            write(tables[i], recipient, tell.EVERYTHING, 0, moves, told[i])

    return run


def reached(name: str, players: int, options: Options) -> list[Position]:
    """Positions of random games, each with the events of its last move."""
    rng, found = Random(players), []
    while len(found) < POSITIONS:
        pos = game(name).deal(players, seed=rng.getrandbits(40), **options)
        while pos.actor is not None and len(found) < POSITIONS:
            pos.play(pos.actor, rng.choice(pos.choices))
            found.append(pos.copy())
    return found


def told_equal(name: str, players: int, options: Options) -> bool:
    """Every recipient is told the same by both, in every number."""
    positions = reached(name, players, options)
    tables = cuda.to_device(np.concatenate([pos.tables for pos in positions]))
    for recipient in (*range(players), tell.WATCHER, tell.ALL):
        told = cuda.to_device(np.zeros((len(positions), game(name).names.room), np.int32))
        telling_kernel(name)[(len(positions) + BLOCK - 1) // BLOCK, BLOCK](tables, recipient, told)
        for pos, row in zip(positions, on_host(told).tolist(), strict=True):
            if row[: row[tell.LENGTH]] != pos.tell(recipient, tell.EVERYTHING).row:
                return False
    return True


def refuses(name: str) -> bool:
    """A wrong move at one table is named, and nothing changes at any."""
    tables = batch(name, FEW, seed=1, device="cuda")
    mask, before = on_host(tables.legal()), records(tables)
    moves = mask.argmax(axis=1)
    moves[77] = mask[77].argmin()
    try:
        tables.play(moves)
    except ValueError as error:
        return "77" in str(error) and bool((records(tables) == before).all())
    return False


def shares_with_torch(name: str) -> bool:
    """PyTorch reads a mask where it is, and its moves are played from where they are."""
    import torch

    tables = batch(name, FEW, seed=1, device="cuda")
    mask, before = tables.legal(), records(tables)
    seen = torch.as_tensor(mask, device="cuda")
    tables.play(seen.to(torch.int64).argmax(dim=1))
    return seen.data_ptr() == mask.__cuda_array_interface__["data"][0] and bool((records(tables) != before).all())


def has_torch() -> bool:
    try:
        import torch
    except ImportError:
        return False
    return bool(torch.cuda.is_available())


def compare_moves(name: str, _: int) -> list[Found]:
    checks = {said(name, *each): stepwise_equal(name, *each) for each in seatings(game(name))}
    checks |= {f"{said(name, *each)}: what is told": told_equal(name, *each) for each in seatings(game(name))}
    checks[f"{name}, a wrong move is named, nothing is played"] = refuses(name)
    if has_torch():
        checks[f"{name}, PyTorch shares the arrays"] = shares_with_torch(name)
    return [Found(f"| {what} | {'yes' if fine else '**NO**'} |", fine) for what, fine in checks.items()]


def step_speed(name: str, players: int, n: int) -> float:
    """Moves a second with mask and observation: the time of the tables alone, not that of PyTorch choosing."""
    import torch

    tables = batch(name, n, players, seed=1, device="cuda")
    mask, seen = tables.legal(), tables.observe()
    looked = torch.as_tensor(mask, device="cuda")
    passed, turns = 0.0, 0
    while passed < ENOUGH:
        moves = (torch.rand(looked.shape, device="cuda", dtype=torch.float16) * looked + looked).argmax(dim=1)
        torch.cuda.synchronize()
        passed += clocked(lambda moves=moves: turn(tables, moves, mask, seen), 0)[0]  # type: ignore[misc]
        turns += 1
    return turns * n / passed


def turn(tables: Batch, moves: Any, mask: Any, seen: Any) -> None:
    """What a learner needs of one move: it is checked and played everywhere, ended games are dealt anew."""
    tables.play(moves)
    tables.renew()
    tables.legal(out=mask)
    tables.observe(out=seen)
    cuda.synchronize()


def clocked(work: Callable[[], None], enough: float = ENOUGH) -> tuple[float, int]:
    """Seconds, and how often it was done in them."""
    started, runs = time.perf_counter(), 0
    while True:
        work()
        runs += 1
        if (passed := time.perf_counter() - started) >= enough:
            return passed, runs


# The report


def measure_games(name: str, players: int, n: int) -> str:
    return f"{playout_speed(name, players, n) / 1e6:,.1f}"


def measure_moves(name: str, players: int, n: int) -> str:
    """Masks and observations of this many tables may not fit."""
    if not has_torch():
        return "needs PyTorch"
    _, numbers, moves = batch(name, 1, players).shape
    free, _ = cuda.current_context().get_memory_info()
    if n * (numbers + 12 * moves + 4096) > free // 2:
        return "too large"
    return f"{step_speed(name, players, n) / 1e6:,.1f}"


class Report:
    """Lines for the reader, also in a file; and whether everything was as it should be."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.fine, self.started = path, True, time.perf_counter()
        if path:
            path.write_text("")

    def write(self, *lines: str) -> None:
        print(*lines, sep="\n", flush=True)
        if self.path:
            with self.path.open("a") as file:
                file.writelines(line + "\n" for line in lines)

    def compared(self, what: str, results: Iterable[Future[list[Found]]]) -> None:
        self.write("", f"| {what} | equal |", "|---|---|")
        for result in results:
            self.rows(result)
        self.write("", f"({time.perf_counter() - self.started:.0f} s since the start)")

    def rows(self, result: Future[list[Found]]) -> None:
        try:
            for found in result.result():
                self.write(found.line)
                self.fine &= found.fine
        except Exception as error:  # the other games are still worth comparing
            self.write(f"| {type(error).__name__}: {' '.join(str(error).split())[:600]} | **NO** |")
            self.fine = False


def machine() -> str:
    found = [f"Python {platform.python_version()}"]
    for package in ("numba", "numba-cuda", "numpy", "torch"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def graphics_card() -> str:
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


Pools = dict[str, ProcessPoolExecutor]


def compare_all(report: Report, by_game: Pools, by_move: Pools, games: int) -> None:
    """All games at once; whichever is done is told."""
    whole = [pool.submit(compare_games, name, games) for name, pool in by_game.items()]
    moves = [pool.submit(compare_moves, name, games) for name, pool in by_move.items()]
    report.compared("whole random games", as_completed(whole))
    report.compared(f"{STEPS} moves at {FEW} tables, with masks, observations and scores", as_completed(moves))


def measure_all(report: Report, by_game: Pools, by_move: Pools, largest: int) -> None:
    """Moves per second for 2^10 … tables, one measurement at a time."""
    report.write("", "| game | tables | whole games, million moves/s | with mask and observation, million moves/s |")
    report.write("|---|---|---|---|")
    for name in by_game:
        players = 4 if 4 in game(name).players else game(name).players[0]
        for power in range(10, largest + 1, 2):
            asked = (by_game[name], measure_games), (by_move[name], measure_moves)
            rates = [measured(pool.submit(work, name, players, 1 << power)) for pool, work in asked]
            report.write(f"| {name}, {players} players | {1 << power:,} | {rates[0]} | {rates[1]} |")


def measured(result: Future[str]) -> str:
    try:
        return result.result()
    except Exception as error:  # such as a full memory: smaller ones were measured all the same
        return f"{type(error).__name__}: {' '.join(str(error).split())[:80]}"


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("names", nargs="*", default=game_names())
    asked.add_argument("--report", type=Path, help="a file for the report")
    asked.add_argument("--games", type=int, default=10_000, help="compared for each number of players")
    asked.add_argument("--largest", type=int, default=20, help="up to 2 to this power tables")
    asked.add_argument("--no-speed", action="store_true")
    given = asked.parse_args()
    if not cuda.is_available():
        sys.exit("This check needs an NVIDIA GPU that Numba can use (package numba-cuda); there is none here.")
    report = Report(given.report)
    report.write(*INTRODUCTION, f"{date.today()}, {os.cpu_count()} processor cores, {graphics_card()}, {machine()}")
    by_game, by_move = ({name: ProcessPoolExecutor(1, get_context("spawn")) for name in given.names} for _ in range(2))
    compare_all(report, by_game, by_move, given.games)
    if not given.no_speed:
        measure_all(report, by_game, by_move, given.largest)
    report.write("", f"All equal: {'yes' if report.fine else '**NO**'}")
    return 0 if report.fine else 1


if __name__ == "__main__":
    sys.exit(main())
