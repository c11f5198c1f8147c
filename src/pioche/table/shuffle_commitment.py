"""Randomness that can be checked afterwards: a house commits to a seed, seats add salts, and a key is made of both.

Each seat that wants to first gives the hash of its salt, a promise. Then the house draws a secret seed and tells a hash
of everything together: the table, what is dealt, each seat's promise, the seed. Only then the salts are revealed, and
the seed itself after the game. Whoever kept that hash and its own salt sees in the record that its deal was not chosen
by anybody who did not know that salt. It does not see that the record is the game that was played: for this it compares
the moves and views that it saw. Nor that there was no deal before, which somebody who knew the salts did not like. The
key gives every move fresh randomness, so the whole game can be played again.

Games of the first version (`Fair`) were committed to by the hash of their seed alone, and salts came at any time: that
shows that the seed was not changed after the commitment, and not that it was drawn before the salts were known.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pioche.core.seats import letter
from pioche.table.errors import PiocheError

KEY_BYTES = 32
SALT = "[0-9a-f]{1,64}"
LONG_SALT = "[0-9a-f]{32,64}"  # of a promise: what is shorter can be found by trying
NOTHING = "-"  # where a person gave no promise or no salt
PART = f"person:(?:{NOTHING}|{LONG_SALT})|bot:\\S+"  # what a seat gave to a shuffle


def commitment(seed: bytes) -> str:
    """What the house tells before the deal: the hash of its seed."""
    return hashlib.sha256(checked_bytes(seed)).hexdigest()


def make_key(seed: bytes, salts: Sequence[str | None]) -> bytes:
    """The key of a game: made of the seed and of what each seat that wanted to has added."""
    parts = [b"pioche 1\n" + checked_bytes(seed)]
    for seat, salt in enumerate(salts):
        if salt is not None:
            parts.append(f"\n{letter(seat)}={checked_salt(salt)}".encode("ascii"))
    return hashlib.sha256(b"".join(parts)).digest()


def entropy(key: bytes, n: int) -> bytes:
    """The sixteen bytes that a key has for the n-th move of its game; 0 is the deal."""
    return hashlib.sha256(key + n.to_bytes(8, "big")).digest()[:16]


def move_entropy(key: bytes, n: int) -> tuple[int, ...]:
    """The same as the four words that a table's generator starts from."""
    return struct.unpack(">4I", entropy(key, n))


def checked_bytes(given: Any) -> bytes:
    """A key or a seed; what was given is not repeated in the refusal, as it may be a secret."""
    if not isinstance(given, bytes) or len(given) != KEY_BYTES:
        raise PiocheError("setup.key", bytes=KEY_BYTES)
    return given


def checked_salt(given: Any) -> str:
    if not isinstance(given, str) or not re.fullmatch(SALT, given):
        raise PiocheError("setup.salt", salt=given)
    return given


@dataclass(frozen=True)
class Fair:
    """What a key was made of: the seed of the house and the salts, seat by seat, None where a seat gave none."""

    seed: bytes
    salts: Sequence[str | None] = ()

    @property
    def commit(self) -> str:
        return commitment(self.seed)

    @property
    def key(self) -> bytes:
        return make_key(self.seed, self.salts)

    @property
    def seats(self) -> list[str]:
        """As the second version would be bound to them."""
        return [f"person {NOTHING if salt is None else promise(salt)}" for salt in self.salts]

    @property
    def words(self) -> list[str]:
        """As a record writes it."""
        return [f"commit={self.commit}", f"seed={self.seed.hex()}", *salt_words(self.salts)]


def salt_words(salts: Sequence[str | None]) -> list[str]:
    return [f"{letter(seat)}={salt}" for seat, salt in enumerate(salts) if salt is not None]


# The second version


def promise(salt: str) -> str:
    """What a seat gives before the seed is drawn: the hash of its salt."""
    return hashlib.sha256(checked_salt(salt).encode("ascii")).hexdigest()


def commitment_text(table: str, deal: str, seats: Sequence[str], seed: bytes) -> str:
    """All that the house is bound to. Seats are `person PROMISE`, `person -` or `bot NAME`, never who they are."""
    lines = [f"{letter(seat)} {bound}" for seat, bound in enumerate(seats)]
    return "\n".join(["pioche 2", f"table {table}", f"deal {deal}", *lines, f"seed {checked_bytes(seed).hex()}"])


def commit_to(table: str, deal: str, seats: Sequence[str], seed: bytes) -> str:
    return hashlib.sha256(commitment_text(table, deal, seats, seed).encode()).hexdigest()


@dataclass(frozen=True)
class Shuffle:
    """What a key was made of, and what else the house was bound to before any salt was revealed."""

    seed: bytes
    table: str
    deal: str  # what was dealt, as a record says it
    parts: Sequence[str]  # by seat: `person:SALT`, `person:-` or `bot:NAME`

    @property
    def salts(self) -> list[str | None]:
        return [salt_of(part) for part in self.parts]

    @property
    def seats(self) -> list[str]:
        """As the house was bound to them."""
        return [bound(part) for part in self.parts]

    @property
    def commit(self) -> str:
        return commit_to(self.table, self.deal, self.seats, self.seed)

    @property
    def key(self) -> bytes:
        words = "".join(f"\n{word}" for word in salt_words(self.salts))
        return hashlib.sha256(b"pioche 2\n" + checked_bytes(self.seed) + words.encode("ascii")).digest()

    @property
    def words(self) -> list[str]:
        """As a record writes it."""
        parts = [f"{letter(seat)}={part}" for seat, part in enumerate(self.parts)]
        return ["2", f"commit={self.commit}", f"seed={self.seed.hex()}", f"table={self.table}", *parts]


def salt_of(part: str) -> str | None:
    kind, _, word = part.partition(":")
    return word if kind == "person" and word != NOTHING else None


def bound(part: str) -> str:
    """What the house was bound to at a seat that gave this."""
    kind, _, word = part.partition(":")
    salt = salt_of(part)
    return f"{kind} {word if salt is None else promise(salt)}"
