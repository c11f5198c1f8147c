"""What the house does at a table without being asked: it commits to a seed, deals, goes on without whom keeps all
waiting, and closes a game that its players have agreed to end. When, follows from the table's log alone."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from pioche.server.catalogue import CATALOGUE
from pioche.server.model.entries import AnyEntry, Closed, Committed, Dealt, Missed
from pioche.server.model.live_table import LiveTable
from pioche.table.errors import Conflict
from pioche.table.shuffle_commitment import commit_to

if TYPE_CHECKING:
    from pioche.server.sessions.table_session import TableSession

Step = Literal["commit", "deal", "miss", "close"]


def next_step(table: LiveTable, now: int) -> Step | None:
    """What is to be done now, if anything."""
    if table.now.status == "playing":
        return "close" if table.all_agree else None
    until = table.reveal_by()
    if until is not None and until <= now:
        return "miss"
    if table.lacking:
        return None
    if table.now.status == "shuffling":
        return "deal"
    return begin(table) if table.now.status == "open" and table.made.start == "full" and table.chairs.complete else None


def begin(table: LiveTable) -> Step:
    """How a game begins: cards that are written down need no shuffle."""
    return "deal" if table.made.position else "commit"


def wake(table: LiveTable, now: int) -> int | None:
    """When something will have to be done, whoever is here."""
    return now if next_step(table, now) is not None else table.reveal_by()


def entry_of(step: Step, table: LiveTable) -> AnyEntry:
    match step:
        case "commit":
            return commit(table)
        case "deal":
            return Dealt()
        case "miss":
            return Missed(table.lacking)
        case "close":
            return Closed()


def draw_seed() -> bytes:
    return secrets.token_bytes(32)


def commit(table: LiveTable) -> Committed:
    seed = draw_seed()
    seats = [chair.bound for chair in table.chairs]
    return Committed(commit_to(table.id, table.deal_words, seats, seed), seed.hex())


async def go_on(session: TableSession) -> None:
    """Do whatever is to be done at a table, one entry after the other."""
    while (step := next_step(session.table, session.registry.clock.now())) is not None:
        with suppress(Conflict):  # somebody was quicker: look again
            await take(session, step)


async def take(session: TableSession, step: Step) -> None:
    seq = session.table.now.seq

    def make() -> AnyEntry:
        table = session.table
        if table.now.seq != seq:
            raise Conflict("conflict.moved", CATALOGUE, base=seq, head=table.now.seq)
        return entry_of(step, table)

    await session.append(make, f"{step}:{seq}")
