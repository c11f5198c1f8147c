"""A game as WebAssembly, asked in Node or in Chromium; and the answers of the native rules to the same questions."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import numpy as np
from playwright.sync_api import sync_playwright

from pioche.arena.simulate import Runner
from pioche.bots.base import View
from pioche.bots.search_bot import Style, Tree
from pioche.core.runtimes import Always
from pioche.core.tell import ALL, EVERYTHING, WATCHER
from pioche.table.game import Game
from pioche.table.position import Position
from pioche.testing.sample_seatings import seatings
from support.javascript import bundled, in_node
from web.visitor import open_browser

Json = dict[str, Any]
PROGRAMS = Path("tests") / "wasm"
PAPER = ("nodes", "edges", "path", "counts", "rewards", "words")
ASK = """([address, questions]) => new Promise((resolve) => {
    const worker = new Worker('answersInWorker.mjs', { type: 'module' });
    worker.onerror = (event) => resolve(String(event.message));
    worker.onmessage = async ({ data: found }) =>
        resolve(typeof found === 'string' ? found : await Promise.all(found.map(inText)));
    const inText = (bytes) => new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result.split(',')[1] ?? '');
        reader.readAsDataURL(new Blob([bytes]));
    });
    worker.postMessage({ address, questions });
})"""


@dataclass(frozen=True)
class WasmAnswers:
    """The files of a game, and the programs that ask it."""

    game: Game
    folder: Path

    @classmethod
    def of(cls, game: Game, folder: Path) -> WasmAnswers:
        """Made by the command that anybody uses; what was made before of the same rules is only copied."""
        subprocess.run([sys.executable, "-m", "pioche.ahead", "--wasm", folder, game.id], check=True)
        for program in ("answersInNode.ts", "answersInWorker.ts"):
            bundled(PROGRAMS / program, folder)
        return cls(game, folder)

    @property
    def module(self) -> Path:
        return self.folder / f"{self.game.id}.wasm"

    def in_node(self, questions: Sequence[Json]) -> Iterator[bytes]:
        (self.folder / "questions.json").write_text(json.dumps(questions))
        in_node(self.folder / "answersInNode.mjs", self.module, self.folder / "questions.json", self.folder)
        for number in range(len(questions)):
            yield (self.folder / str(number)).read_bytes()

    def in_chromium(self, questions: Sequence[Json]) -> Iterator[bytes]:
        """In a worker of a page, as a table would do it."""
        with served(self.folder) as address, sync_playwright() as playwright, open_browser(playwright) as browser:
            page = browser.new_page()
            page.goto(f"{address}/empty.html")
            found = page.evaluate(ASK, [f"{address}/{self.module.name}", list(questions)])
        assert isinstance(found, list), found
        yield from map(b64decode, found)


class QuietFiles(SimpleHTTPRequestHandler):
    """Files of a folder."""

    def log_message(self, *words: Any) -> None: ...


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder's files over HTTP; the address."""
    (folder / "empty.html").write_text("<!doctype html><title>empty</title>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


# Questions


def asked_seatings(game: Game) -> Iterator[Json]:
    """Every number of players, then some options."""
    for players, options in seatings(game):
        yield {"players": players, "options": options}


def whole_games(game: Game, games: int, at_once: int = 2000) -> Iterator[Json]:
    for seating in asked_seatings(game):
        for start in range(0, games, at_once):
            yield {"ask": "ends", **seating, "seed": 1, "start": start, "games": min(at_once, games - start)}


def walks(game: Game, positions: int) -> Iterator[Json]:
    """Games with moves of whoever may make one, about so many positions, some at each number of players."""
    asked, longest = list(asked_seatings(game)), 1 + positions // 6
    for number in itertools.count():
        walk = one_walk(game, asked[number % len(asked)], number, longest)
        yield {"ask": "told", **walk}
        positions -= len(walk["moves"]) + 1
        if positions <= 0:
            return


def one_walk(game: Game, seating: Json, seed: int, length: int) -> Json:
    """From the deal on, so many moves at most."""
    pos, rng = dealt(game, {**seating, "seed": seed}), Random(seed)
    moves: list[tuple[int, int]] = []
    while not pos.over and len(moves) < length:
        seat = rng.choice(pos.actors)
        move = rng.choice(pos.moves(seat))
        pos.play(seat, move)
        moves.append((seat, game.move_numbers[move]))
    return {**seating, "seed": seed, "moves": moves}


def searches(game: Game, rounds: int, count: int) -> Iterator[Json]:
    """Searches in the middle of games."""
    asked = list(asked_seatings(game))
    for number in range(count):
        walk = one_walk(game, asked[number % len(asked)], number, 5 + 4 * number)
        pos = played(game, walk)
        rng = Random(number)
        words = [[rng.getrandbits(32) for _ in range(4)] for _ in range(2)]
        if (seat := pos.actor) is not None:
            luck = {"imagined": words[0], "search": words[1], "random": number}
            yield {"ask": "search", **walk, "seat": seat, "choices": pos.choices, "rounds": rounds, **luck}


# The native rules' answers


def dealt(game: Game, asked: Json) -> Position:
    """A table that runs by machine code, whatever engine the game's other tables use."""
    pos = game.deal(players=asked["players"], seed=asked["seed"], **asked["options"])
    return Position(game, pos.tables, pos.origin, Always(game.runtimes.by("ahead")))


def played(game: Game, asked: Json) -> Position:
    pos = dealt(game, asked)
    for seat, number in asked["moves"]:
        pos.play(seat, game.moves[number].text)
    return pos


def natively(game: Game, asked: Json) -> bytes:
    """What the same question is answered here."""
    if asked["ask"] == "ends":
        return native_ends(game, asked)
    if asked["ask"] == "told":
        return b"".join(native_told(game, asked))
    return native_search(game, asked)


def native_ends(game: Game, asked: Json) -> bytes:
    """How long whole games were, and their end states."""
    runner = Runner(game, game.ready(asked["players"], asked["options"]).tables, None, asked["seed"])
    tables = np.repeat(runner.blank, asked["games"])
    length = runner.run(tables, asked["start"]).length
    return length.tobytes() + tables.tobytes()


def native_told(game: Game, asked: Json) -> Iterator[bytes]:
    """The very numbers."""
    for pos, recipient in at_each(game, asked):
        yield np.array(pos.tell(recipient, EVERYTHING).row, np.int32).tobytes()


def at_each(game: Game, asked: Json) -> Iterator[tuple[Position, int]]:
    """After the deal and after each move, for whoever sees all, who watches, and each seat."""
    pos = dealt(game, asked)
    recipients = [ALL, WATCHER, *range(asked["players"])]
    yield from ((pos, each) for each in recipients)
    for seat, number in asked["moves"]:
        pos.play(seat, game.moves[number].text)
        yield from ((pos, each) for each in recipients)


def native_search(game: Game, asked: Json) -> bytes:
    """All that a search has written on its paper."""
    pos, rng = played(game, asked), Random(asked["random"])
    tree = Tree(View(pos, asked["seat"], rng), asked["choices"], rng, Style())
    made = np.array([tree.grow(asked["rounds"])], np.int64)
    paper = tree.paper._asdict()
    return b"".join([made.tobytes(), *(paper[name].tobytes() for name in PAPER)])
