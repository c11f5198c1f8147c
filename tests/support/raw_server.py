"""A server on a free port with one small application, for tests that need real sockets."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from pioche.server.http.http_connection import Config, HttpConnection
from pioche.server.limits.connection_limits import ConnectionLimits
from pioche.server.ws.websocket_protocol import WebSocketProtocol

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
Loop = Literal["asyncio", "uvloop"]
LOOPS: list[Loop] = ["asyncio"] if sys.platform == "win32" else ["asyncio", "uvloop"]

OPENING = (
    b"GET / HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class RawServer:
    """A server on a free port, one application, and what that application heard."""

    def __init__(self, loop: Loop, costs: ConnectionLimits | None = None, **settings: Any) -> None:
        self.heard: list[dict[str, Any]] = []
        self.notes: dict[str, Any] = {}
        self.done = threading.Event()
        self.app: App = self.echo
        settings |= {"interface": "asgi3", "lifespan": "off", "log_config": None}
        self.costs = costs or ConnectionLimits()
        config = Config(
            self.play, ws=WebSocketProtocol, http=HttpConnection, port=0, loop=loop, costs=self.costs, **settings
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)

    async def play(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        finally:
            self.done.set()

    async def echo(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await opened(scope, receive, send)
        while (event := await self.hear(receive))["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": event["text"]})

    async def hear(self, receive: Receive) -> dict[str, Any]:
        self.heard.append(await receive())
        return self.heard[-1]

    def address(self) -> tuple[str, int]:
        host, port = self.server.servers[0].sockets[0].getsockname()[:2]
        return host, port

    def join(self, **settings: Any) -> ClientConnection:
        host, port = self.address()
        client: ClientConnection = connect(f"ws://{host}:{port}/", **settings)
        return client

    @contextmanager
    def bare(self, room: int | None = None) -> Iterator[socket.socket]:
        """A socket past its opening, with little `room` for what it doesn't read."""
        with socket.socket() as client:
            if room:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            client.settimeout(5)
            client.connect(self.address())
            client.sendall(OPENING)
            assert read_until(client, b"\r\n\r\n").startswith(b"HTTP/1.1 101 ")
            yield client

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(15)
        assert not self.thread.is_alive()


@contextmanager
def running(table: RawServer) -> Iterator[RawServer]:
    table.thread.start()
    wait_until(lambda: table.server.started)
    try:
        yield table
    finally:
        table.stop()


async def opened(scope: dict[str, Any], receive: Receive, send: Send) -> WebSocketProtocol:
    """Accept the client; the engine that serves it."""
    assert await receive() == {"type": "websocket.connect"}
    await send({"type": "websocket.accept"})
    wire: WebSocketProtocol = scope["extensions"]["pioche.socket"]
    return wire


def wait_until(ready: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def read_until(client: socket.socket, mark: bytes) -> bytes:
    got = b""
    while mark not in got:
        got += client.recv(1)
    return got


def read_all(client: socket.socket) -> bytes:
    got = b""
    while more := client.recv(65536):
        got += more
    return got


def send_while_taken(client: socket.socket, stream: bytes) -> int:
    """Send until the other side takes no more; how much it took."""
    sent = 0
    try:
        while sent < len(stream):
            sent += client.send(stream[sent : sent + 65536])
    except TimeoutError:
        pass
    return sent


def masked(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def close_code(client: ClientConnection) -> int | None:
    """Read until the server closes, and say why it did."""
    try:
        while True:
            client.recv(10)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
