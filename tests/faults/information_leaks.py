"""Row 9: nothing leaks. The same messages in two worlds that a seat can't tell apart are answered byte for byte alike.

Real sockets' code, a real session and a real table, twice: once with the cards as they are, once with other cards where
the seat does not know them. Compared is all that its two tabs, a spectator, a bot in its place and HTTP are given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import msgspec

from faults.compiled_rules import GAMES, rules, spread
from faults.report_row import Broken, ReportRow, check, seeded
from pioche.server.http.table_routes import describe
from pioche.server.model.entries import Created
from pioche.server.model.live_table import LiveTable
from pioche.server.model.messages import Play, Try, Watch
from pioche.server.queue.fair_turns import Kind
from pioche.server.sessions.table_session import TableSession
from pioche.server.storage.accounts import Person
from pioche.server.ws.client_socket import ClientSocket
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game
from pioche.table.position import Position
from pioche.testing.laws import imagine_all_but, is_veiled, luck, random_move, seen, shown_cards
from support.virtual_time import MadeUpTime, VirtualRegistry, dealt_table

NOW = 1_800_000_000_000
PART = 5000  # positions from one seed
TRIES = 2  # moves that the seat only asks about
STATE = b'{"type":"state"'
LETTERS = "ABCDEFGH"  # the persons' names, by their seats


def leaks(positions: int, seed: int, everywhere: bool = False) -> ReportRow:
    """Every round compares two positions: before a move and after it."""
    parts = range(seed, seed + max(1, positions // PART))
    spread(partial(compare_all, min(positions, PART) // 2, everywhere), parts, everywhere)
    found = f"{positions:,} positions of {len(GAMES)} games: 0 differences"
    return ReportRow(9, "nothing leaks", found, "0 differences", True)


def compare_all(count: int, compiled: bool, seeds: range) -> None:
    """So many rounds from each of these seeds."""
    for seed in seeds:
        with (
            seeded("non-interference", seed),
            rules(compiled),
            asyncio.Runner(loop_factory=MadeUpTime) as runner,
        ):
            for round in islice(rounds(seed), count):
                runner.run(round.compare())


class TheyWereTold:
    """All that one client was sent."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send_text(self, data: bytes, more: bool = False) -> bool:
        self.frames.append(bytes(data))
        return True

    def flush(self) -> None:
        pass

    def kernel_rtt(self) -> float | None:
        return None


class AskedBots:
    """What bots were asked."""

    def __init__(self) -> None:
        self.questions: list[Any] = []

    async def choose(self, *question: Any) -> Any:
        self.questions.append(question)


class Still(VirtualRegistry):
    """A registry in which no time passes, with one table."""

    def __init__(self) -> None:
        super().__init__()
        self.clock.now = lambda: NOW
        self.store.delay = 0.0
        self.bot_pool = AskedBots()
        self.sockets: set[Any] = set()
        self.session: TableSession

    @staticmethod
    def seconds() -> float:
        return 1000.0

    async def fresh_session(self, table: str) -> TableSession:
        return self.session


class World:
    """One table, and who looks on."""

    def __init__(self, table: LiveTable, seat: int, mover: int) -> None:
        self.registry, self.seat = Still(), seat
        self.session = self.registry.session = TableSession(self.registry, table, "BCDFGH")  # type: ignore[arg-type]
        people = (LETTERS[seat], LETTERS[seat], "eve", LETTERS[mover])
        self.told = [TheyWereTold() for _ in people]
        self.sockets = [self._socket(told, person) for told, person in zip(self.told, people, strict=True)]

    def _socket(self, told: TheyWereTold, person: str) -> ClientSocket:
        socket = ClientSocket(self.registry, told, None, None, "")  # type: ignore[arg-type]
        socket.person, socket.lang = person, "en"
        return socket

    async def look(self) -> None:
        for socket in self.sockets:
            await self.take(socket, Watch("table"))

    async def take(self, socket: ClientSocket, message: Any) -> None:
        """As it would be if it had come over the network."""
        try:
            await socket._take(message, 1000.4)
        except PiocheError as error:
            socket._refuse(error, getattr(message, "id", ""))
        await asyncio.gather(*socket._under_way)

    async def ask_bot(self) -> None:
        players, moves = self.session.players, self.session.table.moves(self.seat)
        if moves:
            await players._ask(self.seat, "thumb", players._choices(self.seat, False), Kind.PLAYED)

    def seen(self) -> dict[str, Any]:
        """All that the seat and strangers were given."""
        people = {"http": Person(LETTERS[self.seat], "", ""), "stranger": None}
        http = {name: msgspec.json.encode(describe(self.session, person)) for name, person in people.items()}
        tabs = {name: self.told[n].frames for n, name in enumerate(("tab", "second tab", "spectator"))}
        return {**tabs, **http, "bot": self.registry.bot_pool.questions}


@dataclass
class HiddenMove:
    """A position, a move, and a seat that must not notice the difference."""

    table: LiveTable
    pos: Position
    mover: int
    move: str
    seat: int
    rng: Random

    async def compare(self) -> None:
        played = self.pos.copy()
        events = played.play(self.mover, self.move)
        own = seen(events, self.seat)
        shown = shown_cards(self.pos, played, self.seat, own)
        other = imagine_all_but(self.pos, self.seat, shown, self.rng)
        tries = self.rng.sample(self.pos.game.moves, TRIES)
        asks = [each.text for each in tries] + self.rng.sample(mine := self.pos.moves(self.seat), min(1, len(mine)))
        moves = [self.move, self._same(other, own, shown)]
        if luck(played) != luck(self.pos) or not moves[1]:
            moves = ["", ""]  # a shuffle may fall out otherwise, and not every move is possible in both
        worlds = [World(at(self.table, pos), self.seat, self.mover) for pos in (self.pos, other)]
        for world, move in zip(worlds, moves, strict=True):
            await self._live(world, asks, move)
        self._check(*(world.seen() for world in worlds))

    def _same(self, other: Position, own: list[Any], shown: list[int]) -> str:
        """The move in the other world; where the seat is not told which it was, perhaps another."""
        moves = other.moves(self.mover)
        if self.move in moves or not is_veiled(own):
            return self.move if self.move in moves and self._shows(other, own, shown) else ""
        alike = [move for move in moves if seen(other.copy().play(self.mover, move), self.seat) == own]
        return self.rng.choice(alike) if alike else ""

    def _shows(self, other: Position, own: list[Any], shown: list[int]) -> bool:
        """Does the move show the same cards there? Of two alike it may be the other one, which others know or not."""
        played = other.copy()
        played.play(self.mover, self.move)
        return shown_cards(other, played, self.seat, own) == shown

    async def _live(self, world: World, asks: list[str], move: str) -> None:
        await world.look()
        for number, ask in enumerate(asks):
            await world.take(world.sockets[0], Try(f"t{number}", "table", ask))
        await world.ask_bot()
        if not move:
            return
        base = world.session.table.now.heads[self.mover]
        await world.take(world.sockets[3], Play("move", "table", base, [move]))
        await world.look()
        await world.ask_bot()

    def _check(self, real: dict[str, Any], imagined: dict[str, Any]) -> None:
        for name, mine in real.items():
            theirs = imagined[name]
            if mine != theirs:
                raise Broken(f"{name} of {LETTERS[self.seat]}, {self.move}:\n{first_difference(mine, theirs)}")
        tabs = [last_state(real[name]) for name in ("tab", "second tab")]
        check(tabs[0] == tabs[1], "two tabs of one person were told different things")


def last_state(frames: list[bytes]) -> bytes:
    return next(frame for frame in reversed(frames) if frame.startswith(STATE))


def first_difference(mine: Any, theirs: Any) -> str:
    if isinstance(mine, list):
        pairs = [(a, b) for a, b in zip(mine, theirs, strict=False) if a != b]
        mine, theirs = pairs[0] if pairs else (len(mine), len(theirs))
    return f"{mine!r}\n{theirs!r}"[:2000]


def at(table: LiveTable, pos: Position) -> LiveTable:
    """A table that stands at this position; as far as its log goes it has just been dealt."""
    twin = copy(table)
    twin.pos, twin.timing = pos.copy(), table.timing.copy()
    twin.kept, twin.commands, twin.chairs = table.kept.copy(), table.commands.copy(), table.chairs.copy()
    twin._look_round(NOW)
    return twin


def rounds(seed: int) -> Iterator[HiddenMove]:
    """Games of all kinds, played at random, a round at every move."""
    rng, numbers = Random(seed), iter(range(1 << 30))
    while True:
        name = GAMES[next(numbers) % len(GAMES)]
        players = rng.choice(list(game(name).players))
        table = dealt_table(Created(name, players, "A", ""), NOW)
        pos = game(name).deal(players, seed=rng.getrandbits(32))
        while not pos.over:
            mover, move = random_move(pos, rng)
            yield HiddenMove(table, pos, mover, move, rng.randrange(players), rng)
            pos.play(mover, move)
