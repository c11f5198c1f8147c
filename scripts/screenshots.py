"""Pictures of every screen, game, theme and size, to look at: `python scripts/screenshots.py [WORD …]` into shots/.

Words choose the screens whose names contain one of them. French in the dark theme, English in the light one.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from support.browser_server import BrowserServer, open_house  # noqa: E402
from web.screens import SCREENS  # noqa: E402
from web.visitor import SIZES, Size, Theme, Visitor, open_browser  # noqa: E402

SHOTS = ROOT / "shots"
THEMES: dict[Theme, str] = {"dark": "fr", "light": "en"}
REST = 350  # milliseconds until what was laid out anew has come to rest


def main(words: list[str]) -> None:
    screens = [name for name in SCREENS if not words or any(word in name for word in words)]
    if not words:
        shutil.rmtree(SHOTS, ignore_errors=True)
    with open_house() as house, sync_playwright() as playwright, open_browser(playwright) as browser:
        failed = [name for name in screens for theme in THEMES if not shoot(browser, house, name, theme)]
    print(f"{len(screens) * len(THEMES) * len(SIZES)} pictures in {SHOTS.relative_to(ROOT)}/")
    if failed:
        sys.exit(f"Not all could be taken: {', '.join(sorted(set(failed)))}")


def shoot(browser: Browser, house: BrowserServer, name: str, theme: Theme) -> bool:
    """One screen in one theme, at every size; the page is the same, only its window changes."""
    with visitor_of(browser, house, theme) as visitor:
        try:
            SCREENS[name](visitor)
        except Exception as error:
            print(f"{name}, {theme}: {str(error).splitlines()[0]}")
            return False
        for size in SIZES:
            take(visitor, size, SHOTS / theme / size / f"{name}.png")
    return not visitor.errors


@contextmanager
def visitor_of(browser: Browser, house: BrowserServer, theme: Theme) -> Iterator[Visitor]:
    visitor = Visitor.arrive(browser, house, lang=THEMES[theme], theme=theme)
    visitor.introduce("Ada")
    try:
        yield visitor
    finally:
        visitor.leave()


def take(visitor: Visitor, size: Size, path: Path) -> None:
    width, height = SIZES[size]
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.wait_for_timeout(REST)
    visitor.page.screenshot(path=path)


if __name__ == "__main__":
    main(sys.argv[1:])
