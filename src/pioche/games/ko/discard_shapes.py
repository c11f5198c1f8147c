"""Discards: one number, one colour, or a run; bonus cards are left out when the shape is judged."""

from __future__ import annotations

from pioche.core import Card, Face, Seat, Vector, after, rule, top
from pioche.games.ko.cards import CHOSEN, HAND, KO, TRUMP, bits, number_bit, suit
from pioche.games.ko.state import KoState, as_in_version_01

# The work space while a discard is judged: how many coloured cards are chosen, their numbers, their colour (-1 if there
# are several), the numbers in hand that may fill a run, and those of chosen trumps that fill it.
COUNT, CHOSEN_NUMBERS, COLOUR, HAND_NUMBERS, FILLED = 0, 1, 2, 3, 4


@rule
def look_at_chosen(s: KoState, seat: Seat) -> None:
    """KOO-06  What the coloured cards chosen so far have in common, and what the hand could add."""
    s.work[COUNT] = s.work[CHOSEN_NUMBERS] = 0
    s.work[COLOUR] = -1
    card = top(s, CHOSEN + seat)
    while card >= 0 and s.face[card] < TRUMP:
        colour = suit(s.face[card])
        s.work[COLOUR] = colour if s.work[COUNT] == 0 or s.work[COLOUR] == colour else -1
        s.work[CHOSEN_NUMBERS] |= number_bit(s.face[card])
        s.work[COUNT] += 1
        card = after(s, card)
    last = last_in_run(s)
    s.work[FILLED] = numbers_among(s, card, last)
    s.work[HAND_NUMBERS] = numbers_among(s, top(s, HAND + seat), last)


@rule
def last_in_run(s: KoState) -> Face:
    """KOO-R12  The faces before this one may stand in a run: a trump for its own number, a KO card never."""
    return KO if s.trumps_in_runs and not as_in_version_01(s) else TRUMP


@rule
def numbers_among(s: KoState, card: Card, below: Face) -> int:
    """The numbers of a card and those that follow it, up to a face."""
    numbers = 0
    while card >= 0 and s.face[card] < below:
        numbers |= number_bit(s.face[card])
        card = after(s, card)
    return numbers


@rule
def gaps(numbers: int) -> int:
    """KOO-06  The numbers missing between the lowest and the highest; KOO-R4: a run does not wrap."""
    filled = numbers | numbers >> 1
    filled |= filled >> 2
    filled |= filled >> 4
    filled |= filled >> 8
    return filled & ~numbers & ~((numbers & -numbers) - 1)


@rule
def all_differ(s: KoState) -> bool:
    """KOO-06  A run has no number twice."""
    return bits(s.work[CHOSEN_NUMBERS]) == s.work[COUNT]


@rule
def may_join(s: KoState, face: Face) -> bool:
    """KOO-06  The same number, the same colour, or a run that the hand can close; KOO-R4: a bonus card always."""
    if face >= TRUMP or s.work[COUNT] == 0:
        return True
    bit = number_bit(face)
    if s.work[CHOSEN_NUMBERS] == bit or s.work[COLOUR] == suit(face):
        return True
    return s.work[CHOSEN_NUMBERS] & bit == 0 and may_become_run(s, bit)


@rule
def may_become_run(s: KoState, bit: int) -> bool:
    """KOO-06  With one more number, if need be, the chosen ones can make a run: the hand has what lies between."""
    return all_differ(s) and gaps(s.work[CHOSEN_NUMBERS] | bit) & ~(s.work[HAND_NUMBERS] | s.work[FILLED]) == 0


@rule
def may_stop(s: KoState) -> bool:
    """KOO-06  Nothing or one card, one number, one colour, or a run without a gap; KOO-R12: trumps may fill it."""
    numbers = s.work[CHOSEN_NUMBERS]
    if numbers & (numbers - 1) == 0 or s.work[COLOUR] >= 0:
        return True
    return gaps(numbers) & ~s.work[FILLED] == 0 and all_differ(s)


@rule
def discard_moves(s: KoState, seat: Seat, first: int, moves: Vector) -> int:
    """KOO-06  Every card of the hand that may join those chosen, as moves numbered from `first`."""
    look_at_chosen(s, seat)
    n = 0
    last = -1
    card = top(s, HAND + seat)
    while card >= 0:
        face = s.face[card]
        moves[n] = first + face
        n += face != last and may_join(s, face)
        last = face
        card = after(s, card)
    return n
