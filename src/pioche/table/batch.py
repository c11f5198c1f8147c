"""Many tables of a game as one array, in step: what programs that learn play at.

    tables = pioche.batch("kolpa", 4096, players=2, seed=1)
    while not tables.over().all():
        tables.play(choose(tables.observe(), tables.legal()))

Table i plays game i of the seed, then game i + n, and so on: the same games as `simulate` and `deal`, whatever the
number of threads, and on the GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pioche.core.batch_step import EVERY_SEAT, MASK, NO_MOVE, NO_SEAT, OBSERVE, PLAY, RENEW, SCORE
from pioche.core.runtime import Runtime
from pioche.core.runtimes import Always
from pioche.core.seats import letter
from pioche.table.catalogue import counted
from pioche.table.devices import Array, CpuDevice, Device, Request, cuda_device
from pioche.table.errors import PiocheError
from pioche.table.game import BIG, Game
from pioche.table.game_registry import game as find_game
from pioche.table.observation_layout import layout
from pioche.table.position import Position

POLICIES = ("random", "thumb")  # the players that are compiled
MOST = 1 << 24  # tables


def batch(
    game: str | Game,
    n: int,
    players: int | None = None,
    seed: int = 0,
    *,
    device: str = "cpu",
    dtype: str = "int8",
    threads: int | None = None,
    bots: str | Sequence[str] | None = None,
    seat: int | Sequence[int] | None = None,
    **options: Any,
) -> Batch:
    """n tables of a game, dealt. Every seat is asked in its turn, unless `bots` play the others and `seat` is asked.

    Observations are `int8` (numbers beyond ±127 cut off) or `float32`. `device="cuda"` keeps all on the GPU.
    """
    chosen = find_game(game)
    players = chosen.players[0] if players is None else players
    blank = without_log(chosen, chosen.ready(players, options).tables)
    check_numbers(n, seed, dtype)
    if device not in ("cpu", "cuda"):
        raise PiocheError("batch.device", device=device)
    asked, policy = asked_seats(n, players, bots, seat), policies(players, bots)
    make = CpuDevice if device == "cpu" else cuda_device()
    return Batch(chosen, players, make(chosen, np.repeat(blank, n), np.dtype(dtype), seed, threads), asked, policy)


def check_numbers(n: Any, seed: Any, dtype: str) -> None:
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n <= MOST:
        raise PiocheError("batch.size", n=n, most=MOST)
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < BIG:
        raise PiocheError("setup.seed", seed=seed)
    if dtype not in ("int8", "float32"):
        raise PiocheError("batch.dtype", dtype=dtype)


def without_log(game: Game, tables: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Tables as simulation keeps them, without room for events."""
    blank = np.zeros(len(tables), game.state.dtype)
    copy_fields(game, tables, blank)
    return blank


def position_of(game: Game, table: np.ndarray[Any, Any], runtime: Runtime | None = None) -> Position:
    """One table of a batch or a simulation as a position, with room for events."""
    record = np.zeros(1, game.state.logged)
    copy_fields(game, table, record)
    return Position(game, record, None, None if runtime is None else Always(runtime))


def copy_fields(game: Game, source: np.ndarray[Any, Any], target: np.ndarray[Any, Any]) -> None:
    """All that a table is, but for its log of events."""
    for name in game.state.dtype.names or ():
        target[name] = source[name]


class Batch:
    """See `batch`. Arrays that it returns are new ones; where an array is given as `out`, that one is filled."""

    def __init__(self, game: Game, players: int, device: Device, asked: Array, policy: Array) -> None:
        self.game, self.players, self.device = game, players, device
        self.moves = [move.text for move in game.moves]
        self.asked_seats = device.put(asked, np.int64)
        self._policy = device.put(policy, np.int64)
        self._none = device.put(np.full(len(self), NO_MOVE), np.int64)  # no move; and no viewer but the asked one
        self._nowhere = device.put(np.zeros(len(self)), np.uint8)
        self.reset()

    def __len__(self) -> int:
        return self.device.n

    @property
    def shape(self) -> tuple[int, int, int]:
        """Tables, numbers in an observation, moves."""
        return len(self), layout(self.game, self.players).width, len(self.moves)

    # Questions

    def legal(self, out: Array | None = None) -> Array:
        """What the asked seats choose from: True for each choice, tables × moves."""
        mask = self._room(out, (len(self), len(self.moves)), np.bool_)
        self._attend(MASK, mask=mask)
        return mask

    def actors(self) -> Array:
        """The seat asked at each table, -1 where the game is over."""
        return self.device.copy("asked")

    def observe(self, seat: int | None = None, out: Array | None = None) -> Array:
        """What a seat knows at each table, else the asked one (zeros where the game is over): tables × numbers."""
        if seat is not None and not 0 <= seat < self.players:
            raise PiocheError("setup.seat", seat=seat, seats=self.players)
        seen = self._room(out, self.shape[:2], self.device.dtype)
        viewers = self._none if seat is None else self.device.put(np.full(len(self), seat), np.int64)
        self._attend(OBSERVE, seen=seen, viewers=viewers)
        return seen

    def scores(self) -> Array:
        """The points so far, tables × seats."""
        points = self.device.empty((len(self), self.players), np.int64)
        self._attend(SCORE, points=points)
        return points

    def over(self) -> Array:
        """Where the game is over."""
        return self.device.copy("over")

    def winners(self) -> Array:
        """Who has won, one bit a seat; 0 while the game goes on."""
        return self.device.copy("won")

    def position(self, table: int) -> Position:
        """One table as a position, to look at; what is played there changes nothing here."""
        if isinstance(table, bool) or not 0 <= table < len(self):
            raise PiocheError("batch.table", table=table, last=len(self) - 1)
        return position_of(self.game, self.device.table(table))

    # Moves

    def play(self, moves: Array) -> None:
        """Play a move at each table, by its number; -1 leaves a table alone. All of them or, if one is wrong, none."""
        given = self.numbers(moves)
        self._attend(0, moves=given)
        if (table := self.device.first_wrong()) >= 0:
            raise self._refuse(table, int(self.device.one(given, table)))
        self._attend(PLAY, moves=given)

    def reset(self, which: Array | None = None) -> None:
        """Deal new games: everywhere, or at the tables whose numbers, or a True for each of them, are given."""
        self._attend(0, which=self.device.put(self._tables(which), np.uint8))

    def renew(self) -> None:
        """Deal a new game wherever one is over."""
        self._attend(RENEW)

    def turn(self, moves: Array, which: Array, mask: Array, seen: Array) -> None:
        """All in one go: deal anew where `which` says so, play the moves elsewhere, fill mask and observations.

        Moves are not checked: that they are among the choices, the caller knows from the mask of the turn before.
        """
        given = np.where(which, NO_MOVE, moves)
        dealt = self.device.put(which, np.uint8)
        self._attend(PLAY | MASK | OBSERVE, which=dealt, moves=given, viewers=self.asked_seats, mask=mask, seen=seen)

    # How it is asked

    def _attend(self, asked_for: int, **arrays: Array) -> None:
        request = Request(asked_for, self._nowhere, self._none, self.asked_seats, self._none, self._policy)
        self.device.attend(request._replace(**arrays))

    def _room(self, out: Array | None, shape: tuple[int, ...], dtype: Any) -> Array:
        """The array to fill: the one given, if it is of the right kind, or a new one."""
        if out is None:
            return self.device.empty(shape, dtype)
        given = self.device.take(out)
        if given.shape != shape or given.dtype != dtype or not is_contiguous(out):
            got = f"{given.dtype} {tuple(given.shape)}"
            raise PiocheError("batch.out", dtype=np.dtype(dtype), shape=shape, got=got)
        return out

    def numbers(self, moves: Array) -> Array:
        """One whole number a table, as the rules want them."""
        given = self.device.take(moves)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            n = counted("whole_numbers", len(self))
            raise PiocheError("batch.shape", n=n, got=f"{given.dtype} {tuple(given.shape)}")
        return self.device.put(given, np.int64)

    def _refuse(self, table: int, move: int) -> PiocheError:
        """Why a move is wrong, and at which table."""
        pos = self.position(table)
        if pos.over:
            return PiocheError("batch.over", table=table)
        if not 0 <= move < len(self.moves):
            return PiocheError("batch.number", table=table, move=move, last=len(self.moves) - 1)
        return PiocheError("batch.illegal", table=table, move=self.moves[move], seat=letter(pos.actor or 0))

    def _tables(self, which: Array | None) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which tables are meant."""
        if which is None:
            return np.ones(len(self), np.bool_)
        given = self.device.on_host(which)
        if given.dtype == np.bool_ and given.shape == (len(self),):
            return given
        given = given.astype(np.int64) if given.dtype.kind in "iu" or not given.size else np.array([-1])
        if given.ndim != 1 or ((given < 0) | (given >= len(self))).any():
            raise PiocheError("batch.which", last=len(self) - 1)
        return np.isin(np.arange(len(self)), given)


def is_contiguous(array: Array) -> bool:
    """May it be filled row by row, without gaps?"""
    if hasattr(array, "__cuda_array_interface__"):
        return array.__cuda_array_interface__.get("strides") is None
    return isinstance(array, np.ndarray) and array.flags.c_contiguous and array.flags.writeable


def asked_seats(n: int, players: int, bots: str | Sequence[str] | None, seat: int | Sequence[int] | None) -> Array:
    """Who is asked at each table: every seat; with bots, one of them, from table to table another, or the one given."""
    if bots is None:
        if seat is not None:
            raise PiocheError("batch.seat_alone")
        return np.full(n, EVERY_SEAT)
    seats = np.arange(n) % players if seat is None else np.asarray(seat)
    if seats.dtype.kind not in "iu" or ((seats < NO_SEAT) | (seats >= players) | (seats == EVERY_SEAT)).any():
        raise PiocheError("setup.seat", seat=seat, seats=players)
    if seats.shape not in ((), (n,)):
        raise PiocheError("batch.shape", n=counted("whole_numbers", n), got=f"{seats.dtype} {seats.shape}")
    return np.broadcast_to(seats, (n,))


def policies(players: int, bots: str | Sequence[str] | None) -> Array:
    """How the seats after the asked one play: the names given, taken again from the first one until all have theirs."""
    names = [bots] if isinstance(bots, str) else list(bots or ["random"])
    for name in names:
        if name not in POLICIES:
            raise PiocheError("setup.simulated", name=name, known=", ".join(POLICIES))
    if len(names) > players:
        raise PiocheError("setup.bots", bots=len(names), seats=players)
    return np.array([POLICIES.index(names[(steps - 1) % len(names)]) for steps in range(players)])
