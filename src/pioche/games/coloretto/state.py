"""What lies on a table of Coloretto, beyond its cards."""

from __future__ import annotations

from pioche.core import Int8, Public, State
from pioche.games.coloretto.cards import CARDS, MAX_SEATS, places


class Table(State, cards=CARDS, places=places, seats=MAX_SEATS):
    without: Public[Int8]  # one bit a colour that is not in play
    taken: Public[Int8]  # one bit a row that has been taken this round
    out: Public[Int8]  # one bit a seat that has taken a row this round
    last: Public[Int8]  # the last-round card has been drawn

    start: Public[Int8]  # options, see __init__.py
    last_round: Public[Int8]
    table: Public[Int8]
    golden: Public[Int8]
