"""Games that were played are kept, one a line, in the user's cache folder: the same command goes on from there.

The file's name is a hash of everything that decides how the games go, rules and bots included, but not of how many
games are wanted: asking for more plays only what is missing.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pioche.arena.catalogue import CATALOGUE
from pioche.arena.code_fingerprint import made_by, own_sources
from pioche.arena.seatings import Match, Played
from pioche.core.compile_cache import KEEP_DAYS, user_cache
from pioche.table.errors import PiocheError

FORMAT = 1  # of the file; another number is another file
Done = dict[tuple[int, int], Played]  # by deal and number of the seating


class MatchStore:
    """The file of one match."""

    def __init__(self, match: Match) -> None:
        self.folder = user_cache() / "pioche" / "arena"
        self.path = self.folder / f"{key(match)}.jsonl"

    def open(self, fresh: bool) -> Done:
        """What is stored already; with `fresh` it is thrown away. Refuses a folder that can't be written to."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            throw_away_old(self.folder)
            if fresh:
                self.path.unlink(missing_ok=True)
            return read(self.path)
        except OSError as error:
            raise PiocheError("arena.store", CATALOGUE, folder=self.folder, why=error.strerror) from error

    def add(self, played: Sequence[Played]) -> None:
        """Written at once, so that a process that is killed loses nothing but its last games."""
        with self.path.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(each) + b"\n" for each in played))


def key(match: Match) -> str:
    options = sorted(match.options.items())
    parts = (
        FORMAT,
        made_by(match.chosen),
        match.chosen.id,
        match.players,
        match.bots,
        match.seed,
        options,
        match.on_views,
        *own_sources(match.bots),
    )
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()


def read(path: Path) -> Done:
    """Every whole line; one that a killed process left unfinished is ended and passed over."""
    with path.open("a+b") as file:
        file.seek(0)
        text = file.read()
        file.write(b"" if text.endswith(b"\n") or not text else b"\n")
    done: Done = {}
    for line in text.splitlines():
        try:
            played = msgspec.json.decode(line, type=Played)
        except msgspec.MsgspecError:
            continue
        done[played.deal, played.rotation] = played
    return done


def throw_away_old(folder: Path) -> None:
    for path in folder.glob("*.jsonl"):
        if time.time() - path.stat().st_mtime > KEEP_DAYS * 86400:
            path.unlink(missing_ok=True)
