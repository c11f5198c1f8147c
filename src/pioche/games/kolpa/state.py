"""What lies on a table of Kolpa!, beyond its cards."""

from __future__ import annotations

from typing import Annotated

from pioche.core import Int8, Int16, Int32, PerSeat, Public, State, bits, one_of
from pioche.games.kolpa.cards import CARDS, COLOURS, FACES, MAX_SEATS, NUMBERS, places


class KolpaState(State, cards=CARDS, places=places, seats=MAX_SEATS):
    call: Annotated[Public[Int8], one_of(COLOURS + NUMBERS)]  # with the joker on top: a colour, or 5 + a number, or -1
    wanted: Annotated[Public[Int32], bits(len(FACES))]  # the faces that match: follows from the top card and the call
    round: Public[Int16]
    score: Public[PerSeat]
    laid: Annotated[Public[Int8], one_of(len(FACES))]  # the face just laid in a zone while it may be called out, or -1
    amend: Public[Int8]  # the seat before `turn` must put right a wrong lay

    target: Public[Int16]  # options, see __init__.py
    rounds: Public[Int16]
    vigilance: Public[Int8]
    renew: Public[Int8]
