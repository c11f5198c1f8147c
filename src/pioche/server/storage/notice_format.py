"""What server processes tell each other, so that something shows sooner. Nothing depends on a notice.

Fields that a newer process added are passed over; whatever else is not a notice is no notice.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

LONGEST = 65_536  # bytes: nothing longer is looked at
MOST = 500  # people in one notice

Id = Annotated[str, Meta(max_length=100)]
Seat = Annotated[int, Meta(ge=0, le=25)]
Number = Annotated[int, Meta(ge=0, le=1 << 31)]
Seconds = Annotated[float, Meta(ge=-3600, le=3600)]


class Notice(msgspec.Struct, tag_field="kind", kw_only=True):
    process: Id = ""  # that gives it


class Beat(Notice, tag="beat"):
    """Is what one publishes heard? Each process listens for its own."""


class StoredNotice(Notice, tag="stored"):
    """A table has got an entry."""

    table: Id
    seq: Number


class PresentNotice(Notice, tag="present"):
    """Who is at that process: tables, seats, and their round trips."""

    seats: Annotated[list[tuple[Id, Seat, Seconds]], Meta(max_length=MOST)]


class AbsentNotice(Notice, tag="absent"):
    """Somebody is no longer there."""

    table: Id
    seat: Seat


class SlappedNotice(Notice, tag="slapped"):
    table: Id
    occasion: Number
    seat: Seat
    reaction: Seconds
    moves: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=20)]


class SmiledNotice(Notice, tag="smiled"):
    """Somebody has sent an emote."""

    table: Id
    seat: Seat
    emote: Annotated[str, Meta(max_length=40)]


class RevokedNotice(Notice, tag="revoked"):
    """A person's tokens are no more."""

    person: Id


AnyNotice = Beat | StoredNotice | PresentNotice | AbsentNotice | SlappedNotice | SmiledNotice | RevokedNotice

_decoder: msgspec.json.Decoder[AnyNotice] = msgspec.json.Decoder(AnyNotice)
write_notice = msgspec.json.Encoder().encode


def read_notice(data: object) -> AnyNotice | None:
    """What was heard; None if it is no notice that we know."""
    if not isinstance(data, bytes) or len(data) > LONGEST:
        return None
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
