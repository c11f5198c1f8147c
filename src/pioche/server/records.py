"""Records of finished games: the whole log played again, with everything that was secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from pioche.server import schema
from pioche.server.reading import check_id, replay_log
from pioche.server.table import Table
from pioche.server.words import refuse
from pioche.table.record import record

if TYPE_CHECKING:
    from pioche.server.hall import Hall


async def find_record(hall: Hall, table_id: str) -> str:
    """The record of a game that is over, or was ended before; until then nobody gets one."""
    check_id(table_id)
    return await hall.store.read(lambda conn: read_record(conn, table_id))


def read_record(conn: Connection, table_id: str, even_unfinished: bool = False) -> str:
    at = schema.tables.c
    status = conn.execute(select(at.status).where(at.id == table_id)).scalar()
    if status is None:
        raise refuse("table.not_found")
    if status not in ("over", "closed") and not even_unfinished:
        raise refuse("table.not_over")
    return record_of(replay_log(conn, table_id))


def record_of(table: Table) -> str:
    if table.pos is None:
        raise refuse("table.not_over")
    return record(table.pos, table.fair)
