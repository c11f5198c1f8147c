"""What a seat of Kombio believes of cards that others know and it does not: they are low, for they were kept."""

from __future__ import annotations

from pioche.core import Card, Seat, Vector, before, bottom, pick, rule
from pioche.games.kombio.cards import STOCK
from pioche.games.kombio.grid import card_in, is_filled, slots_of
from pioche.games.kombio.state import KombioState

MOST = 6  # turns that count
CALLED = 4  # cards that a call is as good as


@rule
def reweigh(s: KombioState, seat: Seat, words: Vector) -> None:
    """KOM-04  With every turn each card that its owner knows had a chance to be exchanged for a lower one.

    Measured in games of thumbs: such cards are worth 5.8 when dealt, 4.1 after one turn, 3.4 after two, 2.9 after four.
    """
    spare = bottom(s, STOCK)
    turns = min((s.turns + s.seats // 2) // s.seats, MOST)
    for other in range(s.seats):
        for slot in slots_of(other):
            if is_filled(s, slot) and is_known(s, other, slot) and not is_known(s, seat, slot):
                for turn in range(CALLED if s.called == other else turns):
                    if s.called == other or pick(words, 4) < (3 if turn == 0 else 1):
                        spare = lower(s, slot, spare)


@rule
def is_known(s: KombioState, seat: Seat, slot: int) -> bool:
    return s.known[card_in(s, slot)] >> seat & 1 == 1


@rule
def lower(s: KombioState, slot: int, spare: Card) -> Card:
    """Compare a card with one from the bottom of the stock: the lower one lies here then. The next one to compare."""
    card = card_in(s, slot)
    if spare >= 0 and s.face[spare] < s.face[card]:
        face = s.face[spare]
        s.face[spare] = s.face[card]
        s.face[card] = face
    return before(s, spare) if spare >= 0 else spare
