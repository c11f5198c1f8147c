"""How the server is: what a load balancer asks, and what Prometheus may know."""

from __future__ import annotations

import asyncio
import threading
from typing import Any
from wsgiref.simple_server import WSGIServer

from prometheus_client import start_http_server

from pioche.server.engine import Engine
from pioche.server.hall import Hall
from pioche.server.lag import Lag
from pioche.server.metrics import BUS, CONNECTIONS, CUT, FALLBACKS, LAG, READERS, READINGS, REGISTRY, TABLES, WORKERS
from pioche.server.turns import Lane

FRESH = 1.0
"""Seconds for which the database need not be asked again."""
LAGS = Lag()


class Health:
    """Does the database answer? However many ask, it is asked once a second."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._asking: asyncio.Task[Any] | None = None
        self._until = 0.0

    async def ask(self) -> None:
        now = self._hall.seconds()
        if self._asking is None or (self._asking.done() and now >= self._until):
            self._until = now + FRESH
            self._asking = asyncio.create_task(self._ask())
        await asyncio.shield(self._asking)

    async def _ask(self) -> None:
        await self._hall.store.read(lambda conn: conn.exec_driver_sql("SELECT 1").scalar())


def observe(hall: Hall) -> None:
    """What is not counted as it happens."""
    TABLES.set(len(hall.rooms))
    FALLBACKS.set(hall.opponents.fallbacks)
    READINGS.set(hall.archive.computed)
    CUT.set(Engine.cuts)
    READERS.set(hall.store.asked)
    for lane in Lane:
        WORKERS.labels(lane.name.lower()).set(hall.queue.waiting(lane))
    BUS.set(hall.bus.alive is not False)
    CONNECTIONS.set(hall.costs.open)
    LAG.set(LAGS.worst)


def serve_metrics(port: int) -> tuple[WSGIServer, threading.Thread]:
    """For Prometheus alone: on this machine, beside the event loop."""
    return start_http_server(port, "127.0.0.1", REGISTRY)
