"""How positions of Kombio are written, beyond what is common to all games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pioche.core import Seat, size, top
from pioche.core.seats import letter
from pioche.games.kombio.cards import ALL_SLOTS, DISCARD, DRAWN, FIRST_ACTION, FIRST_SLOTS, GRID, SLOTS, STOCK, places
from pioche.games.kombio.grid import has_cards, is_filled, owner, taboo, top_value
from pioche.games.kombio.state import ACTING, DECIDING, GIVING, HAS_DRAWN, HAS_LOOKED, PHASES, WAITING, KombioState
from pioche.table.notation import (
    Area,
    AskKey,
    CardKey,
    Cards,
    Key,
    MaybeSeatKey,
    Notation,
    Number,
    NumberKey,
    SeatKey,
    Stock,
    WordKey,
    write_faces,
)
from pioche.table.visibility import UNKNOWN, Sight

if TYPE_CHECKING:
    from pioche.table.game import Game
    from pioche.table.position_parser import Reader

SLOT_NAMES = tuple(places.slot(GRID + slot) for slot in range(ALL_SLOTS))  # A1, A2 …


def read_slot(reader: Reader, word: str, shown: str) -> int:
    slot = SLOT_NAMES.index(word) if word in SLOT_NAMES else ALL_SLOTS
    if slot >= SLOTS * reader.seats:
        raise reader.bad_shape(shown, "slot")
    return slot


@dataclass(frozen=True)
class SlotKey(Key):
    """`named=B2`: a slot, -1 for none; with a second field `looked=A1,B2`."""

    other: str = ""

    def write(self, game: Game, sight: Sight) -> str | None:
        slots = [sight.number(field) for field in (self.field, self.other) if field]
        return ",".join([SLOT_NAMES[slot] for slot in slots if slot >= 0]) or None

    def read(self, reader: Reader, word: str) -> None:
        shown = f"{self.name}={word}"
        slots = sorted(read_slot(reader, one, shown) for one in word.split(","))
        if len(slots) > (2 if self.other else 1) or len(set(slots)) < len(slots):
            raise reader.bad_shape(shown, "slot")
        for field, slot in zip((self.field, self.other), slots, strict=False):
            setattr(reader.state(KombioState), field, slot)

    def clear(self, reader: Reader) -> None:
        for field in (self.field, self.other):
            if field:
                setattr(reader.state(KombioState), field, -1)


@dataclass(frozen=True)
class SlapKey(Key):
    """`slap=closed`: nobody may slap the top any more. Who may is in `ask=`, so there is no field."""

    def write(self, game: Game, sight: Sight) -> str | None:
        if not sight.size(DISCARD):
            return None
        return "open" if sight.number("asking") else "closed"

    def read(self, reader: Reader, word: str) -> None:
        if word not in ("open", "closed"):
            raise reader.bad_value(self.name, word, "open | closed")


@dataclass(frozen=True)
class Grid(Area):
    """`grid 12 _ 6 9 1`: slot by slot, `_` for an empty one, `?` for each hidden card; four slots at least."""

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        first = GRID + SLOTS * seat
        words = ["_"] * SLOTS
        for place in sight.filled(range(first, first + SLOTS)):
            words[place - first] = write_faces(game, sight.faces(place))
        while len(words) > FIRST_SLOTS and words[-1] == "_":
            words.pop()
        return " ".join(words)

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        slots: list[list[int]] = []
        for word in words:
            slots += [[]] if word == "_" else [[face] for face in reader.faces([word])]
        if len(slots) > SLOTS:
            raise reader.bad_shape(name, "slots", room=SLOTS)
        for i, faces in enumerate(slots):
            reader.lay(GRID + SLOTS * seat + i, faces)


@dataclass(frozen=True)
class KnownSlots(Area):
    """`knows A3 B1`: the slots whose cards a seat knows. Everybody sees who looks where, so it is public."""

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        known = sight.known_slots(range(GRID, GRID + SLOTS * sight.seats), seat)
        return " ".join([SLOT_NAMES[place - GRID] for place in known]) or None

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        for word in words:
            reader.knows.append((seat, GRID + read_slot(reader, word, word), [UNKNOWN], word, reader.line))


# What must fit together


def moment_of(reader: Reader) -> int:
    """The moment of the turn, while a slap is settled the one that goes on."""
    s = reader.state(KombioState)
    return int(s.then if s.phase in (GIVING, DECIDING) else s.phase)


def complete(reader: Reader) -> None:
    """A drawn card that is not given is any card."""
    if moment_of(reader) == HAS_DRAWN and "drawn" not in reader.given:
        reader.lay(DRAWN, [UNKNOWN])


def finish(reader: Reader) -> None:
    s = reader.state(KombioState)
    if size(s, DRAWN):
        s.known[top(s, DRAWN)] = 1 << s.turn
    moment = moment_of(reader)
    check_moment(reader, moment)
    check_settling(reader)
    open_window(reader)
    if moment == WAITING and not s.over and (s.called < 0 or (s.phase == WAITING and not s.asking)):
        raise reader.bad_shape(f"phase={PHASES[s.phase]}", "phase")


def check_moment(reader: Reader, moment: int) -> None:
    """KOM-04, KOM-05  A drawn card belongs to its moment, an action to the card on top of the discard."""
    s = reader.state(KombioState)
    if (moment == HAS_DRAWN) != (size(s, DRAWN) == 1):
        raise reader.bad_shape("drawn=", "phase")
    if moment in (ACTING, HAS_LOOKED) and top_value(s) < (FIRST_ACTION if moment == ACTING else 13):
        raise reader.bad_shape(f"phase={PHASES[s.phase]}", "phase")
    looked = [slot for slot in (s.looked, s.looked_too) if slot >= 0]
    if looked:
        fits = moment == HAS_LOOKED and len(looked) == top_value(s) - 12
        if not fits or not all(is_filled(s, slot) for slot in looked):
            raise reader.bad_shape("looked=" + ",".join(SLOT_NAMES[slot] for slot in looked), "slot")


def check_settling(reader: Reader) -> None:
    """KOM-12, KOM-14  A gift or a decision needs its slapper, and a slot of somebody else."""
    s = reader.state(KombioState)
    settling = s.phase in (GIVING, DECIDING)
    if (s.slapper >= 0) != settling or (s.named >= 0) != settling:
        raise reader.bad_shape(f"phase={PHASES[s.phase]}", "phase")
    if s.then in (GIVING, DECIDING) or (s.then and not settling):
        raise reader.bad_shape(f"then={PHASES[s.then]}", "phase")
    if not settling:
        return
    if owner(s.named) == s.slapper or is_filled(s, s.named) != (s.phase == DECIDING):
        raise reader.bad_shape(f"named={SLOT_NAMES[s.named]}", "slot")
    if s.phase == GIVING and not has_cards(s, s.slapper):
        raise reader.bad_shape(f"slapper={letter(s.slapper)}", "phase")


def open_window(reader: Reader) -> None:
    """KOM-R6  Where the text does not say who may still slap, all are asked, clockwise from the seat in turn."""
    s = reader.state(KombioState)
    closed = "slap=closed" in reader.header.text.split() or s.phase in (GIVING, DECIDING)
    closed = closed or not size(s, DISCARD) or bool(s.slapped) or bool(s.over)
    if "ask" not in reader.given and not closed:
        seats = [(s.turn + i) % reader.seats for i in range(reader.seats)]
        for seat in seats:
            if not taboo(s, seat):
                s.ask[s.asking] = seat
                s.asking += 1
    asked = [s.ask[i] for i in range(s.asking)]
    if asked and (closed or any(taboo(s, seat) for seat in asked)):
        raise reader.bad_shape("ask=" + "".join(letter(seat) for seat in asked), "no_seat_to_ask")


NOTATION = Notation(
    keys=(
        SeatKey("turn", "turn"),
        SeatKey("first", "first", default="A"),
        NumberKey("round", "round", default="1"),
        WordKey("phase", "phase", default=PHASES[0], words=PHASES),
        CardKey("drawn", "", place=DRAWN),
        MaybeSeatKey("called", "called"),
        SlapKey("slap", "", default="open"),
        WordKey("slapped", "slapped", words=("yes",), offset=1),
        AskKey("ask", "ask"),
        SlotKey("looked", "looked", other="looked_too"),
        MaybeSeatKey("slapper", "slapper"),
        SlotKey("named", "named"),
        WordKey("then", "then", default=PHASES[0], words=PHASES),
        NumberKey("turns", "turns", default="0", low=0, high=1000),
    ),
    shared=(Stock("stock", STOCK), Cards("discard", DISCARD)),
    seat=(Grid("grid"), KnownSlots("knows"), Number("score", "score"), Number("last", "last")),
    complete=complete,
    finish=finish,
)
