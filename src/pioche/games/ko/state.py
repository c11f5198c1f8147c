"""What lies on a table of KO, beyond its cards."""

from __future__ import annotations

from typing import Annotated

from pioche.core import SEAT, SEATS, Int8, Int16, Owned, PerCard, PerSeat, Public, State, one_of, row, rule
from pioche.games.ko.cards import CARDS, COLOURS, FACES, MAX_SEATS, places

# The steps of a turn, in the order of the rules (KOO-04).
PHASES = ("discard", "recolour", "effect", "target", "peek", "robbed", "refill", "surplus", "lay", "relay")
DISCARD, RECOLOUR, EFFECT, TARGET, PEEK, ROBBED, REFILL, SURPLUS, LAY, RELAY = range(len(PHASES))


class KoState(State, cards=CARDS, places=places, seats=MAX_SEATS):
    phase: Annotated[Public[Int8], one_of(len(PHASES))]
    left: Public[Int8]  # play goes to the left
    fresh: Annotated[Public[PerCard], row(len(FACES))]  # how many of each face the seat in turn has discarded this turn
    picked: Public[Int8]  # those that a robbed seat has taken since: `fresh` does not count them any more
    effect: Annotated[Public[Int8], one_of(len(FACES))]  # the face whose effect is applied, -1 if none
    target: Annotated[Public[Int8], SEAT]  # the seat it is aimed at, -1 if none
    need: Public[Int16]  # cards the asked seat still has to draw or take
    source: Public[Int8]  # they are taken from the open discard
    recoloured: Public[Int8]  # the colour has been changed this turn
    was: Annotated[Owned[PerSeat], one_of(COLOURS)]  # the colour that a seat has just taken up, -1 if none
    laid: Public[Int8]  # cards laid so far in this laying
    again: Public[Int8]  # the seat in turn will play again
    misses: Annotated[Public[Int8], SEATS]  # one bit a seat that will miss its next turn
    idle: Public[Int16]  # turns in a row that changed no suite, the stock being empty
    turns: Public[Int16]  # turns played

    colours: Public[Int8]  # options, see __init__.py
    ko_cards: Public[Int8]
    reverse: Public[Int8]
    skip: Public[Int8]
    swap: Public[Int8]
    rotate: Public[Int8]
    peek1: Public[Int8]
    peek2: Public[Int8]
    steal: Public[Int8]
    stall: Public[Int8]
    max_turns: Public[Int16]
    trumps_in_runs: Public[Int8]


@rule
def as_in_version_01(s: KoState) -> bool:
    """KOO-R2, KOO-R12  A game of the first version of the rules goes on as Pioche 0.1 played it, its fault included.

    There an old reverse or skip card can't be taken by who discarded another, a robbed seat takes old cards before
    equal fresh ones, and a trump fills no gap in a run.
    """
    return s.rules == 1
