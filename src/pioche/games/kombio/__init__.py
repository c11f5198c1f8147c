"""Kombio, for 2 to 6 players: memory, exchanges, and a race to slap a matching card.

Each seat has four cards face down and has seen two of them. On its turn it draws, takes the top of the discard, or
calls Kombio if it thinks that it has the fewest points; action cards look and exchange. Whoever sees that some card on
the table equals the top of the discard may slap it, in turn or out of turn. Fewest points win.

| file | what it holds |
|---|---|
| `cards.py` | the faces, and the places where cards lie |
| `numbers.py` | moves and events by number |
| `state.py` | what else is on the table, and who may see it |
| `rules.py` | who may act, what is legal and why not, each a small function with its id |
| `playing.py` | what each move does: turns, actions, slaps |
| `grid.py` | grids, stock and discard |
| `rounds.py` | the deal, the score, the end |
| `belief.py` | what the cards that others have kept are worth, for search |
| `bot_heuristic.py` | a rule of thumb for bots |
| `notation.py` | how positions are written |
| `fr.toml`, `en.toml` | rules, refusals and log lines in French and English |
| `cases.txt` | the rules by example, written by hand |

Moves, numbered in this order: `draw`; `take 1` … `take 16`; `kombio`; `idle`; `keep 1` …; `discard`; `look A1` …
`look F16`; `look A1 A1` … (two slots, seat by seat); `exchange A1 A1` …; `skip`; `give 1` …; `hand over`; `keep card`;
`slap A1` …; `pass`. A pair of a slot with itself is a move that is never legal.
"""

from pioche.games.kombio import bot_belief, bot_heuristic, moves, playing, rounds, rules
from pioche.games.kombio.cards import FACES, SLOTS
from pioche.games.kombio.notation import NOTATION, SLOT_NAMES
from pioche.games.kombio.state import KombioState
from pioche.table.catalogue import catalogue_beside
from pioche.table.game import Game
from pioche.table.game_parts import BotProfile, GameFacts, MoveText, Rules
from pioche.table.options import Option

OWN_SLOTS = tuple(str(i + 1) for i in range(SLOTS))
NAMED_PAIRS = tuple((SLOT_NAMES[a], SLOT_NAMES[b]) for a, b in moves.PAIRS)

MOVES = (
    MoveText("draw", "draw"),
    *(MoveText(f"take {slot}", "take", {"slot": slot}) for slot in OWN_SLOTS),
    MoveText("kombio", "kombio"),
    MoveText("idle", "idle"),
    *(MoveText(f"keep {slot}", "keep", {"slot": slot}) for slot in OWN_SLOTS),
    MoveText("discard", "discard"),
    *(MoveText(f"look {slot}", "look", {"slot": slot}) for slot in SLOT_NAMES),
    *(MoveText(f"look {slot} {other}", "look_two", {"slot": slot, "other": other}) for slot, other in NAMED_PAIRS),
    *(MoveText(f"exchange {slot} {other}", "exchange", {"slot": slot, "other": other}) for slot, other in NAMED_PAIRS),
    MoveText("skip", "skip"),
    *(MoveText(f"give {slot}", "give", {"slot": slot}) for slot in OWN_SLOTS),
    MoveText("hand over", "hand_over"),
    MoveText("keep card", "keep_card"),
    *(MoveText(f"slap {slot}", "slap", {"slot": slot}) for slot in SLOT_NAMES),
    MoveText("pass", "pass"),
)

OPTIONS = (
    Option("limit", range(20, 301), 100),  # KOM-R7
    Option("max_turns", range(50, 1001), 300),  # KOM-R9
)


def spell(text: str) -> str:
    """A pair of slots may be written in either order."""
    verb, *slots = text.split(" ")
    if len(slots) == 2 and all(slot in SLOT_NAMES for slot in slots):
        slots.sort(key=SLOT_NAMES.index)
    return " ".join([verb, *slots])


GAME = Game(
    id="kombio",
    prefix="KOM",
    players=range(2, 7),
    state=KombioState,
    rules=Rules(
        unpack=rounds.unpack,
        deal=rounds.deal,
        legal=rules.legal,
        refusal=rules.refusal,
        play=playing.play,
        score=rounds.score,
        winners=rounds.winners,
        actor=rules.actor,
        may_act=rules.may_act,
        choices=rules.choices,
    ),
    faces=FACES,
    moves=MOVES,
    events=moves.EVENTS,
    options=OPTIONS,
    notation=NOTATION,
    words=catalogue_beside(__file__),
    facts=GameFacts(
        low_wins=True,
        rounds=True,
        reactions=("slap", "pass"),
        occasions=("take", "keep", "discard"),
        stalls=("limit_turns",),
    ),
    bots=BotProfile(
        heuristic=bot_heuristic.heuristic,
        evaluate=bot_heuristic.evaluate,
        luck_epoch=rounds.luck_epoch,
        reweigh=bot_belief.reweigh,
        horizon=400,
        margin=2500,
    ),
    spell=spell,
)
