"""5211, for 2 to 5 players: choose in secret, reveal together; the colour most played scores, unless it is too many.

A round has three turns: two cards, then one, then one, chosen by all at the same time. Then the colours on all tables
are counted: the majority scores for those who played it, but a colour that reaches the limit is out, tied colours are
out, and an exact number of Kododo cards (the 1s) turns everything over.

| file | what it holds |
|---|---|
| `cards.py` | the faces, and the places where cards lie |
| `state.py` | what else is on the table, and who may see it |
| `moves.py` | one card or two, as a number |
| `rules.py` | choosing, revealing, drawing; each rule a small function with its id |
| `evaluation.py` | what a round is worth |
| `bot_heuristic.py` | a rule of thumb for bots |
| `notation.py` | how positions are written |
| `fr.toml`, `en.toml` | rules, refusals and log lines in French and English |
| `cases.txt` | the rules by example, written by hand |

Moves, numbered in this order: `B1` … `P6` (one card); `B1 B1`, `B1 B2` … `P6 P6` (two cards).
"""

from typing import Any

from pioche.games.g5211 import bot_heuristic, rules, scoring
from pioche.games.g5211.cards import FACES
from pioche.games.g5211.moves import PAIRS, SINGLES, spell, too_many
from pioche.games.g5211.notation import NOTATION
from pioche.games.g5211.state import G5211State
from pioche.table.catalogue import Phrase, catalogue_beside, phrase
from pioche.table.game import Game
from pioche.table.game_parts import BotProfile, GameFacts, MoveText, Rules
from pioche.table.options import Option


def move_text(*faces: int) -> MoveText:
    text = " ".join(FACES[face] for face in faces if face >= 0)
    return MoveText(text, "choose", {"cards": text}, hidden_verb="choose_hidden")


MOVES = (
    *(move_text(*faces) for faces in SINGLES + PAIRS),
    MoveText(too_many(), "choose", {"cards": too_many()}, hidden_verb="choose_hidden"),
)

OPTIONS = (
    Option("long", ("off", "on"), "off"),  # FIV-13
    Option("between", ("last_round", "at_once"), "last_round", since=2),  # FIV-R4
)


def check(s: Any) -> Phrase | None:
    """FIV-R4  What happens between two decks is a question of the long game only."""
    return phrase("setup.between") if s.between and not s.long else None


GAME = Game(
    id="5211",
    prefix="FIV",
    players=range(2, 6),
    state=G5211State,
    rules=Rules(
        unpack=rules.unpack,
        deal=rules.deal,
        legal=rules.legal,
        refusal=rules.refusal,
        play=rules.play,
        score=scoring.score,
        winners=rules.winners,
        actor=rules.actor,
        may_act=rules.may_act,
        who_sees=rules.who_sees,
        figures=scoring.figures,
    ),
    faces=FACES,
    moves=MOVES,
    events=scoring.EVENTS,
    options=OPTIONS,
    check=check,
    notation=NOTATION,
    words=catalogue_beside(__file__),
    facts=GameFacts(rounds=True, simultaneous=True),
    bots=BotProfile(
        heuristic=bot_heuristic.heuristic,
        hide_choices=rules.hide_choices,
        thinking=(0, 0, 0, 40, 1500),
        slips=(0.85, 0.4, 0.0, 0.0, 0.0),
    ),
    spell=spell,
    figures=scoring.FIGURES,
)
