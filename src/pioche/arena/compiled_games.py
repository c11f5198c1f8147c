"""Games between compiled policies, many in one compiled call."""

from __future__ import annotations

import time

import numpy as np

from pioche.arena.seatings import Match, Played, Task
from pioche.core.playouts import Matches, run_match
from pioche.table.batch import POLICIES, without_log


def play_compiled(match: Match, task: Task) -> list[Played]:
    """Many games between compiled policies in one call."""
    chosen, seats = match.chosen, match.players
    tables = np.repeat(without_log(chosen, chosen.ready(seats, match.options).tables), len(task))
    luck = np.array([(match.deal_seed(number), 0, 1 + turn * seats) for number, turn in task], np.int64)
    policy = np.array([[POLICIES.index(name) for name in match.seatings[number]] for _, number in task], np.int64)
    made, points, won = np.zeros_like(policy), np.zeros(policy.size, np.int64), np.zeros(len(task), np.int64)
    columns = Matches(luck, policy, np.zeros((seats, 4), np.int64), made, points, won)
    started = time.perf_counter()
    chosen.silent_by_engine(None, run_match).each(run_match, tables, columns, len(chosen.moves))
    pace = (time.perf_counter() - started) / int(made.sum())
    ends = zip(task, points.reshape(-1, seats).tolist(), won.tolist(), made.tolist(), strict=True)
    return [
        Played(*key, scores, [seat for seat in range(seats) if mask >> seat & 1], count, [pace * n for n in count])
        for key, scores, mask, count in ends
    ]
