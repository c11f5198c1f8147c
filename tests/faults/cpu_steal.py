"""Other machines on the same computer: what they take of the processors' time makes us look slow."""

from __future__ import annotations

from pathlib import Path

QUIET = 0.03  # of the processors' time may go to them; beyond, a figure says little about us
TAKEN = 7  # where the system says how much that is


def processor_times() -> list[int]:
    """How long the processors did what, since the machine began; nothing where the system does not say."""
    stat = Path("/proc/stat")
    return [int(word) for word in stat.read_text().split()[1:9]] if stat.exists() else []


def taken_since(before: list[int]) -> float | None:
    """The share that went to other machines, where the system says it."""
    spent = [now - then for now, then in zip(processor_times(), before, strict=True)]
    return spent[TAKEN] / sum(spent) if any(spent) else None


def are_quiet(taken: float | None) -> bool:
    return taken is None or taken <= QUIET
