"""Whole games of any kind, played at random or by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pioche.core.hooks import actor, choices, deal, heuristic, play, score, winners
from pioche.core.rng import draw_bits, pick, pick_with, seed_rng
from pioche.core.rule import rule
from pioche.core.state import State
from pioche.core.types import Move, Rows, Seat, Vector


@rule
def play_out(s: State, words: Vector, moves: Vector) -> int:
    """Play at random to the end; the number of moves."""
    played = 0
    seat = actor(s)
    while seat >= 0:
        bits = draw_bits(words)  # first, because the processor works it out while choices are listed
        n = choices(s, seat, moves)
        play(s, seat, moves[pick_with(words, bits, 0, n)])
        seat = actor(s)
        played += 1
    return played


@rule
def best_by_thumb(s: State, seat: Seat, words: Vector, moves: Vector, n: int) -> Move:
    """The move that looks best by the rule of thumb; of equal ones any."""
    best, chosen, equal = 0, moves[0], 0
    for i in range(n):
        value = heuristic(s, seat, moves[i])
        if equal == 0 or value > best:
            best, chosen, equal = value, moves[i], 1
        elif value == best:
            equal += 1
            if pick(words, equal) == 0:
                chosen = moves[i]
    return chosen


@rule
def by_policy(s: State, seat: Seat, words: Vector, moves: Vector, n: int, policy: int) -> Move:
    """What a compiled player chooses: policy 0 at random, 1 by thumb."""
    if policy == 0:
        return moves[pick(words, n)]
    return best_by_thumb(s, seat, words, moves, n)


@rule
def play_match(s: State, words: Sequence[Vector], moves: Vector, policy: Vector, made: Vector) -> None:
    """Play to the end, each seat by its policy; count each seat's moves."""
    seat = actor(s)
    while seat >= 0:
        n = choices(s, seat, moves)
        play(s, seat, by_policy(s, seat, words[seat], moves, n, policy[seat]))
        made[seat] += 1
        seat = actor(s)


@rule
def seed_playout(s: State, words: Vector, seed: int, number: int) -> None:
    """Randomness for one game of a seed: the table and who plays at it have their own."""
    seed_rng(s.rng, seed, 2 * number)
    seed_rng(words, seed, 2 * number + 1)


@rule
def begin(s: State, words: Vector, seed: int, number: int) -> None:
    """Deal one game of a seed."""
    seed_playout(s, words, seed, number)
    deal(s)


@rule
def note_result(s: State, i: int, points: Vector, won: Vector) -> None:
    """How a game ended, as number i of a list."""
    won[i] = winners(s)
    for seat in range(s.seats):
        points[i * s.seats + seat] = score(s, seat)


class Matches(NamedTuple):
    """Games between compiled players, one at each table.

    A table's luck is a seed, the stream for the table itself, and that of the first seat; the others' follow.
    """

    luck: Rows
    policy: Rows  # of each seat
    words: Rows  # a generator for each seat
    made: Rows  # told: how many moves each seat made
    points: Vector
    won: Vector


@rule
def seed_match(s: State, i: int, c: Matches) -> None:
    """Randomness for one game: the table and every seat have their own."""
    luck = c.luck[i]
    seed_rng(s.rng, luck[0], luck[1])
    for seat in range(s.seats):
        seed_rng(c.words[seat], luck[0], luck[2] + seat)


@rule
def run_match(s: State, i: int, c: Matches, moves: Vector) -> None:
    """Deal and play one game, every seat by its policy."""
    seed_match(s, i, c)
    deal(s)
    play_match(s, c.words, moves, c.policy[i], c.made[i])
    note_result(s, i, c.points, c.won)


class Playouts(NamedTuple):
    """Games start, start + 1 … of a seed, played at random, one at each table."""

    seed: int
    start: int
    words: Vector
    length: Vector  # told: how many moves a game had
    points: Vector
    won: Vector


@rule
def run_playout(s: State, i: int, c: Playouts, moves: Vector) -> None:
    """Deal and play out one game with randomness of its own; note how it ended."""
    begin(s, c.words, c.seed, c.start + i)
    c.length[i] = play_out(s, c.words, moves)
    note_result(s, i, c.points, c.won)
