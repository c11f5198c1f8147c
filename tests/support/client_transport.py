"""How a client speaks to a server: over httpx and websockets, or by hand, which costs next to nothing."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

import httpx
import websockets
from websockets.frames import Frame, Opcode

Json = dict[str, Any]

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # nothing is encrypted here; to be ready for it takes a while each time
PATIENCE = 20.0  # seconds that a test waits for what must come
PATIENCE_IN_A_CROWD = 60.0
UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")


class SocketLost(Exception):
    """The server ended a socket, with this code, or did not open it."""

    def __init__(self, code: int = 1006) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class SocketRefused(SocketLost):
    """What was answered to somebody who wanted a socket."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        super().__init__()
        self.args = (f"refused with {status}",)
        self.status, self.headers, self.body = status, headers, body


class HttpAnswer(NamedTuple):
    status: int
    content_type: str
    text: str


class Transport(Protocol):
    """HTTP and one WebSocket of a person at one address; cookies can be handed on to another of the same kind."""

    cookies: Any

    def move_to(self, url: str) -> None: ...
    async def request(self, method: str, path: str, body: Json | None) -> HttpAnswer: ...
    async def open(self) -> None: ...
    async def send(self, text: str) -> None: ...
    async def receive(self) -> str: ...
    def write(self, raw: bytes) -> None: ...
    def stop_reading(self) -> None: ...
    def abort(self) -> None: ...
    async def leave(self) -> None: ...
    async def close(self) -> None: ...


class LibraryTransport:
    """As programs of other people do it."""

    def __init__(self, lang: str, address: str) -> None:
        self.address = address
        limits = httpx.Limits(keepalive_expiry=2)  # the server keeps an idle connection a little longer
        self.http = httpx.AsyncClient(
            headers={"accept-language": lang}, timeout=PATIENCE,
            transport=httpx.AsyncHTTPTransport(verify=PLAIN, limits=limits, local_address=address),
        )  # fmt: skip
        self._socket: websockets.ClientConnection | None = None

    @property
    def cookies(self) -> httpx.Cookies:
        return self.http.cookies

    @cookies.setter
    def cookies(self, cookies: httpx.Cookies) -> None:
        self.http.cookies = cookies

    @property
    def socket(self) -> websockets.ClientConnection:
        assert self._socket is not None, "connect first"
        return self._socket

    def move_to(self, url: str) -> None:
        self.url = url
        self.http.base_url = httpx.URL(url)
        self.http.headers["origin"] = url

    async def request(self, method: str, path: str, body: Json | None) -> HttpAnswer:
        answer = await self.http.request(method, path, json=body)
        return HttpAnswer(answer.status_code, answer.headers.get("content-type", ""), answer.text)

    async def open(self) -> None:
        self._socket = await websockets.connect(
            self.url.replace("http", "ws", 1) + "/ws", origin=websockets.Origin(self.url), compression=None,
            local_addr=(self.address, 0),
        )  # fmt: skip

    async def send(self, text: str) -> None:
        await self._unless_lost(self.socket.send(text))

    async def receive(self) -> str:
        return str(await self._unless_lost(self.socket.recv()))

    async def _unless_lost(self, work: Coroutine[Any, Any, Any]) -> Any:
        try:
            return await work
        except websockets.ConnectionClosed:
            raise SocketLost(self.socket.close_code or 1006) from None

    def write(self, raw: bytes) -> None:
        self.socket.transport.write(raw)

    def stop_reading(self) -> None:
        self.socket.transport.pause_reading()

    def abort(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()

    async def leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def close(self) -> None:
        await self.http.aclose()


class LightTransport:
    """By hand, a connection for every request; `small`: the bytes that the kernel keeps for a slow reader."""

    def __init__(self, address: str, small: int = 0) -> None:
        self.address, self.small, self.cookies = address, small, ""
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter | None = None

    def move_to(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self.port = int(self.host.rpartition(":")[2])

    async def request(self, method: str, path: str, body: Json | None) -> HttpAnswer:
        reader, writer = await self._connect()
        text = json.dumps(body or {}).encode()
        lines = self._lines(method, path, "Connection: close", "Content-Type: application/json")
        writer.write("\r\n".join([*lines, f"Content-Length: {len(text)}", "", ""]).encode() + text)
        answer = await asyncio.wait_for(reader.read(), PATIENCE_IN_A_CROWD)
        writer.close()
        status, headers, content = read_head(answer)
        if headers.get("set-cookie", "").startswith("pioche"):
            self.cookies = headers["set-cookie"].split(";")[0]
        return HttpAnswer(status, headers.get("content-type", ""), content.decode())

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        wire = socket.socket()
        if self.small:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.small)
        wire.setblocking(False)
        wire.bind((self.address, 0))
        await asyncio.get_running_loop().sock_connect(wire, ("127.0.0.1", self.port))
        return await asyncio.open_connection(sock=wire, limit=1 << 18)

    def _lines(self, method: str, path: str, *more: str, host: str = "", origin: str | None = "") -> list[str]:
        """The head of a request; an origin of None is not said."""
        host = host or self.host
        said = [] if origin is None else [f"Origin: {origin or f'http://{host}'}"]
        cookie = [f"Cookie: {self.cookies}"] if self.cookies else []
        return [f"{method} {path} HTTP/1.1", f"Host: {host}", *said, *cookie, *more]

    async def open(self, path: str = "/ws", host: str = "", origin: str | None = "") -> None:
        """A socket, without a word; by default as one of our pages opens it."""
        self._reader, self._writer = await self._connect()
        lines = self._lines("GET", path, *UPGRADE, "Sec-WebSocket-Version: 13", host=host, origin=origin)
        self._writer.write("\r\n".join([*lines, "", ""]).encode())
        try:
            head = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), PATIENCE_IN_A_CROWD)
            status, headers, _ = read_head(head)
            if status != 101:
                body = await self._reader.readexactly(int(headers.get("content-length", 0)))
                raise SocketRefused(status, headers, body)
        except asyncio.IncompleteReadError:
            self.abort()
            raise SocketLost from None
        except SocketRefused:
            self.abort()
            raise

    async def send(self, text: str) -> None:
        if self._writer is not None and self._writer.is_closing():
            raise SocketLost
        self.write(masked(Opcode.TEXT, text.encode()))

    async def receive(self) -> str:
        while True:
            opcode, body = await self._frame()
            if opcode == Opcode.CLOSE:
                self.write(masked(Opcode.CLOSE, body))
                raise SocketLost(int.from_bytes(body[:2], "big"))
            if opcode == Opcode.TEXT:
                return body.decode()

    async def _frame(self) -> tuple[int, bytes]:
        try:
            first, size = await self._reader.readexactly(2)
            wide = {126: 2, 127: 8}.get(size, 0)
            size = int.from_bytes(await self._reader.readexactly(wide), "big") if wide else size
            return first & 15, await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError):
            raise SocketLost from None

    def write(self, raw: bytes) -> None:
        """Nothing is said to who has hung up."""
        assert self._writer is not None, "connect first"
        if not self._writer.is_closing():
            self._writer.write(raw)

    def wire(self) -> socket.socket:
        """The connection underneath, for whoever only writes."""
        assert self._writer is not None, "connect first"
        found: socket.socket = self._writer.get_extra_info("socket").dup()
        return found

    def stop_reading(self) -> None:
        assert self._writer is not None, "connect first"
        reading = self._writer.transport
        assert isinstance(reading, asyncio.Transport)
        reading.pause_reading()

    def abort(self) -> None:
        if self._writer is not None:
            with suppress(OSError):
                self._writer.transport.abort()

    async def leave(self) -> None:
        self.abort()

    async def close(self) -> None:
        """Requests leave nothing open."""


def read_head(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and what follows them."""
    head, _, content = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    if not first:
        raise ConnectionError("hung up")
    pairs = (line.partition(": ") for line in lines)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}, content


def masked(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as clients send it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def said(**message: Any) -> bytes:
    """A message, as a frame."""
    return masked(Opcode.TEXT, json.dumps(message).encode())
