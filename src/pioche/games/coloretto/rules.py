"""The rules of Coloretto: turns. Each function is a rule, its docstring gives the id and says it in a sentence."""

from __future__ import annotations

from pioche.core import (
    BOX,
    TURN,
    Card,
    Move,
    Seat,
    Vector,
    actor,
    count,
    move,
    next_seat,
    note,
    refusals,
    rule,
    size,
    top,
)
from pioche.games.coloretto.cards import DRAWN, GOLDEN, GONE, LAST, ROW, STOCK, TAKEN
from pioche.games.coloretto.setup import (
    E_DRAWN,
    E_GOLDEN,
    E_GONE,
    E_LAST,
    E_ROUND,
    is_free,
    make_stock,
    start_cards,
    take_start_card,
)
from pioche.games.coloretto.state import ColorettoState

# Moves by number, in the order in which they are listed.
DRAW, TAKE, PLACE, CHOOSE, MOVES = 0, 1, 6, 11, 18

COL_01, COL_03, COL_05, COL_06, COL_07 = refusals("COL-01", "COL-03", "COL-05", "COL-06", "COL-07")
COL_R1, COL_R2, COL_R5, COL_R11 = refusals("COL-R1", "COL-R2", "COL-R5", "COL-R11")


# Whose turn, and what is legal


@rule
def rows(s: ColorettoState) -> int:
    """COL-03  As many rows as players, three for two players."""
    return max(s.seats, 3)


@rule
def capacity(s: ColorettoState, row: int) -> int:
    """COL-05  Three cards a row; 1, 2 and 3 with two players. COL-R10: one more with the golden joker."""
    room = row + 1 if s.seats == 2 else 3
    return room + count(s, ROW + row, GOLDEN) if s.golden else room


@rule
def is_taken(s: ColorettoState, row: int) -> bool:
    """COL-07  A row that was taken is gone for this round."""
    return s.taken >> row & 1 == 1


@rule
def has_room(s: ColorettoState, row: int) -> bool:
    """COL-05, COL-R11  Not taken and not full; `+` and jokers count."""
    return not is_taken(s, row) and size(s, ROW + row) < capacity(s, row)


@rule
def some_row_has_room(s: ColorettoState) -> bool:
    """COL-06  If every row left is full, nothing can be drawn."""
    for row in range(rows(s)):
        if has_room(s, row):
            return True
    return False


@rule
def only_empty_rows(s: ColorettoState) -> bool:
    """COL-R1  The stock is empty and so is every row left: then an empty row may be taken."""
    if size(s, STOCK):
        return False
    for row in range(rows(s)):
        if size(s, ROW + row):
            return False
    return True


@rule
def is_choosing(s: ColorettoState) -> bool:
    """COL-R5  Start cards are chosen, and the seat in turn still lacks one."""
    return s.start == 1 and size(s, TAKEN + s.turn) < start_cards(s) and size(s, STOCK) == 0


@rule
def refusal(s: ColorettoState, seat: Seat, m: Move) -> int:
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
def refuse_choice(s: ColorettoState, colour: int) -> int:
    """COL-R5  While start cards are chosen nothing else is legal; COL-01: each colour once."""
    if colour < 0:
        return COL_R5
    if s.without >> colour & 1:
        return COL_R11
    return 0 if is_free(s, colour) else COL_01


@rule
def refuse_draw(s: ColorettoState) -> int:
    """COL-05  One card at a time; COL-R2: from a stock that has one; COL-06: for a row with room."""
    if size(s, DRAWN):
        return COL_05
    if size(s, STOCK) == 0:
        return COL_R2
    return 0 if some_row_has_room(s) else COL_06


@rule
def refuse_take(s: ColorettoState, row: int) -> int:
    """COL-07  Take a row that is still there; COL-R1: not an empty one."""
    if size(s, DRAWN):
        return COL_05
    if row >= rows(s):
        return COL_03
    if is_taken(s, row):
        return COL_07
    return COL_R1 if size(s, ROW + row) == 0 and not only_empty_rows(s) else 0


@rule
def refuse_place(s: ColorettoState, row: int) -> int:
    """COL-05  A drawn card goes on a row that is neither taken nor full."""
    if size(s, DRAWN) == 0:
        return COL_05
    if row >= rows(s):
        return COL_03
    return 0 if has_room(s, row) else COL_05


@rule
def legal(s: ColorettoState, seat: Seat, moves: Vector) -> int:
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
def play(s: ColorettoState, seat: Seat, m: Move) -> None:
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
def draw(s: ColorettoState, seat: Seat) -> None:
    """COL-05  Turn the top card over. COL-09: if there is none after the last-round card, the seat must take."""
    card = next_card(s)
    if card >= 0:
        move(s, card, DRAWN)
        note(s, E_DRAWN, seat, s.face[card], 0, 0)


@rule
def next_card(s: ColorettoState) -> Card:
    """COL-09  The last-round card is set aside, and the next one drawn."""
    card = top(s, STOCK)
    if card >= 0 and s.face[card] == LAST:
        s.last = 1
        move(s, card, BOX)
        note(s, E_LAST, 0, 0, 0, 0)
        card = top(s, STOCK)
    return card


@rule
def place(s: ColorettoState, row: int) -> None:
    """COL-05  The drawn card goes face up on the row."""
    card = top(s, DRAWN)
    move(s, card, ROW + row)
    if s.face[card] == GOLDEN:
        follow_golden(s, row)
    pass_turn(s)


@rule
def follow_golden(s: ColorettoState, row: int) -> None:
    """COL-R10  A second card follows the golden joker onto the same row."""
    card = next_card(s)
    if card >= 0:
        move(s, card, ROW + row)
        note(s, E_GOLDEN, row, s.face[card], 0, 0)


@rule
def take(s: ColorettoState, seat: Seat, row: int) -> None:
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
def pass_turn(s: ColorettoState) -> None:
    """COL-07  Clockwise, past the seats that have taken."""
    s.turn = next_seat(s, s.turn)
    while s.out >> s.turn & 1:
        s.turn = next_seat(s, s.turn)


@rule
def end_round(s: ColorettoState) -> None:
    """COL-08  The rows come back empty, and who took last begins; unless this was the last round."""
    put_out_left_rows(s)
    if s.last or size(s, STOCK) == 0:  # COL-09, COL-R2
        s.over = 1
    else:
        s.taken = s.out = 0
        s.first = s.turn
        note(s, E_ROUND, s.turn, 0, 0, 0)


@rule
def put_out_left_rows(s: ColorettoState) -> None:
    """COL-R9  With two players the row that nobody took leaves the game with its cards."""
    for row in range(rows(s)):
        if not is_taken(s, row):
            s.taken |= 1 << row
            while size(s, ROW + row):
                move(s, top(s, ROW + row), GONE)
            note(s, E_GONE, row, 0, 0, 0)


@rule
def choose(s: ColorettoState, seat: Seat, colour: int) -> None:
    """COL-R5  In seat order, twice round with two players; then the stock is made."""
    take_start_card(s, seat, colour)
    s.turn = next_seat(s, s.turn)
    if not is_choosing(s):
        make_stock(s)
