"""Grids, stock and discard of Kombio: where a card lies, where it may go, and what nobody may touch."""

from __future__ import annotations

from pioche.core import (
    CARD_NONE,
    Card,
    Seat,
    move,
    note,
    reshuffle_discard,
    rule,
    size,
    top,
    top_face,
)
from pioche.games.kombio.cards import DISCARD, FIRST_SLOTS, GRID, LOWEST, SLOTS, STOCK
from pioche.games.kombio.moves import E_NO_PENALTY, E_PENALTY, E_RESHUFFLE
from pioche.games.kombio.state import KombioState


@rule
def slots_of(seat: Seat) -> range:
    """KOM-R10  A grid has at most sixteen slots."""
    return range(SLOTS * seat, SLOTS * (seat + 1))


@rule
def owner(slot: int) -> Seat:
    return slot // SLOTS


@rule
def is_filled(s: KombioState, slot: int) -> bool:
    return s.sizes[GRID + slot] > 0


@rule
def card_in(s: KombioState, slot: int) -> Card:
    return top(s, GRID + slot)


@rule
def has_cards(s: KombioState, seat: Seat) -> bool:
    """KOM-17  Has the seat any card left?"""
    for slot in slots_of(seat):
        if is_filled(s, slot):
            return True
    return False


@rule
def free_slot(s: KombioState, seat: Seat) -> int:
    """KOM-02  An extra card goes into the lowest empty slot above 4; KOM-R10: -1 if there is none."""
    for slot in range(SLOTS * seat + FIRST_SLOTS, SLOTS * (seat + 1)):
        if not is_filled(s, slot):
            return slot
    return -1


@rule
def taboo(s: KombioState, seat: Seat) -> bool:
    """KOM-09, KOM-R3  The caller's cards are taboo, and it may not slap, except with two players."""
    return s.called == seat and s.seats > 2


@rule
def is_open(s: KombioState, slot: int) -> bool:
    """KOM-09  A card that may be looked at, exchanged or slapped."""
    return is_filled(s, slot) and not taboo(s, owner(slot))


@rule
def top_value(s: KombioState) -> int:
    """KOM-05  The value on top of the discard: it says what an action does, KOM-16: after a slap, too."""
    return top_face(s, DISCARD) + LOWEST


@rule
def swap(s: KombioState, a: int, b: int) -> None:
    """KOM-05  Two cards change places, unseen, and who knew one knows where it went."""
    first, second = card_in(s, a), card_in(s, b)
    move(s, first, GRID + b)
    move(s, second, GRID + a)


@rule
def leave(s: KombioState, slot: int) -> None:
    """KOM-16  A card leaves its slot: if an action has looked at it, nothing is left of that action."""
    if slot == s.looked or slot == s.looked_too:
        s.looked = s.looked_too = -1


# Stock and discard


@rule
def can_draw(s: KombioState) -> bool:
    """KOM-R2  The stock, or what lies under the top of the discard."""
    return size(s, STOCK) > 0 or size(s, DISCARD) > 1


@rule
def next_card(s: KombioState) -> Card:
    """KOM-R2  The top of the stock, which is made anew if it is empty; no card if that gives nothing."""
    if size(s, STOCK) == 0 and reshuffle_discard(s, DISCARD, STOCK):
        note(s, E_RESHUFFLE, 0, 0, 0, 0)
    return top(s, STOCK)


@rule
def draw_penalty(s: KombioState, seat: Seat) -> None:
    """KOM-13  An extra card, unseen; KOM-R10, KOM-R2: dropped if there is no slot or no card for it."""
    slot = free_slot(s, seat)
    card = next_card(s) if slot >= 0 else CARD_NONE
    if card >= 0:
        move(s, card, GRID + slot)
        note(s, E_PENALTY, seat, 0, 0, 0)
    else:
        note(s, E_NO_PENALTY, seat, 0, 0, 0)
