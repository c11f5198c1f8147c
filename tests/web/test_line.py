"""What happens in mid-game: a reload, a server that is killed and comes back, a click that the rules forbid."""

from __future__ import annotations

import pytest

from support.browser_server import open_house
from web.conftest import Visit
from web.robot import Robot
from web.sent_knowledge import check_frames
from web.test_games import SHORT
from web.visitor import Visitor

KOLPA = "kolpa turn=A\ndiscard: R3\nA: hand R1 G4 J; zone B3\nB: hand ?*5\n"
DOWN = r"ERR_CONNECTION_REFUSED|WebSocket|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE"


def test_a_reload_in_mid_turn_changes_nothing(visit: Visit) -> None:
    visitor = visit()
    table = visitor.make_table("coloretto", "yb", options=SHORT["coloretto"])
    visitor.open_table(table)
    draw(visitor)
    before = standing(visitor)
    visitor.page.reload()
    visitor.page.wait_for_selector("[data-turn]")
    assert standing(visitor) == before
    visitor.robot().play_out()
    assert check_frames(visitor.frames, table, visitor.record(table)) > 10


def draw(visitor: Visitor) -> None:
    """Be in the middle of a turn: a card is drawn and not yet placed."""
    robot, page = visitor.robot(), visitor.page
    sight = robot.look()
    while not page.locator("[data-turn] aside [data-move=draw]").count():
        sight = robot.step(sight)
    page.locator("aside [data-move=draw]").click()
    page.wait_for_selector("[data-turn] aside [data-move^=place]")


def standing(visitor: Visitor) -> tuple[list[str | None], list[str | None], list[str]]:
    """Moves, cards and scores as the page shows them."""
    page = visitor.page
    moves = [each.get_attribute("data-move") for each in page.locator("aside [data-move]").all()]
    cards = [each.get_attribute("data-face") for each in page.locator("main [data-face]").all()]
    return moves, cards, page.locator("main .score").all_inner_texts()


def test_a_server_killed_in_mid_game_and_started_again(visit: Visit) -> None:
    with open_house() as house:
        visitor = visit(house=house)
        table = visitor.make_table("5211", "yb")
        visitor.open_table(table)
        robot = visitor.robot()
        robot.play_once()
        visitor.page.wait_for_selector("[data-turn]")
        house.kill()
        visitor.page.wait_for_selector("[data-line=lost]")
        moved = move_into_the_void(robot)
        house.start()
        visitor.page.wait_for_selector("[data-line=open]", state="attached")
        robot.play_out()
        visitor.forgive(DOWN)
        assert f"\nA {moved}\n" in visitor.record(table)
        assert check_frames(visitor.frames, table, visitor.record(table)) > 10


def move_into_the_void(robot: Robot) -> str | None:
    """A move while nobody is there to hear it: it is sent when somebody is."""
    button = robot.page.locator("aside [data-move]").first
    move = button.get_attribute("data-move")
    button.click()
    robot.page.wait_for_selector("[data-pending]")
    return move


@pytest.mark.parametrize(("lang", "word"), [("fr", "ferme la zone"), ("en", "closes the zone")])
def test_a_click_that_the_rules_forbid_shows_the_rule(visit: Visit, lang: str, word: str) -> None:
    visitor = visit(lang=lang)
    page = visitor.page
    visitor.open_table(visitor.make_table("kolpa", "yb", position=KOLPA))
    page.locator("[data-place='A.hand'] button:has([data-face=G4])").click()
    rule = page.locator("[data-rule^=KOL-]")
    rule.wait_for()
    shown = rule.get_attribute("data-rule")
    assert word in rule.inner_text().lower()
    with page.expect_popup() as popup:
        rule.get_by_role("link").click()
    popup.value.wait_for_selector(f"#{shown}:target, #{shown}.wanted")


def test_one_window_too_many_is_told_so(visit: Visit) -> None:
    """A person has five; the sixth page waits, and comes when one is closed."""
    ada = visit(lang="en")
    table = ada.make_table("coloretto", "yb")
    pages = [ada.context.new_page() for _ in range(5)]
    for page in pages:
        page.goto(f"/t/{table}")
        page.wait_for_selector("[data-status=playing] [data-place]")
    ada.page.goto(f"/t/{table}")
    ada.page.wait_for_selector("[data-line=crowded] >> text=Too many windows or devices")
    pages[0].close()
    ada.page.get_by_role("button", name="Try again").click()
    ada.page.wait_for_selector("[data-line=open]", state="attached")


def test_signing_out_says_what_it_means(visit: Visit) -> None:
    ada, tablet = visit(lang="en"), visit(name="Somebody", lang="en")
    page = ada.page
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_selector("dialog >> text=This is your only device")
    assert page.get_by_role("button", name="Everywhere").count() == 0
    page.keyboard.press("Escape")
    tablet.ask("POST", "/api/link", {"code": ada.ask("POST", "/api/me/link")["code"]})
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_selector("dialog >> text=You play on 2 devices")
    with page.expect_navigation():
        page.get_by_role("button", name="This device only").click()
    assert tablet.ask("GET", "/api/me")["name"] == "Ada"
    assert ada.context.request.get("/api/me").status == 401
