"""What lies on a table of Coloretto, beyond its cards."""

from __future__ import annotations

from typing import Annotated

from pioche.core import SEATS, Int8, Public, State, bits
from pioche.games.coloretto.cards import CARDS, COLOURS, MAX_ROWS, MAX_SEATS, places


class ColorettoState(State, cards=CARDS, places=places, seats=MAX_SEATS):
    without: Annotated[Public[Int8], bits(COLOURS)]  # one bit a colour that is not in play
    taken: Annotated[Public[Int8], bits(MAX_ROWS)]  # one bit a row that has been taken this round
    out: Annotated[Public[Int8], SEATS]  # one bit a seat that has taken a row this round
    last: Public[Int8]  # the last-round card has been drawn

    start: Public[Int8]  # options, see __init__.py
    last_round: Public[Int8]
    table: Public[Int8]
    golden: Public[Int8]
