"""Where a position comes from: what its record begins with, and what gives its moves their randomness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Origin:
    """A deal, by a seed or a key; or a written position, which may go on with a game of a key."""

    players: int = 0
    source: int | bytes | None = None  # of a deal: its seed or its key
    options: Mapping[str, Any] = field(default_factory=dict)
    table: bytes = b""  # of a written position: its record
    key: bytes | None = None  # gives every move its randomness
    earlier: int = 0  # moves played from the key before the history begins

    @classmethod
    def dealt(cls, players: int, source: int | bytes, options: Mapping[str, Any]) -> Origin:
        return cls(players, source, options, key=source if isinstance(source, bytes) else None)

    @classmethod
    def written(cls, table: bytes, key: bytes | None = None, earlier: int = 0) -> Origin:
        return cls(table=table, key=key, earlier=earlier)

    @property
    def is_deal(self) -> bool:
        return self.source is not None
