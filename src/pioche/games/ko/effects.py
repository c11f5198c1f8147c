"""The effects of action cards, and what they let the seats know."""

from __future__ import annotations

from pioche.core import (
    EVERYONE,
    Card,
    Face,
    Place,
    Seat,
    after,
    find,
    forget,
    lift,
    move_unseen,
    note,
    pick,
    put,
    rule,
    size,
    sort_place,
    top,
)
from pioche.core.event_log import MOVED
from pioche.games.ko.cards import ACTION, HAND, PEEK2, REV, ROT, SKIP, STEAL, SWAP
from pioche.games.ko.moves import (
    E_AGAIN,
    E_PEEK,
    E_REVERSE,
    E_ROTATE,
    E_SKIP,
    E_STEAL,
    E_SWAP,
    FACE_COUNT,
    STAY,
    TO_REFILL,
    TO_ROBBED,
)
from pioche.games.ko.state import PEEK, TARGET, KoState


@rule
def part_with(s: KoState, card: Card) -> None:
    """KOO-06, KOO-14  Of equal cards nobody else can tell which one left a hand: who knew of some knows of one less."""
    hand, missed = s.place[card], ~s.known[card]
    other = top(s, hand)
    while other >= 0:
        if other != card and s.face[other] == s.face[card]:
            hit = s.known[other] & missed
            s.known[other] &= ~hit
            missed &= ~hit
        other = after(s, other)
    sort_place(s, hand)


@rule
def cards_discarded(s: KoState) -> int:
    """KOO-13, KOO-14  As many cards as were discarded this turn."""
    n = s.picked
    for face in range(FACE_COUNT):
        n += s.fresh[face]
    return n


@rule
def choose_effect(s: KoState, seat: Seat, action: int) -> int:
    """KOO-07  One effect or none; KOO-R7: all but a reverse and a general swap need a target."""
    face = ACTION + action
    if face > STEAL:
        return TO_REFILL
    if face == REV:
        turn_round(s, seat)
        return TO_REFILL
    s.effect = face
    if face == ROT:
        return TO_REFILL
    s.phase = TARGET
    return STAY


@rule
def turn_round(s: KoState, seat: Seat) -> None:
    """KOO-10  The direction of play changes; with two players the seat plays again."""
    if s.seats == 2:
        play_again(s, seat)
    else:
        s.left = 1 - s.left
        note(s, E_REVERSE, 0, 0, 0, 0)


@rule
def play_again(s: KoState, seat: Seat) -> None:
    """KOO-10, KOO-11  With two players."""
    s.again = 1
    note(s, E_AGAIN, seat, 0, 0, 0)


@rule
def aim(s: KoState, seat: Seat, target: Seat) -> int:
    """KOO-R7  The effect is aimed at another seat; where there is nothing to rob, nobody is robbed."""
    s.target = target
    if s.effect == SKIP:
        skip(s, seat, target)
    if s.effect == SKIP or s.effect == SWAP or size(s, HAND + target) == 0:
        return TO_REFILL
    if s.effect == STEAL:
        steal(s, seat, target)
        return TO_ROBBED
    peek(s, seat, target)
    return STAY


@rule
def skip(s: KoState, seat: Seat, target: Seat) -> None:
    """KOO-11  The target misses its next turn, once; with two players the seat plays again."""
    if s.seats == 2:
        play_again(s, seat)
    else:
        s.misses |= 1 << target
        note(s, E_SKIP, target, 0, 0, 0)


@rule
def peek(s: KoState, seat: Seat, target: Seat) -> None:
    """KOO-13  Look at the whole hand, then take one card or two; KOO-R7: at most what it holds."""
    s.phase = PEEK
    s.need = min(2 if s.effect == PEEK2 else 1, size(s, HAND + target))
    card = top(s, HAND + target)
    while card >= 0:
        s.known[card] |= 1 << seat
        card = after(s, card)
    sort_place(s, HAND + target)
    note(s, E_PEEK, seat, target, s.need, 0)


@rule
def take_from_hand(s: KoState, seat: Seat, face: Face) -> int:
    """KOO-13  A card of one's choice out of the hand seen."""
    rob(s, find(s, HAND + s.target, face), seat, s.target)
    s.need -= 1
    return STAY if s.need else TO_ROBBED


@rule
def steal(s: KoState, seat: Seat, target: Seat) -> None:
    """KOO-14  As many cards as were discarded, unseen; KOO-R7: at most what the hand holds."""
    n = min(cards_discarded(s), size(s, HAND + target))
    note(s, E_STEAL, seat, target, n, 0)
    for _ in range(n):
        card = card_number(s, HAND + target, pick(s.rng, size(s, HAND + target)))
        part_with(s, card)
        rob(s, card, seat, target)


@rule
def card_number(s: KoState, place: Place, n: int) -> Card:
    """The card with n cards above it."""
    card = top(s, place)
    for _ in range(n):
        card = after(s, card)
    return card


@rule
def rob(s: KoState, card: Card, thief: Seat, robbed: Seat) -> None:
    """KOO-13, KOO-14  Thief and robbed know the card; nobody else can follow what became of that hand."""
    two = 1 << thief | 1 << robbed
    move_unseen(s, card, HAND + thief, two)
    forget(s, HAND + robbed, EVERYONE & ~two)
    sort_place(s, HAND + robbed)


# Swaps


@rule
def swap_hands(s: KoState) -> None:
    """KOO-15, KOO-16  Who gave a hand knows it where it now is, and what others knew of it moves along."""
    if s.effect not in (SWAP, ROT):
        return
    n = 0
    for seat in range(s.seats):
        card = top(s, HAND + seat)
        while card >= 0 and receiver(s, seat) != seat:
            s.work[n] = card
            n += 1
            card = after(s, card)
    for i in range(n):
        giver = s.place[s.work[i]] - HAND
        hand_on(s, s.work[i], giver, receiver(s, giver))
    if s.effect == SWAP:
        note(s, E_SWAP, s.turn, s.target, 0, 0)
    else:
        note(s, E_ROTATE, 0, 0, 0, 0)


@rule
def receiver(s: KoState, seat: Seat) -> Seat:
    """KOO-15  Who gets a seat's hand: with a swap the other one; KOO-16, KOO-R8: else always the seat on its right."""
    if s.effect == ROT:
        return (seat + s.seats - 1) % s.seats
    if seat == s.turn:
        return s.target
    return s.turn if seat == s.target else seat


@rule
def hand_on(s: KoState, card: Card, giver: Seat, taker: Seat) -> None:
    """KOO-15, KOO-16  Only giver and taker see it pass: in a sorted row a card that is known would tell of others."""
    lift(s, card)
    s.known[card] |= 1 << taker
    put(s, card, HAND + taker)
    note(s, MOVED, s.face[card], HAND + giver, HAND + taker, 1 << giver | 1 << taker)
