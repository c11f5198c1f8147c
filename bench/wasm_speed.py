"""How fast the rules are as WebAssembly in Node, beside the native ones in the same minutes.

`python -m bench.wasm_speed`: random games and searches from the deal, on one core, the best of some turns each; needs
Node, and `make web`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np

from bench.machine import machine, processor
from pioche.arena.simulate import Runner
from pioche.bots import View
from pioche.bots.search_bot import Style, Tree
from pioche.table.game import Game
from pioche.table.game_registry import game, game_names

WEB = Path(__file__).parent.parent / "web"
PROGRAM = "tests/wasm/answersInNode.ts"
GAMES, ROUNDS, TURNS, SECONDS = 500, 1000, 3, 1.0
Speeds = dict[str, float]


def main() -> None:
    names = sys.argv[1:] or game_names()
    print(f"{processor()}; {machine()}\n")
    print("| game | moves/s | native | share | rounds/s | native | share |\n|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pioche.ahead", "--wasm", folder, *names], check=True)
        bundle(Path(folder))
        for name in names:
            print(row(name, Path(folder)), flush=True)


def bundle(folder: Path) -> None:
    words = ["npx", "esbuild", PROGRAM, "--bundle", "--format=esm", "--platform=node", "--log-level=error"]
    subprocess.run([*words, f"--outfile={folder / 'program.mjs'}"], cwd=WEB, check=True)


def row(name: str, folder: Path) -> str:
    """Turn by turn, so that both have the same of whatever else the machine does."""
    players = min(4, game(name).players[-1])
    pairs = [(in_node(name, players, folder), natively(game(name), players)) for _ in range(TURNS)]
    wasm, native = ({key: max(each[i][key] for each in pairs) for key in pairs[0][i]} for i in (0, 1))
    return "| ".join([f"| {name} ", *(cell for key in ("moves", "rounds") for cell in cells(wasm[key], native[key]))])


def cells(wasm: float, native: float) -> Iterator[str]:
    yield from (f"{wasm:,.0f} ", f"{native:,.0f} ", f"{wasm / native:.0%} ")


def in_node(name: str, players: int, folder: Path) -> Speeds:
    questions = [{"ask": "speed", "players": players, "seconds": SECONDS}]
    (folder / "questions.json").write_text(json.dumps(questions))
    words = [folder / "program.mjs", folder / f"{name}.wasm", folder / "questions.json", folder]
    subprocess.run(["node", *words], check=True)
    speeds: Speeds = json.loads((folder / "0").read_text())
    return speeds


def natively(chosen: Game, players: int) -> Speeds:
    runner = Runner(chosen, chosen.ready(players, {}).tables, None, seed=1)
    pos = chosen.deal(players, seed=7)
    view, choices = View(pos, pos.actor or 0, Random(1)), pos.choices

    def play(turn: int) -> float:
        return float(runner.run(np.repeat(runner.blank, GAMES), turn * GAMES).length.sum())

    def search(turn: int) -> float:
        Tree(view, choices, Random(turn), Style()).grow(ROUNDS)
        return ROUNDS

    return {"moves": per_second(play), "rounds": per_second(search)}


def per_second(work: Callable[[int], float]) -> float:
    work(0)
    started, done, turn = time.perf_counter(), 0.0, 1
    while (passed := time.perf_counter() - started) < SECONDS:
        done += work(turn)
        turn += 1
    return done / passed


if __name__ == "__main__":
    main()
