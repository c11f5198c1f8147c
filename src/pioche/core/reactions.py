"""Reactions: the seats that may still react to what just happened, in the order in which they are asked."""

from __future__ import annotations

from pioche.core.rng import pick
from pioche.core.rule import rule
from pioche.core.state import State
from pioche.core.types import Mask, Seat


@rule
def ask_seats(s: State, who: Mask) -> None:
    """Ask these seats, in an order drawn from the table's own randomness."""
    s.asking = 0
    for seat in range(s.seats):
        if who >> seat & 1:
            spot = pick(s.rng, s.asking + 1)
            s.ask[s.asking] = s.ask[spot]
            s.ask[spot] = seat
            s.asking += 1


@rule
def is_asked(s: State, seat: Seat) -> bool:
    """May this seat still react?"""
    for i in range(s.asking):
        if s.ask[i] == seat:
            return True
    return False


@rule
def stop_asking(s: State, seat: Seat) -> None:
    """This seat has answered; the others keep their order."""
    kept = 0
    for i in range(s.asking):
        if s.ask[i] != seat:
            s.ask[kept] = s.ask[i]
            kept += 1
    s.asking = kept
