"""Row 14: 250 tables, 1,000 sockets, 500 moves a second; how long acknowledgements take."""

from __future__ import annotations

from typing import Any

from pioche.lab.bench_server import OPEN_RATE, OPEN_TABLES, pioche_latency

from .figure import Figure

P50, P99 = 10.0, 50.0  # milliseconds


def load(seconds: float) -> Figure:
    """On a fresh server, its rules compiled, by the load generator of the benchmarks."""
    return judged(pioche_latency(seconds), seconds)


def judged(report: dict[str, Any], seconds: float) -> Figure:
    lost = sum(report["errors"].values()) + report["unanswered"]
    rate, p50, p99 = report["moves_per_second"], report["p50_ms"], report["p99_ms"]
    found = (
        f"{OPEN_TABLES} tables, {4 * OPEN_TABLES:,} sockets, {rate:.0f} moves/s, {seconds:.0f} s: "
        f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, {lost} lost"
    )
    held = p50 <= P50 and p99 <= P99 and lost == 0 and rate >= 0.95 * OPEN_RATE
    return Figure(14, "load", found, f"p50 ≤ {P50:.0f} ms, p99 ≤ {P99:.0f} ms", held)
