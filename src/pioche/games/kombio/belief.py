"""What a seat of Kombio believes of cards that others know and it does not: they are low, for they were kept."""

from __future__ import annotations

from pioche.core import Seat, Vector, before, bottom, pick, rule
from pioche.games.kombio.cards import STOCK
from pioche.games.kombio.grid import card_in, is_filled, slots_of
from pioche.games.kombio.state import Table

MOST = 5  # turns that count
CALLED = 3  # what a call says of each card


@rule
def believe(s: Table, seat: Seat, words: Vector) -> None:
    """KOM-04  With every turn each card that its owner knows had a chance to be exchanged for a lower one.

    Measured in games of thumbs: such cards are worth 5.8 when dealt, 4.1 after one turn, 3.4 after two, 2.9 after four.
    """
    spare = bottom(s, STOCK)
    for other in range(s.seats):
        if other != seat:
            tries = min(s.turns // s.seats, MOST) + (CALLED if s.called == other else 0)
            for slot in slots_of(other):
                if is_filled(s, slot) and s.known[card_in(s, slot)] >> seat & 1 == 0:
                    spare = lower(s, slot, spare, tries if is_known(s, other, slot) else 0, words)


@rule
def is_known(s: Table, seat: Seat, slot: int) -> bool:
    return s.known[card_in(s, slot)] >> seat & 1 == 1


@rule
def lower(s: Table, slot: int, spare: int, tries: int, words: Vector) -> int:
    """Half of the tries compare the card with one from the bottom of the stock, and the lower one lies here then."""
    card = card_in(s, slot)
    for _ in range(tries):
        if spare >= 0 and pick(words, 2):
            if s.face[spare] < s.face[card]:
                s.face[spare], s.face[card] = s.face[card], s.face[spare]
            spare = before(s, spare)
    return spare
