"""What a recipient is shown of a table: the one place where messages about it are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pioche.server.model.display_names import told_apart
from pioche.server.model.entries import AnyEntry, Missed, Moved, Rematched, Sat
from pioche.server.model.live_table import Happened, LiveTable, Recipient
from pioche.server.model.messages import (
    Clocks,
    GameView,
    SeenChair,
    SeenEntry,
    SeenEvent,
    TableFacts,
    TableState,
    Update,
)
from pioche.table.events import Event
from pioche.table.position import Look


def state(table: LiveTable, recipient: Recipient, person: str, epoch: str, code: str) -> TableState:
    """Everything but the clocks, for somebody who comes in."""
    (look,) = looks(table, [recipient])
    return TableState(
        table=table.id, epoch=epoch, seq=table.now.heads[recipient], seat=table.eyes(recipient),
        facts=facts(table, code, person), moves=own_moves(table, recipient, look), over=table.over,
        game=sight(table, look), history=entries(table, table.kept, recipient),
    )  # fmt: skip


def updates(
    table: LiveTable, recipients: Iterable[Recipient], news: Sequence[Happened], epoch: str, now: int
) -> dict[Recipient, Update]:
    """What has happened, for those to whom anything of it shows; who is at the table is added where it has changed."""
    told = {recipient: seen for recipient in recipients if (seen := entries(table, news, recipient))}
    clock, over = clocks(table, now), table.over
    heads = table.now.heads
    return {
        recipient: Update(
            table.id, epoch, heads[recipient], told[recipient], own_moves(table, recipient, look), over,
            sight(table, look), clock,
        )
        for recipient, look in zip(told, looks(table, list(told)), strict=True)
    }  # fmt: skip


def looks(table: LiveTable, recipients: Sequence[Recipient]) -> list[Look | None]:
    """What each is shown of the cards as they are now; nothing before they are dealt."""
    if table.pos is None:
        return [None] * len(recipients)
    return list(table.pos.looks([table.eyes(recipient) for recipient in recipients]))


def own_moves(table: LiveTable, recipient: Recipient, look: Look | None) -> list[str]:
    """What a seat may do now; who watches may do nothing."""
    return [] if look is None or recipient == table.watcher else table.moves_of(recipient, look)


def changes_facts(shown: Happened, table: LiveTable) -> bool:
    return not isinstance(shown.entry, Moved) or table.over or shown.seq == table.now.withdrawn


def entries(table: LiveTable, news: Iterable[Happened], recipient: Recipient) -> list[SeenEntry]:
    seen = (entry(table, shown, recipient) for shown in news)
    return [each for each in seen if each is not None]


def entry(table: LiveTable, shown: Happened, recipient: Recipient) -> SeenEntry | None:
    """An entry as one recipient may see it; None if it may not even know of it."""
    happened = shown.entry
    seq = shown.heads[recipient]
    if isinstance(happened, Moved):
        eyes = table.eyes(recipient)
        events = [event(seen) for each in shown.events if (seen := each.seen_by(eyes)) is not None]
        if not events:
            return None
        return SeenEntry(seq, shown.at, "moved", happened.seat, happened.by, "", events, happened.race)
    return SeenEntry(seq, shown.at, kind(happened), getattr(happened, "seat", None), table=next_table(happened),
                     name=happened.name if isinstance(happened, Sat) else "",
                     seats=happened.seats if isinstance(happened, Missed) else [])  # fmt: skip


def event(seen: Event) -> SeenEvent:
    return SeenEvent(seen.kind, seen.details, seen.key)


def kind(entry: AnyEntry) -> str:
    return type(entry).__struct_config__.tag  # type: ignore[return-value]


def next_table(entry: AnyEntry) -> str:
    return entry.table if isinstance(entry, Rematched) else ""


def sight(table: LiveTable, look: Look | None) -> GameView | None:
    """The cards as a recipient may see them, and how things stand."""
    if look is None:
        return None
    actors, waited, reacting = table.now.standing
    return GameView(look.view, table.now.scores, actors, waited, reacting, table.winners(), look.figures)


def clocks(table: LiveTable, now: int) -> Clocks | None:
    """How much time is left; what is waited for can differ from what moves only by what everybody sees."""
    pace, timing = table.made.pace, table.timing
    if (until := table.reveal_by()) is not None:
        return Clocks(dict.fromkeys(table.lacking, max(0, until - now)), timing.reserve)
    if table.now.status != "playing" or (pace.kind == "relaxed" and not timing.reacting):
        return None
    deadlines = {seat: timing.deadline(pace, seat, table.outages) for seat in timing.since}
    left = {seat: max(0, deadline - now) for seat, deadline in deadlines.items() if deadline is not None}
    return Clocks(left, timing.reserve)


def facts(table: LiveTable, code: str, person: str) -> TableFacts:
    made, now = table.made, table.now
    return TableFacts(
        id=table.id, code="" if table.over else code, game=made.game, players=made.players, options=made.options,
        pace=msgspec.to_builtins(made.pace), race=made.race, public=made.public, memory_aid=made.memory_aid,
        patience=made.patience, start=made.start, status=now.status, host=table.chairs.seat_of(table.chairs.host),
        commitment=now.commitment, chairs=chairs(table, person), previous=made.previous, rematch=now.rematch,
        late=made.late, deal=table.deal_words,
    )  # fmt: skip


def chairs(table: LiveTable, person: str) -> list[SeenChair]:
    names = told_apart([chair.name for chair in table.chairs])
    return [
        SeenChair(chair.kind, name, chair.bot, bool(person) and chair.person == person, chair.reserved,
                  chair.away, chair.conceded, chair.promise, bool(chair.promise and chair.salt), chair.owes,
                  seat in table.now.agreed, was_of(table, seat, person), bool(person) and chair.kept_for == person,
                  chair.robbed)
        for seat, (chair, name) in enumerate(zip(table.chairs, names, strict=True))
    ]  # fmt: skip


def was_of(table: LiveTable, seat: int, person: str) -> bool:
    """Was this person dealt in here, and is a bot keeping the place?"""
    chair, chairs = table.chairs[seat], table.chairs
    left = chair.kind == "bot" and not chair.conceded and chairs.seat_of(person) is None
    return left and table.now.status == "playing" and chairs.played.get(person) == seat
