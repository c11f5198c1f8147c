"""Running a house: starting it, looking after its database while it is served, and one sentence for every mistake."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import pioche
from pioche.cli import main
from pioche.server.app import listen
from pioche.server.settings import Settings
from pioche.server.storage.database_admin import copy_database
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.socket_tickets import hashed
from pioche.table.errors import PiocheError
from support.blocking_client import KOLPA, guest, hello, play_to_the_end
from support.server_process import ServerProcess, serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with one game over and one under way."""
    with serving(tmp_path_factory.mktemp("house"), "--rate", "1000") as server:
        with guest(server, "Ada [red]") as person:
            table = person.post("/api/tables", **{**KOLPA, "options": {"target": 10}})["id"]
            play_to_the_end(person.socket(), table)
            person.post("/api/tables", **KOLPA)
        yield server


ENGLISH = {**os.environ, "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8", "COLUMNS": "200"}


def run(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pioche", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env={**ENGLISH, **(env or {})})


def refused(*arguments: str, env: dict[str, str] | None = None) -> str:
    """One sentence on the standard error, and exit code 2."""
    done = run(*arguments, env=env)
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr and len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr.strip()


Quick = Callable[..., str]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Quick:
    """The same without a process of its own."""

    def refused(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["pioche", *arguments, "--lang", "en"])
        with pytest.raises(SystemExit) as stopped:
            main()
        said = capsys.readouterr().err.strip()
        assert stopped.value.code == 2 and len(said.splitlines()) == 1, said
        return said

    return refused


# Looking after it


ROWS = ("tables", "entries", "people", "tokens")  # what a copy must have all of


def rows_of(database: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(database)) as conn:
        return {table: conn.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in ROWS}


def epoch_of(database: Path) -> Any:
    with closing(sqlite3.connect(database)) as conn:
        return conn.execute("SELECT value FROM facts WHERE name = 'epoch'").fetchone()


def backup_of(house: ServerProcess, folder: Path) -> tuple[Path, dict[str, list[Any]]]:
    """A copy, and the rows that the database had before and after; made again if a bot has moved meanwhile."""
    give_up, target = time.monotonic() + 60, folder / "copy.db"
    while True:
        assert time.monotonic() < give_up, "the database never rests"
        target.unlink(missing_ok=True)
        before = rows_of(house.folder / "tables.db")
        done = run("admin", "backup", str(target), "--database", house.database)
        assert (done.returncode, done.stdout.strip()) == (0, f"Copied to {target}.")
        if rows_of(house.folder / "tables.db") == before:
            return target, before


def test_a_backup_is_made_while_it_is_served_and_can_be_served_itself(house: ServerProcess, tmp_path: Path) -> None:
    target, rows = backup_of(house, tmp_path)
    assert rows_of(target) == rows and all(rows.values())
    assert epoch_of(target) != epoch_of(house.folder / "tables.db")
    with serving(tmp_path, database=f"sqlite:///{target}") as restored:
        assert httpx.get(f"{restored.url}/healthz").json()["status"] == "ok"


def test_nobody_else_can_read_what_is_kept(tmp_path: Path) -> None:
    """Whatever the umask; and what an earlier version left open is closed, with a line in the log."""
    folder = tmp_path / "new"
    folder.mkdir(0o755)
    (folder / "tables.db").touch(0o644)
    with serving(folder) as server, guest(server):
        files = sorted(folder.glob("tables.db*"))
        assert len(files) == 4 and {file.stat().st_mode & 0o777 for file in files} == {0o600}
        assert any("others could read tables.db:" in line["message"] for line in server.log())
    with serving(tmp_path, database=f"sqlite:///{tmp_path}/made/tables.db"):
        assert (tmp_path / "made").stat().st_mode & 0o777 == 0o700


def test_a_backup_opens_nothing(house: ServerProcess, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with guest(house) as person:
        ticket, code = person.ticket(), person.post("/api/me/link")["code"]
        assert run("admin", "backup", str(target), "--database", house.database).returncode == 0
        kept = target.read_bytes()
        assert hashed(person.token).encode() in kept, "people are there"
        for secret in (person.token, ticket, hashed(ticket), code, hashed(code)):
            assert secret.encode() not in kept
        assert hello(house, ticket) == ("welcome", 0), "the original is as it was"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_backup_of_an_older_database_has_no_seal_in_it(tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    with closing(sqlite3.connect(older)) as made, made:
        made.execute("CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT)")
        made.execute("INSERT INTO facts VALUES ('secret', 'the seal'), ('epoch', 'e')")
    copy_database(f"sqlite:///{older}", tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert [name for (name,) in copy.execute("SELECT name FROM facts")] == ["epoch"]
    assert b"the seal" not in (tmp_path / "copy.db").read_bytes()


def test_a_backup_is_whole_though_moves_are_made_meanwhile(house: ServerProcess, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with guest(house) as person:
        person.post("/api/tables", **KOLPA)
        command = [sys.executable, "-m", "pioche", "admin", "backup", str(target), "--database", house.database]
        copying = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while copying.poll() is None:
            person.post("/api/tables", **KOLPA)
    assert copying.returncode == 0
    with closing(sqlite3.connect(target)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        heads = copy.execute("SELECT id, head FROM tables").fetchall()
        for table, head in heads:
            query = "SELECT count(*), max(seq) FROM entries WHERE table_id = ?"
            count, last = copy.execute(query, (table,)).fetchone()
            assert count == last >= head


def test_tables_are_listed(house: ServerProcess) -> None:
    done = run("admin", "tables", "--database", house.database)
    assert done.returncode == 0
    assert "over" in done.stdout and "playing" in done.stdout and "Ada [red], thumb" in done.stdout


def test_finished_games_are_exported_as_records_once(house: ServerProcess, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    done = run("admin", "export", str(folder), "--database", house.database)
    assert done.stdout.strip() == f"1 game(s) written to {folder}."
    (file,) = folder.iterdir()
    *_, last = pioche.replay(file.read_text())
    assert last.over and pioche.verify(file.read_text()).ok
    file.write_text("mine")
    assert run("admin", "export", str(folder), "--database", house.database).returncode == 0
    assert file.read_text() == "mine"


def test_games_that_were_ended_by_agreement_are_exported_too(tmp_path: Path) -> None:
    """A table that was closed before its game has no record, and is none of them."""
    with serving(tmp_path, "--rate", "1000") as server, guest(server) as person:
        ended = person.post("/api/tables", **KOLPA)["id"]
        undealt = person.post("/api/tables", **{**KOLPA, "seats": [{"kind": "you"}, {"kind": "open"}]})["id"]
        assert [person.post(f"/api/tables/{each}/close")["status"] for each in (ended, undealt)] == ["closed"] * 2
        folder = tmp_path / "records"
        done = run("admin", "export", str(folder), "--database", server.database)
        assert done.stdout.strip() == f"1 game(s) written to {folder}."
        (file,) = folder.iterdir()
        assert file.name == f"kolpa-{ended}.txt"
        assert file.read_text() == person.http.get(f"/api/tables/{ended}/record").text


def test_what_cannot_be_looked_after_is_said_in_a_sentence(tmp_path: Path, quick: Quick) -> None:
    nothing, folder = tmp_path / "no.db", tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "text.db").write_text("no database at all " * 100)
    (tmp_path / "empty.db").write_bytes(b"")
    target = str(tmp_path / "target")
    for command in (["tables"], ["backup", target], ["export", target]):
        for path in (nothing, folder):
            answer = quick("admin", *command, "--database", f"sqlite:///{path}")
            assert answer == f"There is no database at {path}."
        for path in (tmp_path / "text.db", tmp_path / "empty.db"):
            answer = quick("admin", *command, "--database", f"sqlite:///{path}")
            assert answer.startswith(f"sqlite:///{path} can't be used as a database: ")
        assert "is no database" in quick("admin", *command, "--database", "nonsense")
    assert not nothing.exists() and not (tmp_path / "target").is_file()


def test_a_place_that_cannot_be_written_is_said_in_a_sentence(
    house: ServerProcess, tmp_path: Path, quick: Quick
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    url = ["--database", house.database]
    assert quick("admin", "backup", str(taken), *url) == f"{taken} exists already; choose another name."
    assert quick("admin", "backup", str(tmp_path / "none" / "x.db"), *url).startswith("Can't write")
    assert quick("admin", "export", str(taken), *url).startswith("Can't write")
    assert quick("admin", "export", str(taken / "x"), *url).startswith("Can't write")
    assert taken.read_text() == "mine"


def test_only_sqlite_is_copied_like_this(tmp_path: Path) -> None:
    answer = refused("admin", "backup", str(tmp_path / "x"), "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert answer == "Only an SQLite database is copied like this; for PostgreSQL use pg_dump."


# Starting it


def test_a_port_in_use_is_said_in_a_sentence(house: ServerProcess, tmp_path: Path) -> None:
    database = ["--database", f"sqlite:///{tmp_path / 'x.db'}"]
    answer = refused("serve", "--port", str(house.port), *database)
    assert answer == f"Port {house.port} of 127.0.0.1 is already in use; choose another with --port."
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        french = refused("serve", "--port", str(port), "--lang", "fr", *database)
    assert french == f"Le port {port} de 127.0.0.1 est déjà pris\xa0; choisissez-en un autre avec --port."


def test_an_address_that_is_not_ours_is_said_in_a_sentence(tmp_path: Path) -> None:
    database = ["--database", f"sqlite:///{tmp_path / 'x.db'}"]
    answer = refused("serve", "--host", "192.0.2.1", "--port", "0", *database)
    assert answer.startswith("Can't serve at 192.0.2.1, port 0: ")
    with pytest.raises(PiocheError) as why:
        listen(Settings("no.such.host.invalid", 0))
    assert why.value.reason[0] == "serve.address"


def test_a_database_that_is_served_already_is_said_in_a_sentence(house: ServerProcess) -> None:
    answer = refused("serve", "--port", "0", "--database", house.database)
    assert answer.endswith("is already served by another process; for several, use PostgreSQL (--database).")


URLS = ["nonsense", "mysql://x", "sqlite://", "sqlite:///:memory:", "postgresql+asyncpg://x", "http://x:pw@y"]


@pytest.mark.parametrize("url", URLS)
def test_what_is_no_database_is_refused(url: str) -> None:
    with pytest.raises(PiocheError) as why:
        LogStore(url)
    assert why.value.reason[0] == "storage.url" and "pw" not in why.value.sentence("en")


def test_what_is_no_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    assert refused("serve", "--port", "0", "--database", "nonsense").startswith("“nonsense” is no database: expected")
    (tmp_path / "file").write_text("in the way")
    answer = refused("serve", "--port", "0", env={"XDG_DATA_HOME": str(tmp_path / "file")})
    assert "can't be used as a database" in answer


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("no database at all " * 100)
    for path in (text, tmp_path, text / "x.db"):
        with pytest.raises(PiocheError) as why:
            LogStore(f"sqlite:///{path}")
        assert why.value.sentence("en").startswith(f"sqlite:///{path} can't be used as a database: ")
    assert text.read_text().startswith("no database at all")


def test_a_postgresql_that_does_not_answer_is_said_in_a_sentence(quick: Quick) -> None:
    url = ["--database", "postgresql://ada:topsecret@127.0.0.1:1/none"]
    for answer in (refused("serve", "--port", "0", *url), quick("admin", "tables", *url)):
        assert answer.startswith("postgresql://ada:***@127.0.0.1:1/none can't be used as a database: ")


def test_a_postgresql_that_is_silent_is_not_waited_for_long() -> None:
    """Something takes the connection and says nothing, as a firewall or a wrong port does."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        began = time.monotonic()
        answer = refused("serve", "--port", "0", "--database", f"postgresql://ada@127.0.0.1:{port}/none")
    assert "can't be used as a database" in answer and time.monotonic() - began < 30


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
def test_it_stops_when_told_to_and_starts_again_where_it_was(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        database = server.database
        assert server.first_line.startswith("Pioche serves http://localhost:")
        began = time.monotonic()
        assert server.stop() in (0, -15)
        assert time.monotonic() - began < 5
    with serving(tmp_path, database=database) as again:
        assert httpx.get(f"{again.url}/healthz").status_code == 200


def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    with serving(tmp_path, database=f"sqlite:///{folder / 'tables.db'}") as server:
        assert httpx.get(f"{server.url}/healthz").status_code == 200
    assert (folder / "tables.db").exists()
    shutil.rmtree(folder)
