"""Row 20: records and databases of every version that ever was are played again, to the same end.

In tests, `python -m faults.upgrades` keeps a corpus of the present version; one that is there is never changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
from sqlalchemy import Connection, select

import pioche
from faults.report_row import ReportRow, check, seeded
from pioche.server.model.entries import Created, Moved, Sat
from pioche.server.model.live_table import LiveTable
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.settings import Settings
from pioche.server.storage import schema
from pioche.server.storage.accounts import Person
from pioche.server.storage.database import open_engine
from pioche.server.storage.game_records import read_record
from pioche.server.storage.log_reader import read_log, read_rows
from pioche.server.storage.log_store import LogStore
from pioche.table.game_registry import game_names
from pioche.table.shuffle_commitment import promise
from pioche.testing.laws import random_move
from support.deployment import Deployment, opened
from support.warm_parent import WarmParent

CORPUS = Path(__file__).with_name("corpus")
DATABASE, DIGESTS = "tables.db", "digests.json"
OPTIONS: dict[str, dict[str, Any]] = {"kolpa": {"rounds": 1}, "ko": {"max_turns": 10}}
NAMES = ("ada", "bob", "cleo")
LONG = 70  # entries of the game that is not over: there is a snapshot before them


def upgrades(warm: WarmParent) -> ReportRow:
    versions = sorted(folder for folder in CORPUS.iterdir() if folder.is_dir())
    check(any(folder.name == pioche.__version__ for folder in versions), f"no corpus of {pioche.__version__} is kept")
    with seeded("upgrades", 0):
        records = sum(check_records(folder) + check_old_rules(folder) for folder in versions)
        tables = sum(check_database(folder) for folder in versions)
        for folder in versions:
            check_served(warm, folder)
    names = ", ".join(folder.name for folder in versions)
    found = f"{names}: {records} records and {tables} stored tables, every digest as it was"
    return ReportRow(20, "upgrades", found, "the same digest", True)


def check_records(folder: Path) -> int:
    records = sorted(folder.glob("*.txt"))
    check({path.stem for path in records} == set(game_names()), f"{folder.name} lacks a game")
    for path in records:
        text = path.read_text()
        check(list(pioche.replay(text))[-1].over, f"{path.name} does not come to its end")
        check(pioche.verify(text).ok, f"{path.name} is not what was committed to")
    return len(records)


def check_old_rules(folder: Path) -> int:
    """Games that met a fault of the rules of then go as they went, to the same digest."""
    records = sorted((folder / "rules").glob("*.txt"))
    for path in records:
        text = path.read_text()
        check(pioche.record(list(pioche.replay(text))[-1]) == text, f"{path.name} is another record now")
    return len(records)


def check_database(folder: Path) -> int:
    """Brought to the present schema, every table still goes as it went."""
    wanted: dict[str, str] = json.loads((folder / DIGESTS).read_text())
    with copied(folder) as url:
        asyncio.run(LogStore(url).stop())
        found = read_all(url)
    for table, digest in wanted.items():
        check(found.get(table) == digest, f"table {table} of {folder.name} goes otherwise now")
    return len(wanted)


@contextmanager
def copied(folder: Path) -> Iterator[str]:
    """The corpus itself is never opened."""
    with tempfile.TemporaryDirectory(prefix="pioche-corpus-") as made:
        shutil.copy(folder / DATABASE, made)
        yield f"sqlite:///{made}/{DATABASE}"


def read_all(url: str) -> dict[str, str]:
    """The digest of every table."""
    engine = open_engine(url)
    with engine.connect() as conn:
        tables = conn.execute(select(schema.tables.c.id, schema.tables.c.seed)).all()
        found = {table: digest(conn, table, bytes(seed)) for table, seed in tables}
    engine.dispose()
    return found


def digest(conn: Connection, table_id: str, seed: bytes) -> str:
    """Of all that anybody could see in the course of a game; the snapshot must lead to the same end."""
    made, *rows = read_rows(conn, table_id, 0)
    assert isinstance(made.entry, Created)
    table, told = LiveTable(table_id, made.entry, seed), hashlib.sha256()
    for row in rows:
        table.apply(row)
        told.update(json.dumps(sight(table)).encode())
    check(sight(from_snapshot(conn, table_id)) == sight(table), f"the snapshot of {table_id} leads elsewhere")
    return told.hexdigest()


def sight(table: LiveTable) -> list[Any]:
    """What there is to see; that it is played by the first version of the rules had no word in 0.1."""
    views = [table.pos.view(seat) for seat in (None, *range(table.seats))] if table.pos is not None else []
    views = [view.replace(" rules=1", "", 1) for view in views]
    return [table.now.seq, list(table.now.heads), table.now.status, table.now.scores, views]


def from_snapshot(conn: Connection, table_id: str) -> LiveTable:
    found = read_log(conn, table_id)
    assert found is not None
    _, _, seed, shot, (made, *rows) = found
    assert isinstance(made.entry, Created)
    table = LiveTable(table_id, made.entry, seed)
    if shot is not None:
        table.resume(shot)
    for row in rows:
        table.apply(row)
    return table


def check_served(warm: WarmParent, folder: Path) -> None:
    """A server of today opens the old database, and gives every finished game as it was recorded then."""
    with copied(folder) as url, opened(Deployment(url, how=warm.with_bug("")), 1) as house:
        engine = open_engine(url)
        with engine.connect() as conn:
            tables = conn.execute(select(schema.tables.c.id, schema.tables.c.game, schema.tables.c.status)).all()
        engine.dispose()
        for table, game, status in tables:
            facts = httpx.get(f"{house.url}/api/tables/{table}").json()
            check(facts.get("status") == status, f"{game} is {facts.get('status')}, was {status}")
            if status == "over":
                record = httpx.get(f"{house.url}/api/tables/{table}/record").text
                check(record == (folder / f"{game}.txt").read_text(), f"the record of {game} is another")


# Keeping a corpus


async def keep(folder: Path) -> None:
    """A finished game of each kind and one under way, as records and as a database."""
    registry = TableRegistry(Settings(database=f"sqlite:///{folder / DATABASE}", warm_up=False))
    await registry.start()
    for number, name in enumerate(game_names()):
        session = await deal(registry, name)
        await play(session, Random(number), 3000)
        (folder / f"{name}.txt").write_text(await registry.finished_games.text(session.table.id))
    await play(await deal(registry, "coloretto"), Random(7), LONG)
    await registry.stop()
    with closing(sqlite3.connect(folder / DATABASE)) as conn:
        for statement in ("PRAGMA journal_mode=DELETE", "PRAGMA page_size=1024", "VACUUM"):  # as small as it can be
            conn.execute(statement)
    (folder / f"{DATABASE}.lock").unlink()
    (folder / DIGESTS).write_text(json.dumps(read_all(f"sqlite:///{folder / DATABASE}"), indent=1) + "\n")


async def deal(registry: TableRegistry, name: str) -> TableSession:
    """All but the last, who leaves it to the others, promise a salt, and tell it once the house is bound."""
    people = [Person(name, name.title(), "") for name in NAMES]
    salts = {person: f"{seat:032x}" for seat, person in enumerate(people[:-1])}
    promises = [promise(salts[person]) if person in salts else "" for person in people]
    sat = [Sat(seat, each.id, each.name, promise=promises[seat]) for seat, each in enumerate(people)]
    made = Created(name, len(sat), NAMES[0], "", OPTIONS.get(name, {}), race="arrival")
    lobby = Lobby(registry)
    session = await lobby.create(people[0], made, sat)
    for person, salt in salts.items():
        await lobby.reveal(session, person, salt)
    return session


async def play(session: TableSession, rng: Random, most: int) -> None:
    for number in range(most):
        if session.table.over or session.table.pos is None:
            return
        seat, move = random_move(session.table.pos, rng)
        await session.append(partial(Moved, seat, [move]), f"c{number}")


def main() -> None:
    folder = CORPUS / pioche.__version__
    folder.mkdir(parents=True)  # fails if it is there
    asyncio.run(keep(folder))
    engine = open_engine(f"sqlite:///{folder / DATABASE}")
    with engine.connect() as conn:
        tables = conn.execute(select(schema.tables.c.id).where(schema.tables.c.status == "over")).scalars().all()
        assert len([read_record(conn, table) for table in tables]) == len(game_names())
    engine.dispose()
    check_records(folder)


if __name__ == "__main__":
    main()
