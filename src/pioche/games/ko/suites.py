"""Suites: which cards may be laid, and whether a laying can be finished. Every check counts; nothing is searched."""

from __future__ import annotations

from pioche.core import Face, Seat, Vector, after, refusals, rule, size, top, top_face
from pioche.games.ko.cards import (
    COLOURS,
    FIRST_LAYING,
    HAND,
    KO,
    SUITE,
    TRUMP,
    TRUMPS,
    bits,
    number_bit,
    suit,
)
from pioche.games.ko.state import RECOLOUR, KoState

KOO_02, KOO_03, KOO_05, KOO_R11 = refusals("KOO-02", "KOO-03", "KOO-05", "KOO-R11")

# The work space while a hand is looked through: the numbers it has of each colour and of the trumps, and its KO cards.
KOS = TRUMPS + 1


@rule
def suite_colour(s: KoState, seat: Seat) -> int:
    """KOO-02  The one colour of a suite; -1 while it has no true card."""
    face = top_face(s, SUITE + seat)
    return suit(face) if 0 <= face < TRUMP else -1


@rule
def suite_numbers(s: KoState, seat: Seat) -> int:
    """KOO-02  The numbers that lie in a suite; KOO-R5: a KO card's number stays open."""
    numbers = 0
    card = top(s, SUITE + seat)
    while card >= 0 and s.face[card] < KO:
        numbers |= number_bit(s.face[card])
        card = after(s, card)
    return numbers


@rule
def is_opening(s: KoState, seat: Seat) -> bool:
    """KOO-03, KOO-05  Nothing lay there before this laying: it must come to eight cards."""
    return size(s, SUITE + seat) == s.laid


@rule
def fits(face: Face, own: int, numbers: int) -> bool:
    """KOO-02  In a suite of this colour, a card of it or a trump, of a number that is not there yet; or a KO card."""
    if face >= KO:
        return face == KO
    if numbers & number_bit(face):  # KOO-R5
        return False
    return face >= TRUMP or own < 0 or own == suit(face)


# A laying that must come to eight


@rule
def look_through(s: KoState, seat: Seat) -> None:
    """The numbers of each colour in a hand, its trumps and KO cards, into the work space."""
    for each in range(KOS + 1):
        s.work[each] = 0
    card = top(s, HAND + seat)
    while card >= 0 and s.face[card] <= KO:
        if s.face[card] < KO:
            s.work[suit(s.face[card])] |= number_bit(s.face[card])
        else:
            s.work[KOS] += 1
        card = after(s, card)


@rule
def take_up_bonus(s: KoState, seat: Seat) -> None:
    """KOO-05  Trumps and KO cards of the suite may be laid again: they count with those in hand."""
    card = top(s, SUITE + seat)
    while card >= 0:
        if TRUMP <= s.face[card] < KO:
            s.work[TRUMPS] |= number_bit(s.face[card])
        elif s.face[card] == KO:
            s.work[KOS] += 1
        card = after(s, card)


@rule
def colours_in_reach(s: KoState, lying: int, numbers: int, but: int) -> int:
    """KOO-03  The colours with which the cards that lie there can come to eight; KOO-05: but for the old colour."""
    reach = 0
    for colour in range(COLOURS):
        more = (s.work[colour] | s.work[TRUMPS]) & ~numbers
        if colour != but and lying + s.work[KOS] + bits(more) >= FIRST_LAYING:
            reach |= 1 << colour
    return reach


@rule
def has_true_card(s: KoState, reach: int, numbers: int) -> bool:
    """KOO-R11  Some colour within reach has a true card in hand of a number that is still free."""
    for colour in range(COLOURS):
        if reach >> colour & 1 and s.work[colour] & ~numbers:
            return True
    return False


@rule
def look_for_opening(s: KoState, seat: Seat) -> int:
    """KOO-03  The colours in which the laying that must come to eight can be finished."""
    look_through(s, seat)
    but = s.was[seat] if s.phase == RECOLOUR else -1
    return colours_in_reach(s, size(s, SUITE + seat), suite_numbers(s, seat), but)


@rule
def refuse_opening(s: KoState, seat: Seat, face: Face, reach: int) -> int:
    """KOO-03  A card is laid only if eight can be reached with it; KOO-05: not in the colour taken up."""
    own = suite_colour(s, seat)
    colour = own if own >= 0 else suit(face)
    if own >= 0 or face < TRUMP:
        if own < 0 and s.phase == RECOLOUR and colour == s.was[seat]:
            return KOO_05
        return 0 if reach >> colour & 1 else KOO_03
    if reach == 0:
        return KOO_03
    numbers = suite_numbers(s, seat)
    if face < KO:
        numbers |= number_bit(face)
    return 0 if has_true_card(s, reach, numbers) else KOO_R11


@rule
def refuse_lay(s: KoState, seat: Seat, face: Face) -> int:
    """KOO-02  A card must fit; KOO-03: later layings add what they like, the first one needs eight."""
    if not fits(face, suite_colour(s, seat), suite_numbers(s, seat)):
        return KOO_02
    if not is_opening(s, seat):
        return 0
    return refuse_opening(s, seat, face, look_for_opening(s, seat))


@rule
def refuse_end_of_laying(s: KoState, seat: Seat) -> int:
    """KOO-03  Eight cards; KOO-R11: one of them true; or none at all, except in a change of colour (KOO-05)."""
    if not is_opening(s, seat) or (s.laid == 0 and s.phase != RECOLOUR):
        return 0
    if s.laid < FIRST_LAYING:
        return KOO_03
    return 0 if suite_colour(s, seat) >= 0 else KOO_R11


@rule
def may_recolour(s: KoState, seat: Seat) -> bool:
    """KOO-05  With a suite, once a turn, if eight cards of another colour can be laid; KOO-R11: one of them true."""
    if size(s, SUITE + seat) == 0 or s.recoloured:
        return False
    look_through(s, seat)
    take_up_bonus(s, seat)
    return has_true_card(s, colours_in_reach(s, 0, 0, suite_colour(s, seat)), 0)


@rule
def lay_moves(s: KoState, seat: Seat, first: int, moves: Vector) -> int:
    """KOO-02, KOO-03  Every card of the hand that may be laid, as moves numbered from `first`."""
    n = reach = 0
    opening = is_opening(s, seat)
    if opening:
        reach = look_for_opening(s, seat)
        if reach == 0:
            return 0
    last, own, numbers = -1, suite_colour(s, seat), suite_numbers(s, seat)
    card = top(s, HAND + seat)
    while card >= 0 and s.face[card] <= KO:
        face = s.face[card]
        if face != last and fits(face, own, numbers) and (not opening or refuse_opening(s, seat, face, reach) == 0):
            moves[n] = first + face
            n += 1
        last = face
        card = after(s, card)
    return n
