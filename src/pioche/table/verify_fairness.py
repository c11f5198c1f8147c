"""Was a recorded game fair? Each check says in a sentence what it found."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any

from pioche.core.seats import letter
from pioche.table.catalogue import Phrase, counted, phrase
from pioche.table.errors import NotationError, PiocheError
from pioche.table.record import HEX, Record, digest, play_line, read_record, words_of
from pioche.table.shuffle_commitment import Shuffle

VIEW_DIGITS = 16


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: `commit`, `noted`, `table`, `chairs`, `own`, `seen`, `shown`, `key`, `moves` …."""

    name: str
    ok: bool
    found: Phrase

    def sentence(self, language: str | None = None) -> str:
        return self.found.sentence(language)


@dataclass(frozen=True)
class Verdict:
    """All that was checked of a record; it is fair if nothing was amiss."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


@dataclass(frozen=True)
class Noted:
    """What a player kept from before the deal besides the commitment: as much of it as it did."""

    seat: int = 0
    salt: str = ""  # its own
    table: str = ""
    deal: str = ""  # `rules=2 kolpa 4 target=30`
    chairs: tuple[str, ...] = ()  # `person PROMISE`, `person -` or `bot NAME`
    asked: bool = True  # else the house took its promise, and dealt without its salt
    moves: tuple[str, ...] = ()  # that it saw played, `A take 1`, or `A ?`
    views: tuple[str, ...] = ()  # that it was shown: the beginnings of their hashes
    whole: bool = False  # it saw the whole game


def verify(text: str, commit: str | None = None, kept: Noted | None = None) -> Verdict:
    """Check a record, and the commitment that a player noted before the deal; a NotationError if it is no record."""
    noted = None if commit is None else checked_commit(commit)
    record = read_record(text)
    checks = [*check_deal(record), *check_commit(record), *check_noted(record, noted), *check_kept(record, kept)]
    shown = check_shown(read_record(text), kept) if kept is not None and kept.views else []
    return Verdict((*checks, *check_key(record), *check_play(record), *shown))


def checked_commit(commit: str) -> str:
    if not re.fullmatch(HEX, commit.strip().lower()):
        raise PiocheError("setup.commit", commit=commit)
    return commit.strip().lower()


def found(name: str, ok: bool, outcome: str, **details: Any) -> Check:
    return Check(name, ok, phrase(f"verify.{name}.{outcome}", **details))


def judged(name: str, ok: bool, **details: Any) -> Check:
    return found(name, ok, "yes" if ok else "no", **details)


def check_deal(record: Record) -> list[Check]:
    """Only cards that were dealt from a key can have been committed to."""
    if not record.start.origin.is_deal:
        return [found("deal", False, "written")]
    return [] if record.start.origin.key is not None else [found("deal", False, "open")]


def check_commit(record: Record) -> list[Check]:
    if record.start.origin.key is None:
        return []
    if record.fair is None:
        return [found("commit", False, "none")]
    ok = record.commit == record.fair.commit
    all_of_it = "all" if isinstance(record.fair, Shuffle) else "yes"
    return [found("commit", ok, all_of_it if ok else "no")]


def check_noted(record: Record, noted: str | None) -> list[Check]:
    if noted is None:
        return []
    return [judged("noted", record.commit == noted, commit=noted)]


def check_kept(record: Record, kept: Noted | None) -> list[Check]:
    """The deal as it was announced, and one's own salt in one's own seat: what nobody else can check for a player."""
    if kept is None:
        return []
    if not kept.asked:
        return [found("asked", False, "no")]
    fair = record.fair
    table = [judged("table", fair.table == kept.table)] if kept.table and isinstance(fair, Shuffle) else []
    dealt = record.start.origin.is_deal
    game = [judged("game", dealt and words_of(record.start) == kept.deal)] if kept.deal else []
    return [*table, *game, *check_chairs(record, kept), *check_own(record, kept), *check_seen(record, kept)]


def check_chairs(record: Record, kept: Noted) -> list[Check]:
    if not kept.chairs:
        return []
    pairs = zip_longest(kept.chairs, record.fair.seats if record.fair is not None else [])
    others = [letter(seat) for seat, (noted, said) in enumerate(pairs) if noted != said]
    return [judged("chairs", not others, seats=", ".join(others))]


def check_own(record: Record, kept: Noted) -> list[Check]:
    salts = record.fair.salts if record.fair is not None else []
    ok = kept.salt in salts[kept.seat : kept.seat + 1]
    return [judged("own", ok, seat=letter(kept.seat))] if kept.salt else []


def check_seen(record: Record, kept: Noted) -> list[Check]:
    """The moves that were seen, in their order; and of one's own seat, if nothing was missed, no others."""
    if not kept.moves and not kept.views:
        return []
    told = [line for _, line in record.moves]
    lost = first_lost(kept.moves, told)
    if lost is not None:
        return [found("seen", False, "no", number=lost + 1, move=kept.moves[lost])]
    own = letter(kept.seat) + " "
    mine, recorded = (sum(line.startswith(own) for line in lines) for lines in (kept.moves, told))
    if kept.whole and mine != recorded:
        return [found("seen", False, "own", seat=letter(kept.seat))]
    return [found("seen", True, "yes", moves=len(kept.moves))]


def first_lost(seen: Sequence[str], told: Sequence[str]) -> int | None:
    """The first of these lines that is not found behind those before it."""
    rest = iter(told)
    lost = (n for n, line in enumerate(seen) if not any(is_seen(line, other) for other in rest))
    return next(lost, None)


def is_seen(seen: str, told: str) -> bool:
    return seen == told or (seen.endswith(" ?") and told.startswith(seen[:2]))


def check_shown(record: Record, kept: Noted) -> list[Check]:
    """All that the seat was shown, its cards too, is what it sees in the game of the record."""
    if not kept.asked or kept.seat >= record.start.seats:
        return []
    try:
        told = list(views(record, kept.seat))
    except NotationError:
        return []  # the check of the moves says why
    lost = first_lost([view for view, _ in groupby(kept.views)], told)
    return [judged("shown", lost is None, views=counted("times", len(kept.views)), number=(lost or 0) + 1)]


def views(record: Record, seat: int) -> Iterator[str]:
    yield hashed_view(record.start.view(seat))
    for line in record.moves:
        play_line(record.start, *line)
        yield hashed_view(record.start.view(seat))


def hashed_view(view: str) -> str:
    """As a browser keeps it."""
    return hashlib.sha256(view.encode()).hexdigest()[:VIEW_DIGITS]


def check_key(record: Record) -> list[Check]:
    if record.fair is None:
        return []
    if record.fair.key != record.start.origin.key:
        return [found("key", False, "no")]
    seats = [letter(seat) for seat, salt in enumerate(record.fair.salts) if salt is not None]
    return [found("key", True, "yes" if seats else "alone", seats=", ".join(seats))]


def check_play(record: Record) -> list[Check]:
    """Play it again: with a key, every shuffle is the key's, so a game that was helped along leads elsewhere."""
    try:
        for line in record.moves:
            play_line(record.start, *line)
    except NotationError as error:
        return [found("moves", False, "no", why=error), found("end", False, "unreached")]
    outcome = "yes" if record.start.origin.key is None else "key"
    return [found("moves", True, outcome, moves=len(record.moves)), check_end(record)]


def check_end(record: Record) -> Check:
    last, recorded = digest(record.start), record.end[1]
    outcome = "no" if last != recorded else "yes" if record.start.over else "early"
    return found("end", last == recorded, outcome, digest=recorded, found=last)
