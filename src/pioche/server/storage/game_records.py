"""Records of finished games: the whole log played again, with everything that was secret."""

from __future__ import annotations

from sqlalchemy import Connection, select

from pioche.server.catalogue import refuse
from pioche.server.model.live_table import LiveTable
from pioche.server.storage import schema
from pioche.server.storage.log_reader import replay_log
from pioche.table.record import record

ENDED = ("over", "closed")  # tables whose records may be read


def read_record(conn: Connection, table_id: str, even_unfinished: bool = False) -> str:
    at = schema.tables.c
    status = conn.execute(select(at.status).where(at.id == table_id)).scalar()
    if status is None:
        raise refuse("table.not_found")
    if status not in ENDED and not even_unfinished:
        raise refuse("table.not_over")
    return record_of(replay_log(conn, table_id))


def record_of(table: LiveTable) -> str:
    if table.pos is None:
        raise refuse("table.not_over")
    return record(table.pos, table.fair)
