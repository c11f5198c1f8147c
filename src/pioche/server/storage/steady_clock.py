"""The house's own time: the wall clock once, when it is opened; from then on a clock that can't be set."""

from __future__ import annotations

import time


def wall_time() -> int:
    """Milliseconds since 1970, as this machine has it."""
    return time.time_ns() // 1_000_000


class SteadyClock:
    """Milliseconds since 1970 that never jump, and never run behind what is already in the log."""

    def __init__(self, now: int) -> None:
        self._base = now - self.ticks()

    @staticmethod
    def ticks() -> int:
        return time.monotonic_ns() // 1_000_000

    def catch_up(self, latest: int) -> None:
        """Somebody else's clock is already there."""
        self._base = max(self._base, latest - self.ticks())

    def now(self) -> int:
        return self._base + time.monotonic_ns() // 1_000_000
