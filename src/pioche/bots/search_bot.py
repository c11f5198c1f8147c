"""Search: play on, in imagination, from many tables that the seat can't tell apart, and choose what went best.

`weigh` says how well each move did; `SearchBot` plays the best one. The tree itself is grown by `tree.py`, in compiled
code. Until that is compiled, or loaded from the disk, the bot plays by the rule of thumb.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

import numpy as np

from pioche.bots.base import Choice, View, human_reaction
from pioche.bots.thumb_bot import ThumbBot
from pioche.bots.tree_search import LONGEST_PATH, SEATS, Rows, SearchLimits, SearchMemory, grow
from pioche.core import Audience
from pioche.core.runtimes import has_numba
from pioche.table.catalogue import counted, phrase
from pioche.table.errors import PiocheError
from pioche.table.game import Game

NODES, EDGES = 1 << 15, 1 << 18
A_FEW = 40  # rounds, to compare answers
SLICE = 0.01  # seconds between two looks at the clock
BUDGET = re.compile(r"([0-9]{1,7})(ms|s|)(?::([0-9]{1,2}))?")
NEVER = 1 << 40


@dataclass(frozen=True)
class Budget:
    """When a search stops: after some seconds, or some rounds, whichever comes first."""

    seconds: float = 1e9
    rounds: int = NEVER
    threads: int = 1

    @classmethod
    def read(cls, text: str) -> Budget:
        """`100ms`, `2s`, `2000` rounds; `2s:4` on four threads."""
        found = BUDGET.fullmatch(text)
        amount, unit, threads = (int(found[1]), found[2], int(found[3] or 1)) if found else (0, "", 0)
        if amount < 1 or threads < 1:
            raise PiocheError("setup.budget", budget=text)
        if unit:
            return cls(seconds=amount / (1000 if unit == "ms" else 1), threads=threads)
        return cls(rounds=amount, threads=threads)

    def within(self, seconds: float) -> Budget:
        return Budget(min(self.seconds, seconds), self.rounds, self.threads)


@dataclass(frozen=True)
class Style:
    """How a search thinks."""

    careless: int = 0  # of a thousand moves of a playout, those at random instead of by the rule of thumb
    patience: int = 20  # visits after which a node beyond the first begins to try other moves than the thumb's
    curiosity: float = 1.0  # how much it tries what has done less well so far
    trust: float = 0.3  # how much it trusts the rule of thumb
    chapters: int = 1  # rounds of the game, the present one included, that it plays on

    def limits(self, game: Game) -> SearchLimits:
        horizon = self.chapters * game.bots.horizon
        return SearchLimits(
            self.chapters, horizon, game.bots.margin, self.careless, self.patience, self.curiosity, self.trust
        )


class Weighed(NamedTuple):
    """A move, the share of a victory that it is thought to bring, and how often it was tried."""

    move: str
    share: float
    visits: int


class Tree:
    """One search: the table where it begins, and what has been tried."""

    def __init__(self, view: View, choices: list[str], rng: Random, style: Style) -> None:
        self.game, self.seat = view.game, view.seat
        tables = np.zeros(2, view.game.state.dtype)
        self.table = view.game.state(tables)
        self.paper = blank_paper(view, tables.view(np.uint8), choices, rng)
        self.limits = style.limits(view.game)

    def grow(self, rounds: int) -> int:
        """Some rounds more; how many moves were played in imagination."""
        return int(self.game.runtimes.silent.call(grow, self.table, self.seat, self.paper, self.limits, rounds))

    def grow_for(self, budget: Budget, started: float) -> None:
        """Grow until the budget is spent, and look at the clock so often that it is not overspent by much."""
        left, rounds = budget.rounds, 4
        while left > 0 and (now := time.perf_counter()) - started < budget.seconds:
            rounds = min(rounds, left)
            self.grow(rounds)
            left -= rounds
            took = max(time.perf_counter() - now, 1e-6)
            rounds = max(1, min(4 * rounds, int(rounds * SLICE / took)))

    def tried(self) -> Rows:
        """Visits, rewards and victories of the first moves: the first edges made are those of the root."""
        return self.paper.edges[: len(self.paper.first), 1:].copy()


def blank_paper(view: View, raw: Rows, choices: list[str], rng: Random) -> SearchMemory:
    """Paper for a search that begins at a view."""
    numbers = view.game.move_numbers
    raw[len(raw) // 2 :] = np.frombuffer(view.table.table_bytes(), np.uint8)
    return SearchMemory(
        raw=raw,
        public=public_bytes(view.game),
        first=np.array([numbers[move] for move in choices], np.int16),
        words=np.array([rng.getrandbits(32) for _ in range(4)], np.int64),
        moves=np.zeros(len(numbers), np.int16),
        nodes=np.zeros((NODES, 5), np.int64),
        edges=np.zeros((EDGES, 4), np.float64),
        path=np.zeros((LONGEST_PATH, 3), np.int64),
        counts=np.zeros(2, np.int64),
        rewards=np.zeros(3 * SEATS, np.float64),
    )


def public_bytes(game: Game) -> Rows:
    """Where in a table's record everybody may look, but for the cards: those are gone through one by one."""
    if game not in _public:
        fields: Any = game.state.dtype.fields
        names = [name for name, who in game.state.audience.items() if who is Audience.EVERYONE and name != "sizes"]
        spots = [np.arange(fields[name][1], fields[name][1] + fields[name][0].itemsize) for name in names]
        _public[game] = np.concatenate(spots).astype(np.int64)
    return _public[game]


def weigh(view: View, choices: list[str], budget: Budget, rng: Random, style: Style | None = None) -> list[Weighed]:
    """Every choice with the share of a victory that it is thought to bring, the best first.

    The best is the one that was tried most often: the search comes back to what does well.
    """
    started = time.perf_counter()
    trees = [Tree(view, choices, rng, style or Style()) for _ in range(budget.threads)]
    if budget.threads == 1:
        trees[0].grow_for(budget, started)
    else:
        with ThreadPoolExecutor(budget.threads) as pool:
            list(pool.map(lambda tree: tree.grow_for(budget, started), trees))
    tried = np.sum([tree.tried() for tree in trees], axis=0)
    weighed = [
        Weighed(move, float(won / max(visits, 1)), int(visits))
        for move, (visits, _, won) in zip(choices, tried, strict=True)
    ]
    return sorted(weighed, key=lambda each: (-each.visits, -each.share))


# Compiling behind play

_public: WeakKeyDictionary[Game, Rows] = WeakKeyDictionary()
_ready: WeakSet[Game] = WeakSet()
_preparing: WeakSet[Game] = WeakSet()
_held: list[frozenset[Game]] = []  # what was ready when somebody began to compare answers
_lock = threading.Lock()


def is_ready(game: Game) -> bool:
    return is_made_ahead(game) or game in (_held[-1] if _held else _ready)


def is_made_ahead(game: Game) -> bool:
    """Then a search begins at once."""
    return game.runtimes.silent_ahead.is_made_of(grow)


def prepare(game: Game) -> None:
    """Compile the search for a game, or load it from the disk."""
    pos = game.deal(seed=0)
    Tree(View(pos, pos.actor or 0, Random(0)), pos.choices, Random(0), Style()).grow(1)
    _ready.add(game)


def prepare_behind(game: Game) -> None:
    """Do so in another thread, once; without Numba bots go on by the thumb."""
    with _lock:
        if game in _preparing or _held or not has_numba():
            return
        _preparing.add(game)
    threading.Thread(target=prepare, args=(game,), daemon=True).start()


@contextmanager
def comparable() -> Iterator[None]:
    """For whoever compares answers: no search begins meanwhile that was not ready, and none looks at the clock."""
    _held.append(frozenset(_ready))
    try:
        yield
    finally:
        _held.pop()


class SearchBot:
    def __init__(self, budget: Budget, name: str = "search", style: Style | None = None) -> None:
        self.budget, self.name, self.style = budget, name, style or Style()

    def prepare(self, game: Game) -> None:
        """Compile now what it needs, so that it need not begin by thumb."""
        prepare(game)

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        if len(choices) == 1:
            return Choice(choices[0])
        if not is_ready(view.game):
            prepare_behind(view.game)
            return ThumbBot().choose(view, choices, seconds, rng)
        budget = Budget(rounds=min(self.budget.rounds, A_FEW)) if _held else self.budget.within(seconds)
        best = weigh(view, choices, budget, rng, self.style)[0]
        visits = counted("imagined_games", best.visits)
        return Choice(best.move, phrase("search.reason", share=round(100 * best.share), visits=visits))

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        return human_reaction(rng)
