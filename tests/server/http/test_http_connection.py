"""What an HTTP connection may cost, in a real uvicorn: heads and bodies without end, silence, too many of them."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest

from pioche.server.http import http_connection
from pioche.server.http.http_connection import Stage
from pioche.server.limits.connection_limits import FIELDS, HEAD, PARTS, PIPELINED, ConnectionLimits
from support.raw_server import OPENING, RawServer, Receive, Send, read_all, running, wait_until

GET = b"GET / HTTP/1.1\r\nHost: table\r\n"
POST = b"POST / HTTP/1.1\r\nHost: table\r\n"


async def read_whole(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """An application that reads the body and answers; a WebSocket stays open."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def table() -> Iterator[RawServer]:
    with serving() as served:
        yield served


@contextmanager
def serving(costs: ConnectionLimits | None = None) -> Iterator[RawServer]:
    made = RawServer("asyncio", costs)
    made.app = read_whole
    with running(made):
        yield made


@contextmanager
def dialled(table: RawServer, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(table.address(), 5, (source, 0)) as wire:
        yield wire


def answered(wire: socket.socket, *parts: bytes) -> str:
    """The status with which it ends, whatever else was sent."""
    heard = b""
    with suppress(ConnectionError):
        for part in parts:
            wire.sendall(part)
    with suppress(ConnectionError):
        heard = read_all(wire)
    return heard.split(b" ")[1].decode() if heard else ""


def test_a_head_without_end_is_refused(table: RawServer) -> None:
    with dialled(table) as wire:
        assert answered(wire, GET + b"X: ", *[b"a" * 1000] * (HEAD // 1000 + 5)) in ("431", "")
    wait_until(lambda: table.costs.open == 0)


def test_the_longest_head_is_read(table: RawServer) -> None:
    with dialled(table) as wire:
        wire.sendall(GET + b"X: " + b"a" * 12_000 + b"\r\n\r\n")
        assert wire.recv(12) == b"HTTP/1.1 200"


def test_a_head_of_many_small_headers_is_refused(table: RawServer) -> None:
    with dialled(table) as wire:
        assert answered(wire, GET + b"a:\r\n" * (FIELDS + 1)) == "431"


def test_a_body_in_very_many_parts_is_refused(table: RawServer) -> None:
    head = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    with dialled(table) as wire:
        assert answered(wire, head, b"1\r\na\r\n" * (PARTS + 1)) == "413"


def test_requests_that_do_not_wait_for_answers_are_cut_off(table: RawServer) -> None:
    with dialled(table) as wire:
        wire.sendall((GET + b"\r\n") * PIPELINED)
        wait_until(lambda: len(wire.recv(1 << 16, socket.MSG_PEEK)) >= PIPELINED * 20)
        with suppress(ConnectionError):
            wire.sendall((GET + b"\r\n") * 1000)
            assert read_all(wire).count(b"200 OK") < 1000


@pytest.mark.parametrize(
    ("sent", "status"),
    [(b"", ""), (GET, "408"), (POST + b"Content-Length: 9\r\n\r\n{", "408"), (b"\r\n" * 50, "")],
    ids=["nothing", "half a head", "half a body", "empty lines"],
)
def test_what_does_not_come_is_not_waited_for(sent: bytes, status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "SECONDS", {Stage.HEAD: 0.2, Stage.BODY: 0.2})
    with serving() as table, dialled(table) as wire:
        assert answered(wire, sent) == status
        wait_until(lambda: table.costs.open == 0)


def test_more_bytes_give_it_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "SECONDS", {Stage.HEAD: 0.3, Stage.BODY: 0.3})
    with serving() as table, dialled(table) as wire:
        wire.sendall(GET + b"X: ")
        wire.settimeout(0.05)
        since = time.monotonic()
        while trickles(wire):
            assert time.monotonic() - since < 5
        wait_until(lambda: table.costs.open == 0)


def trickles(wire: socket.socket) -> bool:
    """One byte more; False when nobody wants it."""
    try:
        wire.sendall(b"a")
        return wire.recv(4096) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_an_address_has_so_many_connections_and_gets_them_back() -> None:
    with serving(ConnectionLimits(0.05)) as table, ExitStack() as held:  # 3 of them
        wires = [held.enter_context(dialled(table)) for _ in range(3)]
        wait_until(lambda: table.costs.open == 3)
        with dialled(table) as fourth, dialled(table, "127.0.0.2") as other:
            assert answered(fourth) == "429"
            other.sendall(GET + b"\r\n")
            assert other.recv(12) == b"HTTP/1.1 200"
        wires[0].sendall(OPENING)
        assert wires[0].recv(12) == b"HTTP/1.1 101"
        assert table.costs.open >= 3  # a WebSocket keeps its place
        for wire in wires:
            wire.close()
        wait_until(lambda: table.costs.open == 0)
        with dialled(table) as again:
            again.sendall(GET + b"\r\n")
            assert again.recv(12) == b"HTTP/1.1 200"


def test_where_all_places_are_taken_who_asks_nothing_makes_room() -> None:
    with serving(ConnectionLimits(most=3)) as table, ExitStack() as held:
        idle = [held.enter_context(dialled(table, f"127.0.0.{n}")) for n in (2, 3, 4)]
        wait_until(lambda: table.costs.open == 3)
        with dialled(table) as fourth:
            fourth.sendall(GET + b"\r\n")
            assert fourth.recv(12) == b"HTTP/1.1 200"
        with suppress(ConnectionError):
            assert idle[0].recv(1) == b""


def test_sockets_and_requests_under_way_are_not_thrown_out() -> None:
    with serving(ConnectionLimits(most=2)) as table, ExitStack() as held:
        for source in ("127.0.0.2", "127.0.0.3"):
            wire = held.enter_context(dialled(table, source))
            wire.sendall(OPENING)
            assert wire.recv(12) == b"HTTP/1.1 101"
        with dialled(table) as third:
            assert answered(third) == "503"


def test_an_answer_that_nobody_reads_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "UNREAD_SECONDS", 0.2)

    async def page(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9000000")]})
        await send({"type": "http.response.body", "body": b"x" * 9_000_000})

    with serving() as table:
        table.app = page
        with dialled(table) as wire:
            wire.sendall(GET + b"\r\n")
            wait_until(lambda: table.costs.open == 1)
            wait_until(lambda: table.costs.open == 0)
