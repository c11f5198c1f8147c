"""Crazy eights for 2 to 5 players, a game in a package of its own: Pioche finds it by its entry point."""

from pioche.table.game import Game
from pioche.table.game_parts import MoveText, Rules
from pioche.table.options import Option
from pioche.table.notation import Cards, Notation, NumberKey, SeatKey, Stock, WordKey
from pioche_eights import rules
from pioche_eights.rules import DISCARD, FACES, HAND, STOCK, EightsState

FR = {
    "title": "Huit américain", "idea": "Se défausser de tout, en suivant la couleur ou le rang.",
    "intro": "On suit la couleur ou le rang ; un huit va sur tout et nomme une couleur.", "deck": "52 cartes.",
    "refuse.EIG-02": "{card} n'a ni la couleur ni le rang demandés.", "refuse.EIG-03": "Un huit nomme une couleur.",
    "refuse.EIG-04": "On pioche si c'est possible, on passe sinon.", "move.play": "{seat} joue {card}.",
    "move.eight": "{seat} joue {card} et demande {suit}.", "move.draw": "{seat} pioche.", "move.pass": "{seat} passe.",
    "event.reshuffle": "La défausse redevient la pioche.", "option.limit": "Nombre de tours au plus.",
}  # fmt: skip
EN = {
    "title": "Crazy eights", "idea": "Get rid of everything, following suit or rank.",
    "intro": "Follow the suit or the rank; an eight goes on anything and names a suit.", "deck": "52 cards.",
    "refuse.EIG-02": "{card} has neither the suit nor the rank.", "refuse.EIG-03": "An eight names a suit.",
    "refuse.EIG-04": "Draw if it is possible, otherwise pass.", "move.play": "{seat} plays {card}.",
    "move.eight": "{seat} plays {card}, asks for {suit}.", "move.draw": "{seat} draws.", "move.pass": "{seat} passes.",
    "event.reshuffle": "The discard becomes the stock.", "option.limit": "The most turns there may be.",
}  # fmt: skip

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
    words={"fr": FR, "en": EN},
)
