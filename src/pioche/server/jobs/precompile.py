"""Compiling behind play: tables answer interpreted at once, and quicker when their game is compiled.

The compiling is done by another process, which leaves the result on the disk; loading it takes a moment.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys

from pioche.table.game import Game
from pioche.table.game_registry import game as find_game

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
        async with self._turn:
            command, nothing = ("-m", "pioche.server.jobs.precompile", game.id), asyncio.subprocess.DEVNULL
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *command, stdin=nothing, stdout=nothing, stderr=nothing
            )
            if await self._process.wait() == 0:
                await asyncio.to_thread(game.compile)
                logger.info("compiled %s", game.id)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    gc.disable()  # nearly all that is made stays until the end
    find_game(sys.argv[1]).compile()
