"""A position as an SVG picture, drawn from its text: it can show nothing that the text does not say."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from pioche.table.game import Game

COLOURS = {
    "R": "#d23c3c", "O": "#e8862e", "Y": "#d9b310", "G": "#3f9b4b", "B": "#3d6fd1", "P": "#a14bb5", "S": "#8a8f98",
}  # fmt: skip
BACK, PLAIN = "#4a5568", "#f4f1e8"
CODE = re.compile(r"[A-Z].?[0-9]")  # a colour and a number
WORD = re.compile(r"[^\s/;]+|[/;]")
CARD_WIDTH, CARD_HEIGHT, LINE, LETTER, MARGIN = 30, 40, 52, 7, 12
STYLE = "font-family:sans-serif;font-size:12px"


def draw(game: Game, text: str) -> str:
    """One line a place or a seat; cards as cards, everything else as words."""
    header, *lines = text.splitlines()
    words = [word for word in header.split() if not word.startswith("rng=")]
    drawn, widest = [label(MARGIN, 22, " ".join(words))], 400
    for number, line in enumerate(lines):
        name, _, rest = line.partition(":")
        y = 36 + LINE * number
        drawn.append(label(MARGIN, y + 25, name, "bold"))
        parts, end = draw_line(game, rest, 90, y)
        drawn += parts
        widest = max(widest, end)
    size = f'width="{widest + MARGIN}" height="{48 + LINE * len(lines)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="{STYLE}">{"".join(drawn)}</svg>'


def draw_line(game: Game, text: str, x: int, y: int) -> tuple[list[str], int]:
    """The cards and words of a line, and where they end."""
    drawn = []
    for word in WORD.findall(text):
        if word in game.faces or word.startswith("?"):
            drawn.append(card(word, x, y))
            x += CARD_WIDTH + 4
        else:
            drawn.append(label(x, y + 25, word))
            x += LETTER * len(word) + 10
    return drawn, x


def card(word: str, x: int, y: int) -> str:
    """A card, or the back of some that are not seen."""
    fill = BACK if word.startswith("?") else COLOURS.get(word[0], PLAIN) if CODE.fullmatch(word) else PLAIN
    rect = f'<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4" fill="{fill}" stroke="#333"/>'
    return rect + label(x + CARD_WIDTH // 2, y + 25, word, "bold", "middle")


def label(x: int, y: int, word: str, weight: str = "normal", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-weight="{weight}" text-anchor="{anchor}">{escape(word)}</text>'
