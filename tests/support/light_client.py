"""A client that costs next to nothing, so that a thousand fit into one process: frames by hand, nothing folded."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.frames import Opcode

from support.raw_server import masked

Json = dict[str, Any]
CLOSE, TEXT = 8, 1
PATIENCE = 60.0


class Refused(Exception):
    """The server did not open a socket, or closed it."""


class Thin:
    """A person at an address of its own."""

    def __init__(self, port: int, name: str, address: str = "127.0.0.1", small: int = 0) -> None:
        self.port, self.name, self.address, self.small = port, name, address, small
        self.cookie = ""
        self.epoch, self.seq = "", 0
        self.closed: int | None = None
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter | None = None

    # HTTP

    async def post(self, path: str, body: Json | None = None) -> Json:
        reader, writer = await self._open()
        text = json.dumps(body or {}).encode()
        head = [f"POST {path} HTTP/1.1", *self._names(), "Connection: close", "Content-Type: application/json"]
        writer.write("\r\n".join([*head, f"Content-Length: {len(text)}", "", ""]).encode() + text)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        headers, _, content = answer.partition(b"\r\n\r\n")
        for line in headers.decode().split("\r\n"):
            if line.lower().startswith("set-cookie: pioche"):
                self.cookie = line.split(": ")[1].split(";")[0]
        found: Json = json.loads(content)
        return found

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        wire = socket.socket()
        if self.small:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.small)
        wire.setblocking(False)
        wire.bind((self.address, 0))
        await asyncio.get_running_loop().sock_connect(wire, ("127.0.0.1", self.port))
        return await asyncio.open_connection(sock=wire, limit=1 << 18)

    def _names(self) -> list[str]:
        cookie = [f"Cookie: {self.cookie}"] if self.cookie else []
        return [f"Host: 127.0.0.1:{self.port}", f"Origin: http://127.0.0.1:{self.port}", *cookie]

    async def enter(self) -> Thin:
        await self.post("/api/people", {"name": self.name})
        return self

    # The socket

    async def dial(self) -> None:
        """Open a socket, without a word."""
        self._reader, self._writer = await self._open()
        words = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
        head = ["GET /ws HTTP/1.1", *self._names(), *words, "Sec-WebSocket-Version: 13", "", ""]
        self._writer.write("\r\n".join(head).encode())
        try:
            answer = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), PATIENCE)
        except asyncio.IncompleteReadError:
            self.hang_up()
            raise Refused("hung up") from None
        if b" 101 " not in answer.split(b"\r\n")[0]:
            self.hang_up()
            raise Refused(answer.split(b"\r\n")[0].decode())

    async def connect(self) -> Thin:
        ticket = (await self.post("/api/ticket"))["ticket"]
        self.closed = None
        await self.dial()
        self.say(type="hello", ticket=ticket, lang="en")
        await self.hear(lambda message: message["type"] == "welcome")
        return self

    def say(self, **message: Any) -> None:
        self.write(masked(Opcode.TEXT, json.dumps(message).encode()))

    def write(self, raw: bytes) -> None:
        assert self._writer is not None
        if not self._writer.is_closing():
            self._writer.write(raw)

    def stop_reading(self) -> None:
        """The connection stays, but whatever comes is left lying."""
        assert self._writer is not None
        transport = self._writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()

    async def hear(self, wanted: Callable[[Json], bool], seconds: float = PATIENCE) -> Json:
        """The next message of this kind; pings are answered meanwhile."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.next()
                if message["type"] == "ping":
                    self.say(type="pong", n=message["n"])
                elif wanted(message):
                    return message

    async def next(self) -> Json:
        try:
            first, size = await self._reader.readexactly(2)
            wide = {126: 2, 127: 8}.get(size, 0)
            size = int.from_bytes(await self._reader.readexactly(wide), "big") if wide else size
            body = await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError):
            self.closed = self.closed or 1006
            raise Refused("cut off") from None
        if first & 15 == CLOSE:
            self.closed = int.from_bytes(body[:2], "big")
            raise Refused(f"closed with {self.closed}")
        found: Json = json.loads(body) if first & 15 == TEXT else {"type": "control"}
        return found

    async def watch(self, table: str) -> None:
        """From the beginning, or from where it was."""
        known = {"epoch": self.epoch, "seq": self.seq} if self.seq else {}
        self.say(type="watch", table=table, **known)
        if not known:
            state = await self.hear(lambda message: message["type"] == "state")
            self.epoch, self.seq = state["epoch"], state["seq"]

    def hang_up(self) -> None:
        if self._writer is not None:
            with suppress(OSError):
                self._writer.transport.abort()
            self._writer = None
