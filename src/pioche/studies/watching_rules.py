"""Games played and watched in compiled code: every figure of the lab is noted here, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pioche.core import BOX, CARD_NONE, EVERYONE, FIRST_OWN, Mask, Move, Place, Seat, State, Vector
from pioche.core.cards import audience, insert, lift
from pioche.core.hooks import (
    actor,
    choices,
    deal,
    may_act,
    play,
    refusal,
    score,
    winners,
)
from pioche.core.playouts import best_by_thumb, note_result
from pioche.core.refusals import FIRST_RULE
from pioche.core.rng import pick, seed_rng
from pioche.core.rule import hook, rule
from pioche.core.types import Rows

# What is noted of each game, by column.
FIRST, MOVES, REACTIONS, FORCED, TURNS, TIME, CHANGES, SINCE, LEADERS, AHEAD, LAST, STEP = range(12)
FACTS = 12

# What is known of a game beforehand, by row: see `game_facts` in play_chunks.py.
OWNER, QUIET, FACE, OTHER_FACE, PACE, FLAGS = range(6)
LOW_WINS, TOGETHER, SWEEP = range(3)  # of FLAGS: fewest points win; several choose at once; look at what is forbidden

THOUSAND = 1000  # slips and forgetting are counted in thousandths
SHIFT = 1 << 16  # an entry of the move log is the seat, times this, and the move


class Watched(NamedTuple):
    """What watching is given and what it notes; where there are several rows, one is for each table."""

    luck: Rows  # seed, stream of the table, stream of the first seat
    words: Rows  # a generator for each seat
    profiles: Rows  # how often each seat's bot slips, and how much it forgets, in thousandths
    kept: Vector  # room for what a seat forgets for the time of a choice
    known: Rows  # what is known of the game beforehand
    given: Vector  # the moves of the only game, where they are known already
    log: Vector  # told: every move of the only game
    facts: Rows  # told: see FIRST, MOVES …
    held: Rows  # told: how often each seat held each face
    shown: Rows  # told: how often each seat played each face
    forbidden: Vector  # told: how often each rule forbade something
    points: Vector
    won: Vector


# A deck with fewer cards


@hook
def unpack_all(s: State, to: Place) -> None:
    """The game's own way to lay out its deck."""


@hook
def is_spare(s: State, card: int) -> bool:  # type: ignore[empty-body]
    """Is this card left in the box?"""


@rule
def is_marked(s: State, card: int) -> bool:
    """Compiled code finds the spare cards marked at the end of the log, so that it serves for every deck."""
    return bool(s.log[len(s.log) - len(s.face) + card])


@rule
def unpack_some(s: State, to: Place) -> None:
    """The deck without its spare cards: they stay in the box, and everybody knows it."""
    unpack_all(s, to)
    for card in range(len(s.face)):
        if is_spare(s, card):
            s.known[card] = EVERYONE
            if to != BOX:
                lift(s, card)
                insert(s, card, BOX, CARD_NONE)


# Events


@rule
def count_event(s: State, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Where a table would note an event, the lab counts it."""
    if kind >= FIRST_OWN:
        s.log[kind - FIRST_OWN] += 1


# Choosing as the levels do


@rule
def choose(s: State, seat: Seat, words: Vector, moves: Vector, n: int, slips: int, forgets: int, paper: Vector) -> Move:
    """Without thinking, or by the thumb on what is remembered."""
    if n == 1:
        return moves[0]
    if pick(words, THOUSAND) < slips:
        return moves[pick(words, n)]
    if forgets:
        forget_some(s, seat, words, forgets, paper)
    chosen = best_by_thumb(s, seat, words, moves, n)
    if forgets:
        recall(s, paper)
    return chosen


@rule
def is_hidden(s: State, seat: Seat, card: int) -> bool:
    """Does the seat know a card that lies where it does not look?"""
    return s.known[card] >> seat & 1 == 1 and audience(s.place[card]) >> seat & 1 == 0


@rule
def forget_some(s: State, seat: Seat, words: Vector, forgets: int, paper: Vector) -> None:
    """Of the hidden cards it has seen a seat forgets some, and takes some for others; the paper keeps what they are."""
    cards = len(s.face)
    for card in range(cards):
        paper[card], paper[cards + card] = s.known[card], s.face[card]
    mixed_first, mixed_last = CARD_NONE, CARD_NONE
    for card in range(cards):
        if is_hidden(s, seat, card):
            if pick(words, 2 * THOUSAND) < forgets:
                if mixed_last >= 0:
                    s.face[card] = paper[cards + mixed_last]
                else:
                    mixed_first = card
                mixed_last = card
            if pick(words, THOUSAND) < forgets:
                s.known[card] &= ~(1 << seat)
    if mixed_last >= 0:
        s.face[mixed_first] = paper[cards + mixed_last]


@rule
def recall(s: State, paper: Vector) -> None:
    """Put every card back as it is."""
    cards = len(s.face)
    for card in range(cards):
        s.known[card], s.face[card] = paper[card], paper[cards + card]


# Noting


@rule
def leaders(s: State, low_wins: int) -> Mask:
    """Who would win by points now, one bit a seat."""
    best, mask = 0, 0
    for seat in range(s.seats):
        points = -score(s, seat) if low_wins else score(s, seat)
        if mask == 0 or points > best:
            best, mask = points, 0
        if points == best:
            mask |= 1 << seat
    return mask


@rule
def note_lead(s: State, low_wins: int, facts: Vector) -> None:
    """Since when who leads; a change is a new leader who is alone, after another one."""
    mask = leaders(s, low_wins)
    if mask == facts[LEADERS]:
        return
    facts[LEADERS], facts[SINCE] = mask, facts[TURNS]
    if mask & (mask - 1) == 0:
        if facts[AHEAD] != 0 and facts[AHEAD] != mask:
            facts[CHANGES] += 1
        facts[AHEAD] = mask


@rule
def note_end(s: State, low_wins: int, facts: Vector) -> None:
    """The last lead counts if it is who won; otherwise the very end decided."""
    note_lead(s, low_wins, facts)
    if facts[LEADERS] != winners(s):
        facts[SINCE] = facts[TURNS]


@rule
def note_turn(s: State, seat: Seat, low_wins: int, facts: Vector) -> None:
    """A turn is what a seat does until another one does something, reactions aside."""
    if facts[LAST] != seat + 1:
        note_lead(s, low_wins, facts)
        facts[TURNS] += 1
        facts[LAST] = seat + 1


@rule
def others_choose_too(s: State, seat: Seat) -> bool:
    """Does anybody else choose at the same time?"""
    for other in range(s.seats):
        if other != seat and may_act(s, other):
            return True
    return False


@rule
def note_cards(s: State, seat: Seat, move: Move, known: Sequence[Vector], held: Vector, shown: Vector) -> None:
    """What lies before the seat on its turn, and what its move plays."""
    first = seat * (len(held) // s.seats)
    for card in range(len(s.face)):
        if known[OWNER][s.place[card]] == seat:
            held[first + s.face[card]] += 1
    if known[FACE][move] >= 0:
        shown[first + known[FACE][move]] += 1
    if known[OTHER_FACE][move] >= 0:
        shown[first + known[OTHER_FACE][move]] += 1


@rule
def note_forbidden(s: State, seat: Seat, total: int, step: int, forbidden: Vector) -> None:
    """Each rule that forbids this seat anything now, once; the second half of the list remembers where it was noted."""
    room = len(forbidden) // 2
    for move in range(total):
        why = refusal(s, seat, move)
        if why >= FIRST_RULE and forbidden[room + why] != step:
            forbidden[room + why] = step
            forbidden[why] += 1


@rule
def note_move(
    s: State, seat: Seat, n: int, move: Move, known: Sequence[Vector], facts: Vector, held: Vector, shown: Vector
) -> None:
    """A move, before it is played."""
    if known[QUIET][move]:
        facts[REACTIONS] += 1
        return
    note_turn(s, seat, known[FLAGS][LOW_WINS], facts)
    facts[MOVES] += 1
    facts[FORCED] += n == 1
    if not (known[FLAGS][TOGETHER] and others_choose_too(s, seat)):  # of those who choose at once one counts
        facts[TIME] += known[PACE][n]
    note_cards(s, seat, move, known, held, shown)


# Playing


@rule
def watch_game(s: State, i: int, c: Watched, moves: Vector) -> None:
    """Play a dealt game to its end, by what is given as long as there is anything, then each seat as its bot does."""
    facts, seat = c.facts[i], actor(s)
    facts[FIRST] = seat
    while seat >= 0:
        n, step = choices(s, seat, moves), facts[STEP]
        move = c.given[step] if step < len(c.given) else choose_as_bot(s, i, c, seat, moves, n)
        facts[STEP] += 1
        if c.known[FLAGS][SWEEP]:
            note_forbidden(s, seat, len(moves), facts[STEP], c.forbidden)
        note_move(s, seat, n, move, c.known, facts, c.held[i], c.shown[i])
        if step < len(c.log):
            c.log[step] = seat * SHIFT + move
        play(s, seat, move)
        seat = actor(s)
    note_end(s, c.known[FLAGS][LOW_WINS], facts)


@rule
def choose_as_bot(s: State, i: int, c: Watched, seat: Seat, moves: Vector, n: int) -> Move:
    """What the bot of a seat chooses."""
    profile = c.profiles[i]
    return choose(s, seat, c.words[seat], moves, n, profile[2 * seat], profile[2 * seat + 1], c.kept)


@rule
def watch_table(s: State, i: int, c: Watched, moves: Vector) -> None:
    """Deal with its luck, and play; the log counts the events of the game, those of the deal too."""
    luck = c.luck[i]
    seed_rng(s.rng, luck[0], luck[1])
    for seat in range(s.seats):
        seed_rng(c.words[seat], luck[0], luck[2] + seat)
    for kind in range(len(s.log) - len(s.face)):
        s.log[kind] = 0
    deal(s)
    watch_game(s, i, c, moves)
    note_result(s, i, c.points, c.won)
