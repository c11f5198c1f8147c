"""The search tree, grown in compiled code: imagine, go down, play out, go back up.

Each round of `grow` imagines a table that the searching seat can't tell from the real one, and plays on it. A node
stands for all that the seat about to move can tell apart (`sight_key`): whoever moves chooses by what it knows, also in
imagination, and choices that it may not see make no difference to it. Two tables of one node have the same choices,
so a node needs no counts of how often a move was there.

    nodes   one row each: key (0: free), first edge, edges, visits, the edge that was tried first
    edges   one row each: move, visits, sum of the rewards of the seat that moves
    path    one row a choice of this round: node, edge, seat
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from pioche.core import Move, Seat, State, Vector, is_set, pick, rule, top
from pioche.core.verbs import actor, believe, best_by_thumb, chapter, choices, imagine, outlook, play, rewind, winners

KEY, FIRST, EDGES, VISITS, FAVOURITE = range(5)
MOVE, TRIED, SUM = range(3)
NODE, EDGE, WHO = range(3)
SEATS = 16
PLAIN = 1000  # a playout's chance, of this many, of a move at random
LONGEST_PATH = 64

MASK = (1 << 62) - 1
STIR = 0x9E3779B97F4A7C15 - (1 << 64)
STIR_TOO = 0x2545F4914F6CDD1D

Rows = np.ndarray[Any, np.dtype[Any]]


# What a seat can tell apart


@rule
def stir(a: int, b: int) -> int:
    """Two numbers made one that looks random; the same interpreted and compiled."""
    mixed = (a * STIR + b) & MASK
    return ((mixed ^ mixed >> 29) * STIR_TOO) & MASK


@rule
def sight_key(s: State, raw: Vector, public: Vector, seat: Seat) -> int:
    """A number for all that a seat can tell apart: what is public, every card's place, and the faces that it knows."""
    key = stir(seat, 1)
    for i in range(len(public)):
        key = stir(key, raw[public[i]])
    sum_of_cards = 0  # a sum, so that it does not matter in which order cards lie that the seat can't tell apart
    for card in range(len(s.face)):
        face = s.face[card] if s.known[card] >> seat & 1 else -1
        sum_of_cards += stir(s.place[card] * 65536 + s.known[card], face)
    for place in range(len(s.sizes)):
        card = top(s, place)
        if card >= 0 and not is_set(place) and s.known[card] >> seat & 1:
            sum_of_cards += stir(place, s.face[card] + 7)
    return stir(key, sum_of_cards & MASK) | 1


# The tree


@rule
def find_node(nodes: Rows, key: int) -> int:
    """The row of a node, or the free one where it would be; -1 if there is no room left near it."""
    at = key % len(nodes)
    for _ in range(32):
        if nodes[at, KEY] == key or nodes[at, KEY] == 0:
            return at
        at = at + 1 if at + 1 < len(nodes) else 0
    return -1


@rule
def node_for(nodes: Rows, edges: Rows, used: Vector, key: int, moves: Vector, n: int) -> int:
    """The node of a key with these moves, made if need be; -1 if there is no room, or it has other moves."""
    at = find_node(nodes, key)
    if at < 0 or (nodes[at, KEY] == 0 and used[0] + n > len(edges)):
        return -1
    if nodes[at, KEY] == 0:
        nodes[at, KEY], nodes[at, FIRST], nodes[at, EDGES] = key, used[0], n
        for i in range(n):
            edges[used[0] + i, MOVE] = moves[i]
        used[0] += n
    return at if has_moves(nodes, edges, at, moves, n) else -1


@rule
def has_moves(nodes: Rows, edges: Rows, at: int, moves: Vector, n: int) -> bool:
    """Two situations with one key would be a disaster if a move of one were played in the other."""
    if nodes[at, EDGES] != n:
        return False
    for i in range(n):
        if edges[nodes[at, FIRST] + i, MOVE] != moves[i]:
            return False
    return True


@rule
def most_promising(nodes: Rows, edges: Rows, at: int, curiosity: float, trust: float) -> int:
    """PUCT: the edge with the best mean, or tried so little that it might be; the favourite, the thumb's, is trusted.

    An edge that was never tried is thought to be as good as the node is on the whole.
    """
    first, n, total = nodes[at, FIRST], nodes[at, EDGES], 0.0
    for i in range(n):
        total += edges[first + i, SUM]
    mean, reach = total / nodes[at, VISITS], curiosity * sqrt(nodes[at, VISITS])
    best, chosen = -1.0, first
    for i in range(n):
        prior = (1.0 - trust) / n + (trust if first + i == nodes[at, FAVOURITE] else 0.0)
        value = (edges[first + i, SUM] + mean + reach * prior) / (edges[first + i, TRIED] + 1.0)
        if value > best:
            best, chosen = value, first + i
    return int(chosen)


@rule
def edge_of(nodes: Rows, edges: Rows, at: int, move: Move) -> int:
    """The edge of a move."""
    edge = nodes[at, FIRST]
    while edges[edge, MOVE] != move:
        edge += 1
    return int(edge)


# What a playout is worth


@rule
def judge(s: State, margin: int, rewards: Rows) -> None:
    """Every seat's reward from 0 to 1: where it stands; half of it for the victory once the game is over."""
    for seat in range(s.seats):
        rewards[SEATS + seat] = outlook(s, seat)
    won = winners(s) if s.over else 0
    for seat in range(s.seats):
        rewards[seat] = standing(s.seats, seat, margin, rewards)
        if won:
            rewards[seat] = 0.5 * rewards[seat] + 0.5 * victory(s.seats, seat, won)


@rule
def standing(seats: int, seat: Seat, margin: int, rewards: Rows) -> float:
    """Half for the lead over each of the others, half for that over the best of them."""
    total, least = 0.0, 1.0
    for other in range(seats):
        if other != seat:
            by = rewards[SEATS + seat] - rewards[SEATS + other]
            share = 0.5 + 0.5 * by / (abs(by) + margin)
            total += share
            least = min(least, share)
    return 0.5 * total / (seats - 1) + 0.5 * least


@rule
def victory(seats: int, seat: Seat, won: int) -> float:
    """1 for a victory, shared among the winners."""
    winning = 0
    for other in range(seats):
        winning += won >> other & 1
    return (won >> seat & 1) / winning


@rule
def go_back_up(nodes: Rows, edges: Rows, path: Rows, depth: int, rewards: Rows) -> None:
    """Every choice of the round is credited with what its seat got."""
    for i in range(depth):
        nodes[path[i, NODE], VISITS] += 1
        edges[path[i, EDGE], TRIED] += 1.0
        edges[path[i, EDGE], SUM] += rewards[path[i, WHO]]


# A round of the search


@rule
def is_careless(careless: int, words: Vector) -> bool:
    """Is this move of a playout one at random?"""
    return careless > 0 and (careless >= PLAIN or pick(words, PLAIN) < careless)


@rule
def grow(
    tables: Sequence[State],
    raw: Rows,
    public: Vector,
    seat: Seat,
    first: Vector,
    words: Vector,
    moves: Vector,
    nodes: Rows,
    edges: Rows,
    used: Vector,
    path: Rows,
    rewards: Rows,
    rounds: int,
    chapters: int,
    horizon: int,
    margin: int,
    careless: int,
    curiosity: float,
    trust: float,
    patience: int,
) -> int:
    """Grow the tree by some rounds from the table that lies second; the number of moves played."""
    s = tables[0]
    half = len(raw) // 2
    played = 0
    for _ in range(rounds):
        raw[:half] = raw[half:]
        imagine(s, seat, words)
        believe(s, seat, words)
        rewind(s, seat)
        began, steps, depth, in_tree = chapter(s), 0, 0, True
        mover = seat
        while mover >= 0 and steps < horizon and chapter(s) < began + chapters:
            if steps == 0:  # the first choice is given: at a live table it need not be the asked seat's
                n = len(first)
                for i in range(n):
                    moves[i] = first[i]
            else:
                n = choices(s, mover, moves)
            at = -1
            if in_tree and n > 1 and depth < LONGEST_PATH:
                at = node_for(nodes, edges, used, sight_key(s, raw, public, mover), moves, n)
            edge = -1
            if at >= 0 and nodes[at, VISITS] > (patience if depth else 0):
                edge = most_promising(nodes, edges, at, curiosity, trust)
            if edge >= 0:
                chosen = int(edges[edge, MOVE])
            elif n == 1:
                chosen = moves[0]
            elif is_careless(careless, words):
                chosen = moves[pick(words, n)]
            else:
                chosen = best_by_thumb(s, mover, words, moves, n)
            if at >= 0:
                in_tree = edge >= 0 or mover != seat
                if edge < 0:
                    edge = nodes[at, FAVOURITE] = edge_of(nodes, edges, at, chosen)
                path[depth, NODE], path[depth, EDGE], path[depth, WHO] = at, edge, mover
                depth += 1
            play(s, mover, chosen)
            mover = actor(s)
            steps += 1
        judge(s, margin, rewards)
        go_back_up(nodes, edges, path, depth, rewards)
        played += steps
    return played
