"""Bugs to be planted in a server, each in its own process: every checker must catch the one that is meant for it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import OperationalError

from pioche.server.room import Room
from pioche.server.store import Append, Store
from pioche.server.table import Table


def acknowledges_early() -> None:
    """What is acknowledged is not yet stored."""
    store = Store.append

    def lazily(self: Store, job: Append) -> Any:
        async def later() -> bool:
            await asyncio.sleep(0.05)
            return await store(self, job)

        keep(asyncio.ensure_future(later()))
        return asyncio.sleep(0, True)

    replace(Store, "append", lazily)


def forgets_commands() -> None:
    """A command that is sent again is a new one; and its first answer comes late."""
    append = Room.append

    async def anew(self: Room, make: Any, command: str, acknowledge: Any = None) -> Any:
        again = command in self.table.commands and acknowledge is not None
        answer = await append(self, make, f"{command}:{secrets.token_hex(3)}" if again else command, None)
        if acknowledge is not None:
            await asyncio.sleep(0.05)
            acknowledge(answer)
        return answer

    check_moves = Table.check_moves
    replace(Table, "check_moves", lambda self, seat, moves, base: check_moves(self, seat, moves, None))

    replace(Room, "append", anew)
    replace(Room, "_first_answer", nothing)


def gives_numbers_twice() -> None:
    """Whoever asks for a number that is taken is told that it has it."""
    replace(Store, "_append_known", lambda self, conn, jobs: jobs)


def believes_the_best() -> None:
    """A commit that was cut off is taken to have happened."""
    commit = Store._commit

    def hopeful(self: Store, batch: list[Any]) -> list[tuple[Any, Any]]:
        try:
            return commit(self, batch)
        except OperationalError:
            return [(job, True) for job in batch]

    replace(Store, "_commit", hopeful)


async def nothing(*_: Any) -> None:
    return None


BUGS: dict[str, Callable[[], None]] = {
    bug.__name__: bug for bug in (acknowledges_early, forgets_commands, gives_numbers_twice, believes_the_best)
}

_kept: set[asyncio.Future[Any]] = set()


def keep(task: asyncio.Future[Any]) -> None:
    """A task that nobody holds may be swept away."""
    _kept.add(task)
    task.add_done_callback(_kept.discard)


def replace(where: Any, name: str, what: Any) -> None:
    setattr(where, name, what)


def plant(bug: str) -> None:
    if bug:
        BUGS[bug]()
