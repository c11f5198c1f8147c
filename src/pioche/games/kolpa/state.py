"""What lies on a table of Kolpa!, beyond its cards."""

from __future__ import annotations

from pioche.core import Int8, Int16, Int32, PerSeat, Public, State
from pioche.games.kolpa.cards import CARDS, MAX_SEATS, places


class Table(State, cards=CARDS, places=places, seats=MAX_SEATS):
    call: Public[Int8]  # what was called with the joker on top: a colour, or 5 + a number; -1 if nothing
    wanted: Public[Int32]  # the faces that match, one bit a face: follows from the top card and the call
    round: Public[Int16]
    score: Public[PerSeat]
    laid: Public[Int8]  # the face just laid in a zone while it may be called out, else -1
    amend: Public[Int8]  # the seat before `turn` must put right a wrong lay

    target: Public[Int16]  # options, see __init__.py
    rounds: Public[Int16]
    vigilance: Public[Int8]
