"""Chunks that were played are kept, one a line, in the user's cache folder: the same study goes on from there."""

from __future__ import annotations

import hashlib

import msgspec

from pioche.arena.code_fingerprint import made_by, own_sources
from pioche.arena.match_store import throw_away_old
from pioche.core.compile_cache import user_cache
from pioche.studies.catalogue import CATALOGUE
from pioche.studies.play_chunks import StudyCase, StudyChunk
from pioche.table.errors import PiocheError

FORMAT = 1  # of what is noted; another number is another file


class StudyStore:
    """The file of one case."""

    def __init__(self, case: StudyCase) -> None:
        self.folder = user_cache() / "pioche" / "lab"
        self.path = self.folder / f"{key(case)}.jsonl"

    def open(self, fresh: bool) -> dict[tuple[int, int], StudyChunk]:
        """What is stored already, by first deal and deals; with `fresh` it is thrown away."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            throw_away_old(self.folder)
            if fresh:
                self.path.unlink(missing_ok=True)
            return self.read()
        except OSError as error:
            raise PiocheError("lab.store", CATALOGUE, folder=self.folder, why=error.strerror) from error

    def read(self) -> dict[tuple[int, int], StudyChunk]:
        """Every whole line; one that a killed process left unfinished is ended and passed over."""
        with self.path.open("a+b") as file:
            file.seek(0)
            text = file.read()
            file.write(b"" if text.endswith(b"\n") or not text else b"\n")
        found = {}
        for line in text.splitlines():
            try:
                chunk = msgspec.json.decode(line, type=StudyChunk)
            except msgspec.MsgspecError:
                continue
            found[chunk.first, chunk.deals] = chunk
        return found

    def add(self, chunk: StudyChunk) -> None:
        """Written at once, so that a process that is killed loses nothing but its last chunk."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(chunk) + b"\n")


def key(case: StudyCase) -> str:
    match = case.match
    played = (match.chosen.id, match.players, match.bots, match.seed, sorted(match.options.items()))
    parts = (FORMAT, made_by(case.game), played, case.deck, case.follow, *own_sources(match.bots))
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
