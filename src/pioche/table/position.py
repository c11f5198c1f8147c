"""A position: one table of a game at one moment, and everything that can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pioche.core import EVERYONE, Rule, Seat, hooks
from pioche.core.observation import observe
from pioche.table.commitment import checked_bytes, luck
from pioche.table.errors import PiocheError
from pioche.table.events import Event, ending, played, read_log
from pioche.table.game import BIG, Game, sow_words
from pioche.table.observation_layout import layout
from pioche.table.visibility import ALL, WATCHER, Lists, Sight

FIGURES = 128  # numbers that a game may tell beside its cards
EXACT = 1 << 24  # up to here a float32 holds every whole number


class Mark(NamedTuple):
    """All that a position was at one moment, for `restore`."""

    tables: bytes
    history: list[tuple[Seat, int]]
    origin: tuple[Any, ...]
    key: bytes | None
    earlier: int


class Position:
    """See NOTATION in the documentation. `str(position)` shows everything; `view(seat)` what that seat may know."""

    def __init__(self, game: Game, tables: np.ndarray[Any, Any], origin: tuple[Any, ...] | None) -> None:
        self.game = game
        self._tables = tables
        self._state = game.state(tables)
        self._moves = np.zeros(len(game.moves), np.int16)
        self._scores = np.zeros(len(game.players) + game.players[0], np.int64)
        self._figures = np.zeros(FIGURES, np.int64)
        self._origin = origin if origin is not None else ("position", self._bytes())
        self._history: list[tuple[Seat, int]] = []
        self._key: bytes | None = None  # gives every move its randomness
        self._earlier = 0  # moves played from the key before the history begins

    # What is there

    @property
    def seats(self) -> int:
        return self._state.seats

    @property
    def played(self) -> int:
        """How many moves of the game have been played."""
        return self._earlier + len(self._history)

    @property
    def over(self) -> bool:
        return bool(self._state.over)

    @property
    def scores(self) -> list[int]:
        """Points so far, seat by seat."""
        return self.standing[1]

    def figures(self, seat: Seat | None) -> dict[str, list[int]]:
        """What the table counts for a seat, from what that seat may know: the game says what."""
        if not self.game.figures:
            return {}
        viewer = -1 if seat is None else self._checked(seat)
        told = self._figures[: self._run(hooks.tally, viewer, self._figures)].tolist()
        figures, start = {}, 0
        for name in self.game.figures:
            end = told.index(hooks.STOP, start)
            figures[name], start = told[start:end], end + 1
        return figures

    def observe(self, seat: Seat) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What a seat knows, as a row of numbers: see docs/observations.md."""
        row = np.zeros(layout(self.game, self.seats).width, np.float32)
        self._run(observe, self._checked(seat), row, EXACT)
        return row

    @property
    def winners(self) -> list[Seat]:
        """Who has won; empty until the game is over."""
        mask = self._run(hooks.winners) if self.over else 0
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    @property
    def actor(self) -> Seat | None:
        """Sequential play: the seat asked next, None when the game is over."""
        seat = self._run(hooks.actor)
        return seat if seat >= 0 else None

    @property
    def actors(self) -> list[Seat]:
        """Every seat that may act now."""
        return self.standing[0]

    @property
    def standing(self) -> tuple[list[Seat], list[int]]:
        """Every seat that may act now, and the points so far, seat by seat."""
        mask, seats = self._run(hooks.standing, self._scores), self.seats
        return [seat for seat in range(seats) if mask >> seat & 1], self._scores[:seats].tolist()

    @property
    def choices(self) -> list[str]:
        """Sequential play: what the asked seat chooses from."""
        seat = self.actor
        return [] if seat is None else self._texts(self._run(hooks.choices, seat, self._moves))

    def moves(self, seat: Seat) -> list[str]:
        """A seat's legal moves; empty if it may not act."""
        seat = self._checked(seat)
        if not self._run(hooks.may_act, seat):
            return []
        return self._texts(self._run(hooks.legal, seat, self._moves))

    # What can be done

    def play(self, seat: Seat, move: str) -> list[Event]:
        """Play a move and return its events; an IllegalMove says which rule forbids it, and nothing is changed."""
        seat = self._checked(seat)
        number = self.game.move_number(seat, move)
        self._state.noted = 0
        seen = self._run(hooks.witnesses, seat, number) if self.game.has_secret_moves else EVERYONE
        why = self._run(hooks.try_move, seat, number) if self._key is None else self._try_sown(seat, number)
        if why:
            raise self.game.refuse(why, seat, move, number)
        self._history.append((seat, number))
        events = [played(self.game, seat, self.game.moves[number], seen), *read_log(self.game, self._state)]
        return events + ending(self.game, self.scores, self.winners) if self.over else events

    def play_all(self, seat: Seat, moves: Sequence[str]) -> list[Event]:
        """Play several moves of a seat, all of them or, if one is refused, none.

        Only the last one may show the seat anything new: what a refused batch had shown could not be taken back.
        """
        if len(moves) == 1:
            return self.play(seat, moves[0])
        mark = self.mark()
        try:
            quiet = [event for move in moves[:-1] for event in self._play_quietly(self._checked(seat), move)]
            return quiet + [event for move in moves[-1:] for event in self.play(seat, move)]
        except BaseException:
            self.restore(mark)
            raise

    def foresee(self, seat: Seat, moves: Sequence[str]) -> Position | None:
        """The position that moves of a seat would lead to; None if the last one would show the seat anything new."""
        twin = self.copy()
        *first, last = moves
        for move in first:
            twin._play_quietly(twin._checked(seat), move)
        try:
            twin._play_quietly(twin._checked(seat), last)
        except PiocheError as error:
            if error.reason[0] != "batch.reveals":
                raise
            return None
        return twin

    def mark(self) -> Mark:
        """Where the game stands now; `restore` comes back to it, whatever was played in between."""
        return Mark(self._tables.tobytes(), self._history.copy(), self._origin, self._key, self._earlier)

    def restore(self, mark: Mark) -> None:
        """Go back to a mark of this position, or of one that it was copied from or to."""
        self._tables.view(np.uint8)[:] = np.frombuffer(mark.tables, np.uint8)
        self._history = mark.history.copy()
        self._origin, self._key, self._earlier = mark.origin, mark.key, mark.earlier

    def sow(self, key: bytes, moves_played: int) -> None:
        """Go on with a game of this key, restored from its text after so many moves; its record begins here."""
        if isinstance(moves_played, bool) or not isinstance(moves_played, int) or not 0 <= moves_played < BIG:
            raise PiocheError("setup.moves_played", moves=moves_played)
        self._key, self._earlier = checked_bytes(key), moves_played
        self._origin, self._history = ("position", self._bytes()), []

    def copy(self) -> Position:
        twin = Position(self.game, self._tables.copy(), self._origin)
        twin._history, twin._key, twin._earlier = self._history.copy(), self._key, self._earlier
        return twin

    def imagine(self, seat: Seat, rng: Random) -> Position:
        """A position that the seat can't tell from this one: what it does not know is dealt anew by `rng`.

        It has no key: it must not know what is still to come.
        """
        tables = self._tables.copy()
        twin = Position(self.game, tables, ())
        words = np.array([rng.getrandbits(32) for _ in range(4)], np.int64)
        twin._run(hooks.imagine, self._checked(seat), words)
        twin._origin = ("position", twin._bytes())
        return twin

    # Text

    def view(self, seat: Seat | None) -> str:
        """The notation with '?' for what a seat may not know; None is a spectator."""
        viewer = WATCHER if seat is None else self._checked(seat)
        return self.game.notation.write(self.game, Sight(self._state, viewer))

    def views(self, seats: Iterable[Seat | None]) -> list[str]:
        """Several views of one moment; who sees what another sees is given the same text."""
        written: list[tuple[Sight, str]] = []
        lists = Lists.of(self._state)
        for seat in seats:
            sight = Sight(self._state, WATCHER if seat is None else self._checked(seat), lists)
            same = next((text for other, text in written if sight.sees_like(other)), None)
            written.append((sight, self.game.notation.write(self.game, sight) if same is None else same))
        return [text for _, text in written]

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
        seat = twin.actor or 0
        move = twin.choices[0]
        for verb in (hooks.witnesses, hooks.thumb):
            twin._run(verb, seat, self.game.move_numbers[move])
        twin.moves(seat)
        twin.play(seat, move)
        twin._run(hooks.winners)
        twin._run(hooks.standing, twin._scores)
        twin._run(hooks.tally, seat, twin._figures)
        twin.observe(seat)

    def _try_sown(self, seat: Seat, number: int) -> int:
        """Try a move with the randomness that the key has for it; a refused one leaves the generator as it was."""
        before = self._luck()
        sow_words(self._state, self._next_luck())
        why: int = self._run(hooks.try_move, seat, number)
        if why:
            sow_words(self._state, before)
        return why

    def _luck(self) -> tuple[int, ...]:
        """The generator's words."""
        words: Any = self._state.rng  # a window on the record
        return tuple(words)

    def _next_luck(self) -> tuple[int, ...]:
        """The words that the generator has when the next move begins."""
        return self._luck() if self._key is None else luck(self._key, self._earlier + len(self._history) + 1)

    def _play_quietly(self, seat: Seat, move: str) -> list[Event]:
        """Play a move that others follow: it may not draw lots, nor show or move a card that the seat does not know."""
        words, hidden, places = self._next_luck(), self._column("known") >> seat & 1 == 0, self._column("place")
        events = self.play(seat, move)
        touched = (self._column("known") >> seat & 1 == 1) | (self._column("place") != places)
        if self._luck() != words or (hidden & touched).any():
            raise PiocheError("batch.reveals", move=move)
        return events

    def _column(self, name: str) -> np.ndarray[Any, Any]:
        """A fact about every card, as it is now."""
        return np.array(self._tables[name][0])

    def _run(self, verb: Rule[..., Any], *args: Any) -> Any:
        """Run a rule on this table, by the game's engine."""
        if self.game.engine == "compiled":
            return self.game.entrances[verb](self._tables, *args)
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
