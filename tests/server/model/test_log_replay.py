"""A table is its log: taken back, cut short or played again, it is the same table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from pioche.server.model import recipient_messages
from pioche.server.model.entries import (
    Agreed,
    AnyEntry,
    Away,
    Back,
    Botted,
    Closed,
    Committed,
    Conceded,
    Created,
    Dealt,
    Missed,
    Moved,
    Pace,
    Promised,
    Race,
    Rematched,
    Revealed,
    Rose,
    Sat,
    read_entry,
    write_entry,
)
from pioche.server.model.live_table import KEPT, LiveTable, LogRow
from pioche.server.model.table_progress import Snapshot
from pioche.server.sessions.lobby import check_table
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game
from pioche.table.shuffle_commitment import commitment

SEED = bytes(range(32))
CLOCKS = [Pace(), Pace("live", 5, 20), Pace("days", days=2)]


def new_table(made: Created) -> LiveTable:
    return LiveTable("table", made, SEED, [(5_000, 9_000)])


def picture(table: LiveTable, memory: bool = True) -> dict[str, Any]:
    """Everything there is about a table; without its memory, what a snapshot need not keep."""
    pos = table.pos
    facts: dict[str, Any] = {
        name: msgspec.to_builtins(getattr(table.now, name))
        for name in ("seq", "heads", "status", "salts", "occasion", "occasion_heads",
                     "settled_heads", "rematch", "standing", "dealt", "commitment", "since", "agreed")
    }  # fmt: skip
    facts |= {"chairs": msgspec.to_builtins(table.chairs), "timing": msgspec.to_builtins(table.timing)}
    facts["position"] = (str(pos), pos.played) if pos else None
    looks = recipient_messages.looks(table, range(table.seats + 1))
    facts["views"] = [msgspec.to_builtins(recipient_messages.sight(table, look)) for look in looks]
    facts["moves"] = [table.moves(seat) for seat in range(table.seats)]
    facts["clocks"] = msgspec.to_builtins(recipient_messages.clocks(table, 20_000))
    facts["facts"] = msgspec.to_builtins(recipient_messages.facts(table, "BCDFGH", "A"))
    if memory:
        facts["commands"], facts["kept"] = dict(table.commands), list(table.kept)
        facts["states"] = [
            msgspec.to_builtins(recipient_messages.state(table, each, "A", "epoch", "BCDFGH"))
            for each in range(table.seats + 1)
        ]
    return facts


def random_move(table: LiveTable, rng: Random) -> Moved:
    seat = rng.choice(table.now.standing.actors if rng.random() < 0.3 else table.now.standing.waited)
    return Moved(seat, [rng.choice(table.moves(seat))])


def begun(made: Created) -> list[AnyEntry]:
    """Somebody with a salt, somebody without, a bot if there are more."""
    rest = [Botted(seat, "thumb") for seat in range(2, made.players)]
    return [Sat(0, "A", "Ada", "a1b2"), Sat(1, "B", "Bob"), *rest, Dealt()]


def rows_of_a_game(table: LiveTable, rng: Random, most: int) -> Iterator[LogRow]:
    """A random game with people who come and go, as it is stored."""
    entries = iter(begun(table.made))
    while table.now.status != "over" and table.now.seq < most:
        entry = next(entries, None) or (random_event(table, rng) if rng.random() < 0.1 else random_move(table, rng))
        row = LogRow(table.now.seq + 1, f"c{table.now.seq + 1}", entry, table.now.seq * 700 + rng.randrange(700))
        table.apply(row)
        yield row


def random_event(table: LiveTable, rng: Random) -> AnyEntry:
    seat = rng.randrange(2)
    if not table.chairs[seat].person:
        return Sat(seat, "AB"[seat], "Again")
    if table.chairs[seat].away:
        return Back(seat)
    return Away(seat) if rng.random() < 0.5 else Rose(seat)


def made_for(name: str, rng: Random, race: Race = "fair") -> Created:
    players = rng.choice(list(game(name).players))
    return Created(name, players, "A", commitment(SEED), pace=rng.choice(CLOCKS), race=race)


# Snapshots


@pytest.mark.parametrize("race", ["fair", "turns"])
def test_a_snapshot_and_the_rest_of_the_log_give_the_same_table(name: str, race: Race) -> None:
    rng, resumptions = Random(f"{name} {race}"), 0
    for _ in range(2):
        made = made_for(name, rng, race)
        table = new_table(made)
        rows, shots = [], []
        for row in rows_of_a_game(table, rng, 120):
            rows.append(row)
            if isinstance(row.entry, Moved) and table.now.status == "playing" and rng.random() < 0.15:
                shots.append(msgspec.json.encode(table.snapshot()))
        for shot in shots:
            resumptions += 1
            twin = resumed(made, shot)
            for row in rows[twin.now.seq - 1 :]:
                twin.apply(row)
            assert picture(twin, memory=False) == picture(table, memory=False)
    assert resumptions > 3


def resumed(made: Created, shot: bytes) -> LiveTable:
    twin = new_table(made)
    twin.resume(msgspec.json.decode(shot, type=Snapshot))
    assert msgspec.json.encode(twin.snapshot()) == shot
    return twin


def test_a_snapshot_stands_by_itself() -> None:
    """What is played after it was taken does not change it."""
    table, rng = new_table(Created("coloretto", 3, "A", "")), Random(1)
    rows = rows_of_a_game(table, rng, 60)
    for _ in range(10):
        next(rows)
    shot = table.snapshot()
    text = msgspec.json.encode(shot)
    list(rows)
    twin = new_table(table.made)
    twin.resume(msgspec.json.decode(text, type=Snapshot))
    assert twin.now.seq == 11 and twin.now.seq != table.now.seq


def test_the_log_as_json_is_the_log(name: str) -> None:
    rng = Random(name)
    table = new_table(made_for(name, rng))
    twin = new_table(read_back(table.made))  # type: ignore[arg-type]
    for row in rows_of_a_game(table, rng, 80):
        twin.apply(row._replace(entry=read_back(row.entry)))
    assert picture(twin) == picture(table)


def read_back(entry: AnyEntry) -> AnyEntry:
    back: AnyEntry = read_entry(write_entry(entry))
    return back


@pytest.mark.parametrize("value", [True, "on"])
def test_a_table_whose_option_was_said_with_yes_can_be_woken(value: bool | str) -> None:
    made = check_table(Created("kolpa", 3, "A", "", {"vigilance": value}), "A")
    assert read_back(made) == made and made.options == {"vigilance": "on"}


# Taking back


def taken_back(table: LiveTable, entry: AnyEntry) -> None:
    """Follow an entry and take it back: nothing is left of it; then follow it for good."""
    before = picture(table)
    mark = table.mark(entry)
    row = LogRow(table.now.seq + 1, f"c{table.now.seq + 1}", entry, table.now.seq * 700 + 350)
    table.apply(row)
    after = picture(table)
    assert after != before
    table.restore(mark)
    assert picture(table) == before, type(entry).__name__
    table.apply(row)
    assert picture(table) == after, type(entry).__name__


def test_every_kind_of_entry_can_be_taken_back() -> None:
    table, rng = new_table(Created("kombio", 3, "A", "", {"limit": 300}, Pace("live", 5, 20))), Random(1)
    entries: list[AnyEntry] = [
        Sat(0, "A", "Ada", "a1"), Sat(1, "B", "Bob"), Rose(1), Botted(1, "thumb"), Rose(1, removed=True),
        Sat(1, "B", "Bob", "b2", reserved=True), Sat(1, "B", "Bob", promise="b0"), Botted(2, "random"),
        Committed("cc", SEED.hex()), Revealed(1, "b1"), Missed([0]), Sat(0, "A", "Ada"), Promised(1, "b2"),
        Committed("dd", SEED[::-1].hex()), Rose(0), Sat(0, "A", "Ada"), Promised(1, "b" * 64),
        Committed("ee", SEED.hex()), Revealed(1, "b" * 64), Dealt(),
    ]  # fmt: skip
    for entry in entries:
        taken_back(table, entry)
    for _ in range(20):
        taken_back(table, random_move(table, rng))
    for later in (
        Agreed(0),
        random_move(table, rng),
        Agreed(0),
        Away(0),
        Back(0),
        Rose(1),
        Sat(1, "B", "Bob"),
        Conceded(1),
        Conceded(0),
    ):
        taken_back(table, later)
    assert (table.now.status, table.now.dealt) == ("over", ("person:-", f"person:{'b' * 64}", "bot:random"))
    for last in (Rematched("next"), Closed()):
        taken_back(table, last)


def test_every_move_of_every_game_can_be_taken_back(name: str) -> None:
    rng = Random(name)
    table = new_table(made_for(name, rng))
    for entry in begun(table.made):
        taken_back(table, entry)
    while table.now.status == "playing" and table.now.seq < 40:
        taken_back(table, random_move(table, rng))


def test_a_long_memory_is_taken_back_too() -> None:
    """The oldest entry that is kept must not be lost for a new one that did not happen."""
    table, rng = new_table(Created("ko", 4, "A", "")), Random(5)
    for entry in begun(table.made):
        taken_back(table, entry)
    while len(table.kept) < KEPT:
        table.apply(LogRow(table.now.seq + 1, f"c{table.now.seq + 1}", random_move(table, rng), table.now.seq * 700))
    taken_back(table, random_move(table, rng))
    assert len(table.kept) == KEPT


def test_a_refused_move_leaves_nothing_behind(name: str) -> None:
    rng = Random(name)
    table = new_table(made_for(name, rng))
    for entry in begun(table.made):
        taken_back(table, entry)
    before = picture(table)
    seat = table.now.standing.actors[0]
    for moves in (["nonsense"], [""], [table.moves(seat)[0], "nonsense"], [table.moves(seat)[0]] * 20):
        with pytest.raises(PiocheError):
            table.apply(LogRow(table.now.seq + 1, "x", Moved(seat, moves), 0))
        assert picture(table) == before


def test_to_ask_whether_a_move_is_legal_changes_nothing(name: str) -> None:
    rng = Random(name)
    table = new_table(made_for(name, rng))
    for row in rows_of_a_game(table, rng, 40):
        assert row
        if table.now.status != "playing":
            continue
        before = picture(table)
        seat = rng.choice(table.now.standing.actors)
        assert table.why_not(seat, rng.choice(table.moves(seat))) is None
        assert table.why_not(seat, "nonsense") is not None
        assert picture(table) == before
