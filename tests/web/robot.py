"""A robot that plays as a person does: it looks at the page and clicks what glows.

Only where nothing on the table leads on it uses the list of moves, and counts how often.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from playwright.sync_api import Page

LOOK = Path(__file__).parent / "look.js"
GLANCE = 250  # milliseconds until it looks again when nothing changes
ANSWER = 1000  # milliseconds in which a click shows something
TALKS = 0.15  # how often it presses a button where it could use a card
PATIENCE = 6  # seconds for what covers something to go
REACTS = 0.3  # how often it uses a chance to act out of turn


@dataclass(frozen=True)
class Thing:
    """Something that can be clicked."""

    name: str
    move: str | None  # the move that it plays, where it says so
    x: float
    y: float
    seen: bool  # nothing covers all of it
    pressed: bool


@dataclass(frozen=True)
class PageSight:
    """What the page shows at one moment."""

    status: str
    seq: int
    moves: int
    turn: bool
    pending: bool
    scene: bool  # something is shown for a while: a touch or a key ends it
    dialog: bool
    ending: bool
    moving: bool  # cards fly or slide
    choices: list[Thing]
    things: list[Thing]
    chosen: list[Thing]  # cards that lie ready for a move
    list: list[Thing]
    opener: Thing | None
    title: Thing  # the name of the game, where a click does nothing
    key: str  # changes when a click has done something


@dataclass
class Tally:
    """What the robot did, and where the table gave it no way."""

    table: int = 0
    choices: int = 0
    listed: list[str] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)  # could have been clicked, but for what covers them

    def __str__(self) -> str:
        return f"{self.table} on the table, {self.choices} choices, {len(self.listed)} from the list {self.listed[:5]}"


class Hand(Protocol):
    def use(self, thing: Thing) -> None:
        """Click, tap or press it."""

    def hurry(self, title: Thing) -> None:
        """Seen enough: on with the game, by a touch where it does nothing else."""


class Mouse:
    def __init__(self, page: Page) -> None:
        self._page = page

    def use(self, thing: Thing) -> None:
        self._page.mouse.click(thing.x, thing.y)

    def hurry(self, title: Thing) -> None:
        self.use(title)


class Finger:
    def __init__(self, page: Page) -> None:
        self._page = page

    def use(self, thing: Thing) -> None:
        self._page.touchscreen.tap(thing.x, thing.y)

    def hurry(self, title: Thing) -> None:
        self.use(title)


class Robot:
    """Plays at one page; it needs the page's visitor to have brought `look.js`."""

    def __init__(self, page: Page, hand: Hand, seed: int = 0) -> None:
        self.page = page
        self.tally = Tally()
        self._hand = hand
        self._rng = Random(seed)
        self._seq = -1
        self._tried: set[str] = set()  # in the present position, without effect
        self._keen = False  # would it act out of turn?

    def play_out(self, seconds: float = 180) -> Tally:
        """Play until the game is over and its end is shown."""
        deadline = time.monotonic() + seconds
        sight = self.look()
        while not sight.ending:
            assert time.monotonic() < deadline, f"no end in {seconds} s: {self.tally}; {sight}"
            sight = self.go_on(sight)
        return self.tally

    def play_once(self, seconds: float = 60) -> None:
        """Play one move: until the table has changed after a click."""
        deadline = time.monotonic() + seconds
        before, clicks = self.look(), self.clicks
        sight = before
        while self.clicks == clicks or sight.seq == before.seq or sight.pending:
            assert time.monotonic() < deadline, f"no move in {seconds} s: {self.tally}; {sight}"
            sight = self.step(sight)

    @property
    def clicks(self) -> int:
        return self.tally.table + self.tally.choices + len(self.tally.listed)

    def look(self) -> PageSight:
        return read(self.page.evaluate("look()"))

    def go_on(self, sight: PageSight) -> PageSight:
        """One step, without watching to its end what is shown for a while."""
        if not sight.scene:
            return self.step(sight)
        self._hand.hurry(sight.title)
        return self.look()

    def step(self, sight: PageSight) -> PageSight:
        """One click, or a moment's wait; what is seen then."""
        if not self.wants(sight):
            return self._wait()
        if sight.choices:
            return self._choose(sight)
        if fresh := self._fresh(sight.things):
            self.tally.table += 1
            return self._click(sight, self._rng.choice(self._prefer(fresh)))
        return self._wait() if sight.moving else self._find_another_way(sight)

    def wants(self, sight: PageSight) -> bool:
        """Is it asked, or does it take its chance to act out of turn?"""
        if sight.seq != self._seq:
            self._seq, self._tried = sight.seq, set()
            self._keen = self._rng.random() < REACTS
        able = sight.status == "playing" and not sight.pending and sight.moves > 0
        return able and (sight.turn or self._keen)

    def _fresh(self, things: list[Thing]) -> list[Thing]:
        return [each for each in things if each.seen and each.name not in self._tried]

    def _prefer(self, things: list[Thing]) -> list[Thing]:
        """Cards rather than buttons that name a move; but those come first once cards are selected."""
        words = [each for each in things if each.move is not None]
        cards = [each for each in things if each.move is None]
        return (words if self._tried or self._rng.random() < TALKS else cards) or things

    def _choose(self, sight: PageSight) -> PageSight:
        seen = [each for each in sight.choices if each.seen]
        if not seen:
            return self._wait()
        self.tally.choices += 1
        return self._click(sight, self._rng.choice(self._fresh(seen) or seen))

    def _find_another_way(self, sight: PageSight) -> PageSight:
        """Nothing on the table leads on: close what is in the way, put cards back, or use the list of moves."""
        if sight.dialog:
            self.page.keyboard.press("Escape")
            return self._wait()
        again = self._wait()  # the server may still be asked what the chosen cards would do
        if again.key != sight.key:
            return again
        if chosen := [each for each in sight.chosen if each.seen]:
            return self._click(sight, chosen[-1])
        if uncovered := self._uncovered(sight):
            return uncovered
        self.tally.hidden |= {each.name for each in sight.things if not each.seen}
        if sight.opener is not None:
            self._hand.use(sight.opener)
            sight = self._settle(sight)
        return self._use_list(sight)

    def _uncovered(self, sight: PageSight) -> PageSight | None:
        """What covers a thing for a moment, as a message does, goes by itself: what is seen then."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and any(each.name not in self._tried for each in sight.things):
            sight = self._wait()
            if self._fresh(sight.things) or not self.wants(sight):
                return sight
        return None

    def _use_list(self, sight: PageSight) -> PageSight:
        offered = [each for each in sight.choices or sight.list if each.seen]
        if not offered:
            return self._wait()
        thing = self._rng.choice(offered)
        self.tally.listed.append(thing.name)
        return self._click(sight, thing)

    def _click(self, sight: PageSight, thing: Thing) -> PageSight:
        self._tried.add(thing.name)
        self._hand.use(thing)
        return self._settle(sight)

    def _settle(self, before: PageSight) -> PageSight:
        """Wait until the page shows that something was done."""
        return read(self.page.evaluate("([key, ms]) => settled(key, ms)", [before.key, ANSWER]))

    def _wait(self) -> PageSight:
        return read(self.page.evaluate("(ms) => change(ms).then(look)", GLANCE))


def read(found: dict[str, Any]) -> PageSight:
    for name in ("choices", "things", "chosen", "list"):
        found[name] = [Thing(**each) for each in found[name]]
    found["opener"] = found["opener"] and Thing(**found["opener"])
    found["title"] = Thing(**found["title"])
    return PageSight(**found)
