"""Crazy eights, the rules: match the suit or the rank on top; an eight goes on anything and names a suit."""

from __future__ import annotations

from pioche.core import (  # isort: skip
    CARD, FIRST_OWN, NOBODY, OWNER, TURN, Int8, Int16, Mask, Move, Place, Places, Public, Seat, State, Vector, actor,
    after, find, lay_out, move, next_seat, note, pick, refusals, reshuffle_discard, reveal, rule, shuffle_deck, size,
    top, top_face,
)  # fmt: skip

FACES = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
EIGHT = 6  # the rank that is wild

places = Places(seats=5)
STOCK = places.pile("stock", seen=NOBODY)
DISCARD = places.pile("discard")
HAND = places.seat_set("hand", seen=OWNER)


class EightsState(State, cards=52, places=places, seats=5):
    suit: Public[Int8]  # to be followed
    passes: Public[Int8]  # in a row
    turns: Public[Int16]
    limit: Public[Int16]  # option


PLAY, NAME, DRAW, PASS, MOVES = 0, 52, 68, 69, 70  # a card; an eight with a suit; draw; pass
EVENTS = {"reshuffle": ()}
EIG_02, EIG_03, EIG_04 = refusals("EIG-02", "EIG-03", "EIG-04")


@rule
def unpack(s: EightsState, to: Place) -> None:
    lay_out(s, to)
    for card in range(52):
        s.face[card] = card


@rule
def deal(s: EightsState) -> None:
    """EIG-01  Five cards each, seven with two players; the next card starts the discard."""
    unpack(s, STOCK)
    shuffle_deck(s, STOCK)
    s.over = s.passes = s.turns = 0
    s.first = s.turn = pick(s.rng, s.seats)
    for seat in range(s.seats):
        for _ in range(7 if s.seats == 2 else 5):
            move(s, top(s, STOCK), HAND + seat)
    s.suit = top_face(s, STOCK) // 13
    move(s, top(s, STOCK), DISCARD)


@rule
def face_of(m: Move) -> int:
    return m if m < NAME else (m - NAME) // 4 * 13 + EIGHT


@rule
def can_draw(s: EightsState) -> bool:
    """EIG-05  From the stock, or from the discard turned over."""
    return size(s, STOCK) > 0 or size(s, DISCARD) > 1


@rule
def refusal(s: EightsState, seat: Seat, m: Move) -> int:
    """EIG-02  The suit or the rank; EIG-03: an eight names a suit; EIG-04: draw, or pass if that is impossible."""
    if seat != actor(s):
        return TURN
    if m >= DRAW:
        return 0 if can_draw(s) == (m == DRAW) else EIG_04
    if find(s, HAND + seat, face_of(m)) < 0:
        return CARD
    if m >= NAME:
        return 0
    if m % 13 == EIGHT:
        return EIG_03
    return 0 if m // 13 == s.suit or m % 13 == top_face(s, DISCARD) % 13 else EIG_02


@rule
def legal(s: EightsState, seat: Seat, moves: Vector) -> int:
    n = 0
    for m in range(MOVES):
        if refusal(s, seat, m) == 0:
            moves[n] = m
            n += 1
    return n


@rule
def play(s: EightsState, seat: Seat, m: Move) -> None:
    """EIG-06  Whoever has no card left has won; so has the best hand when all pass, or at the limit of turns."""
    s.passes = s.passes + 1 if m == PASS else 0
    if m == DRAW:
        draw(s, seat)
    elif m < DRAW:
        move(s, find(s, HAND + seat, face_of(m)), DISCARD)
        s.suit = (m - NAME) % 4 if m >= NAME else m // 13
    s.turns += 1
    if size(s, HAND + seat) == 0 or s.passes == s.seats or s.turns >= s.limit:
        s.over = 1
        for other in range(s.seats):
            reveal(s, HAND + other)
    else:
        s.turn = next_seat(s, seat)


@rule
def draw(s: EightsState, seat: Seat) -> None:
    """EIG-05  An empty stock is made anew of the discard but its top."""
    if size(s, STOCK) == 0:
        reshuffle_discard(s, DISCARD, STOCK)
        note(s, FIRST_OWN, 0, 0, 0, 0)
    move(s, top(s, STOCK), HAND + seat)


@rule
def score(s: EightsState, seat: Seat) -> int:
    """EIG-07  Cards left in hand cost: an eight 50, a court card 10, an ace 1, others their rank. Until then, 0."""
    cost, card = 0, top(s, HAND + seat)
    while card >= 0 and s.over:
        rank = s.face[card] % 13
        cost += 50 if rank == EIGHT else 1 if rank == 12 else min(rank + 2, 10)
        card = after(s, card)
    return -cost


@rule
def winners(s: EightsState) -> Mask:
    best, mask = -1000, 0
    for seat in range(s.seats):
        best = max(best, score(s, seat))
    for seat in range(s.seats):
        mask |= (score(s, seat) == best) << seat
    return mask
