"""Events: what a move made happen, in order; each knows what a seat may see of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, overload

from pioche.core import EVERYONE, FIRST_OWN, WATCHERS, Mask, Seat
from pioche.core.event_log import MOVED, PLAYED, TURNED_UP
from pioche.core.seats import letter
from pioche.core.state import LOG_COLUMNS
from pioche.table.catalogue import numbered, say

if TYPE_CHECKING:
    from pioche.table.game import Game
    from pioche.table.game_parts import MoveText


COLOURED = ("colour", "call")  # said by their names: "blue", where the details have "B"


@dataclass(frozen=True, slots=True)
class Event:
    """`play` (a seat's move), `move` (a card between two places), `turn` (a card turned up), `shuffle`, `total`,
    `winners`, or one of the game's own."""

    kind: str
    details: Mapping[str, str | int]
    seen: Mask = EVERYONE  # who sees it as it is
    key: str | None = None  # of the log line, if it has one
    game: Game | None = field(default=None, repr=False, compare=False)
    veiled: Event | None = None  # what the others see instead; without it nothing of a `play`, else `?` for the card

    @property
    def shows_to_all(self) -> bool:
        """Does everybody notice that something happened, if not what?"""
        return self.kind != "play" or self.seen == EVERYONE or self.veiled is not None

    def seen_by(self, seat: Seat | None) -> Event | None:
        """The event as one seat sees it, or a spectator (None); None if it may not even know that there was one."""
        if self.seen == EVERYONE and self.veiled is None:
            return self
        if self.seen >> (WATCHERS if seat is None else seat) & 1:
            return Event(self.kind, self.details, EVERYONE, self.key, self.game)
        if self.veiled is not None:
            return self.veiled
        if self.kind == "play":
            return None
        details = {**self.details, "card": "?"} if "card" in self.details else self.details
        return Event(self.kind, details, EVERYONE, self.key, self.game)

    def sentence(self, language: str | None = None) -> str | None:
        """The log line, if this event has one."""
        if self.key is None:
            return None
        own = self.game.words if self.game else None
        said = {
            name: say(f"colour.{value}", language, own) if name in COLOURED and str(value).isalpha() else value
            for name, value in self.details.items()
        }
        return say(self.key, language, own, **said)


class Events(Sequence[Event]):
    """What a move made happen, in order: a copy of the log, from which events are made when somebody looks."""

    __slots__ = ("_end", "_game", "_log", "_made")

    def __init__(self, game: Game, log: memoryview, end: tuple[list[int], list[Seat]] | None = None) -> None:
        self._game, self._end = game, end
        self._log: bytes = log.tobytes()
        self._made: list[Event] | None = None

    @property
    def made(self) -> list[Event]:
        if self._made is None:
            rows, game = memoryview(self._log).cast("h").tolist(), self._game
            self._made = [read_row(game, *rows[i : i + LOG_COLUMNS]) for i in range(0, len(rows), LOG_COLUMNS)]
            if self._end is not None:
                self._made += ending(game, *self._end)
        return self._made

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self.made[index]

    def __len__(self) -> int:
        return len(self.made)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.made)

    def __eq__(self, other: object) -> bool:
        return list(other) == self.made if isinstance(other, (list, Events)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, more: Sequence[Event]) -> list[Event]:
        return [*self.made, *more]

    def __radd__(self, before: Sequence[Event]) -> list[Event]:
        return [*before, *self.made]

    def __repr__(self) -> str:
        return repr(self.made)


@lru_cache(1 << 14)
def read_row(game: Game, kind: int, a: int, b: int, c: int, d: int) -> Event:
    """The event that a row of the log is: much the same happens over and over."""
    labels = game.place_labels
    if kind == PLAYED:
        return played(game, a, game.moves[b], c)
    if kind in (MOVED, TURNED_UP):
        details = {"card": game.faces[a], "source": labels[b], "target": labels[c]}
        return Event("move" if kind == MOVED else "turn", details, d)
    if kind < FIRST_OWN:
        return Event("shuffle", {"source": labels[a], "cards": b})
    name, arguments = game.event_list[kind - FIRST_OWN]
    numbers = [a, b, c, d]
    values = {argument: named(game, argument, numbers[i:]) for i, argument in enumerate(arguments)}
    return Event(name, values, EVERYONE, f"event.{name}", game)


def told_event(game: Game, row: Sequence[int]) -> Event:
    """An event as a recipient was told of it: see `core/tell.py`."""
    kind, a, b, c, sees = row
    if kind == PLAYED and not sees:
        return veil(game, a, game.hidden_verbs[c - 1])
    if kind == PLAYED:
        move = game.moves[b]
        return Event("play", {"seat": letter(a), "move": move.text, **move.details}, key=f"move.{move.verb}", game=game)
    if kind in (MOVED, TURNED_UP) and not sees:
        shown = read_row(game, kind, 0, b, c, EVERYONE)
        return Event(shown.kind, {**shown.details, "card": "?"})
    return read_row(game, kind, a, b, c, EVERYONE if kind in (MOVED, TURNED_UP) else sees)


def named(game: Game, argument: str, numbers: list[int]) -> str | int:
    """A number of the log as people write it, by the name of what it is."""
    value = numbers[0]
    if argument in ("seat", "target"):
        return letter(value)
    if argument == "card":
        return game.faces[value]
    if argument == "slot":  # the number of a place
        return game.state.places.slot(value)
    if argument == "cards":  # as many faces as there are, -1 for none
        return " ".join(game.faces[face] for face in numbers if face >= 0)
    if argument == "colour":
        return game.faces[value][0]  # noted as the first face of the colour
    return value + 1 if argument == "row" else value


def played(game: Game, seat: Seat, move: MoveText, seen: Mask) -> Event:
    """The move itself, as the first of its events; to those who may not see it, only that the seat has moved."""
    veiled = veil(game, seat, move.hidden_verb) if move.hidden_verb else None
    details = {"seat": letter(seat), "move": move.text, **move.details}
    return Event("play", details, seen, f"move.{move.verb}", game, veiled)


def veil(game: Game, seat: Seat, verb: str) -> Event:
    """A seat has moved, and no more is said."""
    return Event("play", {"seat": letter(seat), "move": "?"}, key=f"move.{verb}", game=game)


def ending(game: Game, scores: list[int], winners: list[Seat]) -> list[Event]:
    """What is said when the game is over."""
    return [*(total(game, seat, points) for seat, points in enumerate(scores)), victory(game, winners)]


def total(game: Game, seat: Seat, points: int) -> Event:
    """One point, up or down, none, or several: languages differ in what they say."""
    return Event("total", {"seat": letter(seat), "points": points}, key=numbered("event.total", points), game=game)


def victory(game: Game, winners: list[Seat]) -> Event:
    """One wins, or several share the victory."""
    *others, last = [letter(seat) for seat in winners]
    details = {"seats": ", ".join([*others, last])}
    if not others:
        return Event("winners", details, key="event.winners", game=game)
    shared = {**details, "others": ", ".join(others), "last_seat": last}
    return Event("winners", shared, key="event.winners_shared", game=game)
