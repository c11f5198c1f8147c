"""Rows 1 and 2: servers are killed in the middle of many games; nothing that was acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

import httpx
from sqlalchemy import select

from faults.report_row import ReportRow, check, percentile, seeded
from pioche.server.storage import schema
from pioche.server.storage.database import open_engine
from support.client_transport import Json, SocketLost
from support.deployment import HOUSES, Deployment
from support.player import FollowedTable, Player, is_slap
from support.server_process import ServerProcess
from support.warm_parent import WarmParent

TABLES = 20  # that one socket follows
GAMES = ("coloretto", "ko", "kolpa", "5211", "kombio")
RATE = 250  # moves a second that all people together try to make
OPTIONS: dict[str, Json] = {"kolpa": {"rounds": 3}}
GONE = (SocketLost, httpx.HTTPError, TimeoutError, OSError)


class Regular(Player):
    """Somebody who plays at many tables, and sends again what was not answered, with the same id."""

    def __init__(self, url: str, name: str, rng: Random) -> None:
        super().__init__(url, name)
        self.rng = rng
        self.rest = 0.0  # seconds between two moves at a table, on the average
        self.here = asyncio.Event()  # connected
        self.answers: dict[str, Json] = {}
        self.acked: dict[str, dict[str, int]] = defaultdict(dict)  # by table and command: where it stands
        self.refusals: dict[str, set[str]] = defaultdict(set)
        self.sent: dict[str, set[str]] = defaultdict(set)

    def _fold(self, message: Json) -> None:
        super()._fold(message)
        if message["type"] in ("ack", "refused") and message.get("id"):
            self.note(message)

    def note(self, message: Json) -> None:
        table, id = message["table"], message["id"]
        if message["type"] == "ack":
            first = self.acked[table].setdefault(id, message["seq"])
            check(first == message["seq"], f"{id} was answered {first}, then {message['seq']}")
        elif not id.startswith("resume"):
            check(id not in self.acked[table], f"{id} was acknowledged, then refused: {message['code']}")
            self.refusals[table].add(id)
        self.answers[id] = message

    async def lose(self) -> None:
        self.here.clear()
        await self.drop()

    async def come_back(self, url: str, tables: list[str]) -> None:
        """At any process; until all its tables have gone on from where they were."""
        await self.connect(url)
        for table in tables:
            await self.resume(table)
            id = f"resume-{self.new_command_id()}"
            await self.say("try", id=id, table=table, move="nonsense")
        await self.wait(lambda: id in self.answers)
        self.here.set()

    async def play_on(self, table: str) -> None:
        """Whatever is asked, until the game is over."""
        seen = self.tables[table]
        while not seen.over:
            await self.wait(lambda: seen.over or (seen.waited and seen.seq > seen.considered), 600)
            await asyncio.sleep(self.rng.uniform(0, 2 * self.rest))
            if not seen.over and seen.waited:
                await self._answer(table, seen)

    async def _answer(self, table: str, seen: FollowedTable) -> None:
        choices = [move for move in seen.moves if not is_slap(move) and (move != "pass" or seen.reacting)]
        message = {"table": table, "base": seen.seq, "moves": [self.rng.choice(choices or seen.moves)]}
        self.sent[table].add(id := self.new_command_id())
        answer = await self._insist(id, message)
        if answer["type"] == "ack":
            seen.considered = max(seen.considered, answer["seq"] - 1)
            await self.wait(lambda: seen.over or seen.seq >= answer["seq"], 600)
        elif answer.get("seq", 0) > message["base"]:
            await self.wait(lambda: seen.over or seen.seq >= answer["seq"], 600)
        else:
            await asyncio.sleep(0.05)  # the storage was away for a moment

    async def _insist(self, id: str, message: Json) -> Json:
        """Send it until it is answered."""
        while id not in self.answers:
            await self.here.wait()
            with suppress(*GONE):
                await self.say("play", id=id, **message)
                await self.wait(lambda: id in self.answers or not self.here.is_set(), 600)
        return self.answers.pop(id)


@dataclass
class Crowd:
    """Pairs of people, each at many tables."""

    house: Deployment
    rng: Random
    pairs: list[tuple[Regular, Regular]] = field(default_factory=list)
    tables: dict[str, tuple[Regular, Regular]] = field(default_factory=dict)
    resumed: list[float] = field(default_factory=list)
    playing: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def people(self) -> list[Regular]:
        return [player for pair in self.pairs for player in pair]

    def tables_of(self, player: Regular) -> list[str]:
        return [table for table, pair in self.tables.items() if player in pair]

    async def gather(self, games: int) -> None:
        numbers, kinds = itertools.count(), itertools.cycle(GAMES)
        for first in range(0, games, TABLES):
            pair = (await self._come(next(numbers)), await self._come(next(numbers)))
            self.pairs.append(pair)
            for _ in range(min(TABLES, games - first)):
                await self._deal(pair, next(kinds))

    async def _come(self, number: int) -> Regular:
        player = Regular(self.house.url_of(number), f"P{number}", Random(self.rng.random()))
        await player.enter()
        await player.connect()
        player.here.set()
        return player

    async def _deal(self, pair: tuple[Regular, Regular], game: str) -> None:
        host, guest = pair
        table = await host.make_table(game, "you", "open", options=OPTIONS.get(game, {}))
        await guest.sit(table)
        for player in pair:
            await player.watch(table)
        self.tables[table] = pair

    def begin(self) -> None:
        for player in self.people:
            player.rest = len(self.tables) / RATE
        for table, pair in self.tables.items():
            self.playing += [asyncio.create_task(player.play_on(table)) for player in pair]

    async def stop(self) -> None:
        for task in self.playing:
            task.cancel()
        ended = await asyncio.gather(*self.playing, return_exceptions=True)
        await asyncio.gather(*(player.close() for player in self.people))
        for error in ended:
            if isinstance(error, Exception):
                raise error

    def check_alive(self) -> None:
        for task in self.playing:
            if task.done() and (error := task.exception()):
                raise error

    @property
    def acknowledged(self) -> int:
        return sum(len(each) for player in self.people for each in player.acked.values())

    async def crash(self, number: int) -> None:
        """Kill a process, and start it again; who was there goes to another one, or waits for the new one."""
        dead = self.house.servers[number]
        lost = [player for player in self.people if player.url == dead.url]
        dead.kill()
        await asyncio.gather(*(player.lose() for player in lost))
        self.check_nothing_is_lost()
        started = self.house.servers[number] = self.house.start()
        others = [server.url for server in self.house.servers if server is not started]
        await asyncio.to_thread(lambda: started.url)
        urls = [*others, started.url]
        await asyncio.gather(*(self._return(player, self.rng.choice(urls), started.started) for player in lost))

    async def _return(self, player: Regular, url: str, since: float) -> None:
        await player.come_back(url, self.tables_of(player))
        self.resumed.append(time.monotonic() - since)

    # What is in the log

    def stored(self) -> dict[str, list[tuple[int, str]]]:
        """Numbers and commands of every table."""
        at, found = schema.entries.c, defaultdict(list)
        engine = open_engine(self.house.database)
        with engine.connect() as conn:
            for table, seq, command in conn.execute(select(at.table_id, at.seq, at.command).order_by(at.seq)):
                found[table].append((seq, command))
        engine.dispose()
        return found

    def check_nothing_is_lost(self) -> None:
        stored = {table: {command for _, command in rows} for table, rows in self.stored().items()}
        for player in self.people:
            for table, acked in player.acked.items():
                lost = {f"{player.person}:{id}" for id in acked} - stored[table]
                check(not lost, f"acknowledged and lost: {sorted(lost)} at {table}")

    def check_log(self) -> None:
        """No gap, no stranger: what people did is what was acknowledged, each once."""
        stored = self.stored()
        for table, pair in self.tables.items():
            rows = stored[table]
            check([seq for seq, _ in rows] == list(range(1, len(rows) + 1)), f"gaps in {table}: {rows}")
            for player in pair:
                check_commands(player, table, [command for _, command in rows])


def ready(times: int) -> ReportRow:
    """Row 2: from the command to the first answer, with everything imported anew; rules are compiled behind play."""
    with tempfile.TemporaryDirectory(prefix="pioche-ready-") as folder:
        slowest = max(start(f"sqlite:///{folder}/tables.db") for _ in range(times))
    return ReportRow(2, "it comes back", f"ready {slowest:.2f} s after the command, at most", "≤ 2 s", slowest <= 2)


def start(database: str) -> float:
    since = time.monotonic()
    server = ServerProcess(database, "--warm-up")
    try:
        check(httpx.get(f"{server.url}/healthz").status_code == 200, "it does not answer")
        return time.monotonic() - since
    finally:
        server.stop()


def check_commands(player: Regular, table: str, commands: list[str]) -> None:
    """What somebody did at a table, as it is stored."""
    own = f"{player.person}:"
    mine = [command.removeprefix(own) for command in commands if command.startswith(own)]
    check(len(mine) == len(set(mine)) and set(mine) <= player.sent[table], f"done twice at {table}: {mine}")
    check(player.acked[table].keys() <= set(mine), f"acknowledged and lost at {table}")
    check(not player.refusals[table] & set(mine), f"refused and stored at {table}")


def crash(warm: WarmParent, kind: str, kills: int, games: int, seed: int, bug: str = "") -> list[ReportRow]:
    """Games go on while servers are killed; then the log is compared with what people were told."""
    with seeded(f"kill -9 on {kind}", seed), HOUSES[kind](warm, bug=bug) as house:
        return asyncio.run(_crash(house, kind, kills, games, seed))


async def _crash(house: Deployment, kind: str, kills: int, games: int, seed: int) -> list[ReportRow]:
    rng = Random(seed)
    crowd = Crowd(house, rng)
    await crowd.gather(games)
    crowd.begin()
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.02, 0.3))
        await crowd.crash(rng.randrange(len(house.servers)))
        crowd.check_alive()
    await asyncio.sleep(0.5)
    await crowd.stop()
    crowd.check_nothing_is_lost()
    crowd.check_log()
    p99 = percentile(crowd.resumed, 0.99)
    said = f"{kind}: {kills} kills, {games} games, {crowd.acknowledged} acknowledged: 0 lost, 0 doubled"
    back = f"{kind}: resume p99 {p99:.2f} s"
    return [
        ReportRow(1, "an acknowledged move survives kill -9", said, "0 lost, 0 doubled", True),
        ReportRow(2, "everybody comes back", back, "resume p99 ≤ 5 s", p99 <= 5),
    ]
