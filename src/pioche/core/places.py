"""Places: where cards lie. Each has a name, an order (a pile, or a set kept sorted) and those who look at it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pioche.core.seats import letter
from pioche.core.types import EVERYONE, Mask, Place, Seat

BOX: Place = 0
OWNER: Mask = -1  # whoever's seat the place belongs to


@dataclass(eq=False)
class Places:
    """The places of a game, numbered as they are declared. Place 0 is the box: cards out of play."""

    seats: int
    names: list[str] = field(default_factory=lambda: ["box"])
    owners: list[Seat] = field(default_factory=lambda: [-1])
    audience: list[Mask] = field(default_factory=lambda: [EVERYONE])
    sorted: list[int] = field(default_factory=lambda: [0])

    @property
    def count(self) -> int:
        return len(self.names)

    def pile(self, name: str, seen: Mask = EVERYONE, parts: int = 1) -> Place:
        """A shared pile, top card first; with `parts`, that many in a row (row1, row2 …)."""
        return self._add(name, -1, seen, 0, parts)

    def set(self, name: str, seen: Mask = EVERYONE, parts: int = 1) -> Place:
        """A shared set: its order means nothing, it is kept sorted."""
        return self._add(name, -1, seen, 1, parts)

    def seat_pile(self, name: str, seen: Mask = EVERYONE, parts: int = 1) -> Place:
        """A pile before each seat: place + seat, or place + parts × seat + part."""
        return self._each_seat(name, seen, 0, parts)

    def seat_set(self, name: str, seen: Mask = EVERYONE, parts: int = 1) -> Place:
        """A set before each seat."""
        return self._each_seat(name, seen, 1, parts)

    def _each_seat(self, name: str, seen: Mask, sort: int, parts: int) -> Place:
        first = self.count
        for seat in range(self.seats):
            self._add(name, seat, seen, sort, parts)
        return first

    def _add(self, name: str, owner: Seat, seen: Mask, sort: int, parts: int) -> Place:
        first = self.count
        for part in range(parts):
            self.names.append(f"{name}{part + 1}" if parts > 1 else name)
            self.owners.append(owner)
            self.audience.append(1 << owner if seen == OWNER else seen)
            self.sorted.append(sort)
        return first

    def slot(self, place: Place) -> str:
        """`A3`: one of a seat's numbered places, as people write it."""
        return letter(self.owners[place]) + self.names[place].lstrip("abcdefghijklmnopqrstuvwxyz_")

    def label(self, place: Place) -> str:
        """`stock`, `row2`, `A.hand`: how events name a place."""
        owner = self.owners[place]
        return self.names[place] if owner < 0 else f"{letter(owner)}.{self.names[place]}"
