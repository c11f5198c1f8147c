"""Randomness that is the same everywhere: a counter, scrambled together with a key (SplitMix64's scrambler).

The state is four 32-bit words, counter and key, kept in 64-bit numbers. Only the low 64 bits of any intermediate number
matter, so it makes no difference that Python's numbers grow and the compiled ones wrap: interpreted, compiled and
CUDA runs agree bit for bit. The multipliers are SplitMix64's, written as the negative numbers they are in 64 bits.
"""

from __future__ import annotations

from pioche.core.rule import rule
from pioche.core.types import Vector

MASK = 0xFFFFFFFF
STEP = 0x9E3779B97F4A7C15 - (1 << 64)
FIRST = 0xBF58476D1CE4E5B9 - (1 << 64)
SECOND = 0x94D049BB133111EB - (1 << 64)


@rule
def bits_ahead(words: Vector, ahead: int) -> int:
    """The 32 random bits that the draw after so many draws will give."""
    low = words[0] + 1 + ahead
    high = words[1] + (low >> 32) & MASK
    key = words[3] << 32 | words[2]
    bits = (high << 32 | low & MASK) * STEP + key
    bits = (bits ^ bits >> 30 & 0x3FFFFFFFF) * FIRST ^ key
    bits = (bits ^ bits >> 27 & 0x1FFFFFFFFF) * SECOND
    return bits >> 32 & MASK


@rule
def skip_draws(words: Vector, n: int) -> None:
    """So many draws have been made."""
    low = words[0] + n
    words[0], words[1] = low & MASK, words[1] + (low >> 32) & MASK


@rule
def draw_bits(words: Vector) -> int:
    """The next 32 random bits."""
    bits = bits_ahead(words, 0)
    skip_draws(words, 1)
    return bits


@rule
def pick(words: Vector, n: int) -> int:
    """A number from 0 to n - 1, each exactly equally likely."""
    return pick_with(words, draw_bits(words), 0, n)


@rule
def pick_ahead(words: Vector, ahead: int, n: int) -> int:
    """What `pick` gives after so many draws; `skip_draws` must follow. Of many in a row none waits for another."""
    return pick_with(words, bits_ahead(words, ahead), ahead + 1, n)


@rule
def pick_with(words: Vector, bits: int, ahead: int, n: int) -> int:
    """Made of bits that were drawn; if they can't be even, with those of the draw after (Lemire's method)."""
    wide = bits * n
    if (wide & MASK) < n:
        uneven = (MASK + 1 - n) % n
        while (wide & MASK) < uneven:
            wide = bits_ahead(words, ahead) * n
            skip_draws(words, 1)
    return wide >> 32


@rule
def seed_rng(words: Vector, seed: int, stream: int) -> None:
    """Start the generator from a seed; each stream number gives another, unrelated sequence."""
    words[0], words[1] = 2 * stream & MASK, stream >> 31 & MASK
    words[2], words[3] = seed & MASK, seed >> 32 & MASK
    low = draw_bits(words)
    high = draw_bits(words)
    words[0], words[1], words[2], words[3] = 0, 0, low, high
