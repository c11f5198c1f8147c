"""Guests: who they are on which device, what is kept of their keys, and what is never written down."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from fastapi import Request, WebSocket
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from pioche.server.http.security import AllowedOrigins, SecurityMiddleware
from pioche.server.limits.rate_limits import RateLimits
from pioche.server.ops.json_logs import JsonLine
from pioche.server.settings import Settings
from pioche.server.storage import accounts as people_module
from pioche.server.storage import device_links, schema, socket_tickets
from pioche.server.storage.accounts import KNOWN, Accounts
from pioche.server.storage.delete_rows import TOKEN
from pioche.server.storage.device_links import LINK, LINKS
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.socket_tickets import TICKET, hashed
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game
from support.blocking_client import KOLPA, BlockingClient, browse, guest, play_to_the_end
from support.server_process import ServerProcess, serving

# Several devices


def test_a_link_makes_another_device_the_same_person_s_once(server: ServerProcess, ada: BlockingClient) -> None:
    code = ada.post("/api/me/link")["code"]
    with browse(server) as phone, browse(server) as thief:
        answer = phone.post("/api/link", json={"code": code})
        assert answer.json() == {"id": ada.id, "name": "Ada"}
        assert phone.get("/api/me").json()["id"] == ada.id
        assert phone.cookies[f"pioche-{server.port}"] != ada.token
        again = thief.post("/api/link", json={"code": code})
        assert (again.status_code, again.json()["code"]) == (401, "people.link")
        assert thief.get("/api/me").status_code == 401


def test_a_new_name_shows_on_every_device_and_at_new_tables(server: ServerProcess, ada: BlockingClient) -> None:
    with browse(server) as phone:
        phone.post("/api/link", json={"code": ada.post("/api/me/link")["code"]})
        phone.get("/api/me")
        assert ada.http.patch("/api/me", json={"name": "Grace"}).json()["name"] == "Grace"
        assert phone.get("/api/me").json()["name"] == "Grace"
        seats = {**KOLPA, "seats": [{"kind": "you"}, {"kind": "open"}]}
        assert phone.post("/api/tables", json=seats).json()["chairs"][0]["name"] == "Grace"


def test_signing_out_is_everywhere(server: ServerProcess) -> None:
    with guest(server) as person, browse(server) as phone, browse(server) as late:
        codes = [person.post("/api/me/link")["code"] for _ in range(2)]
        phone.post("/api/link", json={"code": codes[0]})
        assert phone.delete("/api/me/tokens?everywhere=true").status_code == 204
        assert person.http.get("/api/me").status_code == 401
        assert phone.get("/api/me").status_code == 401
        assert late.post("/api/link", json={"code": codes[1]}).status_code == 401


def test_signing_out_everywhere_is_not_done_by_mistake(server: ServerProcess, ada: BlockingClient) -> None:
    """On one's only device it is the end of a person."""
    answer = ada.http.delete("/api/me/tokens")
    assert (answer.status_code, answer.json()["code"]) == (400, "people.everywhere")
    assert ada.http.get("/api/me/tokens").json() == {"devices": 1}


def test_signing_out_on_one_device_leaves_the_others(server: ServerProcess) -> None:
    with guest(server) as person, browse(server) as phone:
        phone.post("/api/link", json={"code": person.post("/api/me/link")["code"]})
        assert phone.get("/api/me/tokens").json() == {"devices": 2}
        socket = person.socket()
        assert person.http.delete("/api/me/token").status_code == 204
        assert socket.closed() == 1008
        assert person.http.get("/api/me").status_code == 401 and phone.get("/api/me").json()["id"] == person.id
        assert phone.get("/api/me/tokens").json() == {"devices": 1}


QUOTES = b'"' + b'\\"' * 1900 + b'"'


@pytest.mark.parametrize("other", [b"pioche=" + QUOTES, b"other=" + QUOTES])
def test_nobody_but_us_reads_a_cookie(other: bytes, server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own parser takes the square of its length: what FastAPI is given to parse is ours alone."""
    parsed: list[str] = []

    def parse(jar: str) -> dict[str, str]:
        parsed.append(jar)
        return {}

    monkeypatch.setattr("starlette.requests.cookie_parser", parse)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen = Request(scope) if scope["type"] == "http" else WebSocket(scope, receive, send)
        assert seen.cookies == {}

    registry: Any = SimpleNamespace(settings=Settings(), limits=RateLimits())
    guarded, token = SecurityMiddleware(app, AllowedOrigins(registry.settings), registry), b"pioche=" + b"t" * 43
    for jar in (other, other + b"; " + token, token + b"; " + other):
        headers = [(b"cookie", jar), (b"host", b"localhost"), (b"origin", b"http://localhost")]
        for kind in ("http", "websocket"):
            scope = {"type": kind, "path": "/api/me", "method": "GET", "headers": headers, "client": ("127.0.0.1", 1)}
            asyncio.run(guarded(scope, AsyncMock(), AsyncMock()))
    assert parsed and set(parsed) == {token.decode()}
    with browse(server) as browser:
        assert browser.get("/api/me", headers=[(b"cookie", other)]).status_code == 401


def test_a_cookie_that_is_used_goes_on_for_another_year(server: ServerProcess, ada: BlockingClient) -> None:
    """It is given anew on the first use of a day."""
    assert "set-cookie" not in ada.http.get("/api/me").headers, "it was given today"
    token = ada.token
    with closing(sqlite3.connect(server.folder / "tables.db")) as conn, conn:
        conn.execute("UPDATE tokens SET used = used - 1")
    time.sleep(KNOWN)
    given = ada.http.get("/api/me/tables").headers["set-cookie"]
    assert token in given and f"Max-Age={365 * 86_400}" in given and "HttpOnly" in given
    assert "set-cookie" not in ada.http.get("/api/me/tables").headers


def test_a_token_that_nobody_has_is_nobody_s(server: ServerProcess) -> None:
    with browse(server) as browser:
        for token in (b"", b"x", b"x" * 43, b"x" * 5000, b"%00", b'"', "é".encode(), b"\xff"):
            answer = browser.get("/api/me", headers=[(b"cookie", b"pioche=" + token)])
            assert answer.status_code == (401 if len(token) < 4096 else 431), token


# With made-up time


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def module(self) -> SimpleNamespace:
        return SimpleNamespace(time=lambda: self.now, time_ns=lambda: int(self.now * 1e9), monotonic=lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    made_up = Time()
    for module in (people_module, device_links):
        monkeypatch.setattr(module, "time", made_up.module())
    monkeypatch.setattr(socket_tickets, "database_time", lambda conn: int(made_up.now * 1000))
    return made_up


def with_store(tmp_path: Path, body: Callable[[LogStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = LogStore(f"sqlite:///{tmp_path / 'tables.db'}")
        store.start()
        try:
            await body(store)
        finally:
            await store.stop()

    asyncio.run(run())


def test_a_link_is_good_for_ten_minutes(tmp_path: Path, clock: Time) -> None:
    async def body(store: LogStore) -> None:
        people = Accounts(store)
        person, _ = await people.welcome("Ada")
        codes = [await people.make_link(person) for _ in range(2)]
        clock.now += LINK - 1
        assert (await people.use_link(codes[0]))[0].id == person.id
        clock.now += 2
        with pytest.raises(PiocheError) as refused:
            await people.use_link(codes[1])
        assert refused.value.reason[0] == "people.link"

    assert LINK == 600
    with_store(tmp_path, body)


def test_a_token_that_is_not_used_for_long_ends(tmp_path: Path, clock: Time) -> None:
    async def body(store: LogStore) -> None:
        people = Accounts(store)
        person, token = await people.welcome("Ada")
        for days, found in ((TOKEN, True), (1, False)):
            clock.now += days * 86_400
            assert (await people.find(token) is not None) == found
            people.forget(person.id)

    with_store(tmp_path, body)


def test_a_person_has_five_links_at_a_time(tmp_path: Path, clock: Time) -> None:
    """The latest; and those that are too old are gone when somebody asks for another."""

    async def body(store: LogStore) -> None:
        people = Accounts(store)
        ada, bob = [(await people.welcome(name))[0] for name in ("Ada", "Bob")]
        codes = []
        for _ in range(LINKS + 1):
            codes.append(await people.make_link(ada))
            clock.now += 1
        await people.make_link(bob)
        with pytest.raises(PiocheError):
            await people.use_link(codes[0])
        assert (await people.use_link(codes[1]))[0].id == ada.id
        clock.now += LINK + 1
        await people.make_link(bob)
        assert len(await store.read(lambda conn: conn.execute(select(schema.links)).all())) == 1

    with_store(tmp_path, body)


def test_a_ticket_is_good_for_thirty_seconds(tmp_path: Path, clock: Time) -> None:
    async def body(store: LogStore) -> None:
        people = Accounts(store)
        person, _ = await people.welcome("Ada")
        given = [await people.ticket(person) for _ in range(2)]
        clock.now += TICKET - 1
        assert (await people.admit(given[0])).id == person.id
        clock.now += 2
        await check_opens_nothing(people, given[1])

    assert TICKET == 30
    with_store(tmp_path, body)


async def check_opens_nothing(people: Accounts, ticket: str) -> None:
    with pytest.raises(PiocheError) as refused:
        await people.admit(ticket)
    assert refused.value.reason[0] == "people.ticket"


def test_a_ticket_is_good_once_whichever_process_is_asked(tmp_path: Path) -> None:
    async def body(store: LogStore) -> None:
        here, there = Accounts(store), Accounts(store)
        person, _ = await here.welcome("Ada")
        ticket = await here.ticket(person)
        doors = [each.admit(ticket) for each in (here, there, here)]
        answers = await asyncio.gather(*doors, return_exceptions=True)
        assert [isinstance(each, PiocheError) for each in answers].count(False) == 1

    with_store(tmp_path, body)


def test_no_row_of_the_database_makes_a_ticket_good_for_longer(tmp_path: Path) -> None:
    """Somebody who can write it gains nothing by a later end; nor is what is stored itself a ticket."""

    async def body(store: LogStore) -> None:
        people = Accounts(store)
        person, _ = await people.welcome("Ada")
        long = int(time.time() * 1000) + 3_600_000
        row = {"hash": hashed("x"), "token": person.token, "expires": long}
        await store.change(lambda conn: conn.execute(insert(schema.tickets).values(row)))
        for forged in ("x", hashed("x"), person.token):
            await check_opens_nothing(people, forged)

    with_store(tmp_path, body)


def test_a_thousand_tickets_are_a_few_commits(tmp_path: Path) -> None:
    """When all come back at once; and those that were used or are too old are not kept."""

    async def body(store: LogStore) -> None:
        people = Accounts(store)
        person, _ = await people.welcome("Ada")
        before = store.commits
        given = await asyncio.gather(*(people.ticket(person) for _ in range(1000)))
        admitted = await asyncio.gather(*map(people.admit, given))
        assert {each.id for each in admitted} == {person.id} and len(set(given)) == 1000
        assert store.commits - before <= 6
        assert await store.read(lambda conn: conn.execute(select(schema.tickets)).all()) == []

    with_store(tmp_path, body)


def test_tickets_that_nobody_used_are_forgotten(tmp_path: Path, clock: Time) -> None:
    async def body(store: LogStore) -> None:
        people = Accounts(store)
        person, _ = await people.welcome("Ada")
        for _ in range(3):
            await people.ticket(person)
            clock.now += TICKET + 1
        assert len(await store.read(lambda conn: conn.execute(select(schema.tickets)).all())) == 1

    with_store(tmp_path, body)


def test_what_one_process_revokes_or_renames_another_soon_knows(tmp_path: Path, clock: Time) -> None:
    async def body(store: LogStore) -> None:
        here, there = Accounts(store), Accounts(store)
        person, token = await here.welcome("Ada")
        assert await there.find(token) == person
        await here.rename(person, "Grace")
        clock.now += KNOWN + 0.1
        assert (await there.find(token) or person).name == "Grace"
        await here.revoke(person)
        clock.now += KNOWN + 0.1
        assert await there.find(token) is None

    assert KNOWN <= 2.0
    with_store(tmp_path, body)


def test_who_is_looked_up_while_being_revoked_is_not_remembered(tmp_path: Path) -> None:
    async def body(store: LogStore) -> None:
        people = Accounts(store)
        person, token = await people.welcome("Ada")
        read = store.read

        async def slow_read(query: object) -> object:
            found = await read(query)  # type: ignore[arg-type, var-annotated]
            await people.revoke(person)  # signs out before the answer is there
            return found

        store.read = slow_read  # type: ignore[assignment, method-assign]
        await people.find(token)
        store.read = read  # type: ignore[method-assign]
        assert await people.find(token) is None

    with_store(tmp_path, body)


# What is kept, and what is never written


def test_keys_are_stored_only_as_hashes(server: ServerProcess, ada: BlockingClient) -> None:
    ticket, code = ada.ticket(), ada.post("/api/me/link")["code"]
    kept = b"".join(file.read_bytes() for file in server.folder.glob("tables.db*"))
    assert ada.id.encode() in kept and hashed(ada.token).encode() in kept and hashed(code).encode() in kept
    for secret in (ada.token, ticket, code):
        assert secret.encode() not in kept


def test_the_log_has_no_key_no_name_and_no_card_in_it(tmp_path: Path) -> None:
    name = "Zerbinetta"
    with serving(tmp_path, "--rate", "1000") as server:
        with guest(server, name) as person:
            table = person.post("/api/tables", **{**KOLPA, "options": {"target": 10}, "public": True})
            player = person.socket()
            heard = play_to_the_end(player, table["id"])
            player.say(type="play", id="x", table=table["id"], base=0, moves=["nonsense of a move"])
            player.hear("refused")
            player.send(f'{{"type":"hello","ticket":"{person.token}"}}')
            player.hear("refused")
            secrets = [name, person.token, person.id, table["id"], table["code"], "nonsense"]
        written = server.errors()
    moves = {move for message in heard for move in message.get("moves", []) if " " in move}
    assert moves
    for secret in [*secrets, *moves]:
        assert secret not in written
    cards = "|".join(face for face in game("kolpa").faces if len(face) > 1)
    assert not [line for line in server.log() if set(cards.split("|")) & set(line["message"].split())]


def test_a_failure_is_logged_by_where_it_was_not_by_what_was_in_it() -> None:
    try:
        raise RuntimeError("R5 of Ada")
    except RuntimeError:
        record = logging.LogRecord("pioche", logging.ERROR, __file__, 1, "failed", (), sys.exc_info())
    line = json.loads(JsonLine().format(record))
    assert (line["error"], line["message"]) == ("RuntimeError", "failed")
    assert line["where"] and "Ada" not in json.dumps(line)


OTHERS = """
import asyncio, logging, warnings
from pioche.server.ops.json_logs import start_logging
start_logging()
async def fails():
    raise RuntimeError("R5 of Ada")
async def main():
    task = asyncio.create_task(fails())
    await asyncio.sleep(0.01)
    del task
asyncio.run(main())
logging.getLogger("somebody.else").warning("a warning of theirs")
warnings.warn("a warning of Python")
"""


def test_whatever_else_is_logged_in_the_process_has_the_same_form() -> None:
    """A task that failed unseen, a library: without us Python prints tracebacks, with the values in them."""
    done = subprocess.run([sys.executable, "-c", OTHERS], capture_output=True, text=True, timeout=60, check=True)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["from"] for line in lines] == ["asyncio", "somebody.else", "py.warnings"]
    assert lines[0]["error"] == "RuntimeError" and "Ada" not in done.stderr


def test_what_is_asked_of_the_database_is_not_in_its_errors(tmp_path: Path) -> None:
    async def body(store: LogStore) -> None:
        fact = insert(schema.facts).values(name="epoch", value="a secret")
        with store._engine.begin() as conn:
            conn.execute(fact)
            with pytest.raises(IntegrityError) as failed:
                conn.execute(fact)
        assert "a secret" not in repr(failed.value) and "a secret" not in str(failed.value)

    with_store(tmp_path, body)


def test_nobody_is_asked_to_wait_for_the_other_when_many_come(server: ServerProcess) -> None:
    """Fifty guests at once: each gets its own identity."""
    began = time.monotonic()
    with browse(server) as browser:
        ids = {browser.post("/api/people", json={"name": "Ada"}).json()["id"] for _ in range(50)}
    assert len(ids) == 50 and time.monotonic() - began < 20


def test_those_who_come_back_at_once_are_looked_up_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One who goes away meanwhile, and one whom nobody knows, change nothing for the others."""

    async def body(store: LogStore) -> None:
        here, reads, read = Accounts(store), 0, store.read
        tokens = [(await here.welcome(f"P{number}"))[1] for number in range(40)]

        async def counted(what: Callable[..., object]) -> object:
            nonlocal reads
            reads += 1
            return await read(what)

        monkeypatch.setattr(store, "read", counted)
        looking = [asyncio.create_task(here.find(token)) for token in [*tokens, "nobody's"]]
        await asyncio.sleep(0)
        looking[0].cancel()
        found = await asyncio.gather(*looking, return_exceptions=True)
        assert isinstance(found[0], asyncio.CancelledError) and found[-1] is None
        assert [person.name for person in found[1:-1]] == [f"P{number}" for number in range(1, 40)]  # type: ignore[union-attr]
        assert reads == 1

    with_store(tmp_path, body)
