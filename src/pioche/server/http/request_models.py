"""What HTTP requests say; unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Salt = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$", description="your part of the shuffle, hexadecimal")]
Promise = Annotated[
    str, Field(pattern=r"^([0-9a-f]{64})?$", description="SHA-256 of your salt; none: as the house likes")
]
Seat = Annotated[int, Field(ge=0, le=25)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Name(Body):
    name: Annotated[str, Field(min_length=1, max_length=80)]


class LinkCode(Body):
    code: Annotated[str, Field(min_length=1, max_length=64)]


class PaceBody(Body):
    kind: Literal["live", "relaxed", "days"] = "relaxed"
    move: Annotated[int, Field(ge=5, le=3600, description="seconds for a move, live")] = 30
    reserve: Annotated[int, Field(ge=0, le=7200, description="seconds beyond, for the whole game, live")] = 120
    days: Annotated[int, Field(ge=1, le=14, description="days for a move, by correspondence")] = 3


class StudyBody(Body):
    """A game in every combination of these settings; values as in `pioche lab --set`: `30`, `20,30`, `20..100:10`."""

    game: Annotated[str, Field(max_length=40)]
    players: Annotated[str, Field(max_length=20)] = "4"
    set: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=80)]] = {}
    bots: Annotated[list[Annotated[str, Field(max_length=40)]], Field(min_length=1, max_length=6)] = ["level3"]
    games: Annotated[int, Field(ge=1, le=100_000)] = 1000
    seed: Annotated[int, Field(ge=0, le=1 << 53)] = 0
    compare: bool = False
    lang: Literal["fr", "en"] = "fr"


class SeatBody(Body):
    kind: Literal["you", "bot", "open"] = "open"
    bot: Annotated[str, Field(max_length=40)] = "thumb"


class TableBody(Body):
    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatBody], Field(min_length=1, max_length=26)]
    options: dict[Annotated[str, Field(max_length=40)], bool | int | Annotated[str, Field(max_length=40)]] = {}
    pace: PaceBody = PaceBody()
    public: bool = False
    race: Literal["fair", "arrival", "turns"] = "fair"
    patience: Literal["human", "quick"] = "human"
    memory_aid: bool = False
    start: Literal["full", "host"] = "full"
    late: bool = False
    position: Annotated[str, Field(max_length=4000)] = ""
    promise: Promise = ""


class SitBody(Body):
    seat: Seat | None = None
    promise: Promise = ""


class PromiseBody(Body):
    promise: Promise = ""


class SaltBody(Body):
    salt: Salt


class ChairBody(Body):
    kind: Literal["bot", "open"]
    bot: Annotated[str, Field(max_length=40)] = "thumb"


class PositionBody(Body):
    position: Annotated[str, Field(min_length=1, max_length=4000)]
