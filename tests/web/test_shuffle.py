"""The browser's part of the shuffle (promise, keep, reveal, check), with the real server and with one that lies."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, Route, WebSocketRoute

from pioche.table.browser_notes import read_kept
from pioche.table.verify_fairness import verify
from support.browser_server import BrowserServer
from web.conftest import Visit
from web.visitor import Visitor, open_browser

FAR = "192.168.7.7"  # this machine, as its neighbours would call it: no place where browsers trust plain http
SOON = 60_000  # milliseconds in which a machine with little time gets there
Lie = Callable[[str], str]


def play_alone(page: Page) -> str:
    """One click on the home page: a table with bots. Its id."""
    page.goto("./")
    page.get_by_role("button", name="Play Coloretto against bots").click()
    page.wait_for_selector("[data-status=playing] [data-place]")
    return page.url.rsplit("/", 1)[1]


def stop(page: Page) -> None:
    """Alone with bots one ends a game by oneself."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Propose to end the game").click()
    page.locator("dialog").get_by_role("button", name="Propose to end the game").click()
    page.wait_for_selector("[data-status=closed]")
    page.wait_for_selector("dialog[open] a[href$='/replay']")


def verdict(page: Page) -> tuple[str, list[str]]:
    """What the page finds, and the sentences of what is wrong."""
    page.get_by_role("button", name="Check the shuffle").click()
    outcome = page.locator("[data-verified]").get_attribute("data-verified")
    return str(outcome), page.locator("[data-checks] .no").all_inner_texts()


def test_one_who_plays_alone_sees_that_all_is_right(visit: Visit) -> None:
    ada = visit(lang="en")
    table = play_alone(ada.page)
    stop(ada.page)
    assert verdict(ada.page) == ("fine", [])
    record = ada.record(table)
    assert f" table={table} A=person:" in record and ada.page.locator("[data-checks] .yes").count() == 8
    assert found(r"commit=(\w+)", record) == ada.page.locator("[data-noted]").inner_text()
    ada.page.goto(f"/t/{table}/replay")
    ada.page.wait_for_selector("[data-place]")
    ada.page.get_by_role("button", name="Menu").click()
    assert verdict(ada.page) == ("fine", [])


def test_another_device_says_what_it_can_not_check(visit: Visit) -> None:
    ada, bob = visit(lang="en"), visit(name="Bob", lang="en")
    table = play_alone(ada.page)
    stop(ada.page)
    bob.page.goto(f"/t/{table}")
    bob.page.wait_for_selector("dialog[open] a[href$='/replay']")
    assert verdict(bob.page) == ("part", [])
    assert "This device noted nothing before the deal" in bob.page.locator("[data-checks]").inner_text()


def play(page: Page, moves: int) -> None:
    """By the list of moves."""
    for _ in range(moves):
        page.wait_for_selector("[data-turn]:not([data-pending]) [data-move]", timeout=SOON)
        before = page.locator("[data-table]").get_attribute("data-seq")
        page.locator("aside [data-move]").first.click()
        page.wait_for_selector(f"[data-table]:not([data-seq='{before}'])")


def shown_to_copy(page: Page, button: str) -> str:
    """Where the browser copies nothing, the text is shown."""
    page.get_by_role("button", name=button).click()
    text = page.locator("dialog textarea")
    assert page.evaluate("getSelection().toString() || document.activeElement.value") == text.input_value()
    return text.input_value()


def test_what_the_browser_kept_is_checked_by_the_command_too(visit: Visit) -> None:
    """Every move, and every card that was shown."""
    ada = visit(lang="en")
    table = play_alone(ada.page)
    play(ada.page, 3)
    ada.page.reload()
    play(ada.page, 2)
    stop(ada.page)
    assert verdict(ada.page) == ("fine", [])
    ada.page.evaluate("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false")
    record, noted = ada.record(table), read_kept(shown_to_copy(ada.page, "Copy what this device kept"))
    checks = {check.name: check.ok for check in verify(record, *noted).checks}
    assert all(checks.values()) and checks.keys() >= {"noted", "own", "chairs", "seen", "shown"}
    assert noted[1].whole and len(noted[1].moves) == record.count("\nA ") + record.count("\nB ") + record.count("\nC ")


def salts(record: str) -> dict[str, str]:
    return dict(re.findall(r" ([A-Z])=person:([0-9a-f]+)", record))


def another_seed(record: str) -> str:
    """As a server would write it that drew seeds until it liked the cards: everything agrees with everything."""
    seed = "ee" * 32
    own, table = salts(record)["A"], found(r"table=(\S+)", record)
    text = f"pioche 2\ntable {table}\ndeal {words(record)}\n{seats(record)}\nseed {seed}"
    key = sha256(b"pioche 2\n" + bytes.fromhex(seed) + f"\nA={own}".encode()).hexdigest()
    changed = re.sub(r"key=\w+", f"key={key}", re.sub(r"seed=\w+", f"seed={seed}", record))
    return re.sub(r"commit=\w+", f"commit={sha256(text.encode()).hexdigest()}", changed)


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match is not None
    return match[1]


def words(record: str) -> str:
    head, deal = record.splitlines()[:2]
    return " ".join([*head.split()[2:], *(word for word in deal.split()[1:] if not word.startswith("key="))])


def seats(record: str) -> str:
    parts = re.findall(r" ([A-Z])=(person|bot):(\S+)", record)
    return "\n".join(f"{letter} {kind} {hashed(word) if kind == 'person' else word}" for letter, kind, word in parts)


def hashed(salt: str) -> str:
    return sha256(salt.encode()).hexdigest()


def another_salt(record: str) -> str:
    return record.replace(salts(record)["A"], "ab" * 32)


def another_commitment(record: str) -> str:
    return re.sub(r"commit=\w+", f"commit={'cd' * 32}", record)


def another_move(record: str) -> str:
    """Cards that somebody likes better: with the key that was agreed on, and a game that nobody played."""
    return re.sub(r"^A .*\n", "A take 1\n", record, count=1, flags=re.M)


LIES: dict[str, tuple[Lie, str]] = {
    "move": (another_move, "The record is not of the game that this device saw"),
    "seed": (another_seed, "The commitment is not the one that your browser had noted"),
    "salt": (another_salt, "The salt in seat A is not the one that you gave"),
    "commitment": (another_commitment, "The commitment is not the hash of what the record says"),
}


@pytest.mark.parametrize("lie", list(LIES))
def test_a_server_that_lies_is_caught(visit: Visit, lie: str) -> None:
    """Even if its own verdict is that all is well."""
    ada = visit(lang="en")
    table = play_alone(ada.page)
    play(ada.page, 1)
    stop(ada.page)
    change, sentence = LIES[lie]
    false = change(ada.record(table))
    assert seats(false).count("\n") == 2
    ada.page.route("**/record", lambda route: route.fulfill(body=false, content_type="text/plain"))
    outcome, wrong = verdict(ada.page)
    assert outcome == "wrong" and any(sentence in each for each in wrong), wrong
    assert "The shuffle is not the one that was agreed on" in ada.page.locator("dialog").last.inner_text()


def test_a_server_that_finds_something_wrong_itself_is_believed(visit: Visit) -> None:
    ada = visit(lang="en")
    play_alone(ada.page)
    stop(ada.page)
    doubt = {"ok": False, "checks": [{"ok": False, "text": "The key is another one."}]}
    ada.page.route("**/verify?*", lambda route: route.fulfill(json=doubt))
    ada.page.get_by_role("button", name="Check the shuffle").click()
    ada.page.wait_for_selector("[data-verified=doubted]")
    assert "the server’s own check has" in ada.page.locator("[data-verified]").inner_text()


def test_a_server_that_never_asks_for_the_salt_is_noticed_at_once(visit: Visit) -> None:
    """It takes the promise, and says that the cards are dealt."""
    ada = visit(lang="en")
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/salt") else None)
    ada.page.route("**/api/tables", create_and_deal)
    ada.page.route_web_socket("**/ws", lambda socket: between(socket, deal_at_once))
    ada.page.goto("./")
    ada.page.get_by_role("button", name="Play Coloretto against bots").click()
    ada.page.wait_for_selector("[role=alert] >> text=without having asked for the salt")
    assert asked == []


def create_and_deal(route: Route) -> None:
    if route.request.method != "POST":
        return route.fallback()
    answer = route.fetch()
    facts = answer.json()
    deal_at_once(facts)
    return route.fulfill(response=answer, json=facts)


def deal_at_once(facts: dict[str, Any]) -> None:
    facts["status"] = "playing"
    facts["chairs"][0].pop("promise", None)


def test_the_record_is_of_the_table_in_the_address(visit: Visit) -> None:
    """And not of the one that the server's facts name at the end."""
    ada = visit(lang="en")
    table = play_alone(ada.page)
    stop(ada.page)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/record") else None)
    ada.page.route_web_socket("**/ws", lambda socket: between(socket, lambda facts: facts.update(id="elsewhere")))
    ada.page.goto(f"/t/{table}")
    ada.page.wait_for_selector("dialog[open] a[href$='/replay']")
    assert verdict(ada.page) == ("fine", [])
    assert [url.split("/")[-2] for url in asked] == [table]


def test_a_server_that_asks_again_gets_no_salt(visit: Visit) -> None:
    """It has the salt, does not like the cards, and says that nothing was told yet, and the commitment another."""
    ada = visit(lang="en")
    table = play_alone(ada.page)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/salt") else None)
    ada.page.route_web_socket("**/ws", lambda socket: between(socket, shuffle_again))
    ada.page.goto(f"/t/{table}")
    ada.page.wait_for_selector("[data-shuffling] [role=alert]")
    assert "would not be honest" in ada.page.locator("[data-shuffling] [role=alert]").inner_text()
    assert asked == [] and "ff" * 32 not in ada.page.evaluate("localStorage.getItem('pioche-shuffles')")


def between(socket: WebSocketRoute, lie: Callable[[dict[str, Any]], None]) -> None:
    """A server that says other facts of a table."""
    server = socket.connect_to_server()

    def change(message: str | bytes) -> None:
        told = json.loads(message)
        if "facts" in told:
            lie(told["facts"])
        socket.send(json.dumps(told))

    server.on_message(change)


def shuffle_again(facts: dict[str, Any]) -> None:
    facts |= {"status": "shuffling", "commitment": "ff" * 32}
    facts["chairs"][0].pop("revealed", None)


def test_everybody_sees_whose_salt_is_awaited(visit: Visit) -> None:
    ada, bob = visit(name="Ada", lang="en"), visit(name="Bob", lang="en")
    table = sit_together(ada, bob, hold)
    ada.page.wait_for_selector("[data-shuffling] >> text=Waiting for the salt of Bob")
    bob.page.unroute("**/salt")
    bob.page.reload()  # it has kept its salt
    for each in (ada, bob):
        each.page.wait_for_selector("[data-status=playing] [data-place]")
    assert set(salts_noted(ada)) == {table} == set(salts_noted(bob))


def test_who_does_not_answer_is_told_and_can_sit_down_again(visit: Visit) -> None:
    ada, bob = visit(name="Ada", lang="en"), visit(name="Bob", lang="en")
    bob.forgive("/salt")
    table = sit_together(ada, bob, hold)
    bob.page.wait_for_selector("[role=alert] >> text=did not give its salt within ten seconds", timeout=SOON)
    ada.page.wait_for_selector("[role=alert] >> text=Bob did not give a salt in time")
    bob.page.unroute("**/salt")
    bob.page.get_by_role("button", name="Sit down in seat B").click()
    for each in (ada, bob):
        each.page.wait_for_selector("[data-status=playing] [data-place]")
    assert salts_noted(ada) == [table]  # it has promised anew by itself; the first one is only counted
    for each in (ada, bob):
        each.page.get_by_role("button", name="Menu").click()
        each.page.get_by_role("button", name="Propose to end the game").click()
        each.page.locator("dialog").get_by_role("button", name="Propose to end the game").click()
    ada.page.wait_for_selector("dialog[open] a[href$='/replay']")
    assert verdict(ada.page) == ("anew", [])
    assert "1× before this deal a shuffle came to nothing" in ada.page.locator("[data-verified]").inner_text()
    assert "The shuffle began anew" in ada.page.locator("[data-checks]").inner_text()


def test_a_shuffle_that_came_to_nothing_is_no_lie(visit: Visit) -> None:
    """Ada has told her salt, Bob has not; she leaves, and the others are dealt without her."""
    ada, bob = visit(name="Ada", lang="en"), visit(name="Bob", lang="en")
    bob.forgive("/salt")
    table = sit_together(ada, bob, hold)
    ada.page.wait_for_selector("[data-shuffling] >> text=Waiting for the salt of Bob")
    ada.page.get_by_role("button", name="Stand up").click()
    ada.page.wait_for_selector("[data-status=open]")
    bob.page.unroute("**/salt")
    bob.page.wait_for_selector("[data-status=open]")
    bob.page.get_by_role("button", name="Put a bot in seat A").click()
    bob.page.wait_for_selector("[data-status=playing] [data-place]")
    stop(bob.page)
    assert verdict(bob.page)[1] == []
    ada.page.wait_for_selector("dialog[open] a[href$='/replay']")
    assert verdict(ada.page) == ("anew", [])
    assert f" table={table} " in ada.record(table)


def hold(route: Route) -> None:
    """No answer ever comes."""


def sit_together(ada: Visitor, bob: Visitor, salt: Callable[[Route], None]) -> str:
    """Ada opens a table through her page, Bob sits down; what becomes of his salt is up to the test."""
    ada.page.goto("/new/coloretto")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.wait_for_selector("[data-code]")
    bob.page.route("**/salt", salt)
    bob.page.goto(ada.page.url)
    bob.page.get_by_role("button", name="Sit down in seat B").click()
    return ada.page.url.rsplit("/", 1)[1]


def salts_noted(visitor: Visitor) -> list[str]:
    kept = json.loads(visitor.page.evaluate("localStorage.getItem('pioche-shuffles')"))
    return [part["noted"]["table"] for part in kept if "noted" in part]


class Faraway(BrowserServer):
    """The same house, by another address."""

    def __init__(self, house: BrowserServer) -> None:
        self.port = house.port

    @property
    def url(self) -> str:
        return f"http://{FAR}:{self.port}"


@pytest.fixture
def neighbour(house: BrowserServer, playwright: Playwright) -> Iterator[Visitor]:
    """A browser on a plain http address of another machine."""
    with open_browser(playwright, f"--host-resolver-rules=MAP {FAR} 127.0.0.1") as browser:
        visitor = Visitor.arrive(browser, Faraway(house), lang="en")
        visitor.forgive("Cross-Origin-Opener-Policy")  # browsers heed it only where they trust the address
        yield visitor
        visitor.leave()


def test_without_crypto_subtle(neighbour: Visitor) -> None:
    page = neighbour.page
    play_alone(page)
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    stop(page)
    assert verdict(page) == ("fine", [])
    page.get_by_role("button", name="Copy the record").click()
    page.wait_for_selector("text=Copied")
    assert page.locator("textarea").count() == 0
    page.evaluate("document.execCommand = () => false")
    assert shown_to_copy(page, "Copy the record").startswith("record 1")
    assert neighbour.errors == []
