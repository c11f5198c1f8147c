"""What the tests share: every game, and every engine that runs its rules."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from pioche.table import words
from pioche.table.registry import game, game_names

settings.register_profile("pioche", deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
settings.load_profile("pioche")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script; what we start must hear it
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--interpreted-only", action="store_true", help="leave the compiled rules out")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        quick = metafunc.config.getoption("--interpreted-only")
        metafunc.parametrize("engine", ["interpreted"] if quick else ["interpreted", "compiled"], indirect=True)
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", game_names())


@pytest.fixture(autouse=True)
def own_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test, or a command that it runs, has chosen ends with it."""
    monkeypatch.setattr(words, "_chosen", [])


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run every game's rules this way for one test."""
    chosen: str = request.param
    for name in game_names():
        game(name).use(chosen)
    yield chosen
    for name in game_names():
        game(name).use("interpreted")
