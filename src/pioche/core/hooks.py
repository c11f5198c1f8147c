"""The hooks: what every game fills in with rules of its own, and what one does that leaves a hook alone."""

from __future__ import annotations

from typing import Any

from pioche.core.event_log import PLAYED, note
from pioche.core.imagine_unseen_cards import redeal, repair  # hooks too, beside what is built on them
from pioche.core.rule import Rule, defaults_in, hook, hook_with, rule
from pioche.core.state import State
from pioche.core.types import EVERYONE, Mask, Move, Place, Seat, Vector

STOP = -999  # ends a figure

__all__ = [
    "DEFAULTS",
    "STOP",
    "actor",
    "choices",
    "deal",
    "evaluate",
    "figures",
    "heuristic",
    "hide_choices",
    "legal",
    "luck_epoch",
    "may_act",
    "play",
    "redeal",
    "refusal",
    "repair",
    "reweigh",
    "score",
    "status",
    "try_move",
    "unpack",
    "who_sees",
    "winners",
]  # fmt: skip


@hook
def unpack(s: State, to: Place) -> None:
    """Lay the whole deck into one place, in a fixed order, known to nobody."""


@hook
def deal(s: State) -> None:
    """Set up a table whose options, seats and randomness are set."""


@hook
def legal(s: State, seat: Seat, moves: Vector) -> int:  # type: ignore[empty-body]
    """Write a seat's legal moves, in the order of the game's page; say how many."""


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


# From here on each hook has a default: the rule before it.


@rule
def actor_in_turn(s: State) -> Seat:
    return -1 if s.over else s.turn


@hook_with(actor_in_turn)
def actor(s: State) -> Seat:  # type: ignore[empty-body]
    """The seat asked next in sequential play; -1 when the game is over."""


@rule
def only_the_actor(s: State, seat: Seat) -> bool:
    return seat == actor(s)


@hook_with(only_the_actor)
def may_act(s: State, seat: Seat) -> bool:  # type: ignore[empty-body]
    """May this seat do anything now, in turn or out of turn?"""


@rule
def all_legal(s: State, seat: Seat, moves: Vector) -> int:
    return legal(s, seat, moves)


@hook_with(all_legal)
def choices(s: State, seat: Seat, moves: Vector) -> int:  # type: ignore[empty-body]
    """What the asked seat chooses from in sequential play."""


@rule
def all_see(s: State, seat: Seat, move: Move) -> Mask:
    return EVERYONE


@hook_with(all_see)
def who_sees(s: State, seat: Seat, move: Move) -> Mask:  # type: ignore[empty-body]
    """Who may see what a move says, before it is played; the others see only that the seat has moved."""


@rule
def no_figures(s: State, seat: Seat, numbers: Vector) -> int:
    return 0


@hook_with(no_figures)
def figures(s: State, seat: Seat, numbers: Vector) -> int:  # type: ignore[empty-body]
    """Write what the table counts for a seat (-1: those who watch), STOP after each; say how many numbers."""


# What bots ask.


@rule
def no_opinion(s: State, seat: Seat, move: Move) -> int:
    return 0


@hook_with(no_opinion)
def heuristic(s: State, seat: Seat, move: Move) -> int:  # type: ignore[empty-body]
    """How good a move looks to a seat, by a rule of thumb, from what that seat knows alone; more is better."""


@rule
def points_so_far(s: State, seat: Seat) -> int:
    return 100 * score(s, seat)


@hook_with(points_so_far)
def evaluate(s: State, seat: Seat) -> int:  # type: ignore[empty-body]
    """How well a seat stands, all cards seen, in hundredths of a point; more is better. For imagined tables."""


@rule
def one_epoch(s: State) -> int:
    return 0


@hook_with(one_epoch)
def luck_epoch(s: State) -> int:  # type: ignore[empty-body]
    """A number that grows where luck begins anew, as with a new round: search looks no further."""


@rule
def equally_likely(s: State, seat: Seat, words: Vector) -> None:
    """Every deal of the hidden faces is as likely as any other."""


@hook_with(equally_likely)
def reweigh(s: State, seat: Seat, words: Vector) -> None:
    """Make an imagined table a likelier one: what others have done says something about what they hold."""


@rule
def nothing_hidden(s: State, seat: Seat) -> None:
    """Nobody chooses in secret."""


@hook_with(nothing_hidden)
def hide_choices(s: State, seat: Seat) -> None:
    """Take back what the others have secretly chosen, so that in imagination they choose again."""


DEFAULTS: dict[Rule[Any, Any], Rule[Any, Any]] = defaults_in(globals())


@rule
def try_move(s: State, seat: Seat, move: Move) -> int:
    """Play a move if it is legal, and note that it was made; otherwise say which rule forbids it and change nothing."""
    why = refusal(s, seat, move)
    if why == 0:
        note(s, PLAYED, seat, move, who_sees(s, seat, move), 0)
        play(s, seat, move)
    return why


@rule
def status(s: State, points: Vector) -> Mask:
    """Write every seat's points; say who may act, one bit a seat."""
    actors = 0
    for seat in range(s.seats):
        points[seat] = score(s, seat)
        if may_act(s, seat):
            actors |= 1 << seat
    return actors
