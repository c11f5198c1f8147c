"""What the lab says."""

from __future__ import annotations

from typing import Any

from pioche.table.catalogue import catalogue_beside, say

CATALOGUE = catalogue_beside(__file__)


def text(key: str, language: str | None = None, **details: Any) -> str:
    return say(key, language, CATALOGUE, **details)
