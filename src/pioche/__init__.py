"""Pioche: five modern card games, to play and to study. See `pioche.game`, `pioche.parse` and docs/notation.md."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pioche.table.batch import Batch, batch
    from pioche.table.catalogue import speak
    from pioche.table.errors import Conflict, IllegalMove, NotationError, NotYourTurn, PiocheError
    from pioche.table.events import Event
    from pioche.table.game import Game
    from pioche.table.game_registry import game, game_names
    from pioche.table.position import Position
    from pioche.table.position_parser import parse
    from pioche.table.record import record, replay
    from pioche.table.shuffle_commitment import Fair
    from pioche.table.verify_fairness import verify

__version__ = "0.2.0"

HOMES = {
    "Batch": "batch", "batch": "batch", "Conflict": "errors", "IllegalMove": "errors", "NotYourTurn": "errors",
    "NotationError": "errors", "PiocheError": "errors",
    "Event": "events", "Fair": "shuffle_commitment", "Game": "game", "Position": "position",
    "parse": "position_parser", "record": "record", "replay": "record", "game": "game_registry",
    "game_names": "game_registry", "speak": "catalogue", "verify": "verify_fairness",
}  # fmt: skip
__all__ = [
    "Batch", "Conflict", "Event", "Fair", "Game", "IllegalMove", "NotYourTurn", "NotationError", "PiocheError",
    "Position", "batch", "game", "game_names", "parse", "record", "replay", "speak", "verify",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Names are loaded when they are first used, so that `import pioche` costs nothing."""
    if name not in HOMES:
        raise AttributeError(f"module 'pioche' has no attribute '{name}'")
    value = getattr(import_module(f"pioche.table.{HOMES[name]}"), name)
    globals()[name] = value
    return value
