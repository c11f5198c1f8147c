"""Clocks: who is waited for, until when, and what happens then. Made-up times wherever they will do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from pioche.server.model.entries import AnyEntry, Away, Botted, Created, Dealt, Moved, Pace, Sat
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.model.move_clocks import MoveClocks, Outages, elapsed, moment_after, moment_before
from pioche.server.model.recipient_messages import clocks
from pioche.server.model.table_progress import Snapshot
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.storage import schema
from pioche.server.storage.accounts import Person
from pioche.table.game_registry import game_names
from pioche.testing.laws import random_move
from server.conftest import Gather, SetClock
from support.deployment import Deployment

pytestmark = pytest.mark.anyio

OpenRegistry = Callable[[], Awaitable[TableRegistry]]
LIVE = Pace("live", move=30, reserve=60)
ADA, BOB = Person("ada", "Ada", ""), Person("bob", "Bob", "")
LAST_TOP = """kombio turn=B called=A phase=last
stock: ?
discard: 5 11
A: grid 1 0 0 1
B: grid 12 3 6 9
C: grid 12 3 6 9"""


# Timing alone


def test_the_time_of_a_move_comes_first_then_the_reserve() -> None:
    timing = MoveClocks([60_000, 60_000])
    timing.wait_for([0], False, 1000)
    assert timing.deadline(LIVE, 0, ()) == 1000 + 30_000 + 60_000
    assert timing.deadline(LIVE, 1, ()) is None
    timing.spend(LIVE, 0, 1000 + 30_000, ())
    assert timing.reserve == [60_000, 60_000], "in time"
    timing.wait_for([0], False, 40_000)
    timing.spend(LIVE, 0, 40_000 + 45_000, ())
    assert timing.reserve == [45_000, 60_000], "15 s beyond"
    timing.wait_for([0], False, 100_000)
    assert timing.deadline(LIVE, 0, ()) == 100_000 + 30_000 + 45_000
    timing.spend(LIVE, 0, 999_000, ())
    assert timing.reserve == [0, 60_000], "never less than nothing"


def test_who_is_already_waited_for_goes_on() -> None:
    timing = MoveClocks([0, 0, 0])
    timing.wait_for([0, 1, 2], False, 1000)
    timing.spend(LIVE, 1, 5000, ())
    timing.wait_for([0, 2], False, 5000)
    assert timing.since == {0: 1000, 2: 1000}


def test_without_a_clock_only_reactions_have_an_end() -> None:
    timing = MoveClocks([0, 0])
    timing.wait_for([0, 1], False, 1000)
    assert timing.deadline(Pace(), 0, ()) is None
    timing.wait_for([0, 1], True, 2000)
    assert timing.deadline(Pace(), 0, ()) == 1000 + 10_000
    assert timing.deadline(Pace("days", days=2), 0, ()) == 1000 + 2 * 86_400_000
    assert MoveClocks([90_000], {0: 0}, True).deadline(LIVE, 0, ()) == 10_000, (
        "a reaction takes nothing from the reserve"
    )


def apart(gaps: Sequence[int]) -> Outages:
    """Outages one after another: open, closed, open, closed …"""
    edges = [sum(gaps[: n + 1]) for n in range(len(gaps))]
    return list(zip(edges[::2], edges[1::2], strict=False))


@given(st.lists(st.integers(1, 50), max_size=8).map(apart), st.integers(0, 200), st.integers(0, 200))
def test_time_in_which_the_house_is_closed_is_nobodys(outages: Outages, start: int, wait: int) -> None:
    """Minute by minute, by hand."""
    is_open = [not any(down <= minute < up for down, up in outages) for minute in range(1000)]
    moment = moment_after(start, wait, outages)
    assert sum(is_open[start:moment]) == wait
    assert elapsed(start, moment, outages) == wait
    assert elapsed(start, 900, outages) == sum(is_open[start:900])
    since = moment_before(800 + start, wait, outages)
    assert sum(is_open[since : 800 + start]) == wait


# At a table


def begun(game: str, players: int, pace: Pace = LIVE, at: int = 0) -> LiveTable:
    table = LiveTable("t", Created(game, players, "p0", "", pace=pace), bytes(32))
    for seat in range(players):
        tell(table, Sat(seat, f"p{seat}", f"P{seat}"), at)
    tell(table, Dealt(), at)
    return table


def tell(table: LiveTable, entry: AnyEntry, at: int) -> None:
    table.apply(LogRow(table.now.seq + 1, f"c{table.now.seq}", entry, at))


def test_every_move_of_a_turn_has_its_own_time() -> None:
    table = begun("coloretto", 2, at=1000)
    (first,) = table.now.standing.waited
    assert table.timing.since == {first: 1000}
    tell(table, Moved(first, ["draw"]), 21_000)
    assert table.timing.since == {first: 21_000}
    tell(table, Moved(first, [table.moves(first)[0]]), 61_000)
    (second,) = table.now.standing.waited
    assert table.timing.since == {second: 61_000}
    assert table.timing.reserve[first] == 50_000
    seen = clocks(table, 70_000)
    assert seen is not None
    assert (seen.left, seen.reserve[second]) == ({second: 30_000 + 60_000 - 9_000}, 60_000)


def test_who_chooses_early_does_not_stop_the_others_clock() -> None:
    table = begun("5211", 3, at=0)
    tell(table, Moved(1, [table.moves(1)[0]]), 40_000)
    assert table.timing.since == {0: 0, 2: 0}
    assert table.timing.reserve == [60_000, 50_000, 60_000]
    tell(table, Away(0), 50_000)
    assert table.timing.since == {0: 0, 2: 0}


def test_nobodys_clock_runs_when_the_game_is_over() -> None:
    table = begun("kolpa", 2)
    rng = Random(1)
    while table.pos is not None and not table.pos.over:
        seat, move = random_move(table.pos, rng)
        tell(table, Moved(seat, [move]), 1000)
    assert (table.now.status, table.timing.since, clocks(table, 2000)) == ("over", {}, None)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("cut", [3, 24, 40])
def test_a_table_goes_on_from_a_snapshot_as_if_nothing_had_been(game: str, cut: int) -> None:
    """Clocks, streams, what is asked of whom, and every card to come."""
    table, rng = begun(game, 3), Random(cut)
    twin: LiveTable | None = None
    for at in range(60):
        if table.now.status != "playing" or table.pos is None:
            break
        if at == cut:
            twin = thawed(table)
        seat, move = random_move(table.pos, rng)
        for each in (table, twin):
            if each is not None:
                tell(each, Moved(seat, [move]), 1000 * at)
    assert twin is not None
    assert everything(twin) == everything(table)


def thawed(table: LiveTable) -> LiveTable:
    twin = LiveTable(table.id, table.made, table.now.seed)
    twin.resume(msgspec.json.decode(msgspec.json.encode(table.snapshot()), type=Snapshot))
    assert everything(twin) == everything(table)
    return twin


def everything(table: LiveTable) -> tuple[object, ...]:
    views = [table.pos.view(seat) for seat in (None, *range(table.seats))] if table.pos else []
    moves, now = [table.moves(seat) for seat in range(table.seats)], table.now
    return (
        now.seq, now.heads, now.status, table.chairs, table.timing, now.standing, now.asked, now.scores,
        now.occasion, now.occasion_heads, now.settled_heads, views, moves, now.salts,
    )  # fmt: skip


# At the table


async def deal(registry: TableRegistry, made: Created, *chairs: Sat | Botted) -> TableSession:
    return await Lobby(registry).create(ADA, made, chairs)


def two_people(pace: Pace) -> tuple[Created, Sat, Sat]:
    return Created("coloretto", 2, "ada", "", pace=pace), Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob")


async def test_a_restart_in_mid_turn_charges_nobody(open_registry: OpenRegistry, clock: SetClock) -> None:
    registry = await open_registry()
    session = await deal(registry, *two_people(LIVE))
    clock.advance(10)
    registry.cluster.rest()
    await registry.cluster.note_open()
    clock.advance(3600)
    again = await (await open_registry()).session(session.table.id)
    seen = clocks(again.table, clock.time)
    assert seen is not None
    assert list(seen.left.values()) == [80_000], "of 90 s ten are gone"
    assert await wake_of(again) == clock.time + 80_000
    (seat,) = again.table.now.standing.waited
    clock.advance(25)
    again.registry.cluster.rest()
    await again.append(lambda: Moved(seat, ["draw"]), "move")
    assert again.table.timing.reserve[seat] == 55_000, "35 s were its own"
    await again.registry._note_heads()
    assert await wake_of(again) == clock.time + 30_000 + 55_000


async def wake_of(session: TableSession) -> int | None:
    """When somebody must look after this table, if nobody does."""
    wake = select(schema.tables.c.wake).where(schema.tables.c.id == session.table.id)
    return await session.registry.store.read(lambda conn: conn.execute(wake).scalar())


# Time is up


async def wait_for(session: TableSession, what: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not what():
            await session.wait_for_entry(0.05)


def by_clock(session: TableSession) -> list[Moved]:
    moved = [shown.entry for shown in session.table.kept if isinstance(shown.entry, Moved)]
    return [entry for entry in moved if entry.by == "clock"]


async def later(session: TableSession, clock: SetClock, seconds: float) -> None:
    """Time passes in an open house, and everybody looks at the clock."""
    clock.advance(seconds)
    session.registry.cluster.rest()
    session.attend()
    await asyncio.sleep(0.05)


async def test_time_is_up_when_move_and_reserve_are_gone(open_registry: OpenRegistry, clock: SetClock) -> None:
    registry = await open_registry()
    session = await deal(registry, *two_people(LIVE))
    (seat,) = session.table.now.standing.waited
    await later(session, clock, 89.9)
    assert not by_clock(session)
    await later(session, clock, 0.2)
    await wait_for(session, lambda: bool(by_clock(session)))
    assert [entry.seat for entry in by_clock(session)] == [seat]
    assert session.table.timing.reserve[seat] == 0
    await wait_for(session, lambda: session.table.chairs[seat].away)  # who is not even there is not waited for again


async def test_time_is_up_for_all_who_have_not_chosen(open_registry: OpenRegistry, clock: SetClock) -> None:
    registry = await open_registry()
    made = Created("5211", 3, "ada", "", pace=Pace("live", move=5, reserve=0))
    people = [Sat(seat, name, name.title()) for seat, name in enumerate(("ada", "bob", "cleo"))]
    session = await deal(registry, made, *people)
    await session.append(lambda: Moved(1, [session.table.moves(1)[0]]), "bob chose")
    await later(session, clock, 5.1)
    await wait_for(session, lambda: len(by_clock(session)) == 2)
    assert sorted(entry.seat for entry in by_clock(session)) == [0, 2]
    await asyncio.sleep(0.2)
    assert len(by_clock(session)) == 2, "and now a new turn has begun"


async def test_a_move_in_time_stops_the_clock(open_registry: OpenRegistry, clock: SetClock) -> None:
    registry = await open_registry()
    session = await deal(registry, *two_people(Pace("live", move=5, reserve=0)))
    (seat,) = session.table.now.standing.waited
    await later(session, clock, 4.9)
    await session.append(lambda: Moved(seat, ["draw"]), "in time")
    await later(session, clock, 0.2)
    assert not by_clock(session)


async def test_kombios_last_top_passes_by_itself(open_registry: OpenRegistry, clock: SetClock) -> None:
    """Also where there is no clock: nobody has to say that there is nothing to slap."""
    registry = await open_registry()
    made = Created("kombio", 3, "ada", "", position=LAST_TOP, patience="quick")
    session = await deal(registry, made, Botted(0, "random"), Sat(1, "ada", "Ada"), Botted(2, "thumb"))
    assert (session.table.now.standing.reacting, 1 in session.table.now.standing.waited) == (True, True)
    await later(session, clock, 9.9)
    assert not by_clock(session)
    await later(session, clock, 0.2)
    await wait_for(session, lambda: bool(by_clock(session)))
    assert [(entry.seat, entry.moves) for entry in by_clock(session)] == [(1, ["pass"])]


async def test_a_table_is_never_woken_too_late(open_registry: OpenRegistry, clock: SetClock) -> None:
    """A move stores when the table must be woken only if that is sooner than noted; the rest is noted once a second."""
    registry = await open_registry()
    session = await deal(registry, *two_people(LIVE))
    (seat,) = session.table.now.standing.waited
    first = clock.time + 90_000
    assert await wake_of(session) == first
    clock.advance(10)
    await session.append(lambda: Moved(seat, ["draw"]), "a later deadline")
    assert (await wake_of(session), session.wake()) == (first, clock.time + 90_000)
    await registry._note_heads()
    assert await wake_of(session) == clock.time + 90_000 and session.head_row() is None


async def test_a_table_whose_last_moves_were_not_noted_is_looked_after(
    open_registry: OpenRegistry, clock: SetClock
) -> None:
    """As a crash leaves it, or another process that noted its own view of things a moment too late."""
    registry = await open_registry()
    session = await deal(registry, *two_people(LIVE))
    (seat,) = session.table.now.standing.waited
    await session.append(lambda: Moved(seat, ["draw"]), "not noted")
    session.noted_head, session.noted_wake = session.table.now.seq, session.wake()
    late = update(schema.tables).values(wake=clock.time + 10**7)
    await registry.store.change(lambda conn: conn.execute(late))
    again = await open_registry()
    async with asyncio.timeout(20):
        while session.table.id not in again.sessions:
            await asyncio.sleep(0.01)
    await again._note_heads()
    assert await wake_of(again.sessions[session.table.id]) == clock.time + 90_000


async def test_a_house_that_has_slept_calls_no_time_out(open_registry: OpenRegistry, clock: SetClock) -> None:
    """A laptop that was shut: the process was there, but nobody could have moved."""
    registry = await open_registry()
    session = await deal(registry, *two_people(Pace("live", move=5, reserve=0)))
    await registry.cluster.note_open()
    clock.advance(60)
    session.attend()
    await asyncio.sleep(0.1)
    assert not by_clock(session)
    await registry.cluster.note_open()
    session.attend()
    await asyncio.sleep(0.7)
    assert not by_clock(session)
    await later(session, clock, 5.1)
    await wait_for(session, lambda: bool(by_clock(session)))


async def test_time_is_up_once(house: Deployment, gather: Gather) -> None:
    """In real time, and however many processes have a clock for it."""
    table, ada, bob = await gather(house, "coloretto", 2, pace={"kind": "live", "move": 5, "reserve": 0})
    seat = ada.tables[table].game["waited"][0]
    left = ada.tables[table].clock["left"]
    assert 0 < left[str(seat)] <= 5000
    for player in (ada, bob):
        await player.wait(lambda player=player: "moved" in player.tables[table].kinds())
    moved = [row for row in house.log(table) if isinstance(row.entry, Moved)]
    assert [(row.entry.seat, row.entry.by) for row in moved if isinstance(row.entry, Moved)] == [(seat, "clock")]
    dealt = next(row for row in house.log(table) if isinstance(row.entry, Dealt))
    assert moved[0].at - dealt.at >= 5000
    assert "away" not in ada.tables[table].kinds(), "who is there goes on itself"
