"""The WebSocket engine, in a real uvicorn on both event loops, with a real client or a bare socket."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Opcode

from pioche.server.ws.frames import MESSAGE_LIMIT
from pioche.server.ws.websocket_protocol import UNREAD_LIMIT, UNSENT_LIMIT, WebSocketProtocol
from support.client_transport import masked
from support.raw_server import (
    LOOPS,
    OPENING,
    Loop,
    RawServer,
    Receive,
    Send,
    close_code,
    opened,
    read_all,
    running,
    send_while_taken,
    wait_until,
)


@pytest.fixture(params=LOOPS)
def table(request: pytest.FixtureRequest) -> Iterator[RawServer]:
    with running(RawServer(request.param)) as served:
        yield served


# What comes in


@pytest.mark.parametrize("size", [0, 1, 125, 126, 300, MESSAGE_LIMIT])
def test_a_message_of_up_to_8192_bytes_comes_back(table: RawServer, size: int) -> None:
    with table.join() as client:
        client.send("é" * (size // 2) + "x" * (size % 2))
        assert client.recv(5) == "é" * (size // 2) + "x" * (size % 2)


@pytest.mark.parametrize("size", [MESSAGE_LIMIT + 1, 70_000, 1_000_000])
def test_a_longer_message_closes_with_1009(table: RawServer, size: int) -> None:
    with table.join() as client:
        client.send("x" * size)
        assert close_code(client) == 1009
    assert table.done.wait(5)
    assert [event["type"] for event in table.heard] == ["websocket.disconnect"]
    assert table.heard[0]["code"] == 1009


def test_fragments_make_one_message(table: RawServer) -> None:
    with table.join() as client:
        client.send(iter(["a" * 4096, "b" * 4096]))
        client.send("next")
        assert [client.recv(5), client.recv(5)] == ["a" * 4096 + "b" * 4096, "next"]


def test_fragments_count_together_against_the_limit(table: RawServer) -> None:
    with table.join() as client:
        with suppress(ConnectionClosed):  # the server may be quicker than the end of the message
            client.send(iter(["a" * 4096, "b" * 4096, "c"]))
        assert close_code(client) == 1009


def test_a_message_within_a_fragmented_one_closes_with_1002(table: RawServer) -> None:
    with table.bare() as client:
        client.sendall(masked(Opcode.TEXT, b"begun", fin=False) + masked(Opcode.TEXT, b"whole"))
        assert client.recv(4)[2:] == struct.pack("!H", 1002)


def test_an_unmasked_frame_closes_with_1002(table: RawServer) -> None:
    with table.bare() as client:
        client.sendall(b"\x81\x00")
        assert client.recv(4)[2:] == struct.pack("!H", 1002)


def test_binary_closes_with_1003(table: RawServer) -> None:
    with table.join() as client:
        client.send("text")
        assert client.recv(5) == "text"
        client.send(b"binary")
        assert close_code(client) == 1003
    assert table.done.wait(5)
    assert [event.get("text", event.get("code")) for event in table.heard] == ["text", 1003]


@pytest.mark.parametrize(("fault", "code"), [(Opcode.BINARY, 1003), (Opcode.CONT, 1002)])
def test_nothing_is_heard_after_a_refusal(table: RawServer, fault: Opcode, code: int) -> None:
    async def listen(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        while not wire.disconnected:
            await asyncio.sleep(0.01)
        while wire.queue.qsize():
            await table.hear(receive)

    table.app = listen
    with table.bare() as client:
        client.sendall(masked(Opcode.TEXT, b"first") + (masked(fault, b"") + masked(Opcode.TEXT, b"last")) * 9)
        assert client.recv(4)[2:] == struct.pack("!H", code)
    assert table.done.wait(5)
    assert [event.get("text", event.get("code")) for event in table.heard] == ["first", code, 1005]


def test_what_is_not_utf8_closes_with_1007(table: RawServer) -> None:
    with table.join() as client:
        client.send(b"\xff", text=True)
        assert close_code(client) == 1007


def test_frames_may_come_byte_by_byte_with_a_ping_between_fragments(table: RawServer) -> None:
    stream = masked(Opcode.TEXT, b"hand", fin=False) + masked(Opcode.PING, b"?") + masked(Opcode.CONT, b" of five")
    with table.bare() as client:
        for at in range(len(stream)):
            client.sendall(stream[at : at + 1])
        assert client.recv(3, socket.MSG_WAITALL) == b"\x8a\x01?"
        assert client.recv(14, socket.MSG_WAITALL) == b"\x81\x0chand of five"


def test_a_flooding_client_has_to_wait(table: RawServer) -> None:
    asked, count = threading.Event(), 50_000

    async def busy(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        while not asked.is_set():
            await asyncio.sleep(0.01)
            table.notes["most"] = max(table.notes.get("most", 0), wire.queue.qsize())
        table.notes["reading"] = wire.transport.is_reading()
        for number in range(count):
            assert (await receive())["text"] == f"{number:0200}"
            table.notes["most"] = max(table.notes["most"], wire.queue.qsize())
        await send({"type": "websocket.send", "text": "all heard"})

    table.app = busy
    flood = b"".join(masked(Opcode.TEXT, f"{number:0200}".encode()) for number in range(count))
    with table.bare() as client:
        client.settimeout(0.5)
        sent = send_while_taken(client, flood)
        asked.set()
        client.settimeout(20)
        client.sendall(flood[sent:])
        assert client.recv(11, socket.MSG_WAITALL) == b"\x81\x09all heard"
    assert sent < len(flood)
    assert table.notes == {"most": UNREAD_LIMIT + 1, "reading": False}


def test_a_close_is_answered_while_messages_lie_unread(table: RawServer) -> None:
    async def leave(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        while wire.queue.qsize() <= UNREAD_LIMIT:
            await asyncio.sleep(0.01)
        await send({"type": "websocket.close", "code": 4000})
        while not wire.disconnected:
            await asyncio.sleep(0.01)
        table.notes["unread"] = wire.queue.qsize()

    table.app = leave
    with table.bare() as client:
        client.sendall(b"".join(masked(Opcode.TEXT, b"again") for _ in range(1000)))
        assert client.recv(4, socket.MSG_WAITALL)[2:] == struct.pack("!H", 4000)
        client.sendall((masked(Opcode.TEXT, b"and", fin=False) + masked(Opcode.CONT, b"again")) * 1000)
        client.sendall(masked(Opcode.CLOSE, struct.pack("!H", 4000)))
        assert read_all(client) == b""
    assert table.done.wait(5)
    assert table.notes["unread"] < UNREAD_LIMIT + 5


# What goes out


def test_what_more_follows_goes_with_it(table: RawServer) -> None:
    """In one write; whoever writes next takes it along, so that nothing is overtaken, nor left behind."""
    held: list[int] = []

    async def hold(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        for end in (lambda: wire.send_text("b"), wire.flush, None):
            assert wire.send_text("a", more=True)
            held.append(len(wire.conn.writes))
            if end is None:
                await send({"type": "websocket.send", "bytes": b"c"})
            else:
                end()
            held.append(len(wire.conn.writes))
            await receive()
        assert wire.send_text("last", more=True)
        await send({"type": "websocket.close"})

    table.app = hold
    with table.join() as client:
        for expected in (["a", "b"], ["a"], ["a", b"c"]):
            assert [client.recv(5) for _ in expected] == expected
            client.send("next")
        assert client.recv(5) == "last" and close_code(client) == 1000
    assert held == [1, 0] * 3


def test_send_text_and_send_keep_their_order(table: RawServer) -> None:
    texts = [str(number) * size for number, size in enumerate([1, 1, 62, 63, 125, 126, 30_000, 65_535, 65_536])]

    async def alternate(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        for text in texts:
            assert wire.send_text(text)
            await send({"type": "websocket.send", "text": text + "!"})
            assert wire.send_text(text.encode())
            await send({"type": "websocket.send", "bytes": text.encode()})
            await receive()
        await send({"type": "websocket.close"})
        assert not wire.send_text("too late")

    table.app = alternate
    with table.join(max_size=None) as client:
        for text in texts:
            assert [client.recv(5) for _ in range(4)] == [text, text + "!", text, text.encode()]
            client.send("next")
        assert close_code(client) == 1000


@pytest.mark.parametrize("way", ["send", "send_text"])
def test_a_slow_reader_is_cut_off(table: RawServer, way: str) -> None:
    async def talk(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        table.notes.update(sent=0, most=0)
        with suppress(ClientDisconnected):
            while table.notes["sent"] < 4096:
                if way == "send":
                    await send({"type": "websocket.send", "text": "x" * 1024})
                elif not wire.send_text("x" * 1024):
                    break
                table.notes["sent"] += 1
                table.notes["most"] = max(table.notes["most"], wire.waiting())
        await table.hear(receive)

    table.app, cuts = talk, WebSocketProtocol.cuts
    with table.bare(room=4096) as client:
        assert table.done.wait(10)
        assert len(read_all(client)) < 512 * 1024
    assert WebSocketProtocol.cuts == cuts + 1
    assert abs(table.notes["most"] - UNSENT_LIMIT) < 2048
    assert table.notes["sent"] < 1024
    assert table.heard == [{"type": "websocket.disconnect", "code": 1006}]


def test_a_reader_that_keeps_up_is_not_cut_off(table: RawServer) -> None:
    async def talk(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await opened(scope, receive, send)
        for _ in range(40):
            for _ in range(200):
                await send({"type": "websocket.send", "text": "x" * 1024})
            await receive()

    table.app, cuts = talk, WebSocketProtocol.cuts
    with table.join() as client:
        for _ in range(40):
            assert {client.recv(5) for _ in range(200)} == {"x" * 1024}
            client.send("read")
    assert WebSocketProtocol.cuts == cuts


def test_a_socket_asked_for_before_the_last_page_was_read_is_refused(table: RawServer) -> None:
    async def page(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await table.hear(receive)
            await table.hear(receive)
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9000000")]})
        await send({"type": "http.response.body", "body": b"x" * 9_000_000})

    table.app = page
    with socket.create_connection(table.address(), 5) as client:
        client.sendall(b"GET /page HTTP/1.1\r\nHost: table\r\n\r\n")
        assert table.done.wait(5)
        client.sendall(OPENING)
        wait_until(lambda: len(table.heard) == 2)
    assert [event["type"] for event in table.heard] == ["websocket.connect", "websocket.disconnect"]


# Opening and closing


def test_a_refusal_before_accepting_is_a_403(table: RawServer) -> None:
    async def refuse(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.close"})

    table.app = refuse
    with pytest.raises(InvalidStatus) as refused:
        table.join()
    assert refused.value.response.status_code == 403


def test_compression_is_never_agreed_to(table: RawServer) -> None:
    with table.join(compression="deflate") as client:
        assert client.request is not None and "permessage-deflate" in client.request.headers["Sec-WebSocket-Extensions"]
        assert client.response is not None and "Sec-WebSocket-Extensions" not in client.response.headers
        client.send("x" * 1000)
        assert client.recv(5) == "x" * 1000


def test_each_side_hears_why_the_other_closed(table: RawServer) -> None:
    async def close(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await opened(scope, receive, send)
        await send({"type": "websocket.close", "code": 4001, "reason": "table is full"})

    with table.join() as client:
        client.close(4002, "bye")
    wait_until(lambda: bool(table.heard))
    assert table.heard == [{"type": "websocket.disconnect", "code": 4002, "reason": "bye"}]
    table.app = close
    with table.join() as client:
        assert close_code(client) == 4001


def test_a_client_that_vanishes_is_noticed(table: RawServer) -> None:
    async def stay(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        await table.hear(receive)
        table.notes["sent"] = wire.send_text("anybody?")
        with pytest.raises(ClientDisconnected):
            await send({"type": "websocket.send", "text": "anybody?"})

    table.app = stay
    with table.bare():
        pass
    assert table.done.wait(5)
    assert [event["type"] for event in table.heard] == ["websocket.disconnect"]
    assert table.notes == {"sent": False}


def test_a_stopping_server_closes_with_1012(table: RawServer) -> None:
    with table.join() as client:
        client.send("here")
        client.recv(5)
        table.server.should_exit = True
        assert close_code(client) == 1012
    assert table.done.wait(5)
    assert [event.get("code") for event in table.heard] == [None, 1012]


def test_a_server_stops_although_a_client_left_without_reading(table: RawServer) -> None:
    async def talk(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        wire.close_timeout = 0.5
        while wire.waiting() < UNSENT_LIMIT // 2:
            wire.send_text("x" * 1024)
        await table.hear(receive)

    table.app = talk
    with table.bare(room=4096) as client, table.join() as other:
        wait_until(lambda: len(table.server.server_state.connections) == 2)
        client.sendall(masked(Opcode.CLOSE, struct.pack("!H", 1001)))
        wait_until(lambda: bool(table.heard))
        table.server.should_exit = True
        assert close_code(other) == 1012
        table.stop()


@pytest.mark.parametrize("loop", LOOPS)
def test_who_answers_no_ping_is_closed_with_1011(loop: Loop) -> None:
    with running(RawServer(loop, ws_ping_interval=0.1, ws_ping_timeout=0.5)) as table:
        with table.bare() as client:
            assert client.recv(6, socket.MSG_WAITALL)[:2] == b"\x89\x04"
            assert client.recv(4, socket.MSG_WAITALL)[2:] == struct.pack("!H", 1011)
        with table.join() as answering:
            time.sleep(1.2)
            answering.send("still here")
            assert answering.recv(5) == "still here"


@pytest.mark.parametrize("loop", LOOPS)
def test_who_answers_no_ping_and_reads_nothing_is_not_waited_for(loop: Loop) -> None:
    with running(RawServer(loop, ws_ping_interval=0.1, ws_ping_timeout=0.2)) as table:

        async def talk(scope: dict[str, Any], receive: Receive, send: Send) -> None:
            wire = await opened(scope, receive, send)
            while wire.waiting() < UNSENT_LIMIT // 2:
                wire.send_text("x" * 1024)
            await table.hear(receive)

        table.app = talk
        with table.bare(room=4096):
            assert table.done.wait(5)
        assert [event["type"] for event in table.heard] == ["websocket.disconnect"]


# The kernel


@pytest.mark.skipif(sys.platform != "linux", reason="TCP_INFO is Linux'")
def test_the_kernel_tells_the_round_trip(table: RawServer) -> None:
    async def measure(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        await receive()
        table.notes["open"] = wire.kernel_rtt()
        table.notes["nodelay"] = wire.tcp().getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        await receive()
        while not wire.disconnected:
            await asyncio.sleep(0.01)
        table.notes["gone"] = wire.kernel_rtt()

    table.app = measure
    with table.join() as client:
        client.send("now")
    assert table.done.wait(5)
    assert 0 < table.notes["open"] < 0.05
    assert table.notes["nodelay"]
    assert table.notes["gone"] is None
