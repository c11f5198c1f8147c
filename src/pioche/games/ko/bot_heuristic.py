"""A rule of thumb for KO: collect the colour I have most of, throw away the rest, lay whatever may be laid."""

from __future__ import annotations

from pioche.core import Face, Move, Place, Seat, after, bottom, rule, size, top
from pioche.games.ko.cards import (
    ACTION,
    CHOSEN,
    COLOURS,
    KO,
    OPEN,
    PEEK1,
    PEEK2,
    REV,
    ROT,
    SKIP,
    STEAL,
    SUITE,
    SWAP,
    TRUMP,
    TRUMPS,
    bits,
    number_bit,
    suit,
)
from pioche.games.ko.moves import M_DISCARD, M_DONE, M_EFFECT, M_LAY, M_NO_EFFECT, M_OPEN, M_STOCK, M_TAKE, M_TARGET
from pioche.games.ko.state import KoState
from pioche.games.ko.suites import KOS, look_through, suite_colour, suite_numbers

POINT = 100


@rule
def heuristic(s: KoState, seat: Seat, m: Move) -> int:
    """By the step of the turn that the move belongs to."""
    if m < M_DISCARD:
        return -9 * POINT  # a change of colour throws too much away
    if m < M_LAY:
        return discard_value(s, seat, m - M_DISCARD)
    if m < M_EFFECT:
        return lay_value(s, seat, m - M_LAY)
    if m < M_TARGET:
        return effect_value(s, ACTION + m - M_EFFECT) if m < M_NO_EFFECT else POINT // 10
    if m < M_STOCK:
        return POINT * size(s, SUITE + m - M_TARGET)  # whoever is closest to the end
    if m < M_TAKE:
        return source_value(s, seat, m)
    return use(s, seat, m - M_TAKE) if m < M_DONE else 0


@rule
def evaluate(s: KoState, seat: Seat) -> int:
    """The cards of the suite, and in hand those that would go there, at half."""
    lying, colour = suite_numbers(s, seat), wanted_colour(s, seat)
    look_through(s, seat)
    useful = bits((s.work[colour] | s.work[TRUMPS]) & ~lying) + s.work[KOS]
    return POINT * size(s, SUITE + seat) + POINT * useful // 2


@rule
def wanted_colour(s: KoState, seat: Seat) -> int:
    """The colour of the suite; without one, the colour with most numbers in hand."""
    own = suite_colour(s, seat)
    if own >= 0:
        return own
    look_through(s, seat)
    best = 0
    for colour in range(COLOURS):
        if bits(s.work[colour]) > bits(s.work[best]):
            best = colour
    return best


@rule
def discard_value(s: KoState, seat: Seat, face: Face) -> int:
    """What is of no use goes, as much of it together as may be; of action cards with an effect one a turn."""
    if face >= ACTION and effect_value(s, face) > 0:
        return POINT // 2 if bottom_face(s, CHOSEN + seat) < ACTION else -POINT
    value = 2 * POINT - 3 * use(s, seat, face)
    return value + 10 * company(s, seat, face) if value > 0 and face < TRUMP else value


@rule
def bottom_face(s: KoState, place: Place) -> Face:
    """The highest face of a set; -1 if it is empty."""
    card = bottom(s, place)
    return s.face[card] if card >= 0 else -1


@rule
def company(s: KoState, seat: Seat, face: Face) -> int:
    """How many other useless cards could go with this one: those of its colour, or those of its number."""
    wanted = wanted_colour(s, seat)
    look_through(s, seat)
    alike = 0
    for colour in range(COLOURS):
        alike += colour != wanted and s.work[colour] & number_bit(face) > 0
    return max(alike, bits(s.work[suit(face)]) if suit(face) != wanted else 0)


@rule
def use(s: KoState, seat: Seat, face: Face) -> int:
    """What a card is good for: to be laid now or later, or for its effect."""
    if face >= ACTION:
        return effect_value(s, face) // 4
    if face == KO:
        return 3 * POINT
    if suite_numbers(s, seat) & number_bit(face):
        return 0
    if suit(face) == TRUMPS:
        return 2 * POINT
    return 3 * POINT if suit(face) == wanted_colour(s, seat) else 0


@rule
def lay_value(s: KoState, seat: Seat, face: Face) -> int:
    """Everything of the colour; trumps and KO cards after the true ones."""
    if face >= TRUMP:
        return 2 * POINT if face < KO else POINT
    return 3 * POINT if suit(face) == wanted_colour(s, seat) else -POINT


@rule
def effect_value(s: KoState, face: Face) -> int:
    """To choose cards out of a hand is best, or, with two, to play again; to give the own hand away is worst."""
    if s.seats == 2 and (face == SKIP or face == REV):
        return 5 * POINT // 2
    if face == PEEK2 or face == PEEK1:
        return 3 * POINT if face == PEEK2 else 2 * POINT
    if face == SKIP or face == STEAL:
        return POINT if face == SKIP else POINT // 2
    return -3 * POINT if face == SWAP or face == ROT else 0


@rule
def source_value(s: KoState, seat: Seat, m: Move) -> int:
    """The open discard for the useful cards in it, the stock for what it may hold."""
    if m == M_STOCK:
        return s.need * POINT // 2
    total, left = 0, s.need
    card = top(s, OPEN)
    while card >= 0 and left > 0:
        worth = use(s, seat, s.face[card])
        total += worth
        left -= worth > 0
        card = after(s, card)
    return total if m == M_OPEN else 0
