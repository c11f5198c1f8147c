"""Nothing leaks, and whatever would is caught."""

from __future__ import annotations

import pytest

from .figure import Broken
from .leaks import leaks
from .leaky import LEAKS, Plant


def test_nothing_leaks() -> None:
    assert leaks(5000, seed=5211).held


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_every_leak_is_caught(leak: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(Broken):
        leaks(4000, seed=1)
