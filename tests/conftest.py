"""What the tests share: every game, and every engine that runs its rules."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import HealthCheck, settings

from pioche.table import catalogue
from pioche.table.game_registry import game, game_names

settings.register_profile("pioche", deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
settings.load_profile("pioche")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script; what we start must hear it
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--interpreted-only", action="store_true", help="leave the compiled rules out")
    parser.addoption("--all", action="store_true", help="at full size, and with our neighbours: `make test-all`")
    parser.addoption("--neighbours", action="store_true", help="only with our neighbours: `make test-neighbours`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that play with other people's clusters and libraries, or ask other Pythons, have a command of their own."""
    if config.getoption("--all"):
        return
    wanted = config.getoption("--neighbours")
    others = [
        item
        for item in items
        if bool(item.get_closest_marker("neighbours")) != wanted or item.get_closest_marker("elsewhere")
    ]
    others += [item for item in not_today(items) if item not in set(others)]
    items[:] = [item for item in items if item not in set(others)]
    config.hook.pytest_deselected(items=others)


def not_today(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Of what is marked `in_turn(3)` each day another third is run: by the day's number, as with games in turn."""
    numbers: dict[str, int] = {}
    for item in items:
        if mark := item.get_closest_marker("in_turn"):
            name = item.nodeid.partition("[")[0]
            numbers[name] = numbers.get(name, -1) + 1
            if (numbers[name] + date.today().toordinal()) % mark.args[0]:
                yield item


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        quick = metafunc.config.getoption("--interpreted-only")
        metafunc.parametrize("engine", ["interpreted"] if quick else ["interpreted", "ahead"], indirect=True)
    if "game_in_turn" in metafunc.fixturenames:
        names = sorted(game_names())
        chosen = names if metafunc.config.getoption("--all") else [names[date.today().toordinal() % len(names)]]
        metafunc.parametrize("game_in_turn", chosen, scope="session")
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", game_names())


@pytest.fixture(scope="session")
def thorough(pytestconfig: pytest.Config) -> bool:
    """Is there time for the larger size of a test?"""
    return bool(pytestconfig.getoption("--all"))


@pytest.fixture(autouse=True)
def own_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test, or a command that it runs, has chosen ends with it."""
    monkeypatch.setattr(catalogue, "_chosen", [])


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run every game's rules this way for one test."""
    chosen: str = request.param
    if chosen == "ahead":
        make_ahead()
    for name in game_names():
        game(name).runtimes.use(chosen)
    yield chosen
    for name in game_names():
        game(name).runtimes.use(None)


def make_ahead() -> None:
    """`make test` has made the objects before; whoever runs single tests may not have."""
    if missing := [name for name in game_names() if not game(name).runtimes.is_ahead]:
        subprocess.run([sys.executable, "-m", "pioche.ahead", *missing], check=True)
        for name in missing:
            game(name).runtimes.look_again()
