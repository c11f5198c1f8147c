"""Whatever frames a client sends at full speed: it is closed soon, and the others have their turn all the while."""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.frames import Opcode

from pioche.server.http.http_connection import Config
from pioche.server.limits.connection_limits import FRAMES, TOGETHER, Allowance, ConnectionLimits
from pioche.server.ws.websocket_protocol import WebSocketProtocol
from support.client_transport import masked
from support.raw_server import LOOPS, Loop, RawServer, Receive, Send, opened, running, wait_until

PING, PONG = masked(Opcode.PING, b""), masked(Opcode.PONG, b"")
EMPTY = masked(Opcode.CONT, b"", fin=False)
BEGUN = masked(Opcode.TEXT, b"x", fin=False)


@pytest.fixture(params=LOOPS)
def table(request: pytest.FixtureRequest) -> Iterator[RawServer]:
    with running(RawServer(request.param)) as served:
        yield served


def code_of(client: socket.socket) -> int:
    """With which code the server closes; 1006 if its last word was lost."""
    heard = b""
    with suppress(ConnectionError):
        while part := client.recv(65536):
            heard += part
    at = heard.rfind(b"\x88")
    return int(struct.unpack("!H", heard[at + 2 : at + 4])[0]) if at >= 0 else 1006


@pytest.mark.parametrize(
    "frames",
    [PING, PONG, masked(Opcode.PING, b"x" * 125), BEGUN + masked(Opcode.CONT, b"x")],
    ids=["ping", "pong", "long ping", "parts"],
)
def test_frames_that_say_nothing_are_counted(table: RawServer, frames: bytes) -> None:
    async def listen(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await opened(scope, receive, send)
        while (await table.hear(receive))["type"] == "websocket.receive":
            pass

    table.app = listen
    with table.bare() as client, suppress(ConnectionError):
        client.sendall(frames * FRAMES)
        client.sendall(frames * 20_000)
        assert code_of(client) in (1008, 1006)
    assert table.done.wait(5)
    assert table.heard[-1].get("code") == 1008


def test_the_refusal_says_why(table: RawServer) -> None:
    with table.bare() as client:
        client.sendall(PONG * (FRAMES + 1))
        assert code_of(client) == 1008


def test_a_part_that_adds_nothing_is_refused_at_once(table: RawServer) -> None:
    with table.bare() as client:
        client.sendall(BEGUN + EMPTY)
        assert code_of(client) == 1008


def test_the_last_part_may_be_empty(table: RawServer) -> None:
    with table.bare() as client:
        client.sendall(BEGUN + masked(Opcode.CONT, b""))
        assert client.recv(3, socket.MSG_WAITALL) == b"\x81\x01x"


def test_reads_that_bring_no_whole_frame_are_counted(table: RawServer) -> None:
    async def listen(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        for byte in masked(Opcode.TEXT, b"x" * 200)[:100]:
            wire.data_received(bytes([byte]))
        await table.hear(receive)

    table.app = listen
    with table.bare() as client:
        assert code_of(client) == 1008
    assert table.done.wait(5)
    assert [event.get("code") for event in table.heard] == [1008]


def test_who_only_answers_our_pings_is_never_closed() -> None:
    """Far more often than it is asked: ten times a second."""
    now = 0.0
    left = Allowance(FRAMES, 10.0, lambda: now)
    for _ in range(10_000):
        now += 0.1
        assert left.spend()


def test_beyond_the_burst_only_so_many_a_second_are_left() -> None:
    now = 0.0
    left = Allowance(FRAMES, 10.0, lambda: now)
    assert [left.spend() for _ in range(FRAMES + 1)] == [True] * FRAMES + [False]
    now = 0.55
    assert [left.spend() for _ in range(6)] == [True] * 5 + [False]


@pytest.mark.parametrize("loop", LOOPS)
def test_others_have_their_turn_between_so_many_frames(loop: Loop) -> None:
    """What arrived in one go is taken in parts; another task runs in between."""
    table, turns = RawServer(loop), list[int]()

    async def count(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        taken, plain = 0, wire.take_frame

        def counted(*frame: Any) -> None:
            nonlocal taken
            taken += 1
            plain(*frame)

        wire.take_frame = counted  # type: ignore[assignment, method-assign]
        wire.rare = Allowance(1 << 20, 0.0)
        wire.data_received(PONG * 1000)
        while taken < 1000:
            turns.append(taken)
            await asyncio.sleep(0)
        turns.append(taken)

    table.app = count
    with running(table), table.bare():
        assert table.done.wait(5)
    steps = [after - before for before, after in zip([0, *turns], turns, strict=False)]
    assert max(steps) <= TOGETHER and sum(steps) == 1000


def test_a_flood_does_not_hold_the_loop_while_we_close(table: RawServer) -> None:
    """What comes after our farewell is passed over, in parts as well, and not for long."""

    async def leave(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        wire = await opened(scope, receive, send)
        await send({"type": "websocket.close", "code": 4000})
        worst, until = 0.0, time.monotonic() + 1.0
        while time.monotonic() < until and not wire.disconnected:
            before = time.monotonic()
            await asyncio.sleep(0)
            worst = max(worst, time.monotonic() - before)
        table.notes["worst"] = worst

    table.app = leave
    with table.bare() as client, suppress(OSError):
        client.settimeout(2)
        give_up = time.monotonic() + 5
        while time.monotonic() < give_up:
            client.sendall(PING * 4000)
    assert table.done.wait(10)
    wait_until(lambda: not table.server.server_state.connections)
    assert table.notes["worst"] < 0.5


def test_every_allowance_grows_with_the_generosity_of_the_limits() -> None:
    async def made() -> WebSocketProtocol:
        config = Config(lambda: None, costs=ConnectionLimits(3.0))
        return WebSocketProtocol(config, ServerState(), {}, asyncio.get_running_loop())

    assert asyncio.run(made()).rare.burst == 3 * FRAMES
