"""`pioche admin tidy`: what is old goes, and nothing else, while others write."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select

from pioche.cli import main
from pioche.server.storage import schema
from pioche.server.storage.database import open_engine
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.retention import tidy
from support.blocking_client import KOLPA, guest
from support.month_of_games import DAY, store_day, store_game
from support.server_process import serving

NOW = time.time_ns() // 1_000_000


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """With the present schema."""
    sqlite = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/tables.db" if sqlite else str(request.getfixturevalue("postgres_url"))
    made(url)
    return url


def made(url: str) -> None:
    asyncio.run(LogStore(url).stop())


def fill(url: str) -> list[str]:
    """A game that goes on, one that was just finished, and old ones; the ids of those to be kept."""
    engine = open_engine(url)
    with engine.begin() as conn:
        kept = [store_game(conn, NOW - 200 * DAY, "playing"), store_game(conn, NOW - DAY)]
        store_day(conn, NOW - 100 * DAY, 30, 45)
        store_day(conn, NOW - DAY, 7, 0)
        link = {"hash": "old", "person": "x", "expires": NOW // 1000 - 60}
        conn.execute(insert(schema.links), [link, {**link, "hash": "new", "expires": NOW // 1000 + 3600}])
    engine.dispose()
    return kept


def rows(conn: Connection) -> dict[str, int]:
    names = ("tables", "entries", "snapshots", "reviews", "seats", "people", "tokens", "links")
    return {
        name: conn.execute(select(func.count()).select_from(schema.metadata.tables[name])).scalar_one()
        for name in names
    }


def test_what_is_old_goes_and_nothing_else(database: str) -> None:
    kept = fill(database)
    foreseen = tidy(database, 90, dry=True)
    found = tidy(database, 90, dry=False)
    assert (found.games, found.people, found.links) == (45, 30, 1)
    assert (foreseen.games, foreseen.people, foreseen.links) == (45, 30, 1), "and nothing was removed by counting"
    engine = open_engine(database)
    with engine.connect() as conn:
        assert set(conn.execute(select(schema.tables.c.id)).scalars()) == set(kept)
        assert rows(conn) == {
            "tables": 2, "entries": 80, "snapshots": 2, "reviews": 2, "seats": 2, "people": 7, "tokens": 7, "links": 1
        }  # fmt: skip
    engine.dispose()
    assert tidy(database, 90, dry=False).games == 0


def test_the_file_gets_smaller(tmp_path: Path) -> None:
    """Also one of a version that did not foresee it: that once, while it is not served."""
    for name, before in (("new", 2), ("old", 0)):
        url = f"sqlite:///{tmp_path}/{name}.db"
        with closing(sqlite3.connect(tmp_path / f"{name}.db")) as conn:
            conn.execute(f"PRAGMA auto_vacuum={before}")
            conn.execute("CREATE TABLE facts (name VARCHAR(40) PRIMARY KEY, value TEXT NOT NULL)")
            conn.execute("DROP TABLE facts")
            conn.execute("VACUUM")
        made(url)
        fill(url)
        found = tidy(url, 90, dry=False)
        assert found.after < found.before / 2, name
        with closing(sqlite3.connect(tmp_path / f"{name}.db")) as conn:
            assert conn.execute("PRAGMA freelist_count").fetchone() == (0,)
            assert conn.execute("PRAGMA auto_vacuum").fetchone() == (2,)
            assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_it_can_be_done_while_tables_are_made(tmp_path: Path) -> None:
    with serving(tmp_path, "--rate", "1000") as server, guest(server) as person:
        fill(server.database)
        made_before = [person.post("/api/tables", **KOLPA)["id"] for _ in range(3)]
        assert tidy(server.database, 90, dry=False).games == 45
        made_after = person.post("/api/tables", **KOLPA)["id"]
        mine = {each["id"] for each in person.http.get("/api/me/tables").json()}
        assert mine == {*made_before, made_after}


def test_it_says_what_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    made(url)
    fill(url)

    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["pioche", "admin", "tidy", *words, "--database", url, "--lang", "en"])
        with suppress(SystemExit):
            main()
        said = capsys.readouterr()
        return said.out or said.err

    assert run("--dry-run") == "Would remove: 45 game(s), 30 person(s), 0 key(s), 1 code(s).\n"
    assert run("--older-than", "101d").startswith("Removed: 0 game(s)")
    assert "The file has" in run("--older-than", "90")
    assert run("--older-than", "soon").startswith("“soon” is no number of days like 90d.")
