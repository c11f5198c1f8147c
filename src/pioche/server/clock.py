"""The house's own time: the wall clock once, at the start; from then on a clock that can't be set."""

from __future__ import annotations

import time


class Clock:
    """Milliseconds since 1970 that never jump, and never run behind what is already in the log."""

    def __init__(self, latest: int = 0) -> None:
        self._base = max(time.time_ns() // 1_000_000, latest) - self.ticks()

    @staticmethod
    def ticks() -> int:
        return time.monotonic_ns() // 1_000_000

    def now(self) -> int:
        return self._base + self.ticks()
