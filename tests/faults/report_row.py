"""What a property was found to be: one row of the table in docs/reliability.md."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class ReportRow:
    row: int  # of the table of properties
    what: str
    found: str
    target: str
    held: bool


class Broken(AssertionError):
    """A property does not hold; the seed leads there again."""


@contextmanager
def seeded(what: str, seed: int) -> Iterator[None]:
    """Whatever goes wrong in here is told with its seed."""
    try:
        yield
    except Exception as error:
        first = innermost(error)
        raise Broken(f"{what} (seed {seed}): {type(first).__name__}: {first}") from error


@contextmanager
def steady() -> Iterator[None]:
    """Nothing here stops to look for rubbish: who measures must not be what is slow."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def innermost(error: BaseException) -> BaseException:
    """Of several things that went wrong at once the first."""
    return innermost(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


def check(so: bool, *why: object) -> None:
    """Also where asserts are switched off."""
    if not so:
        raise Broken(" ".join(map(str, why)))


def percentile(times: Sequence[float], share: float) -> float:
    """The time within which this share of all came."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
