"""Slaps at a real table in made-up time: who wins, who is told what, and what two processes make of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pioche.server.model.entries import Created, Moved, read_entry
from pioche.server.model.messages import Play
from pioche.server.sessions.table_session import CommandAnswer, TableSession
from pioche.server.storage.notice_format import AnyNotice, SlappedNotice, StoredNotice
from support.virtual_time import VirtualBus, VirtualLog, VirtualRegistry, VirtualViewer, live, session_of, tried

# At a table

POSITION = """kombio turn=A phase=drawn drawn=7
stock: 1 2 3 ?
discard: 5
A: grid 1 2 3 4
B: grid 7 2 3 4
C: grid 7 1 3 4
"""


def kombio(race: str = "fair") -> Created:
    return Created("kombio", 3, "A", "", race=race, position=POSITION)  # type: ignore[arg-type]


class SlapScene:
    """A discards a 7; B and C each have one."""

    def __init__(self, session: TableSession, *people: VirtualViewer) -> None:
        self.session, self.a, self.b, self.c = session, *people

    async def play(self, viewer: VirtualViewer, move: str, id: str = "", base: int | None = None) -> CommandAnswer:
        seq = self.session.table.now.heads[self.session.table.recipient(viewer.person)] if base is None else base
        message = Play(id or f"{viewer.person} {move}", "table", seq, [move])
        return await self.session.play(viewer, message, self.session.registry.seconds(), lambda answer: None)

    def slap_after(self, seconds: float, viewer: VirtualViewer, move: str, id: str = "") -> asyncio.Task[str]:
        """Slap so many seconds from now; its message then takes its way."""

        async def slapped() -> CommandAnswer:
            await asyncio.sleep(seconds + viewer.away)
            return await self.play(viewer, move, id)

        return asyncio.create_task(tried(slapped()))

    @property
    def moved(self) -> list[Moved]:
        """What was stored."""
        log: Any = self.session.registry.store
        entries = [read_entry(job.entry["body"]) for job in log.rows]
        return [entry for entry in entries if isinstance(entry, Moved)]


async def scene(race: str = "fair", trips: tuple[float, float, float] = (0.0, 0.01, 0.2)) -> SlapScene:
    people = [VirtualViewer(person, trip) for person, trip in zip("ABC", trips, strict=True)]
    session = await session_of(kombio(race), VirtualRegistry(), *people)
    made = SlapScene(session, *people)
    await made.play(made.a, "discard")
    return made


def test_the_quicker_reaction_wins_though_it_arrives_later() -> None:
    async def body() -> None:
        at = await scene()
        near, far = at.slap_after(0.35, at.b, "slap B1"), at.slap_after(0.30, at.c, "slap C1")
        assert (await far, await near) == ("ok", "race.late")
        last = at.moved[-1]
        assert (last.seat, last.moves, last.by) == (2, ["slap C1"], "person")
        assert [(each.seat, each.ms, each.arrived, each.trip) for each in last.race] == [
            (2, 300, 140, 200), (1, 350, 0, 10),
        ]  # fmt: skip

    live(body())


def test_everybody_is_told_the_times() -> None:
    async def body() -> None:
        at = await scene()
        watcher = VirtualViewer("nobody")
        await at.session.enter(watcher, "", 0)
        await asyncio.gather(at.slap_after(0.30, at.c, "slap C1"), at.slap_after(0.35, at.b, "slap B1"))
        for viewer in (at.a, at.b, at.c, watcher):
            entry = viewer.told("update")[-1]["entries"][-1]
            assert [(each["seat"], each["ms"]) for each in entry["race"]] == [(2, 300), (1, 350)]

    live(body())


def test_the_verdict_waits_for_the_slowest_round_trip_only() -> None:
    async def body() -> None:
        at = await scene()
        began = at.session.registry.seconds()
        assert await at.slap_after(0.35, at.b, "slap B1") == "ok"
        assert at.session.registry.seconds() - began == pytest.approx(0.35 + 0.01 + 0.2, abs=0.005)

    live(body())


def test_who_comes_after_the_verdict_is_refused_by_the_rules() -> None:
    async def body() -> None:
        at = await scene()
        first, second = at.slap_after(0.2, at.b, "slap B1"), at.slap_after(0.5, at.c, "slap C1")
        assert (await first, await second) == ("ok", "refuse.KOM-15")

    live(body())


def test_who_comes_while_the_verdict_is_being_stored_is_answered() -> None:
    async def body() -> None:
        at = await scene(trips=(0.0, 0.0, 0.0))
        at.session.registry.store.delay = 0.5  # type: ignore[attr-defined]
        first = at.slap_after(0.2, at.b, "slap B1")
        others = [at.slap_after(0.3, at.c, "slap C1"), at.slap_after(0.4, at.a, "slap A1")]
        answers = await asyncio.wait_for(asyncio.gather(first, *others), 30)
        assert answers == ["ok", "refuse.KOM-15", "refuse.KOM-15"]

    live(body())


def test_a_false_start_does_not_count_and_changes_nothing() -> None:
    async def body() -> None:
        at = await scene()
        assert await at.slap_after(0.05, at.c, "slap C1") == "race.false_start"
        assert len(at.moved) == 1
        assert await at.slap_after(0.3, at.c, "slap C1", "again") == "ok"

    live(body())


def test_a_move_of_the_turn_waits_until_the_race_is_decided() -> None:
    async def body() -> None:
        at = await scene()
        slapped = at.slap_after(0.3, at.b, "slap B1")
        await asyncio.sleep(0.32)
        assert await tried(at.play(at.a, "skip")) == "conflict.moved"
        assert await slapped == "ok" and at.moved[-1].seat == 1

    live(body())


def test_a_slap_that_is_sent_twice_is_one_slap() -> None:
    async def body() -> None:
        at = await scene()
        first, again = at.slap_after(0.3, at.b, "slap B1", "x"), at.slap_after(0.35, at.b, "slap B1", "x")
        assert list(await asyncio.wait_for(asyncio.gather(first, again), 5)) == ["ok", "ok"]
        assert await tried(at.play(at.b, "slap B1", "x")) == "ok"
        assert len(at.moved) == 2

    live(body())


def test_a_slap_that_cannot_be_stored_is_answered_and_the_next_one_may_win() -> None:
    async def body() -> None:
        at = await scene(trips=(0.0, 0.0, 0.0))
        at.session.registry.store.fails = True  # type: ignore[attr-defined]
        await asyncio.sleep(0.3)
        with pytest.raises(RuntimeError):
            await asyncio.wait_for(at.play(at.b, "slap B1"), 5)
        at.session.registry.store.fails = False  # type: ignore[attr-defined]
        assert await at.slap_after(0.1, at.c, "slap C1") == "ok"

    live(body())


def test_who_hangs_up_in_the_middle_of_a_race_does_not_stop_it() -> None:
    async def body() -> None:
        at = await scene()
        gone, other = at.slap_after(0.3, at.b, "slap B1"), at.slap_after(0.25, at.c, "slap C1")
        await asyncio.sleep(0.35)
        gone.cancel()
        assert await asyncio.wait_for(other, 5) == "ok"

    live(body())


@pytest.mark.parametrize("trick", ["again", "another window", "late"])
def test_nobody_is_quicker_by_asking_for_the_card_again(trick: str) -> None:
    """A reaction counts from when the card was first shown, not from when somebody asked to see it once more."""

    async def body() -> None:
        at = await scene(trips=(0.0, 0.1, 0.1))
        if trick == "late":
            at.session.leave(at.c)
        await asyncio.sleep(0.3)
        cheat = at.c if trick != "another window" else VirtualViewer("C", 0.1)
        await at.session.enter(cheat, "", 0)
        answers = await asyncio.gather(at.slap_after(0.2, cheat, "slap C1"), at.slap_after(0.15, at.b, "slap B1"))
        assert list(answers) == ["race.late", "ok"]
        assert [(each.seat, each.ms) for each in at.moved[-1].race] == [(1, 450), (2, 500)]

    live(body())


def test_who_comes_back_and_has_missed_nothing_is_no_slower() -> None:
    async def body() -> None:
        at = await scene(trips=(0.0, 0.0, 0.0))
        at.session.leave(at.c)
        await at.session.enter(at.c, "made up", at.session.table.now.heads[2])
        assert await at.slap_after(0.3, at.c, "slap C1") == "ok"
        assert at.moved[-1].race[0].ms == 300

    live(body())


def test_by_arrival_the_first_to_arrive_wins_at_once() -> None:
    async def body() -> None:
        at = await scene("arrival")
        began = at.session.registry.seconds()
        near, far = at.slap_after(0.35, at.b, "slap B1"), at.slap_after(0.30, at.c, "slap C1")
        assert (await near, await far) == ("ok", "refuse.KOM-15")
        assert at.moved[-1].seat == 1 and [each.ms for each in at.moved[-1].race] == [350]
        assert at.session.registry.seconds() - began < 0.6

    live(body())


def test_in_turns_nobody_races_and_everybody_is_asked() -> None:
    async def body() -> None:
        at = await scene("turns")
        people = {0: at.a, 1: at.b, 2: at.c}
        asked = []
        while (table := at.session.table).now.standing.reacting or "skip" in table.moves(0):
            (seat,) = table.now.standing.actors
            others = [other for other in people if other != seat]
            assert [await tried(at.play(people[o], "slap C1", f"{o} {table.now.seq}")) for o in others] == [
                "table.asked_in_turns"
            ] * 2
            move = "skip" if "skip" in table.moves(seat) else "slap C1" if seat == 2 else "pass"
            asked.append((seat, move))
            await at.play(people[seat], move, f"own {table.now.seq}")
        assert asked[0] == (0, "skip") and (2, "slap C1") in asked
        assert at.moved[-1].race == []

    live(body())


# Two processes


async def two_scenes(near: float, far: float) -> tuple[SlapScene, SlapScene]:
    """A and B at one process, C at the other; both know of each other over the bus, and share the log."""
    log, buses = VirtualLog(), (VirtualBus(), VirtualBus())
    registries = [VirtualRegistry(log, bus) for bus in buses]
    people = [VirtualViewer("A"), VirtualViewer("B", near), VirtualViewer("C", far)]
    sessions = [
        await session_of(kombio(), registries[0], people[0], people[1]),
        await session_of(kombio(), registries[1], people[2]),
    ]
    registries[0].presence.there, registries[1].presence.there = {2: far}, {0: 0.0, 1: near}
    for number, bus in enumerate(buses):
        bus.others.append(hears(sessions[1 - number]))
    first, second = (SlapScene(session, *people) for session in sessions)
    await first.play(first.a, "discard")
    await asyncio.sleep(0.01)
    return first, second


def hears(session: TableSession) -> Any:
    def hear(notice: AnyNotice) -> None:
        if isinstance(notice, SlappedNotice):
            session.slaps.slap_elsewhere(notice)
        elif isinstance(notice, StoredNotice) and notice.seq > session.table.now.seq:
            session.registry.soon(session.catch_up_with_others())

    return hear


@pytest.mark.parametrize(("near", "far"), [(0.30, 0.32), (0.32, 0.30)])
def test_between_two_processes_the_quicker_reaction_wins(near: float, far: float) -> None:
    async def body() -> None:
        here, there = await two_scenes(0.05, 0.2)
        answers = await asyncio.gather(
            here.slap_after(near, here.b, "slap B1"), there.slap_after(far, there.c, "slap C1")
        )
        assert list(answers) == (["ok", "race.late"] if near < far else ["race.late", "ok"])
        assert here.session.table.now.seq == there.session.table.now.seq and len(here.moved) == 2
        times = {each.seat: each.ms for each in here.moved[-1].race}
        assert times.keys() == {1, 2} and (times[1] < times[2]) == (near < far)

    live(body())


def test_a_quicker_slap_at_a_process_that_is_gone_is_not_waited_for_long() -> None:
    async def body() -> None:
        here, _ = await two_scenes(0.005, 0.2)
        began = here.session.registry.seconds()
        slapped = here.slap_after(0.3, here.b, "slap B1")
        await asyncio.sleep(0.29)
        here.session.slaps.slap_elsewhere(SlappedNotice("table", here.session.table.now.occasion, 2, 0.2, ["slap C1"]))
        assert await slapped == "ok" and [each.seat for each in here.moved[-1].race] == [2, 1]
        assert here.session.registry.seconds() - began < 1.0

    live(body())


def test_a_hint_about_an_older_card_is_no_slap() -> None:
    async def body() -> None:
        here, _ = await two_scenes(0.005, 0.2)
        old = here.session.table.now.occasion - 1
        here.session.slaps.slap_elsewhere(SlappedNotice("table", old, 2, 0.1, ["slap C1"]))
        assert await here.slap_after(0.3, here.b, "slap B1") == "ok"
        assert [each.seat for each in here.moved[-1].race] == [1]

    live(body())
