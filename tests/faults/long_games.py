"""Finished games of thousands of moves, put straight into a database: to play them takes the server a minute."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sqlalchemy import update

from pioche.server.model.entries import AnyEntry, Botted, Committed, Created, Dealt, Moved
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.sessions.lobby import add_table, new_id
from pioche.server.storage import schema
from pioche.server.storage.database import open_engine
from pioche.table.shuffle_commitment import commitment
from support.deployment import Deployment

SEATS = 6
LONG: dict[str, str | int] = {"target": 200, "rounds": 200}  # of Kolpa!: some ten thousand moves
SHORT: dict[str, str | int] = {"target": 60, "rounds": 20}
WHEN = 1_800_000_000_000


def add_long_game(house: Deployment, seed: int, options: dict[str, str | int]) -> str:
    """Bots alone, who played at random; the table's id."""
    table = LiveTable(new_id(), Created("kolpa", SEATS, "", "", options), Random(seed).randbytes(32))
    rows = list(rows_of(table, Random(seed)))
    engine = open_engine(house.database)
    with engine.begin() as conn:
        add_table(conn, table, rows, WHEN, None)
        conn.execute(update(schema.tables).where(schema.tables.c.id == table.id).values(code=None))
    engine.dispose()
    return table.id


def rows_of(table: LiveTable, rng: Random) -> Iterator[LogRow]:
    yield LogRow(1, "create:1", table.made, WHEN)
    for entry in entries_of(table, rng):
        row = LogRow(table.now.seq + 1, f"c{table.now.seq + 1}", entry, WHEN)
        table.apply(row)
        yield row


def entries_of(table: LiveTable, rng: Random) -> Iterator[AnyEntry]:
    for seat in range(SEATS):
        yield Botted(seat, "random")
    yield Committed(commitment(table.now.seed), table.now.seed.hex())
    yield Dealt()
    while table.now.status == "playing":
        seat = table.now.standing.waited[0]
        yield Moved(seat, [rng.choice(table.moves(seat))], "bot")
