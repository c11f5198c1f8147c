"""Kolpa!, for 2 to 6 players: a shedding game turned round.

A card that matches the top of the discard may go there; one that does not may be laid in one's own zone, and only what
lies there scores. But laying draws a new card, a matching card must never be laid, and a matching top in the zone
closes it. The round ends when a hand is empty; then the cards left in hand cost their value.

| file | what it holds |
|---|---|
| `cards.py` | the faces, and the places where cards lie |
| `state.py` | what else is on the table, and who may see it |
| `moves.py` | the moves by number, whose turn it is, and what is legal |
| `rules.py` | the rules, each a small function with its id: the deal, what a move does, the end of a round |
| `matching.py` | what matches the discard, and when a zone is closed |
| `scoring.py` | what a round is worth |
| `bot_heuristic.py` | a rule of thumb for bots |
| `table_figures.py` | what the table counts for its players while they play |
| `notation.py` | how positions are written |
| `fr.toml`, `en.toml` | rules, refusals and log lines in French and English |
| `cases.txt` | the rules by example, written by hand |

Moves, numbered in this order: `R0` … (hand to discard); `zone R0` … (zone top to discard); `kolpa R0` … (hand to zone);
`J R` … `J 5` (a joker with its call); `J` (a joker as the last card); `callout`; `pass`.
"""

from pioche.games.kolpa import bot_heuristic, moves, rules, scoring, table_figures
from pioche.games.kolpa.cards import FACES, JOKER
from pioche.games.kolpa.notation import CALLS, NOTATION
from pioche.games.kolpa.state import KolpaState
from pioche.table.catalogue import catalogue_beside
from pioche.table.game import Game
from pioche.table.game_parts import BotProfile, GameFacts, MoveText, Rules
from pioche.table.options import Option

MOVES = (
    *(MoveText(face, "play", {"card": face}) for face in FACES[:JOKER]),
    *(MoveText(f"zone {face}", "zone", {"card": face}) for face in FACES),
    *(MoveText(f"kolpa {face}", "kolpa", {"card": face}) for face in FACES),
    *(MoveText(f"J {call}", "joker", {"card": "J", "call": call}) for call in CALLS),
    MoveText("J", "last_joker", {"card": "J"}),
    MoveText("callout", "callout"),
    MoveText("pass", "pass"),
)

OPTIONS = (
    Option("target", range(10, 201), 50),  # KOL-R5
    Option("rounds", range(1, 201), 200),  # KOL-R5
    Option("vigilance", ("off", "on"), "off"),  # KOL-R6
    Option("renew", ("needed", "empty"), "needed", since=2),  # KOL-R7
)

GAME = Game(
    id="kolpa",
    prefix="KOL",
    players=range(2, 7),
    state=KolpaState,
    rules=Rules(
        unpack=rules.unpack,
        deal=rules.deal,
        legal=moves.legal,
        refusal=moves.refusal,
        play=rules.play,
        score=scoring.score,
        winners=scoring.winners,
        actor=moves.actor,
        may_act=moves.may_act,
        choices=moves.choices,
        figures=table_figures.figures,
    ),
    faces=FACES,
    moves=MOVES,
    events=rules.EVENTS,
    options=OPTIONS,
    notation=NOTATION,
    words=catalogue_beside(__file__),
    facts=GameFacts(rounds=True, reactions=("callout", "pass"), occasions=("kolpa",)),
    bots=BotProfile(
        heuristic=bot_heuristic.heuristic,
        luck_epoch=scoring.luck_epoch,
        thinking=(0, 0, 0, 250, 2500),
        margin=2000,
    ),
    figures=table_figures.FIGURES,
)
