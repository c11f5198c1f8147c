"""What a recipient was told, read by its names: numbers from `core/tell.py` turned into what views are written from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn

import numpy as np

from pioche.core import Face, Place, Seat, State
from pioche.core.places import Places
from pioche.core.state import LOG_COLUMNS, LOG_ROWS
from pioche.core.tell import ALL, HEAD, PARTS, RECIPIENT, SEATS, UNKNOWN, WATCHER, told_fields
from pioche.core.types import EVERYONE, WATCHERS

FIELDS, CARDS, EVENTS, MOVES, STANDING, FIGURES = range(6)  # the parts, in order
ROOM_FOR_FIGURES = 128  # numbers that a table may count for its players


class TableStanding(NamedTuple):
    """How things stand, for everybody to see."""

    over: bool
    actor: Seat  # asked next in sequential play, -1 when it is over
    actors: list[Seat]
    winners: list[Seat]
    scores: list[int]


class Names:
    """Where a game's numbers are in what is told, and what they are called: made once a game."""

    def __init__(self, state: type[State], moves: int) -> None:
        public, owned = told_fields(state)
        record: Any = state.dtype.fields
        counts = [int(np.prod(record[name][0].shape, dtype=int)) for name in public]
        starts = [0, *accumulate(counts)]
        self.fields = {name: (starts[i], starts[i + 1]) for i, name in enumerate(public)}
        self.lists = {name for name in public if record[name][0].shape}
        self.owned = owned
        self.owned_at = starts[-1]
        self.places = state.places
        self.closed = {eyes: closed_to(state.places, eyes) for eyes in (*range(state.places.seats), WATCHERS)}
        self.open = [seen == EVERYONE for seen in state.places.audience]
        self.room = self._room(state, moves)

    def _room(self, state: type[State], moves: int) -> int:
        """So many numbers are told at most."""
        seats, places = state.places.seats, state.places.count
        fields = self.owned_at + len(self.owned) * (seats + 1) + 8
        cards = places * (2 + 2 * seats) + 2 * state.cards
        return HEAD + fields + cards + 1 + LOG_ROWS * LOG_COLUMNS + 2 * (1 + moves) + 4 + seats + 1 + ROOM_FOR_FIGURES


def closed_to(places: Places, eyes: int) -> frozenset[Place]:
    """The sets of a game that a viewer does not look at: written as unknown, whatever it knows of them."""
    return frozenset(p for p in range(places.count) if places.sorted[p] and not places.audience[p] >> eyes & 1)


class Told:
    """What one recipient was told at one moment."""

    def __init__(self, names: Names, numbers: Sequence[int]) -> None:
        self._names, self._numbers = names, numbers
        self.viewer, self.seats = numbers[RECIPIENT], numbers[SEATS]
        self.sees_all = self.viewer == ALL
        self._fields, self._cards = numbers[PARTS + FIELDS], numbers[PARTS + CARDS]
        self._closed = frozenset() if self.sees_all else names.closed[WATCHERS if self.viewer < 0 else self.viewer]
        self.is_personal = False  # what was read is for this recipient alone

    @property
    def row(self) -> Sequence[int]:
        """All that was told, as it was."""
        return self._numbers

    # Fields

    def number(self, field: str) -> int:
        """A field that holds one number."""
        start, _ = self._names.fields.get(field) or self._refuse(field)
        return self._numbers[self._fields + start]

    def numbers(self, field: str) -> Sequence[int]:
        """A field that holds several numbers."""
        if field == "rng" and self.sees_all:
            return self._words()
        start, end = self._names.fields.get(field) or self._refuse(field)
        return self._numbers[self._fields + start : self._fields + end]

    def own_number(self, field: str, seat: Seat) -> int | None:
        """A seat's entry of a field that is for each seat alone; None if it is not the recipient's."""
        if field not in self._names.owned:
            raise PermissionError(f"{field} is not for its owner")
        self.is_personal = True
        at = self._owned_at(field)
        if self.sees_all:
            return self._numbers[at + 1 + seat]
        return self._numbers[at + 1] if self.viewer == seat else None

    def _refuse(self, field: str) -> NoReturn:
        raise PermissionError(f"{field} is not for this viewer")

    def _owned_at(self, field: str) -> int:
        at = self._fields + self._names.owned_at
        for name in self._names.owned:
            if name == field:
                break
            at += 1 + self._numbers[at]
        return at

    def _words(self) -> list[int]:
        at = self._owned_at("")
        halves = self._numbers[at : at + 8]
        return [halves[2 * i + 1] << 16 | halves[2 * i] for i in range(4)]

    # Cards

    def size(self, place: Place) -> int:
        at = self._numbers[self._cards + place]
        return self._numbers[at] if at else 0

    def filled(self, places: range) -> list[Place]:
        """Those of some places where cards lie."""
        return [place for place in places if self._numbers[self._cards + place]]

    def faces(self, place: Place) -> Sequence[Face]:
        """The faces of a place from the top down, UNKNOWN where they may not be seen."""
        found = self.known_and_unknown(place)
        return [UNKNOWN] * len(found) if place in self._closed else found

    def shown_faces(self, place: Place) -> Sequence[Face]:
        """The faces of a place that is seen as a whole or not at all, even if the viewer does not look at it."""
        found = self.known_and_unknown(place)
        return [UNKNOWN] * len(found) if UNKNOWN in found else found

    def known_and_unknown(self, place: Place) -> Sequence[Face]:
        """The faces that are known of a place, and one UNKNOWN for each other card."""
        at = self._numbers[self._cards + place]
        return self._numbers[at + 1 : at + 1 + self._numbers[at]] if at else []

    def known_faces(self, place: Place, seat: Seat) -> list[Face]:
        """What a seat knows of a place it does not look at; to others only how much, of what they know themselves.

        How much else it knows would tell of cards that they don't know: of equal cards that one of them has left, it no
        longer knows the other. Games of 0.1 are shown as 0.1 did.
        """
        self.is_personal = True
        at = self._numbers[self._cards + place]
        if not at:
            return []
        if self.sees_all:
            n = self._numbers[at]
            pairs = zip(self._numbers[at + 1 : at + 1 + n], self._numbers[at + 1 + n : at + 1 + 2 * n], strict=True)
            return [face for face, known in pairs if known >> seat & 1]
        if self.viewer == seat:
            return [face for face in self.known_and_unknown(place) if face != UNKNOWN]
        return [UNKNOWN] * self.knowers(place, seat, shared=self.number("rules") > 1)

    def knowers(self, place: Place, seat: Seat, shared: bool = False) -> int:
        """How many cards of a place a seat knows, as far as the recipient can tell; or of those it knows itself."""
        at = self._numbers[self._cards + place]
        if not at:
            return 0
        known = at + 1 + self._numbers[at]
        if self.sees_all:
            return sum(each >> seat & 1 for each in self._numbers[known : known + self._numbers[at]])
        if self._names.open[place]:
            return self._numbers[at]
        return self._numbers[known + self.seats * shared + seat]

    def known_slots(self, places: range, seat: Seat) -> list[Place]:
        """Those of some piles of one card at most whose card a seat knows."""
        return [place for place in self.filled(places) if self.knowers(place, seat)]

    # What happened, moves, how things stand

    def event_rows(self) -> list[Sequence[int]]:
        """The events, each as five numbers."""
        at = self._part(EVENTS) + 1
        end = at + LOG_COLUMNS * self._numbers[at - 1]
        return [self._numbers[i : i + LOG_COLUMNS] for i in range(at, end, LOG_COLUMNS)]

    def legal(self) -> Sequence[int]:
        """The moves that the recipient may make, by number."""
        at = self._part(MOVES)
        return self._numbers[at + 1 : at + 1 + self._numbers[at]]

    def choices(self) -> Sequence[int]:
        """What it chooses from, if it is asked in sequential play."""
        at = self._part(MOVES)
        at += 1 + self._numbers[at]
        return self._numbers[at + 1 : at + 1 + self._numbers[at]]

    @cached_property
    def standing(self) -> TableStanding:
        at = self._part(STANDING)
        over, actor, actors, winners = self._numbers[at : at + 4]
        scores = list(self._numbers[at + 4 : at + 4 + self.seats])
        return TableStanding(bool(over), actor, seats_in(actors, self.seats), seats_in(winners, self.seats), scores)

    def figures(self) -> list[int]:
        at = self._part(FIGURES)
        return list(self._numbers[at + 1 : at + 1 + self._numbers[at]])

    def _part(self, part: int) -> int:
        at = self._numbers[PARTS + part]
        if not at:
            raise LookupError("this was not wished for")
        return at

    def sees_like(self, other: Told) -> bool:
        """Would this recipient be written the same text as another, of the same moment?"""
        return not other.is_personal and self._closed == other._closed and self._view == other._view

    @property
    def _view(self) -> Sequence[int]:
        """What views are written from: fields and cards are told first, one after the other."""
        rest = (at for at in self._numbers[PARTS + EVENTS : PARTS + FIGURES + 1] if at)
        return self._numbers[self._fields : next(rest, len(self._numbers))]


def seats_in(mask: int, seats: int) -> list[Seat]:
    return [seat for seat in range(seats) if mask >> seat & 1]


__all__ = ["ALL", "WATCHER", "Names", "TableStanding", "Told"]
