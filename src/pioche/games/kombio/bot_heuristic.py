"""A rule of thumb for Kombio: keep low cards, slap what is known, look at what is not, call when the grid is light."""

from __future__ import annotations

from pioche.core import Card, Move, Seat, rule, size, top
from pioche.games.kombio.cards import DISCARD, DRAWN, FIRST_ACTION, LOWEST, SLOTS
from pioche.games.kombio.grid import card_in, is_filled, owner, slots_of, top_value
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
    second_of,
)
from pioche.games.kombio.rounds import sum_of
from pioche.games.kombio.state import KombioState

POINT = 100
UNKNOWN = 630  # what a card is worth on average, in hundredths of a point
A_DRAW = 150  # what a draw is hoped to bring
LIGHT = 700  # a grid that is thought to be lighter than this calls
NEWS = 60  # what it is worth to learn a card


@rule
def heuristic(s: KombioState, seat: Seat, m: Move) -> int:
    """By what the move is: a card for a card, an action, a slap, or a call."""
    if m < LOOK:
        return turn_value(s, seat, m)
    if m <= SKIP:
        return action_value(s, seat, m)
    if m < SLAP:
        return settle_value(s, seat, m)
    return slap_value(s, seat, m - SLAP) if m < PASS else 0


@rule
def evaluate(s: KombioState, seat: Seat) -> int:
    """KOM-20  The fewest points win; before the end of a round its cards count as they lie."""
    return -POINT * (s.score[seat] if s.over or s.turns == 0 else s.score[seat] + sum_of(s, seat))


@rule
def knows(s: KombioState, seat: Seat, card: Card) -> bool:
    return s.known[card] >> seat & 1 == 1


@rule
def guess(s: KombioState, seat: Seat, slot: int) -> int:
    """What a seat thinks a card costs: its value if it knows it, else the average."""
    card = card_in(s, slot)
    return POINT * (s.face[card] + LOWEST) if knows(s, seat, card) else UNKNOWN


@rule
def grid_guess(s: KombioState, seat: Seat) -> int:
    """What a seat thinks its own grid costs."""
    total = 0
    for slot in slots_of(seat):
        if is_filled(s, slot):
            total += guess(s, seat, slot)
    return total


@rule
def turn_value(s: KombioState, seat: Seat, m: Move) -> int:
    """Draw, unless the top of the discard is worth taking; keep a card that is lower than one of mine."""
    if m == DRAW or m == IDLE:
        return A_DRAW
    if m == KOMBIO:
        return 5 * POINT if grid_guess(s, seat) <= LIGHT else -9 * POINT
    if m < KOMBIO:
        return guess(s, seat, SLOTS * seat + m - TAKE) - POINT * top_value(s)
    drawn = s.face[top(s, DRAWN)] + LOWEST if size(s, DRAWN) else 0
    if m == DISCARD_DRAWN:
        return NEWS if drawn >= FIRST_ACTION else 0
    slot = SLOTS * seat + m - KEEP
    return guess(s, seat, slot) - POINT * drawn + (0 if knows(s, seat, card_in(s, slot)) else NEWS)


@rule
def action_value(s: KombioState, seat: Seat, m: Move) -> int:
    """Look at my own unknown cards first; exchange one of mine for another's that I know to be lower."""
    if m == SKIP:
        return 0
    if m < LOOK_TWO:
        return news(s, seat, m - LOOK)
    if m < EXCHANGE:
        return news(s, seat, first_of(m - LOOK_TWO)) + news(s, seat, second_of(m - LOOK_TWO))
    return exchange_value(s, seat, first_of(m - EXCHANGE), second_of(m - EXCHANGE))


@rule
def news(s: KombioState, seat: Seat, slot: int) -> int:
    if knows(s, seat, card_in(s, slot)):
        return 1
    return 2 * NEWS if owner(slot) == seat else NEWS


@rule
def exchange_value(s: KombioState, seat: Seat, a: int, b: int) -> int:
    """What my card costs more than the one I get for it; between others, or of two of mine, nothing is won."""
    if (owner(a) == seat) == (owner(b) == seat):
        return -1
    gained = guess(s, seat, a) - guess(s, seat, b)
    return (gained if owner(a) == seat else -gained) - POINT


@rule
def slap_value(s: KombioState, seat: Seat, slot: int) -> int:
    """Only a card that I know to match: away with it, or with the worst of mine as a gift."""
    card = card_in(s, slot)
    if not knows(s, seat, card) or s.face[card] != s.face[top(s, DISCARD)]:
        return -5 * POINT
    return 3 * POINT + (guess(s, seat, slot) if owner(slot) == seat else worst(s, seat))


@rule
def worst(s: KombioState, seat: Seat) -> int:
    """The highest cost among a seat's own cards."""
    most = 0
    for slot in slots_of(seat):
        if is_filled(s, slot):
            most = max(most, guess(s, seat, slot))
    return most


@rule
def settle_value(s: KombioState, seat: Seat, m: Move) -> int:
    """Give the worst card away; hand over a card that is high, for the slapper's penalty is an average one."""
    if m < HAND_OVER:
        return guess(s, seat, SLOTS * seat + m - GIVE)
    return UNKNOWN if m == KEEP_CARD else 2 * guess(s, seat, s.named)
