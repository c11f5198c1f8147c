"""The records of finished games that are kept, compressed, so that nothing has to be played again for them."""

from __future__ import annotations

import gzip
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from pioche.server.catalogue import refuse
from pioche.server.storage import schema
from pioche.server.storage.game_records import ENDED

LEVEL = 6  # of compression


class KeptRecord(NamedTuple):
    """A record that is kept."""

    digest: str
    moves: int


def find_kept(conn: Connection, table_id: str) -> KeptRecord | None:
    at = schema.records.c
    row = conn.execute(select(at.digest, at.moves).where(at.table_id == table_id)).first()
    return KeptRecord(*row) if row is not None else None


def read_body(conn: Connection, table_id: str) -> bytes:
    at = schema.records.c
    body = conn.execute(select(at.body).where(at.table_id == table_id)).scalar()
    if body is None:
        raise refuse("table.not_found")
    return bytes(body)


def count_entries(conn: Connection, table_id: str) -> int:
    """How long a game was; refuses one that is not over."""
    at = schema.tables.c
    row = conn.execute(select(at.status, at.head).where(at.id == table_id)).first()
    if row is None:
        raise refuse("table.not_found")
    if row.status not in ENDED:
        raise refuse("table.not_over")
    return int(row.head)


def keep_record(conn: Connection, table_id: str, kept: KeptRecord, body: bytes) -> None:
    insert = sqlite.insert if conn.dialect.name == "sqlite" else postgresql.insert
    row = {"table_id": table_id, "digest": kept.digest, "moves": kept.moves, "body": body}
    conn.execute(insert(schema.records).values(row).on_conflict_do_nothing())


def kept_record(conn: Connection, table_id: str) -> str | None:
    """The record of a game, if it is kept."""
    body = conn.execute(select(schema.records.c.body).where(schema.records.c.table_id == table_id)).scalar()
    return unpacked(bytes(body)) if body is not None else None


def packed(plain: bytes) -> bytes:
    return gzip.compress(plain, LEVEL, mtime=0)


def unpacked(body: bytes) -> str:
    return gzip.decompress(body).decode() if body else ""
