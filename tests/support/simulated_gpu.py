"""A program for Numba's simulator of a GPU (NUMBA_ENABLE_CUDASIM=1): a batch there against one on the CPU."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numba import cuda

from pioche.table.batch import Batch, asked_seats, policies, without_log
from pioche.table.cuda_device import CudaDevice
from pioche.table.devices import CpuDevice, Device, Request
from pioche.table.game_registry import game

CHOSEN, N, PLAYERS, INT8 = game("coloretto"), 2, 3, np.dtype(np.int8)
ASKS = (Batch.legal, Batch.actors, Batch.observe, Batch.scores, Batch.over, Batch.winners)


class Windows:
    """Tables as the interpreter sees them: the simulator would keep all numbers as narrow as their fields."""

    def __init__(self, tables: np.ndarray[Any, Any]) -> None:
        self.shape, self.tables = tables.shape, tables

    def __getitem__(self, i: int) -> Any:
        return CHOSEN.state(self.tables, i)


class Simulated(CudaDevice):
    def attend(self, request: Request) -> None:
        kept, self.tables = self.tables, Windows(self.tables._ary)
        super().attend(request)
        self.tables = kept


def blank() -> np.ndarray[Any, Any]:
    return np.repeat(without_log(CHOSEN, CHOSEN.ready(PLAYERS, {}).tables), N)


def tables_on(engine: Device) -> Batch:
    return Batch(CHOSEN, PLAYERS, engine, asked_seats(N, PLAYERS, None, None), policies(PLAYERS, None))


def compare(cpu: Batch, gpu: Batch) -> None:
    for ask in ASKS:
        assert (ask(cpu) == ask(gpu).copy_to_host()).all(), ask.__name__
    for i in range(N):
        assert str(cpu.position(i)) == str(gpu.position(i))


def play_wrong(gpu: Batch, moves: np.ndarray[Any, Any], wrong: int) -> None:
    """A wrong move at table 1 is named; nothing is played."""
    try:
        gpu.play(np.array([moves[0], wrong]))
    except ValueError as error:
        assert "1" in str(error)
        return
    raise AssertionError("a wrong move was played")


def main() -> None:
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)  # arithmetic that wraps, as on a GPU
    cpu = tables_on(CpuDevice(CHOSEN, blank(), INT8, 5, 1, compiled=False))
    gpu = tables_on(Simulated(CHOSEN, blank(), INT8, 5, None))
    rng = np.random.default_rng(1)
    for _ in range(5):
        mask = cpu.legal()
        moves = (mask * rng.random(mask.shape)).argmax(axis=1)
        play_wrong(gpu, moves, int(mask[1].argmin()))
        compare(cpu, gpu)
        cpu.play(moves)
        gpu.play(cuda.to_device(moves))
    for tables in (cpu, gpu):
        tables.reset([1])
    compare(cpu, gpu)
    print("all equal")


if __name__ == "__main__":
    main()
