"""The cards of 5211 and the places where they lie."""

from __future__ import annotations

from pioche.core import NOBODY, OWNER, Face, Places, rule

COLOURS, VALUES = 5, 6
LETTERS = "BGYOP"
FACES = tuple(letter + str(value) for letter in LETTERS for value in range(1, VALUES + 1))
COPIES = (5, 6, 5, 2, 1, 1)  # of the values 1 to 6 in each colour
CARDS = 100
HAND_SIZE = 5
MAX_SEATS = 5

places = Places(seats=MAX_SEATS)
STOCK = places.pile("stock", seen=NOBODY)
DISCARD = places.set("discard")  # FIV-R2: what was played openly stays public
REMOVED = places.set("removed", seen=NOBODY)
HAND = places.seat_set("hand", seen=OWNER)
TABLE = places.seat_set("table")
CHOSEN = places.seat_set("chosen", seen=OWNER)
PILE = places.seat_set("pile")


@rule
def colour(face: Face) -> int:
    return face // VALUES


@rule
def value(face: Face) -> int:
    return face % VALUES + 1
