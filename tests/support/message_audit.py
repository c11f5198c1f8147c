"""What people were sent of a finished game, compared with its record played again: nothing more, nothing less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pioche
from pioche.server.model.entries import Dealt, Moved
from pioche.server.model.live_table import LogRow
from pioche.table.events import Event
from pioche.table.position import Position
from pioche.table.record import read_record
from pioche.table.shuffle_commitment import Fair
from support.client_transport import Json
from support.player import FollowedTable, Player


@dataclass
class Moment:
    """The table after one entry of its log: what everybody may see, and where everybody's stream stands.

    Recipients are the seats, then those who watch.
    """

    heads: list[int]
    views: list[str]
    scores: list[int]
    events: list[list[Json]]  # those of the entry, as each recipient sees them


def moments(rows: Sequence[LogRow], record: str) -> Iterator[Moment]:
    """Play a record along its log, with the engine alone."""
    pos, players = read_record(record).start, getattr(rows[0].entry, "players")  # noqa: B009
    heads, dealt = [0] * (players + 1), False
    for row in rows:
        dealt = dealt or isinstance(row.entry, Dealt)
        events = play_entry(pos, row)
        seen = [show(events, recipient, players) for recipient in range(players + 1)]
        heads = [head + (not isinstance(row.entry, Moved) or bool(own)) for head, own in zip(heads, seen, strict=True)]
        views = [pos.view(eyes(recipient, players)) if dealt else "" for recipient in range(players + 1)]
        yield Moment(heads, views, pos.scores, seen)


def play_entry(pos: Position, row: LogRow) -> Sequence[Event]:
    if not isinstance(row.entry, Moved):
        return []
    return [event for move in row.entry.moves for event in pos.play(row.entry.seat, move)]


def eyes(recipient: int, players: int) -> int | None:
    return None if recipient == players else recipient


def show(events: Sequence[Event], recipient: int, players: int) -> list[Json]:
    seen = [event.seen_by(eyes(recipient, players)) for event in events]
    return [shown(event) for event in seen if event is not None]


def shown(event: Event) -> Json:
    key = {"key": event.key} if event.key is not None else {}
    return {"kind": event.kind, "details": dict(event.details), **key}


def check_record(record: str, commitment: str) -> None:
    """It can be played again to its end, and the cards are those that were committed to."""
    last = list(pioche.replay(record))[-1]
    assert last.over
    verdict = pioche.verify(record, commitment)
    assert verdict.ok, [check.sentence("en") for check in verdict.checks]


def check_stream(seen: FollowedTable, story: Sequence[Moment]) -> None:
    """Every frame shows just what its recipient may know at that point of the game."""
    for seat, frame in seen.frames:
        recipient = recipient_of(seat, story)
        check_frame(frame, recipient, [moment for moment in story if moment.heads[recipient] == frame["seq"]])
        for entry in frame["entries"] if frame["type"] == "update" else frame.get("history", []):
            first = next(moment for moment in story if moment.heads[recipient] == entry["seq"])
            assert entry.get("events", []) == first.events[recipient]


def check_end(seen: FollowedTable, story: Sequence[Moment]) -> None:
    """Nothing is missing at the end."""
    assert seen.seq == story[-1].heads[recipient_of(seen.seat, story)]


def recipient_of(seat: int | None, story: Sequence[Moment]) -> int:
    return len(story[0].heads) - 1 if seat is None else seat


def check_frame(frame: Json, recipient: int, then: Sequence[Moment]) -> None:
    """Byte for byte; what a recipient may not notice changes nothing for it."""
    assert then, f"there is no entry {frame['seq']} in this stream"
    assert {moment.views[recipient] for moment in then} == {frame.get("game", {}).get("view", "")}
    if "game" in frame:
        assert frame["game"]["scores"] == then[-1].scores


def check_secrets(player: Player, seed: bytes, salts: Sequence[str | None]) -> None:
    """Neither the seed nor the key made of it was sent to anybody."""
    key = Fair(seed, salts).key
    for text in player.raw:
        assert seed.hex() not in text
        assert key.hex() not in text
