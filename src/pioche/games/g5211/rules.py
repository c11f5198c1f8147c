"""The rules of 5211: choosing, revealing, drawing. Each function is a rule, its docstring gives the id."""

from __future__ import annotations

from pioche.core import (
    CARD,
    TURN,
    Mask,
    Move,
    Place,
    Seat,
    Vector,
    after,
    count,
    find,
    lay_out,
    list_faces,
    move,
    note,
    refusals,
    rule,
    shuffle_deck,
    size,
    top,
)
from pioche.games.g5211.cards import (
    CHOSEN,
    COLOURS,
    COPIES,
    HAND,
    HAND_SIZE,
    REMOVED,
    STOCK,
    TABLE,
    VALUES,
)
from pioche.games.g5211.moves import cards_named, first_face, pair, second_face
from pioche.games.g5211.scoring import (
    E_DECK,
    E_LAST_ROUND,
    E_PUT_AWAY,
    E_REVEAL,
    E_ROUND,
    evaluate,
    score,
    total_cards,
)
from pioche.games.g5211.state import G5211State

FIV_03, FIV_R5 = refusals("FIV-03", "FIV-R5")
TARGET = 50  # FIV-13


# Setting up


@rule
def unpack(s: G5211State, to: Place) -> None:
    """The deck: in each colour five 1, six 2, five 3, two 4, one 5 and one 6."""
    lay_out(s, to)
    card = 0
    for face in range(COLOURS * VALUES):
        for _ in range(COPIES[face % VALUES]):
            s.face[card] = face
            card += 1


@rule
def deal(s: G5211State) -> None:
    """FIV-01  A fresh game begins with the first deck."""
    s.over = 0
    s.deck = 1
    for seat in range(s.seats):
        s.score[seat] = s.kept[seat] = 0
    deal_deck(s)


@rule
def deal_deck(s: G5211State) -> None:
    """FIV-01  Some cards leave unseen; FIV-02: five each, the rest is the stock."""
    unpack(s, STOCK)
    shuffle_deck(s, STOCK)
    for _ in range(removed_cards(s)):
        move(s, top(s, STOCK), REMOVED)
    for seat in range(s.seats):
        draw_up(s, seat)
    s.step = 1
    s.last = 0


@rule
def removed_cards(s: G5211State) -> int:
    """FIV-01  10 with two players, 13 with three, none with four, 15 with five."""
    if s.seats == 2:
        return 10
    if s.seats == 3:
        return 13
    return 0 if s.seats == 4 else 15


# Who may choose, and what


@rule
def has_chosen(s: G5211State, seat: Seat) -> bool:
    """FIV-03  A choice lies face down until all have chosen."""
    return size(s, CHOSEN + seat) > 0


@rule
def may_act(s: G5211State, seat: Seat) -> bool:
    """FIV-03  All who have not chosen yet."""
    return not s.over and not has_chosen(s, seat)


@rule
def actor(s: G5211State) -> Seat:
    """FIV-03  In sequential play the first seat in letter order that has not chosen."""
    for seat in range(s.seats):
        if may_act(s, seat):
            return seat
    return -1


@rule
def needed(s: G5211State) -> int:
    """FIV-03  Two cards in turn 1, then one."""
    return 2 if s.step == 1 else 1


@rule
def refusal(s: G5211State, seat: Seat, m: Move) -> int:
    """FIV-R5  A choice stands; FIV-03: the right number of cards, of one's hand."""
    if s.over:
        return TURN
    if has_chosen(s, seat):
        return FIV_R5
    if cards_named(m) != needed(s):
        return FIV_03
    return 0 if holds(s, seat, m) else CARD


@rule
def holds(s: G5211State, seat: Seat, m: Move) -> bool:
    """Two equal cards need two copies."""
    first, second = first_face(m), second_face(m)
    if first == second:
        return count(s, HAND + seat, first) >= 2
    return find(s, HAND + seat, first) >= 0 and (second < 0 or find(s, HAND + seat, second) >= 0)


@rule
def legal(s: G5211State, seat: Seat, moves: Vector) -> int:
    """FIV-03  Every different card of the hand, or every different pair, in the deck's order."""
    if needed(s) == 1:
        return list_faces(s, HAND + seat, 0, moves)
    n, last = 0, -1
    card = top(s, HAND + seat)
    while card >= 0:
        n = pairs_with(s, card, s.face[card] != last, moves, n)
        last = s.face[card]
        card = after(s, card)
    return n


@rule
def pairs_with(s: G5211State, card: int, is_new: bool, moves: Vector, n: int) -> int:
    """The pairs of a card, if its face is a new one, with each different face that lies after it."""
    other, last = after(s, card), -1
    while other >= 0:
        face = s.face[other]
        moves[n] = pair(s.face[card], face)  # written either way, and kept if it counts: quicker than to branch
        n += is_new & (face != last)
        last = face
        other = after(s, other)
    return n


@rule
def who_sees(s: G5211State, seat: Seat, m: Move) -> Mask:
    """FIV-03  What is chosen is for its owner's eyes; that something is, is public."""
    return 1 << seat


@rule
def hide_choices(s: G5211State, seat: Seat) -> None:
    """FIV-03  What others have chosen is unknown: in imagination they take it up and choose again."""
    for other in range(s.seats):
        while other != seat and size(s, CHOSEN + other):
            move(s, top(s, CHOSEN + other), HAND + other)


# Playing


@rule
def play(s: G5211State, seat: Seat, m: Move) -> None:
    """FIV-03  Choose; when all have, reveal."""
    move(s, find(s, HAND + seat, first_face(m)), CHOSEN + seat)
    if second_face(m) >= 0:
        move(s, find(s, HAND + seat, second_face(m)), CHOSEN + seat)
    if actor(s) < 0:
        end_turn(s)


@rule
def end_turn(s: G5211State) -> None:
    """FIV-04  All reveal, then all draw; FIV-05: after turn 3 the round is evaluated."""
    for seat in range(s.seats):
        reveal_choice(s, seat)
    if not s.last:
        for seat in range(s.seats):
            draw_up(s, seat)
    if s.step < 3:
        s.step += 1
    else:
        end_round(s)


@rule
def reveal_choice(s: G5211State, seat: Seat) -> None:
    """FIV-03  Face up on the table."""
    first, second = top(s, CHOSEN + seat), after(s, top(s, CHOSEN + seat))
    note(s, E_REVEAL, seat, s.face[first], s.face[second] if second >= 0 else -1, -1)
    move(s, first, TABLE + seat)
    if second >= 0:
        move(s, second, TABLE + seat)


@rule
def draw_up(s: G5211State, seat: Seat) -> None:
    """FIV-04  Back to five cards, all at once; FIV-R6: while there are cards."""
    while size(s, HAND + seat) < HAND_SIZE and size(s, STOCK):
        move(s, top(s, STOCK), HAND + seat)


@rule
def end_round(s: G5211State) -> None:
    """FIV-11  After the last round the deck is over; otherwise a new round begins."""
    if s.last:
        for seat in range(s.seats):
            put_away(s, seat)
    evaluate(s)
    if s.last:
        end_deck(s)
    elif (s.deck > 1 and target_reached(s)) or cannot_go_on(s):
        s.over = 1  # FIV-13, FIV-R6
    elif s.between and size(s, STOCK) == 0 and not target_reached(s):
        new_deck(s)  # FIV-R4
    else:
        begin_round(s)


@rule
def put_away(s: G5211State, seat: Seat) -> None:
    """FIV-11, FIV-R3  The card left in hand goes face down to the removed ones."""
    while size(s, HAND + seat):
        note(s, E_PUT_AWAY, seat, 0, 0, 0)
        move(s, top(s, HAND + seat), REMOVED)


@rule
def begin_round(s: G5211State) -> None:
    """FIV-11  A round that begins with an empty stock is the last of its deck; FIV-R4: also in the long game."""
    s.step = 1
    s.last = size(s, STOCK) == 0
    note(s, E_LAST_ROUND if s.last else E_ROUND, 0, 0, 0, 0)


@rule
def cannot_go_on(s: G5211State) -> bool:
    """FIV-R6  The stock is empty and somebody could not play four cards."""
    for seat in range(s.seats):
        if size(s, STOCK) == 0 and size(s, HAND + seat) < 4:
            return True
    return False


@rule
def target_reached(s: G5211State) -> bool:
    """FIV-13  Somebody has 50 or more in the long game."""
    for seat in range(s.seats):
        if score(s, seat) >= TARGET:
            return True
    return False


@rule
def end_deck(s: G5211State) -> None:
    """FIV-13  In the long game a new deck, until somebody has 50."""
    if not s.long or target_reached(s):
        s.over = 1
    else:
        new_deck(s)


@rule
def new_deck(s: G5211State) -> None:
    """FIV-13, FIV-R4  All 100 cards are taken up, hands included, and dealt again; FIV-R1: points and cards add up."""
    for seat in range(s.seats):
        points, cards = score(s, seat), total_cards(s, seat)
        s.score[seat], s.kept[seat] = points, cards
    s.deck += 1
    deal_deck(s)
    note(s, E_DECK, s.deck, 0, 0, 0)


@rule
def winners(s: G5211State) -> Mask:
    """FIV-12  The highest sum; of those the most cards (FIV-R1); still tied, shared."""
    best, mask = -1, 0
    for seat in range(s.seats):
        rank = score(s, seat) * 1000 + total_cards(s, seat)
        if rank > best:
            best, mask = rank, 0
        if rank == best:
            mask |= 1 << seat
    return mask
