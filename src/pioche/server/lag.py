"""How long the event loop was held: everybody waits that long."""

from __future__ import annotations

import asyncio
import time
from collections import deque

from pioche.server.metrics import BUSY, HELD

BEAT = 0.05
"""Seconds between two looks."""
KEPT = 60.0
"""Seconds for which the worst is remembered, in parts."""
PARTS = 12


class Lag:
    def __init__(self) -> None:
        self._worst: deque[float] = deque([0.0], maxlen=PARTS)

    @property
    def worst(self) -> float:
        """The longest that anybody had to wait within the last minute, in seconds."""
        return max(self._worst)

    async def watch(self) -> None:
        """For ever."""
        loop = asyncio.get_running_loop()
        part = loop.time()
        while True:
            since, computed = loop.time(), time.thread_time()
            await asyncio.sleep(BEAT)
            now = loop.time()
            if now - part > KEPT / PARTS:
                self._worst.append(0.0)
                part = now
            held = max(0.0, now - since - BEAT)
            HELD.observe(held)
            BUSY.observe(min(held, time.thread_time() - computed))
            self._worst[-1] = max(self._worst[-1], held)
