"""The rules of Kombio: who may act, what is legal, and why not. What moves do is in `playing.py` and `rounds.py`."""

from __future__ import annotations

from pioche.core import CARD, TURN, Move, Seat, Vector, is_asked, refusals, rule, size
from pioche.games.kombio.cards import DISCARD, SLOTS
from pioche.games.kombio.grid import (
    can_draw,
    free_slot,
    has_cards,
    is_filled,
    is_open,
    owner,
    slots_of,
    taboo,
    top_value,
)
from pioche.games.kombio.moves import (
    DISCARD_DRAWN,
    DRAW,
    EXCHANGE,
    GIVE,
    HAND_OVER,
    IDLE,
    KEEP,
    KEEP_CARD,
    KOMBIO,
    LOOK,
    LOOK_TWO,
    PASS,
    SKIP,
    SLAP,
    TAKE,
    first_of,
    pair_of,
    second_of,
)
from pioche.games.kombio.state import ACTING, DECIDING, GIVING, HAS_DRAWN, HAS_LOOKED, ON_TURN, WAITING, KombioState

KOM_03, KOM_04, KOM_05, KOM_07, KOM_08 = refusals("KOM-03", "KOM-04", "KOM-05", "KOM-07", "KOM-08")
KOM_09, KOM_12, KOM_14, KOM_15 = refusals("KOM-09", "KOM-12", "KOM-14", "KOM-15")
KOM_R2, KOM_R3, KOM_R10 = refusals("KOM-R2", "KOM-R3", "KOM-R10")


# Whose move


@rule
def is_settling(s: KombioState) -> bool:
    """KOM-R6  While a gift or a decision is open only that seat may act."""
    return s.phase == GIVING or s.phase == DECIDING


@rule
def settler(s: KombioState) -> Seat:
    """KOM-12  The slapper gives; KOM-14: the owner decides."""
    return s.slapper if s.phase == GIVING else owner(s.named)


@rule
def has_turn(s: KombioState, seat: Seat) -> bool:
    """KOM-03  The seat in turn; KOM-R6: after the last turn nobody."""
    return seat == s.turn and s.phase != WAITING


@rule
def may_act(s: KombioState, seat: Seat) -> bool:
    """KOM-10, KOM-R6  Besides the seat in turn, all who may still slap."""
    if s.over:
        return False
    if is_settling(s):
        return seat == settler(s)
    return has_turn(s, seat) or is_asked(s, seat)


@rule
def actor(s: KombioState) -> Seat:
    """KOM-R8  In sequential play those who may slap are asked between two turns."""
    if s.over:
        return -1
    if is_settling(s):
        return settler(s)
    return s.ask[0] if is_asking_time(s) else s.turn


@rule
def is_asking_time(s: KombioState) -> bool:
    """KOM-R8  After a turn, its action included, and before the next."""
    return s.asking > 0 and (s.phase == ON_TURN or s.phase == WAITING)


# What is legal


@rule
def legal(s: KombioState, seat: Seat, moves: Vector) -> int:
    """KOM-03, KOM-10  The moves of the turn, then the slaps; KOM-R6: or only what settles a slap."""
    if not may_act(s, seat):
        return 0
    if is_settling(s):
        return settling_moves(s, moves)
    n = turn_moves(s, moves) if has_turn(s, seat) else 0
    return slap_moves(s, moves, n) if is_asked(s, seat) else n


@rule
def choices(s: KombioState, seat: Seat, moves: Vector) -> int:
    """KOM-R8  A seat that is asked slaps or passes; the seat in turn may slap unasked during its action."""
    return slap_moves(s, moves, 0) if is_asking_time(s) else legal(s, seat, moves)


@rule
def turn_moves(s: KombioState, moves: Vector) -> int:
    """KOM-03  Each moment of a turn has its own moves."""
    if s.phase == ON_TURN:
        return first_moves(s, moves)
    if s.phase == HAS_DRAWN:
        return add(moves, own_slots(s, s.turn, moves, 0, KEEP), DISCARD_DRAWN)  # KOM-04
    if s.phase == ACTING:
        return add(moves, action_moves(s, moves), SKIP)
    return add(moves, exchanges_of_looked(s, moves), SKIP)


@rule
def add(moves: Vector, n: int, m: Move) -> int:
    moves[n] = m
    return n + 1


@rule
def own_slots(s: KombioState, seat: Seat, moves: Vector, n: int, first: Move) -> int:
    """KOM-04, KOM-07, KOM-12  A move for each card of the own grid."""
    for slot in slots_of(seat):
        moves[n] = first + slot - SLOTS * seat  # written either way, and kept if it counts: quicker than to branch
        n += is_filled(s, slot)
    return n


@rule
def first_moves(s: KombioState, moves: Vector) -> int:
    """KOM-03  Draw, take or call; KOM-R2: idle if none of these is possible."""
    n = 0
    if can_draw(s):
        n = add(moves, n, DRAW)
    if can_take(s):
        n = own_slots(s, s.turn, moves, n, TAKE)
    if s.called < 0:
        n = add(moves, n, KOMBIO)
    return n if n > 0 else add(moves, n, IDLE)


@rule
def can_take(s: KombioState) -> bool:
    """KOM-07  A top that no slap has put there."""
    return size(s, DISCARD) > 0 and s.slapped == 0


@rule
def action_moves(s: KombioState, moves: Vector) -> int:
    """KOM-05  7 to 10 and 13 look at one card; 11 and 12 exchange two, 14 looks at two."""
    value = top_value(s)
    if value == 14:
        return pairs(s, moves, LOOK_TWO)
    if value == 11 or value == 12:
        return pairs(s, moves, EXCHANGE)
    n = 0
    for seat in range(s.seats):
        if may_look_at(s, seat) and not taboo(s, seat):
            for slot in slots_of(seat):
                moves[n] = LOOK + slot
                n += is_filled(s, slot)
    return n


@rule
def may_look_at(s: KombioState, seat: Seat) -> bool:
    """KOM-05  With a 7 or 8 at the own cards, with a 9 or 10 at others', KOM-R5: with a 13 at any."""
    value = top_value(s)
    if value <= 8:
        return seat == s.turn
    return value == 13 or (value <= 10 and seat != s.turn)


@rule
def open_slots(s: KombioState) -> int:
    """KOM-09  All cards that may be touched, into the work space; how many they are."""
    n = 0
    for seat in range(s.seats):
        if not taboo(s, seat):
            for slot in slots_of(seat):
                if is_filled(s, slot):
                    s.work[n] = slot
                    n += 1
    return n


@rule
def pairs(s: KombioState, moves: Vector, first: Move) -> int:
    """KOM-R5  Any two cards, of one seat too."""
    count = open_slots(s)
    n = 0
    for i in range(count):
        base = first + pair_of(s.work[i], 0)
        for j in range(i + 1, count):
            moves[n] = base + s.work[j]
            n += 1
    return n


@rule
def exchanges_of_looked(s: KombioState, moves: Vector) -> int:
    """KOM-05  A 13 exchanges the card it has looked at with any other, a 14 the two; KOM-16: if still there."""
    if s.looked < 0 or not is_open(s, s.looked):
        return 0
    if s.looked_too >= 0:
        return add(moves, 0, EXCHANGE + pair_of(s.looked, s.looked_too)) if is_open(s, s.looked_too) else 0
    n = 0
    for i in range(open_slots(s)):
        slot = s.work[i]
        moves[n] = EXCHANGE + pair_of(min(slot, s.looked), max(slot, s.looked))
        n += slot != s.looked
    return n


@rule
def settling_moves(s: KombioState, moves: Vector) -> int:
    """KOM-12  One of the slapper's cards; KOM-14: hand over, KOM-R10: if there is a slot for it, or keep."""
    if s.phase == GIVING:
        return own_slots(s, s.slapper, moves, 0, GIVE)
    n = add(moves, 0, HAND_OVER) if free_slot(s, s.slapper) >= 0 else 0
    return add(moves, n, KEEP_CARD)


@rule
def slap_moves(s: KombioState, moves: Vector, n: int) -> int:
    """KOM-10  Any card on the table, KOM-09: that is not taboo; KOM-R6: or pass."""
    for seat in range(s.seats):
        if not taboo(s, seat):
            for slot in slots_of(seat):
                moves[n] = SLAP + slot
                n += is_filled(s, slot)
    return add(moves, n, PASS)


# Why a move is refused


@rule
def refusal(s: KombioState, seat: Seat, m: Move) -> int:
    """KOM-R6  Whoever is not concerned is out of turn, but slapping has no turn."""
    if s.over:
        return TURN
    if is_settling(s):
        return refuse_settling(s, m) if seat == settler(s) else TURN
    if m >= SLAP:
        return refuse_slap(s, seat, m)
    if not has_turn(s, seat):
        return TURN
    if m < KEEP:
        return refuse_first(s, m)
    return refuse_drawn(s, m) if m < LOOK else refuse_action(s, m)


@rule
def refuse_settling(s: KombioState, m: Move) -> int:
    """KOM-12, KOM-14  A gift or a decision comes before anything else."""
    if s.phase == GIVING:
        return refuse_own_slot(s, s.slapper, m - GIVE) if GIVE <= m < HAND_OVER else KOM_12
    if m == HAND_OVER:
        return 0 if free_slot(s, s.slapper) >= 0 else KOM_R10
    return 0 if m == KEEP_CARD else KOM_14


@rule
def refuse_own_slot(s: KombioState, seat: Seat, i: int) -> int:
    """KOM-02  An empty slot stays empty: it has no card to exchange or to give."""
    return 0 if is_filled(s, SLOTS * seat + i) else CARD


@rule
def refuse_slap(s: KombioState, seat: Seat, m: Move) -> int:
    """KOM-15  One slap per top; KOM-R6: and not by who has passed."""
    if m < PASS and not is_filled(s, m - SLAP):
        return CARD
    if m < PASS and taboo(s, owner(m - SLAP)):
        return KOM_09
    if m < PASS and taboo(s, seat):
        return KOM_R3
    return 0 if is_asked(s, seat) else KOM_15


@rule
def refuse_first(s: KombioState, m: Move) -> int:
    """KOM-03  One thing a turn: draw, take or call."""
    if m == IDLE:
        return 0 if must_idle(s) else KOM_R2
    if m == DRAW and s.phase == HAS_DRAWN:
        return KOM_04
    if s.phase != ON_TURN:
        return KOM_03
    if m == DRAW:
        return 0 if can_draw(s) else KOM_R2
    if m == KOMBIO:
        return 0 if s.called < 0 else KOM_08
    return refuse_take(s, m - TAKE)


@rule
def must_idle(s: KombioState) -> bool:
    """KOM-R2  Somebody has called, and there is nothing to draw and nothing to take."""
    takes = can_take(s) and has_cards(s, s.turn)
    return s.phase == ON_TURN and s.called >= 0 and not can_draw(s) and not takes


@rule
def refuse_take(s: KombioState, i: int) -> int:
    """KOM-07  Against a card, and not if there is no top, or one that a slap put there."""
    if not is_filled(s, SLOTS * s.turn + i):
        return CARD
    return 0 if can_take(s) else KOM_07


@rule
def refuse_drawn(s: KombioState, m: Move) -> int:
    """KOM-04  Only a drawn card can be kept or put on the discard."""
    if s.phase != HAS_DRAWN:
        return KOM_04
    return refuse_own_slot(s, s.turn, m - KEEP) if m < DISCARD_DRAWN else 0


@rule
def refuse_action(s: KombioState, m: Move) -> int:
    """KOM-05  Only what the action card on the discard allows; KOM-12, KOM-14: nothing to give or to decide."""
    if m > SKIP:
        return KOM_12 if m < HAND_OVER else KOM_14
    if s.phase != ACTING and s.phase != HAS_LOOKED:
        return KOM_05
    if m < LOOK_TWO:
        return refuse_targets(s, m, m - LOOK, m - LOOK)
    if m < EXCHANGE:
        return refuse_targets(s, m, first_of(m - LOOK_TWO), second_of(m - LOOK_TWO))
    return refuse_targets(s, m, first_of(m - EXCHANGE), second_of(m - EXCHANGE)) if m < SKIP else 0


@rule
def refuse_targets(s: KombioState, m: Move, a: int, b: int) -> int:
    """KOM-09  Taboo cards first; KOM-05: then the wrong kind of target."""
    if not is_filled(s, a) or not is_filled(s, b):
        return CARD
    if taboo(s, owner(a)) or taboo(s, owner(b)):
        return KOM_09
    return 0 if is_allowed(s, m, a, b) else KOM_05


@rule
def is_allowed(s: KombioState, m: Move, a: int, b: int) -> bool:
    """KOM-05  What each action card does, with one card or with two different ones."""
    value = top_value(s)
    if m < LOOK_TWO:
        return s.phase == ACTING and may_look_at(s, owner(a))
    if a == b:
        return False
    if m < EXCHANGE:
        return s.phase == ACTING and value == 14
    if s.phase == ACTING:
        return value == 11 or value == 12
    return was_looked_at(s, a, b)


@rule
def was_looked_at(s: KombioState, a: int, b: int) -> bool:
    """KOM-05  After a 13 one of the two cards, after a 14 both; KOM-16: none if one has left its slot."""
    if s.looked_too >= 0:
        return a == s.looked and b == s.looked_too
    return s.looked >= 0 and (a == s.looked or b == s.looked)
