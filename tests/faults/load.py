"""Row 14: 250 tables, 1,000 sockets, 500 moves a second; how long acknowledgements take."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import replace
from typing import Any

from pioche.lab.bench_server import OPEN_RATE, OPEN_TABLES, pioche_latency

from .figure import Figure, percentile

P50, P99 = 10.0, 50.0  # milliseconds
SYNCS = 1000


def load(seconds: float) -> Figure:
    """On a fresh server, its rules compiled, by the load generator of the benchmarks."""
    figure = judged(pioche_latency(seconds), seconds)
    return replace(figure, found=f"{figure.found}; {disk()}")


def disk() -> str:
    """What no server can be faster than: a page written and synced, again and again, by nobody else."""
    times = []
    with tempfile.TemporaryFile() as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            file.flush()
            since = time.monotonic()
            os.fsync(file.fileno())
            times.append(1000 * (time.monotonic() - since))
    return f"the disk alone takes {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.0f} ms"


def judged(report: dict[str, Any], seconds: float) -> Figure:
    lost = sum(report["errors"].values()) + report["unanswered"]
    rate, p50, p99 = report["moves_per_second"], report["p50_ms"], report["p99_ms"]
    found = (
        f"{OPEN_TABLES} tables, {4 * OPEN_TABLES:,} sockets, {rate:.0f} moves/s, {seconds:.0f} s: "
        f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, {lost} lost"
    )
    held = p50 <= P50 and p99 <= P99 and lost == 0 and rate >= 0.95 * OPEN_RATE
    return Figure(14, "load", found, f"p50 ≤ {P50:.0f} ms, p99 ≤ {P99:.0f} ms", held)
