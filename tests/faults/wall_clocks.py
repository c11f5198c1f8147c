"""Row 15: the wall clock jumps by days, servers are restarted in mid-turn, nobody is there: every time-out is right."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from random import Random

from sqlalchemy import select

from faults.report_row import ReportRow, check, seeded
from pioche.server.model.entries import Created, Moved
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.storage import schema
from pioche.server.storage.database import open_engine
from pioche.server.storage.log_reader import read_rows
from support.client import RequestRefused
from support.deployment import HOUSES, Deployment
from support.player import Player
from support.warm_parent import WarmParent

MOVE = 5  # seconds for a move; there is no reserve
LATE = 1.0  # seconds that a time-out may come late
JUMPS = "wall_clock_jumps"  # not a bug: what is done to the process


def clocks(
    warm: WarmParent, kind: str, tables: int, seed: int, bug: str = JUMPS, late: float = LATE, patience: float = 60.0
) -> ReportRow:
    with seeded(f"clocks on {kind}", seed), HOUSES[kind](warm, bug=bug) as house:
        latest = asyncio.run(_clocks(house, tables, Random(seed), patience))
    found = f"{kind}: {tables} tables, a restart, wall clock ± 1 day: no false time-out, the latest {latest:.2f} s late"
    return ReportRow(15, "clocks", found, f"once, ≤ {late:.0f} s late", latest <= late)


async def _clocks(house: Deployment, count: int, rng: Random, patience: float) -> float:
    people, dealt = await deal(house, count)
    await asyncio.sleep(rng.uniform(0.2, 1.5))
    await asyncio.to_thread(house.crash)
    for player in people:
        player.move_to(house.url)
    for table, seconds in (await until_timed_out(house, people, dealt, patience)).items():
        check(seconds >= MOVE, f"time was up at {table} after {seconds:.2f} s")
    for player in people:
        await player.close()
    return max(check_table(house, table) for table in dealt)


async def deal(house: Deployment, count: int) -> tuple[list[Player], dict[str, float]]:
    """Tables of two who are never there: who they are, and when each was dealt."""
    people = [await Player(house.url, name).enter() for name in ("Ada", "Bob")]
    dealt = {}
    for _ in range(count):
        pace = {"kind": "live", "move": MOVE, "reserve": 0}
        table = await people[0].make_table("coloretto", "you", "open", pace=pace)
        dealt[table] = time.monotonic()
        await people[1].sit(table)
    return people, dealt


async def until_timed_out(
    house: Deployment, people: list[Player], dealt: dict[str, float], patience: float
) -> dict[str, float]:
    """For each table the seconds, on this machine's own clock, until somebody's time was up; then it is closed."""
    at, found = schema.entries.c, dict[str, float]()
    query = select(at.table_id).where(at.command.like("clock:%")).distinct()
    engine = open_engine(house.database)
    give_up = time.monotonic() + patience
    while len(found) < len(dealt) and time.monotonic() < give_up:
        await asyncio.sleep(0.1)
        with engine.connect() as conn:
            up = set(conn.execute(query).scalars()) - found.keys()
        found.update({table: time.monotonic() - dealt[table] for table in up})
        for table in up:
            await end(people, table)
    engine.dispose()
    check(len(found) == len(dealt), f"at {len(dealt) - len(found)} tables nobody's time was ever up")
    return found


async def end(people: list[Player], table: str) -> None:
    """Both agree, unless it is over anyway."""
    for player in people:
        with suppress(RequestRefused):
            await player.post(f"/api/tables/{table}/close")


def check_table(house: Deployment, table: str) -> float:
    """Every time-out of a table compared with its deadline, by the log played again; the latest, in seconds."""
    rows, outages = log_and_outages(house, table)
    made = rows[0].entry
    assert isinstance(made, Created)
    twin, late = LiveTable(table, made, house.seed(table), outages), 0.0
    for row in rows[1:]:
        if isinstance(row.entry, Moved) and row.entry.by == "clock":
            late = max(late, lateness(twin, row))
        twin.apply(row)
    return late


def log_and_outages(house: Deployment, table: str) -> tuple[list[LogRow], list[tuple[int, int]]]:
    engine = open_engine(house.database)
    with engine.connect() as conn:
        outages = [(down, up) for down, up in conn.execute(select(schema.outages).order_by("down"))]
        rows = read_rows(conn, table, 0)
    engine.dispose()
    return rows, outages


def lateness(table: LiveTable, row: LogRow) -> float:
    assert isinstance(row.entry, Moved)
    deadline = table.timing.deadline(table.made.pace, row.entry.seat, table.outages)
    check(deadline is not None, f"{row.command}: nobody was waiting for this seat")
    assert deadline is not None
    check(row.at >= deadline, f"{row.command} at {table.id}: {deadline - row.at} ms too early")
    return (row.at - deadline) / 1000
