"""Scoring Kolpa!: what a round is worth, and who has won."""

from __future__ import annotations

from pioche.core import Mask, Place, Seat, after, rule, top
from pioche.games.kolpa.cards import HAND, JOKER, number, zone
from pioche.games.kolpa.state import KolpaState


@rule
def round_score(s: KolpaState, seat: Seat) -> int:
    """KOL-18  All the cards of the zone, less those in hand; a joker in hand is 10."""
    points = 0
    for pile in zone(seat):
        points += pile_sum(s, pile)
    return points - pile_sum(s, HAND + seat)


@rule
def pile_sum(s: KolpaState, place: Place) -> int:
    """KOL-18  The values of all the cards of a place, covered ones too."""
    total = 0
    card = top(s, place)
    while card >= 0:
        total += number(s.face[card]) if s.face[card] != JOKER else 10
        card = after(s, card)
    return total


@rule
def is_last_round(s: KolpaState) -> bool:
    """KOL-19  Somebody has reached the target; KOL-R5: or the last round allowed is over."""
    for seat in range(s.seats):
        if s.score[seat] >= s.target:
            return True
    return s.round >= s.rounds


@rule
def luck_epoch(s: KolpaState) -> int:
    """KOL-19  A new round is dealt from a full deck."""
    return s.round


@rule
def score(s: KolpaState, seat: Seat) -> int:
    """KOL-18  Scores add up over the rounds."""
    return s.score[seat]


@rule
def winners(s: KolpaState) -> Mask:
    """KOL-19  The highest total wins; KOL-R4: a tie is shared."""
    best, mask = s.score[0], 0
    for seat in range(s.seats):
        best = max(best, s.score[seat])
    for seat in range(s.seats):
        if s.score[seat] == best:
            mask |= 1 << seat
    return mask
