"""Whole games of any kind, played at random or by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence

from pioche.core.hooks import actor, choices, deal, play, score, thumb, winners
from pioche.core.rng import pick, sow
from pioche.core.rule import rule
from pioche.core.state import State
from pioche.core.types import Move, Seat, Vector


@rule
def play_out(s: State, words: Vector, moves: Vector) -> int:
    """Play at random to the end; the number of moves."""
    played = 0
    seat = actor(s)
    while seat >= 0:
        n = choices(s, seat, moves)
        play(s, seat, moves[pick(words, n)])
        seat = actor(s)
        played += 1
    return played


@rule
def best_by_thumb(s: State, seat: Seat, words: Vector, moves: Vector, n: int) -> Move:
    """The move that looks best by the rule of thumb; of equal ones any."""
    best, chosen, equal = 0, moves[0], 0
    for i in range(n):
        value = thumb(s, seat, moves[i])
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
def begin(s: State, words: Vector, seed: int, number: int) -> None:
    """Deal one game of a seed; the table and who plays at it have randomness of their own."""
    sow(s.rng, seed, 2 * number)
    sow(words, seed, 2 * number + 1)
    deal(s)


@rule
def note_result(s: State, i: int, points: Vector, won: Vector) -> None:
    """How a game ended, as number i of a list."""
    won[i] = winners(s)
    for seat in range(s.seats):
        points[i * s.seats + seat] = score(s, seat)


@rule
def run_matches(
    tables: Sequence[State],
    luck: Sequence[Vector],
    policy: Sequence[Vector],
    words: Sequence[Vector],
    moves: Vector,
    made: Sequence[Vector],
    points: Vector,
    won: Vector,
) -> None:
    """Deal and play one game at each table, every seat by its policy and with randomness of its own.

    A table's luck is a seed, the stream for the table itself, and that of the first seat; the others' follow.
    """
    for i in range(len(tables)):
        s, seed = tables[i], luck[i][0]
        sow(s.rng, seed, luck[i][1])
        for seat in range(s.seats):
            sow(words[seat], seed, luck[i][2] + seat)
        deal(s)
        play_match(s, words, moves, policy[i], made[i])
        note_result(s, i, points, won)


@rule
def run_games(
    tables: Sequence[State],
    seed: int,
    start: int,
    words: Vector,
    moves: Vector,
    length: Vector,
    points: Vector,
    won: Vector,
) -> None:
    """Deal and play out game start, start + 1 … of a seed, each with its own randomness; note how they ended."""
    for i in range(len(tables)):
        s = tables[i]
        begin(s, words, seed, start + i)
        length[i] = play_out(s, words, moves)
        note_result(s, i, points, won)
