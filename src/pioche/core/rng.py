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
def draw_bits(words: Vector) -> int:
    """The next 32 random bits."""
    low = words[0] + 1
    high = words[1] + (low >> 32) & MASK
    words[0], words[1] = low & MASK, high
    key = words[3] << 32 | words[2]
    bits = (high << 32 | low & MASK) * STEP + key
    bits = (bits ^ bits >> 30 & 0x3FFFFFFFF) * FIRST ^ key
    bits = (bits ^ bits >> 27 & 0x1FFFFFFFFF) * SECOND
    return bits >> 32 & MASK


@rule
def pick(words: Vector, n: int) -> int:
    """A number from 0 to n - 1, each exactly equally likely (Lemire's method)."""
    wide = draw_bits(words) * n
    if (wide & MASK) < n:
        uneven = (MASK + 1 - n) % n
        while (wide & MASK) < uneven:
            wide = draw_bits(words) * n
    return wide >> 32


@rule
def seed_rng(words: Vector, seed: int, stream: int) -> None:
    """Start the generator from a seed; each stream number gives another, unrelated sequence."""
    words[0], words[1] = 2 * stream & MASK, stream >> 31 & MASK
    words[2], words[3] = seed & MASK, seed >> 32 & MASK
    low = draw_bits(words)
    high = draw_bits(words)
    words[0], words[1], words[2], words[3] = 0, 0, low, high
