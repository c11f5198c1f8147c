"""Every checker is given a server with a bug planted in it: it must notice."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection, delete

from faults.bad_input import frames
from faults.bot_only_tables import shown_tables
from faults.broken_bots import bots
from faults.bus_chatter import chatter
from faults.database_outages import cut, restart
from faults.disk_growth import crowded, months
from faults.endless_requests import endless
from faults.frame_floods import floods
from faults.full_disk import disk
from faults.hint_waits import hints
from faults.information_leaks import leaks
from faults.intruders import strangers
from faults.leaving_players import leaving
from faults.locked_database import locked
from faults.long_games import LONG, SHORT
from faults.long_replays import readings
from faults.openapi_fuzzing import interface
from faults.overload import flood, slow, storm
from faults.planted_bugs import race_bugs
from faults.planted_bugs.planted_leaks import LEAKS, Plant
from faults.presence_without_bus import present
from faults.report_row import Broken, ReportRow
from faults.resumed_streams import resume
from faults.second_hands import hands
from faults.server_kills import crash
from faults.shuffle_cheats import ground
from faults.simulated_shuffles import shuffling
from faults.simulated_system import simulated
from faults.slap_fairness import slaps
from faults.stolen_database import stolen
from faults.test_small_faults import SEED as QUICK
from faults.two_releases import beside, in_turn
from faults.wall_clocks import clocks
from faults.write_races import rivals
from pioche.server.model import live_table as table_module
from pioche.server.model import recipient_messages
from pioche.server.model.entries import Dealt
from pioche.server.model.live_table import LiveTable
from pioche.server.model.move_clocks import MoveClocks
from pioche.server.sessions import dealing, lobby
from pioche.server.sessions.dealing import entry_of
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_session import Command, TableSession
from pioche.server.storage import retention, schema
from pioche.table import shuffle_commitment
from pioche.table import verify_fairness as verifying
from support.warm_parent import WarmParent

# Whoever finds something leaves everything lying: it is swept up here, not in somebody else's test
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

SEED = 1

Found = ReportRow | list[ReportRow]
Twin = tuple[str, Callable[[WarmParent, str], Found], str]

TWINS: list[Twin] = [
    ("acknowledges_early", lambda warm, bug: crash(warm, "SQLite", 8, 10, SEED, bug), "acknowledged and lost"),
    (
        "forgets_commands",
        lambda warm, bug: crash(warm, "SQLite", 6, 10, SEED, bug),
        "twice|refused and stored|then",
    ),
    ("gives_numbers_twice", lambda warm, bug: rivals(warm, 100, SEED, bug), "of two moves for one position"),
    ("believes_the_best", lambda warm, bug: cut(warm, 20, 10, SEED, bug), "acknowledged and lost"),
    ("believes_the_best", lambda warm, bug: restart(warm, 3, 10, SEED, bug), "acknowledged and lost"),
    ("lies_on_a_full_disk", lambda warm, bug: disk(warm, 1, SEED, bug), "the disk is never full"),
    ("fails_on_nonsense", lambda warm, bug: frames(warm, "SQLite", 400, SEED, bug), "closed|Traceback"),
    ("keeps_everything", lambda warm, bug: frames(warm, "SQLite", 4000, SEED, bug), "has grown by"),
    ("plays_for_anybody", lambda warm, bug: frames(warm, "SQLite", 1000, SEED, bug), "acknowledged|has changed"),
    ("fails_over_http", lambda warm, bug: interface(warm, 3, SEED, bug), "schemathesis has found something"),
    ("forgets_what_was_missed", lambda warm, bug: resume(warm, "SQLite", 40, SEED, bug), "came after"),
    ("never_cuts_off", lambda warm, bug: slow(warm, 3, 4, 1.0, SEED, bug, patience=6), "slow readers were cut off"),
    ("never_limits", lambda warm, bug: flood(warm, 1.0, 60, 4, SEED, bug), "still open|were opened"),
    ("forgets_where_people_were", lambda warm, bug: storm(warm, "SQLite", 40, SEED, bug), "not resumed"),
    ("rings_early", lambda warm, bug: clocks(warm, "SQLite", 10, SEED, bug), "too early|time was up"),
    (
        "sleeps_through_a_restart",
        lambda warm, bug: clocks(warm, "SQLite", 5, SEED, bug, patience=8),
        "nobody's time",
    ),
    ("trusts_bots", lambda warm, bug: bots(warm, 4, SEED, bug, patience=7), "stuck"),
    ("leaves_seats_empty", lambda warm, bug: leaving(warm, "SQLite", 1, SEED, bug, patience=7), "Timeout"),
    ("keeps_nothing_that_was_read", lambda warm, bug: readings(warm, 1, SEED, bug, SHORT, 9.0), "played again"),
    ("plays_again_in_the_loop", lambda warm, bug: readings(warm, 1, SEED, bug, LONG, None), "others waited"),
    (
        "plays_for_nobody",
        lambda warm, bug: shown_tables(warm, 6, SEED, bug, "thumb", 9.0),
        "though nobody looks on",
    ),
    ("moves_at_random_when_busy", lambda warm, bug: shown_tables(warm, 30, SEED, bug, "thumb", 9.0), "stand-ins"),
    (
        "lets_nobody_come_first",
        lambda warm, bug: shown_tables(warm, 24, SEED, bug, "thinker", 3.0, 5),
        "a person's thinker (waited|has not answered)",
    ),
    ("serves_who_comes_first", lambda warm, bug: hints(warm, 20, 0, SEED, bug, SHORT, 4.0), "another's hint took"),
    ("begins_no_review", lambda warm, bug: hints(warm, 1, 0, SEED, bug, SHORT, 4.0), "a review was refused"),
    ("trusts_every_origin", lambda warm, bug: strangers(warm, "SQLite", SEED, bug), "may open a socket"),
    ("lets_the_revoked_stay", lambda warm, bug: strangers(warm, "SQLite", SEED, bug), "stays open"),
    ("never_limits", lambda warm, bug: strangers(warm, "SQLite", SEED, bug), "guesses were answered"),
    ("counts_no_frames", lambda warm, bug: floods(warm, ("pong",), (1,), 2, SEED, bug), "still open"),
    ("reads_any_cookie", lambda warm, bug: endless(warm, 1.0, SEED, bug), "a cookie of 8 KiB was answered '401'"),
    ("lets_anybody_sit", lambda warm, bug: hands(warm, "SQLite", 6, SEED, bug), "was given a bot's seat"),
    ("keeps_no_seat", lambda warm, bug: hands(warm, "SQLite", 6, SEED, bug), "was given a seat that the host took"),
    ("closes_for_the_host", lambda warm, bug: hands(warm, "SQLite", 1, SEED, bug), "has ended the game"),
    (
        "forgets_whom_it_threw_out",
        lambda warm, bug: hands(warm, "SQLite", 4, SEED, bug),
        "without those it threw out",
    ),
    ("waits_for_ever", lambda warm, bug: endless(warm, 1.0, SEED, bug), "half requests were answered"),
    ("lets_everybody_in", lambda warm, bug: endless(warm, 1.0, SEED, bug), "half requests|not served|still open"),
    (
        "tells_nobody_who_is_here",
        lambda warm, bug: present(warm, 1, 12.0, SEED, bug),
        "and was there|has moved for",
    ),
    ("wants_to_know_everything", lambda warm, bug: in_turn(warm, "coloretto", SEED, bug), "newer|in vain"),
    ("fails_at_what_is_new", lambda warm, bug: beside(warm, ["coloretto"], SEED, bug), ": 500 |in vain"),
    ("plays_on_anyhow", lambda warm, bug: beside(warm, ["coloretto"], SEED, bug), "not refused"),
    ("misses_nobody", lambda warm, bug: present(warm, 1, 1.0, SEED, bug), "is not away"),
    ("stumbles_over_nonsense", lambda warm, bug: chatter(warm, 1, SEED, bug), "is not heard"),
    ("listens_once", lambda warm, bug: chatter(warm, 40, SEED, bug), "not listen again|that the bus is alive"),
    ("believes_in_its_bus", lambda warm, bug: chatter(warm, 1, SEED, bug), "does not say that the bus is gone"),
    ("keeps_tickets", lambda warm, bug: stolen(warm, SEED, bug), "was opened with"),
    ("seals_tickets", lambda warm, bug: stolen(warm, SEED, bug), r"was opened with '[0-9a-f]{64}\.\d+\.0{16}\."),
    ("sleeps_on_a_lock", lambda warm, bug: locked(warm, 3, 2, SEED, bug), "was held for"),
    ("waits_a_while_for_a_lock", lambda warm, bug: locked(warm, 4, 2, SEED, bug), "was held for"),
    ("lists_everything", lambda warm, bug: crowded(warm, 60, SEED, bug), "of one person are listed"),
    ("keeps_tables_open", lambda warm, bug: crowded(warm, 20, SEED, bug, patience=8), "stay open"),
]


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    yield
    gc.collect()


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("bug", "measure", "caught"), TWINS, ids=lambda part: part if isinstance(part, str) else "")
def test_a_planted_bug_is_caught(warm: WarmParent, bug: str, measure: Any, caught: str) -> None:
    with pytest.raises(Broken, match=rf"(?s)seed {SEED}.*({caught})"):
        measure(warm, bug)


SLOW: list[Twin] = [
    ("holds_the_loop", lambda warm, bug: floods(warm, ("ping",), (1,), 2, SEED, bug), r"[1-9]\d* times beyond"),
    (
        "reads_cookies_slowly",
        lambda warm, bug: endless(warm, 1.0, SEED, bug),
        r"at most [1-9]\d+\.\d ms of the server",
    ),
]


@pytest.mark.parametrize(("bug", "measure", "told"), SLOW, ids=lambda part: part if isinstance(part, str) else "")
def test_a_planted_slowness_is_told(warm: WarmParent, bug: str, measure: Any, told: str) -> None:
    """Nothing breaks, but the times do not hold."""
    figure = measure(warm, bug)
    assert re.search(told, figure.found) and not figure.held


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_every_leak_is_caught(leak: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is found without it: test_quick looks at the same positions."""
    leak(monkeypatch)
    with pytest.raises(Broken, match=r"non-interference \(seed 8211\): Broken: "):
        leaks(2000, QUICK)


# In this process


def deals_before_all_have_revealed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dealing, "entry_of", lambda step, table: Dealt() if step == "miss" else entry_of(step, table))


def hurries(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table_module, "REVEAL", 4000)


def takes_any_salt(patch: pytest.MonkeyPatch) -> None:
    """And somebody gives another one than it promised."""
    patch.setattr(lobby, "check_salt", lambda table, person, salt: lobby.own_seat(table, person))
    reveal = Lobby.reveal
    patch.setattr(Lobby, "reveal", lambda self, session, person, salt: reveal(self, session, person, salt[::-1]))


def tells_the_salt(patch: pytest.MonkeyPatch) -> None:
    kind = recipient_messages.kind
    patch.setattr(recipient_messages, "kind", lambda entry: f"{kind(entry)} {getattr(entry, 'salt', '')}")


def tells_the_seed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recipient_messages, "next_table", lambda entry: getattr(entry, "seed", ""))


@pytest.mark.parametrize(
    ("bug", "caught"),
    [
        (deals_before_all_have_revealed, "dealt before all had revealed"),
        (hurries, "missed after"),
        (takes_any_salt, "another salt than was promised"),
        (tells_the_salt, "was sent a secret"),
        (tells_the_seed, "was sent a secret"),
    ],
)
def test_a_shuffle_that_goes_wrong_is_caught(bug: Plant, caught: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bug(monkeypatch)
    with pytest.raises(Broken, match=f"the simulated shuffle .*{caught}"):
        shuffling(30, SEED)


def binds_the_seed_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shuffle_commitment, "commit_to", lambda table, deal, seats, seed: shuffle_commitment.commitment(seed))


def forgets_its_own_salt(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verifying, "check_own", lambda record, kept: [])


def believes_the_named_commitment(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verifying, "check_commit", lambda record: [])


def believes_the_named_key(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verifying, "check_key", lambda record: [])


def believes_the_record_of_any_game(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verifying, "check_seen", lambda record, kept: [])


def believes_the_cards_of_any_game(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verifying, "check_shown", lambda record, kept: [])


@pytest.mark.parametrize(
    "bug",
    [
        binds_the_seed_alone,
        forgets_its_own_salt,
        believes_the_named_commitment,
        believes_the_named_key,
        believes_the_record_of_any_game,
        believes_the_cards_of_any_game,
    ],
)
def test_a_weak_check_of_the_shuffle_is_caught(bug: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    bug(monkeypatch)
    with pytest.raises(Broken, match=r"ground seeds and salts \(seed 1\): Broken: .*found wrong"):
        ground(3, SEED)


def acknowledges_early(patch: pytest.MonkeyPatch) -> None:
    store = TableSession._try

    async def early(self: TableSession, make: Any, command: Command) -> Any:
        heads = tuple(head + 1 for head in self.table.now.heads)
        command.acknowledge((self.table.now.seq + 1, heads))
        return await store(self, make, Command(command.name))

    patch.setattr(TableSession, "_try", early)


def keeps_what_was_not_stored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(LiveTable, "restore", lambda self, mark: None)


def never_looks_at_the_log(patch: pytest.MonkeyPatch) -> None:
    async def catch_up_with_others(self: TableSession) -> None:
        return None

    patch.setattr(TableSession, "catch_up_with_others", catch_up_with_others)


def forgets_commands(patch: pytest.MonkeyPatch) -> None:
    """Known commands are not known."""
    append = TableSession._append

    async def anew(self: TableSession, make: Any, command: Command) -> Any:
        known = self.table.commands.pop(command.name, None)
        return await append(self, make, command if known is None else command._replace(name=f"{command.name}*"))

    async def first_answer(self: TableSession, command: str) -> None:
        return None

    patch.setattr(TableSession, "_append", anew)
    patch.setattr(TableSession, "_first_answer", first_answer)


@pytest.mark.parametrize(
    "bug", [acknowledges_early, keeps_what_was_not_stored, never_looks_at_the_log, forgets_commands]
)
def test_the_simulation_catches_it(bug: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    bug(monkeypatch)
    with pytest.raises(Broken, match="seed"):
        simulated(100, SEED)


def test_the_simulation_catches_a_clock_that_rings_early(monkeypatch: pytest.MonkeyPatch) -> None:
    true = MoveClocks.deadline

    def early(self: MoveClocks, *asked: Any) -> int | None:
        found = true(self, *asked)
        return None if found is None else found - 3000

    monkeypatch.setattr(MoveClocks, "deadline", early)
    with pytest.raises(Broken, match="came too early"):
        simulated(100, SEED)


@pytest.mark.parametrize("bug", race_bugs.BUGS, ids=lambda bug: bug.__name__)
def test_an_unfair_race_is_caught(bug: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    bug(monkeypatch)
    with pytest.raises(Broken, match=r"wins|gains"):
        slaps(2000, SEED)


def test_a_disk_that_fills_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are removed, and nothing of what was kept of them."""

    def forgetful(conn: Connection, tables: Sequence[str]) -> int:
        return conn.execute(delete(schema.tables).where(schema.tables.c.id.in_(tables))).rowcount

    monkeypatch.setattr(retention, "remove_tables", forgetful)
    with pytest.raises(Broken, match="grows and grows"):
        months(10, 2, SEED)
