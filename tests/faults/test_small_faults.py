"""The properties of `make faults` that every change must keep, at a smaller size; times are left to the full run."""

from __future__ import annotations

import pytest

from faults.bad_input import frames
from faults.bot_only_tables import shown_tables
from faults.bus_chatter import chatter
from faults.disk_growth import crowded, months
from faults.endless_requests import endless
from faults.frame_floods import floods
from faults.hint_waits import hints
from faults.information_leaks import leaks
from faults.intruders import strangers
from faults.locked_database import locked
from faults.long_games import SHORT
from faults.long_replays import readings
from faults.presence_without_bus import present
from faults.resumed_streams import resume
from faults.second_hands import hands
from faults.server_kills import crash
from faults.shuffle_cheats import ground
from faults.simulated_shuffles import shuffling
from faults.simulated_system import simulated
from faults.slap_fairness import slaps
from faults.stolen_database import stolen
from faults.stored_versions import upgrades
from faults.two_releases import in_turn
from faults.wall_clocks import clocks
from faults.write_races import rivals
from support.warm_parent import WarmParent

SEED = 8211
SLACK = 10.0  # times as long as promised may something take here: this machine may be busy


def test_what_was_acknowledged_survives_kills(warm: WarmParent, thorough: bool) -> None:
    survived, _ = crash(warm, "SQLite", 40 if thorough else 10, 10, SEED)
    assert survived.held


def test_it_survives_kills_of_one_of_two_processes_too(warm: WarmParent) -> None:
    survived, _ = crash(warm, "PostgreSQL", 5, 10, SEED)
    assert survived.held


def test_of_two_processes_one_wins(warm: WarmParent, thorough: bool) -> None:
    assert rivals(warm, 5000 if thorough else 1000, SEED).held


def test_bad_input_changes_nothing(warm: WarmParent) -> None:
    assert frames(warm, "SQLite", 5000, SEED).held


def test_nothing_leaks(thorough: bool) -> None:
    assert leaks(5000 if thorough else 2000, SEED).held


@pytest.mark.parametrize(("kind", "drops"), [("SQLite", 1600), ("PostgreSQL", 400)])
def test_a_broken_connection_leaves_no_trace(warm: WarmParent, kind: str, drops: int, thorough: bool) -> None:
    assert resume(warm, kind, drops if thorough else drops // 4, SEED).held


def test_clocks_are_right(warm: WarmParent) -> None:
    assert clocks(warm, "SQLite", 40, SEED, late=5.0).held  # this machine may be busy


@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_strangers_stay_outside(warm: WarmParent, kind: str) -> None:
    assert strangers(warm, kind, SEED).held


def test_what_earlier_versions_stored_goes_as_it_went(warm: WarmParent) -> None:
    assert upgrades(warm).held


def test_who_reads_a_long_game_keeps_nobody_waiting(warm: WarmParent) -> None:
    assert readings(warm, 3, SEED, options=SHORT, late=5.0).held


def test_bots_alone_keep_nobody_waiting(warm: WarmParent) -> None:
    assert shown_tables(warm, 12, SEED, bot="thumb", late=5.0).held


def test_nor_do_bots_that_think(warm: WarmParent) -> None:
    assert shown_tables(warm, 24, SEED, "bots_take_their_time", "thinker", late=3.0, moves=10).held


def test_who_asks_much_keeps_nobody_waiting(warm: WarmParent) -> None:
    assert hints(warm, 15, 0, SEED, "judges_without_thinking", SHORT, late=4.0).held


def test_slaps_are_fair() -> None:
    assert slaps(4000, SEED).held


def test_so_do_those_who_shuffle() -> None:
    assert shuffling(60, SEED).held


def test_the_simulated_system_keeps_its_promises() -> None:
    assert simulated(150, SEED).held


def test_frames_at_full_speed_harm_nobody(warm: WarmParent) -> None:
    assert floods(warm, ("ping", "empty part", "half"), (1, 8), 4, SEED, slack=SLACK).held


def test_requests_without_end_are_ended(warm: WarmParent) -> None:
    assert endless(warm, 1.0, SEED, "impatient", slack=SLACK).held


def test_without_a_bus_who_is_there_is_never_away(warm: WarmParent) -> None:
    assert present(warm, 3, 12.0, SEED).held


def test_nonsense_on_redis_harms_nobody(warm: WarmParent) -> None:
    assert chatter(warm, 2, SEED).held


def test_a_stolen_backup_opens_nothing(warm: WarmParent) -> None:
    assert stolen(warm, SEED).held


def test_a_locked_database_stops_nobody(warm: WarmParent) -> None:
    assert locked(warm, 3, 2, SEED, slack=SLACK).held


def test_one_address_fills_no_list(warm: WarmParent) -> None:
    assert crowded(warm, 60, SEED).held


def test_months_do_not_fill_the_disk() -> None:
    assert months(10, 2, SEED).held


def test_ground_seeds_and_salts_are_caught() -> None:
    assert ground(100, SEED).held


@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_nobody_sees_a_foreign_hand(warm: WarmParent, kind: str) -> None:
    assert hands(warm, kind, 5, SEED).held


def test_one_release_plays_on_what_the_other_began(warm: WarmParent) -> None:
    assert in_turn(warm, "coloretto", SEED).held
