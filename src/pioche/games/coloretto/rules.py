"""The rules of Coloretto. Each function is a rule: its docstring gives the id and says it in a sentence."""

from __future__ import annotations

from pioche.core import (
    BOX,
    CARD_NONE,
    EVERYONE,
    FIRST_OWN,
    TURN,
    Card,
    Mask,
    Move,
    Place,
    Seat,
    Vector,
    actor,
    after,
    before,
    bottom,
    clear,
    count,
    insert,
    lift,
    move,
    next_seat,
    note,
    pick,
    refusals,
    rule,
    shuffle,
    size,
    top,
)
from pioche.games.coloretto.cards import (
    CARDS,
    COLOURS,
    COPIES,
    DRAWN,
    FIRST_JOKER,
    FIRST_PLUS,
    GOLDEN,
    GONE,
    JOKER,
    LAST,
    LAST_CARD,
    PLUS,
    ROW,
    STOCK,
    TAKEN,
)
from pioche.games.coloretto.state import Table

# Moves by number, in the order in which they are listed.
DRAW, TAKE, PLACE, CHOOSE, MOVES = 0, 1, 6, 11, 18

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

COL_01, COL_03, COL_05, COL_06, COL_07 = refusals("COL-01", "COL-03", "COL-05", "COL-06", "COL-07")
COL_R1, COL_R2, COL_R5, COL_R11 = refusals("COL-R1", "COL-R2", "COL-R5", "COL-R11")

BROWN = (0, 1, 3, 6, 10, 15, 21)
GREY = (0, 1, 4, 8, 7, 6, 5)


# Setting up


@rule
def unpack(s: Table, to: Place) -> None:
    """The deck of 77 cards. COL-R10: a golden joker stands in for a plain one."""
    clear(s, to)
    for card in range(CARDS):
        if card < FIRST_PLUS:
            s.face[card] = card // COPIES
        else:
            s.face[card] = PLUS if card < FIRST_JOKER else JOKER
    if s.golden:
        s.face[LAST_CARD - 1] = GOLDEN
    s.face[LAST_CARD] = LAST


@rule
def deal(s: Table) -> None:
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
def colours_in_play(s: Table) -> int:
    """COL-R11  Five colours for two, six for three, all seven for more."""
    return min(s.seats + 3, COLOURS)


@rule
def start_cards(s: Table) -> int:
    """COL-01  Two start cards each with two players, otherwise one."""
    return 2 if s.seats == 2 else 1


@rule
def remove_colour(s: Table, colour: int) -> None:
    """COL-R11  A colour out of play stays in the box, and everybody knows it."""
    s.without |= 1 << colour
    for card in range(colour * COPIES, (colour + 1) * COPIES):
        s.known[card] = EVERYONE


@rule
def is_free(s: Table, colour: int) -> bool:
    """COL-01  No two start cards have the same colour."""
    if s.without >> colour & 1:
        return False
    for seat in range(s.seats):
        if count(s, TAKEN + seat, colour):
            return False
    return True


@rule
def random_colour(s: Table) -> int:
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
def take_start_card(s: Table, seat: Seat, colour: int) -> None:
    """COL-01  A start card comes out of the deck before the stock is made."""
    move(s, top_of_box(s, colour), TAKEN + seat)


@rule
def top_of_box(s: Table, face: int) -> Card:
    card = top(s, BOX)
    while s.face[card] != face:
        card = after(s, card)
    return card


@rule
def make_stock(s: Table) -> None:
    """COL-02  The rest is shuffled; the last-round card goes among the last fifteen."""
    card = top(s, BOX)
    while card >= 0:
        following = after(s, card)
        if s.known[card] != EVERYONE and s.face[card] != LAST:
            lift(s, card)
            insert(s, card, STOCK, bottom(s, STOCK))
        card = following
    shuffle(s, STOCK)
    card = top_of_box(s, LAST)
    under = cards_under_last(s, size(s, STOCK) + 1, s.rng)
    lift(s, card)
    insert(s, card, STOCK, from_bottom(s, under))
    note(s, E_STOCK, 0, 0, 0, 0)


@rule
def cards_under_last(s: Table, stock: int, words: Vector) -> int:
    """COL-02  0 to 14 cards under the last-round card. COL-R6: or exactly 15."""
    if s.last_round == 1:
        return min(15, stock - 1)
    return pick(words, min(15, stock))


@rule
def from_bottom(s: Table, n: int) -> Card:
    """The stock's card with n cards under it."""
    card = bottom(s, STOCK)
    for _ in range(n):
        card = before(s, card)
    return card


@rule
def settle(s: Table, seat: Seat, words: Vector) -> None:
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
def hidden_spot(s: Table, seat: Seat, words: Vector) -> Card:
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


# Whose turn, and what is legal


@rule
def rows(s: Table) -> int:
    """COL-03  As many rows as players, three for two players."""
    return max(s.seats, 3)


@rule
def capacity(s: Table, row: int) -> int:
    """COL-05  Three cards a row; 1, 2 and 3 with two players. COL-R10: one more with the golden joker."""
    room = row + 1 if s.seats == 2 else 3
    return room + count(s, ROW + row, GOLDEN) if s.golden else room


@rule
def is_taken(s: Table, row: int) -> bool:
    """COL-07  A row that was taken is gone for this round."""
    return s.taken >> row & 1 == 1


@rule
def has_room(s: Table, row: int) -> bool:
    """COL-05, COL-R11  Not taken and not full; `+` and jokers count."""
    return not is_taken(s, row) and size(s, ROW + row) < capacity(s, row)


@rule
def some_row_has_room(s: Table) -> bool:
    """COL-06  If every row left is full, nothing can be drawn."""
    for row in range(rows(s)):
        if has_room(s, row):
            return True
    return False


@rule
def only_empty_rows(s: Table) -> bool:
    """COL-R1  The stock is empty and so is every row left: then an empty row may be taken."""
    if size(s, STOCK):
        return False
    for row in range(rows(s)):
        if size(s, ROW + row):
            return False
    return True


@rule
def is_choosing(s: Table) -> bool:
    """COL-R5  Start cards are chosen, and the seat in turn still lacks one."""
    return s.start == 1 and size(s, TAKEN + s.turn) < start_cards(s) and size(s, STOCK) == 0


@rule
def refusal(s: Table, seat: Seat, m: Move) -> int:
    """COL-04  On its turn a seat draws (and then places) or takes."""
    if seat != actor(s):
        return TURN
    if is_choosing(s):
        return refuse_choice(s, m - CHOOSE)
    if m >= CHOOSE:
        return COL_R5
    if m == DRAW:
        return refuse_draw(s)
    if m < PLACE:
        return refuse_take(s, m - TAKE)
    return refuse_place(s, m - PLACE)


@rule
def refuse_choice(s: Table, colour: int) -> int:
    """COL-R5  While start cards are chosen nothing else is legal; COL-01: each colour once."""
    if colour < 0:
        return COL_R5
    if s.without >> colour & 1:
        return COL_R11
    return 0 if is_free(s, colour) else COL_01


@rule
def refuse_draw(s: Table) -> int:
    """COL-05  One card at a time; COL-R2: from a stock that has one; COL-06: for a row with room."""
    if size(s, DRAWN):
        return COL_05
    if size(s, STOCK) == 0:
        return COL_R2
    return 0 if some_row_has_room(s) else COL_06


@rule
def refuse_take(s: Table, row: int) -> int:
    """COL-07  Take a row that is still there; COL-R1: not an empty one."""
    if size(s, DRAWN):
        return COL_05
    if row >= rows(s):
        return COL_03
    if is_taken(s, row):
        return COL_07
    return COL_R1 if size(s, ROW + row) == 0 and not only_empty_rows(s) else 0


@rule
def refuse_place(s: Table, row: int) -> int:
    """COL-05  A drawn card goes on a row that is neither taken nor full."""
    if size(s, DRAWN) == 0:
        return COL_05
    if row >= rows(s):
        return COL_03
    return 0 if has_room(s, row) else COL_05


@rule
def legal(s: Table, seat: Seat, moves: Vector) -> int:
    """The legal moves, in the order draw, take 1 …, place 1 …, choose R …"""
    n = 0
    start, stop = DRAW, PLACE
    if is_choosing(s):
        start, stop = CHOOSE, MOVES
    elif size(s, DRAWN):
        start, stop = PLACE, CHOOSE
    for m in range(start, stop):
        if refusal(s, seat, m) == 0:
            moves[n] = m
            n += 1
    return n


# Playing


@rule
def play(s: Table, seat: Seat, m: Move) -> None:
    """COL-04  Draw, take or place; and choosing a start colour (COL-R5)."""
    if m == DRAW:
        draw(s, seat)
    elif m < PLACE:
        take(s, seat, m - TAKE)
    elif m < CHOOSE:
        place(s, m - PLACE)
    else:
        choose(s, seat, m - CHOOSE)


@rule
def draw(s: Table, seat: Seat) -> None:
    """COL-05  Turn the top card over. COL-09: if there is none after the last-round card, the seat must take."""
    card = next_card(s)
    if card >= 0:
        move(s, card, DRAWN)
        note(s, E_DRAWN, seat, s.face[card], 0, 0)


@rule
def next_card(s: Table) -> Card:
    """COL-09  The last-round card is set aside, and the next one drawn."""
    card = top(s, STOCK)
    if card >= 0 and s.face[card] == LAST:
        s.last = 1
        move(s, card, BOX)
        note(s, E_LAST, 0, 0, 0, 0)
        card = top(s, STOCK)
    return card


@rule
def place(s: Table, row: int) -> None:
    """COL-05  The drawn card goes face up on the row."""
    card = top(s, DRAWN)
    move(s, card, ROW + row)
    if s.face[card] == GOLDEN:
        follow_golden(s, row)
    pass_turn(s)


@rule
def follow_golden(s: Table, row: int) -> None:
    """COL-R10  A second card follows the golden joker onto the same row."""
    card = next_card(s)
    if card >= 0:
        move(s, card, ROW + row)
        note(s, E_GOLDEN, row, s.face[card], 0, 0)


@rule
def take(s: Table, seat: Seat, row: int) -> None:
    """COL-07  The row's cards come before the seat; row and seat are out of the round."""
    while size(s, ROW + row):
        move(s, top(s, ROW + row), TAKEN + seat)
    s.taken |= 1 << row
    s.out |= 1 << seat
    if s.out == (1 << s.seats) - 1:
        end_round(s)
    else:
        pass_turn(s)


@rule
def pass_turn(s: Table) -> None:
    """COL-07  Clockwise, past the seats that have taken."""
    s.turn = next_seat(s, s.turn)
    while s.out >> s.turn & 1:
        s.turn = next_seat(s, s.turn)


@rule
def end_round(s: Table) -> None:
    """COL-08  The rows come back empty, and who took last begins; unless this was the last round."""
    put_out_left_rows(s)
    if s.last or size(s, STOCK) == 0:  # COL-09, COL-R2
        s.over = 1
    else:
        s.taken = s.out = 0
        s.first = s.turn
        note(s, E_ROUND, s.turn, 0, 0, 0)


@rule
def put_out_left_rows(s: Table) -> None:
    """COL-R9  With two players the row that nobody took leaves the game with its cards."""
    for row in range(rows(s)):
        if not is_taken(s, row):
            s.taken |= 1 << row
            while size(s, ROW + row):
                move(s, top(s, ROW + row), GONE)
            note(s, E_GONE, row, 0, 0, 0)


@rule
def choose(s: Table, seat: Seat, colour: int) -> None:
    """COL-R5  In seat order, twice round with two players; then the stock is made."""
    take_start_card(s, seat, colour)
    s.turn = next_seat(s, s.turn)
    if not is_choosing(s):
        make_stock(s)


# Scoring


@rule
def score(s: Table, seat: Seat) -> int:
    """COL-12  The best total of the colours, and 2 for each `+`."""
    count_cards(s, seat)
    return best_total(s) + 2 * s.work[PLUS]


@rule
def best_total(s: Table) -> int:
    """COL-10, COL-R3, COL-R4  The best over all the colours that the counted jokers may become."""
    jokers = s.work[JOKER] + s.work[GOLDEN]
    best = -1000
    for first in range(COLOURS if jokers > 0 else 1):
        for second in range(first, COLOURS if jokers > 1 else first + 1):
            for third in range(second, COLOURS if jokers > 2 else second + 1):
                if may_become(s, first, second, third, jokers):
                    recolour(s, first, second, third, jokers, 1)
                    best = max(best, colour_points(s))
                    recolour(s, first, second, third, jokers, -1)
    return best


@rule
def count_cards(s: Table, seat: Seat) -> None:
    """How many of each face the seat has, into the work space."""
    for face in range(LAST):
        s.work[face] = 0
    card = top(s, TAKEN + seat)
    while card >= 0:
        s.work[s.face[card]] += 1
        card = after(s, card)


@rule
def may_become(s: Table, first: int, second: int, third: int, jokers: int) -> bool:
    """COL-R4  Any colour in play."""
    wanted = (jokers > 0) << first | (jokers > 1) << second | (jokers > 2) << third
    return s.without & wanted == 0


@rule
def recolour(s: Table, first: int, second: int, third: int, jokers: int, by: int) -> None:
    """Count the jokers as these colours, or take them off again."""
    if jokers > 0:
        s.work[first] += by
    if jokers > 1:
        s.work[second] += by
    if jokers > 2:
        s.work[third] += by


@rule
def colour_points(s: Table) -> int:
    """COL-10  The three best colours count plus, the others minus."""
    total = best = second = third = 0
    for colour in range(COLOURS):
        points = worth(s, s.work[colour])
        total += points
        if points > best:
            best, second, third = points, best, second
        elif points > second:
            second, third = points, second
        elif points > third:
            third = points
    return 2 * (best + second + third) - total


@rule
def worth(s: Table, cards: int) -> int:
    """COL-11  A colour is worth 1, 3, 6, 10, 15, 21; COL-R7: or 1, 4, 8, 7, 6, 5."""
    n = min(cards, 6)
    return GREY[n] if s.table == 1 else BROWN[n]


@rule
def winners(s: Table) -> Mask:
    """COL-13  The highest score wins; COL-R8: ties share."""
    best, mask = -1000, 0
    for seat in range(s.seats):
        points = score(s, seat)
        if points >= best:
            mask = mask | 1 << seat if points == best else 1 << seat
            best = points
    return mask
