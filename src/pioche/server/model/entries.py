"""What can happen at a table. A table is the list of these entries, in order; nothing else about it is kept.

Entries are stored as JSON. A field may be added with a default; none is ever renamed or removed. An earlier release
that serves the same database passes over fields that it does not know. What it must not pass over is a new kind of
entry, or a new version of the rules: such a table it leaves alone.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Race = Literal["fair", "arrival", "turns"]
By = Literal["person", "bot", "clock"]

SECOND = 1000
DAY = 86_400 * SECOND


class StoredStruct(msgspec.Struct, gc=False):
    pass


class Pace(StoredStruct):
    """`live`: seconds for every move and a reserve for the game; `relaxed`: no clock; `days`: by correspondence."""

    kind: Literal["live", "relaxed", "days"] = "relaxed"
    move: Annotated[int, msgspec.Meta(ge=5, le=3600)] = 30
    reserve: Annotated[int, msgspec.Meta(ge=0, le=7200)] = 120
    days: Annotated[int, msgspec.Meta(ge=1, le=14)] = 3

    @property
    def move_ms(self) -> int:
        return self.days * DAY if self.kind == "days" else self.move * SECOND

    @property
    def reserve_ms(self) -> int:
        return self.reserve * SECOND if self.kind == "live" else 0


class Reaction(StoredStruct):
    """How quickly a seat slapped: all that the verdict was made of, in milliseconds."""

    seat: int
    ms: int  # arrival - sent - correction
    arrived: int  # after the first arrival
    trip: int  # the round trip that was corrected for


class Entry(StoredStruct, tag_field="kind", omit_defaults=True):
    """Anything that happens at a table."""


class Created(Entry, tag="created"):
    game: str
    players: int
    host: str
    commitment: str  # of a table of 0.1: SHA-256 of its seed; later ones are `committed` before each deal
    options: dict[str, str | int] = {}
    pace: Pace = msgspec.field(default_factory=Pace)
    public: bool = False
    race: Race = "fair"
    patience: Literal["human", "quick"] = "human"  # how long bots wait
    memory_aid: bool = False
    start: Literal["full", "host"] = "full"  # dealt when no seat is open, or when the host says so
    position: str = ""  # begins from this position instead of a deal
    previous: str = ""  # a rematch of that table
    rules: int = 1  # the version of the rules that it is played by
    late: bool = False  # during the game others than those who were dealt in may take a bot's seat


class Sat(Entry, tag="sat"):
    seat: int
    person: str
    name: str
    salt: str = ""  # in logs of 0.1: the person's part of the shuffle
    reserved: bool = False  # named by somebody else, and not yet here
    promise: str = ""  # SHA-256 of the person's part of the shuffle


class Rose(Entry, tag="rose"):
    """The person has left the seat: open before the game, a bot's during it."""

    seat: int
    removed: bool = False  # by the host


class Botted(Entry, tag="botted"):
    seat: int
    bot: str


class Promised(Entry, tag="promised"):
    """A new promise, after a shuffle that came to nothing."""

    seat: int
    promise: str


class Committed(Entry, tag="committed"):
    """The house is bound to a seed, told to nobody before the end; now those who promised reveal their salts."""

    commitment: str
    seed: str


class Revealed(Entry, tag="revealed"):
    seat: int
    salt: str


class Missed(Entry, tag="missed"):
    """They kept the others waiting and lose their seats; all promises and salts are void."""

    seats: list[int]


class Dealt(Entry, tag="dealt"):
    pass


class Moved(Entry, tag="moved"):
    seat: int
    moves: list[str]
    by: By = "person"
    race: list[Reaction] = []


class Away(Entry, tag="away"):
    """The person is gone; a bot plays until it is back."""

    seat: int


class Back(Entry, tag="back"):
    seat: int


class Conceded(Entry, tag="conceded"):
    seat: int


class Agreed(Entry, tag="agreed"):
    """The person would end the game here, if the others agree."""

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
