"""Row 22: whatever frames are sent at full speed, their sender is closed and nobody else has to wait."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
from websockets.frames import Opcode

from faults import cpu_steal
from faults.overload import Healthy, listen
from faults.report_row import ReportRow, check, percentile, seeded, steady
from pioche.server.ops.loop_lag import BEAT
from pioche.server.ops.metrics import HOLDS
from support.client import Client
from support.client_transport import PLAIN, LightTransport, masked
from support.deployment import Deployment, small_house
from support.player import Player
from support.warm_parent import WarmParent

BLOWER = Path(__file__).with_name("frame_blaster.py")
IN_TIME = 0.1  # seconds, for everybody else
QUIET = 1.0  # seconds in which nobody sends
REST = 0.3  # seconds in which the others go on after a flood
PATIENCE = 10.0  # seconds until a sender must be closed
BLOCK = 1 << 16  # bytes

KINDS = {
    "ping": masked(Opcode.PING, b""),
    "pong": masked(Opcode.PONG, b""),
    "long ping": masked(Opcode.PING, b"x" * 125),
    "empty part": masked(Opcode.CONT, b"", fin=False),
    "unfinished": masked(Opcode.CONT, b"x", fin=False),
    "whole parts": masked(Opcode.TEXT, b"{", fin=False) + masked(Opcode.CONT, b"}"),
    "empty text": masked(Opcode.TEXT, b""),
    "half": masked(Opcode.TEXT, b"x" * 8000),
}
BYTEWISE = {"half": 0.001}  # seconds between two bytes, or the kernel puts them together
BEGINNINGS = {"empty part": masked(Opcode.TEXT, b"{", fin=False), "unfinished": masked(Opcode.TEXT, b"{", fin=False)}


class FloodRound(NamedTuple):
    """One kind of frame, sent by so many, before or after hello."""

    kind: str
    senders: int
    hello: bool


class Holds(NamedTuple):
    """How often the loop was held too long; and without the time in which other programs had the processors."""

    all: int
    own: int


def floods(
    warm: WarmParent,
    kinds: tuple[str, ...],
    numbers: tuple[int, ...],
    healthy: int,
    seed: int,
    bug: str = "",
    slack: float = 1.0,
) -> ReportRow:
    """With the limits that a server has by default; `slack`: so many times as long may it take on a busy machine."""
    late = IN_TIME * slack
    with seeded("frames at full speed", seed), small_house(warm, "--rate", "1", bug=bug) as house, steady():
        times = cpu_steal.processor_times()
        rounds = [FloodRound(kind, number, hello) for kind in kinds for number in numbers for hello in (False, True)]
        before, p99, held = asyncio.run(_floods(house, rounds, healthy, late, Random(seed)))
        taken = cpu_steal.taken_since(times)
    machines = "" if cpu_steal.are_quiet(taken) else f" ({taken:.0%} of the processors' time went to other machines)"
    told = (
        f"{len(rounds)} floods ({', '.join(kinds)}) by {' and '.join(map(str, numbers))} connections, before and after "
        f"hello: every sender closed, who only answers pings is not; others' p99 {p99 * 1000:.0f} ms "
        f"({before * 1000:.0f} ms without); the loop was held {held.all} times for {late * 1000:.0f} ms, "
        f"{held.own} times beyond what it waited for a processor that other programs had{machines}"
    )
    return ReportRow(22, "frames at full speed", told, "closed; p99 and loop < 100 ms", p99 < late and not held.own)


async def _floods(
    house: Deployment, rounds: list[FloodRound], healthy: int, late: float, rng: Random
) -> tuple[float, float, Holds]:
    """The others' 99th percentile before anybody sends and meanwhile; and how often the loop was held too long."""
    honest = await (await Player(house.url, "Honest", address="127.9.9.9").enter()).connect()
    others, times, held = Healthy(house, rng), list[float](), Holds(0, 0)
    await others.gather(max(1, healthy // 2))
    others.begin()
    quiet = await others.measure(QUIET)
    for number, each in enumerate(rounds):
        senders = await open_all(house.url, each, number)
        known = await asyncio.to_thread(holds, house, late)
        others.times.clear()
        await flood(senders, each)
        await asyncio.sleep(REST)
        times += others.times
        now = await asyncio.to_thread(holds, house, late)
        held = Holds(held.all + now.all - known.all, held.own + now.own - known.own)
    others.p99()  # nobody of them was refused or closed
    await others.stop()
    await honest.watch(await honest.make_table("coloretto", "you", "open"))
    await honest.close()
    return quiet, percentile(times, 0.99), held


async def open_all(url: str, each: FloodRound, number: int) -> list[Client]:
    """All are there before anything is sent."""
    opened = list[Client]()
    for first in range(0, each.senders, 5):
        address = f"127.{20 + number}.{first // 10}.{1 + first % 10}"
        person = Client(url, f"F{first}", address=address, light=True)
        if each.hello:
            await person.enter()
        for _ in range(min(5, each.senders - first)):
            sender = Client(url, person.name, same=person, address=address, light=True)
            await (sender.connect() if each.hello else sender.open())
            opened.append(sender)
    return opened


async def flood(senders: list[Client], each: FloodRound) -> None:
    """All at once, until the server has had enough of every one."""
    listening = [asyncio.create_task(listen(sender)) for sender in senders]
    frame, wires = KINDS[each.kind], [wire_of(sender) for sender in senders]
    stream = frame if each.kind in BYTEWISE else frame * (BLOCK // len(frame))
    for sender in senders:
        sender.write(BEGINNINGS.get(each.kind, b""))
    blowing = asyncio.create_task(asyncio.to_thread(blow, wires, stream, BYTEWISE.get(each.kind, 0.0)))
    _, open_still = await asyncio.wait(listening, timeout=PATIENCE)
    for task in open_still:
        task.cancel()
    await blowing
    for sender in senders:
        sender.hang_up()
    check(not open_still, f"{len(open_still)} of {each} are still open after {PATIENCE:.0f} s")
    codes = {sender.closed for sender in senders}
    check(codes <= {1002, 1006, 1008}, f"{each} were closed with {codes}")


def wire_of(sender: Client) -> socket.socket:
    """The socket underneath, for a thread that only writes."""
    assert isinstance(sender.transport, LightTransport)
    wire = sender.transport.wire()
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return wire


def blow(wires: list[socket.socket], stream: bytes, pause: float) -> None:
    """As fast as each takes it, until all have hung up."""
    numbers = [wire.fileno() for wire in wires]
    words = [str(word) for word in (BLOWER, pause, PATIENCE, *numbers)]
    subprocess.run([sys.executable, "-I", "-S", *words], input=stream, pass_fds=numbers, check=True)
    for wire in wires:
        wire.close()


def holds(house: Deployment, late: float) -> Holds:
    """How often so far somebody may have waited so long for the loop."""
    text = httpx.get(f"{house.url}/metrics", verify=PLAIN).text
    return Holds(longer(text, "pioche_loop_held_seconds", late), longer(text, "pioche_loop_busy_seconds", late))


def longer(metrics: str, name: str, late: float) -> int:
    """Holds of so long or longer: each may be told shorter by a beat."""
    bound = max(bound for bound in HOLDS if bound + BEAT <= late + 1e-9)
    count = re.search(rf"^{name}_count (\S+)", metrics, re.M)
    short = re.search(rf'^{name}_bucket{{le="{float(bound)}"}} (\S+)', metrics, re.M)
    assert count is not None and short is not None
    return int(float(count[1]) - float(short[1]))
