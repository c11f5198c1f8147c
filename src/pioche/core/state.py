"""The state of a table: one flat record, declared once as a class.

A game's `State` lists its fields with their width and audience. From it come the NumPy record that compiled rules work
on, the static types of the rules, the view that interpreted rules work on, and what each seat may see. A field that
names no audience is an error when the module is imported.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import numpy as np

from pioche.core.places import Places
from pioche.core.types import (
    ELSEWHERE,
    ORDER,
    SEAT,
    Audience,
    Count,
    Hidden,
    Int8,
    Known,
    ObservedAs,
    PerCard,
    PerCardLink,
    PerCardMask,
    PerLink,
    PerPlace,
    PerSeat,
    Public,
    RandomWords,
    Showing,
    Width,
    WorkSpace,
)

RULES = 2  # the present version of the rules, for all games: a game goes on by the one under which it began
LOG_ROWS = 641  # the move itself, and what came of it
LOG_COLUMNS = 5


class State:
    """What every table has: cards with face, place and known-by mask; places as linked piles; turn and randomness."""

    rng: Hidden[RandomWords]
    face: Known[PerCard]
    place: Hidden[PerCardLink]
    known: Hidden[PerCardMask]
    above: Hidden[PerLink]  # each place is a ring: its own link (after those of all cards), then its cards, top first
    beneath: Hidden[PerLink]
    sizes: Annotated[Public[PerPlace], ELSEWHERE]
    work: Hidden[WorkSpace]  # room for shuffling; means nothing between two calls
    seats: Annotated[Public[Int8], ELSEWHERE]
    turn: Annotated[Public[Int8], SEAT]
    first: Annotated[Public[Int8], SEAT]
    over: Public[Int8]
    ask: Annotated[Public[PerSeat], ORDER]  # the seats still to be asked about a reaction, in that order
    asking: Annotated[Public[Int8], ELSEWHERE]  # how many they are
    rules: Annotated[Public[Int8], ELSEWHERE]  # by which version of the rules it is played

    dtype: ClassVar[np.dtype[np.void]]  # for simulation and search
    logged: ClassVar[np.dtype[np.void]]  # the same bytes, then the log of events
    audience: ClassVar[dict[str, Audience]]
    windows: ClassVar[dict[str, str]]  # under which name the window on each field is kept
    public: ClassVar[dict[str, str]]  # the same, of the fields that everybody may see
    shown: ClassVar[dict[str, tuple[ObservedAs, Count]]]  # how the fields that a seat may see appear in an observation
    places: ClassVar[Places]
    cards: ClassVar[int]
    tables: np.ndarray[Any, Any]
    noted: int
    log: Any

    def __init_subclass__(cls, *, cards: int = 0, places: Places | None = None, seats: int = 0) -> None:
        if places is None:  # one that comes from another process: all is said of it afterwards
            return
        cls.cards, cls.places = cards, places
        shapes = {
            Count.ONE: 1,
            Count.PER_SEAT: seats,
            Count.PER_CARD: cards,
            Count.PER_PLACE: places.count,
            Count.PER_LINK: cards + places.count,
            Count.WORK: 2 * cards,
            Count.RANDOM: 4,
        }
        wide = cards + places.count >= 128
        formats = {Width.CARD: "h" if wide else "b", Width.LINK: "H" if wide else "B"}
        fields: list[tuple[str, str, int]] = []
        cls.audience = {}
        cls.shown = {}
        for name, width, count, audience, shown in declared(cls):
            cls.audience[name] = audience
            if audience in (Audience.EVERYONE, Audience.OWNER):
                cls.shown[name] = shown, count
            fields.append((name, formats.get(width, width.value), 0 if count is Count.ONE else shapes[count]))
        cls.windows = {name: name if count else "_" + name for name, _, count in fields}
        cls.public = {name: cls.windows[name] for name, who in cls.audience.items() if who is Audience.EVERYONE}
        fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
        cls.dtype = np.dtype([(n, w, (c,)) if c else (n, w) for n, w, c in fields], align=True)
        cls.logged = with_log(cls.dtype)
        for name, _, count_or_one in [*fields, ("noted", "h", 0)]:
            if not count_or_one:
                setattr(cls, name, number_field(name))

    def __init__(self, tables: np.ndarray[Any, Any], index: int = 0) -> None:
        """The interpreted rules' window on one record: numbers in, numbers out, out of range is an error."""
        self.tables = tables
        raw = tables.view(np.uint8).reshape(-1).data
        start = index * tables.dtype.itemsize
        windows = self.__dict__
        for name, offset, end, form in windows_of(tables.dtype):
            windows[name] = raw[start + offset : start + end].cast(form)


@cache
def windows_of(dtype: np.dtype[np.void]) -> list[tuple[str, int, int, Any]]:
    """Name, first byte, end and format of each field; a single number gets its name from `number_field`."""
    return [
        (name if field.shape else "_" + name, offset, offset + field.itemsize, field.base.char)
        for name, (field, offset, *_) in (dtype.fields or {}).items()
    ]


def declared(cls: type) -> list[tuple[str, Width, Count, Audience, ObservedAs]]:
    """The fields of a state class, in order; refuses one with no audience."""
    found = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is ClassVar or name in {"tables", "noted", "log"}:
            continue
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        by_kind = {type(mark): mark for mark in marks}
        if Audience not in by_kind:
            raise TypeError(f"{cls.__name__}.{name} names no audience: write Public, Owned, Known or Hidden")
        if Width not in by_kind:
            raise TypeError(f"{cls.__name__}.{name} has no width: write Int8, Int16, PerSeat …")
        shown = by_kind.get(ObservedAs, ObservedAs(Showing.NUMBER))
        found.append((name, by_kind[Width], by_kind[Count], by_kind[Audience], shown))
    return found


def with_log(dtype: np.dtype[np.void]) -> np.dtype[np.void]:
    """The record with room for events after its last byte."""
    names = [*(dtype.names or ()), "noted", "log"]
    start = dtype.itemsize
    formats = [dtype.fields[n][0] for n in names[:-2]] + ["h", ("h", (LOG_ROWS * LOG_COLUMNS,))]  # type: ignore[index]
    offsets = [dtype.fields[n][1] for n in names[:-2]] + [start, start + 2]  # type: ignore[index]
    size = -(-(start + 2 + 2 * LOG_ROWS * LOG_COLUMNS) // dtype.alignment) * dtype.alignment
    spec: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size, "aligned": True}
    logged: np.dtype[np.void] = np.dtype(spec)
    return logged


def number_field(name: str) -> property:
    window = "_" + name

    def read(self: State) -> int:
        return self.__dict__[window][0]  # type: ignore[no-any-return]

    def write(self: State, value: int) -> None:
        self.__dict__[window][0] = value

    return property(read, write)
