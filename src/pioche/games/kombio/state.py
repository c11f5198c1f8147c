"""What lies on a table of Kombio, beyond its cards."""

from __future__ import annotations

from typing import Annotated

from pioche.core import SEAT, Int8, Int16, PerSeat, Public, State, one_of, slot
from pioche.games.kombio.cards import CARDS, MAX_SEATS, SLOTS, places

# Moments of a turn; in GIVING and DECIDING a slap is being settled, and `then` says which moment goes on after it.
PHASES = ("turn", "drawn", "action", "looked", "give", "decide", "last")
ON_TURN, HAS_DRAWN, ACTING, HAS_LOOKED, GIVING, DECIDING, WAITING = range(len(PHASES))


class KombioState(State, cards=CARDS, places=places, seats=MAX_SEATS):
    phase: Annotated[Public[Int8], one_of(len(PHASES))]
    then: Annotated[Public[Int8], one_of(len(PHASES))]
    called: Annotated[Public[Int8], SEAT]  # the seat that called Kombio, -1 if none
    slapped: Public[Int8]  # the top of the discard was put there by a slap
    looked: Annotated[
        Public[Int8], slot(SLOTS)
    ]  # the slot that a 13 or 14 has looked at, -1 for none, or if its card has left
    looked_too: Annotated[Public[Int8], slot(SLOTS)]  # the second slot of a 14
    slapper: Annotated[Public[Int8], SEAT]  # who has to give, or waits for a decision, else -1
    named: Annotated[Public[Int8], slot(SLOTS)]  # the slot that was slapped, else -1
    turns: Public[Int16]  # finished in this round
    round: Public[Int16]
    score: Public[PerSeat]
    last: Public[PerSeat]  # noted in the round before

    limit: Public[Int16]  # options, see __init__.py
    max_turns: Public[Int16]
