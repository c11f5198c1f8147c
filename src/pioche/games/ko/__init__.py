"""KO (adult mode), for 2 to 5 players: be the first to have the run 1 to 15 of one colour face down before you.

Each turn a seat throws away cards that belong together, takes as many back, and lays what fits in its suite, which
nobody else sees. The first laying takes eight cards. Action cards look into hands, rob them, swap them, and upset the
order of play. How many colours and action cards the deck has is a reconstruction, and every count an option.

| file | what it holds |
|---|---|
| `cards.py` | the faces, and the places where cards lie |
| `state.py` | what else is on the table, and who may see it |
| `rules.py` | the rules: setting up, what is legal, the score; each a small function with its id |
| `suites.py` | what may be laid, and whether eight cards can be reached |
| `discard_shapes.py` | what may be discarded together |
| `moves.py` | moves, events and steps by number |
| `turn.py` | the steps of a turn, as they are played |
| `effects.py` | the effects of action cards |
| `guess.py` | how hidden cards are dealt anew, so that suites stay legal |
| `bot_heuristic.py` | a rule of thumb for bots |
| `notation.py` | how positions are written |
| `fr.toml`, `en.toml` | rules, refusals and log lines in French and English |
| `cases.txt` | the rules by example, written by hand |

Moves, numbered in this order: `recolour`; `discard R1` … `discard STEAL`; `lay R1` … `lay STEAL`; `effect REV` …
`effect STEAL`; `effect none`; `target A` … `target E`; `from stock`; `from open`; `take R1` … `take STEAL`; `done`.
"""

from pioche.core import State
from pioche.games.ko import bot_heuristic, moves, rules, turn, unseen_hands
from pioche.games.ko.cards import ACTIONS, CARDS, FACES, HAND_SIZE, MAX_SEATS, OPEN_CARDS
from pioche.games.ko.notation import NOTATION
from pioche.games.ko.state import KoState
from pioche.table.catalogue import Phrase, catalogue_beside, phrase
from pioche.table.game import Game
from pioche.table.game_parts import BotProfile, GameFacts, MoveText, Rules
from pioche.table.options import Option

MOVES = (
    MoveText("recolour", "recolour"),
    *(MoveText(f"discard {face}", "discard", {"card": face}) for face in FACES),
    *(MoveText(f"lay {face}", "lay", {"card": face}, "lay_hidden") for face in FACES),
    *(MoveText(f"effect {face}", "effect", {"card": face}) for face in ACTIONS),
    MoveText("effect none", "no_effect"),
    *(MoveText(f"target {seat}", "target", {"target": seat}) for seat in "ABCDE"[:MAX_SEATS]),
    MoveText("from stock", "from_stock"),
    MoveText("from open", "from_open"),
    *(MoveText(f"take {face}", "take", {"card": face}, "take_hidden") for face in FACES),
    MoveText("done", "done"),
)

OPTIONS = (
    Option("colours", range(4, 8), 7),
    Option("ko_cards", range(5), 2),
    Option("reverse", range(7), 5),
    Option("skip", range(7), 5),
    Option("swap", range(7), 4),
    Option("rotate", range(7), 3),
    Option("peek1", range(7), 6),
    Option("peek2", range(7), 4),
    Option("steal", range(7), 4),
    Option("stall", range(1, 51), 5),  # KOO-R10
    Option("max_turns", range(10, 2001), 400),  # KOO-R10
    Option("trumps_in_runs", ("off", "on"), "on", since=2, before="off"),  # KOO-R12
)


def check(s: State) -> Phrase | None:
    """KOO-01  Fifteen cards for each seat and ten open ones are the least."""
    cards, least = sum(s.known[card] == 0 for card in range(CARDS)), HAND_SIZE * s.seats + OPEN_CARDS
    return phrase("setup.few_cards", cards=cards, least=least, players=s.seats) if cards < least else None


GAME = Game(
    id="ko",
    prefix="KOO",
    players=range(2, MAX_SEATS + 1),
    state=KoState,
    rules=Rules(
        unpack=rules.unpack,
        deal=rules.deal,
        legal=rules.legal,
        refusal=rules.refusal,
        play=turn.play,
        score=rules.score,
        winners=rules.winners,
        actor=rules.actor,
        who_sees=rules.who_sees,
        redeal=unseen_hands.redeal,
    ),
    faces=FACES,
    moves=MOVES,
    events=moves.EVENTS,
    options=OPTIONS,
    notation=NOTATION,
    words=catalogue_beside(__file__),
    facts=GameFacts(stalls=("stall", "limit")),
    bots=BotProfile(heuristic=bot_heuristic.heuristic, evaluate=bot_heuristic.evaluate, horizon=120, margin=300),
    check=check,
)
