"""A position: one table of a game at one moment, and everything that can be asked of it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from pioche.core import EVERYONE, Rule, Seat, verbs
from pioche.table.errors import PiocheError
from pioche.table.events import Event, ending, played, read_log
from pioche.table.game import Game
from pioche.table.sight import ALL, WATCHER, Sight


class Position:
    """See NOTATION in the documentation. `str(position)` shows everything; `view(seat)` what that seat may know."""

    def __init__(self, game: Game, tables: np.ndarray[Any, Any], origin: tuple[Any, ...] | None) -> None:
        self.game = game
        self._tables = tables
        self._state = game.state(tables)
        self._moves = np.zeros(len(game.moves), np.int16)
        self._scores = np.zeros(len(game.players) + game.players[0], np.int64)
        self._origin = origin if origin is not None else ("position", self._bytes())
        self._history: list[tuple[Seat, int]] = []

    # What is there

    @property
    def seats(self) -> int:
        return self._state.seats

    @property
    def over(self) -> bool:
        return bool(self._state.over)

    @property
    def scores(self) -> list[int]:
        """Points so far, seat by seat."""
        self._run(verbs.all_scores, self._scores)
        return [int(points) for points in self._scores[: self.seats]]

    @property
    def winners(self) -> list[Seat]:
        """Who has won; empty until the game is over."""
        mask = self._run(verbs.winners) if self.over else 0
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    @property
    def actor(self) -> Seat | None:
        """Sequential play: the seat asked next, None when the game is over."""
        seat = self._run(verbs.actor)
        return seat if seat >= 0 else None

    @property
    def actors(self) -> list[Seat]:
        """Every seat that may act now."""
        return [seat for seat in range(self.seats) if self._run(verbs.may_act, seat)]

    @property
    def choices(self) -> list[str]:
        """Sequential play: what the asked seat chooses from."""
        seat = self.actor
        return [] if seat is None else self._texts(self._run(verbs.choices, seat, self._moves))

    def moves(self, seat: Seat) -> list[str]:
        """A seat's legal moves; empty if it may not act."""
        if not self._run(verbs.may_act, self._checked(seat)):
            return []
        return self._texts(self._run(verbs.legal, seat, self._moves))

    # What can be done

    def play(self, seat: Seat, move: str) -> list[Event]:
        """Play a move and return its events; an IllegalMove says which rule forbids it, and nothing is changed."""
        number = self.game.move_number(self._checked(seat), move)
        self._state.noted = 0
        seen = self._run(verbs.witnesses, seat, number) if self.game.has_secret_moves else EVERYONE
        why = self._run(verbs.try_move, seat, number)
        if why:
            raise self.game.refuse(why, seat, move, number)
        self._history.append((seat, number))
        events = [played(self.game, seat, self.game.moves[number], seen), *read_log(self.game, self._state)]
        return events + ending(self.game, self.scores, self.winners) if self.over else events

    def play_all(self, seat: Seat, moves: list[str]) -> list[Event]:
        """Play several moves of a seat, all of them or, if one is refused, none."""
        tables, played = self._tables.copy(), len(self._history)
        try:
            return [event for move in moves for event in self.play(seat, move)]
        except PiocheError:
            self._tables[:] = tables
            del self._history[played:]
            raise

    def copy(self) -> Position:
        twin = Position(self.game, self._tables.copy(), self._origin)
        twin._history = self._history.copy()
        return twin

    def imagine(self, seat: Seat, rng: Random) -> Position:
        """A position that the seat can't tell from this one: what it does not know is dealt anew by `rng`."""
        tables = self._tables.copy()
        twin = Position(self.game, tables, ())
        words = np.array([rng.getrandbits(32) for _ in range(4)], np.int64)
        twin._run(verbs.imagine, self._checked(seat), words)
        twin._origin = ("position", twin._bytes())
        return twin

    # Text

    def view(self, seat: Seat | None) -> str:
        """The notation with '?' for what a seat may not know; None is a spectator."""
        viewer = WATCHER if seat is None else self._checked(seat)
        return self.game.notation.write(self.game, Sight(self._state, viewer))

    def __str__(self) -> str:
        return self.game.notation.write(self.game, Sight(self._state, ALL))

    def __repr__(self) -> str:
        return f"<Position {str(self).splitlines()[0]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    # The machinery

    def use_every_rule(self) -> None:
        """Run everything once, so that it is compiled."""
        twin = self.imagine(0, Random(0))
        twin.play(twin.actor or 0, twin.choices[0])
        for seat in self.actors:
            self.moves(seat)
        self._run(verbs.winners)
        self._run(verbs.all_scores, self._scores)

    def _run(self, verb: Rule[..., Any], *args: Any) -> Any:
        """Run a rule on this table, by the game's engine."""
        if self.game.engine == "compiled":
            enter: Any = self.game.compiled[verbs.AT_TABLE[verb]]
            return enter(self._tables, *args)
        plain = (arg.data if isinstance(arg, np.ndarray) else arg for arg in args)
        return self.game.interpreted[verb](self._state, *plain)

    def _texts(self, n: int) -> list[str]:
        return [self.game.moves[number].text for number in self._moves[:n].tolist()]

    def _checked(self, seat: Seat) -> Seat:
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.seats:
            raise PiocheError("setup.seat", seat=seat, seats=self.seats)
        return int(seat)

    def _bytes(self) -> bytes:
        return self._tables.tobytes()[: self.game.state.dtype.itemsize]
