"""The rules of KO: setting up, whose move it is, what is legal, and the score.

Each function is a rule: its docstring gives the id and says it in a sentence. `suites.py` and `discard_shapes.py` judge
what is laid and discarded, `turn.py` and `effects.py` play the moves, `unseen_hands.py` deals hidden cards anew.
"""

from __future__ import annotations

from pioche.core import (
    BOX,
    CARD,
    CARD_NONE,
    EVERYONE,
    TURN,
    Card,
    Face,
    Mask,
    Move,
    Place,
    Seat,
    Vector,
    after,
    bottom,
    find,
    insert,
    lay_out,
    lift,
    list_faces,
    move,
    pick,
    refusals,
    rule,
    shuffle,
    size,
    top,
)
from pioche.games.ko.cards import (
    ACTION,
    ACTION_COPIES,
    CARDS,
    CHOSEN,
    FIRST_ACTION_CARD,
    HAND,
    HAND_SIZE,
    KO,
    NUMBERS,
    OPEN,
    OPEN_CARDS,
    PEEK1,
    PEEK2,
    REV,
    STOCK,
    SUITE,
    SWAP,
    TRUMP,
)
from pioche.games.ko.discard_shapes import discard_moves, look_at_chosen, may_join, may_stop
from pioche.games.ko.moves import (
    M_DISCARD,
    M_DONE,
    M_EFFECT,
    M_LAY,
    M_NO_EFFECT,
    M_RECOLOUR,
    M_STOCK,
    M_TAKE,
    M_TARGET,
)
from pioche.games.ko.state import DISCARD, EFFECT, LAY, PEEK, RECOLOUR, ROBBED, SURPLUS, TARGET, KoState
from pioche.games.ko.suites import KOO_05, lay_moves, may_recolour, refuse_end_of_laying, refuse_lay
from pioche.games.ko.turn import clear_turn, is_own_discard, open_has_card

KOO_04, KOO_06, KOO_07 = refusals("KOO-04", "KOO-06", "KOO-07")
KOO_R2, KOO_R3, KOO_R6, KOO_R7 = refusals("KOO-R2", "KOO-R3", "KOO-R6", "KOO-R7")


# Setting up


@rule
def unpack(s: KoState, to: Place) -> None:
    """KOO-01  The deck that the options make; the other cards stay out of play, and everybody knows it."""
    lay_out(s, to)
    for card in range(CARDS):
        face = face_of_card(card)
        s.face[card] = face
        if copy_of_card(card) >= copies(s, face):
            s.known[card] = EVERYONE


@rule
def face_of_card(card: Card) -> Face:
    """The greatest deck, in order: colours, trumps, four KO cards, six of each action card."""
    if card < FIRST_ACTION_CARD:
        return min(card, KO)
    return ACTION + (card - FIRST_ACTION_CARD) // ACTION_COPIES


@rule
def copy_of_card(card: Card) -> int:
    """Which of the cards with its face this is, from 0."""
    if card < FIRST_ACTION_CARD:
        return max(card - KO, 0)
    return (card - FIRST_ACTION_CARD) % ACTION_COPIES


@rule
def copies(s: KoState, face: Face) -> int:
    """KOO-01  How many cards of a face the deck has."""
    if face < TRUMP:
        return 1 if face < s.colours * NUMBERS else 0
    if face < KO:
        return 1
    if face < SWAP:
        return s.ko_cards if face == KO else s.reverse if face == REV else s.skip
    if face < PEEK1:
        return s.swap if face == SWAP else s.rotate
    return s.peek1 if face == PEEK1 else s.peek2 if face == PEEK2 else s.steal


@rule
def deal(s: KoState) -> None:
    """KOO-01  Fifteen cards each and ten open ones, without effect (KOO-R9); KOO-R1: the first seat at random."""
    unpack(s, BOX)
    make_stock(s)
    s.over = s.left = s.misses = s.idle = s.turns = 0
    clear_turn(s)
    for seat in range(len(s.was)):
        s.was[seat] = CARD_NONE
    s.turn = pick(s.rng, s.seats)
    for seat in range(s.seats):
        for _ in range(HAND_SIZE):
            move(s, top(s, STOCK), HAND + seat)
    for _ in range(OPEN_CARDS):
        move(s, top(s, STOCK), OPEN)


@rule
def make_stock(s: KoState) -> None:
    """KOO-01  All the cards in play, shuffled."""
    card = top(s, BOX)
    while card >= 0:
        following = after(s, card)
        if s.known[card] != EVERYONE:
            lift(s, card)
            insert(s, card, STOCK, bottom(s, STOCK))
        card = following
    shuffle(s, STOCK)


# Whose move, and what is legal


@rule
def actor(s: KoState) -> Seat:
    """KOO-04  The seat in turn; KOO-13, KOO-14: a robbed seat refills itself."""
    if s.over:
        return -1
    return s.target if s.phase == ROBBED else s.turn


@rule
def refusal(s: KoState, seat: Seat, m: Move) -> int:
    """KOO-04  Only what belongs to the present step."""
    if seat != actor(s):
        return TURN
    if m == M_DONE:
        return refuse_done(s, seat)
    if m == M_RECOLOUR:
        return refuse_recolour(s, seat)
    if m < M_LAY:
        return refuse_discard(s, seat, m - M_DISCARD)
    if m < M_EFFECT:
        return refuse_laying(s, seat, m - M_LAY)
    if m < M_TARGET:
        return refuse_effect(s, m)
    if m < M_STOCK:
        return refuse_target(s, m - M_TARGET)
    return refuse_source(s, m) if m < M_TAKE else refuse_take(s, m - M_TAKE)


@rule
def refuse_done(s: KoState, seat: Seat) -> int:
    """KOO-04  Discarding and laying end with `done`; KOO-R6: a surplus does not."""
    if s.phase == DISCARD:
        look_at_chosen(s, seat)
        return 0 if may_stop(s) else KOO_06
    if s.phase == LAY or s.phase == RECOLOUR:
        return refuse_end_of_laying(s, seat)
    return KOO_R6 if s.phase == SURPLUS else KOO_04


@rule
def refuse_recolour(s: KoState, seat: Seat) -> int:
    """KOO-05  At the start of the turn, while no card is chosen."""
    if s.phase != DISCARD:
        return KOO_04
    return 0 if size(s, CHOSEN + seat) == 0 and may_recolour(s, seat) else KOO_05


@rule
def refuse_discard(s: KoState, seat: Seat, face: Face) -> int:
    """KOO-06  A card in hand that suits those chosen; KOO-R6: as surplus, any card."""
    if s.phase != DISCARD and s.phase != SURPLUS:
        return KOO_04
    if find(s, HAND + seat, face) < 0:
        return CARD
    look_at_chosen(s, seat)
    return 0 if s.phase == SURPLUS or may_join(s, face) else KOO_06


@rule
def refuse_laying(s: KoState, seat: Seat, face: Face) -> int:
    """KOO-R11  Only in step 5 or in a change of colour; a card in hand."""
    if s.phase != LAY and s.phase != RECOLOUR:
        return KOO_04
    return refuse_lay(s, seat, face) if find(s, HAND + seat, face) >= 0 else CARD


@rule
def refuse_effect(s: KoState, m: Move) -> int:
    """KOO-07  The effect of a card discarded this turn, or none."""
    if s.phase != EFFECT:
        return KOO_04
    return 0 if m == M_NO_EFFECT or s.fresh[ACTION + m - M_EFFECT] else KOO_07


@rule
def refuse_target(s: KoState, target: Seat) -> int:
    """KOO-R7  Any seat but one's own."""
    if s.phase != TARGET:
        return KOO_04
    return 0 if target < s.seats and target != s.turn else KOO_R7


@rule
def is_refilling(s: KoState) -> bool:
    """KOO-08, KOO-09  The robbed seat's refill, that of step 4 and that of step 6."""
    return s.phase >= ROBBED and s.phase != SURPLUS and s.phase != LAY


@rule
def refuse_source(s: KoState, m: Move) -> int:
    """KOO-R3  A source that has a card to take; KOO-08: once it is named, no other."""
    if not is_refilling(s) or s.source:
        return KOO_04
    if m == M_STOCK:
        return 0 if size(s, STOCK) else KOO_R3
    return 0 if open_has_card(s) else KOO_R3


@rule
def refuse_take(s: KoState, face: Face) -> int:
    """KOO-13  A card of the hand seen; KOO-08: one that lies open; KOO-R2: but for those of this turn."""
    if s.phase == PEEK:
        return 0 if find(s, HAND + s.target, face) >= 0 else CARD
    if not is_refilling(s) or not s.source:
        return KOO_04
    card = find(s, OPEN, face)
    if card < 0:
        return CARD
    return KOO_R2 if s.phase != ROBBED and is_own_discard(s, card) else 0


@rule
def legal(s: KoState, seat: Seat, moves: Vector) -> int:
    """KOO-04  The legal moves: recolour, discard, lay, effect, target, from, take, done."""
    if seat != actor(s):
        return 0
    if s.phase == DISCARD:
        return all_discards(s, seat, moves)
    if s.phase == LAY or s.phase == RECOLOUR:
        n = lay_moves(s, seat, M_LAY, moves)
        return with_done(moves, n, refuse_end_of_laying(s, seat) == 0)
    if s.source or s.phase == PEEK or s.phase == SURPLUS:
        return every_card(s, moves)
    return all_accepted(s, moves)


@rule
def with_done(moves: Vector, n: int, may_end: bool) -> int:
    """`done` after the other moves, if the step may end."""
    moves[n] = M_DONE
    return n + may_end


@rule
def all_discards(s: KoState, seat: Seat, moves: Vector) -> int:
    """KOO-05  First the change of colour; KOO-06: then what may be discarded."""
    first = discard_moves(s, seat, M_DISCARD, moves)
    may_end = may_stop(s)
    if size(s, SUITE + seat) == 0 or refuse_recolour(s, seat) != 0:
        return with_done(moves, first, may_end)
    for i in range(first, 0, -1):
        moves[i] = moves[i - 1]
    moves[0] = M_RECOLOUR
    return with_done(moves, first + 1, may_end)


@rule
def every_card(s: KoState, moves: Vector) -> int:
    """KOO-R6  Each face of one's hand; KOO-13: of the hand seen; KOO-08: or of the open discard."""
    if s.phase == SURPLUS:
        return list_faces(s, HAND + s.turn, M_DISCARD, moves)
    if s.phase == PEEK:
        return list_faces(s, HAND + s.target, M_TAKE, moves)
    return list_faces(s, OPEN, M_TAKE, moves) if s.phase == ROBBED else takeable_cards(s, moves)


@rule
def takeable_cards(s: KoState, moves: Vector) -> int:
    """KOO-R2  Each face of the open discard, but for what the seat has discarded this turn."""
    n, last = 0, -1
    card = top(s, OPEN)
    while card >= 0:
        face = s.face[card]
        moves[n] = M_TAKE + face  # written either way, and kept if it counts: quicker than to branch
        n += (face != last) & (not is_own_discard(s, card))
        last = face
        card = after(s, card)
    return n


@rule
def all_accepted(s: KoState, moves: Vector) -> int:
    """KOO-07, KOO-R7, KOO-R3  Effects, targets or sources: of a few moves those that nothing forbids."""
    n = 0
    if s.phase == EFFECT:
        for m in range(M_EFFECT, M_TARGET):
            moves[n] = m
            n += refuse_effect(s, m) == 0
    elif s.phase == TARGET:
        for m in range(M_TARGET, M_STOCK):
            moves[n] = m
            n += refuse_target(s, m - M_TARGET) == 0
    else:
        for m in range(M_STOCK, M_TAKE):
            moves[n] = m
            n += refuse_source(s, m) == 0
    return n


@rule
def who_sees(s: KoState, seat: Seat, m: Move) -> Mask:
    """KOO-02  Only its owner sees what is laid; KOO-13: thief and robbed see what is taken from a hand."""
    if M_LAY <= m < M_EFFECT:
        return 1 << seat
    if s.phase == PEEK and M_TAKE <= m < M_DONE:
        return 1 << s.turn | 1 << s.target
    return EVERYONE


# The score


@rule
def score(s: KoState, seat: Seat) -> int:
    """KOO-R10  The cards in the suite."""
    return size(s, SUITE + seat)


@rule
def winners(s: KoState) -> Mask:
    """KOO-19  A complete suite, or KOO-R10: the one with most cards; ties are shared."""
    best, mask = 0, 0
    for seat in range(s.seats):
        best = max(best, size(s, SUITE + seat))
    for seat in range(s.seats):
        if size(s, SUITE + seat) == best:
            mask |= 1 << seat
    return mask
