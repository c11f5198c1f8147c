"""On a machine with a CUDA GPU: batches on the GPU against batches on the CPU, bit for bit; then moves per second.

    PYTHONPATH=src python scripts/gpu_check.py [--games 10000] [--no-speed] [names of games …] > report.md

Needs NumPy, Numba with CUDA and PyTorch only. Prints a report in Markdown; the exit code is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
for name, stand_in in (("row_stack", np.vstack), ("in1d", np.isin), ("trapz", getattr(np, "trapezoid", None))):
    if not hasattr(np, name):  # names that some versions of numba-cuda still ask for
        setattr(np, name, stand_in)

from numba import cuda  # noqa: E402

from pioche.core.many import NO_SEAT  # noqa: E402
from pioche.table.batch import Batch, batch  # noqa: E402
from pioche.table.registry import game, game_names  # noqa: E402

OPTIONS: dict[str, tuple[int, dict[str, Any]]] = {
    "5211": (3, {"long": "on"}),
    "coloretto": (2, {"golden": "on", "start": "choose", "table": "grey"}),
    "ko": (4, {"colours": 5, "ko_cards": 4}),
    "kolpa": (4, {"vigilance": "on", "rounds": 2}),
    "kombio": (3, {"limit": 20, "max_turns": 50}),
}
STEPS = 60  # moves compared one by one, with masks and observations
FEW = 512  # tables of that comparison


def on_host(array: Any) -> np.ndarray[Any, Any]:
    return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)


def records(tables: Batch) -> np.ndarray[Any, Any]:
    """Every table, but for what means nothing between two calls."""
    found = on_host(tables.engine.tables).copy()  # type: ignore[attr-defined]
    found["work"] = 0
    return found


def whole_games(name: str, players: int, games: int, options: dict[str, Any]) -> int:
    """Random games to their ends, on both: how many end states are equal."""
    made = [
        batch(name, games, players, seed=1, device=device, bots="random", seat=NO_SEAT, **options)
        for device in ("cpu", "cuda")
    ]
    same = records(made[0]) == records(made[1])
    points = (on_host(made[0].scores()) == on_host(made[1].scores())).all(axis=1)
    return int((same & points).sum())


def step_by_step(name: str, players: int, options: dict[str, Any]) -> bool:
    """The same moves on both: equal masks, actors, observations, scores and tables after every move."""
    cpu, gpu = (batch(name, FEW, players, seed=2, device=device, **options) for device in ("cpu", "cuda"))
    rng = np.random.default_rng(3)
    for _ in range(STEPS):
        for ask in (Batch.legal, Batch.actors, Batch.observe, Batch.scores, Batch.over, Batch.winners):
            if (ask(cpu) != on_host(ask(gpu))).any():
                return False
        mask = cpu.legal()
        moves = np.where(cpu.over(), -1, (mask * rng.random(mask.shape)).argmax(axis=1))
        cpu.play(moves)
        gpu.play(cuda.to_device(moves))
        over = cpu.over()
        cpu.reset(over)
        gpu.reset(over)
    return bool((records(cpu) == records(gpu)).all())


def refusals(name: str) -> bool:
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


def shared_with_torch(name: str) -> str:
    """PyTorch reads masks and observations where they are, and its moves are played from where they are."""
    try:
        import torch
    except ImportError:
        return "PyTorch is not installed"
    tables = batch(name, FEW, seed=1, device="cuda")
    mask = tables.legal()
    seen = torch.as_tensor(mask, device="cuda")
    address = mask.__cuda_array_interface__["data"][0]
    if seen.data_ptr() != address:
        return "PyTorch has made a copy"
    before = records(tables)
    tables.play(seen.to(torch.int64).argmax(dim=1))
    return "no copy" if not (records(tables) == before).all() else "the moves were not played"


def parity(names: list[str], games: int) -> bool:
    """A table of all comparisons."""
    print("| game | players | options | end states equal | step by step | refusals |")
    print("|---|---|---|---|---|---|")
    fine = True
    for name in names:
        chosen = game(name)
        seatings: list[tuple[int, dict[str, Any]]] = [(players, {}) for players in chosen.players]
        for players, options in [*seatings, *([OPTIONS[name]] if name in OPTIONS else [])]:
            number = -(-games // len(chosen.players))
            same, steps, refused = (
                whole_games(name, players, number, options),
                step_by_step(name, players, options),
                True,
            )
            if players == chosen.players[0]:
                refused = refusals(name)
            fine &= same == number and steps and refused
            said = ", ".join(f"{key}={value}" for key, value in options.items()) or "–"
            print(
                f"| {name} | {players} | {said} | {same:,} of {number:,} | {word(steps)} | {word(refused)} |",
                flush=True,
            )
    return fine


def word(fine: bool) -> str:
    return "yes" if fine else "**NO**"


def clocked(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How many a second, after one run that does not count."""
    work()
    cuda.synchronize()
    done, started = 0, time.perf_counter()
    while (passed := time.perf_counter() - started) < seconds:
        done += work()
        cuda.synchronize()
    return done / passed


def turns(tables: Batch) -> Callable[[], int]:
    """One move everywhere with mask and observation, chosen on the GPU by PyTorch; finished tables are dealt anew."""
    import torch

    mask, seen = tables.legal(), tables.observe()
    looked = torch.as_tensor(mask, device="cuda")

    def work() -> int:
        draw = torch.rand(looked.shape, device="cuda") * looked
        tables.play(torch.where(looked.any(dim=1), draw.argmax(dim=1), -1))
        tables.legal(out=mask)
        tables.observe(out=seen)
        return len(tables)

    return work


def playouts(name: str, n: int, players: int) -> Callable[[], int]:
    """Whole random games inside one call: how many moves, by the CPU's count of the same games."""
    from pioche.lab.simulate import Runner

    chosen = game(name)
    runner = Runner(chosen, chosen.ready(players, {}).tables, "compiled", seed=1)
    length = float(runner.play(0, 500).length.mean())
    tables = batch(name, n, players, seed=1, device="cuda", bots="random", seat=NO_SEAT)

    def work() -> int:
        tables.reset()
        return round(n * length)

    return work


def speed(names: list[str], players: int, largest: int) -> None:
    """Moves per second for 2^10 … 2^20 tables."""
    print("\n| game | tables | whole games, million moves/s | move by move with mask and observation, million/s |")
    print("|---|---|---|---|")
    for name in names:
        for power in range(10, largest + 1, 2):
            n = 1 << power
            rates = [clocked(make) / 1e6 for make in (playouts(name, n, players), *stepped(name, n, players))]
            shown = " | ".join(f"{rate:,.1f}" for rate in rates) + (" | too large" if len(rates) == 1 else "")
            print(f"| {name}, {players} players | {n:,} | {shown} |", flush=True)


def stepped(name: str, n: int, players: int) -> list[Callable[[], int]]:
    """Masks and observations of this many tables may not fit."""
    tables = batch(name, 1, players)
    needed = n * (2 * tables.shape[1] + 10 * tables.shape[2])
    free, _ = cuda.current_context().get_memory_info()
    return [turns(batch(name, n, players, seed=1, device="cuda"))] if needed < free // 2 else []


def machine() -> str:
    found = [f"Python {platform.python_version()}"]
    for package in ("numba", "numba-cuda", "numpy", "torch"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("names", nargs="*", default=game_names())
    asked.add_argument("--games", type=int, default=10_000, help="games of each game that are compared")
    asked.add_argument("--players", type=int, default=4, help="of the speed measurements")
    asked.add_argument("--largest", type=int, default=20, help="up to 2 to this power tables")
    asked.add_argument("--no-speed", action="store_true")
    given = asked.parse_args()
    print(f"# Batches on a GPU\n\n{cuda.get_current_device().name}, {machine()}\n")
    fine = parity(given.names, given.games)
    print(f"\nPyTorch shares the arrays: {shared_with_torch(given.names[0])}")
    if not given.no_speed:
        speed(given.names, given.players, given.largest)
    print(f"\nAll equal: {word(fine)}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
