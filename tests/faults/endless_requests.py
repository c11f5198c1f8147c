"""Row 23: heads, cookies and bodies without end, idle and half connections; with few descriptors at that."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from faults import cpu_steal
from faults.overload import some_at_once
from faults.report_row import ReportRow, check, percentile, seeded, steady
from support.client import Client, RequestRefused
from support.deployment import Deployment, small_house
from support.server_process import ServerProcess
from support.warm_parent import WarmParent

QUICK = 0.005  # seconds of the server's processor, for a long cookie
IN_TIME = 0.1  # seconds, for everybody else
LATE = 5.0  # seconds beyond what the server waits, in which it must have answered
COOKIES = 20
SETTLED = 0.02  # seconds after an answer in which the server closes the connection, and does nothing more
HALVES = 10
IDLE = 300  # connections, of one address and of five others
GAP = 0.1  # seconds between two requests of somebody else
PATIENCE = 30.0


class Cookies(NamedTuple):
    """What the longest of many took, in seconds."""

    processor: float  # of the server's event loop
    answered: float

    def __str__(self) -> str:
        return (
            f"each of {COOKIES} cookies of 8 KiB refused (431) with at most {self.processor * 1000:.1f} ms of the "
            f"server's processor (within {self.answered * 1000:.1f} ms)"
        )


def endless(warm: WarmParent, waits: float, seed: int, bug: str = "few_descriptors", slack: float = 1.0) -> ReportRow:
    """`waits`: the seconds that the server gives a head or a body, ten unless it is planted otherwise.

    `slack`: so many times as long may anything take on a busy machine.
    """
    with seeded("requests without end", seed), small_house(warm, "--rate", "1", bug=bug) as house, steady():
        times = cpu_steal.processor_times()
        cookies, halves, opened, asked = asyncio.run(_endless(house, waits))
        taken = cpu_steal.taken_since(times)
    p99 = percentile(asked, 0.99)
    machines = "" if cpu_steal.are_quiet(taken) else f" ({taken:.0%} of the processors' time went to other machines)"
    told = (
        f"with 256 descriptors: {cookies}, a head without end (431), "
        f"{halves} half requests (408), {opened:,} idle and half connections; {len(asked)} requests of others, "
        f"all answered, p99 {p99 * 1000:.0f} ms{machines}"
    )
    held = cookies.processor < QUICK * slack and p99 < IN_TIME * slack
    return ReportRow(23, "requests without end", told, "any cookie < 5 ms; 431, 408; others served < 100 ms", held)


async def _endless(house: Deployment, waits: float) -> tuple[Cookies, int, int, list[float]]:
    server, asked, done = house.servers[0], list[float](), asyncio.Event()
    cookies = await asyncio.to_thread(long_cookies, server)  # before anybody else costs something
    others = asyncio.create_task(ask_on(server.url, asked, done))
    await asyncio.to_thread(long_head, server.port)
    halves = await half_requests(server.port, waits)
    opened = await idle(server.port, waits)
    done.set()
    await others
    return cookies, halves, opened, asked


async def ask_on(url: str, asked: list[float], done: asyncio.Event) -> None:
    """Somebody else, on a new connection each time, who needs the database too."""
    person = await Client(url, "Ada", address="127.8.0.1", light=True).enter()
    while not done.is_set():
        since = time.monotonic()
        try:
            answer = await person.post("/api/ticket")
        except (OSError, ValueError, RequestRefused) as error:
            answer = {"code": type(error).__name__}
        check("ticket" in answer, f"others are not served: {answer}")
        asked.append(time.monotonic() - since)
        await asyncio.sleep(GAP)


def dialled(port: int, address: str) -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return wire


def head(port: int, first: str, *more: str) -> bytes:
    return "\r\n".join([first, f"Host: 127.0.0.1:{port}", *more]).encode()


def status(wire: socket.socket) -> str:
    """What it is answered; nothing if it is hung up upon."""
    with suppress(ConnectionError):
        return wire.recv(4096)[9:12].decode()
    return ""


def long_cookies(server: ServerProcess) -> Cookies:
    """The costliest and the slowest of many, after one that may find the server asleep."""
    long_cookie(server)
    found = [long_cookie(server) for _ in range(COOKIES)]
    return Cookies(max(each.processor for each in found), max(each.answered for each in found))


def long_cookie(server: ServerProcess) -> Cookies:
    """Quotation marks in quotation marks, which take longest to be undone."""
    cookie = "Cookie: pioche=" + '"' + '\\"' * 4080 + '"'
    before = processor_seconds(server)
    with dialled(server.port, "127.8.0.2") as wire:
        since = time.monotonic()
        wire.sendall(head(server.port, "GET /api/me HTTP/1.1", cookie, "", ""))
        found = status(wire)
        answered = time.monotonic() - since
    check(found == "431", f"a cookie of 8 KiB was answered {found!r}")
    time.sleep(SETTLED)
    spent = processor_seconds(server)
    return Cookies(answered if before is None or spent is None else spent - before, answered)


def processor_seconds(server: ServerProcess) -> float | None:
    """What the thread of the server's event loop has computed so far, where the system says it."""
    stat = Path(f"/proc/{server.pid}/schedstat")
    return int(stat.read_text().split()[0]) / 1e9 if stat.exists() else None


def long_head(port: int) -> None:
    """It is cut off long before it has all been sent."""
    sent, size = 0, 1 << 16
    with dialled(port, "127.8.0.3") as wire, suppress(ConnectionError):
        wire.sendall(head(port, "GET / HTTP/1.1", "X: "))
        while sent < 1 << 26:
            wire.sendall(b"a" * size)
            sent += size
    check(sent < 1 << 26, "a head of 64 MiB was taken")


async def half_requests(port: int, waits: float) -> int:
    """Half heads and half bodies; each is answered that it came too late."""
    body = ("POST /api/people HTTP/1.1", f"Origin: http://127.0.0.1:{port}", "Content-Type: application/json")
    parts = [head(port, "GET /api/me HTTP/1.1"), head(port, *body, "Content-Length: 100", "", "{")]
    wires = [dialled(port, f"127.8.1.{1 + n % 2}") for n in range(2 * HALVES)]
    for number, wire in enumerate(wires):
        wire.sendall(parts[number % 2])
    await asyncio.sleep(waits)
    found = await asyncio.gather(*(asyncio.to_thread(answer_of, wire) for wire in wires))
    check(set(found) == {"408"}, f"half requests were answered {sorted(set(found))}")
    return len(found)


def answer_of(wire: socket.socket) -> str:
    """By the time that it should be there."""
    with wire:
        wire.settimeout(LATE)
        try:
            return status(wire)
        except TimeoutError:
            return "not"


async def idle(port: int, waits: float) -> int:
    """Many connections that ask nothing, or half of something, of one address and of five; the server lets them go."""
    wires = list[socket.socket]()

    def open_one(address: Callable[[int], str]) -> Callable[[int], object]:
        def one(number: int) -> None:
            with suppress(OSError):
                wires.append(dialled(port, address(number)))
                wires[-1].sendall(head(port, "GET /api/me HTTP/1.1") if number % 2 else b"")

        return one

    for address in (lambda n: "127.8.2.1", lambda n: f"127.8.3.{1 + n % 5}"):
        work = open_one(address)
        await some_at_once(lambda number, work=work: asyncio.to_thread(work, number), list(range(IDLE)))  # type: ignore[misc]
    opened = len(wires)
    await asyncio.sleep(waits)
    gone = await asyncio.to_thread(all_gone, wires)
    check(gone, "idle connections are still open")
    return opened


def all_gone(wires: list[socket.socket]) -> bool:
    """Each was hung up upon, with a word or without."""
    try:
        for wire in wires:
            wire.settimeout(LATE)
            with suppress(ConnectionError):
                while wire.recv(4096):
                    pass
    except TimeoutError:
        return False
    finally:
        for wire in wires:
            wire.close()
    return True
