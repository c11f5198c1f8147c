"""With compiled rules, where there is much to play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pioche.table.registry import game, game_names


@contextmanager
def rules(compiled: bool) -> Iterator[None]:
    """All games this way, and as before afterwards."""
    before = {name: game(name).engine for name in game_names()}
    try:
        for name in before:
            game(name).use("compiled" if compiled else "interpreted")
        yield
    finally:
        for name, engine in before.items():
            game(name).use(engine)
