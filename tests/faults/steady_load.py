"""Row 14: 250 tables, 1,000 sockets, 500 moves a second; how long acknowledgements take."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import replace
from typing import Any

from bench.server_speed import OPEN_RATE, OPEN_TABLES, pioche_latency
from faults import cpu_steal
from faults.report_row import ReportRow, percentile

P50, P99 = 10.0, 50.0  # milliseconds
SYNCS = 1000


def load(seconds: float) -> ReportRow:
    """On a fresh server, its rules compiled, by the load generator of the benchmarks.

    Where other machines took the processors meanwhile it is measured once more, and both figures are told.
    """
    figure, taken = measured(seconds)
    found = told(figure, taken)
    if not figure.held and not cpu_steal.are_quiet(taken):
        figure, taken = measured(seconds)
        found = f"{told(figure, taken)}; measured again, for at first {found}"
    return replace(figure, found=f"{found}; {disk()}")


def measured(seconds: float) -> tuple[ReportRow, float | None]:
    """The figure, and the share of the processors' time that went to other machines, where the system says it."""
    before = cpu_steal.processor_times()
    figure = judged(pioche_latency(seconds), seconds)
    return figure, cpu_steal.taken_since(before)


def told(figure: ReportRow, taken: float | None) -> str:
    machines = "" if taken is None else f", while {taken:.0%} of the processors' time went to other machines"
    return f"{figure.found}{machines}"


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


def judged(report: dict[str, Any], seconds: float) -> ReportRow:
    lost = sum(report["errors"].values()) + report["unanswered"]
    rate, p50, p99 = report["moves_per_second"], report["p50_ms"], report["p99_ms"]
    found = (
        f"{OPEN_TABLES} tables, {4 * OPEN_TABLES:,} sockets, {rate:.0f} moves/s, {seconds:.0f} s: "
        f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, {lost} lost"
    )
    held = p50 <= P50 and p99 <= P99 and lost == 0 and rate >= 0.95 * OPEN_RATE
    return ReportRow(14, "load", found, f"p50 ≤ {P50:.0f} ms, p99 ≤ {P99:.0f} ms", held)
