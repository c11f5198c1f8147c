"""What one pair of eyes may see of a table.

Everything that writes text for a seat gets a `Sight`, never the state; it is one viewer's at one moment. A field that
is not granted is not there. What is shown to anybody is `Told`, by the rule `tell`. `RecordSight` reads the record
itself: the slow twin with which laws compare what is told.
"""

from __future__ import annotations

from typing import Any

from pioche.core import EVERYONE, WATCHERS, Audience, Face, Place, Seat, State
from pioche.core.tell import ALL, UNKNOWN, WATCHER
from pioche.table.told import Told, closed_to


class RecordSight:
    def __init__(self, state: State, viewer: Seat) -> None:
        self._state = state
        self._viewer = viewer
        self.seats = state.seats
        self.sees_all = viewer == ALL
        bit = WATCHERS if viewer < 0 else viewer
        self._eyes = 1 << bit
        self._windows = vars(state)
        self._granted = state.windows if self.sees_all else state.public
        self._closed: frozenset[Place] = frozenset() if self.sees_all else closed_to(state.places, bit)
        record: Any = state
        self._face, self._beneath = record.face.tolist(), record.beneath.tolist()
        self._known: list[int] = record.known.tolist()
        self._shown = [EVERYONE] * state.cards if self.sees_all else self._known

    def number(self, field: str) -> int:
        """A field that holds one number."""
        if field not in self._granted:
            raise PermissionError(f"{field} is not for this viewer")
        return self._windows[self._granted[field]][0]  # type: ignore[no-any-return]

    def numbers(self, field: str) -> list[int]:
        """A field that holds several numbers."""
        if field not in self._granted:
            raise PermissionError(f"{field} is not for this viewer")
        return self._numbers(field)

    def own_number(self, field: str, seat: Seat) -> int | None:
        """A seat's entry of a field that is for each seat alone; None if it is not the viewer's."""
        if self._state.audience[field] is not Audience.OWNER:
            raise PermissionError(f"{field} is not for its owner")
        return getattr(self._state, field)[seat] if self._viewer in (seat, ALL) else None

    def size(self, place: Place) -> int:
        return self._state.sizes[place]

    def filled(self, places: range) -> list[Place]:
        """Those of some places where cards lie."""
        sizes = self._state.sizes
        return [place for place in places if sizes[place]]

    def faces(self, place: Place) -> list[Face]:
        """The faces of a place from the top down, UNKNOWN where they may not be seen."""
        return [UNKNOWN] * self.size(place) if place in self._closed else self._pile(place)

    def shown_faces(self, place: Place) -> list[Face]:
        """The faces of a place that is seen as a whole or not at all, even if the viewer does not look at it."""
        faces = self._pile(place)
        return [UNKNOWN] * len(faces) if UNKNOWN in faces else faces

    def known_faces(self, place: Place, seat: Seat) -> list[Face]:
        """What a seat knows of a place it does not look at; to others only how much, of what they know themselves.

        How much else it knows would tell of cards that they don't know: of equal cards that one of them has left, it no
        longer knows the other. Games of 0.1 are shown as 0.1 did.
        """
        face, known, beneath, cards = self._face, self._known, self._beneath, len(self._face)
        is_own = self._viewer in (seat, ALL)
        eyes = 1 << seat if is_own or self._state.rules == 1 else 1 << seat | self._eyes
        found, at = [], cards + place
        while (at := beneath[at]) < cards:
            if known[at] & eyes == eyes:
                found.append(face[at])
        return found if is_own else [UNKNOWN] * len(found)

    def known_slots(self, places: range, seat: Seat) -> list[Place]:
        """Those of some piles of one card at most whose card a seat knows."""
        known, cards, eyes = self._known, len(self._known), 1 << seat
        tops = zip(places, self._beneath[cards + places.start : cards + places.stop], strict=True)
        return [place for place, card in tops if card < cards and known[card] & eyes]

    def _pile(self, place: Place) -> list[Face]:
        """The faces of a place from the top down, UNKNOWN where the viewer does not know them."""
        face, shown, beneath, cards, eyes = self._face, self._shown, self._beneath, len(self._face), self._eyes
        found, at = [], cards + place
        while (at := beneath[at]) < cards:
            found.append(face[at] if shown[at] & eyes else UNKNOWN)
        return found

    def _numbers(self, field: str) -> list[int]:
        return getattr(self._state, field).tolist()  # type: ignore[no-any-return]


Sight = Told | RecordSight

__all__ = ["ALL", "UNKNOWN", "WATCHER", "RecordSight", "Sight"]
