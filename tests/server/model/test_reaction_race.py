"""Who was first to slap: in simulated networks, at a real table in made-up time, and between two processes."""

from __future__ import annotations

from random import Random

import pytest

from pioche.server.model.reaction_race import FALSE_START, MOST, ReactionRace, RoundTrips, Slap, hold
from support.simulated_latency import Seat, share, winner

RACES = 10_000


# Simulated networks


@pytest.mark.parametrize(("near", "far"), [(5, 5), (5, 50), (20, 120), (5, 290), (100, 200)])
def test_a_far_seat_wins_as_often_as_a_near_one(near: int, far: int) -> None:
    assert abs(share(RACES, near / 1000, far / 1000) - 0.5) < 0.02
    assert abs(share(RACES, near / 1000, far / 1000, reactions=0.05) - 0.5) < 0.02


def test_wherever_two_seats_are_each_wins_half() -> None:
    rng, won = Random(7), 0
    for _ in range(RACES):
        won += winner([Seat(seat, rng.uniform(0.005, 0.3), rng) for seat in range(2)], [0.3, 0.3])
    assert abs(won / RACES - 0.5) < 0.02


def test_four_seats_win_a_quarter_each() -> None:
    rng, won = Random(7), [0] * 4
    for _ in range(RACES):
        won[winner([Seat(seat, trip, rng) for seat, trip in enumerate((0.005, 0.04, 0.12, 0.24))], [0.3] * 4)] += 1
    assert all(abs(each / RACES - 0.25) < 0.02 for each in won)


def test_beyond_the_limit_distance_counts() -> None:
    """What is corrected has a limit, or a table would wait for ever."""
    assert share(RACES, 0.005, 0.36) < 0.01


def test_the_quicker_one_wins_however_far() -> None:
    rng = Random(7)
    assert sum(winner([Seat(0, 0.005, rng), Seat(1, 0.24, rng)], [0.35, 0.30]) for _ in range(1000)) > 980


@pytest.mark.parametrize("lie", [0.02, 0.05, 0.2])
def test_who_delays_its_pongs_gains_nothing_where_the_kernel_is_known(lie: float) -> None:
    honest = share(RACES, 0.02, 0.05, reactions=0.05)
    assert share(RACES, 0.02, 0.05, reactions=0.05, lie=lie) - honest < 0.02
    believed = share(RACES, 0.02, 0.05, reactions=0.05, lie=lie, honest_kernel=False)
    assert believed - honest > 0.05  # this is what it would be


def test_the_best_of_the_recent_round_trips_counts() -> None:
    trips = RoundTrips()
    assert trips.best() == trips.best(0.05) == 0.0  # nothing is corrected that was not measured
    for measured in (0.010, *[0.090] * 7):
        trips.note(measured)
    assert trips.best() == 0.010
    trips.note(0.080)
    assert trips.best() == 0.080 and trips.best(0.030) == 0.030 and trips.best(0.2) == 0.080
    trips.note(-1.0)
    assert trips.best() == 0.0


# The verdict


def slap(seat: int, arrived: float, trip: float = 0.0, sent: float = 0.0) -> Slap:
    return Slap(seat, ["slap A1"], str(seat), arrived, sent, trip)


def test_a_reaction_counts_from_when_the_card_was_sent_less_the_round_trip() -> None:
    assert slap(0, 10.5, 0.1, sent=10.0).reaction == pytest.approx(0.4)
    assert slap(0, 10.5, 0.4, sent=10.0).reaction == pytest.approx(0.5 - MOST)


def test_less_than_a_tenth_of_a_second_is_a_false_start() -> None:
    assert FALSE_START == 0.1
    assert slap(0, 0.0999).is_false_start and not slap(0, 0.1001).is_false_start
    assert slap(0, 0.29, 0.2).is_false_start and not slap(0, 0.31, 0.2).is_false_start


def test_the_verdict_is_held_for_the_slowest_and_not_for_ever() -> None:
    assert hold([]) == 0.0 and hold([0.01, 0.12, 0.05]) == 0.12 and hold([0.01, 3.0]) == MOST == 0.3


def test_a_seat_s_first_slap_counts_and_of_equals_the_first_to_arrive() -> None:
    race = ReactionRace(1)
    for each in (slap(2, 0.50, 0.1), slap(1, 0.40), slap(2, 0.11), slap(0, 0.45, 0.05)):
        race.add(each)
    assert [each.seat for each in race.order()] == [1, 0, 2]
    assert [(each.seat, each.ms, each.arrived, each.trip) for each in race.verdict()] == [
        (1, 400, 0, 0), (0, 400, 50, 50), (2, 400, 100, 100),
    ]  # fmt: skip
