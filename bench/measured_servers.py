"""Servers to measure: started on a free port in a folder of their own, watched through /proc, stopped."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from bench.catalogue import CATALOGUE
from pioche.table.errors import PiocheError

LOAD = Path(__file__).parent / "server"  # the load generators
START_LIMIT = 60.0
STOP_LIMIT = 15.0
SETTLE_LIMIT = 300.0
QUIET = 0.05  # of one core
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class MeasuredServer:
    """How a server is started, and where it says that it is up; {port} and {folder} are filled in."""

    name: str
    command: list[str]
    health: str


@dataclass(frozen=True)
class Running:
    """A server that is up."""

    pid: int
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def running(server: MeasuredServer, **env: str) -> Iterator[Running]:
    """A server from its first healthy answer on; stopped at the end."""
    with tempfile.TemporaryDirectory() as folder, started(server, folder, env) as (process, port):
        wait_for(server, process, port, server.health)
        yield Running(process.pid, port)


@contextmanager
def started(server: MeasuredServer, folder: str, env: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server's process, that may not answer yet."""
    port = free_port()
    command = [word.format(port=port, folder=folder) for word in server.command]
    log = Path(folder, "bench.log")
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=LOAD, env={**os.environ, **env}, stdout=output, stderr=output)
    try:
        yield process, port
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def check_tools() -> None:
    if shutil.which("node") is None or not (LOAD / "node_modules").is_dir():
        raise PiocheError("bench_server.missing", CATALOGUE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_for(server: MeasuredServer, process: subprocess.Popen[bytes], port: int, path: str) -> None:
    """Ask every 10 ms until the answer is 200."""
    limit = time.perf_counter() + START_LIMIT
    while not answers(port, path):
        if process.poll() is not None or time.perf_counter() > limit:
            raise PiocheError("bench_server.down", CATALOGUE, name=server.name, command=" ".join(server.command))
        time.sleep(0.01)


def answers(port: int, path: str) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=START_LIMIT)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def first_answer(server: MeasuredServer, path: str) -> float:
    """Seconds from starting a server with an empty compile cache until `path` answers."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as folder:
        since = time.perf_counter()
        with started(server, folder, {"XDG_CACHE_HOME": cache}) as (process, port):
            wait_for(server, process, port, path)
            return time.perf_counter() - since


def family(pid: int) -> list[int]:
    """A process and everything that it started."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


def memory(pid: int) -> float:
    """Megabytes resident, of the whole family."""
    pages = (int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in family(pid))
    return sum(pages) * PAGE / 2**20


def cpu_seconds(pid: int) -> float:
    """Processor time used so far, by the whole family."""
    stats = (Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in family(pid))
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / TICK


def at_work(pid: int) -> bool:
    """Whether a thread of the family wants the processor now: one of low priority may want it and get nothing."""
    tasks = (task for each in family(pid) for task in Path(f"/proc/{each}/task").glob("*/stat"))
    return any(task.read_text().rpartition(")")[2].split()[0] == "R" for task in tasks)


def settle(pid: int, seconds: float = 2.0) -> None:
    """Wait until a server has stopped working by itself: its warm-up is over."""
    limit = time.perf_counter() + SETTLE_LIMIT
    while time.perf_counter() < limit:
        before = cpu_seconds(pid)
        time.sleep(seconds)
        if cpu_seconds(pid) - before < QUIET * seconds and not at_work(pid):
            return
    raise PiocheError("bench_server.restless", CATALOGUE)
