"""The moves, events and steps of KO, by number."""

from __future__ import annotations

from pioche.core import FIRST_OWN
from pioche.games.ko.cards import ACTIONS, FACES, MAX_SEATS

FACE_COUNT = len(FACES)

# Moves by number, in the order in which they are listed.
M_RECOLOUR = 0
M_DISCARD = 1
M_LAY = M_DISCARD + FACE_COUNT
M_EFFECT = M_LAY + FACE_COUNT
M_NO_EFFECT = M_EFFECT + len(ACTIONS)
M_TARGET = M_NO_EFFECT + 1
M_STOCK = M_TARGET + MAX_SEATS
M_OPEN = M_STOCK + 1
M_TAKE = M_OPEN + 1
M_DONE = M_TAKE + FACE_COUNT

# Events beyond the movements of cards, with what their numbers mean.
EVENTS = {
    "reverse": (),
    "skip": ("seat",),
    "misses": ("seat",),
    "again": ("seat",),
    "swap": ("seat", "target"),
    "rotate": (),
    "peek": ("seat", "target", "count"),
    "steal": ("seat", "target", "count"),
    "dry": ("seat",),
    "laid": ("seat", "count"),
    "recoloured": ("seat", "count"),
    "surplus": ("seat", "count"),
    "ko": ("seat",),
    "stall": (),
    "limit": (),
}
E_REVERSE, E_SKIP, E_MISSES, E_AGAIN, E_SWAP, E_ROTATE, E_PEEK, E_STEAL = range(FIRST_OWN, FIRST_OWN + 8)
E_DRY, E_LAID, E_RECOLOURED, E_SURPLUS, E_KO, E_STALL, E_LIMIT = range(FIRST_OWN + 8, FIRST_OWN + len(EVENTS))

# Where a move leads: STAY where it put us, or on to the step that comes next in KOO-R6's order.
STAY, TO_ROBBED, TO_REFILL, TO_SURPLUS, TO_LAY, TO_RELAY, TO_END = range(7)
