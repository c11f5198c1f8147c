"""What the measurements say."""

from __future__ import annotations

from typing import Any

from pioche.table.catalogue import catalogue_beside, say

CATALOGUE = catalogue_beside(__file__)


def text(key: str, /, **details: Any) -> str:
    """A sentence of the measurements, in the chosen language."""
    return say(key, None, CATALOGUE, **details)
