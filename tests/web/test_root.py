"""The whole client under a part of a site: pages, files, requests, the socket, links."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from support.browser_server import BrowserServer, open_house
from web.conftest import Visit

ROOT = "/pioche"


@pytest.fixture(scope="module")
def part() -> Iterator[BrowserServer]:
    with open_house("--root-path", ROOT) as house:
        yield house


def test_everything_hangs_on_the_root_path(visit: Visit, part: BrowserServer) -> None:
    ada = visit(part, lang="en")
    page, asked = ada.page, set[str]()
    page.on("request", lambda request: asked.add(urlsplit(request.url).path))
    page.on("websocket", lambda socket: asked.add(urlsplit(socket.url).path))
    page.goto(f"{ROOT}/")
    page.get_by_role("button", name="Play Coloretto against bots").click()
    page.wait_for_selector("[data-status=playing] [data-place]")
    table = urlsplit(page.url).path.removeprefix(f"{ROOT}/t/")
    page.reload()  # a deep link
    page.wait_for_selector("[data-status=playing] [data-place]")
    assert page.locator("use").first.evaluate("use => use.getBBox().width") > 0  # shapes are looked for in this page
    page.keyboard.press("Tab")
    page.get_by_role("link", name="Skip to content").press("Enter")
    assert page.url.endswith(f"{ROOT}/t/{table}#content")
    page.get_by_role("link", name="Home").first.click()
    page.get_by_role("link", name="Rules of Coloretto").click()
    page.wait_for_selector("dl [id]")
    page.locator("dl a").first.click()
    assert urlsplit(page.url).path == f"{ROOT}/rules/coloretto" and "#COL-" in page.url
    assert asked and all(path.startswith(f"{ROOT}/") for path in asked), asked
    assert f"{ROOT}/ws" in asked


def test_a_page_that_is_none_says_so(visit: Visit, part: BrowserServer) -> None:
    page = visit(part, lang="en").page
    page.goto(f"{ROOT}/nowhere/at/all")
    page.get_by_role("link", name="Home").last.click()
    page.wait_for_selector("text=Coloretto")
    assert urlsplit(page.url).path == f"{ROOT}/"
