"""A game whose luck is drawn outside: every lot that the rules draw becomes a choice that somebody else makes.

The rules draw lots with `pick(words, n)`, and many at once with `pick_ahead`. Here both are linked to a tape: they read
off what was drawn, and where the tape ends they stop the move with `Lot(n)`. Then the move is taken back, the lot is
drawn by whoever asks, and the move is played again with one lot more. So chance is exact, whatever the game: n equally
likely outcomes, one lot at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pioche.core import BOX, EVERYONE, WATCHERS, Rule, Vector, hooks, pick, rule
from pioche.core.imagine_unseen_cards import imagine
from pioche.core.rng import pick_ahead, skip_draws
from pioche.table.events import Event
from pioche.table.game import Game
from pioche.table.position import Position
from pioche.table.position_parser import parse

OUTSIDER = -1  # where the log of those who only watch is kept


class Lot(Exception):
    """A lot has to be drawn: one of n."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class Seen(NamedTuple):
    """A move that was played, and who saw which it was, one bit a seat."""

    seat: int
    number: int
    witnesses: int


class Tape:
    """The lots drawn for the move that is being played."""

    def __init__(self) -> None:
        self.lots: tuple[int, ...] = ()
        self.at = 0

    def start(self, lots: tuple[int, ...]) -> None:
        self.lots, self.at = lots, 0

    def next(self, n: int) -> int:
        if n == 1:
            return 0
        if self.at == len(self.lots):
            raise Lot(n)
        self.at += 1
        return self.lots[self.at - 1]


@cache
def taped(game: Game) -> tuple[Game, Tape]:
    """A twin of a game that reads its lots from a tape."""
    tape = Tape()

    @rule
    def pick_from_tape(words: Vector, n: int) -> int:
        return tape.next(n)

    @rule
    def pick_ahead_from_tape(words: Vector, ahead: int, n: int) -> int:
        return tape.next(n)

    @rule
    def leave_the_generator(words: Vector, n: int) -> None:
        """Nothing has been drawn from it."""

    rules: dict[Rule[..., Any], Rule[..., Any]] = {
        pick: pick_from_tape,
        pick_ahead: pick_ahead_from_tape,
        skip_draws: leave_the_generator,
    }
    return game.with_rules(rules), tape


class Unrolled:
    """One game: `lot` is the number of outcomes to be drawn from now, 0 if a seat is asked; `pos` the position.

    Everything it holds is replaced, never changed, so that a copy is cheap.
    """

    def __init__(self, game: Game, players: int, options: Mapping[str, Any], text: str = "") -> None:
        self.plain, self.players, self.options, self.text = game, players, options, text
        self.game, self.tape = taped(game)
        self.pos: Position | None = None  # None until all cards are dealt
        self.lots: tuple[int, ...] = ()
        self.lot = 0
        self.logs: dict[int, tuple[str, ...]] = dict.fromkeys((OUTSIDER, *range(players)), ())
        self.moves: tuple[Seen, ...] = ()
        self.underway: tuple[int, int] | None = None  # the move that is being played; None: the deal
        self._try()

    def draw(self, outcome: int) -> None:
        """A lot has been drawn."""
        self.lots += (outcome,)
        self._try()

    def play(self, seat: int, number: int) -> None:
        """Play a move; it may need lots."""
        self.underway = seat, number
        self._try()

    def _try(self) -> None:
        """Play what is to be played with the lots drawn so far; if one is missing, it is to be drawn now."""
        self.tape.start(self.lots)
        try:
            self._deal() if self.underway is None else self._play(*self.underway)
            self.lots, self.lot = (), 0
        except Lot as missing:
            self.lot = missing.n

    def _deal(self) -> None:
        """A fresh table; or a position given, its cards that are not open dealt anew among where they lie."""
        if self.text:
            tables = parse(self.text, game=self.plain).tables
            tables["known"][tables["place"] == BOX] = EVERYONE  # what the text does not name is out of the game
            pos = Position(self.game, tables, None)
            pos.ask(imagine, WATCHERS, np.zeros(4, np.int64))
        else:
            pos = self.game.deal(self.players, seed=0, **self.options)
        self.pos = pos
        self.logs = {**self.logs, **{seat: (pos.view(seat),) for seat in range(self.players)}}

    def _play(self, seat: int, number: int) -> None:
        assert self.pos is not None
        pos = self.pos.copy()
        seen = pos.ask(hooks.who_sees, seat, number)
        events = pos.play(seat, self.game.moves[number].text)
        self.pos = pos
        self.moves += (Seen(seat, number, seen),)
        self.logs = {viewer: (*log, told(events, viewer)) for viewer, log in self.logs.items()}

    @property
    def choices(self) -> list[int]:
        """What the asked seat chooses from, in order of number."""
        return [] if self.pos is None else sorted(self.game.move_numbers[move] for move in self.pos.choices)

    def memory(self, seat: int) -> str:
        """All that a seat has seen and sees."""
        return "" if self.pos is None else "\n".join([*self.logs[seat], self.pos.view(seat)])

    def imagined(self, seat: int, rng: Random) -> Unrolled:
        """A game that the seat can't tell from this one. The others remember in it what anybody could have seen."""
        assert self.pos is not None
        twin = self.copy()
        world = Position(self.plain, self.pos.tables, None).imagine(seat, rng)
        twin.pos = Position(self.game, world.tables, None)
        twin.logs = {other: log if other == seat else self.logs[OUTSIDER] for other, log in self.logs.items()}
        return twin

    def copy(self) -> Unrolled:
        twin = object.__new__(Unrolled)
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Unrolled:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept whole but for the rules, which are linked anew."""
        kept = {name: value for name, value in self.__dict__.items() if name not in ("plain", "game", "tape", "pos")}
        return restored, (self.plain, None if self.pos is None else self.pos.tables, kept)


def restored(plain: Game, tables: Any, kept: dict[str, Any]) -> Unrolled:
    """What was kept, at work again."""
    table = object.__new__(Unrolled)
    table.plain = plain
    table.game, table.tape = taped(table.plain)
    table.pos = None if tables is None else Position(table.game, tables, None)
    table.__dict__.update(kept)
    return table


def told(events: Sequence[Event], viewer: int) -> str:
    """What a seat, or an outsider, sees of some events."""
    seen = (event.seen_by(None if viewer == OUTSIDER else viewer) for event in events)
    return "; ".join(" ".join([each.kind, *map(str, each.details.values())]) for each in seen if each is not None)
