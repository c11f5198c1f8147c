"""A position in colour, drawn from a view's text: it can show nothing that the view does not say."""

from __future__ import annotations

import re

from rich.text import Text

from pioche.table.game import Game

COLOURS = {"R": "red", "O": "dark_orange", "Y": "yellow", "G": "green", "B": "blue", "P": "magenta", "S": "grey58"}
WORD = re.compile(r"[^\s/,;:=]+|[\s/,;:=]")


def draw(game: Game, view: str) -> Text:
    """The view, one line a place, cards in their colours, names of places in the user's language."""
    header, *lines = view.splitlines()
    drawn = Text(" ".join(word for word in header.split() if not word.startswith("rng=")), style="dim")
    for line in lines:
        name, _, rest = line.partition(":")
        drawn.append("\n")
        drawn.append(place_name(game, name).rjust(9) + "  ", style="bold" if len(name) == 1 else "cyan")
        drawn.append_text(draw_places(game, rest.strip()) if len(name) == 1 else draw_cards(game, rest.strip()))
    return drawn


def draw_places(game: Game, text: str) -> Text:
    drawn = Text()
    for part in text.split(";"):
        name, _, cards = part.strip().partition(" ")
        drawn.append(place_name(game, name) + " ", style="cyan")
        drawn.append_text(draw_cards(game, cards))
        drawn.append("   ")
    return drawn


def draw_cards(game: Game, text: str) -> Text:
    drawn = Text()
    for word in WORD.findall(text):
        drawn.append(place_name(game, word), style=style_of(game, word))
    return drawn


def style_of(game: Game, word: str) -> str:
    if word not in game.faces:
        return "dim" if word.startswith("?") else ""
    return f"bold {COLOURS.get(word[0], 'white')}" if word not in ("J", "K", "L", "+") else "bold white"


def place_name(game: Game, name: str) -> str:
    key = f"place.{name}"
    return game.say(key) if key in game.words["en"] else name
