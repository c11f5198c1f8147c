"""Dealing hidden cards anew: suites are legal, and what was begun can be finished.

Faces that nobody has given yet are counted at `work[face]`, and their cards have none (see `hide_faces`). A plan
for all the suites is drawn card by card; one that does not come out is thrown away and drawn again. Nothing here looks
at the faces that were hidden.
"""

from __future__ import annotations

from pioche.core import (
    CARD_NONE,
    Card,
    Face,
    Place,
    Seat,
    Vector,
    after,
    deal_hidden,
    hide_faces,
    pick,
    rule,
    size,
    top,
)
from pioche.games.ko.cards import (
    CARDS,
    CHOSEN,
    COLOURS,
    FIRST_LAYING,
    HAND,
    KO,
    NUMBERS,
    SUITE,
    TRUMP,
    TRUMPS,
    bits,
    number_bit,
    suit,
)
from pioche.games.ko.discard_shapes import gaps, last_in_run
from pioche.games.ko.state import DISCARD, LAY, RECOLOUR, KoState

TRIES, MIXED = 1000, 40  # plans drawn at most; the first ones mix trumps and KO cards in freely

# The work space, beyond the counts of the faces: the numbers left of each colour and of the trumps, the KO cards left;
# for each seat the colour, true numbers, trumps and KO cards planned; numbers and colours that a run lacks.
LEFT = CARDS
LEFT_TRUMPS, LEFT_KOS = LEFT + TRUMPS, LEFT + TRUMPS + 1
PLAN = LEFT + 10
FILLERS = PLAN + 20


@rule
def redeal(s: KoState, seat: Seat, words: Vector) -> None:
    """KOO-02  Deal anew what a seat does not know; the suites of the others stay legal."""
    hide_faces(s, seat)
    if seat != s.turn and not s.over:
        s.was[s.turn] = CARD_NONE
    guess(s, words)


@rule
def guess(s: KoState, words: Vector) -> bool:
    """Deal the faces counted in the work space to the cards that have none; False if no legal way was found."""
    found = False
    tries = 0
    while not found and tries < TRIES:
        found = make_plan(s, tries >= MIXED, words)
        tries += 1
    if found:
        carry_out(s)
    guess_old_colour(s, words)
    deal_hidden(s, words)
    return found


# What must come out


@rule
def is_unfinished(s: KoState, seat: Seat) -> bool:
    """KOO-03, KOO-05  A first laying or a change of colour that has begun and must come to eight."""
    if seat != s.turn or s.over:
        return False
    return s.phase == RECOLOUR or (s.phase == LAY and s.laid > 0 and s.laid == size(s, SUITE + seat))


@rule
def planned_size(s: KoState, seat: Seat) -> int:
    """KOO-03  The suite as it lies there, or the eight cards that it must come to."""
    return max(size(s, SUITE + seat), FIRST_LAYING) if is_unfinished(s, seat) else size(s, SUITE + seat)


@rule
def hidden_cards(s: KoState, place: Place) -> int:
    """How many cards of a place have no face."""
    n = 0
    card = top(s, place)
    while card >= 0:
        n += s.face[card] < 0
        card = after(s, card)
    return n


@rule
def first_hidden(s: KoState, place: Place) -> Card:
    """The first card of a place that has no face, NONE if all have."""
    card = top(s, place)
    while card >= 0 and s.face[card] >= 0:
        card = after(s, card)
    return card


@rule
def missing_numbers(s: KoState) -> int:
    """KOO-06  What the hand must still hold, if the cards chosen can only become a run."""
    if s.phase != DISCARD or s.over:
        return 0
    n, numbers, colour, one_colour = 0, 0, -1, True
    card = top(s, CHOSEN + s.turn)
    while card >= 0 and s.face[card] < TRUMP:
        one_colour = one_colour and (n == 0 or suit(s.face[card]) == colour)
        colour = suit(s.face[card])
        numbers |= number_bit(s.face[card])
        n += 1
        card = after(s, card)
    if one_colour or numbers & (numbers - 1) == 0:
        return 0
    last = last_in_run(s)
    return gaps(numbers) & ~given_numbers(s, HAND + s.turn, last) & ~given_numbers(s, CHOSEN + s.turn, last)


@rule
def given_numbers(s: KoState, place: Place, below: Face) -> int:
    """The numbers of the cards in a place whose faces are given: colours, or (`below` the KO card) trumps too."""
    numbers = 0
    card = top(s, place)
    while card >= 0:
        if 0 <= s.face[card] < below:
            numbers |= number_bit(s.face[card])
        card = after(s, card)
    return numbers


@rule
def given_colour(s: KoState, place: Place) -> int:
    """The colour of the true cards whose faces are given, -1 if there are none."""
    card = top(s, place)
    while card >= 0:
        if 0 <= s.face[card] < TRUMP:
            return suit(s.face[card])
        card = after(s, card)
    return -1


# Drawing a plan


@rule
def make_plan(s: KoState, frugal: bool, words: Vector) -> bool:
    """The cards of all suites and those that a begun run lacks, or False if they do not come out this time."""
    load_faces(s)
    if not plan_fillers(s, words):
        return False
    first = pick(words, s.seats)
    for step in range(s.seats):
        if not plan_suite(s, (first + step) % s.seats, frugal, words):
            return False
    return True


@rule
def load_faces(s: KoState) -> None:
    """What there is to deal from: numbers of each colour, trumps, KO cards."""
    for colour in range(TRUMPS + 1):
        s.work[LEFT + colour] = 0
        for number in range(NUMBERS):
            if s.work[colour * NUMBERS + number]:
                s.work[LEFT + colour] |= 1 << number
    s.work[LEFT_KOS] = s.work[KO]


@rule
def plan_fillers(s: KoState, words: Vector) -> bool:
    """KOO-06  A card of any colour, KOO-R12: or a trump, for every number that the run lacks."""
    numbers = missing_numbers(s)
    n = 0
    for number in range(NUMBERS):
        if numbers >> number & 1:
            colour = colour_with(s, 1 << number, words)
            if colour < 0:
                return False
            s.work[LEFT + colour] &= ~(1 << number)
            s.work[FILLERS + 1 + n] = colour * NUMBERS + number
            n += 1
    s.work[FILLERS] = n
    return n <= hidden_cards(s, HAND + s.turn)


@rule
def colour_with(s: KoState, bit: int, words: Vector) -> int:
    """A colour, or the trumps (KOO-R12), that still has a number, each equally likely; -1 if none has."""
    n, chosen = 0, -1
    for colour in range(COLOURS + (last_in_run(s) > TRUMP)):
        if s.work[LEFT + colour] & bit:
            n += 1
            if pick(words, n) == 0:
                chosen = colour
    return chosen


@rule
def plan_suite(s: KoState, seat: Seat, frugal: bool, words: Vector) -> bool:
    """KOO-02, KOO-R11  One colour, different numbers, at least one true card; what is already given stays."""
    plan = PLAN + 4 * seat
    for i in range(4):
        s.work[plan + i] = 0
    room = hidden_cards(s, SUITE + seat) + hidden_cards(s, HAND + seat)
    need = planned_size(s, seat) - size(s, SUITE + seat) + hidden_cards(s, SUITE + seat)
    if need == 0 or room == 0:
        return True
    return need <= room and plan_cards(s, seat, need, frugal, words)


@rule
def plan_cards(s: KoState, seat: Seat, need: int, frugal: bool, words: Vector) -> bool:
    """KOO-02  First the colour, then one card after the other; KOO-R11: a true one first."""
    plan, numbers = PLAN + 4 * seat, given_numbers(s, SUITE + seat, KO)
    colour = given_colour(s, SUITE + seat)
    true_first = frugal or colour < 0
    if colour < 0:
        colour = plan_colour(s, seat, numbers, need, words)
    if colour < 0:
        return False
    s.work[plan] = colour
    for _ in range(need):
        bit = plan_card(s, plan, numbers, true_first, frugal, words)
        if bit < 0:
            return False
        true_first = frugal
        numbers |= bit
    return True


@rule
def plan_colour(s: KoState, seat: Seat, numbers: int, need: int, words: Vector) -> int:
    """A colour with a true card and enough numbers, trumps and KO cards; KOO-05: not the one just taken up."""
    n, chosen = 0, -1
    for colour in range(COLOURS):
        true_ones = s.work[LEFT + colour] & ~numbers
        all_ones = true_ones | s.work[LEFT_TRUMPS] & ~numbers
        if true_ones and bits(all_ones) + s.work[LEFT_KOS] >= need and colour != s.was[seat]:
            n += 1
            if pick(words, n) == 0:
                chosen = colour
    return chosen


@rule
def plan_card(s: KoState, plan: int, numbers: int, true_first: bool, frugal: bool, words: Vector) -> int:
    """One more card for a suite; the answer is its number's bit, 0 for a KO card, -1 if there is none."""
    true_ones = s.work[LEFT + s.work[plan]] & ~numbers
    trumps = s.work[LEFT_TRUMPS] & ~numbers
    many, more, kos = bits(true_ones), bits(trumps), s.work[LEFT_KOS]
    if true_first and many:
        more = kos = 0
    elif frugal and more:
        kos = 0
    if many + more + kos == 0:
        return -1
    n = pick(words, many + more + kos)
    if n < many:
        bit = nth_bit(true_ones, n)
        s.work[LEFT + s.work[plan]] &= ~bit
        s.work[plan + 1] |= bit
    elif n < many + more:
        bit = nth_bit(trumps, n - many)
        s.work[LEFT_TRUMPS] &= ~bit
        s.work[plan + 2] |= bit
    else:
        bit = 0
        s.work[LEFT_KOS] -= 1
        s.work[plan + 3] += 1
    return bit


@rule
def nth_bit(mask: int, n: int) -> int:
    """The bit that has n set ones beneath it."""
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


# Carrying it out


@rule
def carry_out(s: KoState) -> None:
    """The cards of the plan get their faces: first those of the suite, then those that the hand must hold."""
    for i in range(s.work[FILLERS]):
        give(s, first_hidden(s, HAND + s.turn), s.work[FILLERS + 1 + i])
    for seat in range(s.seats):
        plan = PLAN + 4 * seat
        for number in range(NUMBERS):
            if s.work[plan + 1] >> number & 1:
                give_suite_card(s, seat, s.work[plan] * NUMBERS + number)
        for number in range(NUMBERS):
            if s.work[plan + 2] >> number & 1:
                give_suite_card(s, seat, TRUMP + number)
        for _ in range(s.work[plan + 3]):
            give_suite_card(s, seat, KO)


@rule
def give_suite_card(s: KoState, seat: Seat, face: Face) -> None:
    """Into the suite, or into the hand that is to lay it."""
    card = first_hidden(s, SUITE + seat)
    give(s, card if card >= 0 else first_hidden(s, HAND + seat), face)


@rule
def give(s: KoState, card: Card, face: Face) -> None:
    """A card without a face gets one of those counted."""
    s.face[card] = face
    s.work[face] -= 1


@rule
def guess_old_colour(s: KoState, words: Vector) -> None:
    """KOO-05  While a colour is changed, the old one is any other."""
    if s.phase != RECOLOUR or s.over or s.was[s.turn] >= 0:
        return
    new = given_colour(s, SUITE + s.turn)
    if new < 0:
        new = s.work[PLAN + 4 * s.turn]
    old = pick(words, s.colours - 1)
    s.was[s.turn] = old if old < new else old + 1
