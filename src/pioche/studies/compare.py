"""Two settings side by side: what changes, and by how much, with intervals.

The settings are played on the same deals, so deals are compared pair by pair.
"""

from __future__ import annotations

from pioche.studies.measure_games import Figure, Sample, reach


def difference(new: Sample, old: Sample) -> Figure:
    """The new value less the old one."""
    new, old = same_deals(new, old)
    value = new.value - old.value
    if len(new.y) < 2:
        return Figure(value, None, None)
    half = reach(new.pull - old.pull)
    return Figure(value, value - half, value + half)


def change(new: Sample, old: Sample) -> Figure | None:
    """The new value as a change of the old one, 0.1 for a tenth more; None where the old one is no amount."""
    new, old = same_deals(new, old)
    if old.value <= 0:
        return None
    times = new.value / old.value
    if len(new.y) < 2:
        return Figure(times - 1, None, None)
    half = reach(new.pull - times * old.pull) / old.value
    return Figure(times - 1, times - 1 - half, times - 1 + half)


def same_deals(new: Sample, old: Sample) -> tuple[Sample, Sample]:
    """Of a study that was stopped, the deals that both have."""
    deals = min(len(new.y), len(old.y))
    return Sample(new.y[:deals], new.x[:deals]), Sample(old.y[:deals], old.x[:deals])


def is_clear(found: Figure) -> bool:
    """Is it more than chance?"""
    return found.low is not None and found.high is not None and (found.low > 0 or found.high < 0)
