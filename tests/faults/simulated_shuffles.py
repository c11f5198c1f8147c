"""Row 21, before the game: the same made-up world while people promise, reveal, keep silent and come back.

Whatever fails, the cards are dealt once, after everybody has revealed what it had promised before the seed was
committed to; nobody is ever sent a salt or a seed; and who misses the shuffle has had its ten seconds.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from unittest.mock import patch

import msgspec

from faults.compiled_rules import GAMES, rules, spread
from faults.report_row import ReportRow, check, seeded
from faults.simulated_system import LETTERS, PACE, SimulatedClient, SimulatedCluster, quietly
from pioche.server.model.entries import Committed, Created, Dealt, Missed, Pace, Revealed, Sat
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.sessions import dealing
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_session import TableSession
from pioche.server.storage.accounts import Person
from pioche.table.shuffle_commitment import Shuffle
from support.client_transport import Json
from support.virtual_time import MadeUpTime

START = 1_000_000
REVEAL = 10_000  # milliseconds that everybody has
SILENT = 0.15  # of those who are asked for something let it be, this time
MOVES = 4  # after the deal
LONGEST = 200.0  # made-up seconds of faults
CALM = 40.0  # … until all is right: somebody may have to miss it first


def shuffling(games: int, seed: int, everywhere: bool = False) -> ReportRow:
    counts = spread(partial(shuffle_all, everywhere), range(seed, seed + games), everywhere)
    shuffles, missed = (sum(count) for count in zip(*counts, strict=True))
    found = f"{games:,} tables, {shuffles:,} commitments, {missed:,} times somebody kept silent: all invariants hold"
    return ReportRow(21, "shuffles, simulated", found, "no invariant broken", True)


def shuffle_all(compiled: bool, seeds: range) -> tuple[int, int]:
    with rules(compiled):
        logs = [[row.entry for row in simulate(seed).disk.log()] for seed in seeds]
    kinds = [type(entry) for log in logs for entry in log]
    return kinds.count(Committed), kinds.count(Missed)


def simulate(seed: int) -> Shuffled:
    rng = Random(seed)
    with (
        seeded("the simulated shuffle", seed),
        patch.object(dealing, "draw_seed", lambda: rng.randbytes(32)),
        asyncio.Runner(loop_factory=MadeUpTime) as runner,
    ):
        house = Shuffled(rng, GAMES[seed % len(GAMES)])
        runner.run(house.go())
        return house


class CarefulClient(SimulatedClient):
    """Promises, looks, reveals; sometimes it is silent for too long, and has to sit down again."""

    def begin(self) -> None:
        self.salt = ""
        self.salts: list[str] = []
        self.told: list[str] = []
        self.busy = 0.0

    @property
    def rng(self) -> Random:
        return self.house.rng

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def new_promise(self) -> str:
        self.salt = self.rng.randbytes(32).hex()
        self.salts.append(self.salt)
        return hashed(self.salt)

    async def live(self) -> None:
        await asyncio.gather(super().live(), self._shuffle_on())

    async def _shuffle_on(self) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0.1, 0.4))
            if self.seen.facts and self.now >= self.busy:
                self._look()

    def _look(self) -> None:
        """What is asked of it, by what it was shown."""
        facts, person = self.seen.facts, Person(self.person, self.person, "")
        chair = facts["chairs"][self.seat]
        if facts["status"] == "open" and not chair.get("you"):
            self._ask(lambda lobby, session: lobby.sit(session, person, self.seat, self.new_promise()))
        elif facts["status"] == "open" and chair.get("owes"):
            self._ask(lambda lobby, session: lobby.promise(session, person, self.new_promise()))
        elif facts["status"] == "shuffling" and not chair.get("revealed") and chair.get("promise") == hashed(self.salt):
            self._ask(lambda lobby, session: lobby.reveal(session, person, self.salt))

    def _ask(self, what: Callable[[Lobby, TableSession], Awaitable[object]]) -> None:
        """At any process, perhaps twice, perhaps too late."""
        if not self.house.calm and self.rng.random() < SILENT:
            self.busy = self.now + self.rng.uniform(5.0, 14.0)
            return
        self.busy = self.now + 1.0
        process = self.rng.choice(self.house.processes)
        process.soon(quietly(what(Lobby(process), process.session)))  # type: ignore[arg-type]

    def hear(self, message: Json) -> None:
        self.told.append(msgspec.json.encode(message).decode())
        super().hear(message)


class Shuffled(SimulatedCluster):
    """A table at which all have sat down, and nothing is dealt."""

    def __init__(self, rng: Random, name: str) -> None:
        super().__init__(rng, name)
        pace = rng.choice([PACE, Pace(), Pace("days")])
        self.made = Created(name, self.made.players, "A", "", pace=pace, race=self.made.race)
        self.clients = [CarefulClient(self, seat) for seat in range(self.made.players)]
        self.sat: list[Sat] = []
        for client in self.careful:
            client.begin()
            letter = LETTERS[client.seat]
            self.sat.append(Sat(client.seat, letter, letter, promise=client.new_promise()))

    @property
    def careful(self) -> list[CarefulClient]:
        return [client for client in self.clients if isinstance(client, CarefulClient)]

    def begun(self) -> LiveTable:
        table = LiveTable("table", self.made, b"")
        for seq, sat in enumerate(self.sat, 2):
            table.apply(LogRow(seq, f"create:{seq}", sat, START))
        return table

    def replay(self) -> LiveTable:
        table = self.begun()
        for row in self.disk.log():
            table.apply(row)
        return table

    @property
    def longest(self) -> float:
        return LONGEST

    @property
    def patience(self) -> float:
        return CALM

    def _has_enough(self) -> bool:
        rows = self.disk.log()
        dealt = next((row.seq for row in rows if isinstance(row.entry, Dealt)), None)
        return dealt is not None and rows[-1].seq >= dealt + MOVES

    def _is_settled(self) -> bool:
        return self.replay().pos is not None and super()._is_settled()

    # What was promised

    def _check(self) -> None:
        rows, table = self.disk.log(), self.begun()
        check(
            [row.seq for row in rows] == list(range(table.now.seq + 1, table.now.seq + 1 + len(rows))),
            "a gap in the log",
        )
        for row in rows:
            self._check_row(table, row)
            table.apply(row)
        check(sum(isinstance(row.entry, Dealt) for row in rows) == 1, "the cards were not dealt once")
        self._check_deal(table)
        self._check_secrets(rows)
        for client in self.clients:
            self._check_client(client, table, {row.command for row in rows})

    def _check_row(self, table: LiveTable, row: LogRow) -> None:
        entry = row.entry
        if isinstance(entry, Committed):
            check(all(chair.promise for chair in table.chairs), "committed to before all had promised")
        elif isinstance(entry, Revealed):
            check(hashed(entry.salt) == table.chairs[entry.seat].promise, "another salt than was promised")
        elif isinstance(entry, Missed):
            check(self.made.pace.kind != "days", "somebody was hurried by correspondence")
            check(row.at - table.now.since >= REVEAL, f"missed after {row.at - table.now.since} ms")
        elif isinstance(entry, Dealt):
            check(all(chair.salt for chair in table.chairs), "dealt before all had revealed")

    def _check_deal(self, table: LiveTable) -> None:
        fair = table.fair
        assert isinstance(fair, Shuffle)
        check(fair.commit == table.now.commitment, "the deal is not what was committed to")
        check(table.pos is not None and table.pos.origin.key == fair.key, "the cards are of another key")

    def _check_secrets(self, rows: list[LogRow]) -> None:
        """To nobody, whether it is a salt or a seed, its own or another's."""
        seeds = [row.entry.seed for row in rows if isinstance(row.entry, Committed)]
        secrets = [*seeds, *(salt for client in self.careful for salt in client.salts)]
        for client in self.careful:
            told = "\n".join(client.told)
            check(not any(secret in told for secret in secrets), f"{client.person} was sent a secret")


def hashed(salt: str) -> str:
    return hashlib.sha256(salt.encode()).hexdigest()
