"""The cards of Kolpa! and the places where they lie."""

from __future__ import annotations

from pioche.core import NOBODY, OWNER, Face, Places, Seat, rule

COLOURS, NUMBERS, COPIES = 5, 6, 2
FACES = tuple(colour + str(number) for colour in "RYGBP" for number in range(NUMBERS)) + ("J",)
JOKER = 30
CARDS = 64
HAND_SIZE = 5
MAX_SEATS = 6

places = Places(seats=MAX_SEATS)
STOCK = places.pile("stock", seen=NOBODY)
DISCARD = places.pile("discard")
HAND = places.seat_set("hand", seen=OWNER)
ZONE = places.seat_pile("zone", parts=COLOURS)


@rule
def colour(face: Face) -> int:
    return face // NUMBERS


@rule
def number(face: Face) -> int:
    return face % NUMBERS


@rule
def zone(seat: Seat) -> range:
    """KOL-11  A seat's zone: one pile per colour."""
    return range(ZONE + COLOURS * seat, ZONE + COLOURS * (seat + 1))
