"""The cards of Coloretto and the places where they lie."""

from __future__ import annotations

from pioche.core import NOBODY, Places

FACES = ("R", "O", "Y", "G", "B", "P", "S", "+", "J", "K", "L")
COLOURS = 7
PLUS, JOKER, GOLDEN, LAST = 7, 8, 9, 10

COPIES = 9  # of each colour
CARDS = 77
FIRST_PLUS, FIRST_JOKER, LAST_CARD = 63, 73, 76  # card numbers in the unshuffled deck

MAX_SEATS = 5
MAX_ROWS = 5

places = Places(seats=MAX_SEATS)
STOCK = places.pile("stock", seen=NOBODY)
DRAWN = places.pile("drawn")
ROW = places.set("row", parts=MAX_ROWS)
GONE = places.set("gone")
TAKEN = places.seat_set("cards")
