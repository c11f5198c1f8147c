"""Playing Kombio: what each move does."""

from __future__ import annotations

from pioche.core import (
    EVERYONE,
    NOBODY,
    Card,
    Move,
    Seat,
    ask_seats,
    move,
    next_seat,
    note,
    reveal,
    rule,
    show,
    stop_asking,
    top,
    top_face,
)
from pioche.games.kombio.cards import DISCARD, DRAWN, FIRST_ACTION, GRID, SLOTS
from pioche.games.kombio.grid import (
    card_in,
    draw_penalty,
    free_slot,
    has_cards,
    leave,
    next_card,
    owner,
    swap,
    taboo,
    top_value,
)
from pioche.games.kombio.moves import (
    DISCARD_DRAWN,
    DRAW,
    E_ACTION,
    E_EMPTY,
    E_LAST_TURNS,
    E_LIMIT_TURNS,
    E_RIGHT,
    E_WRONG,
    EXCHANGE,
    GIVE,
    HAND_OVER,
    IDLE,
    KEEP,
    KOMBIO,
    LOOK,
    LOOK_TWO,
    PASS,
    SKIP,
    SLAP,
    TAKE,
    first_of,
    second_of,
)
from pioche.games.kombio.rounds import end_round
from pioche.games.kombio.state import ACTING, DECIDING, GIVING, HAS_DRAWN, HAS_LOOKED, ON_TURN, WAITING, KombioState


@rule
def play(s: KombioState, seat: Seat, m: Move) -> None:
    """KOM-17  A move, and then the score if it has ended the round."""
    if play_step(s, seat, m):
        end_round(s)


# Each of these plays its part of a move, and says whether that ends the round.


@rule
def play_step(s: KombioState, seat: Seat, m: Move) -> bool:
    """KOM-03, KOM-10  A step of the own turn, or a slap, or what settles one."""
    if m < LOOK:
        return play_card(s, m)
    if m <= SKIP:
        return act(s, m)
    if m == PASS:
        return decline(s, seat)
    return slap(s, seat, m - SLAP) if m >= SLAP else settle_slap(s, m)


@rule
def play_card(s: KombioState, m: Move) -> bool:
    """KOM-03  Draw, take or call; KOM-04: place the drawn card; KOM-R2: or idle."""
    if m == DRAW:
        return draw(s)
    if m == DISCARD_DRAWN:
        return discard_drawn(s)
    if m == KOMBIO:
        call(s)
    elif m != IDLE:
        replace(s, m)
    return end_turn(s)


# A turn


@rule
def draw(s: KombioState) -> bool:
    """KOM-04  The seat in turn looks at the card alone."""
    card = next_card(s)
    s.known[card] = 1 << s.turn
    move(s, card, DRAWN)
    s.phase = HAS_DRAWN
    return False


@rule
def discard_drawn(s: KombioState) -> bool:
    """KOM-04  Straight on the discard; KOM-05: where an action card asks for its action."""
    fresh_top(s, top(s, DRAWN))
    if top_value(s) < FIRST_ACTION:
        return end_turn(s)
    s.phase = ACTING
    note(s, E_ACTION, s.turn, top_face(s, DISCARD), 0, 0)
    return False


@rule
def replace(s: KombioState, m: Move) -> None:
    """KOM-04, KOM-07  The drawn card or the top of the discard for an own card; KOM-06: that gives no action."""
    takes = m < KOMBIO
    slot = SLOTS * s.turn + m - (TAKE if takes else KEEP)
    replaced = card_in(s, slot)
    move(s, top(s, DISCARD if takes else DRAWN), GRID + slot)
    fresh_top(s, replaced)


@rule
def call(s: KombioState) -> None:
    """KOM-08  Every other seat has one more turn; KOM-R3: the caller may not slap any more."""
    s.called = s.turn
    if taboo(s, s.turn):
        stop_asking(s, s.turn)
    note(s, E_LAST_TURNS, s.called, 0, 0, 0)


@rule
def end_turn(s: KombioState) -> bool:
    """KOM-R1  Clockwise; KOM-08: until it is the caller's turn again; KOM-R9: or there were too many turns."""
    s.turns += 1
    s.phase = ON_TURN
    if next_seat(s, s.turn) == s.called:
        s.phase = WAITING  # KOM-R6
        return s.asking == 0
    if s.called < 0 and s.turns >= s.max_turns:
        note(s, E_LIMIT_TURNS, 0, 0, 0, 0)
        return True
    s.turn = next_seat(s, s.turn)
    return False


# An action


@rule
def act(s: KombioState, m: Move) -> bool:
    """KOM-05  Look, look at two, exchange, or skip; after the look of a 13 or 14 an exchange may follow."""
    if m < LOOK_TWO:
        look(s, m - LOOK, -1)
    elif m < EXCHANGE:
        look(s, first_of(m - LOOK_TWO), second_of(m - LOOK_TWO))
    elif m < SKIP:
        swap(s, first_of(m - EXCHANGE), second_of(m - EXCHANGE))
    if m < EXCHANGE and top_value(s) >= 13:
        return False
    s.looked = s.looked_too = -1
    return end_turn(s)


@rule
def look(s: KombioState, slot: int, other: int) -> None:
    """KOM-05  At one card or two; everybody sees at which."""
    show(s, card_in(s, slot), 1 << s.turn)
    if other >= 0:
        show(s, card_in(s, other), 1 << s.turn)
    s.looked, s.looked_too = slot, other
    s.phase = HAS_LOOKED


# Slapping


@rule
def fresh_top(s: KombioState, card: Card) -> None:
    """KOM-R6  A new top may be slapped; KOM-R8: all are asked, in random order; KOM-R3: but not the caller."""
    move(s, card, DISCARD)
    s.slapped = 0
    caller = 1 << s.called if s.called >= 0 and taboo(s, s.called) else NOBODY
    ask_seats(s, EVERYONE & ~caller)


@rule
def decline(s: KombioState, seat: Seat) -> bool:
    """KOM-R6  Who passes may not slap this top any more; after the last turn the round ends when all have."""
    stop_asking(s, seat)
    return s.phase == WAITING and s.asking == 0


@rule
def slap(s: KombioState, seat: Seat, slot: int) -> bool:
    """KOM-10  The named card is turned up for all; KOM-15: and nobody may slap this top any more."""
    s.asking = 0
    s.then = s.phase
    s.slapper, s.named = seat, slot
    if s.face[card_in(s, slot)] == top_face(s, DISCARD):
        slap_right(s, seat, slot)
    else:
        slap_wrong(s, seat, slot)
    return finish_slap(s) if s.phase == s.then else False


@rule
def slap_right(s: KombioState, seat: Seat, slot: int) -> None:
    """KOM-11  The card goes on the discard, KOM-15: as no new top; KOM-12: if another's, a gift is due."""
    note(s, E_RIGHT, seat, GRID + slot, top_face(s, DISCARD), 0)
    leave(s, slot)
    move(s, card_in(s, slot), DISCARD)
    s.slapped = 1
    if owner(slot) != seat and has_cards(s, seat):
        s.phase = GIVING


@rule
def slap_wrong(s: KombioState, seat: Seat, slot: int) -> None:
    """KOM-13  The own card is turned back, and a penalty drawn; KOM-14: another's owner decides."""
    note(s, E_WRONG, seat, GRID + slot, s.face[card_in(s, slot)], 0)
    reveal(s, GRID + slot)
    if owner(slot) != seat:
        s.phase = DECIDING
    else:
        draw_penalty(s, seat)


@rule
def settle_slap(s: KombioState, m: Move) -> bool:
    """KOM-12  The slapper's gift; KOM-14: or the owner's decision."""
    if m < HAND_OVER:
        hand_card(s, SLOTS * s.slapper + m - GIVE, s.named)
    elif m == HAND_OVER:
        hand_card(s, s.named, free_slot(s, s.slapper))
    else:
        draw_penalty(s, s.slapper)
    return finish_slap(s)


@rule
def hand_card(s: KombioState, slot: int, to: int) -> None:
    """KOM-12, KOM-14  A card goes from one grid to another, in sight of all, face down."""
    leave(s, slot)
    move(s, card_in(s, slot), GRID + to)


@rule
def finish_slap(s: KombioState) -> bool:
    """KOM-16  What was going on goes on; KOM-17: unless a seat is out of cards, or the last turn was over."""
    s.phase = s.then
    s.then = ON_TURN
    s.slapper = s.named = -1
    return somebody_is_out(s) or s.phase == WAITING


@rule
def somebody_is_out(s: KombioState) -> bool:
    """KOM-17  A seat without cards ends the round at once; KOM-R4: after a call, too."""
    for seat in range(s.seats):
        if not has_cards(s, seat):
            note(s, E_EMPTY, seat, 0, 0, 0)
            return True
    return False
