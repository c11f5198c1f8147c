"""Many tables at once: one rule that attends to one table of a batch, on the CPU and on CUDA alike.

It may deal a new game there, play the move it is given and let compiled players go on until somebody else is asked;
then it tells what it was asked for. Everything goes through this one rule, so that each game is compiled once.
"""

from __future__ import annotations

from typing import NamedTuple

from pioche.core.encode_observation import observe
from pioche.core.hooks import actor, choices, play, score, winners
from pioche.core.playouts import begin, by_policy
from pioche.core.rule import rule
from pioche.core.state import State
from pioche.core.types import Move, Rows, Seat, Vector

PLAY, MASK, OBSERVE, SCORE, RENEW = 1, 2, 4, 8, 16  # what may be asked for
EVERY_SEAT, NO_SEAT = -1, -2  # who is asked, instead of a seat's number
NO_MOVE = -1


class Columns(NamedTuple):
    """What a batch is told and tells, a number or a row for each table."""

    asked_for: int  # PLAY, MASK …, added up
    seed: int
    which: Vector  # 1: deal the next game here
    moves: Vector
    seats: Vector  # who is asked here
    viewers: Vector  # who observes; -1: the asked one
    policy: Vector  # how the seats after the asked one play
    games: Vector  # the number of the game of the seed
    words: Rows  # randomness of the compiled players, four numbers for each table
    asked: Vector  # told: the seat asked now, -1 when the game is over
    fine: Vector  # told: was the move among the choices?
    won: Vector  # told: who has won, one bit a seat
    over: Vector  # told: is the game over?
    points: Rows
    mask: Rows
    seen: Rows
    most: int  # no number of an observation is greater


@rule
def attend(s: State, i: int, c: Columns, room: Vector) -> None:
    """Table i: deal its next game if which[i], play moves[i] if that is asked for, and tell what came of it."""
    own = c.words[4 * i : 4 * i + 4]
    if c.which[i] or (c.asked_for & RENEW and s.over):
        c.games[i] += len(c.asked)
        begin(s, own, c.seed, c.games[i])
    n = carry_on(s, own, c.moves[i] if c.asked_for & PLAY else NO_MOVE, c.seats[i], c.policy, room)
    c.asked[i] = actor(s)
    c.fine[i] = c.moves[i] == NO_MOVE or is_among(room, n, c.moves[i])
    c.won[i] = winners(s) if s.over else 0
    c.over[i] = c.asked[i] < 0
    report(s, i, c, room, n)


@rule
def report(s: State, i: int, c: Columns, room: Vector, n: int) -> None:
    """The mask of the n choices, the observation and the points, as far as they are asked for."""
    if c.asked_for & MASK:
        write_mask(c.mask[i * len(room) : (i + 1) * len(room)], room, n)
    if c.asked_for & OBSERVE:
        width = len(c.seen) // len(c.asked)
        look(s, c.viewers[i], c.asked[i], c.seen[i * width : (i + 1) * width], c.most)
    if c.asked_for & SCORE:
        for seat in range(s.seats):
            c.points[i * s.seats + seat] = score(s, seat)


@rule
def carry_on(s: State, words: Vector, given: Move, asked: Seat, policy: Vector, room: Vector) -> int:
    """Play the move given, then those of compiled players, until another is asked or the game is over; its choices."""
    move, n, seat = given, 0, actor(s)
    while seat >= 0:
        if move >= 0:
            play(s, seat, move)
            seat = actor(s)
        n = choices(s, seat, room) if seat >= 0 else 0
        if seat < 0 or asked == EVERY_SEAT or seat == asked:
            break
        who = policy[seat] if asked == NO_SEAT else policy[(seat - asked) % s.seats]
        move = by_policy(s, seat, words, room, n, who)
    return n


@rule
def is_among(room: Vector, n: int, move: Move) -> bool:
    for k in range(n):
        if room[k] == move:
            return True
    return False


@rule
def write_mask(mask: Vector, room: Vector, n: int) -> None:
    """A 1 for each choice."""
    for k in range(len(mask)):
        mask[k] = 0
    for k in range(n):
        mask[room[k]] = 1


@rule
def look(s: State, viewer: Seat, asked: Seat, out: Vector, most: int) -> None:
    """What a seat knows, or, if none is named, the one that is asked; if nobody is, nothing."""
    seat = viewer if viewer >= 0 else asked
    if seat >= 0:
        observe(s, seat, out, most)
    else:
        for k in range(len(out)):
            out[k] = 0
