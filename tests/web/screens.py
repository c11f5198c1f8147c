"""Every screen there is, and how one gets to see it; the tests look at them all, and so does `make shots`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random
from urllib.parse import quote

import pioche
from pioche.table.game_registry import game_names
from web.visitor import Visitor

Open = Callable[[Visitor], None]
HALF = {"kolpa": 20, "5211": 40, "ko": 120, "kombio": 25, "coloretto": 60}  # moves until the middle of a game
KOLPA = "kolpa turn=A\ndiscard: R3\nA: hand R1 G4 J; zone B3\nB: hand ?*5\n"
LAST_ROW = """coloretto turn=A last=yes
row1: taken
row2: O
row3: R R R
A: cards R R R
B: cards Y Y Y Y Y B B; out
"""  # who takes row 3 wins; row 2 loses, whatever comes to it
DOOMED = ["draw", "place 2", "take 2"]  # the second one is no decision: row 3 is full
COMPILING = 240_000  # milliseconds that the first search may take to compile


@cache
def middle_of(game: str, players: int) -> str:
    """A position from the middle of a game, with seat A to move."""
    pos, rng, made = pioche.game(game).deal(players, seed=5), Random(1), 0
    while made < HALF.get(game, 20) or pos.actor != 0:
        assert pos.actor is not None, f"{game} was over after {made} moves"
        pos.play(pos.actor, rng.choice(pos.choices))
        made += 1
    return str(pos)


@cache
def end_of(game: str, players: int) -> str:
    """The last position of a game in which seat A moves."""
    pos, rng, last = pioche.game(game).deal(players, seed=5), Random(1), ""
    while pos.actor is not None:
        last = str(pos) if pos.actor == 0 else last
        pos.play(pos.actor, rng.choice(pos.choices))
    return last


def at(path: str, sign: str) -> Open:
    """A page that an address leads to, and the sign that it is there."""

    def open_page(visitor: Visitor) -> None:
        visitor.page.goto(path)
        visitor.page.wait_for_selector(sign)

    return open_page


def table(visitor: Visitor, game: str, players: int) -> None:
    made = visitor.make_table(game, "y" + "b" * (players - 1), position=middle_of(game, players))
    visitor.open_table(made)


def waiting(visitor: Visitor) -> None:
    visitor.page.goto(f"/t/{visitor.make_table('kombio', 'yob')}")
    visitor.page.wait_for_selector("[data-code]")


def shuffling(visitor: Visitor) -> None:
    """A shuffle that waits for a salt: by correspondence nobody has to hurry, and this one is on another device."""
    made = visitor.make_table("kombio", "yb", promise="5a" * 32, pace={"kind": "days"})
    visitor.page.goto(f"/t/{made}")
    visitor.page.wait_for_selector("[data-shuffling] [role=alert]")


def left(visitor: Visitor) -> None:
    """A table that one has left, with the way back."""
    made = visitor.make_table("kolpa", "ybb")
    visitor.ask("POST", f"/api/tables/{made}/leave")
    visitor.open_table(made)
    visitor.page.wait_for_selector("[data-taken]")


def checked(visitor: Visitor) -> None:
    """A game that one has ended, and what the browser finds of its shuffle."""
    made = visitor.make_table("coloretto", "yb")
    visitor.ask("POST", f"/api/tables/{made}/close")
    visitor.page.goto(f"/t/{made}")
    visitor.page.locator("dialog[open] .actions button").last.click()
    visitor.page.wait_for_selector("[data-verified]")


def signing_out(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.page.locator(".you .row button").last.click()
    visitor.page.wait_for_selector("dialog[open] .row")


def sheet(visitor: Visitor, key: str) -> None:
    """A sheet over a table, by its key."""
    table(visitor, "kolpa", 3)
    visitor.page.keyboard.press(key)
    visitor.page.wait_for_selector("dialog[open] .body > *")


def menu(visitor: Visitor) -> None:
    table(visitor, "kolpa", 3)
    visitor.page.locator("header button").last.click()
    visitor.page.wait_for_selector("dialog[open] .body > *")


def refusal(visitor: Visitor) -> None:
    visitor.open_table(visitor.make_table("kolpa", "yb", position=KOLPA))
    visitor.page.locator("[data-place='A.hand'] button:has([data-face=G4])").click()
    visitor.page.wait_for_selector("[data-rule^=KOL-]")


def ending(visitor: Visitor, game: str) -> None:
    """Play the last moves of a game."""
    made = visitor.make_table(game, "yb", position=end_of(game, 2))
    visitor.open_table(made)
    visitor.robot().play_out()
    visitor.house.finished[game] = made


def replay(visitor: Visitor, game: str) -> None:
    if game not in visitor.house.finished:
        ending(visitor, game)
    visitor.page.goto(f"/t/{visitor.house.finished[game]}/replay")
    visitor.page.wait_for_selector("[data-place]")
    visitor.page.locator("input[type=range]").fill("1")


def hint(visitor: Visitor) -> None:
    """The best moves, drawn on the table."""
    visitor.open_table(visitor.make_table("coloretto", "yb", position=LAST_ROW))
    visitor.page.wait_for_selector("[data-turn]")
    visitor.page.keyboard.press("h")
    visitor.page.wait_for_selector("[data-hint]", timeout=COMPILING)


def review(visitor: Visitor) -> None:
    """Lose a game that was won; then, from its ending, find out where."""
    visitor.open_table(visitor.make_table("coloretto", "yb", position=LAST_ROW))
    for move in DOOMED:
        visitor.page.locator(f"[data-turn]:not([data-pending]) aside [data-move='{move}']").click()
    visitor.page.locator("dialog[open] a[href*='review=']").click()
    visitor.page.locator("[data-costly='1']").click(timeout=COMPILING)
    visitor.page.wait_for_selector("[data-hint]")


def watching(visitor: Visitor) -> None:
    """A table of others, seen from outside."""
    made = visitor.make_table("kombio", "yb", position=middle_of("kombio", 2))
    visitor.context.clear_cookies()
    visitor.ask("POST", "/api/people", {"name": "Eve"})
    visitor.open_table(made)


def offline(visitor: Visitor) -> None:
    """The page without a network: its shell was kept."""
    visitor.page.goto("/")
    visitor.page.wait_for_selector("h1")
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    visitor.page.goto("/rules/ko")
    visitor.page.wait_for_selector("dl")
    visitor.context.set_offline(True)
    visitor.page.reload()
    visitor.page.wait_for_selector("main, .page")
    visitor.forgive("ERR_INTERNET_DISCONNECTED|ERR_FAILED")


def tables() -> dict[str, Open]:
    """Every game in its middle, with the fewest seats and with the most."""
    found: dict[str, Open] = {}
    for game in game_names():
        players = pioche.game(game).players
        for count in (players[0], players[-1]):
            found[f"table-{game}-{count}"] = partial(table, game=game, players=count)
    return found


def by_game() -> dict[str, Open]:
    found: dict[str, Open] = {}
    for game in game_names():
        found[f"new-{game}"] = at(f"/new/{game}", "form")
        found[f"rules-{game}"] = at(f"/rules/{game}", "dl")
        found[f"ending-{game}"] = partial(ending, game=game)
        found[f"replay-{game}"] = partial(replay, game=game)
    return found


SCREENS: dict[str, Open] = {
    "home": at("/", ".game"),
    "waiting": waiting,
    "shuffling": shuffling,
    "left": left,
    "checked": checked,
    "signing_out": signing_out,
    **tables(),
    "moves": partial(sheet, key="m"),
    "log": partial(sheet, key="l"),
    "rules": partial(sheet, key="?"),
    "menu": menu,
    "refusal": refusal,
    "watching": watching,
    "hint": hint,
    "review": review,
    **by_game(),
    "lab": at("/lab", "form"),
    "position": at(f"/p?position={quote(KOLPA)}", "[data-place]"),
    "link": at("/link#ABCDEF", "main"),
    "lost": at("/nowhere", "main"),
    "offline": offline,
}
