"""A person with a browser of its own: a page, what its socket received, and what its console complained about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, WebSocket

from support.browser_server import BrowserServer
from support.chromium import MISSING, QUIET, find_chromium
from web.robot import LOOK, Finger, Mouse, Robot

Json = dict[str, Any]
Size = Literal["desktop", "tablet", "phone"]
Motion = Literal["reduce", "no-preference"]
Theme = Literal["light", "dark"]
SIZES: dict[Size, tuple[int, int]] = {"desktop": (1440, 900), "tablet": (768, 1024), "phone": (360, 640)}
LOCALES = {"fr": "fr-FR", "en": "en-GB"}


@contextmanager
def open_browser(playwright: Playwright, *words: str) -> Iterator[Browser]:
    """The machine's own Chromium: none is downloaded."""
    program = find_chromium()
    assert program is not None, MISSING
    browser = playwright.chromium.launch(executable_path=program, args=[*QUIET, *words])
    try:
        yield browser
    finally:
        browser.close()


@dataclass
class Visitor:
    house: BrowserServer
    context: BrowserContext
    page: Page
    size: Size
    frames: list[str] = field(default_factory=list)  # as they came over the socket
    complaints: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)  # patterns of complaints that had to come

    @classmethod
    def arrive(
        cls, browser: Browser, house: BrowserServer, size: Size = "desktop", lang: str = "fr", theme: Theme = "dark",
        motion: Motion = "reduce",
    ) -> Visitor:  # fmt: skip
        """A browser that the house has never seen, and a guest in it."""
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=LOCALES[lang], color_scheme=theme,
            reduced_motion=motion, has_touch=size == "phone", base_url=house.url,
        )  # fmt: skip
        context.add_init_script(path=LOOK)
        visitor = cls(house, context, context.new_page(), size)
        visitor._listen()
        return visitor

    def _listen(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))

    def forgive(self, pattern: str) -> None:
        """Errors that have to come, sooner or later: a server that is down can't be reached."""
        self.forgiven.append(pattern)

    @property
    def errors(self) -> list[str]:
        return [each for each in self.complaints if not any(re.search(pattern, each) for pattern in self.forgiven)]

    # What one can do without the page

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """A request of the same person, as one of our pages would send it."""
        answer = self.context.request.fetch(path, method=method, data=body, headers={"Origin": self.house.url})
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        text = answer.text()
        return json.loads(text) if text.startswith(("{", "[")) else text

    def introduce(self, name: str = "Ada") -> None:
        """Be a guest whom this browser remembers."""
        self.ask("POST", "/api/people", {"name": name})
        self.context.add_init_script(
            "localStorage.getItem('pioche') ?? localStorage.setItem('pioche', JSON.stringify({met: true}))"
        )

    def make_table(self, game: str, seats: str, **facts: Any) -> str:
        """A table by a word such as `ybo`: you, a bot, an open seat."""
        kinds: dict[str, Json] = {"y": {"kind": "you"}, "b": {"kind": "bot", "bot": "thumb"}, "o": {"kind": "open"}}
        wish = {"game": game, "seats": [kinds[seat] for seat in seats], "patience": "quick", **facts}
        made = self.ask("POST", "/api/tables", wish)
        table: str = made["id"]
        return table

    def record(self, table: str) -> str:
        text: str = self.ask("GET", f"/api/tables/{table}/record")
        return text

    # What one sees

    def open_table(self, table: str) -> None:
        self.page.goto(f"/t/{table}")
        self.page.wait_for_selector("[data-status=playing] [data-place], [data-status=over] [data-place]")

    def robot(self, seed: int = 0) -> Robot:
        hand = Finger(self.page) if self.size == "phone" else Mouse(self.page)
        return Robot(self.page, hand, seed)

    def leave(self) -> None:
        self.context.close()
