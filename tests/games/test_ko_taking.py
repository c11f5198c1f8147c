"""KO: what may be taken in a refill, against a small model of its own that reads nothing but the position's text.

The model knows three things: what a seat discards can't be taken back by it in the same turn, reverse and skip cards
leave the game, and a hand is filled up to fifteen while there is anything to take.
"""

from __future__ import annotations

from random import Random

import pytest

import pioche
from pioche.core import RULES

REFILLS = ("robbed", "refill", "relay")


class Text:
    """A position as one reads it."""

    def __init__(self, text: str) -> None:
        head, *lines = text.splitlines()
        self.keys = dict(word.partition("=")[::2] for word in head.split()[1:])
        areas = dict(line.partition(": ")[::2] for line in lines)
        self.open = areas.get("open", "").split()
        self.stock = areas.get("stock", "").split()
        seats = {name: areas[name].split("; ") for name in areas if len(name) == 1}
        self.of = {name: {words.split()[0]: words.split()[1:] for words in parts} for name, parts in seats.items()}
        self.phase = self.keys.get("phase", "discard")
        self.turn = self.keys["turn"], self.keys.get("turns", "0")


class Model:
    """What the seat in turn has put into the open discard since its turn began."""

    def __init__(self) -> None:
        self.own: list[str] = []

    def takeable(self, seen: Text, robbed: bool) -> list[str]:
        left = list(seen.open)
        for card in [] if robbed else self.own:
            left.remove(card)
        return list(dict.fromkeys(left))

    def expects(self, seen: Text) -> list[str]:
        cards = self.takeable(seen, seen.phase == "robbed")
        if "source" in seen.keys:
            return [f"take {card}" for card in cards]
        return ["from stock"] * bool(seen.stock) + ["from open"] * bool(cards)

    def follow(self, before: Text, seat: str, move: str) -> None:
        verb, _, card = move.partition(" ")
        if before.phase == "discard" and move == "done":
            self.own += [each for each in before.of[seat].get("chosen", []) if each not in ("REV", "SKIP")]
        elif before.phase == "surplus" and card not in ("REV", "SKIP"):
            self.own.append(card)
        elif before.phase == "robbed" and verb == "take" and card in self.own:
            self.own.remove(card)


def play(players: int, seed: int, rules: int) -> tuple[int, int]:
    """How many refills were asked in a game, and how many wrongly: a wrong list, or a hand left short without need."""
    pos = pioche.game("ko").deal_from(seed, players, {"max_turns": 60}, rules)
    rng, model, asked, wrong, seen = Random(seed), Model(), 0, 0, Text(str(pos))
    while not pos.over:
        seat, moves = pos.actor or 0, pos.choices
        if seen.phase in REFILLS:
            asked += 1
            wrong += moves != model.expects(seen)
        before, move = seen, choose(moves, rng)
        pos.play(seat, move)
        seen = Text(str(pos))
        model.follow(before, chr(65 + seat), move)
        if seen.turn != before.turn and not pos.over:
            short = len(seen.of[before.turn[0]]["hand"]) < 15
            wrong += short and bool(seen.stock or model.takeable(seen, robbed=False))
            model = Model()
    return asked, wrong


def choose(moves: list[str], rng: Random) -> str:
    """Reverse and skip cards are discarded more often than chance would."""
    rare = [move for move in moves if move in ("discard REV", "discard SKIP", "from open")]
    return rng.choice(rare if rare and rng.random() < 0.3 else moves)


def total(games: int, rules: int) -> tuple[int, int]:
    found = [play(2 + seed % 4, seed, rules) for seed in range(games)]
    return sum(asked for asked, _ in found), sum(wrong for _, wrong in found)


def test_a_seat_may_take_what_the_model_says() -> None:
    asked, wrong = total(24, RULES)
    assert asked > 2000
    assert wrong == 0


def test_the_model_finds_the_fault_of_the_first_rules() -> None:
    _, wrong = total(24, 1)
    assert wrong > 40


@pytest.mark.parametrize("cards", ["REV", "SKIP", "REV SKIP"])
def test_nobody_ends_a_turn_short_beside_an_old_card(cards: str) -> None:
    """The golden rule of fifteen cards, with an empty stock and nothing open but old reverse and skip cards."""
    hand = " ".join(f"Y{n}" for n in range(1, 15))
    pos = pioche.parse(f"ko turn=A\nstock:\nopen: {cards}\nA: hand {hand} SKIP\nB: hand ?*15\nC: hand ?*15")
    for move in ("discard SKIP", "done", "effect none", "from open", f"take {cards.split()[0]}"):
        pos.play(0, move)
    assert pos.moves(0)[-1] == "done"
    assert len(Text(str(pos)).of["A"]["hand"]) == 15
