"""How positions of Kolpa! are written, beyond what is common to all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pioche.core import top_face
from pioche.core.seats import letter
from pioche.games.kolpa import moves
from pioche.games.kolpa.cards import COLOURS, DISCARD, FACES, HAND, JOKER, STOCK, ZONE, colour
from pioche.games.kolpa.matching import set_wanted
from pioche.games.kolpa.state import KolpaState
from pioche.table.notation import (
    AskKey,
    Cards,
    FaceKey,
    Knows,
    Notation,
    Number,
    NumberKey,
    SeatKey,
    Stacks,
    Stock,
    WordKey,
)
from pioche.table.visibility import UNKNOWN

if TYPE_CHECKING:
    from pioche.table.position_parser import Reader

CALLS = (*"RYGBP", *"012345")


def pile_of(face: int) -> int:
    """KOL-11, KOL-13  The zone pile of a card's colour; a joker has none."""
    return colour(face) if face != JOKER else -1


def complete(reader: Reader) -> None:
    """A discard left out is one unnamed card that is no joker; nor is an unnamed top, if nothing was called."""
    s = reader.state(KolpaState)
    if "discard" not in reader.given:
        reader.lay(DISCARD, [UNKNOWN])
        reader.barred[DISCARD] = {JOKER}
    elif s.rules > 1 and s.call < 0 and reader.laid[DISCARD][:1] == [UNKNOWN]:
        reader.barred[DISCARD] = {JOKER}


def finish(reader: Reader) -> None:
    s = reader.state(KolpaState)
    shown = top_face(s, DISCARD)
    if s.call >= 0 and shown != JOKER:
        raise reader.bad_shape(f"call={CALLS[s.call]}", "call")
    if shown >= 0:
        set_wanted(s)
    check_window(reader)
    if any(s.score[seat] >= s.target for seat in range(reader.seats)):
        s.over = 1  # KOL-19
    check_call(reader)


def check_call(reader: Reader) -> None:
    """KOL-14  A joker on top has its call; KOL-R3: but for one that has ended the game. 0.1 did not look."""
    s = reader.state(KolpaState)
    if s.rules > 1 and not s.over and top_face(s, DISCARD) == JOKER and s.call < 0:
        reader.line = reader.named_lines[DISCARD]
        raise reader.bad_shape("J", "no_call")


def check_window(reader: Reader) -> None:
    """KOL-R6  What may be called out must lie on the zone of the seat before; left out, all the others are asked."""
    s = reader.state(KolpaState)
    for key in ("laid", "phase", "ask"):
        if key in reader.given and not s.vigilance:
            raise reader.bad_shape(f"{key}=", "vigilance")
    offender = moves.offender(s)
    if s.laid >= 0:
        if s.laid == JOKER or top_face(s, ZONE + COLOURS * offender + colour(s.laid)) != s.laid:
            raise reader.bad_shape(f"laid={FACES[s.laid]}", "laid")
        if "ask" not in reader.given:
            ask_clockwise(reader, offender)
    asked = [s.ask[i] for i in range(s.asking)]
    if offender in asked or (asked and s.laid < 0):
        raise reader.bad_shape("ask=" + "".join(letter(seat) for seat in asked), "no_seat_to_ask")


def ask_clockwise(reader: Reader, offender: int) -> None:
    s = reader.state(KolpaState)
    s.asking = reader.seats - 1
    for i in range(s.asking):
        s.ask[i] = (offender + 1 + i) % reader.seats


NOTATION = Notation(
    keys=(
        SeatKey("turn", "turn"),
        SeatKey("first", "first", default="A"),
        NumberKey("round", "round", default="1", high=200),
        WordKey("call", "call", words=CALLS),
        FaceKey("laid", "laid"),
        WordKey("phase", "amend", words=("amend",), offset=1),
        AskKey("ask", "ask"),
    ),
    shared=(Stock("stock", STOCK), Cards("discard", DISCARD)),
    seat=(
        Cards("hand", HAND),
        Stacks("zone", ZONE, COLOURS, pile_of),
        Number("score", "score"),
        Knows("knows", HAND),
    ),
    complete=complete,
    finish=finish,
)
