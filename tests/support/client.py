"""A scripted person: HTTP with a cookie, one WebSocket, and what it was told of each table, folded as browsers do."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import ssl
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

import httpx
import websockets

Json = dict[str, Any]
T = TypeVar("T")

PATIENCE = 20.0  # seconds that a test waits for what must come
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # nothing is encrypted here; to be ready for it takes a while each time
REACTION = 0.13  # seconds: quicker is a false start


class Refusal(Exception):
    """What the server answered to a request that it did not carry out."""

    def __init__(self, status: int, answer: Json) -> None:
        super().__init__(status, answer)
        self.status, self.code, self.message = status, answer.get("code"), answer.get("message")


class Seen:
    """One table as one socket was shown it; a gap or a repetition in its stream is an error."""

    def __init__(self) -> None:
        self.frames: list[tuple[int | None, Json]] = []  # every state and update, and the seat for which it came
        self.entries: dict[int, Json] = {}  # by their number in the stream
        self.states = 0
        self.considered = 0  # how far its player has looked
        self.epoch, self.seq, self.seat = "", 0, None
        self.moves: list[str] = []
        self.over = False
        self.game: Json = {}
        self.facts: Json = {}
        self.clock: Json | None = None
        self.present: list[int] = []
        self.watchers = 0

    def follow(self, frame: Json) -> None:
        if frame["type"] == "state":
            self._begin(frame)
        else:
            self._continue(frame)
        self.frames.append((self.seat, frame))
        self.epoch, self.seq, self.moves, self.over = (frame[name] for name in ("epoch", "seq", "moves", "over"))
        self.game, self.clock = frame.get("game", {}), frame.get("clock")
        self.facts = frame.get("facts", self.facts)

    def _begin(self, frame: Json) -> None:
        self.states += 1
        self.seat = frame["seat"]
        self.present, self.watchers = frame.get("present", []), frame.get("watchers", 0)
        self.entries = {entry["seq"]: entry for entry in frame.get("history", [])}

    def _continue(self, frame: Json) -> None:
        numbers = [entry["seq"] for entry in frame["entries"]]
        assert numbers == list(range(self.seq + 1, frame["seq"] + 1)), f"{numbers} came after {self.seq}"
        self.entries.update({entry["seq"]: entry for entry in frame["entries"]})

    @property
    def status(self) -> str:
        return str(self.facts["status"])

    @property
    def view(self) -> str:
        return str(self.game["view"])

    @property
    def waited(self) -> bool:
        return self.seat in self.game.get("waited", [])

    @property
    def reacting(self) -> bool:
        return bool(self.game.get("reacting"))

    def kinds(self) -> list[str]:
        return [self.entries[number]["kind"] for number in sorted(self.entries)]


class Player:
    """A person; `tables` is what its socket has been shown."""

    def __init__(
        self, url: str, name: str, lang: str = "en", cookies: httpx.Cookies | None = None, address: str = "127.0.0.1"
    ) -> None:
        self.url, self.name, self.lang, self.address = url.rstrip("/"), name, lang, address
        headers = {"origin": self.url, "accept-language": lang}
        limits = httpx.Limits(keepalive_expiry=2)  # the server keeps an idle connection a little longer
        self.http = httpx.AsyncClient(
            base_url=self.url, headers=headers, cookies=cookies, timeout=PATIENCE,
            transport=httpx.AsyncHTTPTransport(verify=PLAIN, limits=limits, local_address=address),
        )  # fmt: skip
        self.tables: dict[str, Seen] = {}
        self.heard: list[Json] = []  # every message but pings, as it came
        self.raw: list[str] = []
        self.person = ""
        self.closed: int | None = None  # the code with which the socket was closed
        self._numbers = itertools.count(1)
        self._socket: websockets.ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._broken: BaseException | None = None

    # HTTP

    async def enter(self) -> Player:
        """Become a guest."""
        self.person = (await self.post("/api/people", name=self.name))["id"]
        return self

    async def request(self, method: str, path: str, body: Json | None = None) -> Any:
        answer = await self.http.request(method, path, json=body)
        if answer.status_code >= 400:
            raise Refusal(answer.status_code, answer.json())
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text

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

    # The socket

    async def connect(self, url: str | None = None) -> Player:
        """Open a socket, at another process if one is named."""
        if url is not None:
            self.move_to(url)
        ticket = (await self.post("/api/ticket"))["ticket"]
        address = self.url.replace("http", "ws", 1) + "/ws"
        self._socket = await websockets.connect(
            address, origin=websockets.Origin(self.url), compression=None, local_addr=(self.address, 0)
        )
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self.say("hello", ticket=ticket, lang=self.lang)
        await self.wait(lambda: self.last("welcome"))
        return self

    def move_to(self, url: str) -> None:
        """From now on to another process."""
        self.url = url.rstrip("/")
        self.http.base_url = httpx.URL(self.url)
        self.http.headers["origin"] = self.url

    async def drop(self) -> None:
        """Lose the connection, without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
        await self.leave()

    async def leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._listening is not None:
            await self._listening
        self._socket = self._listening = None

    async def close(self) -> None:
        await self.leave()
        await self.http.aclose()

    async def _listen(self, socket: websockets.ClientConnection) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await self._hear(str(await socket.recv()))
        self.closed = socket.close_code
        self._news.set()

    async def _hear(self, text: str) -> None:
        message: Json = json.loads(text)
        if message["type"] == "ping":
            await self.say("pong", n=message["n"])
            return
        self.raw.append(text)
        self.heard.append(message)
        try:
            self._fold(message)
        except AssertionError as broken:
            self._broken = broken
        self._news.set()

    def _fold(self, message: Json) -> None:
        if message["type"] in ("state", "update"):
            self.tables.setdefault(message["table"], Seen()).follow(message)
        elif message["type"] == "presence":
            seen = self.tables[message["table"]]
            seen.present, seen.watchers = message["present"], message["watchers"]

    async def say(self, type: str, **message: Any) -> None:
        assert self._socket is not None, "connect first"
        await self._socket.send(json.dumps({"type": type, **message}))

    async def wait(self, what: Callable[[], T], seconds: float = PATIENCE) -> T:
        """Until it is so."""
        async with asyncio.timeout(seconds):
            while not (found := what()):
                self._check()
                self._news.clear()
                await self._news.wait()
        self._check()
        return found

    def _check(self) -> None:
        if self._broken is not None:
            raise self._broken

    def last(self, type: str) -> Json | None:
        return next((message for message in reversed(self.heard) if message["type"] == type), None)

    def answer(self, id: str, after: int = 0) -> Json | None:
        return next((message for message in self.heard[after:] if message.get("id") == id), None)

    # A table

    async def watch(self, table: str) -> Seen:
        """Follow a table from its present state."""
        states = self.tables[table].states if table in self.tables else 0
        await self.say("watch", table=table)
        await self.wait(lambda: table in self.tables and self.tables[table].states > states)
        return self.tables[table]

    async def resume(self, table: str) -> Seen:
        """Go on from what was last seen."""
        seen = self.tables[table]
        await self.say("watch", table=table, epoch=seen.epoch, seq=seen.seq)
        return seen

    async def command(self, type: str, **message: Any) -> Json:
        """Send a command with an id; its answer."""
        id = message.setdefault("id", self.new_id())
        after = len(self.heard)
        await self.say(type, **message)
        return await self.wait(lambda: self.answer(id, after) or {})

    def new_id(self) -> str:
        return f"{self.name}-{next(self._numbers)}"

    async def play(self, table: str, *moves: str, base: int | None = None, **more: Any) -> Json:
        """Play for what is seen, or for `base`; once it is acknowledged, wait until it is seen."""
        seen = self.tables[table]
        base = seen.seq if base is None else base
        answer = await self.command("play", table=table, base=base, moves=list(moves), **more)
        if answer["type"] == "ack":
            await self.see(table, answer["seq"])
        return answer

    async def see(self, table: str, seq: int) -> None:
        """Until the stream has come so far."""
        await self.wait(lambda: self.tables[table].seq >= seq)

    def send_bytes(self, raw: bytes) -> None:
        """Anything at all, as it is."""
        assert self._socket is not None
        self._socket.transport.write(raw)

    def stop_reading(self) -> None:
        """The connection stays, but whatever comes is left lying."""
        assert self._socket is not None
        self._socket.transport.pause_reading()

    async def play_out(self, table: str, rng: Random, slaps: float = 0.0) -> Seen:
        """Play at random to the end; now and then slap."""
        seen = self.tables[table]
        while not seen.over:
            await self.news(seen)
            if rng.random() < slaps:
                await self._slap(table, rng)
            while seen.waited and not seen.over and not await self._move(table, rng):
                pass
        return seen

    async def news(self, seen: Seen) -> None:
        """Until something has happened since this was last called."""
        await self.wait(lambda: seen.over or seen.seq > seen.considered)
        seen.considered = seen.seq

    async def _slap(self, table: str, rng: Random) -> None:
        seen, base = self.tables[table], self.tables[table].seq
        choices = [move for move in seen.moves if is_slap(move)]
        if choices:
            await asyncio.sleep(REACTION)
            check_answer(await self.play(table, rng.choice(choices), base=base), base)

    async def _move(self, table: str, rng: Random) -> bool:
        """One move; False if the table had changed, and has to be looked at again."""
        seen = self.tables[table]
        choices = [move for move in seen.moves if not is_slap(move) and (move != "pass" or seen.reacting)]
        base = seen.seq
        answer = await self.play(table, rng.choice(choices or seen.moves))
        check_answer(answer, base)
        if answer["type"] == "refused":
            await self.see(table, answer["seq"])
        return bool(answer["type"] == "ack")


def is_slap(move: str) -> bool:
    return move.startswith("slap ") or move == "callout"


def check_answer(answer: Json, base: int) -> None:
    """Somebody may have been quicker, so that the table is no longer as it was seen; nothing else may go wrong."""
    assert answer["type"] == "ack" or answer["code"] == "race.late" or answer["seq"] > base, answer


async def all_see(table: str, seq: int, *players: Player) -> None:
    for player in players:
        await player.see(table, seq)


def mover(table: str, *players: Player) -> Player:
    """Who is waited for."""
    return next(player for player in players if player.tables[table].waited)


async def refused(request: Coroutine[Any, Any, Any]) -> Refusal:
    """How a request is refused; it is a mistake if it is not."""
    try:
        answer = await request
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"it was not refused: {answer}")


def chairs(facts: Json) -> list[str]:
    """Who sits where, in a word each."""
    return [chair.get("name") or chair.get("bot") or chair["kind"] for chair in facts["chairs"]]


async def step(table: str, rng: Random, *players: Player) -> None:
    """One random move of whoever is to move, seen by all of them."""
    who = next(player for player in players if player.tables[table].waited)
    answer = await who.play(table, rng.choice(who.tables[table].moves))
    await all_see(table, answer["seq"], *players)


def story(seen: Seen) -> Json:
    """All that a client knows of a table in the end."""
    return {"entries": seen.entries, "view": seen.view, "moves": seen.moves, "seq": seen.seq, "facts": seen.facts}
