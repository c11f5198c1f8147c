"""Moves by number, in the order in which they are listed: one card, two cards, and too many of them."""

from __future__ import annotations

from pioche.core import Face, Move, constant_rule, rule
from pioche.games.g5211.cards import FACES

SINGLES = [(face, -1) for face in range(len(FACES))]
PAIRS = [(first, second) for first in range(len(FACES)) for second in range(first, len(FACES))]
TOO_MANY: Move = len(SINGLES) + len(PAIRS)  # three cards or more: always refused, but it is a move of the game

first_face = constant_rule([first for first, _ in SINGLES + PAIRS] + [0])
second_face = constant_rule([second for _, second in SINGLES + PAIRS] + [0])


@rule
def pair(first: Face, second: Face) -> Move:
    """The number of the move with two cards, the lower face first."""
    faces = len(FACES)
    return faces + first * faces - first * (first - 1) // 2 + second - first


@rule
def cards_named(m: Move) -> int:
    """How many cards a move names."""
    if m < len(FACES):
        return 1
    return 2 if m < TOO_MANY else 3


def spell(text: str) -> str:
    """Cards in any order; three or more cards are one and the same impossible move."""
    words = text.split()
    if not words or any(word not in FACES for word in words):
        return text
    return " ".join(sorted(words, key=FACES.index)) if len(words) < 3 else too_many()


def too_many() -> str:
    return "B1 B1 B1"
