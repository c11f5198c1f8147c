"""The words in which a state's fields are declared: how wide, how many, who may see them, how they are observed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Protocol, TypeVar, overload

T = TypeVar("T")

Card = int
Face = int
Place = int
Seat = int
Move = int
Mask = int


class Vector(Protocol):
    """A fixed row of whole numbers: a memory view when interpreted, an array when compiled."""

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Vector: ...
    def __setitem__(self, index: int, value: int) -> None: ...
    def __len__(self) -> int: ...


Rows = Any  # rows of numbers: vectors one after the other, or a matrix


class Audience(Enum):
    """Who may see a field."""

    EVERYONE = "everyone"
    OWNER = "owner"  # entry i is for seat i alone
    KNOWN = "known"  # entry i is for whom card i's known-by mask names
    NOBODY = "nobody"  # never leaves the engine


class Count(Enum):
    """How many numbers a field holds."""

    ONE = "one"
    PER_SEAT = "per seat"
    PER_CARD = "per card"
    PER_PLACE = "per place"
    PER_LINK = "per card and place"
    WORK = "two per card"
    RANDOM = "four"


class Width(Enum):
    CARD = "card"  # as wide as the deck needs
    LINK = "link"  # the same, never negative: compiled code need not look for negative indices
    INT8 = "b"
    INT16 = "h"
    INT32 = "i"
    INT64 = "q"


class Showing(Enum):
    """How a field appears in an observation."""

    NUMBER = "number"  # as it is; one for each seat, the observer's first, if there are as many as seats
    ROW = "row"  # its first numbers, as they are
    SEAT = "seat"  # the number of a seat: one mark among the seats
    SEATS = "seats"  # one bit a seat: a mark for each
    ORDER = "order"  # the seats to be asked: for each, its place in the row, from 1
    ONE_OF = "one of"  # one mark among so many
    BITS = "bits"  # one bit each: a mark for each
    SLOT = "slot"  # one mark among so many for every seat
    ELSEWHERE = "elsewhere"  # other parts of the observation say it already


@dataclass(frozen=True)
class ObservedAs:
    """How a field appears in an observation, and how many numbers, marks or slots there are. Otherwise: NUMBER."""

    how: Showing
    count: int = 0


SEAT, SEATS, ORDER = ObservedAs(Showing.SEAT), ObservedAs(Showing.SEATS), ObservedAs(Showing.ORDER)
ELSEWHERE = ObservedAs(Showing.ELSEWHERE)


def row(count: int) -> ObservedAs:
    return ObservedAs(Showing.ROW, count)


def one_of(count: int) -> ObservedAs:
    return ObservedAs(Showing.ONE_OF, count)


def bits(count: int) -> ObservedAs:
    return ObservedAs(Showing.BITS, count)


def slot(count: int) -> ObservedAs:
    return ObservedAs(Showing.SLOT, count)


Public = Annotated[T, Audience.EVERYONE]
Owned = Annotated[T, Audience.OWNER]
Known = Annotated[T, Audience.KNOWN]
Hidden = Annotated[T, Audience.NOBODY]

Int8 = Annotated[int, Width.INT8, Count.ONE]
Int16 = Annotated[int, Width.INT16, Count.ONE]
Int32 = Annotated[int, Width.INT32, Count.ONE]
PerSeat = Annotated[Vector, Width.INT16, Count.PER_SEAT]
PerCard = Annotated[Vector, Width.CARD, Count.PER_CARD]
PerCardMask = Annotated[Vector, Width.INT16, Count.PER_CARD]
PerPlace = Annotated[Vector, Width.CARD, Count.PER_PLACE]
PerLink = Annotated[Vector, Width.LINK, Count.PER_LINK]
PerCardLink = Annotated[Vector, Width.LINK, Count.PER_CARD]
RandomWords = Annotated[Vector, Width.INT64, Count.RANDOM]
WorkSpace = Annotated[Vector, Width.CARD, Count.WORK]

WATCHERS = 14  # the bit of those who only watch; the bits below it are the seats', the one above is the sign
EVERYONE: Mask = 0x7FFF
NOBODY: Mask = 0
