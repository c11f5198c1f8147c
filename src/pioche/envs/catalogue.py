"""What the environments say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pioche.table.catalogue import catalogue_beside
from pioche.table.errors import PiocheError

CATALOGUE = catalogue_beside(__file__)


@contextmanager
def needs(what: str, extra: str) -> Iterator[None]:
    """Say what to install if a package is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in (what, "gymnasium"):
            raise
        raise PiocheError("envs.missing", CATALOGUE, what=missing.name, extra=extra) from missing
