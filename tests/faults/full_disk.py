"""Row 6: the disk is full, or can't be written; moves are refused, reading goes on, and play too once there is room.

Three ways: a quota on the real process (the kernel refuses to let its files grow), and a shim in front of SQLite that
says what it says on a full disk and on one that has become read-only.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from collections.abc import Callable

from faults.report_row import ReportRow, check, seeded
from support.client_transport import Json
from support.deployment import Deployment, small_house
from support.player import Player
from support.server_process import ServerProcess
from support.warm_parent import WarmParent

SHIM = "disk_fails_on_signal"  # not a bug: what is done to the process
MOVES = 60  # after which a disk must be full
QUOTA = 64 << 10  # bytes beyond which no file may be written

Turn = Callable[[ServerProcess], None]


def disk(warm: WarmParent, rounds: int, seed: int, bug: str = SHIM) -> ReportRow:
    with seeded("disk full", seed), small_house(warm, bug=bug) as house:
        refused = asyncio.run(_disk(house, rounds))
    ways = ", ".join(f"{name} {count}" for name, count in refused.items())
    found = f"moves refused ({ways}), all with a sentence; reading went on; played on when there was room"
    return ReportRow(6, "disk full, read-only disk", found, "refused clearly, goes on", True)


async def _disk(house: Deployment, rounds: int) -> dict[str, int]:
    people = [Player(house.url, name) for name in ("Ada", "Bob")]
    for player in people:
        await (await player.enter()).connect()
    refused = dict.fromkeys(WAYS, 0)
    server = house.servers[0]
    for _ in range(rounds):
        for name, (worse, better) in WAYS.items():
            refused[name] += await fill(house, server, people, worse, better)
    await asyncio.gather(*(player.close() for player in people))
    check("Traceback" not in server.errors(), f"a traceback in the log: {server.errors()[-500:]}")
    return refused


async def fill(house: Deployment, server: ServerProcess, people: list[Player], worse: Turn, better: Turn) -> int:
    """Play until moves are refused; what was acknowledged is there, and only that; then there is room again."""
    table = await deal(people)
    worse(server)
    try:
        no = await play_until_refused(table, people)
        check(no["code"] == "storage.unavailable" and len(no["message"]) > 10, f"refused with {no}")
        await check_reading(house, table, people)
        again = [await move(table, people) for _ in range(3)]
        check(all(answer["type"] == "refused" for answer in again), f"acknowledged on a full disk: {again}")
    finally:
        better(server)
    for _ in range(5):
        answer = await move(table, people)
        check(answer["type"] == "ack", f"there is room again, and still: {answer}")
    await check_reading(house, table, people)
    return 1 + len(again)


async def deal(people: list[Player]) -> str:
    table = await people[0].make_table("coloretto", "you", "open")
    await people[1].sit(table)
    for player in people:
        await player.watch(table)
    return table


async def move(table: str, people: list[Player]) -> Json:
    who = next(player for player in people if player.tables[table].waited)
    answer = await who.play(table, who.tables[table].moves[0])
    if answer["type"] == "ack":
        for player in people:
            await player.see(table, answer["seq"])
    return answer


async def play_until_refused(table: str, people: list[Player]) -> Json:
    for _ in range(MOVES):
        answer = await move(table, people)
        if answer["type"] == "refused":
            return answer
        if people[0].tables[table].over:
            table = await deal(people)
    raise AssertionError("the disk is never full")


async def check_reading(house: Deployment, table: str, people: list[Player]) -> None:
    """Everybody still sees the table as it is stored."""
    facts = await people[0].get(f"/api/tables/{table}")
    check(facts["id"] == table, "a table can't be read")
    stored = len(house.log(table))
    for player in people:
        seen = await player.watch(table)
        check(seen.seq == stored, f"{stored} entries are stored, {player.name} sees {seen.seq}")


# What becomes of the disk


def set_quota(server: ServerProcess) -> None:
    limit_files(server, QUOTA)


def lift_quota(server: ServerProcess) -> None:
    limit_files(server, resource.RLIM_INFINITY)


def limit_files(server: ServerProcess, size: int) -> None:
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, hard))


def fill_up(server: ServerProcess) -> None:
    os.kill(server.pid, signal.SIGUSR1)


def write_protect(server: ServerProcess) -> None:
    os.kill(server.pid, signal.SIGUSR2)


WAYS: dict[str, tuple[Turn, Turn]] = {
    "quota": (set_quota, lift_quota),
    "full": (fill_up, fill_up),
    "read-only": (write_protect, write_protect),
}
