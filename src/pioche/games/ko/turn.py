"""The steps of a turn: what each move does, and which step it leads to."""

from __future__ import annotations

from pioche.core import (
    CARD_NONE,
    EVERYONE,
    Card,
    Face,
    Move,
    Seat,
    after,
    equal_from,
    find,
    forget,
    move,
    move_unseen,
    note,
    reveal,
    rule,
    size,
    top,
)
from pioche.games.ko.cards import (
    ACTION,
    CHOSEN,
    GONE,
    HAND,
    HAND_SIZE,
    NUMBERS,
    OPEN,
    PEEK1,
    PEEK2,
    REV,
    SKIP,
    STOCK,
    SUITE,
)
from pioche.games.ko.effects import aim, cards_discarded, choose_effect, part_with, swap_hands, take_from_hand
from pioche.games.ko.moves import (
    E_DRY,
    E_KO,
    E_LAID,
    E_LIMIT,
    E_MISSES,
    E_RECOLOURED,
    E_STALL,
    E_SURPLUS,
    FACE_COUNT,
    M_DISCARD,
    M_DONE,
    M_EFFECT,
    M_LAY,
    M_OPEN,
    M_STOCK,
    M_TAKE,
    M_TARGET,
    STAY,
    TO_END,
    TO_LAY,
    TO_REFILL,
    TO_RELAY,
    TO_ROBBED,
    TO_SURPLUS,
)
from pioche.games.ko.state import (
    DISCARD,
    EFFECT,
    LAY,
    PEEK,
    RECOLOUR,
    REFILL,
    RELAY,
    ROBBED,
    SURPLUS,
    KoState,
    as_in_version_01,
)
from pioche.games.ko.suites import suite_colour


@rule
def play(s: KoState, seat: Seat, m: Move) -> None:
    """KOO-04  Every move is one small step of the turn."""
    go_on(s, act(s, seat, m))


@rule
def act(s: KoState, seat: Seat, m: Move) -> int:
    """KOO-04  What the move does; the answer is where it leads."""
    if m < M_DISCARD:
        return take_up(s, seat)
    if m < M_LAY:
        return discard(s, seat, m - M_DISCARD)
    if m < M_EFFECT:
        return lay(s, seat, m - M_LAY)
    if m < M_TARGET:
        return choose_effect(s, seat, m - M_EFFECT)
    if m < M_STOCK:
        return aim(s, seat, m - M_TARGET)
    if m < M_DONE:
        return take_from_hand(s, seat, m - M_TAKE) if s.phase == PEEK else refill(s, seat, m)
    return finish_discard(s, seat) if s.phase == DISCARD else finish_laying(s, seat)


@rule
def go_on(s: KoState, stage: int) -> None:
    """KOO-R6  Robbed seat, refill, surplus, swap, lay, refill; a step that nobody needs is passed over."""
    while stage != STAY:
        stage = enter(s, stage)


@rule
def enter(s: KoState, stage: int) -> int:
    """KOO-04  The next step begins; the answer is where it leads, STAY if it waits for a move."""
    if stage in (TO_ROBBED, TO_REFILL, TO_RELAY):
        return begin_refill(s, stage)
    if stage == TO_SURPLUS:
        return begin_surplus(s)
    if stage == TO_LAY:
        swap_hands(s)
        begin_laying(s)
    else:
        end_turn(s)
    return STAY


# Discarding


@rule
def discard(s: KoState, seat: Seat, face: Face) -> int:
    """KOO-06  A card is put with those chosen, for all to see; KOO-R6: surplus goes at once, without effect."""
    card = find(s, HAND + seat, face)
    if equal_from(s, card) > 1:
        part_with(s, card)
    if s.phase == DISCARD:
        move(s, card, CHOSEN + seat)
        return STAY
    throw_away(s, card)
    return STAY if size(s, HAND + seat) > HAND_SIZE else TO_LAY


@rule
def throw_away(s: KoState, card: Card) -> None:
    """KOO-12  Reverse and skip cards leave the game, all others lie open; KOO-R2: they are fresh this turn."""
    face = s.face[card]
    s.fresh[face] += 1
    move(s, card, GONE if leaves_game(face) else OPEN)


@rule
def leaves_game(face: Face) -> bool:
    """KOO-12  A discarded reverse or skip card lies nowhere any more: one in the open discard is an old one."""
    return face == REV or face == SKIP


@rule
def finish_discard(s: KoState, seat: Seat) -> int:
    """KOO-06  The chosen cards are discarded; KOO-07: if there are action cards, one effect may be applied."""
    while size(s, CHOSEN + seat):
        throw_away(s, top(s, CHOSEN + seat))
    for face in range(ACTION, FACE_COUNT):
        if s.fresh[face]:
            s.phase = EFFECT
            return STAY
    return TO_REFILL


# Refilling


@rule
def missing(s: KoState, seat: Seat) -> int:
    """KOO-08, KOO-09  What a hand lacks of fifteen cards."""
    return HAND_SIZE - size(s, HAND + seat)


@rule
def cards_to_draw(s: KoState) -> int:
    """KOO-08  Up to fifteen; KOO-13, KOO-R3: after a peek at least as many as were discarded."""
    lacks = missing(s, s.turn)
    if s.effect == PEEK1 or s.effect == PEEK2:
        return max(lacks, cards_discarded(s))
    return lacks


@rule
def begin_refill(s: KoState, stage: int) -> int:
    """KOO-R3  A refill is asked if a card is needed and some source has one; KOO-R7: the robbed seat comes first."""
    seat = s.target if stage == TO_ROBBED else s.turn
    s.phase = ROBBED if stage == TO_ROBBED else REFILL if stage == TO_REFILL else RELAY
    s.need = cards_to_draw(s) if stage == TO_REFILL else missing(s, seat)
    s.source = 0
    if s.need > 0 and (size(s, STOCK) or open_has_card(s)):
        return STAY
    return end_refill(s, seat)


@rule
def end_refill(s: KoState, seat: Seat) -> int:
    """KOO-R3  If both sources are empty the seat plays on short; what could not be had is not needed any more."""
    if s.need > 0 and missing(s, seat) > 0:
        note(s, E_DRY, seat, 0, 0, 0)
    s.need = s.source = 0
    if s.phase == ROBBED:
        return TO_REFILL
    return TO_SURPLUS if s.phase == REFILL else TO_END


@rule
def open_has_card(s: KoState) -> bool:
    """KOO-R3  The open discard has a card that the asked seat may take."""
    card = top(s, OPEN)
    while card >= 0:
        if s.phase == ROBBED or not is_own_discard(s, card):
            return True
        card = after(s, card)
    return False


@rule
def is_own_discard(s: KoState, card: Card) -> bool:
    """KOO-R2  All open cards from this one on with its face, if it stays in the game, the seat discarded this turn."""
    face = s.face[card]
    if s.fresh[face] == 0 or (leaves_game(face) and not as_in_version_01(s)):
        return False
    return equal_from(s, card) <= s.fresh[face]


@rule
def refill(s: KoState, seat: Seat, m: Move) -> int:
    """KOO-08, KOO-09  All from the stock, or all chosen from the open discard."""
    if m == M_OPEN:
        s.source = 1
        return STAY
    if m >= M_TAKE:
        take(s, seat, m - M_TAKE)
    if m == M_STOCK or not open_has_card(s):
        draw(s, seat)
    if s.need and open_has_card(s):  # KOO-R3: when one source runs out the rest comes from the other
        s.source = 1
        return STAY
    return end_refill(s, seat)


@rule
def take(s: KoState, seat: Seat, face: Face) -> None:
    """KOO-08, KOO-09  A card chosen from the open discard, for all to see; KOO-R9: any card that lies there."""
    move(s, find(s, OPEN, face), HAND + seat)
    s.need -= 1
    if s.phase == ROBBED and s.fresh[face] and not leaves_game(face) and not as_in_version_01(s):
        s.fresh[face] -= 1  # KOO-R2: of equal cards a fresh one first
        s.picked += 1


@rule
def draw(s: KoState, seat: Seat) -> None:
    """KOO-08  What is needed from the stock, as far as it goes; only its owner sees it."""
    while s.need > 0 and size(s, STOCK):
        move(s, top(s, STOCK), HAND + seat)
        s.need -= 1


@rule
def begin_surplus(s: KoState) -> int:
    """KOO-R6  What is over fifteen is discarded before a swap and the laying."""
    over = -missing(s, s.turn)
    if over <= 0:
        return TO_LAY
    s.phase = SURPLUS
    note(s, E_SURPLUS, s.turn, over, 0, 0)
    return STAY


# Laying


@rule
def begin_laying(s: KoState) -> None:
    """KOO-17  After a swap the seat may still lay, and suites have stayed; KOO-R11: it lays only now."""
    s.phase = LAY
    s.laid = 0
    s.effect = s.target = CARD_NONE


@rule
def take_up(s: KoState, seat: Seat) -> int:
    """KOO-05  The whole suite goes back to the hand; the others can't tell any more what it holds."""
    s.was[seat] = suite_colour(s, seat)
    s.phase = RECOLOUR
    s.laid = 0
    forget(s, HAND + seat, EVERYONE & ~(1 << seat))
    while size(s, SUITE + seat):
        move_unseen(s, top(s, SUITE + seat), HAND + seat, 1 << seat)
    return STAY


@rule
def lay(s: KoState, seat: Seat, face: Face) -> int:
    """KOO-02  A card goes face down into the suite, and the others forget that hand; KOO-19: the fifteenth wins."""
    move_unseen(s, find(s, HAND + seat, face), SUITE + seat, 1 << seat)
    forget(s, HAND + seat, EVERYONE & ~(1 << seat))
    s.laid += 1
    if size(s, SUITE + seat) == NUMBERS:
        say_ko(s, seat)
    return STAY


@rule
def say_ko(s: KoState, seat: Seat) -> None:
    """KOO-19, KOO-R5  Distinct numbers and KO cards make fifteen: the suite is shown and wins."""
    s.over = 1
    s.was[seat] = CARD_NONE
    note(s, E_KO, seat, 0, 0, 0)
    reveal(s, SUITE + seat)
    show_to_all(s, seat)


@rule
def show_to_all(s: KoState, seat: Seat) -> None:
    """KOO-19  Those who only watch see it too."""
    card = top(s, SUITE + seat)
    while card >= 0:
        s.known[card] = EVERYONE
        card = after(s, card)


@rule
def finish_laying(s: KoState, seat: Seat) -> int:
    """KOO-04  After a change of colour the turn begins as usual (KOO-05); after the laying comes the last refill."""
    if s.phase == LAY:
        if s.laid:
            note(s, E_LAID, seat, s.laid, 0, 0)
        return TO_RELAY
    note(s, E_RECOLOURED, seat, s.laid, 0, 0)
    s.phase, s.recoloured, s.laid = DISCARD, 1, 0
    s.was[seat] = CARD_NONE
    return STAY


# The end of a turn


@rule
def end_turn(s: KoState) -> None:
    """KOO-R10  Turns without progress are counted; the game may end here, otherwise the next turn begins."""
    grown = s.laid or s.recoloured
    s.idle = 0 if grown or size(s, STOCK) else s.idle + 1
    s.turns += 1
    same = s.again
    clear_turn(s)
    if s.turns >= s.max_turns or s.idle >= s.stall * s.seats:
        s.over = 1
        note(s, E_LIMIT if s.turns >= s.max_turns else E_STALL, 0, 0, 0, 0)
    elif not same:
        pass_turn(s)


@rule
def clear_turn(s: KoState) -> None:
    """KOO-04  A new turn starts with nothing done."""
    s.phase = DISCARD
    s.need = s.source = s.recoloured = s.laid = s.again = s.picked = 0
    s.effect = s.target = CARD_NONE
    for face in range(FACE_COUNT):
        s.fresh[face] = 0


@rule
def pass_turn(s: KoState) -> None:
    """KOO-18  To the right, or after a reverse to the left; KOO-11: past the seats that miss their turn."""
    s.turn = neighbour(s, s.turn)
    while s.misses >> s.turn & 1:
        s.misses &= ~(1 << s.turn)
        note(s, E_MISSES, s.turn, 0, 0, 0)
        s.turn = neighbour(s, s.turn)


@rule
def neighbour(s: KoState, seat: Seat) -> Seat:
    """KOO-18  Counter-clockwise the letter before; KOO-10: or clockwise the one after."""
    return (seat + (1 if s.left else s.seats - 1)) % s.seats
