"""Too much at once is held back, then cut off; who has signed out is heard no more."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import httpx
import pytest
from websockets.frames import Opcode

from support.blocking_client import KOLPA, BlockingClient, browse, dial, guest, hello
from support.client_transport import SocketLost, SocketRefused, masked
from support.server_process import ServerProcess, serving


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the limits it has by default."""
    with serving(tmp_path_factory.mktemp("strict")) as server:
        yield server


def test_a_flood_of_messages_is_held_back_then_closed(strict: ServerProcess) -> None:
    with guest(strict, address="127.0.0.2") as person:
        opened = person.socket()
        flood = masked(Opcode.TEXT, b'{"type":"unwatch","table":"x"}') * 400
        opened.write(flood)  # in one go: a slow sender would be closed before its last message
        refusals = 0
        try:
            while True:
                refusals += opened.hear("refused")["code"] == "limits.slow_down"
        except SocketLost:
            assert opened.closed() == 1008
        assert 200 <= refusals <= 341  # 60 at once are allowed


def test_nonsense_between_good_messages_is_a_flood_too(strict: ServerProcess) -> None:
    with guest(strict, address="127.0.0.11") as person:
        opened = person.socket()
        with suppress(SocketLost):
            for number in range(1500):
                good = number % 50 == 0
                opened.send('{"type":"pong","n":1}' if good else "nonsense")
        assert opened.closed() == 1008


def test_the_limit_is_the_person_s_not_the_socket_s(strict: ServerProcess) -> None:
    with guest(strict, address="127.0.0.3") as person:
        sockets = [person.socket() for _ in range(3)]
        for opened in sockets:
            for _ in range(30):
                opened.send('{"type":"unwatch","table":"x"}')
        assert sockets[2].hear("refused")["code"] == "limits.slow_down"


def test_many_names_at_one_address_say_no_more_than_it_may(strict: ServerProcess) -> None:
    """Each by itself stays below its own limit."""
    with ExitStack() as stack:
        people = [stack.enter_context(guest(strict, address="127.0.0.12")) for _ in range(16)]
        sockets = [person.socket() for person in people]
        for opened in sockets:
            opened.write(masked(Opcode.TEXT, b'{"type":"unwatch","table":"x"}') * 50)
        assert any(opened.hear("refused")["code"] == "limits.slow_down" for opened in reversed(sockets))


def test_a_sixth_socket_is_refused(strict: ServerProcess) -> None:
    with guest(strict, address="127.0.0.4") as person:
        sockets = [person.socket() for _ in range(5)]
        assert hello(strict, person.ticket()) == ("limits.sockets", 1008)
        sockets[0].close()
        time.sleep(0.3)
        assert hello(strict, person.ticket()) == ("welcome", 0)


def test_an_address_opens_so_many_sockets_at_once(strict: ServerProcess) -> None:
    def status() -> int:
        try:
            dial(strict, address="127.0.0.5").close()
        except SocketRefused as refused:
            return refused.status
        return 101

    statuses = [status() for _ in range(60)]
    assert statuses[:40] == [101] * 40 and 429 in statuses


def test_an_address_asks_so_much_at_once_and_others_go_on(strict: ServerProcess) -> None:
    with browse(strict, "127.0.0.6") as browser:
        began, answered = time.monotonic(), 0
        while (answer := browser.get("/api/bots")).status_code == 200 and answered < 2000:
            answered += 1
    assert 120 <= answered <= 120 + 20 * (time.monotonic() - began) + 1
    assert answer.status_code == 429
    assert answer.json() == {"code": "limits.slow_down", "message": "That is too much at once: wait 1 s."}
    with browse(strict, "127.0.0.7") as other:
        assert other.get("/api/bots").status_code == 200


def test_codes_cannot_be_guessed_in_bulk(strict: ServerProcess) -> None:
    with browse(strict, "127.0.0.8") as browser:
        statuses = [browser.get(f"/api/codes/{'BCDFGH'}").status_code for _ in range(15)]
        assert statuses[:10] == [404] * 10 and statuses[12:] == [429] * 3
        assert browser.post("/api/link", json={"code": "guess"}).status_code == 429


def test_an_address_makes_so_many_guests_at_once(strict: ServerProcess) -> None:
    with browse(strict, "127.0.0.9") as browser:
        statuses = [browser.post("/api/people", json={"name": "A"}).status_code for _ in range(25)]
    assert statuses[:20] == [200] * 20 and statuses[-1] == 429


def test_a_person_makes_so_many_tables_at_once(strict: ServerProcess) -> None:
    with guest(strict, address="127.0.0.10") as person:
        open_table = {**KOLPA, "seats": [{"kind": "you"}, {"kind": "open"}]}
        statuses = [person.http.post("/api/tables", json=open_table).status_code for _ in range(25)]
    assert statuses[:20] == [201] * 20 and statuses[-1] == 429


def test_an_address_makes_so_many_tables_at_once_whoever_makes_them(strict: ServerProcess) -> None:
    """Enough for a school class; guests are made in a moment."""
    open_table = {**KOLPA, "seats": [{"kind": "you"}, {"kind": "open"}]}
    began, answers = time.monotonic(), []
    for number in range(4):
        with guest(strict, f"Eve {number}", "127.0.0.12") as person:
            answers += [person.http.post("/api/tables", json=open_table) for _ in range(18)]
    made = sum(answer.status_code == 201 for answer in answers)
    assert 60 <= made <= 60 + 0.5 * (time.monotonic() - began) + 1
    assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "limits.slow_down")
    assert answers[-1].json()["message"].startswith("That is too much at once: wait")
    with guest(strict, address="127.0.0.13") as other:
        other.post("/api/tables", **open_table)


def cuts(server: ServerProcess) -> float:
    found = re.search(r"^pioche_slow_readers_cut (\S+)", httpx.get(f"{server.url}/metrics").text, re.M)
    assert found is not None
    return float(found[1])


def test_who_does_not_read_is_cut_off_and_others_go_on(server: ServerProcess, ada: BlockingClient) -> None:
    table = ada.post("/api/tables", **KOLPA)["id"]
    before = cuts(server)
    with guest(server, "Slow") as slow, guest(server, "Quick") as quick:
        lazy = dial(server, small=4096)
        lazy.stop_reading()
        lazy.say(type="hello", ticket=slow.ticket())
        with suppress(SocketLost):
            for _ in range(2000):
                lazy.say(type="watch", table=table)
                time.sleep(0.001)
        opened = quick.socket()
        opened.say(type="watch", table=table)
        assert opened.hear("state")["table"] == table
        assert cuts(server) == before + 1
        lazy.close()


def test_who_takes_nothing_for_a_while_is_cut_off_however_little_waits(
    server: ServerProcess, ada: BlockingClient
) -> None:
    table = ada.post("/api/tables", **KOLPA)["id"]
    before = cuts(server)
    with guest(server, "Slow") as slow:
        lazy = dial(server, small=4096)
        lazy.stop_reading()
        lazy.say(type="hello", ticket=slow.ticket())
        for _ in range(160):  # more than the kernel takes, less than may wait here
            lazy.say(type="watch", table=table)
            time.sleep(0.002)
        give_up = time.monotonic() + 10
        while cuts(server) == before and time.monotonic() < give_up:
            time.sleep(0.1)
        assert cuts(server) == before + 1
        lazy.close()


def test_signing_out_closes_every_socket_at_once(server: ServerProcess) -> None:
    with guest(server) as person:
        sockets = [person.socket() for _ in range(3)]
        began = time.monotonic()
        person.http.delete("/api/me/tokens?everywhere=true")
        assert [opened.hear("bye")["code"] for opened in sockets] == ["revoked"] * 3
        assert [opened.closed() for opened in sockets] == [1008] * 3
        assert time.monotonic() - began < 2


def test_who_signed_out_is_heard_no_more_even_if_it_does_not_close(server: ServerProcess) -> None:
    with guest(server) as person:
        table = person.post("/api/tables", **KOLPA)["id"]
        wire = raw_socket(server, person.ticket())
        person.http.delete("/api/me/tokens?everywhere=true")
        send_raw(wire, {"type": "watch", "table": table})
        heard = read_until_closed(wire, 2.0)
        assert b'"revoked"' in heard and b'"state"' not in heard


def raw_socket(server: ServerProcess, ticket: str) -> socket.socket:
    """A client that speaks frames by hand, and does not answer when it is asked to close."""
    wire = socket.create_connection(("127.0.0.1", server.port))
    lines = [
        "GET /ws HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Origin: {server.url}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", "",
    ]  # fmt: skip
    wire.sendall("\r\n".join(lines).encode())
    assert b" 101 " in wire.recv(4096)
    send_raw(wire, {"type": "hello", "ticket": ticket})
    assert b"welcome" in wire.recv(4096)
    return wire


def send_raw(wire: socket.socket, message: dict[str, Any]) -> None:
    body = json.dumps(message).encode()
    size = bytes([128 + len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    wire.sendall(b"\x81" + size + bytes(4) + body)


def read_until_closed(wire: socket.socket, seconds: float) -> bytes:
    """All that still comes; the server must hang up in time."""
    heard = b""
    wire.settimeout(seconds)
    with wire:
        while part := wire.recv(65536):
            heard += part
    return heard
