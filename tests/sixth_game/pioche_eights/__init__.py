"""Crazy eights for 2 to 5 players, a game in a package of its own: Pioche finds it by its entry point."""

from pioche.table.catalogue import catalogue_beside
from pioche.table.game import Game
from pioche.table.game_parts import MoveText, Rules
from pioche.table.options import Option
from pioche.table.notation import Cards, Notation, NumberKey, SeatKey, Stock, WordKey
from pioche_eights import rules
from pioche_eights.rules import DISCARD, FACES, HAND, STOCK, EightsState

GAME = Game(
    id="eights",
    prefix="EIG",
    players=range(2, 6),
    state=EightsState,
    rules=Rules(
        unpack=rules.unpack,
        deal=rules.deal,
        legal=rules.legal,
        refusal=rules.refusal,
        play=rules.play,
        score=rules.score,
        winners=rules.winners,
    ),
    faces=FACES,
    moves=(
        *(MoveText(face, "play", {"card": face}) for face in FACES),
        *(MoveText(f"8{own} {suit}", "eight", {"card": f"8{own}", "suit": suit}) for own in "CDHS" for suit in "CDHS"),
        MoveText("draw", "draw"),
        MoveText("pass", "pass"),
    ),
    events=rules.EVENTS,
    options=(Option("limit", range(10, 1001), 300),),
    notation=Notation(
        keys=(
            SeatKey("turn", "turn"),
            SeatKey("first", "first", default="A"),
            WordKey("suit", "suit", words=tuple("CDHS")),
            NumberKey("passes", "passes", default="0", low=0, high=4),
            NumberKey("turns", "turns", default="0", low=0),
        ),
        shared=(Stock("stock", STOCK), Cards("discard", DISCARD)),
        seat=(Cards("hand", HAND),),
    ),
    words=catalogue_beside(__file__),
)
