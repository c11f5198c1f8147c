"""The cards of Kombio and the places where they lie: each slot of a grid is a place for one card."""

from __future__ import annotations

from pioche.core import NOBODY, Places

FACES = tuple(str(value) for value in range(-1, 15))
LOWEST = -1  # the value of the first face
CARDS = 70
FIRST_ACTION = 7  # the lowest value of an action card
MAX_SEATS = 6
FIRST_SLOTS, SLOTS = 4, 16  # of a grid: at the deal, and at most
ALL_SLOTS = MAX_SEATS * SLOTS  # numbered seat by seat: slot 16 is B1

places = Places(seats=MAX_SEATS)
STOCK = places.pile("stock", seen=NOBODY)
DISCARD = places.pile("discard")
DRAWN = places.pile("drawn", seen=NOBODY)
GRID = places.seat_pile("grid", seen=NOBODY, parts=SLOTS)
