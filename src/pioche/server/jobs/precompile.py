"""Making objects behind play: tables answer interpreted at once, and quicker when their game's machine code is there.

It comes with the package, or, in a checkout, is made by another process, which leaves it on the disk.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys

from pioche.ahead.build_objects import build_here
from pioche.core.runtimes import has_numba
from pioche.table.game import Game

logger = logging.getLogger("pioche.warm")


class Precompiler:
    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._asked: set[str] = set()
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._process: asyncio.subprocess.Process | None = None

    def ask(self, game: Game) -> None:
        """This game is being played."""
        if self._wanted and game.id not in self._asked:
            self._asked.add(game.id)
            task = asyncio.create_task(self._compile(game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _compile(self, game: Game) -> None:
        if game.runtimes.is_ahead or not has_numba():
            return
        async with self._turn:
            command, nothing = ("-m", "pioche.server.jobs.precompile", game.id), asyncio.subprocess.DEVNULL
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *command, stdin=nothing, stdout=nothing, stderr=nothing
            )
            if await self._process.wait() == 0:
                game.runtimes.look_again()
                logger.info("made %s ahead", game.id)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    build_here(sys.argv[1])
