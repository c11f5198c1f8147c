"""Rubbish: what refers to itself in a circle is found soon, and older things are looked through when nobody plays."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from pioche.server.ops.gc_tuning import GarbageSweeper


class Circle:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def only_when_told() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was looked through: 0 new things, 1 older ones, 2 all."""
    found: list[int] = []
    monkeypatch.setattr("gc.collect", found.append)
    return found


def test_new_rubbish_is_gone_after_a_second() -> None:
    circle = Circle()
    seen = weakref.ref(circle)
    del circle
    assert seen() is not None
    GarbageSweeper().look(0)
    assert seen() is None


def test_old_rubbish_is_gone_when_nobody_plays() -> None:
    circle = Circle()
    seen, looking = weakref.ref(circle), GarbageSweeper()
    looking.look(0)
    del circle
    for _ in range(58):
        looking.look(0)
    assert seen() is not None, "it has become old"
    looking.look(0)
    assert seen() is None


def test_while_somebody_plays_older_things_wait_for_ten_minutes(looked: list[int]) -> None:
    looking = GarbageSweeper()
    for entries in range(1, 601):
        looking.look(entries)
    assert looked == [0] * 599 + [1]


def test_every_tenth_time_all_is_looked_through(looked: list[int]) -> None:
    looking = GarbageSweeper()
    for _ in range(600):
        looking.look(0)
    assert [each for each in looked if each] == [1] * 9 + [2]
