"""Rows 4 and 5: the database is cut off in the middle of a commit, or restarted under load; Redis goes and comes."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

import psycopg

from faults.report_row import ReportRow, check, seeded
from faults.server_kills import Crowd
from support.database_programs import StoppableProgram, own_folder, postgres, postgres_program, redis, redis_program
from support.deployment import Deployment, opened
from support.player import Player
from support.warm_parent import WarmParent

SOCKET = ".s.PGSQL.5432"
SHARE = 0.2  # of all commits are cut


class Proxy:
    """Between servers and PostgreSQL: it cuts a connection when a commit is under way, before or after it happened."""

    def __init__(self, behind: Path, before: Path, rng: Random) -> None:
        self._behind, self._rng = behind, rng
        self.cuts, self.cutting = 0, False
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        listening = asyncio.start_unix_server(self._meet, before)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result(10)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _stop(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _meet(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        server, to_server = await asyncio.open_unix_connection(self._behind)
        try:
            await self._carry(client, to_client, server, to_server)
        except (OSError, EOFError):
            pass
        finally:
            to_client.close()
            to_server.close()

    async def _carry(
        self,
        client: asyncio.StreamReader,
        to_client: asyncio.StreamWriter,
        server: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
    ) -> None:
        """Both ways, until one side ends or the line is cut."""
        backward = asyncio.create_task(pump(server, to_client))
        try:
            while data := await client.read(1 << 16):
                if self._cuts_now(data):
                    if self._rng.random() < 0.5:
                        backward.cancel()
                        await asyncio.gather(backward, return_exceptions=True)
                        to_server.write(data)
                        await server.read(1)  # it has happened, and nobody hears of it
                    return
                to_server.write(data)
        finally:
            backward.cancel()
            await asyncio.gather(backward, return_exceptions=True)

    def _cuts_now(self, data: bytes) -> bool:
        cut = self.cutting and b"COMMIT" in data and self._rng.random() < SHARE
        self.cuts += cut
        return cut


async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(1 << 16):
        target.write(data)
    target.close()


@contextmanager
def behind_proxy(warm: WarmParent, rng: Random, bug: str) -> Iterator[tuple[Deployment, Proxy]]:
    """Two processes, Redis, and PostgreSQL over a line that can be cut."""
    with ExitStack() as stack:
        database, bus = stack.enter_context(postgres()), stack.enter_context(redis())
        folder = Path(database.partition("host=")[2])
        front = stack.enter_context(own_folder("cut"))
        proxy = Proxy(folder / SOCKET, front / SOCKET, rng)
        stack.callback(proxy.close)
        house = Deployment(f"postgresql://pioche@/postgres?host={front}", bus, how=warm.with_bug(bug))
        stack.enter_context(opened(house, 2))
        yield house, proxy


def cut(warm: WarmParent, cuts: int, games: int, seed: int, bug: str = "") -> ReportRow:
    """Row 4."""
    rng = Random(seed)
    with seeded("a connection is cut during a commit", seed), behind_proxy(warm, rng, bug) as (house, proxy):
        acknowledged = asyncio.run(_cut(house, proxy, cuts, games, rng))
    found = f"{proxy.cuts} cuts, {acknowledged} acknowledged: 0 lost, 0 doubled"
    return ReportRow(4, "a commit of unknown outcome", found, "command id looked up, 0 doubled", True)


async def _cut(house: Deployment, proxy: Proxy, cuts: int, games: int, rng: Random) -> int:
    crowd = Crowd(house, rng)
    await crowd.gather(games)
    crowd.begin()
    proxy.cutting = True
    try:
        async with asyncio.timeout(60 + cuts):
            while proxy.cuts < cuts and not all(task.done() for task in crowd.playing):
                await asyncio.sleep(0.1)
                crowd.check_alive()
    finally:
        proxy.cutting = False
        await asyncio.sleep(1.0)
        await crowd.stop()
    crowd.check_nothing_is_lost()
    crowd.check_log()
    return crowd.acknowledged


# Restarts


@contextmanager
def on_programs(warm: WarmParent, bug: str) -> Iterator[tuple[Deployment, StoppableProgram, StoppableProgram]]:
    """Two processes on a PostgreSQL and a Redis that can be stopped."""
    with ExitStack() as stack:
        database, postgresql = stack.enter_context(postgres_program())
        bus, hints = stack.enter_context(redis_program())
        house = Deployment(database, bus, how=warm.with_bug(bug))
        stack.enter_context(opened(house, 2))
        yield house, postgresql, hints


def restart(warm: WarmParent, restarts: int, games: int, seed: int, bug: str = "") -> ReportRow:
    """Row 5."""
    with seeded("the database restarts", seed), on_programs(warm, bug) as (house, postgresql, hints):
        waits, acknowledged = asyncio.run(_restart(house, postgresql, restarts, games, Random(seed)))
        without, again = asyncio.run(_without_redis(house, hints, 10))
    slowest, oldest = max(waits, default=0.0), max(without)
    found = (
        f"{restarts} restarts, {acknowledged} acknowledged: 0 lost, writable after {slowest:.1f} s; "
        f"views {oldest:.1f} s old without Redis, {max(again):.2f} s with it again"
    )
    held = slowest <= 3 and oldest <= 2
    return ReportRow(5, "the database restarts, Redis is gone", found, "0 lost, ≤ 3 s, views ≤ 2 s old", held)


async def _restart(
    house: Deployment, postgresql: StoppableProgram, restarts: int, games: int, rng: Random
) -> tuple[list[float], int]:
    crowd, waits = Crowd(house, rng), []
    await crowd.gather(games)
    crowd.begin()
    for _ in range(restarts):
        await asyncio.sleep(rng.uniform(0.2, 0.6))
        await asyncio.to_thread(postgresql.stop, signal.SIGQUIT)  # at once, without saying good-bye
        await asyncio.to_thread(up_again, postgresql, house.database)
        waits.append(await until_written(crowd))
        crowd.check_nothing_is_lost()
    await crowd.stop()
    crowd.check_nothing_is_lost()
    crowd.check_log()
    return waits, crowd.acknowledged


def up_again(postgresql: StoppableProgram, url: str) -> None:
    """Until it takes connections."""
    postgresql.start()
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up:
        with suppress(psycopg.OperationalError), psycopg.connect(url):
            return
        time.sleep(0.01)
    raise AssertionError("PostgreSQL does not come back")


async def until_written(crowd: Crowd) -> float:
    """Seconds until a move is acknowledged again."""
    before, since = crowd.acknowledged, time.monotonic()
    while crowd.acknowledged == before:
        check(time.monotonic() - since < 30, "nothing is written any more")
        crowd.check_alive()
        await asyncio.sleep(0.005)
    return time.monotonic() - since


async def _without_redis(house: Deployment, hints: StoppableProgram, moves: int) -> tuple[list[float], list[float]]:
    """How old a view at the other process gets: without Redis, and when it is back."""
    people = [Player(house.url_of(number), name) for number, name in enumerate(("Ada", "Bob"))]
    for player in people:
        await (await player.enter()).connect()
    table = await people[0].make_table("coloretto", "you", "open")
    await people[1].sit(table)
    for player in people:
        await player.watch(table)
    await asyncio.to_thread(hints.stop)
    without = [await until_seen(table, people) for _ in range(moves)]
    await asyncio.to_thread(hints.start)
    await asyncio.sleep(2.0)
    again = [await until_seen(table, people) for _ in range(moves)]
    await asyncio.gather(*(player.close() for player in people))
    return without, again


async def until_seen(table: str, people: list[Player]) -> float:
    """Somebody plays; seconds from the acknowledgement until the other one sees it."""
    who = next(player for player in people if player.tables[table].waited)
    other = next(player for player in people if player is not who)
    answer = await who.play(table, who.tables[table].moves[0])
    since = time.monotonic()
    await other.see(table, answer["seq"])
    return time.monotonic() - since
