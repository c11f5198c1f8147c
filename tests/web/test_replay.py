"""A replay that comes in pages: a long game is shown to its end."""

from __future__ import annotations

import re

from playwright.sync_api import Route

from web.conftest import Visit

PAGE = 40  # steps that the server gives at a time here; it would give more


def test_a_long_game_comes_page_by_page(visit: Visit) -> None:
    ada = visit(lang="en")
    table = ada.make_table("coloretto", "yb", options={"last_round": "above15"})
    ada.open_table(table)
    ada.robot().play_out()
    moves = int(ada.record(table).splitlines()[-1].split()[1])
    asked: list[str] = []

    def in_pages(route: Route) -> None:
        asked.append(route.request.url)
        route.continue_(url=f"{route.request.url}&count={PAGE}")

    ada.page.route("**/replay?*from=*", in_pages)
    ada.page.goto(f"/t/{table}/replay")
    ada.page.wait_for_selector(f"text=0 / {moves}")
    assert len(asked) == moves // PAGE + 1 > 2
    ada.page.locator("input[type=range]").press("End")
    ada.page.wait_for_selector(f"text={moves} / {moves}")
    with ada.page.expect_response(re.compile(rf"seat=1&from={moves // PAGE * PAGE}&")):
        ada.page.get_by_label("Seen by").select_option("1")
    ada.page.wait_for_selector(f"text={moves} / {moves}")  # where one was, not where the first page ends
