"""Chooses any legal move, each equally likely."""

from __future__ import annotations

from random import Random


def choose(view: str, choices: list[str], rng: Random) -> str:
    return rng.choice(choices)
