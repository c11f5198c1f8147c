"""Positions as text. A game lists its header keys and places; reading and writing then follow for all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from pioche.core import RULES, Face, Place, Seat
from pioche.core.seats import letter
from pioche.table.visibility import UNKNOWN, Sight

if TYPE_CHECKING:
    from pioche.table.game import Game
    from pioche.table.position_parser import Reader


def write_faces(game: Game, faces: Sequence[Face], lone: str = "?") -> str:
    """Cards as text; unknown ones that follow each other are counted. `lone` is how a single one is written."""
    unknown = faces.count(UNKNOWN)
    if not unknown:
        return " ".join([game.faces[face] for face in faces])
    if unknown == len(faces):
        return lone if unknown == 1 else f"?*{unknown}"
    return " ".join([write_faces(game, list(run), lone) for _, run in groupby(faces, UNKNOWN.__eq__)])


# Keys of the first line. Each knows its text (None: nothing to say) and how to read it back.


@dataclass(frozen=True)
class Key:
    name: str
    field: str
    default: str | None = None

    def write(self, game: Game, sight: Sight) -> str | None:
        raise NotImplementedError

    def read(self, reader: Reader, word: str) -> None:
        raise NotImplementedError

    def clear(self, reader: Reader) -> None:
        """What a position has that does not give this key."""


@dataclass(frozen=True)
class SeatKey(Key):
    """`turn=A`"""

    def write(self, game: Game, sight: Sight) -> str | None:
        return letter(sight.number(self.field))

    def read(self, reader: Reader, word: str) -> None:
        setattr(reader.s, self.field, reader.seat(word))


@dataclass(frozen=True)
class MaybeSeatKey(SeatKey):
    """`called=B`: a seat, -1 for none."""

    def write(self, game: Game, sight: Sight) -> str | None:
        seat = sight.number(self.field)
        return letter(seat) if seat >= 0 else None

    def clear(self, reader: Reader) -> None:
        setattr(reader.s, self.field, -1)


@dataclass(frozen=True)
class NumberKey(Key):
    """`round=2`"""

    low: int = 1
    high: int = 9999

    def write(self, game: Game, sight: Sight) -> str | None:
        return str(sight.number(self.field))

    def read(self, reader: Reader, word: str) -> None:
        setattr(reader.s, self.field, reader.number(self.name, word, self.low, self.high))


@dataclass(frozen=True)
class WordKey(Key):
    """`phase=amend`, `call=R`: one of some words; the field holds its place in the list, -1 or 0 for none."""

    words: tuple[str, ...] = ()
    offset: int = 0  # the number of the first word

    def write(self, game: Game, sight: Sight) -> str | None:
        number = sight.number(self.field) - self.offset
        return self.words[number] if number >= 0 else None

    def read(self, reader: Reader, word: str) -> None:
        if word not in self.words:
            raise reader.bad_value(self.name, word, " | ".join(self.words))
        setattr(reader.s, self.field, self.words.index(word) + self.offset)

    def clear(self, reader: Reader) -> None:
        setattr(reader.s, self.field, self.offset - 1)


@dataclass(frozen=True)
class FaceKey(Key):
    """`laid=G4`: a face, -1 for none."""

    def write(self, game: Game, sight: Sight) -> str | None:
        face = sight.number(self.field)
        return game.faces[face] if face >= 0 else None

    def read(self, reader: Reader, word: str) -> None:
        setattr(reader.s, self.field, reader.face(word))

    def clear(self, reader: Reader) -> None:
        setattr(reader.s, self.field, -1)


@dataclass(frozen=True)
class CardKey(Key):
    """`drawn=R`: the one card of a place that is written as a key."""

    place: Place = 0

    def write(self, game: Game, sight: Sight) -> str | None:
        return write_faces(game, sight.faces(self.place)) or None

    def read(self, reader: Reader, word: str) -> None:
        cards = reader.faces([word])
        if len(cards) != 1:
            raise reader.bad_shape(word, "one_card")
        reader.lay(self.place, cards)


@dataclass(frozen=True)
class AskKey(Key):
    """`ask=CAB`: the seats still to be asked, in that order."""

    def write(self, game: Game, sight: Sight) -> str | None:
        asking = sight.number("asking")
        return "".join([letter(seat) for seat in sight.numbers("ask")[:asking]]) if asking else None

    def read(self, reader: Reader, word: str) -> None:
        seats = [reader.seat(one) for one in word]
        if len(set(seats)) != len(seats):
            raise reader.bad_shape(word, "no_seat_to_ask")
        for i, seat in enumerate(seats):
            reader.s.ask[i] = seat
        reader.s.asking = len(seats)


# Places, shared (one a line) or of a seat (separated by ';').


@dataclass(frozen=True)
class Area:
    name: str

    def names(self, seats: int) -> list[str]:
        """The line names that this area writes; most have one."""
        return [self.name]

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        """The text after the name; None if it is left out."""
        raise NotImplementedError

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        raise NotImplementedError


@dataclass(frozen=True)
class Cards(Area):
    """The cards of a pile or set; a seat's place is the first one plus the seat."""

    place: Place
    always: bool = True  # written also when it is empty

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        text = write_faces(game, sight.faces(self.place + seat if seat > 0 else self.place))
        return text if text or self.always else None

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        reader.lay(self.place + max(seat, 0), reader.faces(words))


@dataclass(frozen=True)
class Stock(Cards):
    """The stock: a lone `?` at the end means all that remains, so one hidden card is written `?*1`."""

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        return write_faces(game, sight.faces(self.place), lone="?*1")

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        reader.rest_to_stock = bool(words) and words[-1] == "?"
        reader.lay(self.place, reader.faces(words[:-1] if reader.rest_to_stock else words))


@dataclass(frozen=True)
class Stacks(Area):
    """A seat's piles, each written top first and joined by '/': `B3/B5 Y2`."""

    place: Place
    parts: int
    part_of: Callable[[Face], int]  # the pile that a face belongs to, -1 if to none

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        first = self.place + self.parts * seat
        piles = [sight.faces(place) for place in sight.filled(range(first, first + self.parts))]
        return " ".join(["/".join([game.faces[face] for face in pile]) for pile in piles])

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        filled: set[int] = set()
        for word in words:
            faces = [reader.face(one) for one in word.split("/")]
            parts = {self.part_of(face) for face in faces}
            if len(parts) != 1 or -1 in parts or parts & filled:
                raise reader.bad_shape(word, "pile")
            filled |= parts
            reader.lay(self.place + self.parts * seat + parts.pop(), faces)


@dataclass(frozen=True)
class Number(Area):
    """`score 12`"""

    field: str
    when: str | None = None  # written only if this option is on

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        if self.when and not sight.number(self.when):
            return None
        return str(sight.numbers(self.field)[seat])

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        word = words[0] if len(words) == 1 else " ".join(words)
        getattr(reader.s, self.field)[seat] = reader.number(name, word, -30000, 30000)


@dataclass(frozen=True)
class Flag(Area):
    """`out`: a word that is there or not; the field holds one bit a seat."""

    field: str

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        return "" if sight.number(self.field) >> seat & 1 else None

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        if words:
            raise reader.bad_shape(words[0], "one_card")
        setattr(reader.s, self.field, getattr(reader.s, self.field) | 1 << seat)


@dataclass(frozen=True)
class Knows(Area):
    """`knows A:R5,T3 C:R9`: what a seat knows of hands that it does not look at."""

    place: Place

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        entries = []
        for other in range(sight.seats):
            faces = sight.known_faces(self.place + other, seat) if other != seat else []
            if faces:
                entries.append(f"{letter(other)}:" + ",".join(["?" if f == UNKNOWN else game.faces[f] for f in faces]))
        return " ".join(entries) or None

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        for word in words:
            target, colon, cards = word.partition(":")
            if not colon or not cards:
                raise reader.error("notation.colon", word)
            faces = [UNKNOWN if one == "?" else reader.face(one) for one in cards.split(",")]
            reader.knows.append((seat, self.place + reader.seat(target), faces, word, reader.line))


def rules_word(version: int) -> str:
    return f"rules={version}"


def nothing(reader: Reader) -> None:
    """The game has nothing to add."""


@dataclass(frozen=True, eq=False)
class Notation:
    """How a game's positions are written."""

    keys: tuple[Key, ...]
    shared: tuple[Area, ...]
    seat: tuple[Area, ...]
    complete: Callable[[Reader], None] = nothing  # before unnamed cards are dealt
    finish: Callable[[Reader], None] = nothing  # when all cards lie where they belong

    def write(self, game: Game, sight: Sight) -> str:
        lines = [" ".join([game.id, *self._header(game, sight)])]
        for area, name in shared_lines(self, sight.seats):
            text = area.write(game, sight, name, -1)
            if text is not None:
                lines.append(f"{name}: {text}" if text else f"{name}:")
        lines += [f"{letter(seat)}: {self._seat_line(game, sight, seat)}" for seat in range(sight.seats)]
        return "\n".join(lines) + "\n"

    def _seat_line(self, game: Game, sight: Sight, seat: Seat) -> str:
        parts = []
        for area in self.seat:
            text = area.write(game, sight, area.name, seat)
            if text is not None:
                parts.append(f"{area.name} {text}" if text else area.name)
        return "; ".join(parts)

    def _header(self, game: Game, sight: Sight) -> list[str]:
        words, rules = [], sight.number("rules")
        for key in self.keys:
            text = key.write(game, sight)
            if text is not None and text != key.default:
                words.append(f"{key.name}={text}")
        for option in game.options:
            number = sight.number(option.name)
            if number != option.usual_by(rules):
                words.append(f"{option.name}={option.text(number)}")
        if rules != RULES:
            words.append(rules_word(rules))
        if sight.number("over"):
            words.append("over=yes")
        if sight.sees_all:
            words.append("rng=" + "".join(f"{word:08x}" for word in sight.numbers("rng")))
        return words


@cache
def shared_lines(notation: Notation, seats: int) -> list[tuple[Area, str]]:
    """The lines above those of the seats, in order, by their names."""
    return [(area, name) for area in notation.shared for name in area.names(seats)]
