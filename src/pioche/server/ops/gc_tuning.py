"""Rubbish: looked for a little every second, so that no move waits for it.

What a move leaves behind stays as long as its table, and nearly all else goes by itself; only what refers to itself in
a circle must be looked for. Python does so when enough has come together, and all play would stop meanwhile.
"""

from __future__ import annotations

import gc

QUIET = 60  # seconds after which older things are looked through as soon as nobody plays …
LATEST = 600  # … or even if somebody does
WHOLE = 10  # times before all is looked through


class GarbageSweeper:
    def __init__(self) -> None:
        self._written = 0
        self._since = 0  # seconds since older things were looked through
        self._times = 0

    def look(self, written: int) -> None:
        """Once a second; `written` is the number of entries that were ever stored."""
        playing, self._written = written != self._written, written
        self._since += 1
        if self._since < (LATEST if playing else QUIET):
            gc.collect(0)
        else:
            self._since, self._times = 0, self._times + 1
            gc.collect(1 if self._times % WHOLE else 2)


def leave_what_is_loaded() -> None:
    """It stays anyway. Python itself looks only where very much comes at once."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 1000, 1000)
