"""The search tree, grown in compiled code: imagine, go down, play out, go back up.

Each round of `grow` imagines a table that the searching seat can't tell from the real one, and plays on it. A node
stands for all that the seat about to move can tell apart (`information_key`): whoever moves chooses by what it knows,
also in imagination, and choices that it may not see make no difference to it. Two tables of one node have the same
choices, so a node needs no counts of how often a move was there.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from pioche.core import Move, Seat, State, Vector, is_set, pick, rule, top
from pioche.core.encode_observation import knowers
from pioche.core.hooks import actor, choices, evaluate, hide_choices, luck_epoch, play, reweigh, winners
from pioche.core.imagine_unseen_cards import imagine
from pioche.core.playouts import best_by_thumb

KEY, FIRST, EDGES, VISITS, FAVOURITE = range(5)
MOVE, TRIED, SUM, WON = range(4)
NODE, EDGE, WHO = range(3)
USED_EDGES, DEPTH = range(2)
SEATS = 16
PLAIN = 1000  # a playout's chance, of this many, of a move at random
LONGEST_PATH = 64
PROBES = 32  # rows that are looked at for a node

MASK = (1 << 62) - 1
MIX = 0x9E3779B97F4A7C15 - (1 << 64)
MIX_TOO = 0x2545F4914F6CDD1D

Rows = np.ndarray[Any, np.dtype[Any]]


class SearchMemory(NamedTuple):
    """What a search writes on, and what it is given."""

    raw: Rows  # the bytes of two tables: the one played on, and the one where every round begins
    public: Rows  # which bytes everybody may see
    first: Rows  # the moves to choose from
    words: Rows  # randomness
    moves: Rows  # room for a list of moves
    nodes: Rows  # one row each: key (0: free), first edge, edges, visits, the edge of the thumb's move
    edges: Rows  # one row each: move, visits, sums of the rewards of the seat that moves, and of its victories
    path: Rows  # one row a choice of this round: node, edge, seat
    counts: Rows  # edges in use, choices on the path
    rewards: Rows  # every seat's; from SEATS on, how it stands; from 2 SEATS on, its share of the victory


class SearchLimits(NamedTuple):
    """How far a search looks, and how it thinks; see `Game` and `Style`."""

    chapters: int
    horizon: int
    margin: int
    careless: int
    patience: int
    curiosity: float
    trust: float


@rule
def grow(s: State, seat: Seat, paper: SearchMemory, limits: SearchLimits, rounds: int) -> int:
    """Grow the tree by some rounds; the number of moves played in imagination."""
    played = 0
    for _ in range(rounds):
        start_round(s, seat, paper)
        played += descend(s, seat, paper, limits)
        judge(s, limits.margin, paper.rewards)
        go_back_up(paper)
    return played


@rule
def start_round(s: State, seat: Seat, paper: SearchMemory) -> None:
    """A table like the real one, for all that the seat knows."""
    half = len(paper.raw) // 2
    for i in range(half):
        paper.raw[i] = paper.raw[half + i]
    paper.counts[DEPTH] = 0
    imagine(s, seat, paper.words)
    reweigh(s, seat, paper.words)
    hide_choices(s, seat)


@rule
def descend(s: State, seat: Seat, paper: SearchMemory, limits: SearchLimits) -> int:
    """Down the tree until the seat comes to a choice that is new to it, and on by thumb; the number of moves."""
    last, steps, in_tree, mover = luck_epoch(s) + limits.chapters, 0, True, seat
    words, moves = paper.words, paper.moves
    while in_tree and mover >= 0 and steps < limits.horizon and luck_epoch(s) < last:
        n = choices_given(paper) if steps == 0 else choices(s, mover, moves)
        at = node_for(s, mover, paper, n) if n > 1 else -1
        edge = most_promising(paper, at, limits) if at >= 0 and is_known(paper, at, limits) else -1
        chosen = int(paper.edges[edge, MOVE]) if edge >= 0 else quick_choice(s, mover, words, moves, n, limits.careless)
        if at >= 0:
            note_choice(paper, at, edge, chosen, mover)
            in_tree = edge >= 0 or mover != seat
        play(s, mover, chosen)
        mover = actor(s)
        steps += 1
    return steps + play_on(s, mover, paper, limits.careless, limits.horizon - steps, last)


@rule
def play_on(s: State, mover: Seat, paper: SearchMemory, careless: int, most: int, last: int) -> int:
    """On, outside the tree, so many moves at most and not into the last chapter; how many they were."""
    steps, words, moves = 0, paper.words, paper.moves
    while mover >= 0 and steps < most and luck_epoch(s) < last:
        n = choices(s, mover, moves)
        play(s, mover, quick_choice(s, mover, words, moves, n, careless))
        mover = actor(s)
        steps += 1
    return steps


@rule
def choices_given(paper: SearchMemory) -> int:
    """The first choice is given: at a live table the seat need not be the one asked in sequential play."""
    for i in range(len(paper.first)):
        paper.moves[i] = paper.first[i]
    return len(paper.first)


@rule
def quick_choice(s: State, seat: Seat, words: Vector, moves: Vector, n: int, careless: int) -> Move:
    """By the rule of thumb, or now and then at random."""
    if n == 1:
        return moves[0]
    if careless >= PLAIN or (careless > 0 and pick(words, PLAIN) < careless):
        return moves[pick(words, n)]
    return best_by_thumb(s, seat, words, moves, n)


# What a seat can tell apart


@rule
def mix(a: int, b: int) -> int:
    """Two numbers made one that looks random."""
    mixed = (a * MIX + b) & MASK
    return ((mixed ^ mixed >> 29) * MIX_TOO) & MASK


@rule
def information_key(s: State, seat: Seat, raw: Vector, public: Vector) -> int:
    """A number for all that a seat can tell apart: what is public, every card's place, and the faces that it knows."""
    key = mix(seat, 1)
    for i in range(len(public)):
        key = mix(key, raw[public[i]])
    cards = 0  # a sum, so that it does not matter in which order cards lie that the seat can't tell apart
    for card in range(len(s.face)):
        face = s.face[card] if s.known[card] >> seat & 1 else -1
        cards += mix(s.place[card] * 65536 + knowers(s, seat, card), face)
    for place in range(len(s.sizes)):
        card = top(s, place)
        if card >= 0 and not is_set(place) and s.known[card] >> seat & 1:
            cards += mix(place, s.face[card] + 7)
    return mix(key, cards & MASK) | 1


# The tree


@rule
def node_for(s: State, seat: Seat, paper: SearchMemory, n: int) -> int:
    """The node of what the seat can tell apart, made if need be; -1 if there is no room, or it has other moves."""
    key = information_key(s, seat, paper.raw, paper.public)
    at = find_node(paper.nodes, key)
    if at < 0 or paper.counts[DEPTH] == LONGEST_PATH:
        return -1
    if paper.nodes[at, KEY] == 0 and not make_node(paper, at, key, n):
        return -1
    return at if has_moves(paper, at, n) else -1


@rule
def find_node(nodes: Rows, key: int) -> int:
    """The row of a node, or the free one where it would be; -1 if there is no room left near it."""
    at = key % len(nodes)
    for _ in range(PROBES):
        if nodes[at, KEY] == key or nodes[at, KEY] == 0:
            return at
        at = at + 1 if at + 1 < len(nodes) else 0
    return -1


@rule
def make_node(paper: SearchMemory, at: int, key: int, n: int) -> bool:
    """A node with the n moves just listed; False if there is no room for them."""
    first = paper.counts[USED_EDGES]
    if first + n > len(paper.edges):
        return False
    paper.nodes[at, KEY], paper.nodes[at, FIRST], paper.nodes[at, EDGES] = key, first, n
    for i in range(n):
        paper.edges[first + i, MOVE] = paper.moves[i]
    paper.counts[USED_EDGES] += n
    return True


@rule
def has_moves(paper: SearchMemory, at: int, n: int) -> bool:
    """Two situations with one key would be a disaster if a move of one were played in the other."""
    if paper.nodes[at, EDGES] != n:
        return False
    for i in range(n):
        if paper.edges[paper.nodes[at, FIRST] + i, MOVE] != paper.moves[i]:
            return False
    return True


@rule
def is_known(paper: SearchMemory, at: int, limits: SearchLimits) -> bool:
    """Has a node been seen so often that it is time to try other moves than the thumb's? The first one at once.

    Without patience everybody in the tree would play worse than it can, by trying things out, and whatever ends the
    round at once would look too good.
    """
    return bool(paper.nodes[at, VISITS] > (limits.patience if paper.counts[DEPTH] else 0))


@rule
def most_promising(paper: SearchMemory, at: int, limits: SearchLimits) -> int:
    """PUCT: the edge with the best mean, or tried so little that it might be; the favourite, the thumb's, is trusted.

    An edge that was never tried is thought to be as good as the node is on the whole.
    """
    first, n, visits = paper.nodes[at, FIRST], paper.nodes[at, EDGES], paper.nodes[at, VISITS]
    total = 0.0
    for edge in range(first, first + n):
        total += paper.edges[edge, SUM]
    mean, reach = total / visits, limits.curiosity * sqrt(visits)
    best, chosen = -1.0, first
    for edge in range(first, first + n):
        prior = (1.0 - limits.trust) / n + (limits.trust if edge == paper.nodes[at, FAVOURITE] else 0.0)
        value = (paper.edges[edge, SUM] + mean + reach * prior) / (paper.edges[edge, TRIED] + 1.0)
        if value > best:
            best, chosen = value, edge
    return int(chosen)


@rule
def note_choice(paper: SearchMemory, at: int, edge: int, chosen: Move, seat: Seat) -> None:
    """Write a choice on the path; one that was not the tree's was the thumb's."""
    if edge < 0:
        edge = int(paper.nodes[at, FIRST])
        while paper.edges[edge, MOVE] != chosen:
            edge += 1
        paper.nodes[at, FAVOURITE] = edge
    depth = paper.counts[DEPTH]
    paper.path[depth, NODE], paper.path[depth, EDGE], paper.path[depth, WHO] = at, edge, seat
    paper.counts[DEPTH] += 1


@rule
def go_back_up(paper: SearchMemory) -> None:
    """Every choice on the path is credited with what its seat got."""
    for i in range(paper.counts[DEPTH]):
        paper.nodes[paper.path[i, NODE], VISITS] += 1
        paper.edges[paper.path[i, EDGE], TRIED] += 1.0
        paper.edges[paper.path[i, EDGE], SUM] += paper.rewards[paper.path[i, WHO]]
        paper.edges[paper.path[i, EDGE], WON] += paper.rewards[2 * SEATS + paper.path[i, WHO]]


# What a playout is worth


@rule
def judge(s: State, margin: int, rewards: Rows) -> None:
    """Every seat's reward from 0 to 1: where it stands; half of it for the victory once the game is over."""
    for seat in range(s.seats):
        rewards[SEATS + seat] = evaluate(s, seat)
    won = winners(s) if s.over else leaders(s.seats, rewards)
    for seat in range(s.seats):
        rewards[seat] = lead_share(s.seats, seat, margin, rewards)
        rewards[2 * SEATS + seat] = victory(s.seats, seat, won)
        if s.over:
            rewards[seat] = 0.5 * rewards[seat] + 0.5 * rewards[2 * SEATS + seat]


@rule
def leaders(seats: int, rewards: Rows) -> int:
    """Who stands best, one bit a seat: where a game is not played to its end, the victory is taken to be theirs."""
    best, mask = rewards[SEATS], 0
    for seat in range(seats):
        best = max(best, rewards[SEATS + seat])
    for seat in range(seats):
        if rewards[SEATS + seat] == best:
            mask |= 1 << seat
    return mask


@rule
def lead_share(seats: int, seat: Seat, margin: int, rewards: Rows) -> float:
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
