"""Seats are numbers from 0; in text each is a letter from A."""

from __future__ import annotations

from pioche.core.types import Seat


def letter(seat: Seat) -> str:
    return chr(65 + seat)


def seat_number(letter: str) -> Seat:
    """The seat that a letter names; one that is no letter names none of a table's."""
    return ord(letter) - 65
