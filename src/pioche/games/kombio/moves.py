"""Moves and events of Kombio by number: moves in the order in which they are listed."""

from __future__ import annotations

from pioche.core import FIRST_OWN, constant_rule, rule
from pioche.games.kombio.cards import ALL_SLOTS, SLOTS

PAIRS = tuple((a, b) for a in range(ALL_SLOTS) for b in range(a, ALL_SLOTS))  # of one slot with itself, too

DRAW = 0
TAKE = DRAW + 1  # + slot of the own grid
KOMBIO = TAKE + SLOTS
IDLE = KOMBIO + 1
KEEP = IDLE + 1  # + slot of the own grid
DISCARD_DRAWN = KEEP + SLOTS
LOOK = DISCARD_DRAWN + 1  # + slot
LOOK_TWO = LOOK + ALL_SLOTS  # + pair
EXCHANGE = LOOK_TWO + len(PAIRS)  # + pair
SKIP = EXCHANGE + len(PAIRS)
GIVE = SKIP + 1  # + slot of the own grid
HAND_OVER = GIVE + SLOTS
KEEP_CARD = HAND_OVER + 1
SLAP = KEEP_CARD + 1  # + slot
PASS = SLAP + ALL_SLOTS

first_of = constant_rule([a for a, _ in PAIRS])
second_of = constant_rule([b for _, b in PAIRS])


@rule
def pair_of(a: int, b: int) -> int:
    """The number of a pair of slots, given in order."""
    return a * (2 * ALL_SLOTS - a - 1) // 2 + b


# Events beyond the movements of cards, with what their numbers mean.
EVENTS = {
    "action": ("seat", "card"),
    "right": ("seat", "slot", "card"),
    "wrong": ("seat", "slot", "card"),
    "penalty": ("seat",),
    "no_penalty": ("seat",),
    "reshuffle": (),
    "empty": ("seat",),
    "last_turns": ("seat",),
    "limit_turns": (),
    "caller_best": ("seat",),
    "caller_beaten": ("seat",),
    "score": ("seat", "points", "total"),
    "round": ("round", "seat"),
}
E_ACTION, E_RIGHT, E_WRONG, E_PENALTY, E_NO_PENALTY, E_RESHUFFLE, E_EMPTY = range(FIRST_OWN, FIRST_OWN + 7)
E_LAST_TURNS, E_LIMIT_TURNS, E_CALLER_BEST, E_CALLER_BEATEN, E_SCORE, E_ROUND = range(FIRST_OWN + 7, FIRST_OWN + 13)
