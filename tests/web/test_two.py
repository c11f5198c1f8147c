"""Two browsers at one table, and one that watches: reveals, races, and nothing that a seat may not know."""

from __future__ import annotations

import json
import time

import pytest
from playwright.sync_api import Page

from web.conftest import Visit
from web.robot import Robot
from web.sent_knowledge import check_frames
from web.visitor import Json, Visitor

DEADLINE = 180.0  # seconds for a game
SOON = 300  # milliseconds from now, when both slap
LAYING = ("draw", "discard", "skip", "give", "keep card")
RACES = 8  # one of them is so close that both are counted, or the second is told that it was late
SLAP = """([owner, at]) => new Promise((done) => setTimeout(() => {
  const button = document.querySelector(`aside [data-move^='slap ${owner}']`);
  button?.click();
  done(!!button);
}, at - Date.now()))"""


@pytest.fixture
def table(visit: Visit, request: pytest.FixtureRequest) -> tuple[Visitor, Visitor, str]:
    """A table that one opens and the other joins by its code."""
    ada, bob = visit(name="Ada", lang="fr"), visit(name="Bob", lang="en")
    game, options = request.param
    made = ada.make_table(game, "yo", options=options)
    ada.page.goto(f"/t/{made}")
    join_by_code(bob.page, ada.page.locator("[data-code]").get_attribute("data-code") or "")
    for each in (ada, bob):
        each.page.wait_for_selector("[data-status=playing] [data-place]")
    return ada, bob, made


def join_by_code(page: Page, code: str) -> None:
    page.goto("/")
    page.get_by_label("Six-letter code").fill(code.lower())
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name="Sit down in seat B").click()


def play_both(robots: list[Robot]) -> None:
    deadline = time.monotonic() + DEADLINE
    ended = [False]
    while not all(ended):
        ended = [step(robot) for robot in robots]
        assert time.monotonic() < deadline, [str(robot.tally) for robot in robots]


def step(robot: Robot) -> bool:
    """A click if it is asked, or if a scene is shown; is the end shown?"""
    sight = robot.look()
    if sight.scene or robot.wants(sight):
        sight = robot.go_on(sight)
    return sight.ending


@pytest.mark.parametrize("table", [("5211", {})], indirect=True)
def test_a_reveal_for_two_and_nothing_before_it(table: tuple[Visitor, Visitor, str], visit: Visit) -> None:
    ada, bob, made = table
    eve = visit(name="Eve")
    eve.open_table(made)
    ada.robot().play_once()
    ada.page.wait_for_selector("[data-table]:not([data-turn])")
    for other in (bob, eve):
        other.page.wait_for_selector("[data-place='A.chosen'] >> nth=0")
        assert other.page.locator("[data-place='A.chosen'] [data-face]").count() == 0
    bob.robot().play_once()
    for each in (ada, bob, eve):
        each.page.wait_for_selector("[data-place='A.table'] [data-face]")
    play_both([ada.robot(1), bob.robot(2)])
    assert sum(compare([ada, bob, eve], made)) > 100


@pytest.mark.parametrize("table", [("kombio", {"limit": 40, "max_turns": 50})], indirect=True)
def test_a_slap_race_between_two_browsers(table: tuple[Visitor, Visitor, str]) -> None:
    ada, bob, made = table
    assert any(race(ada, bob) for _ in range(RACES)), "in no race were there two"
    play_both([ada.robot(1), bob.robot(2)])
    assert all(compare([ada, bob], made))


def race(ada: Visitor, bob: Visitor) -> bool:
    """Both slap the same card; were both heard? The quicker one has it, and everybody sees the times."""
    before = len(entries(ada))
    until_both_may_slap(ada, bob)
    both_slap(ada, bob)
    slap = next(entry for entry in entries(ada)[before:] if entry.get("race"))
    times = slap["race"]
    assert min(times, key=lambda each: int(each["ms"]))["seat"] == slap["seat"]
    line = " · ".join(str(each["ms"]) for each in times)
    for each in (ada, bob):
        each.page.wait_for_selector(f"[role=log] >> text=/{times[0]['ms']} ms/")
    print(f"race: {line} ms")
    return len(times) == 2 or told_late(ada, bob)


def compare(visitors: list[Visitor], table: str) -> list[int]:
    record = visitors[0].record(table)
    return [check_frames(visitor.frames, table, record) for visitor in visitors]


def until_both_may_slap(ada: Visitor, bob: Visitor) -> None:
    """Who is in turn draws and puts the card on the discard: then both may slap it."""
    deadline = time.monotonic() + DEADLINE
    while not (slaps(ada) and slaps(bob)):
        assert time.monotonic() < deadline
        for each in (ada, bob):
            lay_a_card(each.page)


def lay_a_card(page: Page) -> None:
    for move in LAYING:
        button = page.locator(f"[data-turn] aside [data-move^='{move}']").first
        if button.count():
            button.click()
            page.wait_for_selector("[data-table]:not([data-pending])")
            return


def slaps(visitor: Visitor) -> list[str]:
    moves = visitor.page.locator("aside [data-move^='slap ']").all()
    return [str(move.get_attribute("data-move")) for move in moves]


def both_slap(ada: Visitor, bob: Visitor) -> None:
    """At the same moment, by the clock of the machine that both are on; each one of its own cards."""
    at = time.time() * 1000 + SOON
    for each, letter in ((ada, "A"), (bob, "B")):
        each.page.evaluate(f"window.slapped = ({SLAP})(['{letter}', {at}]); 0")
    for each in (ada, bob):
        each.page.evaluate("window.slapped")
        each.page.wait_for_selector("[data-table]:not([data-pending]) aside:not(:has([data-move^='slap ']))")


def entries(visitor: Visitor) -> list[Json]:
    messages = map(json.loads, visitor.frames)
    return [entry for message in messages if message["type"] == "update" for entry in message["entries"]]


def told_late(*visitors: Visitor) -> bool:
    return any("race.late" in text or "conflict" in text for visitor in visitors for text in visitor.frames)
