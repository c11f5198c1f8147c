"""Imagined tables: all that a seat does not know is dealt anew, so that it can't tell the table from the real one."""

from __future__ import annotations

from pioche.core.cards import NONE, after, deal_faces, sort_sets, top
from pioche.core.encode_observation import knowers
from pioche.core.rule import hook_with, rule
from pioche.core.state import State
from pioche.core.types import Seat, Vector


@rule
def hide_and_redeal(s: State, seat: Seat, words: Vector) -> None:
    """Deal all the faces that a seat does not know anew: what it sees stays, the rest is any guess."""
    hide_faces(s, seat)
    deal_hidden(s, words)


@rule
def hide_faces(s: State, seat: Seat) -> None:
    """Take the faces off all the cards that a seat does not know, and count them at work[face]."""
    for face in range(len(s.work) // 2):
        s.work[face] = 0
    for card in range(len(s.face)):
        if not s.known[card] >> seat & 1:
            s.work[s.face[card]] += 1
            s.face[card] = NONE
    sort_sets(s)  # so that nothing tells any more which face a hidden card had


@rule
def deal_hidden(s: State, words: Vector) -> None:
    """Deal the faces counted at work[face] to the cards that have none."""
    room = len(s.work) // 2
    n = 0
    for face in range(room):
        for _ in range(s.work[face]):
            s.work[room + n] = face
            n += 1
    n = 0
    for place in range(len(s.sizes)):
        card = top(s, place)
        while card >= 0:
            if s.face[card] < 0:
                s.work[n] = card
                n += 1
            card = after(s, card)
    deal_faces(s, n, words)
    sort_sets(s)


@hook_with(hide_and_redeal)
def redeal(s: State, seat: Seat, words: Vector) -> None:
    """Deal anew the faces that a seat does not know."""


@rule
def nothing_to_repair(s: State, seat: Seat, words: Vector) -> None:
    """Every deal of the hidden faces is possible."""


@hook_with(nothing_to_repair)
def repair(s: State, seat: Seat, words: Vector) -> None:
    """Faces hidden from a seat were dealt anew: put right what the rules of the game fix about them."""


@rule
def imagine(s: State, seat: Seat, words: Vector) -> None:
    """Make of this table one that the seat can't tell from it."""
    redeal(s, seat, words)
    repair(s, seat, words)
    for card in range(len(s.face)):
        s.known[card] = knowers(s, seat, card)
    for i in range(len(s.rng)):
        s.rng[i] = words[i]
