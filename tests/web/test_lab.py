"""The lab: a form, a progress bar, and the report in the page."""

from __future__ import annotations

from web.conftest import Visit

COMPILING = 240_000  # ms that the first games may take to compile


def test_a_study_from_the_home_page_to_its_report(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("link", name="Étudier un jeu").click()
    page.locator("form select").first.select_option("kolpa")
    page.get_by_label("Joueurs").fill("2")
    page.locator("input[type=number]").fill("40")
    page.locator("input[name=target]").fill("10")
    page.get_by_role("button", name="Lancer l’étude").click()
    page.wait_for_selector("progress")
    page.wait_for_selector("iframe", timeout=COMPILING)
    report = page.frame_locator("iframe")
    assert "target=10 au lieu de 50, 2 joueurs" in report.locator("main").inner_text()
    assert report.locator("svg").count() >= 7
    assert page.locator("progress").count() == 0


def test_what_can_not_be_played_is_said(visit: Visit) -> None:
    visitor = visit()
    visitor.forgive("status of 400 .*/api/lab")  # the browser tells of the answer itself
    page = visitor.page
    page.goto("/lab/coloretto")
    page.locator("input[name=cards]").fill("L=0")
    page.get_by_role("button", name="Lancer l’étude").click()
    page.get_by_text("Coloretto ne peut pas se distribuer avec L=0").wait_for()
