"""What lies on a table of Kombio, beyond its cards."""

from __future__ import annotations

from pioche.core import Int8, Int16, PerSeat, Public, State
from pioche.games.kombio.cards import CARDS, MAX_SEATS, places

# Moments of a turn; in GIVING and DECIDING a slap is being settled, and `then` says which moment goes on after it.
PHASES = ("turn", "drawn", "action", "looked", "give", "decide", "last")
ON_TURN, HAS_DRAWN, ACTING, HAS_LOOKED, GIVING, DECIDING, WAITING = range(len(PHASES))


class Table(State, cards=CARDS, places=places, seats=MAX_SEATS):
    phase: Public[Int8]
    then: Public[Int8]
    called: Public[Int8]  # the seat that called Kombio, -1 if none
    slapped: Public[Int8]  # the top of the discard was put there by a slap
    looked: Public[Int8]  # the slot that a 13 or 14 has looked at, -1 for none, or if its card has left
    looked_too: Public[Int8]  # the second slot of a 14
    slapper: Public[Int8]  # who has to give, or waits for a decision, else -1
    named: Public[Int8]  # the slot that was slapped, else -1
    turns: Public[Int16]  # finished in this round
    round: Public[Int16]
    score: Public[PerSeat]
    last: Public[PerSeat]  # noted in the round before

    limit: Public[Int16]  # options, see __init__.py
    max_turns: Public[Int16]
