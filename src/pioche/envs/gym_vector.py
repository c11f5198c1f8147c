"""Gymnasium: thousands of tables in step, one compiled call for all; compiled bots play the other seats."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pioche.envs.catalogue import CATALOGUE
from pioche.envs.rewards import returns
from pioche.envs.svg_picture import draw
from pioche.table.batch import Batch, batch
from pioche.table.devices import greatest
from pioche.table.errors import PiocheError
from pioche.table.game import Game
from pioche.table.game_registry import game

Array = np.ndarray[Any, Any]
RENDER_MODES = ["ansi", "svg"]


def vector(
    name: str | Game,
    num_envs: int,
    players: int | None = None,
    opponents: str | Sequence[str] = "random",
    **settings: Any,
) -> GymVectorEnv:
    """Many tables of a game as a vector environment: settings as of `GymVectorEnv`; options of the game may follow."""
    return GymVectorEnv(name, num_envs, players, opponents, **settings)


class GymVectorEnv(VectorEnv[Array, Array, Array]):
    """At every table one seat learns and bots play the others: table k's learner sits at seat k modulo the players.

    The observation is a row of numbers (docs/observations.md); `info["action_mask"]` has a True for each move that may
    be chosen. The reward comes at the end: 1 for winning, -1 / (players - 1) for losing, a tie in between. A table
    whose game is over deals the next game in the next step, whatever the action (AutoresetMode.NEXT_STEP). An action
    that is not in the mask is an error or, with `illegal="loss"`, ends the game with reward -1. With `copy=False` the
    arrays returned are filled anew by the next step. Other settings are those of `pioche.batch`: dtype, threads, and
    the game's options.
    """

    def __init__(
        self,
        name: str | Game,
        num_envs: int,
        players: int | None = None,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        illegal: str = "error",
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise PiocheError("envs.render", CATALOGUE, mode=render_mode, known=", ".join(RENDER_MODES))
        if illegal not in ("error", "loss"):
            raise PiocheError("envs.how", CATALOGUE, how=illegal)
        self.illegal, self.copy, self.render_mode, self.num_envs = illegal, copy, render_mode, num_envs
        self.metadata = {"render_modes": RENDER_MODES, "autoreset_mode": AutoresetMode.NEXT_STEP}
        seating = {"players": players, "bots": opponents, "seat": seat}
        self._settings: dict[str, Any] = {**seating, **settings}
        self.tables: Batch = batch(game(name), num_envs, seed=0, **self._settings)
        self._dealt = False
        self._make_spaces(np.dtype(settings.get("dtype", "int8")))

    def _make_spaces(self, dtype: np.dtype[Any]) -> None:
        """The spaces, and the arrays that every step fills."""
        n, width, moves = self.tables.shape
        most = float(greatest(dtype))
        self.single_observation_space = Box(-most, most, (width,), dtype.type)
        self.single_action_space = Discrete(moves)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._mask, self._seen = np.zeros((n, moves), np.bool_), np.zeros((n, width), dtype)
        self._done, self._rows = np.zeros(n, np.bool_), np.arange(n)

    @property
    def seats(self) -> Array:
        """Where the learner sits at each table."""
        return self.tables.asked_seats  # type: ignore[no-any-return]

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal everywhere; the same seed deals the same games, whatever the number of threads."""
        if seed is None and self._dealt:
            self.tables.reset()
        else:
            first = seed[0] if isinstance(seed, (list, tuple)) else seed
            first = secrets.randbits(48) if first is None else first
            self.tables = batch(self.tables.game, self.num_envs, seed=first, **self._settings)
        while self.tables.over().any():  # bots may end a game before the learner is asked
            self.tables.renew()
        self._dealt, self._done = True, np.zeros(self.num_envs, np.bool_)
        self.tables.turn(np.full(self.num_envs, -1), self._done, self._mask, self._seen)
        return self._told()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play the learners' actions and whatever bots play then; deal anew where a game was over before."""
        if not self._dealt:
            raise PiocheError("envs.reset_first", CATALOGUE)
        given = self.tables.numbers(actions)
        wrong = self._wrong(given)
        self.tables.turn(np.where(wrong, -1, given) if wrong.any() else given, self._done, self._mask, self._seen)
        over = self.tables.over()
        rewards = self._rewards(over)
        rewards[wrong] = -1.0
        self._done = over | wrong
        seen, info = self._told()
        return seen, rewards, self._done.copy(), np.zeros(self.num_envs, np.bool_), info

    def _wrong(self, given: Array) -> Array:
        """Where the action may not be chosen: an error, or a lost game."""
        inside = (given >= 0) & (given < self._mask.shape[1])
        wrong: Array = ~(self._mask[self._rows, np.where(inside, given, 0)] & inside | self._done)
        if self.illegal == "error" and wrong.any():
            table = int(wrong.argmax())
            move = self.tables.moves[given[table]] if inside[table] else given[table]
            raise PiocheError("envs.illegal", CATALOGUE, table=table, move=move)
        return wrong

    def _rewards(self, over: Array) -> Array:
        """What the games that are over were worth to the learners."""
        ended = over.nonzero()[0]
        rewards = np.zeros(self.num_envs, np.float32)
        worth = returns(self.tables.winners()[ended], self.tables.players)
        rewards[ended] = worth[np.arange(len(ended)), self.seats[ended]]
        return rewards

    def _told(self) -> tuple[Array, dict[str, Any]]:
        if self.copy:
            return self._seen.copy(), {"action_mask": self._mask.copy()}
        return self._seen, {"action_mask": self._mask}

    def render(self) -> tuple[str, ...] | None:
        """Every table as its learner sees it."""
        if self.render_mode is None:
            return None
        views = [self.tables.position(i).view(int(seat)) for i, seat in enumerate(self.seats)]
        return tuple(draw(self.tables.game, view) if self.render_mode == "svg" else view for view in views)
