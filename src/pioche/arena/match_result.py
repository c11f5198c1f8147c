"""What came of a match: a row for every game and seat, and a summary for every bot."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from errno import EISDIR
from functools import cached_property
from os import strerror
from pathlib import Path
from typing import Any, NamedTuple

from pioche.arena.catalogue import CATALOGUE
from pioche.arena.seatings import Match, Played
from pioche.arena.statistics import (
    Ends,
    Interval,
    by_deal,
    ends,
    interval,
    most_share,
    ratings,
    share_interval,
)
from pioche.table.errors import PiocheError
from pioche.table.extras import check_extra


class ResultRow(NamedTuple):
    """One seat of one game."""

    deal: int
    rotation: int  # the number of the seating
    seat: int
    bot: str
    score: int
    place: int
    share: float  # of the win
    moves: int
    seconds: float


@dataclass(frozen=True)
class Standing:
    """One bot over all deals; shares and margins are those of one seat of its own."""

    bot: str
    seats: int  # seats taken in all the games
    win_share: float
    win_interval: Interval | None
    margin: float
    margin_interval: Interval | None
    score: float
    place: float
    rating: float
    rating_sigma: float
    moves: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        return self.moves / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class Result:
    """The games of all deals that were played to the end from every seat."""

    match: Match
    played: list[Played]  # in order of deal and seating
    wanted: int  # deals asked for
    seconds: float  # that this run took; what was stored is not counted

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def deals(self) -> int:
        return self.games // len(self.match.seatings)

    @cached_property
    def ends(self) -> Ends:
        return ends(self.played, len(self.match.seatings), self.match.chosen.facts.low_wins)

    @cached_property
    def rows(self) -> list[ResultRow]:
        return list(self._rows())

    def _rows(self) -> Iterator[ResultRow]:
        found, seatings = self.ends, self.match.seatings
        columns = (found.scores, found.places, found.shares, found.moves, found.seconds)
        cells = zip(*(column.ravel().tolist() for column in columns), strict=True)
        for each in self.played:
            for seat, bot in enumerate(seatings[each.rotation]):
                yield ResultRow(each.deal, each.rotation, seat, bot, *next(cells))

    @cached_property
    def summary(self) -> list[Standing]:
        """Every bot, the one that wins most first."""
        if not self.played:
            return []
        rated = ratings(self.ends, self.match.seatings)
        found = [self._standing(name, *rated[name]) for name in self.match.names]
        return sorted(found, key=lambda each: -each.win_share)

    def _standing(self, bot: str, rating: float, sigma: float) -> Standing:
        found, seatings = self.ends, self.match.seatings
        shares, margins = by_deal(found.shares, seatings, bot), by_deal(found.margins, seatings, bot)
        seats = self.deals * sum(seating.count(bot) for seating in seatings)
        return Standing(
            bot=bot,
            seats=seats,
            win_share=float(shares.mean()),
            win_interval=share_interval(shares, most_share(seatings, bot)),
            margin=float(margins.mean()),
            margin_interval=interval(margins),
            score=float(by_deal(found.scores, seatings, bot).mean()),
            place=float(by_deal(found.places, seatings, bot).mean()),
            rating=rating,
            rating_sigma=sigma,
            moves=round(float(by_deal(found.moves, seatings, bot).mean()) * seats),
            seconds=float(by_deal(found.seconds, seatings, bot).mean()) * seats,
        )

    @property
    def digest(self) -> str:
        """The same for the same games, whoever played them and in whatever time."""
        text = repr([(each.deal, each.rotation, each.scores, each.winners, each.moves) for each in self.played])
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def as_json(self) -> dict[str, Any]:
        bots = [{**asdict(each), "moves_per_second": each.moves_per_second} for each in self.summary]
        return {
            "game": self.match.chosen.id,
            "players": self.match.players,
            "seed": self.match.seed,
            "options": self.match.options,
            "seatings": [list(seating) for seating in self.match.seatings],
            "deals": self.deals,
            "wanted_deals": self.wanted,
            "games": self.games,
            "moves": int(self.ends.moves.sum()) if self.played else 0,
            "seconds": self.seconds,
            "digest": self.digest,
            "bots": bots,
        }

    def write_parquet(self, path: Path) -> None:
        """One row for every game and seat; the file is there whole or not at all."""
        check_extra("parquet", "Parquet")
        import pyarrow
        from pyarrow import parquet

        columns = dict(zip(ResultRow._fields, map(list, zip(*self.rows, strict=True)), strict=True))
        part = path.with_name(path.name + ".part")
        parquet.write_table(pyarrow.table(columns), part)
        part.replace(path)


def check_out(path: Path) -> None:
    """Refuse, before anything is played, a file that can't be written."""
    check_extra("parquet", "Parquet")
    check_writable(path)


def check_writable(path: Path) -> None:
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        part = path.with_name(path.name + ".part")
        part.open("wb").close()
        part.unlink()
    except OSError as error:
        raise PiocheError("arena.out", CATALOGUE, path=path, why=error.strerror) from error
