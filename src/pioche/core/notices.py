"""What somebody should hear of while the engine goes on: that it compiles, or that a file could not be used.

The engine has no words; whoever has listens. By default nobody does: `table/notices.py` makes them warnings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Listener = Callable[[str, Mapping[str, Any]], None]

_listeners: list[Listener] = []
_told: set[tuple[Any, ...]] = set()


def listen(listener: Listener) -> None:
    """From now on this one hears every notice, and nobody else."""
    _listeners[:] = [listener]


def tell(key: str, **details: Any) -> None:
    for listener in _listeners:
        listener(key, details)


def tell_once(key: str, **details: Any) -> None:
    """The same notice is given once a process."""
    if (said := (key, *sorted(details.items()))) not in _told:
        _told.add(said)
        tell(key, **details)
