"""All properties at full size, in the order of their rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from faults.bad_input import frames
from faults.bot_only_tables import shown_tables
from faults.broken_bots import bots
from faults.bus_chatter import chatter
from faults.database_outages import cut, restart
from faults.disk_growth import crowded, months
from faults.endless_requests import endless
from faults.frame_floods import KINDS, floods
from faults.full_disk import disk
from faults.hint_waits import hints
from faults.information_leaks import leaks
from faults.intruders import strangers
from faults.leaving_players import leaving
from faults.locked_database import locked
from faults.long_replays import readings
from faults.openapi_fuzzing import interface
from faults.overload import flood, slow, storm
from faults.presence_without_bus import present
from faults.report_row import ReportRow
from faults.resumed_streams import resume
from faults.second_hands import hands
from faults.server_kills import crash, ready
from faults.shuffle_cheats import ground
from faults.simulated_shuffles import shuffling
from faults.simulated_system import simulated
from faults.slap_fairness import slaps
from faults.steady_load import load
from faults.stolen_database import stolen
from faults.stored_versions import upgrades
from faults.two_releases import beside, in_turn
from faults.wall_clocks import clocks
from faults.write_races import rivals
from support.warm_parent import WarmParent

SEED = 5211

Found = ReportRow | list[ReportRow]


class Property(NamedTuple):
    rows: tuple[int, ...]
    what: str
    measure: Callable[[WarmParent], Found]


SUITE: list[Property] = [
    Property((1, 2), "kill -9, SQLite", lambda warm: crash(warm, "SQLite", 45, 200, SEED)),
    Property((1, 2), "kill -9, PostgreSQL", lambda warm: crash(warm, "PostgreSQL", 25, 200, SEED)),
    Property((2,), "cold start", lambda warm: ready(5)),
    Property((3,), "two processes race", lambda warm: rivals(warm, 5000, SEED)),
    Property((4,), "connections cut during commit", lambda warm: cut(warm, 500, 60, SEED)),
    Property((5,), "PostgreSQL and Redis restart", lambda warm: restart(warm, 10, 60, SEED)),
    Property((6,), "disk full, read-only disk", lambda warm: disk(warm, 3, SEED)),
    Property((7,), "bad input, SQLite", lambda warm: frames(warm, "SQLite", 80_000, SEED)),
    Property((7,), "bad input, PostgreSQL", lambda warm: frames(warm, "PostgreSQL", 20_000, SEED)),
    Property((8,), "the HTTP interface", lambda warm: interface(warm, 30, SEED)),
    Property((9,), "nothing leaks", lambda warm: leaks(100_000, SEED, everywhere=True)),
    Property((10,), "resume, SQLite", lambda warm: resume(warm, "SQLite", 1000, SEED)),
    Property((10,), "resume, PostgreSQL", lambda warm: resume(warm, "PostgreSQL", 1000, SEED)),
    Property((11,), "slow readers", lambda warm: slow(warm, 50, 200, 5.0, SEED, compiled=True, rounds=3)),
    Property((12,), "flood", lambda warm: flood(warm, 5.0, 1000, 20, SEED)),
    Property((13,), "storm", lambda warm: storm(warm, "SQLite", 1000, SEED)),
    Property((14,), "load", lambda warm: load(120.0)),
    Property((15,), "clocks, SQLite", lambda warm: clocks(warm, "SQLite", 200, SEED)),
    Property((15,), "clocks, PostgreSQL", lambda warm: clocks(warm, "PostgreSQL", 200, SEED)),
    Property((16,), "bots that go wrong", lambda warm: bots(warm, 200, SEED)),
    Property((17,), "people who leave", lambda warm: leaving(warm, "SQLite", 12, SEED)),
    Property((18,), "a fair slap", lambda warm: slaps(10_000, SEED)),
    Property((19,), "strangers, SQLite", lambda warm: strangers(warm, "SQLite", SEED)),
    Property((19,), "strangers, PostgreSQL", lambda warm: strangers(warm, "PostgreSQL", SEED)),
    Property((20,), "upgrades", upgrades),
    Property((21,), "whole system, simulated", lambda warm: simulated(10_000, SEED, everywhere=True)),
    Property((21,), "shuffles, simulated", lambda warm: shuffling(5000, SEED, everywhere=True)),
    Property((22,), "frames at full speed", lambda warm: floods(warm, tuple(KINDS), (1, 40), 20, SEED)),
    Property((23,), "requests without end", lambda warm: endless(warm, 10.0, SEED)),
    Property((25,), "two processes without a bus", lambda warm: present(warm, 20, 300.0, SEED)),
    Property((34,), "two releases beside each other", lambda warm: beside(warm, ["coloretto", "kolpa", "5211"], SEED)),
    Property((34,), "two releases in turn", lambda warm: in_turn(warm, "coloretto", SEED)),
    Property((26,), "nonsense on Redis", lambda warm: chatter(warm, 100, SEED)),
    Property((27,), "a stolen backup", lambda warm: stolen(warm, SEED)),
    Property((28,), "ground seeds and salts", lambda warm: ground(5000, SEED)),
    Property((30,), "foreign hands, SQLite", lambda warm: hands(warm, "SQLite", 50, SEED)),
    Property((30,), "foreign hands, PostgreSQL", lambda warm: hands(warm, "PostgreSQL", 50, SEED)),
    Property((31,), "a locked database", lambda warm: locked(warm, 12, 4, SEED)),
    Property((33,), "a list for everybody", lambda warm: crowded(warm, 200, SEED)),
    Property((33,), "months of growth", lambda warm: months(200, 100, SEED)),
    Property((24,), "readings of a long game", lambda warm: readings(warm, 12, SEED)),
    Property((29,), "tables of bots alone", lambda warm: shown_tables(warm, 200, SEED)),
    Property((32,), "hints, reviews, studies", lambda warm: hints(warm, 20, 8, SEED)),
]
