"""Whose turn it is: what is urgent first, persons in turn, and nothing waits for ever."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from pioche.server.queue.fair_turns import PATIENCE, FairTurns, Job, Kind, Lane
from pioche.server.queue.job_queue import JobQueue


def all_of(turns: FairTurns, lane: Lane) -> Iterator[Job]:
    """One after the other, each done before the next."""
    while (job := turns.take(lane)) is not None:
        turns.done(job)
        yield job


def filled(*jobs: Job) -> FairTurns:
    turns = FairTurns()
    for job in jobs:
        turns.add(job)
    return turns


def test_persons_are_served_in_turn_however_much_one_asks_for() -> None:
    hints = [Job(Lane.JUDGING, Kind.HINT, "eve", f"t{n}") for n in range(20)]
    turns = filled(*hints, Job(Lane.JUDGING, Kind.HINT, "ada", "x"), Job(Lane.JUDGING, Kind.HINT, "bob", "y"))
    served = [job.person for job in all_of(turns, Lane.JUDGING)]
    assert set(served[:3]) == {"eve", "ada", "bob"} and served[3:] == ["eve"] * 19


def test_a_hundred_names_at_one_address_have_one_turn() -> None:
    """Whoever makes guests gains nothing by it; among them, each has its turn."""
    guests = [Job(Lane.THINKING, Kind.PLAYED, f"g{n}", f"t{n}", "eve's") for n in range(100)]
    turns = filled(*guests, *(Job(Lane.THINKING, Kind.PLAYED, "ada", f"x{n}", "ada's") for n in range(3)))
    served = [job.person for job in all_of(turns, Lane.THINKING)]
    assert served[:6] == ["g0", "ada", "g1", "ada", "g2", "ada"] and len({*served}) == 101


def test_of_one_person_the_tables_are_served_in_turn() -> None:
    jobs = [Job(Lane.QUICK, Kind.SHOWN, "eve", table) for table in ("a", "a", "a", "b", "b", "c")]
    served = [job.table for job in all_of(filled(*jobs), Lane.QUICK)]
    assert served == ["a", "b", "c", "a", "b", "a"]


def test_what_is_urgent_comes_first_and_the_rest_all_the_same() -> None:
    urgent = [Job(Lane.QUICK, Kind.PLAYED, f"p{n}") for n in range(20)]
    turns = filled(Job(Lane.QUICK, Kind.UNSEEN, "eve"), *urgent)
    kinds = [job.kind for job in all_of(turns, Lane.QUICK)]
    assert kinds[:PATIENCE] == [Kind.PLAYED] * PATIENCE and kinds[PATIENCE] is Kind.UNSEEN


def test_hints_come_before_reviews() -> None:
    reviews = [Job(Lane.JUDGING, Kind.REVIEW, f"eve{n}") for n in range(6)]
    first = filled(*reviews, Job(Lane.JUDGING, Kind.HINT, "ada")).take(Lane.JUDGING)
    assert first is not None and first.person == "ada"


@pytest.mark.parametrize("lane", [Lane.JUDGING, Lane.READING, Lane.STUDYING])
def test_a_person_has_one_thing_under_way_at_a_time(lane: Lane) -> None:
    kind = Kind.STUDY if lane is Lane.STUDYING else Kind.HINT
    turns = filled(Job(lane, kind, "eve", "1"), Job(lane, kind, "eve", "2"), Job(lane, kind, "ada"))
    first, second = turns.take(lane), turns.take(lane)
    assert first and second and {first.person, second.person} == {"eve", "ada"} and turns.take(lane) is None
    turns.done(first if first.person == "eve" else second)
    last = turns.take(lane)
    assert last is not None and last.person == "eve"


def test_the_shortest_study_comes_first_and_a_long_one_does_not_wait_for_ever() -> None:
    long = Job(Lane.STUDYING, Kind.STUDY, "eve", size=100_000)
    turns = filled(long, *(Job(Lane.STUDYING, Kind.STUDY, f"p{n}", size=n) for n in range(9, 0, -1)))
    served = [*all_of(turns, Lane.STUDYING)]
    assert [job.size for job in served[:PATIENCE]] == [1, 2, 3] and served[PATIENCE] is long


def test_lanes_do_not_wait_for_each_other() -> None:
    turns = filled(Job(Lane.THINKING, Kind.PLAYED, "eve"), Job(Lane.QUICK, Kind.UNSEEN, "ada"))
    job = turns.take(Lane.QUICK)
    assert job is not None and job.person == "ada" and turns.waiting(Lane.THINKING) == 1


@pytest.mark.parametrize("seed", range(30))
def test_whatever_comes_and_goes_everything_is_served_once_or_withdrawn(seed: int) -> None:
    rng, turns = Random(seed), FairTurns()
    waiting: list[Job] = []
    under_way: list[Job] = []
    served: Counter[Job] = Counter()
    for _ in range(400):
        chance = rng.random()
        if chance < 0.45:
            job = Job(Lane.JUDGING, rng.choice(list(Kind)), rng.choice("abcd"), rng.choice("xyz"), rng.choice("pq"))
            turns.add(job)
            waiting.append(job)
        elif chance < 0.55 and waiting:
            turns.withdraw(waiting.pop(rng.randrange(len(waiting))))
        elif chance < 0.8 and (taken := turns.take(Lane.JUDGING)) is not None:
            waiting.remove(taken)
            under_way.append(taken)
            served[taken] += 1
        elif under_way:
            turns.done(under_way.pop(0))
        assert turns.waiting(Lane.JUDGING) == len(waiting)
        assert len({job.person for job in under_way}) == len(under_way)
    for job in under_way:
        turns.done(job)
    served.update(all_of(turns, Lane.JUDGING))
    assert turns.waiting(Lane.JUDGING) == 0 and set(served.values()) == {1}


# Places


def test_no_more_is_under_way_than_there_are_places() -> None:
    async def run() -> None:
        queue, under_way, most = JobQueue(dict.fromkeys(Lane, 2)), 0, 0

        async def work(person: str) -> None:
            nonlocal under_way, most
            async with queue.turn(Job(Lane.QUICK, Kind.PLAYED, person)):
                under_way += 1
                most = max(most, under_way)
                await asyncio.sleep(0)
                under_way -= 1

        await asyncio.gather(*(work(f"p{n}") for n in range(20)))
        assert (most, under_way, queue.waiting(Lane.QUICK)) == (2, 0, 0)

    asyncio.run(run())


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_who_gives_up_gives_its_place_back(rounds: int) -> None:
    """Whenever it does: while it waits, just as it is given its place, and while it is at work."""

    async def run() -> None:
        queue, go = JobQueue(dict.fromkeys(Lane, 1)), asyncio.Event()

        async def work() -> None:
            async with queue.turn(Job(Lane.QUICK, Kind.PLAYED, "eve")):
                await go.wait()

        first, second, third = (asyncio.create_task(work()) for _ in range(3))
        await asyncio.sleep(0)
        first.cancel()
        for _ in range(rounds):
            await asyncio.sleep(0)
        second.cancel()
        go.set()
        await asyncio.gather(first, second, return_exceptions=True)
        await asyncio.wait_for(third, 5)
        assert queue.waiting(Lane.QUICK) == 0

    asyncio.run(run())
