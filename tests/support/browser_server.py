"""A server that browsers visit, on a temporary database; it can be killed and started again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from support.server_process import UNLIMITED, ServerProcess


class BrowserServer(ServerProcess):
    """Known by the name of this machine, as to who plays on it."""

    def __init__(self, *words: str) -> None:
        super().__init__("", *UNLIMITED, *words)
        self.finished: dict[str, str] = {}  # a table of each game that was played out here

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


@contextmanager
def open_house(*words: str) -> Iterator[BrowserServer]:
    house = BrowserServer(*words)
    try:
        assert house.first_line
        yield house
    finally:
        house.kill()
