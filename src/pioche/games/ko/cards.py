"""The cards of KO and the places where they lie."""

from __future__ import annotations

from pioche.core import NOBODY, OWNER, Face, Places, rule

COLOURS, NUMBERS = 7, 15
LETTERS = "ROYGBPS"
ACTIONS = ("REV", "SKIP", "SWAP", "ROT", "PEEK1", "PEEK2", "STEAL")
FACES = (*(letter + str(number) for letter in LETTERS + "T" for number in range(1, NUMBERS + 1)), "KO", *ACTIONS)
TRUMP, KO, ACTION = 105, 120, 121  # the first trump, the KO card, the first action card
REV, SKIP, SWAP, ROT, PEEK1, PEEK2, STEAL = range(ACTION, ACTION + 7)
TRUMPS = 7  # what `suit` says of a trump

KO_COPIES, ACTION_COPIES = 4, 6  # as many as the options can ask for
CARDS = 166
FIRST_ACTION_CARD = ACTION + KO_COPIES - 1  # its number in the unshuffled deck

HAND_SIZE, OPEN_CARDS = 15, 10
FIRST_LAYING = 8
MAX_SEATS = 5

places = Places(seats=MAX_SEATS)
STOCK = places.pile("stock", seen=NOBODY)
OPEN = places.set("open")
GONE = places.set("gone")
HAND = places.seat_set("hand", seen=OWNER)
CHOSEN = places.seat_set("chosen")
SUITE = places.seat_set("suite", seen=OWNER)


@rule
def suit(face: Face) -> int:
    """The colour of a numbered card, TRUMPS for a trump."""
    return face // NUMBERS


@rule
def number_bit(face: Face) -> int:
    """The number of a card, as one bit of fifteen."""
    return 1 << face % NUMBERS


@rule
def bits(mask: int) -> int:
    """How many numbers a set of numbers holds: counted in twos, fours and eights, all side by side."""
    twos = mask - (mask >> 1 & 0x5555)
    fours = (twos & 0x3333) + (twos >> 2 & 0x3333)
    eights = (fours & 0x0F0F) + (fours >> 4 & 0x0F0F)
    return (eights & 0xFF) + (eights >> 8)
