"""The rules of Kolpa! Each function is a rule: its docstring gives the id and says it in a sentence."""

from __future__ import annotations

from pioche.core import (
    EVERYONE,
    FIRST_OWN,
    Card,
    Move,
    Place,
    Seat,
    after,
    ask_seats,
    lay_out,
    move,
    next_seat,
    note,
    pick,
    reshuffle_discard,
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
from pioche.games.kolpa.matching import matches, set_wanted
from pioche.games.kolpa.moves import (
    CALL,
    CALL_OUT,
    LAST_JOKER,
    LAY,
    PASS,
    held_card,
    offender,
)
from pioche.games.kolpa.scoring import is_last_round, round_score
from pioche.games.kolpa.state import KolpaState

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


# Setting up


@rule
def unpack(s: KolpaState, to: Place) -> None:
    """The deck: two of every colour and number, and four jokers."""
    lay_out(s, to)
    for card in range(CARDS):
        s.face[card] = min(card // COPIES, JOKER)


@rule
def deal(s: KolpaState) -> None:
    """KOL-R1  The first seat of the first round is drawn at random."""
    for seat in range(s.seats):
        s.score[seat] = 0
    s.over = 0
    s.round = 1
    s.first = pick(s.rng, s.seats)
    deal_round(s)


@rule
def deal_round(s: KolpaState) -> None:
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


# Playing


@rule
def play(s: KolpaState, seat: Seat, m: Move) -> None:
    """KOL-03  One card; or a reaction to the card before."""
    if m == CALL_OUT:
        call_out(s, seat)
    elif m == PASS:
        decline(s, seat)
    else:
        close_window(s)
        play_card(s, seat, m, held_card(s, seat, m))


@rule
def play_card(s: KolpaState, seat: Seat, m: Move, card: Card) -> None:
    """KOL-05, KOL-06  A card on the discard draws nothing; KOL-07: a card laid does."""
    if LAY <= m < CALL:
        lay(s, seat, card)
    else:
        discard(s, card, m - CALL if CALL <= m < LAST_JOKER else -1)
        end_turn(s, seat)


@rule
def discard(s: KolpaState, card: Card, call: int) -> None:
    """KOL-04  The new top says what matches; KOL-15: a call stands until some card covers the joker."""
    move(s, card, DISCARD)
    s.call = call
    set_wanted(s)


@rule
def lay(s: KolpaState, seat: Seat, card: Card) -> None:
    """KOL-07  Onto the pile of its colour, and one card is drawn; KOL-17: so this does not end the round."""
    face = s.face[card]
    move(s, card, ZONE + COLOURS * seat + colour(face))
    draw(s, seat)
    if s.vigilance and size(s, HAND + seat):
        s.laid = face  # KOL-R6
        ask_seats(s, EVERYONE & ~(1 << seat))
    end_turn(s, seat)  # KOL-R2: the round ends if there was nothing to draw for an empty hand


@rule
def draw(s: KolpaState, seat: Seat) -> None:
    """KOL-07  One card from the stock; KOL-R7: made anew now, or when it has run out; KOL-R2: if there is a card."""
    if size(s, STOCK) == 0:
        renew_stock(s)
    if size(s, STOCK):
        move(s, top(s, STOCK), HAND + seat)
    else:
        note(s, E_DRY, seat, 0, 0, 0)
    if s.renew and size(s, STOCK) == 0:
        renew_stock(s)


@rule
def renew_stock(s: KolpaState) -> None:
    """KOL-12  The top of the discard stays, with its call; all the others are shuffled into a new stock."""
    if reshuffle_discard(s, DISCARD, STOCK):
        note(s, E_RESHUFFLE, 0, 0, 0, 0)


@rule
def end_turn(s: KolpaState, seat: Seat) -> None:
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
def close_window(s: KolpaState) -> None:
    """KOL-R6  The next card, or the first callout, ends the time for calling out."""
    s.laid = -1
    s.asking = 0


@rule
def decline(s: KolpaState, seat: Seat) -> None:
    """KOL-R6  Who passes lets this lay be; when all have, it can't be called out any more."""
    stop_asking(s, seat)
    if s.asking == 0:
        close_window(s)


@rule
def was_wrong(s: KolpaState) -> bool:
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
def call_out(s: KolpaState, caller: Seat) -> None:
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
def end_round(s: KolpaState) -> None:
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
