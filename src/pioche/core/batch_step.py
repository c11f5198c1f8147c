"""Many tables at once: one rule that attends to one table of a batch, on the CPU and on CUDA alike.

It may deal a new game there, play the move it is given and let compiled players go on until somebody else is asked;
then it tells whatever was wished for. Everything goes through this one rule, so that each game is compiled once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pioche.core.hooks import actor, choices, play, score, winners
from pioche.core.observation import observe
from pioche.core.playouts import begin, by_policy
from pioche.core.rule import rule
from pioche.core.state import State
from pioche.core.types import Move, Seat, Vector

Rows = Any  # one row of numbers for each table, one after the other; slices of it are rows
PLAY, MASK, OBSERVE, SCORE, RENEW = 1, 2, 4, 8, 16  # what is wished for
EVERY_SEAT, NO_SEAT = -1, -2  # who is asked, instead of a seat's number
NO_MOVE = -1


@rule
def attend(
    s: State,
    i: int,
    wishes: int,
    seed: int,
    which: Vector,
    moves: Vector,
    seats: Vector,
    viewers: Vector,
    policy: Vector,
    games: Vector,
    words: Rows,
    room: Vector,
    asked: Vector,
    fine: Vector,
    won: Vector,
    points: Rows,
    mask: Rows,
    seen: Rows,
    most: int,
) -> None:
    """Table i: deal its next game if which[i], play moves[i] if that is wished for, and tell what came of it."""
    own = words[4 * i : 4 * i + 4]
    if which[i] or (wishes & RENEW and s.over):
        games[i] += len(asked)
        begin(s, own, seed, games[i])
    n = carry_on(s, own, moves[i] if wishes & PLAY else NO_MOVE, seats[i], policy, room)
    asked[i] = actor(s)
    fine[i] = moves[i] == NO_MOVE or is_among(room, n, moves[i])
    won[i] = winners(s) if s.over else 0
    if wishes & MASK:
        write_mask(mask[i * len(room) : (i + 1) * len(room)], room, n)
    if wishes & OBSERVE:
        width = len(seen) // len(asked)
        look(s, viewers[i], asked[i], seen[i * width : (i + 1) * width], most)
    if wishes & SCORE:
        for seat in range(s.seats):
            points[i * s.seats + seat] = score(s, seat)


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


@rule
def attend_all(
    tables: Sequence[State],
    first: int,
    last: int,
    wishes: int,
    seed: int,
    which: Vector,
    moves: Vector,
    seats: Vector,
    viewers: Vector,
    policy: Vector,
    games: Vector,
    words: Rows,
    room: Vector,
    asked: Vector,
    fine: Vector,
    won: Vector,
    points: Rows,
    mask: Rows,
    seen: Rows,
    most: int,
) -> None:
    """Attend to tables first … last - 1, one after the other."""
    for i in range(first, last):
        attend(
            tables[i], i, wishes, seed, which, moves, seats, viewers, policy, games, words, room, asked, fine, won,
            points, mask, seen, most,
        )  # fmt: skip
