"""The verbs that every game fills in, and how they are entered from outside compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pioche.core.cards import hide_and_redeal
from pioche.core.observation import knowers, observe
from pioche.core.rule import Rule, hook, rule
from pioche.core.state import State
from pioche.core.types import EVERYONE, Mask, Move, Place, Seat, Vector


@hook
def unpack(s: State, to: Place) -> None:
    """Lay the whole deck into one place, in a fixed order, known to nobody."""


@hook
def deal(s: State) -> None:
    """Set up a table whose options, seats and randomness are set."""


@hook
def actor(s: State) -> Seat:  # type: ignore[empty-body]
    """The seat asked next in sequential play; -1 when the game is over."""


@hook
def may_act(s: State, seat: Seat) -> bool:  # type: ignore[empty-body]
    """May this seat do anything now, in turn or out of turn?"""


@hook
def legal(s: State, seat: Seat, moves: Vector) -> int:  # type: ignore[empty-body]
    """Write a seat's legal moves, in the order of the game's page; say how many."""


@hook
def choices(s: State, seat: Seat, moves: Vector) -> int:  # type: ignore[empty-body]
    """What the asked seat chooses from in sequential play."""


@hook
def refusal(s: State, seat: Seat, move: Move) -> int:  # type: ignore[empty-body]
    """The rule that forbids a move, 0 if it is legal."""


@hook
def play(s: State, seat: Seat, move: Move) -> None:
    """Play a legal move."""


@hook
def score(s: State, seat: Seat) -> int:  # type: ignore[empty-body]
    """A seat's points so far."""


@hook
def winners(s: State) -> Mask:  # type: ignore[empty-body]
    """Who has won, at the end: one bit a seat."""


@hook
def witnesses(s: State, seat: Seat, move: Move) -> Mask:  # type: ignore[empty-body]
    """Who may see what a move says, before it is played; the others see only that the seat has moved."""


@hook
def redeal(s: State, seat: Seat, words: Vector) -> None:
    """Deal anew the faces that a seat does not know."""


@hook
def settle(s: State, seat: Seat, words: Vector) -> None:
    """Faces hidden from a seat were dealt anew: put right what the rules of the game fix about them."""


@hook
def thumb(s: State, seat: Seat, move: Move) -> int:  # type: ignore[empty-body]
    """How good a move looks to a seat, by a rule of thumb, from what that seat knows alone; more is better."""


@hook
def outlook(s: State, seat: Seat) -> int:  # type: ignore[empty-body]
    """How well a seat stands, all cards seen, in hundredths of a point; more is better. For imagined tables."""


@hook
def chapter(s: State) -> int:  # type: ignore[empty-body]
    """A number that grows where luck begins anew, as with a new round: search looks no further."""


@hook
def believe(s: State, seat: Seat, words: Vector) -> None:
    """Make an imagined table a likelier one: what others have done says something about what they hold."""


@hook
def rewind(s: State, seat: Seat) -> None:
    """Take back what the others have secretly chosen, so that in imagination they choose again."""


@hook
def tally(s: State, seat: Seat, numbers: Vector) -> int:  # type: ignore[empty-body]
    """Write the figures that the table tells a seat (-1: those who watch), STOP after each; say how many numbers."""


STOP = -999  # ends a figure

# What a game that is silent about a verb gets.


@rule
def actor_in_turn(s: State) -> Seat:
    return -1 if s.over else s.turn


@rule
def only_the_actor(s: State, seat: Seat) -> bool:
    return seat == actor(s)


@rule
def all_legal(s: State, seat: Seat, moves: Vector) -> int:
    return legal(s, seat, moves)


@rule
def all_see(s: State, seat: Seat, move: Move) -> Mask:
    return EVERYONE


@rule
def nothing_to_settle(s: State, seat: Seat, words: Vector) -> None:
    """Every deal of the hidden faces is possible."""


@rule
def no_opinion(s: State, seat: Seat, move: Move) -> int:
    return 0


@rule
def points_so_far(s: State, seat: Seat) -> int:
    return 100 * score(s, seat)


@rule
def one_chapter(s: State) -> int:
    return 0


@rule
def anything_goes(s: State, seat: Seat, words: Vector) -> None:
    """Every deal of the hidden faces is as likely as any other."""


@rule
def nothing_to_rewind(s: State, seat: Seat) -> None:
    """Nobody chooses in secret."""


@rule
def no_figures(s: State, seat: Seat, numbers: Vector) -> int:
    return 0


DEFAULTS: dict[Rule[Any, Any], Rule[Any, Any]] = {
    actor: actor_in_turn,
    may_act: only_the_actor,
    choices: all_legal,
    settle: nothing_to_settle,
    witnesses: all_see,
    redeal: hide_and_redeal,
    thumb: no_opinion,
    outlook: points_so_far,
    chapter: one_chapter,
    believe: anything_goes,
    rewind: nothing_to_rewind,
    tally: no_figures,
}


@rule
def try_move(s: State, seat: Seat, move: Move) -> int:
    """Play a move if it is legal; otherwise say which rule forbids it and change nothing."""
    why = refusal(s, seat, move)
    if why == 0:
        play(s, seat, move)
    return why


@rule
def imagine(s: State, seat: Seat, words: Vector) -> None:
    """Make of this table one that the seat can't tell from it."""
    redeal(s, seat, words)
    settle(s, seat, words)
    for card in range(len(s.face)):
        s.known[card] = knowers(s, seat, card)
    for i in range(len(s.rng)):
        s.rng[i] = words[i]


@rule
def standing(s: State, points: Vector) -> Mask:
    """Write every seat's points; say who may act, one bit a seat."""
    actors = 0
    for seat in range(s.seats):
        points[seat] = score(s, seat)
        if may_act(s, seat):
            actors |= 1 << seat
    return actors


# Compiled code is entered with the array that holds the table: a record by itself costs ten times as much to hand over.


@rule
def actor_at(tables: Sequence[State]) -> Seat:
    return actor(tables[0])


@rule
def may_act_at(tables: Sequence[State], seat: Seat) -> bool:
    return may_act(tables[0], seat)


@rule
def legal_at(tables: Sequence[State], seat: Seat, moves: Vector) -> int:
    return legal(tables[0], seat, moves)


@rule
def choices_at(tables: Sequence[State], seat: Seat, moves: Vector) -> int:
    return choices(tables[0], seat, moves)


@rule
def try_move_at(tables: Sequence[State], seat: Seat, move: Move) -> int:
    return try_move(tables[0], seat, move)


@rule
def witnesses_at(tables: Sequence[State], seat: Seat, move: Move) -> Mask:
    return witnesses(tables[0], seat, move)


@rule
def thumb_at(tables: Sequence[State], seat: Seat, move: Move) -> int:
    return thumb(tables[0], seat, move)


@rule
def tally_at(tables: Sequence[State], seat: Seat, numbers: Vector) -> int:
    return tally(tables[0], seat, numbers)


@rule
def observe_at(tables: Sequence[State], seat: Seat, out: Vector, most: int) -> None:
    observe(tables[0], seat, out, most)


@rule
def standing_at(tables: Sequence[State], points: Vector) -> Mask:
    return standing(tables[0], points)


@rule
def winners_at(tables: Sequence[State]) -> Mask:
    return winners(tables[0])


@rule
def deal_at(tables: Sequence[State]) -> None:
    deal(tables[0])


@rule
def imagine_at(tables: Sequence[State], seat: Seat, words: Vector) -> None:
    imagine(tables[0], seat, words)


AT_TABLE: dict[Rule[Any, Any], Rule[Any, Any]] = {
    actor: actor_at,
    may_act: may_act_at,
    legal: legal_at,
    choices: choices_at,
    try_move: try_move_at,
    witnesses: witnesses_at,
    thumb: thumb_at,
    tally: tally_at,
    observe: observe_at,
    standing: standing_at,
    winners: winners_at,
    deal: deal_at,
    imagine: imagine_at,
}
