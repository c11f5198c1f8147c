"""How positions of Coloretto are written, beyond what is common to all games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pioche.core import EVERYONE, Seat, cards_in, pick
from pioche.core.seats import letter
from pioche.games.coloretto import setup
from pioche.games.coloretto.cards import CARDS, COLOURS, DRAWN, FACES, GOLDEN, GONE, LAST, LAST_CARD, ROW, STOCK, TAKEN
from pioche.games.coloretto.state import ColorettoState
from pioche.table.notation import Area, CardKey, Cards, Flag, Key, Notation, SeatKey, Stock, WordKey, write_faces
from pioche.table.visibility import UNKNOWN, Sight

if TYPE_CHECKING:
    from pioche.table.game import Game
    from pioche.table.position_parser import Reader


@dataclass(frozen=True)
class WithoutKey(Key):
    """`without=PS`: the colours that are not in play."""

    def write(self, game: Game, sight: Sight) -> str | None:
        removed = sight.number(self.field)
        return "".join([FACES[colour] for colour in range(COLOURS) if removed >> colour & 1]) or None

    def read(self, reader: Reader, word: str) -> None:
        colours = [FACES.index(one) if one in FACES[:COLOURS] else -1 for one in word]
        if -1 in colours or len(set(colours)) != COLOURS - setup.colours_in_play(reader.state(ColorettoState)):
            raise reader.bad_shape(f"without={word}", "without")
        for colour in colours:
            setup.remove_colour(reader.state(ColorettoState), colour)


@dataclass(frozen=True)
class Rows(Area):
    """`row1: R G +`, `row2: taken`"""

    def names(self, seats: int) -> list[str]:
        return [f"row{row + 1}" for row in range(max(seats, 3))]

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        row = int(name[3:]) - 1
        return "taken" if sight.number("taken") >> row & 1 else write_faces(game, sight.faces(ROW + row))

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        row = int(name[3:]) - 1
        if "taken" in words:
            if len(words) > 1:
                raise reader.bad_shape(name, "taken")
            reader.state(ColorettoState).taken |= 1 << row
        else:
            faces = reader.faces(words)
            room = (row + 1 if reader.seats == 2 else 3) + (GOLDEN in faces)
            if len(faces) > room:
                raise reader.bad_shape(name, "capacity", room=room)
            reader.lay(ROW + row, faces)
            reader.barred[ROW + row] = {LAST, GOLDEN}


def complete(reader: Reader) -> None:
    """Before unnamed cards are dealt: which colours are out of play, and what the last-round card may not be."""
    named = {face for faces in reader.laid.values() for face in faces}
    if not reader.state(ColorettoState).without:
        draw_without(reader, named)
    for place, faces in reader.laid.items():
        reader.barred.setdefault(place, {LAST} if place != STOCK else set())
        for face in faces:
            reader.line = reader.named_lines[place]
            if 0 <= face < COLOURS and reader.state(ColorettoState).without >> face & 1:
                raise reader.bad_shape(FACES[face], "colour_out")
            if face == LAST and (reader.state(ColorettoState).last or place != STOCK):
                raise reader.bad_shape(FACES[face], "last_twice")
    if reader.state(ColorettoState).last:
        reader.state(ColorettoState).known[LAST_CARD] = EVERYONE


def draw_without(reader: Reader, named: set[int]) -> None:
    """COL-R11  Colours out of play that the text does not give are drawn among those it does not name."""
    for _ in range(COLOURS - setup.colours_in_play(reader.state(ColorettoState))):
        free = [c for c in range(COLOURS) if c not in named and not reader.state(ColorettoState).without >> c & 1]
        if not free:
            raise reader.bad_shape(reader.game.id, "without")
        setup.remove_colour(reader.state(ColorettoState), free[pick(reader.random, len(free))])


def finish(reader: Reader) -> None:
    """When all cards lie there: the last-round card gets its place, and somebody must be able to act."""
    s = reader.state(ColorettoState)
    if not s.last and LAST not in reader.laid.get(STOCK, []):
        place_last(reader)
    if s.out == (1 << reader.seats) - 1 and s.last:
        s.over = 1
    if not s.over and s.out >> s.turn & 1:
        raise reader.bad_shape(f"turn={letter(s.turn)}", "out")


def place_last(reader: Reader) -> None:
    """COL-02, COL-R6  An unnamed last-round card lies among the unnamed last cards of the stock."""
    s, given = reader.state(ColorettoState), reader.laid.get(STOCK, [])
    stock = cards_in(s, STOCK)
    unnamed = [i for i in range(len(stock)) if i >= len(given) or given[i] == UNKNOWN]
    if not unnamed:
        return
    if s.last_round:
        spot = min(unnamed, key=lambda i: abs(len(stock) - 1 - i - 15))
    else:
        last_ones = [i for i in unnamed if i >= len(stock) - 15] or unnamed[-1:]
        spot = last_ones[pick(reader.random, len(last_ones))]
    holder = next(card for card in range(CARDS) if s.face[card] == LAST)
    s.face[holder], s.face[stock[spot]] = s.face[stock[spot]], LAST


NOTATION = Notation(
    keys=(
        SeatKey("turn", "turn"),
        SeatKey("first", "first", default="A"),
        WithoutKey("without", "without"),
        CardKey("drawn", "", place=DRAWN),
        WordKey("last", "last", words=("yes",), offset=1),
    ),
    shared=(Stock("stock", STOCK), Rows("row"), Cards("gone", GONE, always=False)),
    seat=(Cards("cards", TAKEN), Flag("out", "out")),
    complete=complete,
    finish=finish,
)
