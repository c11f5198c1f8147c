"""How long the event loop was held: everybody waits that long."""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from contextlib import ExitStack

from pioche.server.ops.metrics import BUSY, HELD

BEAT = 0.01
"""Seconds between two looks: a hold is told shorter than it was by so much at most."""
KEPT = 60.0
"""Seconds for which the worst is remembered, in parts."""
PARTS = 12


class LoopLag:
    def __init__(self) -> None:
        self._worst: deque[float] = deque([0.0], maxlen=PARTS)

    @property
    def worst(self) -> float:
        """The longest that anybody had to wait within the last minute, in seconds."""
        return max(self._worst)

    async def watch(self) -> None:
        """For ever: from when we were due until we ran, the loop was held."""
        part = time.monotonic()
        with Processor() as processor:
            queued = processor.queued()
            while True:
                due, before = time.monotonic() + BEAT, queued
                await asyncio.sleep(BEAT)
                now, queued = time.monotonic(), processor.queued()
                if now - part > KEPT / PARTS:
                    self._worst.append(0.0)
                    part = now
                held = max(0.0, now - due)
                HELD.observe(held)
                others = max(0.0, queued - before - BEAT)  # what was surely not before we were due
                BUSY.observe(max(0.0, held - others))
                self._worst[-1] = max(self._worst[-1], held)


class Processor(ExitStack):
    """What the kernel says of the thread in which this was made."""

    def __init__(self) -> None:
        super().__init__()
        self._file: int | None = None
        try:
            self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:  # not Linux
            return
        self.callback(os.close, self._file)

    def queued(self) -> float:
        """Seconds for which it could have run, but others had the processor; 0 where the system does not say."""
        if self._file is None:
            return 0.0
        return int(os.pread(self._file, 100, 0).split()[1]) / 1e9
