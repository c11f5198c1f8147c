"""Playing what a study asks for, chunk by chunk; the same chunk is the same games, whoever plays it.

Bots that go by the thumb (random, thumb, the lower levels) play in compiled code. The others play move by move on
views, as in the arena; then the same moves are played once more in compiled code, to be watched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log2
from typing import Any

import msgspec
import numpy as np

from pioche.arena.play_games import position_on_views, prepare_bots
from pioche.arena.seatings import Match, Played
from pioche.bots.levels import LEVELS
from pioche.studies import watching_rules
from pioche.studies.custom_deck import Deck, spare_cards, watching, with_deck
from pioche.studies.rule_coverage import traced
from pioche.studies.watching_rules import Watched
from pioche.table.game import Game

HANDLING, PONDERING = 4000, 3000  # ms that a person takes for a move, and for every doubling of the choices
TOGETHER, SLOWLY = 200, 4  # games in a chunk: compiled, and on views
SAMPLE = 5  # games in a chunk of those whose rules are followed
LONGEST = 100_000  # moves of a game that are written down
RULES = 1000  # numbers of rules, see core/refusals.py

Numbers = np.ndarray[Any, Any]
Task = tuple[int, int, int]  # number of the case, first deal, deals


@dataclass(frozen=True)
class StudyCase:
    """Games to be played: a match of the arena, with a deck."""

    match: Match
    deck: Deck = ()
    follow: bool = False  # say which rules came into play; a sample is enough

    @property
    def game(self) -> Game:
        return with_deck(self.match.chosen, self.deck)

    @property
    def quick(self) -> bool:
        return all(bot_profile(name, self.game) is not None for name in self.match.names)

    @property
    def step(self) -> int:
        """Deals in a chunk."""
        games = SAMPLE if self.follow else TOGETHER if self.quick else SLOWLY
        return max(1, games // len(self.match.seatings))


class StudyChunk(msgspec.Struct):
    """Some deals of a case: a row for every game, in order of deal and seating, and sums over them."""

    first: int
    deals: int
    facts: list[list[int]]
    scores: list[list[int]]
    won: list[int]  # masks
    events: list[list[int]]
    held: list[list[float]]  # by face: see `sums`
    shown: list[list[float]]
    rules: list[dict[str, int]] = []  # of games that are followed: how often each citation was reached
    forbids: dict[str, int] = {}  # moves at which a rule forbade something, by the rule's number


def bot_profile(name: str, chosen: Game) -> tuple[int, int] | None:
    """How often a bot slips and what it forgets, in thousandths; None for one that thinks further."""
    if name in ("random", "thumb"):
        return (1000, 0) if name == "random" else (0, 0)
    number = name.removeprefix("level")
    if not number.isdecimal() or int(number) not in LEVELS or chosen.bots.thinking[int(number) - 1]:
        return None
    return round(1000 * chosen.bots.slips[int(number) - 1]), round(1000 * LEVELS[int(number)].forgets)


@cache
def game_facts(chosen: Game, sweep: bool) -> Numbers:
    """What watching needs to know of a game, as rows of equal length."""
    places, moves = chosen.state.places, chosen.moves
    rows = np.full((6, max(places.count, len(moves) + 1, 3)), -1, np.int64)
    rows[watching_rules.OWNER, : places.count] = places.owners
    rows[watching_rules.QUIET, : len(moves)] = [move.verb in chosen.facts.reactions for move in moves]
    faces = [faces_of(chosen, move.details) for move in moves]
    rows[watching_rules.FACE, : len(moves)] = [each[0] for each in faces]
    rows[watching_rules.OTHER_FACE, : len(moves)] = [each[1] for each in faces]
    rows[watching_rules.PACE, 1 : len(moves) + 1] = [
        round(HANDLING + PONDERING * log2(n)) for n in range(1, len(moves) + 1)
    ]
    rows[watching_rules.FLAGS, :3] = (chosen.facts.low_wins, chosen.facts.simultaneous, sweep)
    return rows


def faces_of(chosen: Game, details: Any) -> list[int]:
    """The one or two cards that a move plays, -1 for none."""
    named = str(details.get("cards", details.get("card", ""))).split()
    found = [chosen.faces.index(face) for face in named if face in chosen.faces][:2]
    return found + [-1] * (2 - len(found))


class WatchedTables:
    """The tables of one call, and what is noted of them."""

    def __init__(
        self, case: StudyCase, luck: list[tuple[int, int, int]], seatings: list[int], given: Sequence[int] = ()
    ) -> None:
        """What is given are the moves of the only game."""
        chosen, match, games = case.game, case.match, len(luck)
        seats, faces = match.players, len(chosen.faces)
        profiles = [
            [number for bot in match.seatings[each] for number in bot_profile(bot, chosen) or (0, 0)]
            for each in seatings
        ]
        self.case, self.tables = case, np.repeat(chosen.ready(seats, match.options).tables, games)
        if case.deck:
            self.tables["log"][:, -chosen.state.cards :] = spare_cards(match.chosen, case.deck)
        self.noted = Watched(
            luck=np.array(luck, np.int64),
            words=np.zeros((seats, 4), np.int64),
            profiles=np.array(profiles, np.int64),
            kept=np.zeros(2 * chosen.state.cards, np.int64),
            known=game_facts(match.chosen, case.follow),
            given=np.array(given, np.int64),
            log=np.zeros(LONGEST if case.follow else 0, np.int64),
            facts=np.zeros((games, watching_rules.FACTS), np.int64),
            held=np.zeros((games, seats * faces), np.int64),
            shown=np.zeros((games, seats * faces), np.int64),
            forbidden=np.zeros(2 * RULES, np.int64),
            points=np.zeros(games * seats, np.int64),
            won=np.zeros(games, np.int64),
        )

    def play(self, runtime: str) -> None:
        """Play at all the tables."""
        run = watching(self.case.match.chosen, bool(self.case.deck), runtime)
        run.each(watching_rules.watch_table, self.tables, self.noted, len(self.case.game.moves))

    @property
    def moves(self) -> list[int]:
        """The log of the only game's moves."""
        log: Any = self.noted.log
        entries: list[int] = log[: self.noted.facts[0][watching_rules.STEP]].tolist()
        return entries


def chunk_of(case: StudyCase, watched: list[WatchedTables], first: int, deals: int) -> StudyChunk:
    """What was noted, as plain lists."""
    seats = case.match.players
    won = column("won", watched)
    wins = (won[:, None] >> np.arange(seats) & 1).astype(float)
    shares = wins / wins.sum(axis=1, keepdims=True)
    held, shown = column("held", watched), column("shown", watched)
    events = np.concatenate([each.tables["log"][:, : len(case.game.events)] for each in watched])
    return StudyChunk(
        first, deals, column("facts", watched).tolist(), column("points", watched).reshape(-1, seats).tolist(),
        won.tolist(), events.tolist(), sums(held, shares, deals), sums(shown, shares, deals),
    )  # fmt: skip


def column(name: str, watched: list[WatchedTables]) -> Numbers:
    return np.concatenate([getattr(each.noted, name) for each in watched])


def sums(counts: Numbers, shares: Numbers, deals: int) -> list[list[float]]:
    """For each face the sums over deals of y, x, yy, xy, xx: x how often it was there, y how often with a winner."""
    by_seat = counts.reshape(len(counts), shares.shape[1], -1).astype(float)
    x, y = by_seat.sum(axis=1), (by_seat * shares[:, :, None]).sum(axis=1)
    x, y = (each.reshape(deals, -1, each.shape[1]).sum(axis=1) for each in (x, y))
    found: list[list[float]] = np.stack([y, x, y * y, x * y, x * x], axis=2).sum(axis=0).tolist()
    return found


def play_chunk(case: StudyCase, first: int, deals: int, runtime: str = "compiled") -> StudyChunk:
    """All the games of some deals; of those that are followed, one of each deal."""
    numbers = range(1 if case.follow else len(case.match.seatings))
    keys = [(deal, number) for deal in range(first, first + deals) for number in numbers]
    if case.quick and not case.follow:
        watched = [WatchedTables(case, [luck(case, *key) for key in keys], [number for _, number in keys])]
        watched[0].play(runtime)
        return chunk_of(case, watched, first, deals)
    watched = [watch_one(case, *key, runtime) for key in keys]
    chunk = chunk_of(case, watched, first, deals)
    return followed(case, watched, chunk) if case.follow else chunk


def luck(case: StudyCase, deal: int, number: int) -> tuple[int, int, int]:
    """The seed of a deal, the stream of the table, and that of the first seat; the same as in the arena."""
    return case.match.deal_seed(deal), 0, 1 + number * case.match.players


def watch_one(case: StudyCase, deal: int, number: int, runtime: str) -> WatchedTables:
    """One game; where its bots think further, move by move on views, then once more to be watched."""
    given: list[int] = []
    if not case.quick:
        seats = case.match.players
        pos = position_on_views(case.match, Played(deal, number, [], [], [0] * seats, [0.0] * seats))
        given = [move for _, move in pos.history]
    watched = WatchedTables(case, [luck(case, deal, number)], [number], given)
    watched.play(runtime)
    return watched


def followed(case: StudyCase, watched: list[WatchedTables], chunk: StudyChunk) -> StudyChunk:
    """What each game's rules did and forbade."""
    for deal, each in enumerate(watched, chunk.first):
        chunk.rules.append(traced(case.game, case.match, luck(case, deal, 0), each.moves))
    forbidden = np.sum([column("forbidden", [each])[:RULES] for each in watched], axis=0)
    chunk.forbids = {str(number): int(forbidden[number]) for number in np.flatnonzero(forbidden).tolist()}
    return chunk


def prepare(case: StudyCase) -> None:
    """Compile whatever the games need, or load it, before the clock starts."""
    if case.quick:
        WatchedTables(case, [luck(case, 0, 0)], [0]).play("compiled")
    else:
        prepare_bots(case.match.chosen, tuple(case.match.names))
