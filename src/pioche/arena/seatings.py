"""Who sits where: the same deals for everybody, from every seat.

One lineup fills the table: the bots in the order given, from the beginning again until every seat is taken. Where there
are more bots than seats, every combination of as many bots as seats is a lineup. Every lineup moves on seat by seat
until it is back where it began; each seating that arises is played once on every deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

import msgspec

from pioche.arena.catalogue import CATALOGUE
from pioche.bots import make
from pioche.bots.bot_registry import Factory, register
from pioche.bots.own_code import OwnCode, loaded_code
from pioche.table.batch import POLICIES
from pioche.table.errors import PiocheError
from pioche.table.game import BIG, Game
from pioche.table.game_registry import game

Seating = tuple[str, ...]  # the bot at each seat
Task = list[tuple[int, int]]  # games, each by its deal and the number of its seating
MOST = 1000  # games that one deal may take


@dataclass(frozen=True)
class Match:
    """All that decides how the games go; a worker needs no more."""

    game: str | Game
    players: int
    bots: tuple[str, ...]
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    on_views: bool = False  # let compiled policies, too, play move by move on views
    own_bots: Mapping[str, Factory] = field(default_factory=dict)  # registered by who asks: workers are given them
    own_code: tuple[OwnCode, ...] = field(default_factory=loaded_code)  # run by who asks: workers run it too

    @property
    def chosen(self) -> Game:
        """The game: the very one that was given, or the one of that name."""
        return game(self.game)

    @cached_property
    def seatings(self) -> list[Seating]:
        return seatings(self.bots, self.players)

    @cached_property
    def names(self) -> list[str]:
        """Each bot once."""
        return list(dict.fromkeys(self.bots))

    @cached_property
    def compiled(self) -> list[int]:
        """The numbers of the seatings that are played in compiled calls: all their bots are compiled policies."""
        wholly = [number for number, seating in enumerate(self.seatings) if set(seating) <= set(POLICIES)]
        return [] if self.on_views else wholly

    def bring_bots(self) -> None:
        """In a worker: the bots that were registered by who asks are registered here, too."""
        for code in self.own_code:
            code.run()
        for name, make_bot in self.own_bots.items():
            register(name, make_bot)

    def deal_seed(self, deal: int) -> int:
        """Every deal has a seed of its own, that `pioche play --seed` deals as well."""
        digest = hashlib.blake2b(f"{self.seed} {deal}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % BIG

    def check(self) -> None:
        """Refuse, in one sentence, what can't be played."""
        self.chosen.ready(self.players, self.options)
        if not 0 <= self.seed < BIG:
            raise PiocheError("setup.seed", seed=self.seed)
        check_some(self.bots)
        for name in self.names:
            make(name)
        check_number(len(self.bots), self.players)


class Played(msgspec.Struct, array_like=True):
    """How one game ended, seat by seat."""

    deal: int
    rotation: int
    scores: list[int]
    winners: list[int]
    moves: list[int]
    seconds: list[float]


def check_some(bots: Sequence[str]) -> None:
    if not bots:
        raise PiocheError("arena.no_bots", CATALOGUE)


def check_number(bots: int, seats: int) -> None:
    """So many bots that a single deal would take too long are refused."""
    games = comb(bots, seats) * seats
    if games > MOST:
        raise PiocheError("arena.too_many", CATALOGUE, bots=bots, seats=seats, games=games, most=MOST)


def seatings(bots: Sequence[str], players: int) -> list[Seating]:
    """Every seating that is played on a deal, each once."""
    found = [turned for lineup in lineups(bots, players) for turned in rotations(lineup)]
    return list(dict.fromkeys(found))


def lineups(bots: Sequence[str], players: int) -> Iterator[Seating]:
    """The bots repeated until the table is full, or every choice of as many as there are seats."""
    if len(bots) > players:
        return combinations(bots, players)
    return iter([tuple(bots[seat % len(bots)] for seat in range(players))])


def rotations(lineup: Seating) -> Iterator[Seating]:
    return (lineup[turn:] + lineup[:turn] for turn in range(len(lineup)))


def usual_players(bots: Sequence[str], allowed: range) -> int:
    """A table for as many as there are bots, or the nearest to it that the game allows."""
    return min(max(len(bots), allowed[0]), allowed[-1])
