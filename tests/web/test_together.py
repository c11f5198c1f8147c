"""What several people at one table are told: to end the game, to come back, to watch."""

from __future__ import annotations

from playwright.sync_api import Page

from web.conftest import Visit
from web.visitor import Visitor


def gather(visit: Visit, *names: str) -> tuple[str, list[Visitor]]:
    """A table that the first opens and where the others sit down, all in English."""
    people = [visit(name=name, lang="en") for name in names]
    table = people[0].make_table("coloretto", "y" + "o" * (len(names) - 1))
    for each in people[1:]:
        each.ask("POST", f"/api/tables/{table}/sit", {})
    for each in people:
        each.open_table(table)
    return table, people


def propose(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Propose to end the game").click()
    page.locator("dialog").get_by_role("button", name="Propose to end the game").click()


def end_together(table: str, ada: Visitor, bob: Visitor, awaited: str) -> None:
    """Ada proposes to end the game, and it goes on until Bob, as she is told, agrees."""
    propose(ada.page)
    ada.page.wait_for_selector(f"[data-stopping] >> text=waiting for {awaited}")
    bob.page.wait_for_selector("[data-stopping] >> text=Ada proposes to end the game")
    assert bob.ask("GET", f"/api/tables/{table}")["status"] == "playing"
    bob.page.get_by_role("button", name="Agree to end it").click()
    for each in (ada, bob):
        each.page.wait_for_selector("dialog[open] >> text=Game ended by agreement")


def test_a_game_ends_when_all_agree(visit: Visit) -> None:
    table, (ada, bob) = gather(visit, "Ada", "Bob")
    end_together(table, ada, bob, "Bob")
    assert ada.record(table).splitlines()[-1].startswith("end ")
    ada.page.locator("dialog").get_by_role("link", name="Replay", exact=True).click()
    ada.page.wait_for_selector("[data-place]")


def test_who_was_sent_away_is_asked_too(visit: Visit) -> None:
    table, (ada, bob) = gather(visit, "Ada", "Bob")
    ada.ask("PUT", f"/api/tables/{table}/seats/1", {"kind": "bot", "bot": "thumb"})
    end_together(table, ada, bob, "the person of seat B")


def test_a_move_takes_the_agreement_back(visit: Visit) -> None:
    _, (ada, bob) = gather(visit, "Ada", "Bob")
    for each in (ada, bob):
        propose(each.page) if each.page.locator("[data-turn]").count() else None
    mover, other = (ada, bob) if ada.page.locator("[data-turn]").count() else (bob, ada)
    other.page.wait_for_selector("[data-stopping]")
    mover.page.locator("aside [data-move]").first.click()
    for each in (ada, bob):
        each.page.wait_for_selector("[data-stopping]", state="detached")


def test_whose_seat_the_host_takes_is_told_and_comes_back(visit: Visit) -> None:
    table, (ada, bob, _) = gather(visit, "Ada", "Bob", "Cleo")
    ada.ask("PUT", f"/api/tables/{table}/seats/1", {"kind": "bot", "bot": "thumb"})
    bob.page.wait_for_selector("[data-taken] >> text=The host has given your seat B to a bot")
    bob.page.get_by_role("button", name="Take my seat back").click()
    bob.page.wait_for_selector("[data-taken]", state="detached")
    assert bob.ask("GET", f"/api/tables/{table}")["chairs"][1]["you"]


def test_who_comes_during_the_game_watches(visit: Visit) -> None:
    ada, eve = visit(name="Ada"), visit(name="Eve", lang="en")
    for late, offered in ((False, 0), (True, 1)):
        table = ada.make_table("coloretto", "yb", late=late)
        eve.open_table(table)
        eve.page.wait_for_selector("header >> text=You are watching")
        eve.page.get_by_role("button", name="Menu").click()
        eve.page.wait_for_selector("dialog[open] .body > *")
        assert eve.page.get_by_role("button", name="Take the seat of").count() == offered
