"""Discards: one number, one colour, or a run; bonus cards are left out when the shape is judged."""

from __future__ import annotations

from pioche.core import Card, Face, Seat, Vector, after, rule, top
from pioche.games.ko.cards import CHOSEN, HAND, KO, NUMBERS, TRUMP, number_bit, suit
from pioche.games.ko.state import KoState, as_in_version_01

# The work space while a discard is judged: the numbers of the coloured cards chosen, those that are there twice, the
# colour (-1 if there are several, or none), the numbers in hand that may fill a run, and those of chosen trumps.
CHOSEN_NUMBERS, TWICE, COLOUR, HAND_NUMBERS, FILLED = 0, 1, 2, 3, 4
ALL_NUMBERS = (1 << NUMBERS) - 1


@rule
def look_at_chosen(s: KoState, seat: Seat) -> None:
    """KOO-06  What the coloured cards chosen so far have in common, and what the hand could add."""
    look_at_coloured(s, seat)
    s.work[HAND_NUMBERS] = numbers_among(s, top(s, HAND + seat), last_in_run(s))


@rule
def look_at_coloured(s: KoState, seat: Seat) -> None:
    """KOO-06  What the coloured cards chosen so far have in common; KOO-R12: and the trumps among the chosen."""
    numbers, twice, colour = 0, 0, -1
    card = top(s, CHOSEN + seat)
    while card >= 0 and s.face[card] < TRUMP:
        bit = number_bit(s.face[card])
        colour = suit(s.face[card]) if numbers == 0 or colour == suit(s.face[card]) else -1
        twice |= numbers & bit
        numbers |= bit
        card = after(s, card)
    s.work[CHOSEN_NUMBERS], s.work[TWICE], s.work[COLOUR] = numbers, twice, colour
    s.work[FILLED] = numbers_among(s, card, last_in_run(s))


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
def up_to_highest(numbers: int) -> int:
    """All the numbers from 1 to the highest of these."""
    filled = numbers | numbers >> 1
    filled |= filled >> 2
    filled |= filled >> 4
    return filled | filled >> 8


@rule
def gaps(numbers: int) -> int:
    """KOO-06  The numbers missing between the lowest and the highest; KOO-R4: a run does not wrap."""
    return up_to_highest(numbers) & ~numbers & ~((numbers & -numbers) - 1)


@rule
def run_around(numbers: int, there: int) -> int:
    """KOO-06  The run that can be made with these numbers out of those that are there; 0 if they leave a gap."""
    lowest = numbers & -numbers
    upwards = there & ~(there + lowest)
    downwards = (lowest - 1) & ~up_to_highest((lowest - 1) & ~there)
    return upwards | downwards if numbers & ~upwards == 0 else 0


@rule
def may_join(s: KoState, face: Face) -> bool:
    """KOO-06  The same number, the same colour, or a run that the hand can close; KOO-R4: a bonus card always."""
    return joins(face, s.work[COLOUR], joining_numbers(s))


@rule
def joins(face: Face, colour: int, numbers: int) -> bool:
    """KOO-06  A card of the one colour chosen, or of a number that may join; KOO-R4: or a bonus card."""
    return (face >= TRUMP) | (suit(face) == colour) | (numbers & number_bit(face) != 0)


@rule
def joining_numbers(s: KoState) -> int:
    """KOO-06  The numbers that may join in any colour: the same one, or those with which a run can be closed."""
    chosen = s.work[CHOSEN_NUMBERS]
    there = s.work[HAND_NUMBERS] | s.work[FILLED] | chosen
    joining = run_around(chosen, there) if s.work[TWICE] == 0 else 0
    if chosen & (chosen - 1) == 0:
        joining |= chosen if chosen else ALL_NUMBERS
    else:
        joining &= ~chosen
    return joining


@rule
def may_become_run(s: KoState) -> bool:
    """KOO-06  The chosen ones can make a run: the hand has what lies between."""
    return s.work[TWICE] == 0 and gaps(s.work[CHOSEN_NUMBERS]) & ~(s.work[HAND_NUMBERS] | s.work[FILLED]) == 0


@rule
def may_stop(s: KoState) -> bool:
    """KOO-06  Nothing or one card, one number, one colour, or a run without a gap; KOO-R12: trumps may fill it."""
    numbers = s.work[CHOSEN_NUMBERS]
    if numbers & (numbers - 1) == 0 or s.work[COLOUR] >= 0:
        return True
    return s.work[TWICE] == 0 and gaps(numbers) & ~s.work[FILLED] == 0


@rule
def discard_moves(s: KoState, seat: Seat, first: int, moves: Vector) -> int:
    """KOO-06  Every card of the hand that may join those chosen, as moves numbered from `first`."""
    look_at_coloured(s, seat)
    listed = look_at_hand(s, seat, first, moves)
    colour, numbers = s.work[COLOUR], joining_numbers(s)
    n = 0
    for i in range(listed):
        m = moves[i]
        moves[n] = m
        n += joins(m - first, colour, numbers)
    return n


@rule
def look_at_hand(s: KoState, seat: Seat, first: int, moves: Vector) -> int:
    """KOO-06  The numbers in hand that may fill a run; and each different face, as a move numbered from `first`."""
    numbers, n, last, below = 0, 0, -1, last_in_run(s)
    card = top(s, HAND + seat)
    while card >= 0:
        face = s.face[card]
        moves[n] = first + face
        n += face != last
        numbers |= number_bit(face) * (face < below)
        last = face
        card = after(s, card)
    s.work[HAND_NUMBERS] = numbers
    return n
