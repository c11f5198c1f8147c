"""What Prometheus may ask."""

from __future__ import annotations

from functools import cache

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
ENTRIES = Counter("pioche_entries", "Entries stored", ["kind"], registry=REGISTRY)
COMMITS = Counter("pioche_commits", "Commits of the log", registry=REGISTRY)
REFUSED = Counter("pioche_refused", "Commands refused", ["why"], registry=REGISTRY)
HTTP_REFUSED = Counter("pioche_http_refused", "Requests and connections refused", ["why"], registry=REGISTRY)
FALLBACKS = Gauge("pioche_bot_fallbacks", "Moves made because a bot gave none in time", registry=REGISTRY)
READINGS = Gauge("pioche_readings", "Times that a finished game was played again for who reads it", registry=REGISTRY)
CUT = Gauge("pioche_slow_readers_cut", "Sockets cut off because they did not read", registry=REGISTRY)
SOCKETS = Gauge("pioche_sockets", "Open sockets", registry=REGISTRY)
TABLES = Gauge("pioche_tables_awake", "Tables in memory", registry=REGISTRY)
READERS = Gauge("pioche_reader_queue", "Questions to the database that are not answered yet", registry=REGISTRY)
WORKERS = Gauge("pioche_worker_queue", "Thoughts that wait for a worker", ["for"], registry=REGISTRY)
BUS = Gauge("pioche_bus_alive", "1 where hints of other processes come, or none are needed", registry=REGISTRY)
CONNECTIONS = Gauge("pioche_connections", "Open connections", registry=REGISTRY)
LAG = Gauge("pioche_loop_lag_seconds", "The longest that the event loop was held in the last minute", registry=REGISTRY)
HOLDS = (0.005, 0.01, 0.025, 0.05, 0.09, 0.1, 0.25, 0.5, 1, 5)
HELD = Histogram(
    "pioche_loop_held_seconds", "How long the event loop was held, looked at a hundred times a second",
    registry=REGISTRY, buckets=HOLDS,
)  # fmt: skip
BUSY = Histogram(
    "pioche_loop_busy_seconds", "The same, less the time that it waited for a processor which others had",
    registry=REGISTRY, buckets=HOLDS,
)  # fmt: skip
STORING = Histogram(
    "pioche_storing_seconds", "From playing an entry to its commit", registry=REGISTRY,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5),
)  # fmt: skip


def note_stored(seconds: float, *entries: msgspec.Struct) -> None:
    """These are on the disk, so long after they were played."""
    for entry in entries:
        entries_of(str(entry.__struct_config__.tag)).inc()
    STORING.observe(seconds)


@cache
def entries_of(kind: str) -> Counter:
    """The counter of one kind: to find it takes longer than to count."""
    return ENTRIES.labels(kind)


def exposition() -> bytes:
    return generate_latest(REGISTRY)
