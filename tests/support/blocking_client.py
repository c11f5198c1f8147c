"""The client for tests that are no coroutines: whatever it does is waited for, and a person may have many sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any, TypeVar

import httpx

from support.client import Client
from support.client_transport import PATIENCE, PLAIN, Json, LightTransport, SocketLost
from support.server_process import ServerProcess

T = TypeVar("T")

KOLPA: Json = {"game": "kolpa", "seats": [{"kind": "you"}, {"kind": "bot"}], "patience": "quick"}


class BlockingSocket:
    """A light client's socket, which lives while somebody says or hears something."""

    def __init__(self, server: ServerProcess, address: str = "127.0.0.1", small: int = 0) -> None:
        self.client = Client(server.url, "", address=address, light=True, small=small)
        self.client.patience = PATIENCE
        self._runner: asyncio.Runner | None = asyncio.Runner()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        assert self._runner is not None, "it is closed"
        return self._runner.run(work)

    def say(self, **message: Any) -> None:
        self.run(self.client.say(**message))

    def send(self, text: str) -> None:
        """Any text, as one message."""
        self.run(self.client.transport.send(text))

    def write(self, raw: bytes) -> None:
        """Any bytes, in one go."""
        self.client.write(raw)

    def hear(self, *types: str) -> Json:
        """The next message, or the next of some types."""
        return self.run(self.client.hear(lambda message: not types or message["type"] in types))

    def closed(self) -> int:
        """The code with which the server closes."""
        with suppress(SocketLost):
            self.hear("nothing that is ever said")
        self.close()
        return self.client.closed or 1006

    def stop_reading(self) -> None:
        self.client.stop_reading()

    def close(self) -> None:
        if self._runner is not None:
            self.run(self.client.close())
            self._runner.close()
            self._runner = None


class BlockingClient:
    """A person with a cookie; `address` is where it seems to come from."""

    def __init__(self, server: ServerProcess, name: str = "Ada", address: str = "127.0.0.1") -> None:
        self.server = server
        self.address = address
        self.http = browse(server, address)
        answer = self.http.post("/api/people", json={"name": name})
        assert answer.status_code == 200, answer.text
        self.id = answer.json()["id"]
        self.sockets: list[BlockingSocket] = []

    @property
    def cookie(self) -> tuple[str, str]:
        return next((name, str(value)) for name, value in self.http.cookies.items() if name.startswith("pioche"))

    @property
    def token(self) -> str:
        return self.cookie[1]

    def post(self, path: str, **body: Any) -> Json:
        answer = self.http.post(path, json=body)
        assert answer.status_code < 300, answer.text
        found: Json = answer.json()
        return found

    def ticket(self) -> str:
        return str(self.post("/api/ticket")["ticket"])

    def socket(self) -> BlockingSocket:
        """A socket that has said hello and been welcomed."""
        opened = BlockingSocket(self.server, self.address)
        self.sockets.append(opened)
        opened.client.transport.cookies = "=".join(self.cookie)
        opened.run(opened.client.connect())
        return opened

    def leave(self) -> None:
        for opened in self.sockets:
            opened.close()
        self.http.close()


@contextmanager
def guest(server: ServerProcess, name: str = "Ada", address: str = "127.0.0.1") -> Iterator[BlockingClient]:
    person = BlockingClient(server, name, address)
    try:
        yield person
    finally:
        person.leave()


def browse(server: ServerProcess, address: str = "127.0.0.1", **headers: str) -> httpx.Client:
    """A browser on one of our pages, and nobody yet."""
    transport = httpx.HTTPTransport(verify=PLAIN, local_address=address)
    base = {"origin": server.url, "accept-language": "en", **headers}
    return httpx.Client(base_url=server.url, headers=base, transport=transport, timeout=PATIENCE)


def dial(
    server: ServerProcess,
    path: str = "/ws",
    origin: str | None = "",
    host: str = "",
    address: str = "127.0.0.1",
    small: int = 0,
) -> BlockingSocket:
    """Open a WebSocket, without a word; by default as one of our pages does."""
    opened = BlockingSocket(server, address, small)
    transport = opened.client.transport
    assert isinstance(transport, LightTransport)
    try:
        opened.run(transport.open(path, host, origin))
    except BaseException:
        opened.close()
        raise
    return opened


def hello(server: ServerProcess, ticket: str, path: str = "/ws") -> tuple[str, int]:
    """What is answered to a ticket, and how the socket is closed."""
    with closing(dial(server, path)) as opened:
        opened.say(type="hello", ticket=ticket, lang="en")
        answer = opened.hear()
        return ("welcome", 0) if answer["type"] == "welcome" else (answer["code"], opened.closed())


def play_to_the_end(player: BlockingSocket, table: str, most: int = 2000) -> list[Json]:
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


def foreign_origins(server: ServerProcess) -> list[str | None]:
    """Where pages come from that are none of ours."""
    port = server.port
    return [
        None, "null", "http://evil.example", f"http://evil.example:{port}", f"http://127.0.0.1.evil.example:{port}",
        "http://127.0.0.1:1", f"http://127.0.0.1:{port}.evil.example", f"file://127.0.0.1:{port}", f"127.0.0.1:{port}",
        f"http://user@127.0.0.1:{port}",
    ]  # fmt: skip
