"""Many games of uniformly random play, in compiled code on all cores; the same seed gives the same games everywhere."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from pioche.arena.observed_games import ObservedGames
from pioche.arena.observers import Observer
from pioche.bots import check_bots
from pioche.core import playouts
from pioche.core.playouts import Matches, Playouts
from pioche.core.runtime import Runtime
from pioche.table.batch import POLICIES, without_log
from pioche.table.errors import PiocheError
from pioche.table.game import BIG, Game

CHUNK = 500  # games played in one call
SEATS = 1 << 40  # the first stream of randomness for seats; those below are for tables

Tables = np.ndarray[Any, Any]


@dataclass
class SimulationResult:
    """What came of the games played so far."""

    game: str
    players: int
    seed: int
    options: dict[str, Any]
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    moves_per_second: float = 0.0
    mean_length: float = 0.0
    mean_score: list[float] = field(default_factory=list)
    win_share: list[float] = field(default_factory=list)
    digest: str = ""
    bots: list[str] = field(default_factory=list)  # where given, scores and wins are theirs, not the seats'
    engine: str = ""  # that ran the rules

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class SimulatedChunk:
    length: np.ndarray[Any, Any]
    points: np.ndarray[Any, Any]
    won: np.ndarray[Any, Any]
    digest: bytes = b""

    def by_bot(self, start: int) -> SimulatedChunk:
        """From seats to bots: in game k the bot at seat s is number (s + k) modulo the seats."""
        games, seats = self.points.shape
        seat = (np.arange(seats) - np.arange(start, start + games)[:, None]) % seats
        self.points = np.take_along_axis(self.points, seat, axis=1)
        self.won = np.take_along_axis(self.won, seat, axis=1)
        return self


@dataclass(frozen=True)
class SimulationSettings:
    """How a simulation is run; the games are the same, however it is."""

    engine: str | None = None  # "interpreted", "ahead" or "jit"; None: the quickest there is
    jobs: int | None = None  # threads; None: as many as there are processors
    progress: Callable[[int, int], None] = lambda games, moves: None
    observers: Sequence[Observer] = ()  # then games are played move by move, in one thread

    @property
    def threads(self) -> int:
        return 1 if self.observers else self.jobs or os.cpu_count() or 1


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    bots: list[str] | None = None,
    **how: Any,
) -> SimulationResult:
    """Play games 0 … games - 1 of a seed. Ctrl-C stops it; what was played until then is the result.

    Without bots everybody plays at random. Bots sit down in turn until all seats are taken, and move on by one seat
    from game to game. What else may be said is in `SimulationSettings`: engine, jobs, progress, observers.
    """
    settings = SimulationSettings(**how)
    if not 0 <= seed < BIG:
        raise PiocheError("setup.seed", seed=seed)
    if games < 1:
        raise PiocheError("setup.games", games=games)
    blank = game.ready(players, options or {})
    result = SimulationResult(game.id, players, seed, options or {}, bots=seated(bots or [], players))
    run = Runner(game, blank.tables, settings.engine, seed, result.bots)
    run.prepare(settings.observers)
    result.engine = run.runtime.name
    started = time.perf_counter()
    chunks: list[SimulatedChunk] = []
    try:
        for chunk in in_order(run, games, settings.threads):
            chunks.append(chunk)
            settings.progress(len(chunk.length), int(chunk.length.sum()))
    except KeyboardInterrupt:
        if not chunks:
            raise
    result.seconds = round(time.perf_counter() - started, 6)
    return summed_up(result, chunks)


def seated(bots: list[str], players: int) -> list[str]:
    """Bots at all the seats, the list taken again from its beginning until they are full."""
    check_bots(bots, players)
    for name in bots:
        if name not in POLICIES:
            raise PiocheError("setup.simulated", name=name, known=", ".join(POLICIES))
    return [bots[seat % len(bots)] for seat in range(players)] if bots else []


def in_order(run: Runner, games: int, jobs: int) -> Iterator[SimulatedChunk]:
    """Chunks as they come, in order, a few ahead of the one waited for."""
    starts = range(0, games, CHUNK)
    with ThreadPoolExecutor(jobs) as pool:
        waiting: list[Future[SimulatedChunk]] = []
        try:
            for start in starts:
                waiting.append(pool.submit(run.play, start, min(CHUNK, games - start)))
                if len(waiting) > 2 * jobs:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()


class Runner:
    """Plays a chunk of games by one runtime."""

    def __init__(
        self, game: Game, blank: np.ndarray[Any, Any], engine: str | None, seed: int, bots: Sequence[str] = ()
    ) -> None:
        self.game, self.seed = game, seed
        self.policy = np.array([POLICIES.index(name) for name in bots], np.int64)
        self.blank = without_log(game, blank)
        self.engine = engine
        self.rule = playouts.run_match if bots else playouts.run_playout
        self.runtime: Runtime = game.silent_by_engine(engine, self.rule)
        self.observed: ObservedGames | None = None

    def prepare(self, observers: Sequence[Observer]) -> None:
        """Compile before the clock starts; from then on the observers look on."""
        if not observers:
            self.play(0, 1)
            return
        if self.engine is None:
            self.game.compile()
        self.runtime = self.game.by_engine(self.engine) if self.engine else self.game.runtime
        self.observed = ObservedGames(self.game, observers, self.runtime)

    def play(self, start: int, games: int) -> SimulatedChunk:
        tables = np.repeat(self.blank, games)
        chunk = self.run(tables, start)
        chunk.digest = hashlib.blake2b(tables.tobytes(), digest_size=16).digest()
        return chunk

    def run(self, tables: Tables, start: int) -> SimulatedChunk:
        """Play one game at each table; they hold the end states then."""
        games, seats = len(tables), int(tables["seats"][0])
        length, won, points = (np.zeros(size, np.int64) for size in (games, games, games * seats))
        if len(self.policy):
            length = self.match(tables, start, points, won).sum(axis=1)
        else:
            columns = Playouts(self.seed, start, np.zeros(4, np.int64), length, points, won)
            self.play_all(tables, columns)
        tables["work"] = 0
        wins = np.stack([won >> seat & 1 for seat in range(seats)], axis=1)
        chunk = SimulatedChunk(length, points.reshape(games, seats), wins)
        return chunk.by_bot(start) if len(self.policy) else chunk

    def play_all(self, tables: Tables, columns: Any) -> None:
        if self.observed is None:
            self.runtime.each(self.rule, tables, columns, len(self.game.moves))
        else:
            self.observed.play_all(tables, columns)

    def match(self, tables: Tables, start: int, points: Tables, won: Tables) -> Tables:
        """The same deals as without bots; they sit one seat further in each game, with randomness of their own.

        How many moves each seat made.
        """
        games, seats = len(tables), len(points) // len(tables)
        number = np.arange(start, start + games)
        luck = np.stack([np.full(games, self.seed), 2 * number, SEATS + number * seats], axis=1)
        policy = self.policy[(np.arange(seats) + number[:, None]) % seats]
        columns = Matches(luck, policy, np.zeros((seats, 4), np.int64), np.zeros_like(policy), points, won)
        self.play_all(tables, columns)
        made: Tables = columns.made
        return made


def summed_up(result: SimulationResult, chunks: list[SimulatedChunk]) -> SimulationResult:
    length = np.concatenate([chunk.length for chunk in chunks])
    points = np.concatenate([chunk.points for chunk in chunks])
    won = np.concatenate([chunk.won for chunk in chunks])
    shares = won / won.sum(axis=1, keepdims=True)
    result.games, result.moves = len(length), int(length.sum())
    result.moves_per_second = round(result.moves / max(result.seconds, 1e-9))
    result.mean_length = round(float(length.mean()), 4)
    result.mean_score = [round(float(x), 4) for x in points.mean(axis=0)]
    result.win_share = [round(float(x), 4) for x in shares.mean(axis=0)]
    result.digest = hashlib.blake2b(b"".join(chunk.digest for chunk in chunks), digest_size=16).hexdigest()
    return result
