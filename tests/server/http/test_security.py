"""Whoever comes from elsewhere, sends nonsense or too much is kept out, and learns nothing by it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.frames import Opcode

from pioche.server.ws.client_socket import HELLO
from pioche.server.ws.client_socket import ClientSocket as ServerSocket
from pioche.server.ws.frames import MESSAGE_LIMIT
from support.blocking_client import KOLPA, BlockingClient, dial, foreign_origins, guest, hello
from support.client_transport import SocketRefused, masked
from support.server_process import ServerProcess, serving
from support.virtual_time import live

# Where it comes from


def test_a_socket_of_a_foreign_page_is_refused_before_it_is_accepted(server: ServerProcess) -> None:
    for origin in foreign_origins(server):
        with pytest.raises(SocketRefused) as refused:
            dial(server, origin=origin)
        assert refused.value.status == 403, origin


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_our_own_pages_open_sockets_by_every_name_of_this_machine(server: ServerProcess, host: str) -> None:
    dial(server, origin=f"http://{host}:{server.port}", host=f"{host}:{server.port}").close()


def test_a_foreign_name_that_leads_here_opens_nothing(server: ServerProcess) -> None:
    """DNS rebinding: to the browser the page and the server have the same origin."""
    host = f"evil.example:{server.port}"
    with pytest.raises(SocketRefused) as refused:
        dial(server, origin=f"http://{host}", host=host)
    assert refused.value.status == 403
    for method in ("GET", "POST"):
        answer = httpx.request(method, f"{server.url}/api/tables", headers={"host": host, "origin": f"http://{host}"})
        assert (answer.status_code, answer.json()["code"]) == (421, "limits.host")


def test_under_a_foreign_name_only_health_is_answered(server: ServerProcess) -> None:
    """A load balancer asks by any name; the figures are for who runs the server."""
    foreign = {"host": f"evil.example:{server.port}"}
    assert httpx.get(f"{server.url}/healthz", headers=foreign).status_code == 200
    answer = httpx.get(f"{server.url}/metrics", headers=foreign)
    assert (answer.status_code, "pioche_" in answer.text) == (421, False)
    assert httpx.get(f"{server.url}/metrics").status_code == 200


def test_a_socket_anywhere_but_at_ws_is_refused(server: ServerProcess) -> None:
    with pytest.raises(SocketRefused) as refused:
        dial(server, "/api/people")
    assert refused.value.status == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_foreign_page_changes_nothing(server: ServerProcess, ada: BlockingClient, method: str) -> None:
    for origin in foreign_origins(server):
        headers = {"origin": origin} if origin else {"sec-fetch-site": "cross-site"}
        cookies = {"pioche": ada.token}
        with httpx.Client(base_url=server.url, cookies=cookies) as browser:
            answer = browser.request(method, "/api/me/tokens", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "limits.origin"), origin
    assert ada.http.get("/api/me").status_code == 200


def test_without_an_origin_only_what_is_no_browser_may_change_something(server: ServerProcess) -> None:
    """Every browser sends `Origin` or `Sec-Fetch-Site` with such requests; a script has no cookies but its own."""
    site = {"same-site": 403, "cross-site": 403, "same-origin": 200, "none": 200, "": 200}
    for said, status in site.items():
        headers = {"sec-fetch-site": said} if said else {}
        assert httpx.post(f"{server.url}/api/people", headers=headers, json={"name": "A"}).status_code == status, said


def test_nobody_else_may_read_our_answers(ada: BlockingClient) -> None:
    answer = ada.http.get("/api/me", headers={"origin": "http://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    preflight = ada.http.options("/api/me", headers={"access-control-request-method": "PATCH"})
    assert not [name for name in preflight.headers if name.startswith("access-control")]


def test_other_addresses_can_be_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("named"), "--origin", "https://games.example/") as server:
        dial(server, origin="https://games.example", host="games.example").close()
        for origin in ("http://games.example", "https://games.example.evil.example", "https://evil.example"):
            with pytest.raises(SocketRefused):
                dial(server, origin=origin, host="games.example")


# Tickets


def test_a_ticket_opens_one_socket(server: ServerProcess, ada: BlockingClient) -> None:
    ticket = ada.ticket()
    assert hello(server, ticket) == ("welcome", 0)
    assert hello(server, ticket) == ("people.ticket", 1008)


def test_a_forged_ticket_opens_nothing(server: ServerProcess, ada: BlockingClient) -> None:
    ticket = ada.ticket()
    for forged in ("", ".", "x", ticket[:-1], f"{ticket}é", f" {ticket}", ticket.swapcase(), ada.id):
        assert hello(server, forged) == ("people.ticket", 1008), forged


def test_a_cookie_or_an_address_is_no_ticket(server: ServerProcess, ada: BlockingClient) -> None:
    assert hello(server, ada.token) == ("people.ticket", 1008)
    assert hello(server, "", f"/ws?ticket={ada.ticket()}") == ("people.ticket", 1008)


def test_a_ticket_of_somebody_who_signed_out_opens_nothing(server: ServerProcess) -> None:
    with guest(server) as person:
        ticket = person.ticket()
        assert person.http.delete("/api/me/tokens?everywhere=true").status_code == 204
        assert hello(server, ticket) == ("people.ticket", 1008)


def test_no_secret_is_ever_part_of_an_address(server: ServerProcess) -> None:
    """Addresses end up in logs and histories: nothing in one opens anything but a table, or a report."""
    paths = httpx.get(f"{server.url}/openapi.json").json()["paths"]
    asked = {
        parameter["name"]
        for operations in paths.values()
        for operation in operations.values()
        for parameter in operation.get("parameters", [])
    }
    assert asked == {"table", "seat", "study", "code", "name", "lang", "from", "count", "after", "everywhere"}
    assert "/api/codes/{code}" in paths and "/api/link/{code}" not in paths


# Messages


def test_the_first_message_is_hello(server: ServerProcess) -> None:
    for first in ('{"type":"watch","table":"x"}', "nonsense", "", "{}", "[]", '{"type":"hello"}', "null"):
        opened = dial(server)
        opened.send(first)
        answer = opened.hear()
        assert answer["type"] == "refused" and answer["code"] in ("message.hello", "message.bad"), first
        assert opened.closed() == 1008


def test_who_says_nothing_is_not_waited_for() -> None:
    async def body() -> None:
        wire, sent = SilentWire(), []

        async def send(event: dict[str, Any]) -> None:
            sent.append(event)

        registry: Any = SimpleNamespace(sockets=set())
        began = asyncio.get_running_loop().time()
        await ServerSocket(registry, wire, asyncio.Event().wait, send, "127.0.0.1").run()
        assert asyncio.get_running_loop().time() - began == pytest.approx(HELLO)
        assert wire.told[0]["code"] == "message.hello" and sent[0]["code"] == 1008

    assert HELLO <= 10
    live(body())


class SilentWire:
    """A connection on which nothing ever comes."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def send_text(self, data: bytes | str, more: bool = False) -> bool:
        self.told.append(json.loads(data))
        return True

    def flush(self) -> None:
        pass

    def kernel_rtt(self) -> float | None:
        return None

    def check_reader(self, now: float) -> None:
        pass

    def waiting(self) -> int:
        return 0


def filled(size: int) -> str:
    """A message of so many bytes."""
    bare = json.dumps({"type": "watch", "table": ""})
    return bare.replace('""', f'"{"x" * (size - len(bare))}"')


def test_the_longest_message_is_read_and_a_longer_one_closes(ada: BlockingClient) -> None:
    opened = ada.socket()
    opened.send(filled(MESSAGE_LIMIT))
    assert opened.hear("refused")["code"] == "message.bad"
    opened.send(filled(MESSAGE_LIMIT + 1))
    assert opened.closed() == 1009


def test_a_long_message_in_small_pieces_closes_too(ada: BlockingClient) -> None:
    opened = ada.socket()
    opened.write(masked(Opcode.TEXT, b"x" * 1000, fin=False) + 8 * masked(Opcode.CONT, b"x" * 1000, fin=False))
    assert opened.closed() == 1009


def test_binary_messages_close(ada: BlockingClient) -> None:
    opened = ada.socket()
    opened.write(masked(Opcode.BINARY, b'{"type":"watch","table":"x"}'))
    assert opened.closed() == 1003


def test_bad_utf8_closes(ada: BlockingClient) -> None:
    opened = ada.socket()
    opened.write(masked(Opcode.TEXT, b'{"type":"watch","table":"\xff"}'))
    assert opened.closed() == 1007


BAD = [
    "[" * 8000, '{"type":' * 1000, '{"type":"watch","table":' + "[" * 5000 + "]" * 3000 + "}",
    '{"type":"pong","n":' + "9" * 8000 + "}", '{"type":"pong","n":1e400}', '{"type":"pong","n":-1}',
    '{"type":"pong","n":NaN}', '{"type":"pong","n":1.5}', '{"type":"pong","n":"1"}', '{"type":"pong","n":true}',
    '{"type":"watch","table":"x","seq":99999999999}', '{"type":"watch","table":"x","extra":1}', '{"type":"watch"}',
    '{"type":"dance"}', '{"type":5}', '{"table":"x"}', '{"type":"welcome","person":"x","name":"x","epoch":"x"}',
    '{"type":"watch","table":""}', '{"type":"watch","table":null}', '{"type":"watch","table":"\\ud800"}',
    '{"type":"play","id":"a","table":"x","base":0,"moves":[]}',
    '{"type":"play","id":"","table":"x","base":0,"moves":["draw"]}',
    '{"type":"play","id":"a b","table":"x","base":0,"moves":["draw"]}',
    '{"type":"play","id":"a","table":"x","base":0,"moves":"draw"}',
    '{"type":"play","id":"a","table":"x","base":0,"moves":[' + ",".join(['"draw"'] * 21) + "]}",
    '{"type":"hello","ticket":"x"}', "\x00", '"', "{", "\ufeff{}",
]  # fmt: skip


def test_what_is_not_understood_is_refused_and_the_socket_goes_on(ada: BlockingClient) -> None:
    opened = ada.socket()
    for text in BAD:
        opened.send(text)
        answer = opened.hear()
        assert (answer["type"], answer["code"]) == ("refused", "message.bad"), text[:80]
        assert len(json.dumps(answer)) < 1000
    opened.say(type="watch", table="nowhere")
    assert opened.hear()["code"] == "table.not_found"


def test_a_table_that_is_broken_does_not_end_the_socket(tmp_path: Path) -> None:
    with serving(tmp_path, failures=frozenset({"DecodeError"})) as server, guest(server) as person:
        broken = person.post("/api/tables", **{**KOLPA, "seats": [{"kind": "you"}, {"kind": "open"}]})["id"]
        with sqlite3.connect(tmp_path / "tables.db") as conn:
            rest = "game, status, public, created, updated, head, wake, seed, summary"
            copy = f"INSERT INTO tables (id, code, {rest}) SELECT 'broken', 'XXXXXX', {rest} FROM tables WHERE id = ?"
            conn.execute(copy, (broken,))
            conn.execute("INSERT INTO entries VALUES ('broken', 1, 'x', 1, 'nonsense')")
        conn.close()
        opened = person.socket()
        opened.say(type="watch", table="broken")
        assert opened.hear("refused")["code"] == "http.failure"
        opened.say(type="watch", table=broken)
        assert opened.hear("state")["table"] == broken
        assert person.http.get("/api/tables/broken").json()["code"] == "http.failure"


def test_what_comes_in_is_refused_in_ones_own_language(server: ServerProcess, ada: BlockingClient) -> None:
    said = {}
    for lang in ("fr", "en"):
        opened = dial(server)
        opened.say(type="hello", ticket=ada.ticket(), lang=lang)
        opened.say(type="watch", table="nowhere")
        said[lang] = opened.hear("refused")["message"]
        opened.close()
    assert said == {"fr": "Cette table n'existe pas.", "en": "There is no such table."}


def test_commands_need_a_table_that_one_watches(ada: BlockingClient) -> None:
    opened = ada.socket()
    for message in (
        {"type": "play", "id": "1", "table": "x", "base": 0, "moves": ["draw"]},
        {"type": "concede", "id": "2", "table": "x"},
        {"type": "try", "id": "3", "table": "x", "move": "draw"}, {"type": "emote", "table": "x", "emote": "wow"},
    ):  # fmt: skip
        opened.say(**message)
        assert opened.hear()["code"] == "message.not_watching"


def test_somebody_else_s_seat_cannot_be_played(server: ServerProcess, ada: BlockingClient) -> None:
    table = ada.post("/api/tables", **KOLPA)["id"]
    with guest(server, "Eve") as eve:
        opened = eve.socket()
        opened.say(type="watch", table=table)
        assert opened.hear("state")["seat"] is None
        commands: list[dict[str, Any]] = [
            {"type": "play", "base": 1, "moves": ["draw"]}, {"type": "try", "move": "draw"}, {"type": "concede"},
        ]  # fmt: skip
        for number, command in enumerate(commands):
            opened.say(id=str(number), table=table, **command)
            assert opened.hear("refused")["code"] == "table.not_seated"
