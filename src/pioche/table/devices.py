"""Where a batch's tables are kept and attended to: in memory, by threads; or on a GPU."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np

from pioche.core.batch_step import Columns, attend
from pioche.core.runtime import Runtime
from pioche.table.errors import PiocheError
from pioche.table.extras import check_extra
from pioche.table.game import Game

Array = Any  # of NumPy; on the GPU, anything with __cuda_array_interface__
FEW = 64  # tables that are not worth another thread


class Request(NamedTuple):
    """What is to be done at all tables: see `pioche.core.batch_step.attend`."""

    asked_for: int
    which: Array
    moves: Array
    seats: Array
    viewers: Array
    policy: Array
    points: Array | None = None
    mask: Array | None = None
    seen: Array | None = None


class Device(Protocol):
    """What a batch needs of the place where its tables are."""

    n: int
    dtype: np.dtype[Any]

    def attend(self, request: Request) -> None:
        """Do what is asked for, at all tables."""

    def first_wrong(self) -> int:
        """The first table whose move was not among its choices, -1 if there is none."""

    def copy(self, name: str) -> Array:
        """What the last attendance told: `asked`, `won` or `over`."""

    def table(self, index: int) -> Array:
        """One table's record."""

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """A new array, to be filled."""

    def put(self, array: Array, dtype: Any) -> Array:
        """An array as the rules want it, here; as it is, if it is so already."""

    def take(self, array: Array) -> Array:
        """Whatever somebody gives, as an array."""

    def on_host(self, array: Array) -> np.ndarray[Any, Any]:
        """The same in memory."""

    def one(self, array: Array, index: int) -> Any:
        """One number of an array."""


def greatest(dtype: np.dtype[Any]) -> int:
    """Numbers of an observation are cut off here: what fits, or what a float32 still holds exactly."""
    return 127 if dtype == np.int8 else 1 << 24


class CpuDevice:
    """Tables in memory; compiled rules without the GIL, on some threads, each with tables of its own."""

    def __init__(
        self,
        game: Game,
        tables: np.ndarray[Any, Any],
        dtype: np.dtype[Any],
        seed: int,
        threads: int | None,
        compiled: bool = True,
    ) -> None:
        if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
            raise PiocheError("batch.threads", threads=threads)
        self.n, self.dtype, self.tables, self.seed = len(tables), dtype, tables, int(seed)
        self.threads = max(1, min(threads or os.cpu_count() or 1, self.n // FEW))
        self.asked, self.won = np.zeros(self.n, np.int64), np.zeros(self.n, np.int64)
        self.fine, self.over = np.zeros(self.n, np.uint8), np.zeros(self.n, np.uint8)
        self.words, self.games = np.zeros(4 * self.n, np.int64), np.arange(self.n) - self.n
        self.nothing = {np.dtype(kind): np.zeros(0, kind) for kind in (np.int64, np.uint8, dtype)}
        self.scratch = len(game.moves)
        self.runtime: Runtime = game.runtimes.silent if compiled else game.runtimes.silent_interpreted

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1)

    def attend(self, request: Request) -> None:
        """One call for each thread; nothing at a table depends on the others, so neither on the threads."""
        columns = columns_of(self, request, self._flat)
        cuts = [k * self.n // self.threads for k in range(self.threads + 1)]
        parts = [range(first, last) for first, last in pairwise(cuts)]
        others = [self.pool.submit(self._attend_some, columns, part) for part in parts[1:]]
        self._attend_some(columns, parts[0])
        for other in others:
            other.result()

    def _attend_some(self, columns: Columns, part: range) -> None:
        self.runtime.each(attend, self.tables, columns, self.scratch, part)

    def _flat(self, array: Array | None, dtype: Any) -> Array:
        return self.nothing[np.dtype(dtype)] if array is None else array.reshape(-1).view(dtype)

    def first_wrong(self) -> int:
        wrong = int(self.fine.argmin())
        return -1 if self.fine[wrong] else wrong

    def copy(self, name: str) -> Array:
        told = getattr(self, name).copy()
        return told.view(np.bool_) if name == "over" else told

    def table(self, index: int) -> Array:
        return self.tables[index]

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        return np.empty(shape, dtype)

    def put(self, array: Array, dtype: Any) -> Array:
        return np.require(array, dtype, ["C", "A", "W"])  # else Numba would compile for another kind of array

    def take(self, array: Array) -> Array:
        return np.asarray(array)

    def on_host(self, array: Array) -> np.ndarray[Any, Any]:
        return np.asarray(array)

    def one(self, array: Array, index: int) -> Any:
        return array[index]


def columns_of(device: Any, request: Request, flat: Callable[[Array | None, Any], Array]) -> Columns:
    """What the rules are handed: what is asked for, and where the device keeps what they tell."""
    return Columns(
        request.asked_for, device.seed, request.which, request.moves, request.seats, request.viewers, request.policy,
        device.games, device.words, device.asked, device.fine, device.won, device.over,
        flat(request.points, np.int64), flat(request.mask, np.uint8), flat(request.seen, device.dtype),
        greatest(device.dtype),
    )  # fmt: skip


def cuda_device() -> type[Any]:
    """The device that is a GPU; refuses where there is none."""
    check_extra("cuda", 'device="cuda"')
    from numba import cuda

    ask: Any = cuda.is_available
    if not ask():
        raise PiocheError("batch.cuda")
    from pioche.table.cuda_device import CudaDevice

    return CudaDevice
