"""A client that plays: it listens all the time, and folds what it is told of each table as browsers do."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable
from random import Random
from typing import Any, Self, TypeVar

import httpx

from support.client import Client
from support.client_transport import PATIENCE, Json, LibraryTransport, SocketLost

T = TypeVar("T")

REACTION = 0.13  # seconds: quicker is a false start


class FollowedTable:
    """A table as one socket was shown it; a gap or a repetition in its stream is an error."""

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


class Player(Client):
    """A person who plays; `tables` is what its socket has been shown."""

    def __init__(
        self, url: str, name: str, lang: str = "en", same: Client | None = None, address: str = "127.0.0.1"
    ) -> None:
        super().__init__(url, name, lang, same, address)
        self.tables: dict[str, FollowedTable] = {}
        self.heard: list[Json] = []  # every message but pings, as it came
        self.raw: list[str] = []
        self._numbers = itertools.count(1)
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._broken: BaseException | None = None

    @property
    def http(self) -> httpx.AsyncClient:
        assert isinstance(self.transport, LibraryTransport)
        return self.transport.http

    async def connect(self, url: str | None = None) -> Self:
        await super().connect(url)
        self._listening = asyncio.create_task(self._listen())
        return self

    async def drop(self) -> None:
        """Lose the connection, without a word."""
        self.hang_up()
        await self.leave()

    async def leave(self) -> None:
        await super().leave()
        if self._listening is not None:
            await self._listening
        self._listening = None

    async def _listen(self) -> None:
        with contextlib.suppress(SocketLost):
            while True:
                await self.receive()
        self._news.set()

    async def receive(self) -> tuple[str, Json]:
        text, message = await super().receive()
        self.raw.append(text)
        self.heard.append(message)
        try:
            self._fold(message)
        except AssertionError as broken:
            self._broken = broken
        self._news.set()
        return text, message

    def _fold(self, message: Json) -> None:
        if message["type"] in ("state", "update"):
            self.tables.setdefault(message["table"], FollowedTable()).follow(message)
        elif message["type"] == "presence":
            seen = self.tables[message["table"]]
            seen.present, seen.watchers = message["present"], message["watchers"]

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

    async def watch(self, table: str) -> FollowedTable:
        """Follow a table from its present state."""
        states = self.tables[table].states if table in self.tables else 0
        await self.say("watch", table=table)
        await self.wait(lambda: table in self.tables and self.tables[table].states > states)
        return self.tables[table]

    async def resume(self, table: str) -> FollowedTable:
        """Go on from what was last seen."""
        seen = self.tables[table]
        await self.say("watch", table=table, epoch=seen.epoch, seq=seen.seq)
        return seen

    async def command(self, type: str, **message: Any) -> Json:
        """Send a command with an id; its answer."""
        id = message.setdefault("id", self.new_command_id())
        after = len(self.heard)
        await self.say(type, **message)
        return await self.wait(lambda: self.answer(id, after) or {})

    def new_command_id(self) -> str:
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

    async def play_out(self, table: str, rng: Random, slaps: float = 0.0) -> FollowedTable:
        """Play at random to the end; now and then slap."""
        seen = self.tables[table]
        while not seen.over:
            await self.news(seen)
            if rng.random() < slaps:
                await self._slap(table, rng)
            while seen.waited and not seen.over and not await self._move(table, rng):
                pass
        return seen

    async def news(self, seen: FollowedTable) -> None:
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


async def step(table: str, rng: Random, *players: Player) -> None:
    """One random move of whoever is to move, seen by all of them."""
    who = next(player for player in players if player.tables[table].waited)
    answer = await who.play(table, rng.choice(who.tables[table].moves))
    await all_see(table, answer["seq"], *players)


def story(seen: FollowedTable) -> Json:
    """All that a client knows of a table in the end."""
    return {"entries": seen.entries, "view": seen.view, "moves": seen.moves, "seq": seen.seq, "facts": seen.facts}
