"""Randomness that can be checked afterwards: a house commits to a seed, seats add salts, and a key is made of both.

The house tells the hash of a secret seed before anybody gives a salt, and the seed itself after the game. The key gives
every move fresh randomness, so whoever has the record can play the whole game again and see that nothing was chosen.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pioche.table.errors import PiocheError

KEY_BYTES = 32
SALT = "[0-9a-f]{1,64}"


def commitment(seed: bytes) -> str:
    """What the house tells before the deal: the hash of its seed."""
    return hashlib.sha256(checked_bytes(seed)).hexdigest()


def make_key(seed: bytes, salts: Sequence[str | None]) -> bytes:
    """The key of a game: made of the seed and of what each seat that wanted to has added."""
    parts = [b"pioche 1\n" + checked_bytes(seed)]
    for seat, salt in enumerate(salts):
        if salt is not None:
            parts.append(f"\n{chr(65 + seat)}={checked_salt(salt)}".encode("ascii"))
    return hashlib.sha256(b"".join(parts)).digest()


def entropy(key: bytes, n: int) -> bytes:
    """The sixteen bytes that a key has for the n-th move of its game; 0 is the deal."""
    return hashlib.sha256(key + n.to_bytes(8, "big")).digest()[:16]


def luck(key: bytes, n: int) -> tuple[int, ...]:
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
