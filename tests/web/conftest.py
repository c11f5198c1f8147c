"""One server and one Chromium for all tests of a process; a visitor is a browser profile of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from support.browser_server import BrowserServer, open_house
from web.visitor import Visitor, open_browser

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def house() -> Iterator[BrowserServer]:
    with open_house() as house:
        yield house


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with open_browser(playwright) as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Make visitors; at the end none of their consoles may have complained."""
    visitors: list[Visitor] = []

    def arrive(house: BrowserServer | None = None, name: str = "Ada", **wishes: Any) -> Visitor:
        visitor = Visitor.arrive(browser, house or request.getfixturevalue("house"), **wishes)
        visitors.append(visitor)
        visitor.introduce(name)
        return visitor

    yield arrive
    errors = [error for visitor in visitors for error in visitor.errors]
    for visitor in visitors:
        visitor.leave()
    assert errors == []
