"""Notices between server processes: which table has got which entry, who slapped how quickly, whose token is no more.

Nothing depends on a notice: without it another process looks into the database a second later. So nothing that comes
over the bus can do harm, whoever sends it: what is no notice is passed over, and a listener that fails begins anew.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from pioche.server.storage.notice_format import AnyNotice, Beat, read_notice, write_notice

logger = logging.getLogger("pioche.bus")
BEAT = 1.0  # seconds between two notices to oneself
DEAF = 5.0  # seconds without one of them: the bus is not alive
AGAIN = 0.5  # seconds until what failed is begun anew
WAITING = 10_000  # notices, either way; what is more is dropped

Listener = Callable[[AnyNotice], Awaitable[None]]


class ProcessBus:
    """One process, or several that have only their database in common: nobody is told."""

    shared = False

    @property
    def alive(self) -> bool | None:
        """Is what is published heard? None where there is no bus."""
        return None

    async def start(self, listener: Listener, channel: str) -> None:
        pass

    def publish(self, notice: AnyNotice) -> None:
        pass

    async def stop(self) -> None:
        pass


class RedisBus(ProcessBus):
    """Several processes, over Redis or Valkey; lost connections come back by themselves."""

    shared = True

    def __init__(self, url: str, process: str) -> None:
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=5)
        self._process = process
        self._channel = ""
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self._inbox: asyncio.Queue[AnyNotice] = asyncio.Queue(WAITING)
        self._tasks: list[asyncio.Task[None]] = []
        self._heard = -DEAF  # when a notice of one's own last came back
        self._fails = False

    @property
    def alive(self) -> bool | None:
        return time.monotonic() - self._heard < DEAF

    async def start(self, listener: Listener, channel: str) -> None:
        self._channel = channel
        for work in (self._listen, self._send, self._beat, lambda: self._tell(listener)):
            self._tasks.append(asyncio.create_task(self._for_ever(work)))

    def publish(self, notice: AnyNotice) -> None:
        notice.process = self._process
        with suppress(asyncio.QueueFull):
            self._outbox.put_nowait(write_notice(notice))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _for_ever(self, work: Callable[[], Awaitable[None]]) -> None:
        """Whatever ends it, it is begun anew; said once until it goes again."""
        while True:
            try:
                await work()
            except Exception as error:
                if not self._fails:
                    logger.warning("the bus fails: %s", type(error).__name__)
                self._fails = True
            await asyncio.sleep(AGAIN)

    async def _beat(self) -> None:
        while True:
            self.publish(Beat())
            await asyncio.sleep(BEAT)

    async def _send(self) -> None:
        while True:
            await self._redis.publish(self._channel, await self._outbox.get())

    async def _listen(self) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as wire:
            await wire.subscribe(self._channel)
            async for message in wire.listen():
                self._take(message.get("data"))
                await asyncio.sleep(0)  # what has come at once is read without a pause otherwise

    def _take(self, data: object) -> None:
        notice = read_notice(data)
        if notice is None or (notice.process == self._process and not isinstance(notice, Beat)):
            return
        if isinstance(notice, Beat):
            self._note_beat(notice)
        else:
            with suppress(asyncio.QueueFull):
                self._inbox.put_nowait(notice)

    def _note_beat(self, notice: Beat) -> None:
        if notice.process == self._process:
            self._heard, self._fails = time.monotonic(), False

    async def _tell(self, listener: Listener) -> None:
        """Whatever one notice leads to, the next one is heard."""
        while True:
            notice = await self._inbox.get()
            try:
                await listener(notice)
            except Exception:
                logger.exception("a notice went wrong")


def open_bus(url: str, process: str) -> ProcessBus:
    return RedisBus(url, process) if url else ProcessBus()
