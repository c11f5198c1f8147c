"""How positions of 5211 are written, beyond what is common to all games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pioche.core import size
from pioche.games.g5211 import rules
from pioche.games.g5211.cards import CHOSEN, DISCARD, HAND, PILE, REMOVED, STOCK, TABLE
from pioche.games.g5211.state import G5211State
from pioche.table.notation import Cards, Key, Notation, Number, NumberKey, Stock
from pioche.table.visibility import UNKNOWN, Sight

if TYPE_CHECKING:
    from pioche.table.game import Game
    from pioche.table.position_parser import Reader


@dataclass(frozen=True)
class LastKey(Key):
    """`last=yes` or `last=no`, where the sizes do not tell whether the round began with an empty stock (FIV-R6)."""

    def write(self, game: Game, sight: Sight) -> str | None:
        hands = (sight.size(HAND + seat) + sight.size(CHOSEN + seat) for seat in range(sight.seats))
        expected = looks_last(sight.size(STOCK), sight.number("step"), hands)
        return None if sight.number("last") == expected or sight.number("over") else ("no", "yes")[sight.number("last")]

    def read(self, reader: Reader, word: str) -> None:
        if word not in ("yes", "no"):
            raise reader.bad_value("last", word, "yes | no")


def looks_last(stock: int, step: int, hands: Iterable[int]) -> bool:
    """FIV-11  The stock is empty, and nobody has drawn since the round began."""
    return stock == 0 and (step == 1 or max(hands) <= (3 if step == 2 else 2))


def complete(reader: Reader) -> None:
    """FIV-01  Removed cards left out are as many as the rule says, if the stock is not written exactly."""
    if "removed" not in reader.given and reader.rest_to_stock:
        reader.lay(REMOVED, [UNKNOWN] * rules.removed_cards(reader.state(G5211State)))


def finish(reader: Reader) -> None:
    s, seats = reader.state(G5211State), range(reader.seats)
    given = dict(word.partition("=")[::2] for word in reader.header.text.split()[1:])
    hands = [size(s, HAND + seat) + size(s, CHOSEN + seat) for seat in seats]
    s.last = given["last"] == "yes" if "last" in given else looks_last(size(s, STOCK), s.step, hands)
    if s.between and not s.long:
        raise reader.bad_shape("between=at_once", "long")  # FIV-R4
    if not any(hands) and not any(size(s, TABLE + seat) for seat in seats):
        s.over = 1
    if not s.over and all(size(s, CHOSEN + seat) for seat in seats):
        raise reader.bad_shape("chosen", "all_chosen")


NOTATION = Notation(
    keys=(
        NumberKey("turn", "step", low=1, high=3),
        NumberKey("deck", "deck", default="1"),
        LastKey("last", "last"),
    ),
    shared=(
        Stock("stock", STOCK),
        Cards("discard", DISCARD, always=False),
        Cards("removed", REMOVED),
    ),
    seat=(
        Cards("hand", HAND),
        Cards("table", TABLE),
        Cards("chosen", CHOSEN),
        Cards("pile", PILE),
        Number("score", "score", when="long"),
        Number("kept", "kept", when="long"),
    ),
    complete=complete,
    finish=finish,
)
