"""What a seat was sent, held against what it may know: the record of the game, played again by the rules."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pioche.table.events import Event
from pioche.table.record import read_record

Json = dict[str, Any]
Seat = int | None  # None watches
PUBLIC = {"L"}  # told to everybody, then out of the game: Coloretto's last round
NO_CARDS = {"score", "last", "knows"}  # what stands on a seat's line without being cards


@dataclass
class Truth:
    """A game as one seat may see it: every move that it may know of, and the views between them."""

    events: list[list[Json]] = field(default_factory=list)
    before: list[str] = field(default_factory=list)  # the view in which each of these moves was made
    views: list[list[str]] = field(default_factory=lambda: [[]])  # after so many of these moves


def truth(record: str, seat: Seat) -> Truth:
    game = read_record(record)
    pos, seen = game.start.copy(), Truth()
    seen.views[0].append(pos.view(seat))
    for _, line in game.moves:
        mover, _, move = line.partition(" ")
        before = pos.view(seat)
        events = [shown for event in pos.play(ord(mover) - ord("A"), move) if (shown := event.seen_by(seat))]
        if events:
            seen.events.append([as_sent(event) for event in events])
            seen.before.append(before)
            seen.views.append([])
        seen.views[-1].append(pos.view(seat))
    return seen


def as_sent(event: Event) -> Json:
    sent = {"kind": event.kind, "details": dict(event.details)}
    return {**sent, "key": event.key} if event.key else sent


def check_frames(frames: Iterable[str], table: str, record: str) -> int:
    """Hold every frame of a visitor against the truth; the number of views that were compared."""
    frames = list(frames)
    secret = secrets_of(record)
    assert not [text for text in frames for word in secret if word in text], "a secret of the shuffle was sent"
    streams = split(frames, table)
    return sum(check_stream(messages, truth(record, seat)) for seat, messages in streams.items())


def secrets_of(record: str) -> list[str]:
    """The key of the shuffle, the seed it was made of, and the generator's state."""
    return [*re.findall(r"(?:key|seed)=([0-9a-f]{16,})", record), "rng="]


def split(frames: Iterable[str], table: str) -> dict[Seat, list[Json]]:
    """Messages about a table by the seat they were for: who sits down changes from watching to its seat's stream."""
    streams: dict[Seat, list[Json]] = defaultdict(list)
    seat: Seat = None
    for message in map(json.loads, frames):
        if message.get("table") != table or message["type"] not in ("state", "update"):
            continue
        seat = message.get("seat") if message["type"] == "state" else seat
        streams[seat].append(message)
    return streams


def check_stream(messages: list[Json], seen: Truth) -> int:
    moves = numbered(messages)
    numbers = sorted(moves)
    assert [moves[number] for number in numbers] == seen.events[: len(numbers)]
    for at, events in enumerate(seen.events[: len(numbers)]):
        check_cards(events, known_cards([seen.before[at], *seen.views[at + 1]]))
    told = [message for message in messages if message.get("game")]
    for message in told:
        count = sum(number <= message["seq"] for number in numbers)
        assert message["game"]["view"] in seen.views[count], f"at {message['seq']}: {message['game']['view']}"
    return len(told)


def numbered(messages: list[Json]) -> dict[int, list[Json]]:
    """The events of every move by its number in the stream; what is told twice is told alike."""
    moves: dict[int, list[Json]] = {}
    for message in messages:
        for entry in message.get("entries") or message.get("history") or []:
            if entry["kind"] == "moved":
                assert moves.setdefault(entry["seq"], entry["events"]) == entry["events"]
    return moves


def check_cards(events: list[Json], known: set[str]) -> None:
    """A card that an event names is one that the seat's views show; all are turned up where a round is scored."""
    if any(event["kind"] in ("shuffle", "winners", "total") for event in events):
        return
    for event in events:
        card = event["details"].get("card", "?")
        assert card == "?" or card in known | PUBLIC, f"{event} names a card that the seat does not know of: {known}"


def known_cards(views: Iterable[str]) -> set[str]:
    return {card for view in views for card in faces(view)}


def faces(view: str) -> Iterator[str]:
    """Every face on a view: places of seats and of the table, and what was drawn."""
    head, *lines = view.splitlines()
    yield from re.findall(r"\b(?:drawn|card|top)=(\S+)", head)
    for line in lines:
        for place in line.partition(":")[2].split(";"):
            words = place.replace("/", " ").split()
            if words and words[0] not in NO_CARDS:
                yield from words
