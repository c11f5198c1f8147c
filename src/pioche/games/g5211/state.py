"""What lies on a table of 5211, beyond its cards."""

from __future__ import annotations

from typing import Annotated

from pioche.core import Int8, Int16, PerSeat, Public, State, one_of
from pioche.games.g5211.cards import CARDS, MAX_SEATS, places


class G5211State(State, cards=CARDS, places=places, seats=MAX_SEATS):
    step: Annotated[Public[Int8], one_of(4)]  # the turn of the round: 1, 2 or 3
    last: Public[Int8]  # the round began with an empty stock
    deck: Public[Int16]
    score: Public[PerSeat]  # points of earlier decks (long game)
    kept: Public[PerSeat]  # cards of earlier decks (long game)

    long: Public[Int8]  # options, see __init__.py
    between: Public[Int8]
