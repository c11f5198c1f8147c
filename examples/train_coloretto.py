"""Train a small policy on Coloretto with the vector environment, by the cross-entropy method; NumPy is enough.

    python examples/train_coloretto.py [generations]

A policy is a few weights on what every row holds for me and for the other seat. Each generation tries 64 policies,
drawn around the mean of the best ones so far, at 64 tables each, against a random bot.
"""

import sys
import time
from typing import Any

import numpy as np

from pioche.envs import vector
from pioche.table.game_registry import game
from pioche.table.observation_layout import layout

Array = np.ndarray[Any, Any]
POLICIES, TABLES, ELITE = 64, 64, 10
STEPS = 70  # of each table in a generation: some three games
ROWS, COLOURS = 5, 7
LAYOUT = layout(game("coloretto"), 2)
TAKE, PLACE, CHOOSE = 1, 6, 11  # the first of the moves of a kind; draw is 0
ON_ROW = 6  # numbers that describe a row
WEIGHTS = 2 * ON_ROW + 3


def part(seen: Array, name: str) -> Array:
    found = LAYOUT[name]
    return seen[:, found.start : found.start + found.width].astype(np.float32)


def rows_of(seen: Array) -> Array:
    """For every row: cards, those that I collect already, those the other does, +2s, jokers, and one for luck."""
    mine, other = (part(seen, f"{seat}.cards faces")[:, :COLOURS] for seat in (0, 1))
    found = []
    for row in range(1, ROWS + 1):
        faces = part(seen, f"row{row} faces")
        colours = faces[:, :COLOURS]
        fits, feeds = (colours * (mine > 0)).sum(1), (colours * (other > 0)).sum(1)
        found.append([colours.sum(1), fits, feeds, faces[:, COLOURS], faces[:, COLOURS + 1], np.ones(len(seen))])
    return np.array(found, np.float32).transpose(2, 0, 1)


def choose(seen: Array, mask: Array, weights: Array) -> Array:
    """The move that the weights like best: one set of weights for each table."""
    rows = rows_of(seen)
    drawn = part(seen, "drawn faces")[:, :COLOURS]
    wanted = (drawn * (part(seen, "0.cards faces")[:, :COLOURS] > 0)).sum(1)
    liking = np.zeros(mask.shape, np.float32)
    liking[:, TAKE:PLACE] = np.einsum("trf,tf->tr", rows, weights[:, :ON_ROW])
    liking[:, PLACE:CHOOSE] = np.einsum("trf,tf->tr", rows, weights[:, ON_ROW : 2 * ON_ROW])
    liking[:, PLACE:CHOOSE] += (wanted * weights[:, -3])[:, None] * rows[:, :, 1] + weights[:, -2, None] * rows[:, :, 2]
    liking[:, 0] = weights[:, -1]
    return np.where(mask, liking, -np.inf).argmax(axis=1)


def returns_of(weights: Array, seed: int, opponents: str = "random", steps: int = STEPS) -> Array:
    """What the tables of each policy won on average."""
    env = vector("coloretto", len(weights), 2, opponents=opponents, copy=False)
    seen, info = env.reset(seed=seed)
    total, games = np.zeros(len(weights)), np.zeros(len(weights))
    for _ in range(steps):
        seen, rewards, over, _, info = env.step(choose(seen, info["action_mask"], weights))
        total += rewards
        games += over
    return total / np.maximum(games, 1)


def train(generations: int, seed: int = 1) -> Array:
    """The mean of the best policies of the last generation."""
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(WEIGHTS), np.ones(WEIGHTS)
    for generation in range(generations):
        tried = mean + spread * rng.standard_normal((POLICIES, WEIGHTS))
        won = returns_of(np.repeat(tried, TABLES, axis=0).astype(np.float32), seed + generation)
        worth = won.reshape(POLICIES, TABLES).mean(axis=1)
        best = tried[np.argsort(worth)[-ELITE:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        print(f"generation {generation + 1:2}: all {worth.mean():+.2f}, best {np.sort(worth)[-ELITE:].mean():+.2f}")
    return mean


if __name__ == "__main__":
    started = time.perf_counter()
    learned = train(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
    print(f"trained in {time.perf_counter() - started:.0f} s")
    for opponents in ("random", "thumb"):
        won = returns_of(np.repeat(learned[None], 2000, axis=0).astype(np.float32), 999, opponents, 200).mean()
        print(f"against {opponents}: {(1 + won) / 2:.1%} of the games won")
