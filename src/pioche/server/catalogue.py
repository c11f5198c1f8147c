"""What the server says."""

from __future__ import annotations

from typing import Any

from pioche.table.catalogue import catalogue_beside, say
from pioche.table.errors import PiocheError

CATALOGUE = catalogue_beside(__file__)


def text(key: str, /, **details: Any) -> str:
    """A sentence of the server's commands, in the chosen language."""
    return say(key, None, CATALOGUE, **details)


def refuse(key: str, **details: Any) -> PiocheError:
    """An error of the server, with its sentence."""
    return PiocheError(key, CATALOGUE, **details)
