"""What one pair of eyes may see of a table: the one place where hidden things are kept back.

Everything that writes text for a seat gets a `Sight`, never the state. A field that is not granted is not there.
"""

from __future__ import annotations

from pioche.core import WATCHERS, Audience, Place, Seat, State, cards_in

ALL = -2  # sees everything: analysis, tests, records after the end
WATCHER = -1  # sits at no seat
UNKNOWN = -1  # the face of a card that may not be seen


class Sight:
    def __init__(self, state: State, viewer: Seat) -> None:
        self._state = state
        self.viewer = viewer
        self.seats = state.seats

    @property
    def sees_all(self) -> bool:
        return self.viewer == ALL

    def number(self, field: str) -> int:
        """A field that holds one number."""
        self._check(field)
        return getattr(self._state, field)  # type: ignore[no-any-return]

    def numbers(self, field: str) -> list[int]:
        """A field that holds several numbers."""
        self._check(field)
        return list(getattr(self._state, field))

    def own_number(self, field: str, seat: Seat) -> int | None:
        """A seat's entry of a field that is for each seat alone; None if it is not the viewer's."""
        if self._state.audience[field] is not Audience.OWNER:
            raise PermissionError(f"{field} is not for its owner")
        return getattr(self._state, field)[seat] if self.viewer in (seat, ALL) else None

    def _check(self, field: str) -> None:
        if not self.sees_all and self._state.audience[field] is not Audience.EVERYONE:
            raise PermissionError(f"{field} is not for this viewer")

    def size(self, place: Place) -> int:
        return self._state.sizes[place]

    def faces(self, place: Place) -> list[int]:
        """The faces of a place from the top down, UNKNOWN where they may not be seen."""
        looks = self._looks_at(place)
        return [self._state.face[card] if looks and self._knows(card) else UNKNOWN for card in self._cards(place)]

    def shown_faces(self, place: Place) -> list[int]:
        """The faces of a place that is seen as a whole or not at all, even if the viewer does not look at it."""
        cards = self._cards(place)
        seen = all(self._knows(card) for card in cards)
        return [self._state.face[card] if seen else UNKNOWN for card in cards]

    def known_faces(self, place: Place, seat: Seat) -> list[int]:
        """What a seat knows of a place it does not look at; to others only how much."""
        cards = [card for card in self._cards(place) if self._state.known[card] >> seat & 1]
        return [self._state.face[card] if self.viewer in (seat, ALL) else UNKNOWN for card in cards]

    def _looks_at(self, place: Place) -> bool:
        """A set that the viewer does not look at is written as unknown, whatever it knows of it."""
        places = self._state.places
        return self.sees_all or not places.sorted[place] or bool(places.audience[place] >> self._bit & 1)

    def _knows(self, card: int) -> bool:
        return self.sees_all or bool(self._state.known[card] >> self._bit & 1)

    @property
    def _bit(self) -> int:
        return WATCHERS if self.viewer == WATCHER else self.viewer

    def _cards(self, place: Place) -> list[int]:
        return cards_in(self._state, place)
