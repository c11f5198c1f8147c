"""The server's speed, side by side with boardgame.io's own, in one run on one machine; then latency, start and memory.

Closed loop: tables of two where the next move leaves as soon as the turn has reached the next player. Pioche answers a
move when it is on disk; boardgame.io keeps its matches in memory, its fastest store, and forgets them when it stops.
The two servers take turns, round after round, so that neither has the quieter minute.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.catalogue import CATALOGUE, text
from bench.machine import machine
from bench.measured_servers import LOAD, MeasuredServer, Running, check_tools, first_answer, memory, running, settle
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game, game_names
from pioche.terminal import catalogue as terminal

SERVE = [sys.executable, "-m", "pioche", "serve", "--host", "127.0.0.1", "--port", "{port}"]
SERVE += ["--database", "sqlite:///{folder}/tables.db", "--rate", "1000"]  # a thousand people at one address
PIOCHE = MeasuredServer("Pioche", SERVE, health="/healthz")
BOARDGAME_IO = MeasuredServer("boardgame.io", ["node", "bgio_server.mjs", "--port", "{port}"], health="/games")
FIRST_PAGE = "/"
GAME = "coloretto"
TABLES = 50  # of two, closed loop
OPEN_TABLES, OPEN_RATE = 250, 500  # of four; moves a second in all
OPEN_SECONDS = 60.0
IDLE_TABLES = 1000


@dataclass
class Speed:
    """Moves per second of one server in a closed loop: all rounds, and their medians."""

    name: str
    rounds: list[dict[str, Any]]

    @property
    def rate(self) -> float:
        return median(float(each["moves_per_second"]) for each in self.rounds)

    @property
    def p50(self) -> float:
        return median(float(each["p50_ms"]) for each in self.rounds)

    @property
    def errors(self) -> int:
        return sum(sum(each["errors"].values()) for each in self.rounds)


@dataclass
class Memory:
    """Megabytes resident, all processes of the server together."""

    idle: float
    with_tables: float
    tables: int

    @property
    def added(self) -> float:
        return self.with_tables - self.idle


def load(program: str, *words: object) -> dict[str, Any]:
    """Run a load generator to its end; its last line is its report."""
    command = ["node", program, *map(str, words)]
    done = subprocess.run(command, cwd=LOAD, capture_output=True, text=True)
    if done.returncode or not done.stdout.strip():
        raise PiocheError("bench_server.failed", CATALOGUE, program=program, why=done.stderr.strip()[-500:])
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if report.get("moves") == 0:
        raise PiocheError("bench_server.nothing", CATALOGUE, program=program, errors=report["errors"])
    return report


def warm(server: Running) -> None:
    """The rules of a game are compiled when its first table is dealt: deal one, and wait."""
    load("load.mjs", "idle", "--url", server.url, "--game", GAME, "--tables", 1)
    settle(server.pid)


def boardgame_io_moves(seconds: float) -> dict[str, Any]:
    """boardgame.io's closed loop, on a fresh server."""
    with running(BOARDGAME_IO, NODE_ENV="production") as server:
        return load("bgio_load.mjs", "--url", server.url, "--matches", TABLES, "--seconds", seconds)


def pioche_moves(seconds: float) -> dict[str, Any]:
    """Pioche's closed loop, on a fresh server, its rules compiled."""
    with running(PIOCHE) as server:
        warm(server)
        return load("load.mjs", "closed", "--url", server.url, "--game", GAME, "--tables", TABLES, "--seconds", seconds)


def pioche_latency(seconds: float) -> dict[str, Any]:
    """How long acknowledgements take at a fixed rate, a thousand people connected."""
    with running(PIOCHE) as server:
        warm(server)
        size = ("--tables", OPEN_TABLES, "--rate", OPEN_RATE, "--seconds", seconds)
        return load("load.mjs", "open", "--url", server.url, "--game", GAME, *size)


def pioche_first_page() -> float:
    """Seconds from the command to the first page, with nothing compiled yet."""
    return first_answer(PIOCHE, FIRST_PAGE)


def pioche_memory() -> Memory:
    """Memory after the warm-up, and with a thousand dealt tables that nobody is looking at."""
    with running(PIOCHE) as server:
        warm(server)
        idle = memory(server.pid)
        load("load.mjs", "idle", "--url", server.url, "--game", GAME, "--tables", IDLE_TABLES)
        settle(server.pid)
        return Memory(idle, memory(server.pid), IDLE_TABLES)


def run_server_benchmarks(console: Console, seconds: float, rounds: int, as_json: bool) -> None:
    """Measure everything, the two servers in turn, and print it."""
    check_tools()
    with console.status(terminal.text("simulate.ready")):
        for name in game_names():
            game(name).compile()  # the servers then find the compiled rules in the cache
    peer, ours = Speed(BOARDGAME_IO.name, []), Speed(PIOCHE.name, [])
    for number in range(rounds):
        for speed, play in ((peer, boardgame_io_moves), (ours, pioche_moves)):
            with console.status(text("bench_server.round", name=speed.name, number=number + 1, rounds=rounds)):
                speed.rounds.append(play(seconds))
    rest = {}
    for key, measure in (
        ("latency", partial(pioche_latency, OPEN_SECONDS)), ("first_page", pioche_first_page), ("memory", pioche_memory)
    ):  # fmt: skip
        with console.status(text(f"bench_server.{key}")):
            rest[key] = measure()
    print_json(peer, ours, rest) if as_json else print_tables(console, peer, ours, rest)


def print_json(peer: Speed, ours: Speed, rest: dict[str, Any]) -> None:
    speeds = {each.name: {**asdict(each), "moves_per_second": each.rate} for each in (peer, ours)}
    kept = {**rest, "memory": {**asdict(rest["memory"]), "added": rest["memory"].added}}
    print(json.dumps({"machine": whole_machine(), "closed": speeds, "ratio": ours.rate / peer.rate, **kept}))


def print_tables(console: Console, peer: Speed, ours: Speed, rest: dict[str, Any]) -> None:
    columns = [text(f"bench_server.{key}") for key in ("closed", "rate", "spread", "p50", "errors", "ratio")]
    speeds = Table(*columns, title=whole_machine())
    for each in (peer, ours):
        rates = [one["moves_per_second"] for one in each.rounds]
        spread = f"{min(rates):,.0f} – {max(rates):,.0f}"
        ratio = f"{each.rate / peer.rate:.2f}×"
        speeds.add_row(each.name, f"{each.rate:,.0f}", spread, f"{each.p50:.1f}", str(each.errors), ratio)
    console.print(speeds, figures(rest["latency"], rest["first_page"], rest["memory"]))


def figures(latency: dict[str, Any], first_page: float, kept: Memory) -> Table:
    """The figures that have no peer, one a row."""
    answers = " / ".join(f"{latency[key]:.1f}" for key in ("p50_ms", "p99_ms", "max_ms"))
    lost = sum(latency["errors"].values()) + latency["unanswered"]
    table = Table("Pioche", "")
    table.add_row(text("bench_server.latency"), answers)
    table.add_row(text("bench_server.open_rate"), f"{latency['moves_per_second']:,.0f} ({lost})")
    table.add_row(text("bench_server.first_page"), f"{first_page:.2f}")
    table.add_row(text("bench_server.memory"), f"{kept.idle:,.0f}")
    table.add_row(text("bench_server.tables", tables=kept.tables), f"{kept.added:+,.1f}")
    return table


def whole_machine() -> str:
    node = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
    return f"{machine()}, Node {node}, {platform.system()}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server_speed", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each round takes")
    parser.add_argument("--rounds", type=int, default=3, help="how often each server is measured")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    wanted = parser.parse_args()
    run_server_benchmarks(Console(stderr=wanted.json), wanted.seconds, wanted.rounds, wanted.json)


if __name__ == "__main__":
    main()
