"""Rounds of Kombio: the deal, the score, the end."""

from __future__ import annotations

from pioche.core import (
    Face,
    Mask,
    Place,
    Seat,
    lay_out,
    move,
    next_seat,
    note,
    pick,
    reveal,
    rule,
    shuffle_deck,
    top,
)
from pioche.games.kombio.cards import CARDS, FIRST_SLOTS, GRID, LOWEST, SLOTS, STOCK
from pioche.games.kombio.grid import card_in, has_cards, is_filled, slots_of
from pioche.games.kombio.moves import E_CALLER_BEATEN, E_CALLER_BEST, E_ROUND, E_SCORE
from pioche.games.kombio.state import ON_TURN, KombioState

# The deal


@rule
def unpack(s: KombioState, to: Place) -> None:
    """The deck of 70 cards."""
    lay_out(s, to)
    for card in range(CARDS):
        s.face[card] = face_in_box(card)


@rule
def face_in_box(card: int) -> Face:
    """Three each of -1 and 0, five each of 1 to 12, two each of 13 and 14."""
    if card < 6:
        return card // 3
    return 2 + (card - 6) // 5 if card < 66 else 14 + (card - 66) // 2


@rule
def deal(s: KombioState) -> None:
    """KOM-R1  The first seat of the first round is drawn at random."""
    for seat in range(s.seats):
        s.score[seat] = s.last[seat] = 0
    s.over = 0
    s.round = 1
    s.first = pick(s.rng, s.seats)
    deal_round(s)


@rule
def deal_round(s: KombioState) -> None:
    """KOM-01  Four cards each; the rest is the stock, and the discard is empty."""
    unpack(s, STOCK)
    shuffle_deck(s, STOCK)
    s.phase = s.then = ON_TURN
    s.called = s.looked = s.looked_too = s.slapper = s.named = -1
    s.slapped = s.turns = s.asking = 0
    s.turn = s.first
    for seat in range(s.seats):
        deal_grid(s, seat)


@rule
def deal_grid(s: KombioState, seat: Seat) -> None:
    """KOM-01  Face down; the seat looks at its slots 3 and 4."""
    for i in range(FIRST_SLOTS):
        card = top(s, STOCK)
        if i >= 2:
            s.known[card] = 1 << seat
        move(s, card, GRID + SLOTS * seat + i)


# The score


@rule
def end_round(s: KombioState) -> None:
    """KOM-17  All cards are turned up and scored; KOM-20: then the game ends, or a new round is dealt."""
    for seat in range(s.seats):
        for slot in slots_of(seat):
            reveal(s, GRID + slot)
    note_points(s)
    s.asking = 0
    if limit_reached(s):
        s.over = 1
    else:
        s.round += 1
        s.first = next_seat(s, s.first)  # KOM-R1
        deal_round(s)
        note(s, E_ROUND, s.round, s.first, 0, 0)


@rule
def note_points(s: KombioState) -> None:
    """KOM-19  Each seat notes its points, and more if the call says so."""
    for seat in range(s.seats):
        s.last[seat] = sum_of(s, seat)
    if s.called >= 0:
        judge_call(s)
    for seat in range(s.seats):
        s.score[seat] += s.last[seat]
        note(s, E_SCORE, seat, s.last[seat], s.score[seat], 0)


@rule
def sum_of(s: KombioState, seat: Seat) -> int:
    """KOM-17  The values of all its cards; KOM-18: with none, 0. A drawn card lies in no grid."""
    points = 0
    for slot in slots_of(seat):
        if is_filled(s, slot):
            points += s.face[card_in(s, slot)] + LOWEST
    return points


@rule
def judge_call(s: KombioState) -> None:
    """KOM-19  The caller strictly lowest: 10 more for all others; tied or beaten: 15 more for the caller."""
    if caller_is_lowest(s):
        note(s, E_CALLER_BEST, s.called, 0, 0, 0)
        for seat in range(s.seats):
            if seat != s.called:
                add_points(s, seat, 10)
    else:
        note(s, E_CALLER_BEATEN, s.called, 0, 0, 0)
        add_points(s, s.called, 15)


@rule
def caller_is_lowest(s: KombioState) -> bool:
    """KOM-19  Strictly; KOM-R4: the 0 of a seat without cards counts in the comparison."""
    for seat in range(s.seats):
        if seat != s.called and s.last[seat] <= s.last[s.called]:
            return False
    return True


@rule
def add_points(s: KombioState, seat: Seat, points: int) -> None:
    """KOM-R4  A seat without cards notes 0, never more."""
    if has_cards(s, seat):
        s.last[seat] += points


# The end


@rule
def limit_reached(s: KombioState) -> bool:
    """KOM-20, KOM-R7  Some total has reached the limit."""
    for seat in range(s.seats):
        if s.score[seat] >= s.limit:
            return True
    return False


@rule
def luck_epoch(s: KombioState) -> int:
    """KOM-20  A new round is dealt from a full deck."""
    return s.round


@rule
def score(s: KombioState, seat: Seat) -> int:
    """KOM-20  Points add up over the rounds."""
    return s.score[seat]


@rule
def winners(s: KombioState) -> Mask:
    """KOM-20  The fewest points win; tied, the fewest in the last round; still tied, it is shared."""
    best, mask = 0, 0
    for seat in range(s.seats):
        if ahead(s, seat, best):
            best, mask = seat, 0
        if not ahead(s, best, seat):
            mask |= 1 << seat
    return mask


@rule
def ahead(s: KombioState, seat: Seat, other: Seat) -> bool:
    """KOM-20  Fewer points in all, or as many and fewer in the last round."""
    if s.score[seat] != s.score[other]:
        return s.score[seat] < s.score[other]
    return s.last[seat] < s.last[other]
