"""Every screen in both languages and themes: usable by all, in words, and never wider than a phone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

from web.conftest import Visit
from web.screens import SCREENS
from web.visitor import SIZES, Theme, Visitor

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
INSPECT = Path(__file__).parent / "inspect.js"
THEMES: tuple[Theme, ...] = ("dark", "light")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("screen", list(SCREENS))
def test_a_screen(visit: Visit, screen: str, lang: str) -> None:
    visitor = visit(lang=lang)
    for script in (AXE, INSPECT):
        visitor.context.add_init_script(path=script)
    SCREENS[screen](visitor)
    check_language(visitor, lang)
    check_themes(visitor.page)
    check_phone(visitor.page)


def check_language(visitor: Visitor, lang: str) -> None:
    """All its words are there, and in the page's language."""
    assert visitor.page.evaluate("document.documentElement.lang") == lang
    said = visitor.page.evaluate("texts()")
    assert said and not [text for text in said if keys().search(text)]


def check_themes(page: Page) -> None:
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.wait_for_selector(f"html[data-theme={theme}]")
        page.evaluate("rest()")
        assert page.evaluate("violations()") == [], theme


def check_phone(page: Page) -> None:
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("change(300).then(rest)")
    assert page.evaluate("sideways()") == []


@cache
def keys() -> re.Pattern[str]:
    """A key of a catalogue that is shown instead of its sentence, or an argument that was not filled in."""
    own = re.findall(r"^\s*'([a-z_]+)\.", (ROOT / "web" / "src" / "words.ts").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(own) > 100
    first = "|".join(sorted({*own, "event", "refuse", "rule", "option", "conflict", "race"}))
    return re.compile(rf"\b(?:{first})\.[A-Za-z_][\w.-]*|{{\w+}}")
