"""Hints between server processes: which table has got which entry, who slapped how quickly, whose token is no more.

Nothing depends on a hint: without it another process looks into the database a second later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

logger = logging.getLogger("pioche.bus")
CHANNEL = "pioche"

Listener = Callable[[dict[str, Any]], Awaitable[None]]


class Bus:
    """One process: there is nobody to tell."""

    shared = False
    alive = True

    async def start(self, listener: Listener) -> None:
        pass

    def publish(self, **hint: Any) -> None:
        pass

    async def stop(self) -> None:
        pass


class RedisBus(Bus):
    """Several processes, over Redis or Valkey; lost connections come back by themselves."""

    shared = True

    def __init__(self, url: str, process: str) -> None:
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=5)
        self._process = process
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self.alive = False

    async def start(self, listener: Listener) -> None:
        self._tasks = [asyncio.create_task(self._listen(listener)), asyncio.create_task(self._send())]

    def publish(self, **hint: Any) -> None:
        try:
            self._outbox.put_nowait(msgspec.json.encode({"from": self._process, **hint}))
        except asyncio.QueueFull:
            logger.warning("a hint was dropped")

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _send(self) -> None:
        from redis.exceptions import RedisError

        while True:
            hint = await self._outbox.get()
            try:
                await self._redis.publish(CHANNEL, hint)
            except (RedisError, OSError):
                self.alive = False
                await asyncio.sleep(0.2)

    async def _listen(self, listener: Listener) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as inbox:
                    await inbox.subscribe(CHANNEL)
                    self.alive = True
                    await self._hear(inbox, listener)
            except (RedisError, OSError):
                self.alive = False
                await asyncio.sleep(0.5)

    async def _hear(self, inbox: Any, listener: Listener) -> None:
        async for message in inbox.listen():
            hint = msgspec.json.decode(message["data"])
            if hint.pop("from") != self._process:
                await self._tell(listener, hint)

    async def _tell(self, listener: Listener, hint: dict[str, Any]) -> None:
        """Whatever one hint leads to, the next one is heard."""
        try:
            await listener(hint)
        except Exception:
            logger.exception("a hint went wrong")


def open_bus(url: str, process: str) -> Bus:
    return RedisBus(url, process) if url else Bus()
