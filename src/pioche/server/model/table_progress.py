"""What entries change about a live table, besides the cards: by value, so that it can be taken back and stored."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pioche.server.model.move_clocks import MoveClocks
from pioche.server.model.seating import Seating

SNAPSHOT_FORM = 2  # one of a later form is passed over, and the whole log played instead


class Asked(NamedTuple):
    """What is asked of whom."""

    actors: list[int]  # who may act
    waited: list[int]  # without whom it does not go on
    reacting: bool  # all that is waited for is reactions


NOBODY = Asked([], [], False)


class Progress(msgspec.Struct, frozen=True, gc=False):
    """How far a table has come; every change replaces it as a whole, and who keeps the former one can go back to it."""

    heads: tuple[int, ...]  # of every stream
    occasion_heads: tuple[int, ...]  # when there was last reason to react
    settled_heads: tuple[int, ...]  # when something was last played that is no pass
    seq: int = 1
    status: str = "open"
    commitment: str = ""
    seed: bytes = b""
    since: int = 0  # when the table began to wait for salts or promises
    salts: tuple[str, ...] = ()  # the persons' parts of the shuffle
    dealt: tuple[str, ...] = ()  # what each seat gave to the shuffle; nothing is said of a deal of 0.1
    agreed: frozenset[int] = frozenset()  # whose persons would end the game here
    withdrawn: int = 0  # the entry that made such agreements void
    occasion: int = 0  # the entry that gave reason to react
    asked: dict[int, int] = {}  # who choose together, and where their streams stood then
    rematch: str = ""
    standing: Asked = NOBODY
    scores: list[int] = []


class Snapshot(msgspec.Struct):
    """A table at one moment, so that a long log need not be played again."""

    seq: int
    heads: list[int]
    status: str
    chairs: Seating
    timing: MoveClocks
    position: str
    salts: list[str]
    played: int
    occasion: int
    occasion_heads: list[int]
    settled_heads: list[int]
    asked: dict[int, int]
    rematch: str
    commitment: str = ""  # with a seed: of a table since 0.2
    seed: str = ""
    dealt: list[str] = []  # what each seat gave to the shuffle
    agreed: list[int] = []
    version: int = 1  # of its form, which 0.1 did not name

    def progress(self, made: Progress) -> Progress:
        """Where it stood; who is asked, and the scores, follow from the cards."""
        shuffle = (self.commitment, bytes.fromhex(self.seed)) if self.seed else (made.commitment, made.seed)
        return Progress(
            tuple(self.heads), tuple(self.occasion_heads), tuple(self.settled_heads), self.seq, self.status, *shuffle,
            salts=tuple(self.salts), dealt=tuple(self.dealt), agreed=frozenset(self.agreed), occasion=self.occasion,
            asked=self.asked, rematch=self.rematch,
        )  # fmt: skip
