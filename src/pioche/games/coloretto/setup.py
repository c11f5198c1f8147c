"""Setting up a table of Coloretto: the deck, the start cards, the stock with its last-round card."""

from __future__ import annotations

from pioche.core import (
    BOX,
    CARD_NONE,
    EVERYONE,
    FIRST_OWN,
    Card,
    Place,
    Seat,
    Vector,
    after,
    before,
    bottom,
    count,
    find,
    insert,
    lay_out,
    lift,
    move,
    note,
    pick,
    rule,
    shuffle,
    size,
    top,
)
from pioche.games.coloretto.cards import (
    CARDS,
    COLOURS,
    COPIES,
    FIRST_JOKER,
    FIRST_PLUS,
    GOLDEN,
    JOKER,
    LAST,
    LAST_CARD,
    PLUS,
    STOCK,
    TAKEN,
)
from pioche.games.coloretto.state import ColorettoState

# Events beyond the movements of cards, with what their numbers mean.
EVENTS = {
    "drawn": ("seat", "card"),
    "last": (),
    "golden": ("row", "card"),
    "gone": ("row",),
    "round": ("seat",),
    "stock": (),
}
E_DRAWN, E_LAST, E_GOLDEN, E_GONE, E_ROUND, E_STOCK = range(FIRST_OWN, FIRST_OWN + len(EVENTS))


@rule
def unpack(s: ColorettoState, to: Place) -> None:
    """The deck of 77 cards. COL-R10: a golden joker stands in for a plain one."""
    lay_out(s, to)
    for card in range(CARDS):
        if card < FIRST_PLUS:
            s.face[card] = card // COPIES
        else:
            s.face[card] = PLUS if card < FIRST_JOKER else JOKER
    if s.golden:
        s.face[LAST_CARD - 1] = GOLDEN
    s.face[LAST_CARD] = LAST


@rule
def deal(s: ColorettoState) -> None:
    """COL-R5  First seat and start colours at random, or the colours chosen."""
    unpack(s, BOX)
    s.over = s.last = s.taken = s.out = s.without = 0
    s.first = s.turn = pick(s.rng, s.seats)
    for _ in range(COLOURS - colours_in_play(s)):
        remove_colour(s, random_colour(s))
    if s.start == 0:
        for seat in range(s.seats):
            for _ in range(start_cards(s)):
                take_start_card(s, seat, random_colour(s))
        make_stock(s)


@rule
def colours_in_play(s: ColorettoState) -> int:
    """COL-R11  Five colours for two, six for three, all seven for more."""
    return min(s.seats + 3, COLOURS)


@rule
def start_cards(s: ColorettoState) -> int:
    """COL-01  Two start cards each with two players, otherwise one."""
    return 2 if s.seats == 2 else 1


@rule
def remove_colour(s: ColorettoState, colour: int) -> None:
    """COL-R11  A colour out of play stays in the box, and everybody knows it."""
    s.without |= 1 << colour
    for card in range(colour * COPIES, (colour + 1) * COPIES):
        s.known[card] = EVERYONE


@rule
def is_free(s: ColorettoState, colour: int) -> bool:
    """COL-01  No two start cards have the same colour."""
    if s.without >> colour & 1:
        return False
    for seat in range(s.seats):
        if count(s, TAKEN + seat, colour):
            return False
    return True


@rule
def random_colour(s: ColorettoState) -> int:
    """One of the colours still free, each equally likely."""
    free = 0
    for colour in range(COLOURS):
        if is_free(s, colour):
            free += 1
    left = pick(s.rng, free)
    for colour in range(COLOURS):
        if is_free(s, colour):
            if left == 0:
                return colour
            left -= 1
    return 0


@rule
def take_start_card(s: ColorettoState, seat: Seat, colour: int) -> None:
    """COL-01  A start card comes out of the deck before the stock is made."""
    move(s, find(s, BOX, colour), TAKEN + seat)


@rule
def make_stock(s: ColorettoState) -> None:
    """COL-02  The rest is shuffled; the last-round card goes among the last fifteen."""
    card = top(s, BOX)
    while card >= 0:
        following = after(s, card)
        if s.known[card] != EVERYONE and s.face[card] != LAST:
            lift(s, card)
            insert(s, card, STOCK, bottom(s, STOCK))
        card = following
    shuffle(s, STOCK)
    card = find(s, BOX, LAST)
    under = cards_under_last(s, size(s, STOCK) + 1, s.rng)
    lift(s, card)
    insert(s, card, STOCK, from_bottom(s, under))
    note(s, E_STOCK, 0, 0, 0, 0)


@rule
def cards_under_last(s: ColorettoState, stock: int, words: Vector) -> int:
    """COL-02  0 to 14 cards under the last-round card. COL-R6: or exactly 15."""
    if s.last_round == 1:
        return min(15, stock - 1)
    return pick(words, min(15, stock))


@rule
def from_bottom(s: ColorettoState, n: int) -> Card:
    """The stock's card with n cards under it."""
    card = bottom(s, STOCK)
    for _ in range(n):
        card = before(s, card)
    return card


@rule
def repair(s: ColorettoState, seat: Seat, words: Vector) -> None:
    """COL-02  Where the cards hidden from a seat are dealt anew, the last-round card stays among the last."""
    last = 0
    while s.face[last] != LAST:
        last += 1
    if s.last or size(s, STOCK) == 0 or s.known[last] >> seat & 1:
        return
    spot = hidden_spot(s, seat, words)
    if spot >= 0:
        s.face[last] = s.face[spot]
        s.face[spot] = LAST


@rule
def hidden_spot(s: ColorettoState, seat: Seat, words: Vector) -> Card:
    """COL-02  One of the last cards of the stock that a seat does not know; COL-R6: or the one above 15."""
    n = 1 + cards_under_last(s, size(s, STOCK), words) if s.last_round else min(15, size(s, STOCK))
    hidden, chosen = 0, CARD_NONE
    for under in range(n - 1 if s.last_round else 0, n):
        card = from_bottom(s, under)
        if not s.known[card] >> seat & 1:
            hidden += 1
            if pick(words, hidden) == 0:
                chosen = card
    return chosen
