"""Reading the log back: what a table is made of, and a table played again from its first entry."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select

from pioche.core import RULES
from pioche.server.catalogue import refuse
from pioche.server.model.entries import AnyEntry, Created, read_entry
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.model.move_clocks import Outages
from pioche.server.model.table_progress import SNAPSHOT_FORM, Snapshot
from pioche.server.storage import schema
from pioche.table.errors import PiocheError

Stored = tuple[int, str, str, int]  # an entry's number, its command, itself as JSON, and when


def check_id(table_id: str) -> None:
    """What can't be a table's id is not looked for: a database need not take every text."""
    if not (table_id.isascii() and table_id.isprintable()):
        raise refuse("table.not_found")


def read_log(conn: Connection, table_id: str) -> tuple[str, str, bytes, Snapshot | None, list[LogRow]] | None:
    """What a table is made of: its code, origin, seed and snapshot, and the entries after that; always the first."""
    at = schema.tables.c
    row = conn.execute(select(at.code, at.origin, at.seed).where(at.id == table_id)).first()
    if row is None:
        return None
    kept = conn.execute(select(schema.snapshots.c.body).where(schema.snapshots.c.table_id == table_id)).scalar()
    shot = read_shot(kept) if kept else None
    rows = read_rows(conn, table_id, shot.seq if shot else 1)
    first = read_rows(conn, table_id, 0, 1)
    return row.code or "", row.origin or "", bytes(row.seed), shot, [*first, *rows]


def read_rows(conn: Connection, table_id: str, after: int, most: int | None = None) -> list[LogRow]:
    return [row_of(*stored) for stored in read_stored(conn, table_id, after, most)]


def read_stored(conn: Connection, table_id: str, after: int = 0, most: int | None = None) -> list[Stored]:
    at = schema.entries.c
    query = select(at.seq, at.command, at.body, at.at).where(at.table_id == table_id, at.seq > after)
    return [(*row,) for row in conn.execute(query.order_by(at.seq).limit(most))]


def row_of(seq: int, command: str, body: str, at: int) -> LogRow:
    return LogRow(seq, command, understand(body), at)


def understand(body: str) -> AnyEntry:
    """An entry of any release; what only a later one understands is refused, and its table with it."""
    try:
        entry: AnyEntry = read_entry(body)
    except msgspec.ValidationError:
        raise refuse("table.newer") from None
    if isinstance(entry, Created) and entry.rules > RULES:
        raise refuse("table.newer")
    return entry


def is_newer(error: PiocheError) -> bool:
    """Was a table refused because only a later release can read it, or because its game is not here?"""
    return error.reason[0] in ("table.newer", "setup.game")


def read_shot(body: str) -> Snapshot | None:
    """A snapshot that we understand; without one the whole log is played."""
    try:
        shot = msgspec.json.decode(body, type=Snapshot)
    except msgspec.MsgspecError:
        return None
    return shot if shot.version <= SNAPSHOT_FORM else None


def replay_log(conn: Connection, table_id: str) -> LiveTable:
    """A table from its first entry on."""
    seed = conn.execute(select(schema.tables.c.seed).where(schema.tables.c.id == table_id)).scalar_one()
    return table_of(table_id, bytes(seed), read_stored(conn, table_id))


def table_of(table_id: str, seed: bytes, stored: Sequence[Stored]) -> LiveTable:
    return play_log(table_id, seed, None, [row_of(*each) for each in stored])


def play_log(table_id: str, seed: bytes, shot: Snapshot | None, rows: list[LogRow], outages: Outages = ()) -> LiveTable:
    """A table from its first entry and the others after its snapshot. What was stored was legal when it was: if it is
    not so for us, another release knows more."""
    made = rows[0].entry
    assert isinstance(made, Created)
    try:
        table = LiveTable(table_id, made, seed, outages)
        if shot is not None:
            table.resume(shot)
        for row in rows[1:]:
            table.apply(row)
    except PiocheError:
        raise refuse("table.newer") from None
    return table
