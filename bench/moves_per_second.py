"""Speed, side by side: this project and its peers, in one run, on one core: `python -m bench.moves_per_second`.

Every figure is the median of several runs of about the same length. The peers' loops are their own: OpenSpiel plays
in C++ (`evaluate_bots` with its uniform random bots), RLCard steps from Python.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from statistics import median

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.catalogue import text
from bench.env_steps_per_second import AGAINST, env_benchmarks
from bench.machine import machine
from bench.search_speed import search_benchmarks
from bench.start_times import StartTimes, start_times
from pioche.arena.simulate import Runner
from pioche.table.game import Game
from pioche.table.game_registry import game, game_names

Maker = Callable[[], Callable[[], int]]
RUNS = 5
PEERS = {"5211": "hanabi", "kombio": "hanabi", "hanabi": "hanabi", "ko": "gin", "gin": "gin"}  # measured against


@dataclass
class SpeedFigure:
    """Moves per second of one thing measured."""

    name: str
    moves_per_second: float
    low: float
    high: float


def measure(name: str, play: Callable[[], int], seconds: float) -> SpeedFigure:
    """Call `play`, which plays something and says how many moves, for `seconds` in all, in RUNS runs."""
    play()
    rates = []
    for _ in range(RUNS):
        moves, started = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - started) < seconds / RUNS:
            moves += play()
        rates.append(moves / elapsed)
    return SpeedFigure(name, median(rates), min(rates), max(rates))


def pioche_compiled(chosen: Game, players: int, engine: str | None = None) -> Callable[[], int]:
    """Random play inside machine code, on one core; by default made ahead."""
    runner = Runner(chosen, chosen.blank(players, {}).tables, engine, seed=1)
    start = 0

    def play() -> int:
        nonlocal start
        start += 100
        return int(runner.run(np.repeat(runner.blank, 100), start).length.sum())  # `play` would digest every table, too

    return play


def pioche_python(chosen: Game, players: int) -> Callable[[], int]:
    """From Python, one `play` at a time, choosing from `choices`, with events."""
    chosen.compile()
    rng = Random(1)

    def play() -> int:
        pos, moves = chosen.deal(players, seed=rng.getrandbits(40)), 0
        while (seat := pos.actor) is not None and moves < 2000:
            pos.play(seat, rng.choice(pos.choices))
            moves += 1
        return moves

    return play


def open_spiel(name: str, players: int) -> Callable[[], int]:
    """OpenSpiel's own C++ loop with its own random bots; every step of its history counts, the deal too."""
    import pyspiel

    loaded = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(players)]
    seed = 0

    def play() -> int:
        nonlocal seed
        moves = 0
        for _ in range(20):
            seed += 1
            state = loaded.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            moves += len(state.history())
        return moves

    return play


def open_spiel_python() -> Callable[[], int]:
    """OpenSpiel's crazy eights, stepped from Python with random legal actions; draws of cards count, too."""
    import pyspiel

    loaded, rng = pyspiel.load_game("crazy_eights(players=4)"), Random(1)

    def play() -> int:
        state, moves = loaded.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def rlcard_uno() -> Callable[[], int]:
    """RLCard's uno, stepped from Python with random legal actions."""
    import rlcard

    env, rng = rlcard.make("uno"), Random(1)

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


COMPILE = """
import sys, time
from pioche.bots.search_bot import prepare
from pioche.arena.simulate import Runner
from pioche.table.game_registry import game
g = game(sys.argv[1])
import numba
started = time.perf_counter()
Runner(g, g.blank(g.players[0], {}).tables, "jit", 1).play(0, 1)
print(time.perf_counter() - started)
started = time.perf_counter()
g.by_engine("jit")
print(time.perf_counter() - started)
started = time.perf_counter()
g.runtimes.silent_ahead.symbols = {}
prepare(g)
print(time.perf_counter() - started)
"""


def compile_times(name: str) -> list[list[float]]:
    """Seconds for simulation, for positions and for search: with an empty cache, then with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "XDG_CACHE_HOME": folder}
        runs = [
            subprocess.run([sys.executable, "-c", COMPILE, name], env=env, capture_output=True, text=True)
            for _ in range(2)
        ]
    return [[float(line) for line in run.stdout.split()] for run in runs]


def play_benchmarks() -> list[tuple[str, str, Maker]]:
    """Key, name and maker of random play, compiled and from Python; each peer before what is measured against it."""
    return [
        ("crazy", "OpenSpiel crazy_eights, 4 players, C++ loop", lambda: open_spiel("crazy_eights(players=4)", 4)),
        ("hanabi", "OpenSpiel hanabi, 4 players, C++ loop", lambda: open_spiel("hanabi(players=4)", 4)),
        ("gin", "OpenSpiel gin_rummy, C++ loop", lambda: open_spiel("gin_rummy", 2)),
        *((name, f"Pioche {name}, 4 players, compiled", compiled_play(name)) for name in game_names()),
        ("uno", "RLCard uno, from Python", rlcard_uno),
        ("crazy python", "OpenSpiel crazy_eights, 4 players, from Python", open_spiel_python),
        *((f"{name} python", f"Pioche {name}, 4 players, from Python", python_play(name)) for name in game_names()),
    ]


def engine_benchmarks() -> list[tuple[str, str, Maker]]:
    """The same random play by machine code made ahead, beside what Numba makes of it here."""
    return [
        (f"{name} {engine}", f"Pioche {name}, 4 players, {engine}", partial(pioche_compiled, game(name), 4, engine))
        for name in game_names()
        for engine in ("jit", "ahead")
    ]


def compiled_play(name: str) -> Maker:
    return partial(pioche_compiled, game(name), 4)


def python_play(name: str) -> Maker:
    return partial(pioche_python, game(name), 4)


SECTIONS: dict[str, Callable[[], list[tuple[str, str, Maker]]]] = {
    "play": play_benchmarks,
    "engines": engine_benchmarks,
    "search": search_benchmarks,
    "envs": env_benchmarks,
}


def measured(console: Console, section: str, seconds: float) -> dict[str, SpeedFigure]:
    """The figures of a section; a peer that is not installed is named."""
    figures: dict[str, SpeedFigure] = {}
    for key, name, make in SECTIONS[section]():
        with console.status(name):
            try:
                figures[key] = measure(name, make(), seconds)
            except ImportError as missing:
                console.print(text("bench.missing", peer=missing.name), style="yellow", markup=False)
    return figures


def run_benchmarks(console: Console, seconds: float, as_json: bool, only: str | None = None) -> None:
    """Measure everything, or one section, and print it, the rates of peers first."""
    figures: dict[str, SpeedFigure] = {}
    for section in [only] if only else SECTIONS:
        figures |= measured(console, section, seconds)
    compiling = {}
    for name in () if only else game_names():
        with console.status(f"Pioche {name}: compile, cold and cached"):
            compiling[name] = compile_times(name)
    started = None if only else start_times()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if as_json:
        rates = {key: asdict(figure) for key, figure in figures.items()}
        print(
            json.dumps(
                {
                    "machine": machine(),
                    "rates": rates,
                    "compile_seconds": compiling,
                    "peak_megabytes": memory,
                    "start": started and asdict(started),
                }
            )
        )
    else:
        print_figures(console, figures)
        if compiling:
            print_compile_times(console, compiling, memory)
        if started:
            print_start_times(console, started)


def print_figures(console: Console, figures: dict[str, SpeedFigure]) -> None:
    table = Table(
        "one core, uniformly random play; search: moves imagined",
        "moves/s (median)",
        "lowest – highest",
        "ratio",
        title=machine(),
    )
    for key, figure in figures.items():
        peer = figures.get(peer_of(key))
        ratio = f"{figure.moves_per_second / peer.moves_per_second:.2f}×" if peer else "–"
        spread = f"{figure.low:,.0f} – {figure.high:,.0f}"
        table.add_row(figure.name, f"{figure.moves_per_second:,.0f}", spread, ratio)
    console.print(table)


def peer_of(key: str) -> str:
    """What a figure is measured against."""
    if key.startswith("env"):
        return AGAINST.get(key, "")
    if key.endswith("ahead"):
        return key.replace("ahead", "jit")
    if key == "uno" or key.endswith("python"):
        return "uno"
    return "mcts" if key.startswith("mcts") or key.endswith("search") else PEERS.get(key, "crazy")


def print_start_times(console: Console, started: StartTimes) -> None:
    table = Table("from the wheel, in an empty environment", "seconds", "MB")
    table.add_row("pip install pioche", f"{started.install:.1f}", f"{started.megabytes:.0f}")
    table.add_row("pioche simulate kolpa --games 1000, the first time", f"{started.simulate:.2f}", "")
    table.add_row("import pioche, deal and play a move", f"{started.first_move:.2f}", "")
    console.print(table)


def print_compile_times(console: Console, compiling: dict[str, list[list[float]]], memory: float) -> None:
    parts = ("simulation", "positions", "search")
    table = Table("compile time, seconds", *(title for part in parts for title in (f"{part}, cold", "cached")))
    for name, (cold, cached) in compiling.items():
        table.add_row(name, *(f"{s:.{n}f}" for pair in zip(cold, cached, strict=True) for n, s in enumerate(pair, 1)))
    console.print(table)
    console.print(f"peak memory {memory:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.moves_per_second", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured")
    parser.add_argument("--only", choices=list(SECTIONS), help="measure one section only")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    wanted = parser.parse_args()
    run_benchmarks(Console(stderr=wanted.json), wanted.seconds, wanted.json, wanted.only)


if __name__ == "__main__":
    main()
