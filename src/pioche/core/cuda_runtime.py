"""Rules on a GPU: Numba's CUDA, one thread a table. Only `each` is there: nobody calls a rule on one table of a GPU."""

from __future__ import annotations

from typing import Any

import numba.cuda
from numba import int16

from pioche.core.rule import Rule, on_cuda
from pioche.core.runtime import Bindings, Runtime, without_events
from pioche.core.state import State

cuda: Any = numba.cuda  # Numba adds most of its names when it is loaded
BLOCK = 64  # threads


class CudaRuntime(Runtime):
    """The rules in kernels, each compiled once a process."""

    name = "cuda"

    def __init__(self, state: type[State], bindings: Bindings) -> None:
        super().__init__(on_cuda, state, without_events(bindings))
        self._kernels: dict[tuple[Rule[..., Any], int], Any] = {}

    def each(self, wanted: Rule[..., Any], tables: Any, columns: Any, scratch: int, part: range | None = None) -> None:
        """Tables and columns are arrays of the GPU, all of them."""
        assert part is None, "a GPU plays at all tables at once"
        if (wanted, scratch) not in self._kernels:
            self._kernels[wanted, scratch] = kernel_of(self.program[wanted], scratch)
        self._kernels[wanted, scratch][(tables.shape[0] + BLOCK - 1) // BLOCK, BLOCK](tables, columns)


def kernel_of(play: Any, scratch: int) -> Any:
    def kernel(tables: Any, columns: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            moves = cuda.local.array(scratch, int16)
            play(tables[i], i, columns, moves)

    return cuda.jit(kernel)
