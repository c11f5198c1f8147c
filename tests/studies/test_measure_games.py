"""Every statistic of the lab on a case worked out by hand, and the intervals by simulation."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest

from pioche.arena.statistics import student
from pioche.studies import measure_games
from pioche.studies.compare import change, difference, is_clear
from pioche.studies.measure_games import Figure, Games, Sample, card_figure, figure, mean_of
from pioche.studies.play_chunks import sums
from pioche.studies.rule_usage import least_reached, rule_uses
from pioche.studies.watching_rules import (
    CHANGES,
    FACTS,
    FIRST,
    FORCED,
    MOVES,
    REACTIONS,
    SINCE,
    TIME,
    TURNS,
)
from pioche.table.game_registry import game

STUDIES, DEALS = 2000, 60  # simulated, and of each


def row(**facts: int) -> list[int]:
    """One game's facts, those not named being 0."""
    columns = {
        "first": FIRST, "moves": MOVES, "reactions": REACTIONS, "forced": FORCED, "turns": TURNS, "time": TIME,
        "changes": CHANGES, "since": SINCE,
    }  # fmt: skip
    found = [0] * FACTS
    for name, value in facts.items():
        found[columns[name]] = value
    return found


def three_games(low_wins: bool = False) -> Games:
    """Three deals of one seating with two seats: B begins and wins, A begins and loses, A begins and it is a draw."""
    facts = [
        row(first=1, moves=20, forced=5, turns=10, time=120_000, changes=1, since=5, reactions=4),
        row(first=0, moves=30, forced=15, turns=20, time=240_000, changes=0, since=20, reactions=0),
        row(first=0, moves=10, forced=0, turns=6, time=60_000, changes=5, since=0, reactions=2),
    ]
    return Games(
        seatings=[("level1", "level2")],
        facts=np.array(facts).reshape(3, 1, FACTS),
        scores=np.array([[[10, 20]], [[5, 8]], [[7, 7]]]),
        shares=np.array([[[0.0, 1.0]], [[0.0, 1.0]], [[0.5, 0.5]]]),
        events=np.array([[[3, 0]], [[0, 1]], [[6, 0]]]),
        event_names=("round", "stall"),
        stalling=("stall",),
        low_wins=low_wins,
    )


WORKED_OUT = {
    "turns": 12.0,  # 10, 20, 6
    "minutes": 7 / 3,  # 2, 4 and 1 minutes
    "score": 9.5,  # 15, 6.5, 7
    "winning_score": 35 / 3,  # 20, 8, 7
    "spread": 13 / 3,  # 10, 3, 0
    "first_seat": 0.0,  # won 1, 0 and a half of the games it began; even is a half
    "first_points": 7 / 3,  # +10, -3, 0
    "lead_changes": 2.0,  # 1, 0, 5
    "decided": 0.5,  # after 5 of 10 turns, after all 20, from the beginning
    "late": 1 / 3,  # only the second
    "forced": 1 / 3,  # 20 of 60 moves
    "decisions": 20 / 3,  # 15, 15 and 10, for two seats
    "reactions": 2.0,  # 4, 0, 2
    "draws": 1 / 3,
    "stalls": 1 / 3,
}


@pytest.mark.parametrize("measure", WORKED_OUT)
def test_a_measure_of_three_games(measure: str) -> None:
    assert measure_games.MEASURES[measure](three_games()).value == pytest.approx(WORKED_OUT[measure])


def test_every_measure_is_worked_out() -> None:
    assert list(WORKED_OUT) == list(measure_games.MEASURES)


def test_where_the_fewest_points_win_fewer_are_better() -> None:
    assert measure_games.first_points(three_games(low_wins=True)).value == pytest.approx(-7 / 3)


def test_quantiles_of_all_scores() -> None:
    assert measure_games.score_quantiles(three_games(), (0.0, 0.5, 1.0)) == [5.0, 7.5, 20.0]  # 5 7 7 8 10 20


def test_events_in_a_game() -> None:
    counts = measure_games.event_counts(three_games())
    assert (counts["round"].value, counts["stall"].value) == (3.0, 1 / 3)


def two_seatings() -> Games:
    """Two deals, each played twice with seats exchanged: the better bot wins 3 of the 4 games."""
    shares = np.array([[[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [1.0, 0.0]]])
    return Games(
        seatings=[("level3", "level1"), ("level1", "level3")],
        facts=np.zeros((2, 2, FACTS), int),
        scores=(10 * shares).astype(int),
        shares=shares,
        events=np.zeros((2, 2, 0), int),
    )


def test_wins_by_level_and_the_chance_that_the_better_one_is_ahead() -> None:
    games = two_seatings()
    assert measure_games.win_share(games, "level3").y.tolist() == [1.0, 0.5]  # by deal
    assert measure_games.win_share(games, "level3").value == 0.75
    assert measure_games.win_share(games, "level1").value == 0.25
    assert measure_games.better_wins(games, "level3", "level1").value == 0.75


def test_a_tie_is_half_a_win_for_the_better_one() -> None:
    games = three_games()
    assert measure_games.better_wins(games, "level2", "level1").y.tolist() == [1.0, 1.0, 0.5]


def test_two_seats_of_a_bot_can_not_both_win_alone() -> None:
    shares = np.array([[[1.0, 0.0, 0.0]]])
    games = Games([("a", "a", "b")], np.zeros((1, 1, FACTS)), shares, shares, np.zeros((1, 1, 0)))
    assert measure_games.win_share(games, "a").most == 0.5


# Intervals


def test_the_interval_of_a_mean_by_hand() -> None:
    """2, 4 and 9: mean 5, deviation sqrt(13), Student's quantile for two degrees of freedom 4.3027."""
    found = figure(mean_of(np.array([[2], [4], [9]])))
    half = 4.3027 * sqrt(13) / sqrt(3)
    assert found == near(5.0, 5 - half, 5 + half)


def test_the_interval_of_a_ratio_by_hand() -> None:
    """1 of 2 and 3 of 6: always a half, nothing pulls; 1 of 2 and 1 of 6: a quarter, pulled by 1/2 and -1/2, over 4."""
    even = figure(Sample(np.array([1.0, 3.0]), np.array([2.0, 6.0])))
    assert even == (0.5, 0.5, 0.5)
    uneven = figure(Sample(np.array([1.0, 1.0]), np.array([2.0, 6.0])))
    half = 12.7062 * (sqrt(2) / 8) / sqrt(2)
    assert uneven == near(0.25, 0.25 - half, 0.25 + half)


def test_what_was_never_seen_may_still_happen() -> None:
    found = figure(mean_of(np.zeros((99, 1)), 1.0))
    assert found.value == found.low == 0.0
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 99))
    assert figure(mean_of(np.zeros((1, 1)))) == (0.0, None, None)


def near(*numbers: float) -> Any:
    """A figure, but for the last digits."""
    return tuple(pytest.approx(number) for number in numbers)


def covers(found: Figure | None, truth: float) -> bool:
    assert found is not None and found.low is not None and found.high is not None
    return found.low <= truth <= found.high


def coverage(simulate: Any, truth: float) -> float:
    rng = np.random.default_rng(1)
    return sum(covers(simulate(rng), truth) for _ in range(STUDIES)) / STUDIES


def simulated_mean(rng: Any) -> Figure:
    return figure(mean_of(rng.gamma(4.0, 10.0, (DEALS, 1))))


def simulated_share(rng: Any) -> Figure:
    return figure(mean_of((rng.random((4 * DEALS, 1)) < 0.3).astype(float), 1.0))


def simulated_clusters(rng: Any) -> Figure:
    """Games of one deal are alike: the deal is the observation."""
    return figure(mean_of(rng.normal(3.0, 1.0, (DEALS, 1)) + rng.normal(0.0, 0.2, (DEALS, 4))))


def simulated_ratio(rng: Any) -> Figure:
    x = rng.integers(20, 60, 2 * DEALS).astype(float)
    return figure(Sample(rng.binomial(x.astype(int), 0.25).astype(float), x, 1.0))


def simulated_pair(rng: Any) -> tuple[Sample, Sample]:
    """The same deals in two settings: 20 and 15 on average, with the deal's luck in common."""
    luck = rng.gamma(9.0, 1.0, (DEALS, 1))
    noise = rng.normal(0.0, 1.0, (2, DEALS, 1))
    return mean_of(luck + 6 + noise[0]), mean_of(luck + 11 + noise[1])


def simulated_difference(rng: Any) -> Figure:
    return difference(*simulated_pair(rng))


def simulated_change(rng: Any) -> Figure | None:
    return change(*simulated_pair(rng))


def simulated_card(rng: Any) -> Figure | None:
    """A card lies before two seats now and then, and one of the two wins."""
    counts = rng.poisson(3.0, (2 * DEALS, 2))
    shares = np.zeros((2 * DEALS, 2))
    shares[np.arange(2 * DEALS), rng.integers(0, 2, 2 * DEALS)] = 1.0
    return card_figure(sums(counts, shares, 2 * DEALS)[0], 2 * DEALS)


@pytest.mark.parametrize(
    ("simulate", "truth"),
    [
        (simulated_mean, 40.0),
        (simulated_share, 0.3),
        (simulated_clusters, 3.0),
        (simulated_ratio, 0.25),
        (simulated_difference, -5.0),
        (simulated_change, -0.25),
        (simulated_card, 0.5),
    ],
)
def test_intervals_cover_the_truth_as_often_as_they_say(simulate: Any, truth: float) -> None:
    assert 0.93 <= coverage(simulate, truth) <= 0.97


# Comparisons


def test_two_settings_are_compared_deal_by_deal() -> None:
    """10, 20, 30 against 12, 20, 34: -2, 0, -4 on average -2; 22 to 20 is a tenth more."""
    old, new = mean_of(np.array([[10], [20], [30]])), mean_of(np.array([[12], [20], [34]]))
    half = 4.3027 * 2 / sqrt(3)
    assert difference(new, old) == near(2.0, 2 - half, 2 + half)
    found = change(new, old)
    assert found is not None and found.value == pytest.approx(0.1)
    pull = np.array([12 - 11, 20 - 22, 34 - 33])  # less 1.1 times the old ones
    half = 4.3027 * float(pull.std(ddof=1)) / sqrt(3) / 20
    assert (found.low, found.high) == near(0.1 - half, 0.1 + half)


def test_of_a_stopped_study_only_deals_that_both_have_are_compared() -> None:
    old, new = mean_of(np.array([[10], [20], [1000]])), mean_of(np.array([[11], [21]]))
    assert difference(new, old) == (1.0, 1.0, 1.0)


def test_a_change_of_nothing_is_none() -> None:
    assert change(mean_of(np.ones((2, 1))), mean_of(np.zeros((2, 1)))) is None


@pytest.mark.parametrize(
    ("low", "high", "clear"), [(0.1, 0.2, True), (-2.0, -1.0, True), (-0.1, 0.2, False), (None, None, False)]
)
def test_more_than_chance(low: float | None, high: float | None, clear: bool) -> None:
    assert is_clear(Figure(0.0, low, high)) is clear


# Cards and rules


def test_how_a_card_fares_by_hand() -> None:
    """Two seats, two faces, two deals. Face 0: three times before A, who won, once before B: 3 of 4 with a winner."""
    counts = np.array([[3, 0, 1, 2], [0, 0, 0, 5]])  # seat A's two faces, then seat B's
    shares = np.array([[1.0, 0.0], [0.5, 0.5]])
    first, second = sums(counts, shares, 2)
    assert first == [3.0, 4.0, 9.0, 12.0, 16.0]
    assert second == [2.5, 7.0, 6.25, 12.5, 29.0]
    assert card_figure(first, 2) == (0.75, None, None)
    assert card_figure([0.0] * 5, 2) is None


def test_the_interval_of_a_card_by_hand() -> None:
    """100 deals with the card once in each; in 60 its holder won."""
    found = card_figure([60.0, 100.0, 60.0, 60.0, 100.0], 100)
    half = student(99) * sqrt((60 - 2 * 0.6 * 60 + 0.36 * 100) * 100 / 99) / 100
    assert found == near(0.6, 0.6 - half, 0.6 + half)


def test_of_several_citations_the_rarest_counts() -> None:
    followed = [{"KOL-12 renew": 2, "KOL-12 draw": 9, "KOL-02 deal:7": 0}, {"KOL-12 draw": 7, "KOL-02 deal:7": 1}]
    assert least_reached(followed) == {"KOL-12": (0.5, 1.0), "KOL-02": (0.5, 0.5)}


def test_rules_are_listed_all_and_those_that_forbid_are_counted() -> None:
    uses = {each.id: each for each in rule_uses(game("kolpa"), [{"KOL-12 renew": 3}], {"109": 5, "503": 1}, 20)}
    assert list(uses)[:2] == ["KOL-01", "KOL-02"]
    assert uses["KOL-12"] == ("KOL-12", 1.0, 3.0, 0.0)
    assert uses["KOL-09"] == ("KOL-09", 0.0, 0.0, 0.25)
    assert uses["KOL-R3"].forbids == 0.05
