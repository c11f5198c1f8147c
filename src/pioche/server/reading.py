"""Reading the log back: what a table is made of, and a table played again from its first entry."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select

from pioche.server import schema
from pioche.server.entries import Created, read_entry
from pioche.server.table import Row, Snapshot, Table
from pioche.server.words import refuse

Stored = tuple[int, str, str, int]  # an entry's number, its command, itself as JSON, and when


def check_id(table_id: str) -> None:
    """What can't be a table's id is not looked for: a database need not take every text."""
    if not (table_id.isascii() and table_id.isprintable()):
        raise refuse("table.not_found")


def read_log(conn: Connection, table_id: str) -> tuple[str, bytes, Snapshot | None, list[Row]] | None:
    """What a table is made of: its code, its seed, its snapshot and the entries after it; the first entry always."""
    at = schema.tables.c
    row = conn.execute(select(at.code, at.seed).where(at.id == table_id)).first()
    if row is None:
        return None
    kept = conn.execute(select(schema.snapshots.c.body).where(schema.snapshots.c.table_id == table_id)).scalar()
    shot = msgspec.json.decode(kept, type=Snapshot) if kept else None
    rows = read_rows(conn, table_id, shot.seq if shot else 1)
    first = read_rows(conn, table_id, 0, 1)
    return row.code or "", bytes(row.seed), shot, [*first, *rows]


def read_rows(conn: Connection, table_id: str, after: int, most: int | None = None) -> list[Row]:
    return [row_of(*stored) for stored in read_stored(conn, table_id, after, most)]


def read_stored(conn: Connection, table_id: str, after: int = 0, most: int | None = None) -> list[Stored]:
    at = schema.entries.c
    query = select(at.seq, at.command, at.body, at.at).where(at.table_id == table_id, at.seq > after)
    return [(*row,) for row in conn.execute(query.order_by(at.seq).limit(most))]


def row_of(seq: int, command: str, body: str, at: int) -> Row:
    return Row(seq, command, read_entry(body), at)


def replay_log(conn: Connection, table_id: str) -> Table:
    """A table from its first entry on."""
    seed = conn.execute(select(schema.tables.c.seed).where(schema.tables.c.id == table_id)).scalar_one()
    return table_of(table_id, bytes(seed), read_stored(conn, table_id))


def table_of(table_id: str, seed: bytes, stored: Sequence[Stored]) -> Table:
    rows = [row_of(*each) for each in stored]
    made = rows[0].entry
    assert isinstance(made, Created)
    table = Table(table_id, made, seed)
    for row in rows[1:]:
        table.follow(row)
    return table
