"""The one client of the tests: a person at a server, who has a cookie and one WebSocket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any, Self

from support.client_transport import (
    PATIENCE,
    PATIENCE_IN_A_CROWD,
    Json,
    LibraryTransport,
    LightTransport,
    SocketLost,
    Transport,
)


class RequestRefused(Exception):
    """What the server answered to a request that it did not carry out."""

    def __init__(self, status: int, answer: Json) -> None:
        super().__init__(status, answer)
        self.status, self.code, self.message = status, answer.get("code"), answer.get("message")


class Client:
    """Somebody at `address`; `same`: the person whose other window this is.

    A light one speaks by hand and costs next to nothing, so that a thousand fit into one process.
    """

    def __init__(
        self, url: str, name: str, lang: str = "en", same: Client | None = None, address: str = "127.0.0.1",
        light: bool = False, small: int = 0,
    ) -> None:  # fmt: skip
        self.name, self.lang, self.person = name, lang, ""
        self.patience = PATIENCE_IN_A_CROWD if light else PATIENCE
        self.transport: Transport = LightTransport(address, small) if light else LibraryTransport(lang, address)
        self.closed: int | None = None  # the code with which the socket was closed
        if same is not None:
            self.person, self.transport.cookies = same.person, same.transport.cookies
        self.move_to(url)

    def move_to(self, url: str) -> None:
        """From now on to another process."""
        self.url = url.rstrip("/")
        self.transport.move_to(self.url)

    # Over HTTP

    async def enter(self) -> Self:
        """Become a guest."""
        self.person = (await self.post("/api/people", name=self.name))["id"]
        return self

    async def request(self, method: str, path: str, body: Json | None = None) -> Any:
        answer = await self.transport.request(method, path, body)
        if answer.status >= 400:
            raise RequestRefused(answer.status, json.loads(answer.text))
        return json.loads(answer.text) if "json" in answer.content_type else answer.text

    async def get(self, path: str) -> Any:
        return await self.request("GET", path)

    async def post(self, path: str, **body: Any) -> Any:
        return await self.request("POST", path, body)

    async def put(self, path: str, **body: Any) -> Any:
        return await self.request("PUT", path, body)

    async def make_table(self, game: str, *seats: str, **more: Any) -> str:
        """A table; a seat is `you`, `open` or the name of a bot."""
        made = [{"kind": seat} if seat in ("you", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        facts = await self.post("/api/tables", game=game, seats=made, **{"patience": "quick", **more})
        return str(facts["id"])

    async def sit(self, table: str, seat: int | None = None, **more: Any) -> Json:
        facts: Json = await self.post(f"/api/tables/{table}/sit", seat=seat, **more)
        return facts

    # Over the socket

    async def connect(self, url: str | None = None) -> Self:
        """Open a socket, at another process if one is named, and be welcomed."""
        if url is not None:
            self.move_to(url)
        ticket = (await self.post("/api/ticket"))["ticket"]
        await self.open()
        await self.say("hello", ticket=ticket, lang=self.lang)
        await self.hear(lambda message: message["type"] == "welcome")
        return self

    async def open(self) -> None:
        """A socket, without a word."""
        self.closed = None
        await self.transport.open()

    async def say(self, type: str, **message: Any) -> None:
        await self.transport.send(json.dumps({"type": type, **message}))

    async def hear(self, wanted: Callable[[Json], bool]) -> Json:
        """The next message of this kind."""
        async with asyncio.timeout(self.patience):
            while not wanted(message := (await self.receive())[1]):
                pass
        return message

    async def receive(self) -> tuple[str, Json]:
        """The next message but pings, which are answered: as it came, and read."""
        try:
            while True:
                text = await self.transport.receive()
                message: Json = json.loads(text)
                if message["type"] != "ping":
                    return text, message
                await self.say("pong", n=message["n"])
        except SocketLost as lost:
            self.closed = self.closed or lost.code
            raise

    def write(self, raw: bytes) -> None:
        """Anything at all, as it is."""
        self.transport.write(raw)

    def stop_reading(self) -> None:
        """The connection stays, but whatever comes is left lying."""
        self.transport.stop_reading()

    def hang_up(self) -> None:
        """Lose the connection, without a word."""
        self.transport.abort()

    async def leave(self) -> None:
        await self.transport.leave()

    async def close(self) -> None:
        await self.leave()
        await self.transport.close()


async def refused(request: Coroutine[Any, Any, Any]) -> RequestRefused:
    """How a request is refused; it is a mistake if it is not."""
    try:
        answer = await request
    except RequestRefused as refusal:
        return refusal
    raise AssertionError(f"it was not refused: {answer}")


def chairs(facts: Json) -> list[str]:
    """Who sits where, in a word each."""
    return [chair.get("name") or chair.get("bot") or chair["kind"] for chair in facts["chairs"]]
