"""A position: one table of a game at one moment, and everything that can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pioche.core import Rule, Seat, hooks, tell
from pioche.core.ahead_runtime import checked
from pioche.core.encode_observation import observe
from pioche.core.imagine_unseen_cards import imagine
from pioche.core.refusals import WORD
from pioche.core.runtime import Runtime
from pioche.core.runtimes import Always, Present
from pioche.core.state import LOG_COLUMNS, LOG_ROWS
from pioche.core.table_calls import TableCalls, calls_on
from pioche.core.tell import ALL, WATCHER
from pioche.table.errors import IllegalMove, PiocheError
from pioche.table.events import Event, Events
from pioche.table.game import BIG, Game, set_rng
from pioche.table.observation_layout import layout
from pioche.table.origin import Origin
from pioche.table.shuffle_commitment import checked_bytes, move_entropy
from pioche.table.told import Told

Tables = np.ndarray[Any, Any]
EXACT = 1 << 24  # up to here a float32 holds every whole number


class Mark(NamedTuple):
    """All that a position was at one moment, for `restore`."""

    tables: bytes
    history: list[tuple[Seat, int]]
    origin: Origin


class Look(NamedTuple):
    """What one recipient is shown of a moment."""

    view: str
    moves: list[str]  # that it may make
    choices: list[str]  # sequential play: what it chooses from, if it is the one who is asked
    figures: dict[str, list[int]]


class Position:
    """See NOTATION in the documentation. `str(position)` shows everything; `view(seat)` what that seat may know.

    For tools: `state` is the rules' window on the table and `tables` the array that holds it, `ask` runs any rule on
    it, `origin` and `history` are what its record is made of.
    """

    def __init__(self, game: Game, tables: Tables, origin: Origin | None, runtimes: Present | None = None) -> None:
        self.game, self.tables = game, tables
        self.state = game.state(tables)
        self.origin = Origin.written(self.table_bytes()) if origin is None else origin
        self.history: list[tuple[Seat, int]] = []  # moves by number
        self._runtimes: Present = game.runtimes if runtimes is None else runtimes
        self._calls: TableCalls | None = None

    # Questions

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def played(self) -> int:
        """How many moves of the game have been played."""
        return self.origin.earlier + len(self.history)

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def scores(self) -> list[int]:
        """Points so far, seat by seat."""
        return self.status[1]

    def figures(self, seat: Seat | None) -> dict[str, list[int]]:
        """What the table counts for a seat, from what that seat may know: the game says what."""
        return self._figures(self.tell(self._recipient(seat), tell.FIGURES)) if self.game.figures else {}

    def observe(self, seat: Seat) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What a seat knows, as a row of numbers: see docs/observations.md."""
        row = np.zeros(layout(self.game, self.seats).width, np.float32)
        self.ask(observe, self._checked(seat), row, EXACT)
        return row

    @property
    def winners(self) -> list[Seat]:
        """Who has won; empty until the game is over."""
        mask = self.ask(hooks.winners) if self.over else 0
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    @property
    def actor(self) -> Seat | None:
        """Sequential play: the seat asked next, None when the game is over."""
        seat = self.calls.actor()
        return seat if seat >= 0 else None

    @property
    def actors(self) -> list[Seat]:
        """Every seat that may act now."""
        return self.status[0]

    @property
    def status(self) -> tuple[list[Seat], list[int]]:
        """Every seat that may act now, and the points so far, seat by seat."""
        standing = self.tell(WATCHER, tell.STANDING).standing
        return standing.actors, standing.scores

    @property
    def choices(self) -> list[str]:
        """Sequential play: what the asked seat chooses from."""
        calls = self.calls
        seat = calls.actor()
        return self._texts(calls.choices(seat)) if seat >= 0 else []

    def moves(self, seat: Seat) -> list[str]:
        """A seat's legal moves; empty if it may not act."""
        seat = self._checked(seat)
        calls = self.calls
        return self._texts(calls.legal(seat)) if calls.may_act(seat) else []

    # Moves

    def play(self, seat: Seat, move: str) -> Sequence[Event]:
        """Play a move and return its events; an IllegalMove says which rule forbids it, and nothing is changed."""
        game, windows = self.game, self.state.__dict__
        if seat.__class__ is not int or not 0 <= seat < windows["_seats"][0]:
            seat = self._checked(seat)
        number = game.move_numbers.get(move)
        if number is None and (number := game.move_number(move)) is None:
            raise self._refusal(WORD, seat, move)
        windows["_noted"][0] = 0
        if self.origin.key is None:
            why = self.calls.try_move(seat, number)
        else:
            why = self._try_with_entropy(seat, number)
        if why:
            raise self._refusal(checked(why), seat, move, number)
        self.history.append((seat, number))
        noted = windows["_noted"][0]
        if noted > LOG_ROWS:
            raise OverflowError(f"{game.id}: a move noted {noted} events, the log holds {LOG_ROWS}")
        end = (self.scores, self.winners) if windows["_over"][0] else None
        return Events(game, windows["log"][: noted * LOG_COLUMNS], end)

    def play_all(self, seat: Seat, moves: Sequence[str]) -> Sequence[Event]:
        """Play several moves of a seat, all of them or, if one is refused, none.

        Only the last one may show the seat anything new: what a refused batch had shown could not be taken back.
        """
        if len(moves) == 1:
            return self.play(seat, moves[0])
        mark = self.mark()
        try:
            quiet = [event for move in moves[:-1] for event in self._play_quietly(self._checked(seat), move)]
            return [*quiet, *(event for move in moves[-1:] for event in self.play(seat, move))]
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
        return Mark(self.tables.tobytes(), self.history.copy(), self.origin)

    def restore(self, mark: Mark) -> None:
        """Go back to a mark of this position, or of one that it was copied from or to."""
        self.tables.view(np.uint8)[:] = np.frombuffer(mark.tables, np.uint8)
        self.history, self.origin = mark.history.copy(), mark.origin

    def sow(self, key: bytes, moves_played: int) -> None:
        """Go on with a game of this key, restored from its text after so many moves; its record begins here."""
        if isinstance(moves_played, bool) or not isinstance(moves_played, int) or not 0 <= moves_played < BIG:
            raise PiocheError("setup.moves_played", moves=moves_played)
        self.origin, self.history = Origin.written(self.table_bytes(), checked_bytes(key), moves_played), []

    def copy(self) -> Position:
        twin = Position(self.game, self.tables.copy(), self.origin, self._runtimes)
        twin.history = self.history.copy()
        return twin

    def imagine(self, seat: Seat, rng: Random) -> Position:
        """A position that the seat can't tell from this one: what it does not know is dealt anew by `rng`.

        It has no key: it must not know what is still to come.
        """
        twin = Position(self.game, self.tables.copy(), self.origin, self._runtimes)
        words = np.array([rng.getrandbits(32) for _ in range(4)], np.int64)
        twin.ask(imagine, self._checked(seat), words)
        twin.origin = Origin.written(twin.table_bytes())
        return twin

    # Text

    def view(self, seat: Seat | None) -> str:
        """The notation with '?' for what a seat may not know; None is a spectator."""
        return self.game.notation.write(self.game, self.tell(self._recipient(seat), tell.VIEW))

    def looks(self, seats: Iterable[Seat | None]) -> list[Look]:
        """All that several recipients are shown of one moment, each told it at once; None is a spectator."""
        wish = tell.VIEW | tell.MOVES | (tell.FIGURES if self.game.figures else 0)
        told = [self.tell(self._recipient(seat), wish) for seat in seats]
        return [
            Look(view, self._named(each.legal()), self._named(each.choices()), self._figures(each))
            for each, view in zip(told, self._written(told), strict=True)
        ]

    def __str__(self) -> str:
        return self.game.notation.write(self.game, self.tell(ALL, tell.VIEW))

    def __repr__(self) -> str:
        return f"<Position {str(self).splitlines()[0]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    # For the rules and for tools

    def tell(self, recipient: Seat, wish: int, since: int = 0) -> Told:
        """What a seat, whoever watches (-1) or who sees all (-2) may see of what is wished for; see `core/tell.py`."""
        return Told(self.game.names, self.calls.tell(recipient, wish, since))

    @property
    def calls(self) -> TableCalls:
        """How the table is asked, by the runtime that is used at present."""
        calls, present = self._calls, self._runtimes.present
        if calls is None or calls.runtime is not present:
            self._calls = calls = calls_on(present, self.state, self.game.scratch)
        return calls

    def ask(self, rule: Rule[..., Any], *given: Any) -> Any:
        """Run a rule on this table; arrays that it is given may be written on."""
        return self._runtimes.present.call(rule, self.state, *given)

    def ask_everything(self, runtime: Runtime) -> None:
        """Run every rule that a position may ever ask for, once, by this runtime: so it gets compiled."""
        ready = Position(self.game, self.tables.copy(), self.origin, Always(runtime))
        ready.ask(hooks.deal)
        twin = ready.imagine(0, Random(0))
        seat = twin.actor or 0
        move = twin.choices[0]
        for hook in (hooks.who_sees, hooks.heuristic):
            twin.ask(hook, seat, self.game.move_numbers[move])
        twin.moves(seat)
        twin.play(seat, move)
        twin.ask(hooks.winners)
        twin.tell(seat, tell.EVERYTHING)
        twin.observe(seat)

    def table_bytes(self) -> bytes:
        """The table's record, without the log of events."""
        return self.tables.tobytes()[: self.game.state.dtype.itemsize]

    def _try_with_entropy(self, seat: Seat, number: int) -> int:
        """Try a move with the randomness that the key has for it; a refused one leaves the generator as it was."""
        before = self._rng()
        set_rng(self.state, self._next_rng())
        why = self.calls.try_move(seat, number)
        if why:
            set_rng(self.state, before)
        return why

    def _rng(self) -> tuple[int, ...]:
        """The generator's words."""
        words: Any = self.state.rng  # a window on the record
        return tuple(words)

    def _next_rng(self) -> tuple[int, ...]:
        """The words that the generator has when the next move begins."""
        return self._rng() if self.origin.key is None else move_entropy(self.origin.key, self.played + 1)

    def _refusal(self, why: int, seat: Seat, move: str, number: int | None = None) -> IllegalMove:
        """The error for a refused move: it can write the position as it is now, whatever is played later."""
        now = self.tables.copy()
        return self.game.refuse(why, seat, move, number).in_position(lambda: str(Position(self.game, now, self.origin)))

    def _play_quietly(self, seat: Seat, move: str) -> Sequence[Event]:
        """Play a move that others follow: it may not draw lots, nor show or move a card that the seat does not know."""
        words, hidden, places = self._next_rng(), self._column("known") >> seat & 1 == 0, self._column("place")
        events = self.play(seat, move)
        touched = (self._column("known") >> seat & 1 == 1) | (self._column("place") != places)
        if self._rng() != words or (hidden & touched).any():
            raise PiocheError("batch.reveals", move=move)
        return events

    def _column(self, name: str) -> np.ndarray[Any, Any]:
        """A fact about every card, as it is now."""
        return np.array(self.tables[name][0])

    def _written(self, told: Iterable[Told]) -> list[str]:
        """Views of one moment, written once for all who are told the same."""
        written: list[tuple[Told, str]] = []
        for sight in told:
            same = next((text for other, text in written if sight.sees_like(other)), None)
            written.append((sight, self.game.notation.write(self.game, sight) if same is None else same))
        return [text for _, text in written]

    def _figures(self, told: Told) -> dict[str, list[int]]:
        figures, start = {}, 0
        if self.game.figures:
            numbers = told.figures()
            for name in self.game.figures:
                end = numbers.index(hooks.STOP, start)
                figures[name], start = numbers[start:end], end + 1
        return figures

    def _named(self, moves: Sequence[int]) -> list[str]:
        every = self.game.moves
        return [every[number].text for number in moves]

    def _texts(self, moves: Tables) -> list[str]:
        return self.game.move_texts[moves].tolist()  # type: ignore[no-any-return]

    def _recipient(self, seat: Seat | None) -> int:
        return WATCHER if seat is None else self._checked(seat)

    def _checked(self, seat: Seat) -> Seat:
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.seats:
            raise PiocheError("setup.seat", seat=seat, seats=self.seats)
        return int(seat)
