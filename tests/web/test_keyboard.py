"""Coloretto from the first page to the last score without a mouse."""

from __future__ import annotations

from playwright.sync_api import Page

from web.conftest import Visit
from web.robot import Robot, Thing
from web.test_games import SHORT

FOCUSED = """([x, y]) => {
  const focus = document.activeElement;
  return focus !== document.body && focus.contains(document.elementFromPoint(x, y));
}"""
FARTHEST = 120  # presses of Tab until everything was reached
IN_VIEW = """() => {
  const box = document.activeElement.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}"""


class Keys:
    """Tab until the thing has the focus, then Enter; arrows along a hand."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def use(self, thing: Thing) -> None:
        for press in range(FARTHEST):
            if self._page.evaluate(FOCUSED, [thing.x, thing.y]):
                self._page.keyboard.press("Enter" if press % 2 else "Space")
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {thing.name}")

    def hurry(self, _title: Thing) -> None:
        self._page.keyboard.press("Shift")


def test_from_the_home_page_to_a_table_by_keys(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    button = page.get_by_role("button", name="Jouer à Coloretto")
    button.wait_for()
    for _ in range(FARTHEST):
        if button.evaluate("(each) => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    assert page.evaluate(IN_VIEW)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-status=playing]")
    page.keyboard.press("m")
    page.wait_for_selector("dialog[open] [data-move], dialog[open] p")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")


def test_a_whole_game_of_coloretto_by_keys(visit: Visit) -> None:
    visitor = visit()
    visitor.open_table(visitor.make_table("coloretto", "yb", options=SHORT["coloretto"]))
    tally = Robot(visitor.page, Keys(visitor.page)).play_out()
    assert tally.table > 10 and not tally.listed, str(tally)
