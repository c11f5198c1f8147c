"""Many who ask for the same kind of thing at once: those who come while others are answered are answered together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class GroupedCalls(Generic[T]):
    """`answer` is given all keys that came since it was last called; keys that it leaves out get None."""

    def __init__(self, answer: Callable[[set[str]], Awaitable[dict[str, T]]]) -> None:
        self._answer = answer
        self._asked: set[str] = set()
        self._next: asyncio.Task[dict[str, T]] | None = None
        self._turn = asyncio.Lock()

    async def ask(self, key: str) -> T | None:
        self._asked.add(key)
        if self._next is None:
            self._next = asyncio.create_task(self._answer_asked())
        return (await asyncio.shield(self._next)).get(key)

    async def _answer_asked(self) -> dict[str, T]:
        async with self._turn:
            asked, self._asked, self._next = self._asked, set(), None
            return await self._answer(asked)
