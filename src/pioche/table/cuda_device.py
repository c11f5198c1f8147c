"""A batch's tables on a GPU: one thread a table, the same rule. Arrays are shared with PyTorch and CuPy, not copied."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba.cuda
import numpy as np

from pioche.core.batch_step import attend
from pioche.core.cuda_runtime import BLOCK, CudaRuntime
from pioche.core.notices import tell_once
from pioche.table.devices import Array, Request, columns_of
from pioche.table.game import Game

cuda: Any = numba.cuda  # Numba adds most of its names when it is loaded
NOWHERE = np.iinfo(np.int64).max


class CudaDevice:
    """Tables in the GPU's memory."""

    def __init__(
        self, game: Game, tables: np.ndarray[Any, Any], dtype: np.dtype[Any], seed: int, threads: int | None
    ) -> None:
        self.n, self.dtype, self.seed = len(tables), dtype, int(seed)
        self.tables: Array = cuda.to_device(tables)
        self.asked, self.won, self.words, self.games = (
            self.put(start, np.int64)
            for start in (np.zeros(self.n), np.zeros(self.n), np.zeros(4 * self.n), np.arange(self.n) - self.n)
        )
        self.fine, self.over = self.put(np.zeros(self.n), np.uint8), self.put(np.zeros(self.n), np.uint8)
        self.wrong = self.put(np.array([NOWHERE]), np.int64)
        self.nothing = {np.dtype(kind): self.put(np.zeros(1), kind) for kind in (np.int64, np.uint8, dtype)}
        self.runtime, self.scratch = runtime_of(game), len(game.moves)

    def attend(self, request: Request) -> None:
        self.runtime.each(attend, self.tables, columns_of(self, request, self._flat), self.scratch)

    def _flat(self, array: Array | None, dtype: Any) -> Array:
        if array is None:
            return self.nothing[np.dtype(dtype)]
        given = self.take(array)
        return given.reshape(given.size).view(dtype)

    def first_wrong(self) -> int:
        self.wrong.copy_to_device(np.array([NOWHERE]))
        find_wrong()[(self.n + BLOCK - 1) // BLOCK, BLOCK](self.fine, self.wrong)
        wrong = int(self.wrong.copy_to_host()[0])
        return -1 if wrong == NOWHERE else wrong

    def copy(self, name: str) -> Array:
        told = getattr(self, name)
        fresh = cuda.device_array(told.shape, told.dtype)
        fresh.copy_to_device(told)
        return fresh.view(np.bool_) if name == "over" else fresh

    def table(self, index: int) -> Array:
        return self.tables[index : index + 1].copy_to_host()[0]

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        return cuda.device_array(shape, dtype)

    def put(self, array: Array, dtype: Any) -> Array:
        given = self.take(array)
        if is_numbas(given) and given.dtype == dtype and given.is_c_contiguous():
            return given
        return cuda.to_device(np.ascontiguousarray(self.on_host(given), dtype))

    def take(self, array: Array) -> Array:
        if is_numbas(array):
            return array
        return cuda.as_cuda_array(array) if hasattr(array, "__cuda_array_interface__") else np.asarray(array)

    def on_host(self, array: Array) -> np.ndarray[Any, Any]:
        given = self.take(array)
        return np.asarray(given.copy_to_host() if is_numbas(given) else given)

    def one(self, array: Array, index: int) -> Any:
        return self.on_host(array[index : index + 1])[0]


def is_numbas(array: Array) -> bool:
    """Is it one of Numba's own arrays on the GPU?"""
    return bool(getattr(array, "__cuda_ndarray__", False))


@cache
def runtime_of(game: Game) -> CudaRuntime:
    """The game's rules on the GPU, compiled once a process."""
    tell_once("notice.compiling", game=game.id)
    return CudaRuntime(game.state, game.bindings)


@cache
def find_wrong() -> Any:
    """A kernel that finds the first table whose move was not among its choices."""

    def kernel(fine: Any, wrong: Any) -> None:
        i = cuda.grid(1)
        if i < fine.shape[0] and fine[i] == 0:
            cuda.atomic.min(wrong, 0, i)

    return cuda.jit(kernel)
