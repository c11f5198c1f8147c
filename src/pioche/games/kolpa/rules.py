"""The rules of Kolpa! Each function is a rule: its docstring gives the id and says it in a sentence."""

from __future__ import annotations

from pioche.core import (
    CARD,
    CARD_NONE,
    EVERYONE,
    FIRST_OWN,
    TURN,
    Card,
    Face,
    Move,
    Place,
    Seat,
    Vector,
    after,
    ask_seats,
    clear,
    find,
    is_asked,
    move,
    next_seat,
    note,
    pick,
    refusals,
    renew,
    reveal,
    rule,
    shuffle,
    shuffle_deck,
    size,
    stop_asking,
    top,
    top_face,
)
from pioche.games.kolpa.cards import (
    CARDS,
    COLOURS,
    COPIES,
    DISCARD,
    HAND,
    HAND_SIZE,
    JOKER,
    STOCK,
    ZONE,
    colour,
    zone,
)
from pioche.games.kolpa.matching import closed, matches, set_wanted
from pioche.games.kolpa.scoring import chapter, is_last_round, round_score, score, winners
from pioche.games.kolpa.state import Table

__all__ = [
    "EVENTS",
    "actor",
    "chapter",
    "choices",
    "deal",
    "legal",
    "may_act",
    "play",
    "refusal",
    "score",
    "unpack",
    "winners",
]

# Moves by number, in the order in which they are listed: each verb with a face, then a joker with its call.
PLAY, FROM_ZONE, LAY, CALL, LAST_JOKER, CALL_OUT, PASS, MOVES = 0, 30, 61, 92, 103, 104, 105, 106

# Events beyond the movements of cards, with what their numbers mean.
EVENTS = {
    "reshuffle": (),
    "right": ("seat", "card"),
    "wrong": ("seat",),
    "dry": ("seat",),
    "score": ("seat", "points", "total"),
    "round": ("round", "seat"),
}
E_RESHUFFLE, E_RIGHT, E_WRONG, E_DRY, E_SCORE, E_ROUND = range(FIRST_OWN, FIRST_OWN + len(EVENTS))

KOL_04, KOL_08, KOL_09, KOL_13, KOL_14 = refusals("KOL-04", "KOL-08", "KOL-09", "KOL-13", "KOL-14")
KOL_R3, KOL_R6 = refusals("KOL-R3", "KOL-R6")


# Setting up


@rule
def unpack(s: Table, to: Place) -> None:
    """The deck: two of every colour and number, and four jokers."""
    clear(s, to)
    for card in range(CARDS):
        s.face[card] = min(card // COPIES, JOKER)


@rule
def deal(s: Table) -> None:
    """KOL-R1  The first seat of the first round is drawn at random."""
    for seat in range(s.seats):
        s.score[seat] = 0
    s.over = 0
    s.round = 1
    s.first = pick(s.rng, s.seats)
    deal_round(s)


@rule
def deal_round(s: Table) -> None:
    """KOL-01  Five cards each; the next card starts the discard."""
    unpack(s, STOCK)
    shuffle_deck(s, STOCK)
    close_window(s)
    s.amend = 0
    s.turn = s.first
    for seat in range(s.seats):
        for _ in range(HAND_SIZE):
            move(s, top(s, STOCK), HAND + seat)
    while top_face(s, STOCK) == JOKER:
        shuffle(s, STOCK)  # KOL-02
    discard(s, top(s, STOCK), -1)


# Whose move, and what is legal


@rule
def offender(s: Table) -> Seat:
    """KOL-R6  The seat before the one in turn laid the card that may be called out."""
    return (s.turn - 1) % s.seats


@rule
def mover(s: Table) -> Seat:
    """KOL-16  The seat in turn plays a card; KOL-R6: a seat caught puts its lay right first."""
    return offender(s) if s.amend else s.turn


@rule
def may_act(s: Table, seat: Seat) -> bool:
    """KOL-R6  Besides the seat whose move it is, all who may still call out."""
    return not s.over and (seat == mover(s) or is_asked(s, seat))


@rule
def actor(s: Table) -> Seat:
    """KOL-R6  In sequential play those who may call out are asked before the next turn."""
    if s.over:
        return -1
    return s.ask[0] if s.asking else mover(s)


@rule
def refusal(s: Table, seat: Seat, m: Move) -> int:
    """KOL-03  On its turn a seat plays exactly one card."""
    if not may_act(s, seat):
        return TURN
    if m >= CALL_OUT:
        return 0 if is_asked(s, seat) else KOL_R6
    if seat != mover(s):
        return TURN
    if held_card(s, seat, m) < 0:
        return CARD
    return forbidden(s, seat, m, closed(s, seat))


@rule
def held_card(s: Table, seat: Seat, m: Move) -> Card:
    """The card that a move names: KOL-06, a zone pile's top; KOL-05, KOL-07, one of the hand."""
    face = face_of(m)
    if m < FROM_ZONE or m >= LAY:
        return find(s, HAND + seat, face)
    if face != JOKER and top_face(s, ZONE + COLOURS * seat + colour(face)) == face:
        return top(s, ZONE + COLOURS * seat + colour(face))
    return CARD_NONE


@rule
def face_of(m: Move) -> Face:
    """The face that a card move names."""
    if m < FROM_ZONE:
        return m
    if m < LAY:
        return m - FROM_ZONE
    return min(m - LAY, JOKER)


@rule
def forbidden(s: Table, seat: Seat, m: Move, is_closed: bool) -> int:
    """What forbids a move with a card that the seat has."""
    if s.amend and not FROM_ZONE <= m < LAY:
        return KOL_R6
    if m < LAY:
        return refuse_discard(s, face_of(m))
    if m < CALL:
        return refuse_lay(s, face_of(m), is_closed)
    return refuse_joker(s, m, size(s, HAND + seat) == 1)


@rule
def refuse_discard(s: Table, face: Face) -> int:
    """KOL-04  Only a matching card goes to the discard; KOL-14: under a joker, one that was called."""
    if matches(s, face):
        return 0
    return KOL_14 if top_face(s, DISCARD) == JOKER else KOL_04


@rule
def refuse_lay(s: Table, face: Face, is_closed: bool) -> int:
    """KOL-07, KOL-10  A card that does not match may be laid, whatever else the hand holds."""
    if face == JOKER:
        return KOL_13
    if matches(s, face):
        return KOL_08
    return KOL_09 if is_closed else 0


@rule
def refuse_joker(s: Table, m: Move, is_last: bool) -> int:
    """KOL-13, KOL-14  A joker goes on anything, with a call; KOL-R3: the last hand card without one."""
    if is_last:
        return 0 if m == LAST_JOKER else KOL_R3
    return KOL_14 if m == LAST_JOKER else 0


@rule
def legal(s: Table, seat: Seat, moves: Vector) -> int:
    """The legal moves: hand, zone, kolpa, joker, callout, pass."""
    n = 0
    if not s.over and seat == mover(s):
        n = card_moves(s, seat, moves)
    if is_asked(s, seat):
        moves[n], moves[n + 1] = CALL_OUT, PASS
        n += 2
    return n


@rule
def choices(s: Table, seat: Seat, moves: Vector) -> int:
    """KOL-R6  A seat that is asked calls out or passes."""
    if s.asking:
        moves[0], moves[1] = CALL_OUT, PASS
        return 2
    return card_moves(s, seat, moves)


@rule
def card_moves(s: Table, seat: Seat, moves: Vector) -> int:
    """KOL-03  All the ways to play one card: those that match from hand and zone, those that may be laid, jokers."""
    n = layable = 0
    card = top(s, HAND + seat)
    last = -1
    while card >= 0 and s.face[card] != JOKER:
        face = s.face[card]
        is_new, fits = face != last, matches(s, face)
        moves[n] = PLAY + face  # written either way, and kept if it counts: quicker than to branch
        n += is_new and fits
        s.work[layable] = face
        layable += is_new and not fits
        last = face
        card = after(s, card)
    if s.amend:
        n = layable = 0
    plays = n
    for pile in zone(seat):
        if top(s, pile) >= 0:
            moves[n] = FROM_ZONE + top_face(s, pile)
            n += matches(s, top_face(s, pile))
    if n == plays or s.vigilance:  # KOL-09
        for i in range(layable):
            moves[n] = LAY + s.work[i]
            n += 1
    if card >= 0 and not s.amend:
        n = joker_moves(s, seat, moves, n)
    return n


@rule
def joker_moves(s: Table, seat: Seat, moves: Vector, n: int) -> int:
    """KOL-14  A joker with each call; KOL-R3: as the last card without one."""
    for m in range(CALL, CALL_OUT):
        if refuse_joker(s, m, size(s, HAND + seat) == 1) == 0:
            moves[n] = m
            n += 1
    return n


# Playing


@rule
def play(s: Table, seat: Seat, m: Move) -> None:
    """KOL-03  One card; or a reaction to the card before."""
    if m == CALL_OUT:
        call_out(s, seat)
    elif m == PASS:
        decline(s, seat)
    else:
        close_window(s)
        play_card(s, seat, m, held_card(s, seat, m))


@rule
def play_card(s: Table, seat: Seat, m: Move, card: Card) -> None:
    """KOL-05, KOL-06  A card on the discard draws nothing; KOL-07: a card laid does."""
    if LAY <= m < CALL:
        lay(s, seat, card)
    else:
        discard(s, card, m - CALL if CALL <= m < LAST_JOKER else -1)
        end_turn(s, seat)


@rule
def discard(s: Table, card: Card, call: int) -> None:
    """KOL-04  The new top says what matches; KOL-15: a call stands until some card covers the joker."""
    move(s, card, DISCARD)
    s.call = call
    set_wanted(s)


@rule
def lay(s: Table, seat: Seat, card: Card) -> None:
    """KOL-07  Onto the pile of its colour, and one card is drawn; KOL-17: so this does not end the round."""
    face = s.face[card]
    move(s, card, ZONE + COLOURS * seat + colour(face))
    draw(s, seat)
    if s.vigilance and size(s, HAND + seat):
        s.laid = face  # KOL-R6
        ask_seats(s, EVERYONE & ~(1 << seat))
    end_turn(s, seat)  # KOL-R2: the round ends if there was nothing to draw for an empty hand


@rule
def draw(s: Table, seat: Seat) -> None:
    """KOL-07  One card from the stock; KOL-R7: it is made anew only now; KOL-R2: if there is a card at all."""
    if size(s, STOCK) == 0:
        renew_stock(s)
    if size(s, STOCK):
        move(s, top(s, STOCK), HAND + seat)
    else:
        note(s, E_DRY, seat, 0, 0, 0)


@rule
def renew_stock(s: Table) -> None:
    """KOL-12  The top of the discard stays, with its call; all the others are shuffled into a new stock."""
    if renew(s, DISCARD, STOCK):
        note(s, E_RESHUFFLE, 0, 0, 0, 0)


@rule
def end_turn(s: Table, seat: Seat) -> None:
    """KOL-16  Clockwise; KOL-17: an empty hand ends the round; KOL-R6: amending keeps the turn where it was."""
    if size(s, HAND + seat) == 0:
        s.turn = seat
        end_round(s)
    elif s.amend:
        s.amend = 0
    else:
        s.turn = next_seat(s, seat)


# Calling out (vigilance)


@rule
def close_window(s: Table) -> None:
    """KOL-R6  The next card, or the first callout, ends the time for calling out."""
    s.laid = -1
    s.asking = 0


@rule
def decline(s: Table, seat: Seat) -> None:
    """KOL-R6  Who passes lets this lay be; when all have, it can't be called out any more."""
    stop_asking(s, seat)
    if s.asking == 0:
        close_window(s)


@rule
def was_wrong(s: Table) -> bool:
    """KOL-R6  The lay was wrong if, before it, a visible top of that zone matched."""
    own = ZONE + COLOURS * offender(s) + colour(s.laid)
    for pile in zone(offender(s)):
        card = top(s, pile)
        if pile == own:
            card = after(s, card)
        if card >= 0 and matches(s, s.face[card]):
            return True
    return False


@rule
def call_out(s: Table, caller: Seat) -> None:
    """KOL-R6  Right: the card goes back to its owner, who amends. Wrong: the caller draws."""
    if was_wrong(s):
        card = top(s, ZONE + COLOURS * offender(s) + colour(s.laid))
        note(s, E_RIGHT, offender(s), s.laid, 0, 0)
        move(s, card, HAND + offender(s))
        s.amend = 1
    else:
        note(s, E_WRONG, caller, 0, 0, 0)
        draw(s, caller)
    close_window(s)


# The end of a round


@rule
def end_round(s: Table) -> None:
    """KOL-17  All hands are turned up and scored; KOL-19: then the game ends, or a new round is dealt."""
    for seat in range(s.seats):
        reveal(s, HAND + seat)
    for seat in range(s.seats):
        points = round_score(s, seat)
        s.score[seat] += points
        note(s, E_SCORE, seat, points, s.score[seat], 0)
    if is_last_round(s):
        s.over = 1
    else:
        s.round += 1
        s.first = next_seat(s, s.first)  # KOL-R1
        deal_round(s)
        note(s, E_ROUND, s.round, s.first, 0, 0)
