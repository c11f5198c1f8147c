"""How the server is: what a load balancer asks, and what Prometheus may know."""

from __future__ import annotations

import asyncio
import threading
from typing import Any
from wsgiref.simple_server import WSGIServer

from prometheus_client import start_http_server

from pioche.server.ops.loop_lag import LoopLag
from pioche.server.ops.metrics import (
    BUS,
    CONNECTIONS,
    CUT,
    FALLBACKS,
    LAG,
    READERS,
    READINGS,
    REGISTRY,
    TABLES,
    WORKERS,
)
from pioche.server.queue.fair_turns import Lane
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.ws.websocket_protocol import WebSocketProtocol

FRESH = 1.0
"""Seconds for which the database need not be asked again."""
LAGS = LoopLag()


class Health:
    """Does the database answer? However many ask, it is asked once a second."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._asking: asyncio.Task[Any] | None = None
        self._until = 0.0

    async def ask(self) -> None:
        now = self._registry.seconds()
        if self._asking is None or (self._asking.done() and now >= self._until):
            self._until = now + FRESH
            self._asking = asyncio.create_task(self._ask())
        await asyncio.shield(self._asking)

    async def _ask(self) -> None:
        await self._registry.store.read(lambda conn: conn.exec_driver_sql("SELECT 1").scalar())


def observe(registry: TableRegistry) -> None:
    """What is not counted as it happens."""
    TABLES.set(len(registry.sessions))
    FALLBACKS.set(registry.bot_pool.fallbacks)
    READINGS.set(registry.finished_games.computed)
    CUT.set(WebSocketProtocol.cuts)
    READERS.set(registry.store.asked)
    for lane in Lane:
        WORKERS.labels(lane.name.lower()).set(registry.queue.waiting(lane))
    BUS.set(registry.bus.alive is not False)
    CONNECTIONS.set(registry.costs.open)
    LAG.set(LAGS.worst)


def serve_metrics(port: int) -> tuple[WSGIServer, threading.Thread]:
    """For Prometheus alone: on this machine, beside the event loop."""
    return start_http_server(port, "127.0.0.1", REGISTRY)
