"""Bots at live tables: they think in processes of their own, with a deadline; a cheap legal move stands in for them."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from pioche.server.chairs import STAND_IN
from pioche.server.words import refuse
from pioche.server.worker import HINT, Answer, Question, answer

logger = logging.getLogger("pioche.bots")
LINE = 1 << 20
STARTING = 60.0  # seconds that a worker may take until it is ready
LONGEST_WAIT = 5.0  # seconds that a bot may pretend to need
WORKER = (sys.executable, "-m", "pioche.server.worker")


class Worker:
    """One process; it answers one question at a time."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._ready = False  # it has said that it is
        self._started = 0.0
        self._dead: list[asyncio.subprocess.Process] = []

    async def start(self) -> None:
        if self._process is not None and self._process.returncode is not None:
            self.kill()
        if self._process is None:
            await self._bury()
            pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, stderr=nothing, limit=LINE
            )
            self._ready, self._started = False, time.monotonic()

    @property
    def is_ready(self) -> bool:
        return self._process is not None and self._ready

    @property
    def is_starting(self) -> bool:
        """Not ready yet, and no wonder: on a busy machine that takes a while."""
        return self._process is not None and not self._ready and time.monotonic() - self._started < STARTING

    async def get_ready(self) -> None:
        """Start it if need be, and wait until it says that it is ready."""
        await self.start()
        if not self._ready:
            assert self._process is not None and self._process.stdout is not None
            msgspec.json.decode(await self._process.stdout.readline(), type=Answer)
            self._ready = True

    async def ask(self, question: Question) -> Answer:
        await self.get_ready()
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        return msgspec.json.decode(line, type=Answer)

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
                await asyncio.wait_for(asyncio.gather(process.wait(), process.stdout.read()), 1.0)


class Opponents:
    def __init__(
        self, seconds: float, most: int | None = None, command: Sequence[str] = WORKER, patience: float = 1.0
    ) -> None:
        self.seconds = seconds
        self.longest = seconds + patience  # that an answer is waited for
        self.fallbacks = 0
        self._stopped = False
        self._command = command
        self._starting: asyncio.Task[None] | None = None  # the first worker
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._workers = [Worker(command) for _ in range(most or max(1, (os.cpu_count() or 2) - 1))]
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def warm_up(self) -> None:
        """Have one worker ready before it is needed."""
        worker = await self._free.get()
        try:
            await worker.get_ready()
        except (OSError, ValueError, msgspec.DecodeError):
            worker.kill()
        finally:
            self._free.put_nowait(worker)

    async def choose(self, bot: str, seat: int, view: str, choices: list[str], compiled: bool, wait: bool) -> Answer:
        """A bot's choice; whatever goes wrong with it, the answer is a legal move, in time."""
        question = Question(bot, seat, view, choices, self.seconds, secrets.randbits(64), compiled, wait)
        found = await self._ask_for_stand_in(question) if bot == STAND_IN else await self._ask(question)
        if found is not None and found.move in choices and 0.0 <= found.wait <= LONGEST_WAIT:
            return found
        self.fallbacks += 1
        logger.warning("fallback move for bot %s", bot)
        return Answer("pass" if "pass" in choices else secrets.choice(choices), 0.5 if wait else 0.0)

    async def judge(self, seat: int, view: str, choices: list[str], move: str = HINT) -> list[tuple[str, float]]:
        """The best moves and what each is worth; or what a move was worth, and the best one."""
        found = await self._ask(Question("", seat, view, choices, self.seconds, secrets.randbits(64), True, judge=move))
        if found is None or not found.weighed:
            raise refuse("study.failed")
        return found.weighed

    async def _ask_for_stand_in(self, question: Question) -> Answer | None:
        """Somebody's time is up: while no worker is ready, which takes seconds, the thumb is asked here."""
        if self._command is not WORKER or any(worker.is_ready for worker in self._workers):
            return await self._ask(question)
        if self._starting is None or self._starting.done():
            self._starting = asyncio.create_task(self.warm_up())
        return await asyncio.to_thread(answer, question)

    async def _ask(self, question: Question) -> Answer | None:
        """Ask a worker that is free, or soon will be."""
        try:
            worker = await asyncio.wait_for(self._free.get(), self.longest)
        except TimeoutError:
            return None
        try:
            return None if self._stopped else await asyncio.wait_for(worker.ask(question), self.longest)
        except TimeoutError:
            if not worker.is_starting:
                await self._replace(worker)
            return None
        except (OSError, ValueError, msgspec.DecodeError):
            await self._replace(worker)
            return None
        except asyncio.CancelledError:
            worker.kill()  # it would answer the wrong question next
            raise
        finally:
            self._free.put_nowait(worker)

    async def _replace(self, worker: Worker) -> None:
        """Have it ready again when it is next asked."""
        worker.kill()
        if not self._stopped:
            with suppress(OSError):
                await worker.start()

    async def stop(self) -> None:
        """End every worker; one that is being asked is given back first."""
        self._stopped = True
        if self._starting is not None:
            self._starting.cancel()
        for worker in self._workers:
            worker.kill()
        for _ in self._workers:
            with suppress(TimeoutError):
                await (await asyncio.wait_for(self._free.get(), 2.0)).stop()
