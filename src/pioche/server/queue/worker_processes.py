"""Processes that compute: each answers one question at a time; one that dies, hangs or talks nonsense is replaced."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Generic, TypeVar

import msgspec

logger = logging.getLogger("pioche.crew")
LINE = 1 << 20
STARTING = 60.0  # seconds that a worker may take until it is ready: that is not its bot's fault
WRONG = (TimeoutError, OSError, ValueError, msgspec.DecodeError)  # of a worker: none of ours

Reply = TypeVar("Reply", bound=msgspec.Struct)


class WorkerProcess(Generic[Reply]):
    """One process; it answers one question at a time."""

    def __init__(self, command: Sequence[str], reply: type[Reply], line: int = LINE) -> None:
        self._command = command
        self._decoder = msgspec.json.Decoder(reply)
        self._line = line
        self._process: asyncio.subprocess.Process | None = None
        self._ready = False  # it has said that it is
        self._started = 0.0
        self._starting = asyncio.Lock()
        self._dead: list[asyncio.subprocess.Process] = []

    async def start(self) -> None:
        if self._process is not None and self._process.returncode is not None:
            self.kill()
        if self._process is None:
            await self._bury()
            pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, stderr=nothing, limit=self._line
            )
            self._ready, self._started = False, time.monotonic()

    @property
    def is_ready(self) -> bool:
        return self.is_there and self._ready

    @property
    def is_there(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def get_ready(self) -> None:
        """Start it if need be, and wait until it says that it is ready."""
        async with self._starting:
            await self.start()
            if not self._ready:
                assert self._process is not None and self._process.stdout is not None
                wait = max(0.0, self._started + STARTING - time.monotonic())
                self._decoder.decode(await asyncio.wait_for(self._process.stdout.readline(), wait))
                self._ready = True

    async def ask(self, question: msgspec.Struct) -> Reply:
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        return self._decoder.decode(await process.stdout.readline())

    def kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._dead.append(self._process)
            self._process = None

    async def stop(self) -> None:
        self.kill()
        await self._bury()

    async def _bury(self) -> None:
        """Nothing is left of those that were killed."""
        while self._dead:
            process = self._dead.pop()
            assert process.stdout is not None
            with suppress(TimeoutError):  # a child of theirs may still hold the pipe
                ending = (process.wait(), process.stdout.read())  # or whoever asked still reads
                await asyncio.wait_for(asyncio.gather(*ending, return_exceptions=True), 1.0)


class WorkerProcesses(Generic[Reply]):
    """Workers for so many questions at a time, and one more: while one that went wrong starts anew, it takes over.

    Who asks has waited for its turn, so one of them is free.
    """

    def __init__(self, command: Sequence[str], reply: type[Reply], size: int, line: int = LINE) -> None:
        self.command = command
        self._workers = [WorkerProcess(command, reply, line) for _ in range(size + 1)]
        self._free = self._workers.copy()
        self._stopped = False

    @property
    def is_ready(self) -> bool:
        return any(worker.is_ready for worker in self._workers)

    async def warm_up(self) -> None:
        """Have a worker ready before it is needed."""
        with suppress(*WRONG):
            await self._workers[-1].get_ready()

    async def ask(self, question: msgspec.Struct, longest: float) -> Reply | None:
        """An answer; None if there was none in time. Time counts from when the worker has the question."""
        if self._stopped or not self._free:
            return None
        worker = self._take()
        try:
            await worker.get_ready()
            return await asyncio.wait_for(worker.ask(question), longest)
        except WRONG as error:
            logger.warning("a worker is replaced: %s", type(error).__name__)
            await self._replace(worker)
            return None
        except asyncio.CancelledError:
            worker.kill()  # it would answer the wrong question next
            raise
        finally:
            self._free.append(worker)

    def _take(self) -> WorkerProcess[Reply]:
        """One that is ready, if there is one; or else one that is about to be."""
        worker = max(self._free, key=lambda each: (each.is_ready, each.is_there))
        self._free.remove(worker)
        return worker

    async def _replace(self, worker: WorkerProcess[Reply]) -> None:
        """Have it ready again when it is next asked, and another one until then."""
        worker.kill()
        for each in () if self._stopped else (worker, *self._free):
            with suppress(OSError):
                await each.start()

    async def stop(self) -> None:
        """End every worker; one that is being asked is given back first."""
        self._stopped = True
        for worker in self._workers:
            worker.kill()
        give_up = time.monotonic() + 2.0
        while len(self._free) < len(self._workers) and time.monotonic() < give_up:
            await asyncio.sleep(0.005)
        for worker in self._free:
            await worker.stop()
