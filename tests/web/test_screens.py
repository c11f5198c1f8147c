"""Every screen in both languages and themes: usable by all, in words, and never wider than a phone."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

from pioche.table.game_registry import game_names
from web.conftest import Visit
from web.screens import SCREENS
from web.visitor import SIZES, Size, Theme, Visitor

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
INSPECT = Path(__file__).parent / "inspect.js"
AFRESH = ("refusal", "offline")  # what was said stays as it was said; without a network no other words come


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("screen", list(SCREENS))
def test_a_screen(visit: Visit, screen: str) -> None:
    first, second = languages(screen)
    visitor = arrive_at(visit, screen, first)
    check(visitor, first, "dark")
    if screen in AFRESH:
        visitor = arrive_at(visit, screen, second)
    else:
        change_language(visitor.page, second)
    check(visitor, second, "light")


def test_without_motion_no_size_lags_behind(visit: Visit) -> None:
    """A tap would hit what lies there a moment later."""
    page = visit(motion="reduce").page
    page.goto("/")
    height = """() => {
        const grown = document.body.appendChild(document.createElement('div'));
        grown.style.height = '10px';
        grown.getBoundingClientRect();
        grown.style.height = '50px';
        return grown.getBoundingClientRect().height;
    }"""
    assert page.evaluate(height) == 50


def languages(screen: str) -> list[str]:
    """One in which the screen is opened and one to which it is changed: half of them begin in French."""
    return ["fr", "en"] if list(SCREENS).index(screen) % 2 else ["en", "fr"]


def arrive_at(visit: Visit, screen: str, lang: str) -> Visitor:
    visitor = visit(lang=lang)
    visitor.context.add_init_script(path=INSPECT)
    SCREENS[screen](visitor)
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    return visitor


def change_language(page: Page, lang: str) -> None:
    """By the button that every page has, also where a sheet lies over it."""
    page.locator(f"button[lang={lang}]").first.dispatch_event("click")
    page.wait_for_selector(f"html[lang={lang}]")
    page.evaluate("quiet()")


def check(visitor: Visitor, lang: str, theme: Theme) -> None:
    """A screen's words do not depend on the theme, nor its colours on the language: two of the four will do."""
    check_words(visitor.page, lang)
    check_theme(visitor.page, theme)
    check_phone(visitor.page)


def check_words(page: Page, lang: str) -> None:
    """All its words are there, and in the page's language."""
    assert page.evaluate("document.documentElement.lang") == lang
    said = page.evaluate("texts()")
    assert said and not [text for text in said if keys().search(text)]
    assert page.evaluate("unnamed()") == []


def check_theme(page: Page, theme: Theme) -> None:
    show(page, "desktop")
    page.emulate_media(color_scheme=theme)
    page.wait_for_selector(f"html[data-theme={theme}]")
    page.evaluate("rest()")
    assert page.evaluate("violations()") == []


def check_phone(page: Page) -> None:
    show(page, "phone")
    assert page.evaluate("sideways()") == []


def show(page: Page, size: Size) -> None:
    width, height = SIZES[size]
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("quiet().then(rest)")


@cache
def keys() -> re.Pattern[str]:
    """A key of a catalogue that is shown instead of its sentence, or an argument that was not filled in."""
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "web" / "src").glob("**/fr.toml")]
    assert sum(text.count(" = ") for text in texts) > 500
    own = [topic for text in texts for topic, words in tomllib.loads(text).items() if isinstance(words, dict)]
    first = "|".join(sorted({*own, *game_names(), "event", "refuse", "rule", "option", "conflict", "race"}))
    return re.compile(rf"\b(?:{first})\.[A-Za-z_][\w.-]*|{{\w+}}")
