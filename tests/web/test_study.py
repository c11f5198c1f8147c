"""Hints at the table, and the review of a game, from its end to the position where it was lost."""

from __future__ import annotations

import re

from web.conftest import Visit
from web.screens import DOOMED, hint, review


def test_a_hint_is_drawn_on_what_it_is_about_and_gone_with_the_move(visit: Visit) -> None:
    visitor = visit()
    hint(visitor)
    page = visitor.page
    drawn = [str(each.get_attribute("data-hint")) for each in page.locator("[data-hint]").all()]
    listed = page.locator("aside [data-move]:has(.badge)")
    assert 2 <= len(drawn) == listed.count() <= 3
    assert [each.get_attribute("data-move") for each in listed.all()] == drawn
    badge = page.locator("[data-hint='take 3']").bounding_box()
    lane = page.locator("main [data-move='take 3']").bounding_box()
    assert badge is not None and lane is not None
    assert lane["x"] - 10 <= badge["x"] <= lane["x"] + lane["width"] and abs(badge["y"] - lane["y"]) < 40
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint]", state="detached")
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint]")
    page.locator("main [data-move='take 3']").click()
    page.wait_for_selector("[data-hint]", state="detached")
    assert page.locator(".badge").count() == 0


def test_no_hint_where_somebody_else_plays(visit: Visit) -> None:
    visitor, other = visit(), visit(name="Bob")
    table = visitor.make_table("5211", "yo")  # both choose at once
    other.ask("POST", f"/api/tables/{table}/sit", {"seat": 1})
    visitor.open_table(table)
    visitor.page.wait_for_selector("[data-turn] aside [data-move]")
    assert visitor.page.locator(".hint").count() == 0


def test_a_review_leads_from_the_ending_to_the_lost_position(visit: Visit) -> None:
    visitor = visit()
    review(visitor)
    page = visitor.page
    assert page.locator("progress").count() == 0
    assert page.locator("input[type=range]").input_value() == "2"  # before the third move
    verdict = page.locator("[data-verdict]").inner_text().replace("\xa0", " ")
    found = re.fullmatch(r"Joué : Prendre la rangée 2 \((\d+) %\)\. Mieux : Prendre la rangée 3 \((\d+) %\)\.", verdict)
    assert found and int(found[1]) + 30 < int(found[2])
    marked = {each.get_attribute("data-hint"): each.inner_text() for each in page.locator("[data-hint]").all()}
    assert "✗" in marked["take 2"] and "✓" in marked["take 3"]
    page.get_by_role("button", name="Tableau").click()
    rows = page.locator("dialog[open] tbody tr")
    assert rows.count() == len(DOOMED) - 1
    rows.first.get_by_role("button").click()
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.locator("input[type=range]").input_value() == "0"
