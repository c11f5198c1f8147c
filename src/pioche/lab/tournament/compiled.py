"""Games between compiled policies, many in one compiled call.

(All rules of this file are in one file: the compile cache notices a change of the file that holds the entry point.)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from pioche.core import State
from pioche.core.random import pick, sow
from pioche.core.rule import rule
from pioche.core.types import Vector
from pioche.core.verbs import actor, best_by_thumb, choices, deal, note_result, play
from pioche.lab.simulate import POLICIES, without_log
from pioche.lab.tournament.schedule import Match, Played, Task
from pioche.table.registry import game


def play_compiled(match: Match, task: Task) -> list[Played]:
    """Many games between compiled policies in one call."""
    chosen, seats = game(match.game), match.players
    tables = np.repeat(without_log(chosen, chosen.ready(seats, match.options).tables), len(task))
    seeds = np.array([match.deal_seed(number) for number, _ in task], np.int64)
    streams = np.array([1 + number * seats for _, number in task], np.int64)  # stream 0 is the table's own
    policy = np.array([[POLICIES.index(name) for name in match.seatings[number]] for _, number in task], np.int64)
    words, moves = np.zeros((seats, 4), np.int64), np.zeros(len(chosen.moves), np.int16)
    made, points = np.zeros_like(policy), np.zeros(policy.size, np.int64)
    won = np.zeros(len(task), np.int64)
    started = time.perf_counter()
    run: Any = chosen.silent[run_seated]
    run(tables, seeds, streams, policy, words, moves, made, points, won)
    pace = (time.perf_counter() - started) / int(made.sum())
    ends = zip(task, points.reshape(-1, seats).tolist(), won.tolist(), made.tolist(), strict=True)
    return [
        Played(*key, scores, [seat for seat in range(seats) if mask >> seat & 1], count, [pace * n for n in count])
        for key, scores, mask, count in ends
    ]


@rule
def run_seated(
    tables: Sequence[State],
    seeds: Vector,
    streams: Vector,
    policy: Sequence[Vector],
    words: Sequence[Vector],
    moves: Vector,
    made: Sequence[Vector],
    points: Vector,
    won: Vector,
) -> None:
    """Deal and play one game at each table, every seat by its policy and with randomness of its own."""
    for i in range(len(tables)):
        s = tables[i]
        sow(s.rng, seeds[i], 0)
        for seat in range(s.seats):
            sow(words[seat], seeds[i], streams[i] + seat)
        deal(s)
        play_seated(s, words, moves, policy[i], made[i])
        note_result(s, i, points, won)


@rule
def play_seated(s: State, words: Sequence[Vector], moves: Vector, policy: Vector, made: Vector) -> None:
    """Play to the end, each seat by its policy: 0 at random, 1 by thumb; count each seat's moves."""
    seat = actor(s)
    while seat >= 0:
        n = choices(s, seat, moves)
        if policy[seat] == 0:
            play(s, seat, moves[pick(words[seat], n)])
        else:
            play(s, seat, best_by_thumb(s, seat, words[seat], moves, n))
        made[seat] += 1
        seat = actor(s)
