"""The entries of a log as 0.2 knows them, frozen.

A process of 0.2 that serves a database beside a later release reads and writes these. They are never changed once
0.2 is out; a later release gets a copy of its own.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Race = Literal["fair", "arrival", "turns"]
By = Literal["person", "bot", "clock"]


class Kept(msgspec.Struct, gc=False):
    pass


class Pace(Kept):
    kind: Literal["live", "relaxed", "days"] = "relaxed"
    move: Annotated[int, msgspec.Meta(ge=5, le=3600)] = 30
    reserve: Annotated[int, msgspec.Meta(ge=0, le=7200)] = 120
    days: Annotated[int, msgspec.Meta(ge=1, le=14)] = 3


class Reaction(Kept):
    seat: int
    ms: int
    arrived: int
    trip: int


class Entry(Kept, tag_field="kind", omit_defaults=True):
    pass


class Created(Entry, tag="created"):
    game: str
    players: int
    host: str
    commitment: str
    options: dict[str, str | int] = {}
    pace: Pace = msgspec.field(default_factory=Pace)
    public: bool = False
    race: Race = "fair"
    patience: Literal["human", "quick"] = "human"
    memory_aid: bool = False
    start: Literal["full", "host"] = "full"
    position: str = ""
    previous: str = ""
    rules: int = 1
    late: bool = False


class Sat(Entry, tag="sat"):
    seat: int
    person: str
    name: str
    salt: str = ""
    reserved: bool = False
    promise: str = ""


class Rose(Entry, tag="rose"):
    seat: int
    removed: bool = False


class Botted(Entry, tag="botted"):
    seat: int
    bot: str


class Promised(Entry, tag="promised"):
    seat: int
    promise: str


class Committed(Entry, tag="committed"):
    commitment: str
    seed: str


class Revealed(Entry, tag="revealed"):
    seat: int
    salt: str


class Missed(Entry, tag="missed"):
    seats: list[int]


class Dealt(Entry, tag="dealt"):
    pass


class Moved(Entry, tag="moved"):
    seat: int
    moves: list[str]
    by: By = "person"
    race: list[Reaction] = []


class Away(Entry, tag="away"):
    seat: int


class Back(Entry, tag="back"):
    seat: int


class Conceded(Entry, tag="conceded"):
    seat: int


class Agreed(Entry, tag="agreed"):
    seat: int


class Closed(Entry, tag="closed"):
    pass


class Rematched(Entry, tag="rematched"):
    table: str


AnyEntry = (
    Created | Sat | Rose | Botted | Promised | Committed | Revealed | Missed | Dealt
    | Moved | Away | Back | Conceded | Agreed | Closed | Rematched
)  # fmt: skip

read_entry = msgspec.json.Decoder(AnyEntry).decode
write_entry = msgspec.json.Encoder().encode
