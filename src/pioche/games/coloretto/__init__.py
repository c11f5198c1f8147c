"""Coloretto, for 2 to 5 players: put cards on rows, or take a row.

Three colours of each player will count plus and all the others minus, so what a row is worth is different for everyone.
On its turn a seat draws a card and places it on a row, or takes a row and waits for the next round. The last-round
card, somewhere among the last fifteen of the stock, announces the end.

| file | what it holds |
|---|---|
| `cards.py` | the faces, and the places where cards lie |
| `state.py` | what else is on the table, and who may see it |
| `setup.py` | the deal; like all rules, small functions with their ids |
| `rules.py` | turns: what is legal, and what a move does |
| `scoring.py` | what cards are worth at the end |
| `bot_heuristic.py` | a rule of thumb for bots |
| `table_figures.py` | what the table counts for its players while they play |
| `notation.py` | how positions are written |
| `fr.toml`, `en.toml` | rules, refusals and log lines in French and English |
| `cases.txt` | the rules by example, written by hand |

Moves, numbered in this order: `draw`; `take 1` … `take 5`; `place 1` … `place 5`; `choose R` … `choose S`.
"""

from pioche.games.coloretto import bot_heuristic, rules, scoring, setup, table_figures
from pioche.games.coloretto.cards import COLOURS, FACES, MAX_ROWS
from pioche.games.coloretto.notation import NOTATION
from pioche.games.coloretto.state import ColorettoState
from pioche.table.catalogue import catalogue_beside
from pioche.table.game import Game
from pioche.table.game_parts import BotProfile, GameFacts, MoveText, Rules
from pioche.table.options import Option

MOVES = (
    MoveText("draw", "draw"),
    *(MoveText(f"take {row}", "take", {"row": str(row)}) for row in range(1, MAX_ROWS + 1)),
    *(MoveText(f"place {row}", "place", {"row": str(row)}) for row in range(1, MAX_ROWS + 1)),
    *(MoveText(f"choose {colour}", "choose", {"colour": colour, "card": colour}) for colour in FACES[:COLOURS]),
)

OPTIONS = (
    Option("start", ("random", "choose"), "random"),  # COL-R5
    Option("last_round", ("among15", "above15"), "among15"),  # COL-R6
    Option("table", ("brown", "grey"), "brown"),  # COL-R7
    Option("golden", ("off", "on"), "off"),  # COL-R10
)

GAME = Game(
    id="coloretto",
    prefix="COL",
    players=range(2, 6),
    state=ColorettoState,
    rules=Rules(
        unpack=setup.unpack,
        deal=setup.deal,
        legal=rules.legal,
        refusal=rules.refusal,
        play=rules.play,
        score=scoring.score,
        winners=scoring.winners,
        repair=setup.repair,
        figures=table_figures.figures,
    ),
    faces=FACES,
    moves=MOVES,
    events=setup.EVENTS,
    options=OPTIONS,
    notation=NOTATION,
    published=("COL-10", "COL-11", "COL-12", "COL-R6", "COL-R7", "COL-R9", "COL-R11"),
    rulings=("COL-09",),
    words=catalogue_beside(__file__),
    facts=GameFacts(rounds=True),
    bots=BotProfile(heuristic=bot_heuristic.heuristic, thinking=(0, 0, 0, 30, 500)),
    figures=table_figures.FIGURES,
)
