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
from faults.report_row import Figure
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
from support.forked_servers import Nursery

SEED = 5211

Found = Figure | list[Figure]


class Property(NamedTuple):
    rows: tuple[int, ...]
    what: str
    measure: Callable[[Nursery], Found]


SUITE: list[Property] = [
    Property((1, 2), "kill -9, SQLite", lambda born: crash(born, "SQLite", 45, 200, SEED)),
    Property((1, 2), "kill -9, PostgreSQL", lambda born: crash(born, "PostgreSQL", 25, 200, SEED)),
    Property((2,), "cold start", lambda born: ready(5)),
    Property((3,), "two processes race", lambda born: rivals(born, 5000, SEED)),
    Property((4,), "connections cut during commit", lambda born: cut(born, 500, 60, SEED)),
    Property((5,), "PostgreSQL and Redis restart", lambda born: restart(born, 10, 60, SEED)),
    Property((6,), "disk full, read-only disk", lambda born: disk(born, 3, SEED)),
    Property((7,), "bad input, SQLite", lambda born: frames(born, "SQLite", 80_000, SEED)),
    Property((7,), "bad input, PostgreSQL", lambda born: frames(born, "PostgreSQL", 20_000, SEED)),
    Property((8,), "the HTTP interface", lambda born: interface(born, 30, SEED)),
    Property((9,), "nothing leaks", lambda born: leaks(100_000, SEED, everywhere=True)),
    Property((10,), "resume, SQLite", lambda born: resume(born, "SQLite", 1000, SEED)),
    Property((10,), "resume, PostgreSQL", lambda born: resume(born, "PostgreSQL", 1000, SEED)),
    Property((11,), "slow readers", lambda born: slow(born, 50, 200, 5.0, SEED, compiled=True, rounds=3)),
    Property((12,), "flood", lambda born: flood(born, 5.0, 1000, 20, SEED)),
    Property((13,), "storm", lambda born: storm(born, "SQLite", 1000, SEED)),
    Property((14,), "load", lambda born: load(120.0)),
    Property((15,), "clocks, SQLite", lambda born: clocks(born, "SQLite", 200, SEED)),
    Property((15,), "clocks, PostgreSQL", lambda born: clocks(born, "PostgreSQL", 200, SEED)),
    Property((16,), "bots that go wrong", lambda born: bots(born, 200, SEED)),
    Property((17,), "people who leave", lambda born: leaving(born, "SQLite", 12, SEED)),
    Property((18,), "a fair slap", lambda born: slaps(10_000, SEED)),
    Property((19,), "strangers, SQLite", lambda born: strangers(born, "SQLite", SEED)),
    Property((19,), "strangers, PostgreSQL", lambda born: strangers(born, "PostgreSQL", SEED)),
    Property((20,), "upgrades", upgrades),
    Property((21,), "whole system, simulated", lambda born: simulated(10_000, SEED, everywhere=True)),
    Property((21,), "shuffles, simulated", lambda born: shuffling(5000, SEED, everywhere=True)),
    Property((22,), "frames at full speed", lambda born: floods(born, tuple(KINDS), (1, 40), 20, SEED)),
    Property((23,), "requests without end", lambda born: endless(born, 10.0, SEED)),
    Property((25,), "two processes without a bus", lambda born: present(born, 20, 300.0, SEED)),
    Property((34,), "two releases beside each other", lambda born: beside(born, ["coloretto", "kolpa", "5211"], SEED)),
    Property((34,), "two releases in turn", lambda born: in_turn(born, "coloretto", SEED)),
    Property((26,), "nonsense on Redis", lambda born: chatter(born, 100, SEED)),
    Property((27,), "a stolen backup", lambda born: stolen(born, SEED)),
    Property((28,), "ground seeds and salts", lambda born: ground(5000, SEED)),
    Property((30,), "foreign hands, SQLite", lambda born: hands(born, "SQLite", 50, SEED)),
    Property((30,), "foreign hands, PostgreSQL", lambda born: hands(born, "PostgreSQL", 50, SEED)),
    Property((31,), "a locked database", lambda born: locked(born, 12, 4, SEED)),
    Property((33,), "a list for everybody", lambda born: crowded(born, 200, SEED)),
    Property((33,), "months of growth", lambda born: months(200, 100, SEED)),
    Property((24,), "readings of a long game", lambda born: readings(born, 12, SEED)),
    Property((29,), "tables of bots alone", lambda born: shown_tables(born, 200, SEED)),
    Property((32,), "hints, reviews, studies", lambda born: hints(born, 20, 8, SEED)),
]
