"""Row 21: the whole system in made-up time. Clock, network, disk and generator are ours, and all of them misbehave.

Two processes serve one table: real sessions, real sockets' code, real slaps and clocks. Their log fails before or after
the fact, notices between them are lost, doubled and late, connections break while commands are under way, processes
crash. Everything follows from a seed. In the end nothing that was promised may be broken.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import msgspec

from faults.compiled_rules import GAMES, rules, spread
from faults.report_row import ReportRow, check, seeded
from pioche.server.bots.bot_worker import BotAnswer as Choice
from pioche.server.catalogue import refuse
from pioche.server.model.entries import Created, Moved, Pace, read_entry
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.model.messages import Play, Watch
from pioche.server.model.move_clocks import MoveClocks
from pioche.server.sessions.table_session import CommandAnswer, TableSession
from pioche.server.storage.log_store import Append
from pioche.server.storage.notice_format import AnyNotice, SlappedNotice, StoredNotice, read_notice, write_notice
from pioche.server.ws.client_socket import ClientSocket
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game
from support.client_transport import Json
from support.player import FollowedTable
from support.virtual_time import MadeUpTime, VirtualRegistry, dealt_table

deadline = MoveClocks.deadline  # as it is: who judges is not to be deceived
ASK_AGAIN = ("storage.unavailable", "message.not_watching")  # under the same id
LETTERS = "ABCDEFGH"
PACE = Pace("live", move=5, reserve=0)
ENTRIES = 14  # of a short game
LONGEST = 40.0  # made-up seconds of faults
CALM = 4.0  # made-up seconds in which everything must come right; before the clock moves for somebody
FAILS = 0.03  # of all writes fail before the fact, as many after it
LOST, DOUBLED = 0.1, 0.1  # of all notices
BREAKS = 0.01  # of a connection, each time its client looks
CRASHES = 0.02  # of a process, a second
LAZY = 0.01  # somebody lets the time run out


def simulated(games: int, seed: int, everywhere: bool = False) -> ReportRow:
    """Everywhere: with compiled rules, on all hardware threads."""
    work = partial(simulate_all, everywhere)
    counts = spread(work, range(seed, seed + games), everywhere)
    entries, crashes = (sum(count) for count in zip(*counts, strict=True))
    found = f"{games:,} games, {entries:,} entries, {crashes:,} crashes, {games} seeds from {seed}: all invariants hold"
    return ReportRow(21, "whole system, simulated", found, "no invariant broken", True)


def simulate_all(compiled: bool, seeds: range) -> tuple[int, int]:
    """How many entries there were, and how many crashes."""
    with rules(compiled):
        houses = [simulate(seed) for seed in seeds]
    return sum(len(house.disk.rows) for house in houses), sum(house.crashes for house in houses)


def simulate(seed: int) -> SimulatedCluster:
    with seeded("the simulated system", seed), asyncio.Runner(loop_factory=MadeUpTime) as runner:
        house = SimulatedCluster(Random(seed), GAMES[seed % len(GAMES)])
        runner.run(house.go())
        return house


class Disk:
    """The log of the table: a number is given once, a command is stored once; now and then it fails."""

    def __init__(self, rng: Random) -> None:
        self.rows: list[dict[str, Any]] = []
        self.faulty = True
        self._rng = rng

    async def append(self, job: Append) -> bool:
        await asyncio.sleep(self._rng.uniform(0.0005, 0.01))
        fate = self._rng.random() if self.faulty else 1.0
        if fate < FAILS:
            raise refuse("storage.unavailable")
        won = self._store(job.entry)
        if fate < 2 * FAILS:
            raise refuse("storage.unavailable")  # it is there all the same
        return won

    def _store(self, entry: dict[str, Any]) -> bool:
        taken = any(row["seq"] == entry["seq"] or row["command"] == entry["command"] for row in self.rows)
        if not taken:
            self.rows.append(entry)
        return not taken

    async def after(self, seq: int) -> list[LogRow]:
        await asyncio.sleep(0.001)
        if self.faulty and self._rng.random() < FAILS:
            raise refuse("storage.unavailable")
        return [row for row in self.log() if row.seq > seq]

    def log(self) -> list[LogRow]:
        rows = sorted(self.rows, key=lambda row: int(row["seq"]))
        return [LogRow(row["seq"], row["command"], read_entry(row["body"]), row["at"]) for row in rows]


class Thumb:
    """Whoever is asked takes the first choice."""

    async def choose(self, bot: str, seat: int, view: str, choices: list[str], *_: Any) -> Choice:
        await asyncio.sleep(0.01)
        return Choice(choices[0])


class Process(VirtualRegistry):
    """One server process: a session on the shared log."""

    def __init__(self, house: SimulatedCluster) -> None:
        super().__init__()
        self.outside, self.dead = house, False
        self.store: Any = house.disk
        self.bus: Any = self
        self.shared = self.presence.shared = True
        self.bot_pool = Thumb()
        self.sockets: set[Any] = set()
        self.lines: list[SimulatedConnection] = []
        self.session = TableSession(self, house.replay(), "BCDFGH")  # type: ignore[arg-type]
        self.soon(self._tick_on())

    # As the registry of its session

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        super().soon(quietly(work))

    async def entries_after(self, table: str, seq: int) -> list[LogRow]:
        return await self.outside.disk.after(seq)

    async def has_command(self, table: str, command: str) -> bool:
        return any(row["command"] == command for row in self.outside.disk.rows)

    async def answers_to_every_command(self, table: str) -> dict[str, CommandAnswer]:
        return self.outside.replay().commands

    async def fresh_session(self, table: str) -> TableSession:
        await self.session.catch_up_with_others()
        return self.session

    def publish(self, notice: AnyNotice) -> None:
        """To the other process: perhaps, and perhaps twice."""
        rng, text = self.outside.rng, write_notice(notice)
        copies = 0 if rng.random() < LOST else 2 if rng.random() < DOUBLED else 1
        for _ in range(copies):
            asyncio.get_running_loop().call_later(rng.uniform(0.001, 0.2), self.outside.hear, self, text)

    # What it does

    def hear(self, notice: AnyNotice | None) -> None:
        if isinstance(notice, SlappedNotice):
            self.session.slaps.slap_elsewhere(notice)
        elif isinstance(notice, StoredNotice) and notice.seq > self.session.table.now.seq:
            self.soon(quietly(self.session.catch_up_with_others()))

    async def _tick_on(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            await quietly(self.session.catch_up_with_others())
            await quietly(self.session.tick(self.clock.now()))

    async def take(self, socket: ClientSocket, message: Any) -> None:
        try:
            await socket._take(message, self.seconds())
        except PiocheError as error:
            socket._refuse(error, getattr(message, "id", ""))

    def crash(self) -> None:
        """Nothing is left of it but what it stored."""
        self.dead = True
        tasks = [*self._behind, *self.session.stop(), *self.session.slaps._judging]
        for line in self.lines:
            tasks += line.socket._under_way
            line.client_is_gone()
        for task in tasks:
            task.cancel()


async def quietly(work: Any) -> None:
    with suppress(PiocheError):
        await work


class SimulatedConnection:
    """One connection: in order both ways, each message with its own delay; it ends when the client says so."""

    def __init__(self, process: Process, client: SimulatedClient) -> None:
        self.process, self.client, self.open = process, client, True
        self.socket = ClientSocket(process, self, None, None, "")  # type: ignore[arg-type]
        self.socket.person, self.socket.lang = client.person, "en"
        self._up = self._down = asyncio.get_running_loop().time()
        self._hearing = asyncio.Lock()  # one message after the other
        process.lines.append(self)

    def say(self, message: Any) -> None:
        """What is under way arrives even if the client has gone meanwhile."""
        self._up = self._later(self._up, self._arrive, message)

    def _arrive(self, message: Any) -> None:
        if not self.process.dead:
            self.process.soon(self._hear(message))

    async def _hear(self, message: Any) -> None:
        async with self._hearing:
            await self.process.take(self.socket, message)

    def send_text(self, data: bytes, more: bool = False) -> bool:
        self._down = self._later(self._down, self._deliver, bytes(data))
        return True

    def flush(self) -> None:
        pass

    def _deliver(self, data: bytes) -> None:
        if self.open:
            self.client.hear(msgspec.json.decode(data))

    def _later(self, last: float, what: Any, message: Any) -> float:
        loop = asyncio.get_running_loop()
        when = max(last + 1e-6, loop.time() + self.process.outside.rng.uniform(0.001, 0.06))
        loop.call_at(when, what, message)
        return when

    def client_is_gone(self) -> None:
        """The server notices after a while."""
        if self.open:
            self.open = False
            wait = self.process.outside.rng.uniform(0.0, 2.0)
            asyncio.get_running_loop().call_later(wait, self._end)

    def _end(self) -> None:
        if not self.process.dead:
            self.process.session.leave(self.socket)

    def kernel_rtt(self) -> float | None:
        return 0.02


@dataclass
class SimulatedClient:
    """A person who plays at random, resumes, and sends again what was not answered."""

    house: SimulatedCluster
    seat: int
    seen: FollowedTable = field(default_factory=FollowedTable)
    line: SimulatedConnection | None = None
    wanted: Play | None = None  # sent, and not yet answered
    asked: float = 0.0
    count: int = 0
    sent: set[str] = field(default_factory=set)
    acked: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)  # refused, but another copy is perhaps still under way
    copies: Counter[str] = field(default_factory=Counter)

    @property
    def person(self) -> str:
        return LETTERS[self.seat]

    async def live(self) -> None:
        rng = self.house.rng
        while True:
            await asyncio.sleep(rng.uniform(0.02, 0.15))
            if self.line is None or not self.line.open:
                self._connect()
            elif self.house.disk.faulty and rng.random() < BREAKS:
                self.line.client_is_gone()
            elif self.wanted is not None:
                self._insist()
            elif not self.house.calm and self.seen.waited and not self.seen.over:
                await self._choose()

    def _connect(self) -> None:
        self.line = SimulatedConnection(self.house.rng.choice(self.house.processes), self)
        self.line.say(Watch("table", self.seen.epoch, self.seen.seq))

    async def _choose(self) -> None:
        rng = self.house.rng
        if rng.random() < LAZY:
            await asyncio.sleep(rng.uniform(4.0, 8.0))
        if not self.seen.moves:
            return
        self.count += 1
        self.wanted = Play(f"c{self.count}", "table", self.seen.seq, [rng.choice(self.seen.moves)])
        self.sent.add(self.wanted.id)
        self._say()
        if rng.random() < DOUBLED:
            self._say()

    def _insist(self) -> None:
        if asyncio.get_running_loop().time() - self.asked > 0.8:
            self._say()

    def _say(self) -> None:
        assert self.wanted is not None
        self.asked = asyncio.get_running_loop().time()
        self.copies[self.wanted.id] += 1
        if self.line is not None and self.line.open:
            self.line.say(self.wanted)

    def hear(self, message: Json) -> None:
        try:
            self._hear(message)
        except BaseException as error:
            self.house.broken = self.house.broken or error

    def _hear(self, message: Json) -> None:
        kind, id = message["type"], message.get("id", "")
        if kind in ("state", "update"):
            self.seen.follow(message)
        elif kind == "ack":
            check(id not in self.refused, f"{id} of {self.person} was refused, then acknowledged")
            first = self.acked.setdefault(id, message["seq"])
            check(first == message["seq"], f"{id} of {self.person} was answered {first}, then {message['seq']}")
        elif kind == "refused" and not id and self.line is not None:
            self.line.client_is_gone()  # it is not watching: it tries again
        elif kind == "refused" and message["code"] not in ASK_AGAIN:
            self._note_refusal(id, message["code"])
        answered = self.acked.keys() | self.refused | self.unsure
        if self.wanted is not None and self.wanted.id in answered:
            self.wanted = None

    def _note_refusal(self, id: str, code: str) -> None:
        check(id not in self.acked, f"{id} of {self.person} was acknowledged, then refused: {code}")
        (self.refused if self.copies[id] == 1 else self.unsure).add(id)


class SimulatedCluster:
    """A table, two processes, and people."""

    def __init__(self, rng: Random, name: str) -> None:
        self.rng = rng
        players = rng.choice([n for n in game(name).players if n <= 3])
        self.made = Created(name, players, "A", "", pace=PACE, race=rng.choice(["fair", "arrival", "turns"]))
        self.seed = rng.randbytes(32)
        self.disk = Disk(rng)
        self.processes: list[Process] = []
        self.clients = [SimulatedClient(self, seat) for seat in range(players)]
        self.calm = False
        self.crashes = 0
        self.broken: BaseException | None = None

    @property
    def longest(self) -> float:
        return LONGEST

    @property
    def patience(self) -> float:
        return CALM

    def replay(self) -> LiveTable:
        table = dealt_table(self.made, 1_000_000, self.seed)
        for row in self.disk.log():
            table.apply(row)
        return table

    def hear(self, sender: Process, text: bytes) -> None:
        for process in self.processes:
            if process is not sender:
                process.hear(read_notice(text))

    async def go(self) -> None:
        self.processes = [Process(self), Process(self)]
        living = [asyncio.create_task(client.live()) for client in self.clients]
        give_up = asyncio.get_running_loop().time() + self.longest
        while not self._has_enough() and asyncio.get_running_loop().time() < give_up:
            await asyncio.sleep(0.5)
            self._check_tasks(living)
            if self.rng.random() < CRASHES * 0.5:
                self._crash()
        await self._calm_down(living)
        for task in living:
            task.cancel()
        for process in self.processes:
            process.crash()
        self._check()

    def _has_enough(self) -> bool:
        return len(self.disk.rows) >= ENTRIES or any(client.seen.over for client in self.clients)

    def _crash(self) -> None:
        self.crashes += 1
        number = self.rng.randrange(2)
        self.processes[number].crash()
        self.processes[number] = Process(self)

    async def _calm_down(self, living: list[asyncio.Task[None]]) -> None:
        """Nothing fails any more, nobody begins anything: soon everybody has an answer and sees the same."""
        self.calm, self.disk.faulty = True, False
        await asyncio.sleep(0)  # a process that has just been started has begun
        give_up = asyncio.get_running_loop().time() + self.patience
        while not self._is_settled():
            check(asyncio.get_running_loop().time() < give_up, f"it does not come right: {self._where()}")
            await asyncio.sleep(0.5)
            self._check_tasks(living)

    def _is_settled(self) -> bool:
        heads = self.replay().now.heads
        return all(client.wanted is None and client.seen.seq == heads[client.seat] for client in self.clients)

    def _where(self) -> str:
        people = [(client.person, client.seen.seq, client.wanted) for client in self.clients]
        return f"{self.replay().now.heads} are stored, {people}"

    def _check_tasks(self, living: list[asyncio.Task[None]]) -> None:
        if self.broken is not None:
            raise self.broken
        for task in living:
            if task.done():
                task.result()

    # What was promised

    def _check(self) -> None:
        rows = self.disk.log()
        first = self.made.players + 3
        check([row.seq for row in rows] == list(range(first, first + len(rows))), "a gap in the log")
        table = dealt_table(self.made, 1_000_000, self.seed)
        for row in rows:
            self._check_clock(table, row)
            table.apply(row)
        for client in self.clients:
            self._check_client(client, table, {row.command for row in rows})

    def _check_clock(self, table: LiveTable, row: LogRow) -> None:
        if isinstance(row.entry, Moved) and row.entry.by == "clock":
            up = deadline(table.timing, PACE, row.entry.seat, ())
            check(up is not None and row.at >= up, f"{row.command} came too early")

    def _check_client(self, client: SimulatedClient, table: LiveTable, stored: set[str]) -> None:
        mine = {command.partition(":")[2] for command in stored if command.startswith(f"{client.person}:")}
        check(mine <= client.sent, f"{client.person} never did {mine - client.sent}")
        check(not mine & client.refused, f"refused and stored: {mine & client.refused}")
        for id, seq in client.acked.items():
            check(id in mine, f"{id} of {client.person} was acknowledged and is lost")
            check(table.commands[f"{client.person}:{id}"][1][client.seat] == seq, f"{id} has another number")
        assert table.pos is not None
        check(client.seen.view == table.pos.view(client.seat), f"{client.person} sees something else")
        check(client.seen.moves == table.moves(client.seat), f"{client.person} is offered something else")
