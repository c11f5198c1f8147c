"""KO: the discards that the moves lead to are those that the rule allows, over all subsets of some hands."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import pioche
from pioche.table.position import Position

COLOURS = "ROYGBPS"
Cards = frozenset[str]


def is_discard(cards: Cards, trumps_fill: bool) -> bool:
    """KOO-06, KOO-R4, KOO-R12, in the words of the rule: one number, one colour, or a run; bonus cards left out."""
    true = [card for card in cards if card[0] in COLOURS and card[1:].isdigit() and card != "ROT"]
    numbers = {int(card[1:]) for card in true}
    if len(numbers) < 2 or len({card[0] for card in true}) == 1:
        return True
    filled = {int(card[1:]) for card in cards if card[0] == "T"} if trumps_fill else set()
    lacking = set(range(min(numbers), max(numbers) + 1)) - numbers
    return len(numbers) == len(true) and lacking <= filled


def reachable(pos: Position) -> set[Cards]:
    """What A can end its discard with, whatever it chooses first."""
    found: set[Cards] = set()
    seen: set[Cards] = set()
    pending: list[tuple[Cards, Position]] = [(frozenset(), pos)]
    while pending:
        chosen, here = pending.pop()
        for move in here.moves(0):
            verb, _, card = move.partition(" ")
            if verb == "done":
                found.add(chosen)
            elif verb == "discard" and chosen | {card} not in seen:
                seen.add(chosen | {card})
                after = here.copy()
                after.play(0, move)
                pending.append((chosen | {card}, after))
    return found


def hand(rng: Random) -> list[str]:
    """Near numbers of several colours, some trumps, a KO and an action card."""
    near = [f"{rng.choice(COLOURS)}{rng.randint(3, 7)}" for _ in range(6)]
    trumps = [f"T{rng.randint(3, 7)}" for _ in range(2)]
    return sorted({*near, *trumps, *rng.choice([[], ["KO"], ["SKIP"]])})


@pytest.mark.parametrize("trumps", ["on", "off"])
@pytest.mark.parametrize("seed", range(8))
def test_all_discards_are_reached_and_no_others(seed: int, trumps: str) -> None:
    cards = hand(Random(seed))
    option = "" if trumps == "on" else " trumps_in_runs=off"
    pos = pioche.parse(f"ko turn=A{option}\nstock:\nA: hand {' '.join(cards)}\nB: hand ?*15")
    subsets = [frozenset(some) for n in range(len(cards) + 1) for some in combinations(cards, n)]
    assert reachable(pos) == {some for some in subsets if is_discard(some, trumps == "on")}


def test_the_hands_tell_the_two_rules_apart() -> None:
    subsets = [frozenset(some) for seed in range(8) for n in range(4) for some in combinations(hand(Random(seed)), n)]
    assert any(is_discard(some, True) != is_discard(some, False) for some in subsets)


def test_what_is_imagined_can_end_the_run() -> None:
    """A has chosen R4 and B6, and only T5 can lie between: whoever looks on imagines it in A's hand."""
    pos = pioche.parse(
        "ko turn=A\nstock: ?\nopen: R5 O5 Y5 G5 B5 P5 S5\nA: hand ?*3; chosen R4 B6\nB: hand ?*15\nC: hand ?*15"
    )
    for seed in range(20):
        assert "discard T5" in pos.imagine(1, Random(seed)).moves(0)
