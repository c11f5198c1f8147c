"""Row 16: bots that crash, hang, eat memory or move illegally; a legal move comes in time, and no table is stuck."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from random import Random

from sqlalchemy import func, select

from faults.report_row import ReportRow, check, seeded
from pioche.server.model.entries import Moved
from pioche.server.storage import schema
from pioche.server.storage.database import open_engine
from pioche.server.storage.log_reader import replay_log
from pioche.table.game_registry import game_names
from support.client import RequestRefused
from support.deployment import Deployment, small_house
from support.faulty_bot_worker import FAULTS
from support.player import Player
from support.warm_parent import WarmParent

WRONG = "bots_go_wrong"  # not a bug of ours: theirs
ENOUGH = 15  # entries of each game: nobody is stuck
LONGEST = 8.0  # seconds between two of them; a slap alone may take five
PATIENCE = 60.0
AT_ONCE = 20  # games, as many as one socket follows


def bots(warm: WarmParent, games: int, seed: int, bug: str = WRONG, patience: float = PATIENCE) -> ReportRow:
    with seeded("bots that go wrong", seed), small_house(warm, bug=bug) as house:
        moves, slowest = asyncio.run(_bots(house, games, Random(seed), patience))
    found = f"{games} games, {moves} moves, all legal; the longest wait {slowest:.1f} s"
    return ReportRow(16, "bots that go wrong", found, f"never stuck: ≤ {LONGEST:.0f} s a move", slowest <= LONGEST)


async def _bots(house: Deployment, games: int, rng: Random, patience: float) -> tuple[int, float]:
    host = await (await Player(house.url, "Ada").enter()).connect()
    kinds, tables = itertools.cycle(game_names()), list[str]()
    for first in range(0, games, AT_ONCE):
        now = [
            await host.make_table(next(kinds), *rng.choices(sorted(FAULTS), k=2))
            for _ in range(min(AT_ONCE, games - first))
        ]
        for table in now:
            await host.watch(table)  # bots alone play for somebody who looks on
        await until_all_have_moved(house, now, patience)
        for table in now:
            await host.say("unwatch", table=table)
            with suppress(RequestRefused):  # it is over
                await host.post(f"/api/tables/{table}/close")
        tables += now
    await host.close()
    return check_all(house, tables)


async def until_all_have_moved(house: Deployment, tables: list[str], patience: float) -> None:
    at = schema.entries.c
    query = select(at.table_id, func.count()).group_by(at.table_id)
    over = select(schema.tables.c.id).where(schema.tables.c.status == "over")
    engine, since, behind = open_engine(house.database), time.monotonic(), set(tables)
    while behind:
        await asyncio.sleep(0.3)
        with engine.connect() as conn:
            far = {table for table, count in conn.execute(query) if count >= ENOUGH}
            behind -= far | set(conn.execute(over).scalars())
        check(time.monotonic() - since < patience, f"{len(behind)} of {len(tables)} tables are stuck")
    engine.dispose()


def check_all(house: Deployment, tables: list[str]) -> tuple[int, float]:
    """All moves are legal, for the log can be played again; how many, and the longest wait for one."""
    engine, moves, slowest = open_engine(house.database), 0, 0
    with engine.connect() as conn:
        for table in tables:
            shown = [each for each in replay_log(conn, table).kept if isinstance(each.entry, Moved)]
            moves += len(shown)
            slowest = max([slowest, *(late.at - early.at for early, late in itertools.pairwise(shown[:ENOUGH]))])
    engine.dispose()
    return moves, slowest / 1000
