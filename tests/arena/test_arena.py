"""The arena: who sits where, figures worked out by hand, games that are the same whoever plays them, and a store."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.arena import Match, Played, Result, arena
from pioche.arena import match_store as stores
from pioche.arena.compiled_games import play_compiled
from pioche.arena.match_result import ResultRow, check_out
from pioche.arena.seatings import seatings
from pioche.arena.statistics import (
    by_deal,
    ends,
    interval,
    margins,
    most_share,
    places,
    ratings,
    share_interval,
    student,
)  # fmt: skip
from pioche.bots import Choice, View, bot_registry
from pioche.core.playouts import Matches, run_match
from pioche.table.batch import without_log

AB = [("a", "b"), ("b", "a")]


# Who sits where


def test_as_many_bots_as_seats_rotate() -> None:
    assert seatings(["a", "b", "c"], 3) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


def test_fewer_bots_fill_the_table_in_turn_and_every_seating_is_played_once() -> None:
    assert seatings(["a", "b"], 4) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert seatings(["a", "b", "c"], 4) == [tuple("abca"), tuple("bcaa"), tuple("caab"), tuple("aabc")]
    assert seatings(["a", "b", "b"], 3) == [tuple("abb"), tuple("bba"), tuple("bab")]
    assert seatings(["a"], 3) == [("a", "a", "a")]


def test_of_more_bots_every_combination_plays() -> None:
    assert seatings(["a", "b", "c"], 2) == [tuple(pair) for pair in ("ab", "ba", "ac", "ca", "bc", "cb")]
    found = seatings(list("abcde"), 3)
    assert len(found) == len(set(found)) == 10 * 3
    assert set(Counter((bot, seat) for seating in found for seat, bot in enumerate(seating)).values()) == {6}


def test_every_deal_has_a_seed_of_its_own() -> None:
    one, other = Match("kolpa", 2, ("thumb",), seed=1), Match("kolpa", 2, ("thumb",), seed=2)
    seeds = [match.deal_seed(deal) for match in (one, other) for deal in range(1000)]
    assert len(set(seeds)) == 2000
    assert all(0 <= seed < 1 << 63 for seed in seeds)


# Figures by hand


def game_of(deal: int, rotation: int, scores: list[int], winners: list[int]) -> Played:
    return Played(deal, rotation, scores, winners, [3] * len(scores), [0.5] * len(scores))


THREE_DEALS = [
    game_of(0, 0, [10, 4], [0]),  # a beats b by 6
    game_of(0, 1, [7, 7], [0, 1]),  # b and a tie
    game_of(1, 0, [3, 5], [1]),  # b beats a by 2
    game_of(1, 1, [6, 2], [0]),  # b beats a by 4
    game_of(2, 0, [1, 0], [0]),  # a beats b by 1
    game_of(2, 1, [5, 1], [0]),  # b beats a by 4
]


def test_shares_and_margins_are_means_of_deals() -> None:
    found = ends(THREE_DEALS, 2, low_wins=False)
    assert by_deal(found.shares, AB, "a").tolist() == [0.75, 0.0, 0.5]
    assert by_deal(found.shares, AB, "b").tolist() == [0.25, 1.0, 0.5]
    assert by_deal(found.margins, AB, "a").tolist() == [3.0, -3.0, -1.5]
    assert by_deal(found.scores, AB, "a").tolist() == [8.5, 2.5, 1.0]
    assert by_deal(found.places, AB, "a").tolist() == [1.0, 2.0, 1.5]


def test_a_summary_by_hand() -> None:
    match = Match("kolpa", 2, ("a", "b"))
    first, second = Result(match, THREE_DEALS, 3, 1.0).summary
    assert (first.bot, second.bot) == ("b", "a")
    assert second.win_share == pytest.approx(1.25 / 3)
    assert second.margin == pytest.approx(-0.5)
    spread = sqrt((3.5**2 + 2.5**2 + 1) / 2)  # 3, -3 and -1.5 about their mean
    reach = 4.3027 * spread / sqrt(3)
    assert second.margin_interval == pytest.approx((-0.5 - reach, -0.5 + reach), abs=1e-3)
    assert (second.seats, second.moves, second.seconds) == (6, 18, 3.0)
    assert second.moves_per_second == 6


def test_the_fewest_points_are_the_best_where_the_game_says_so() -> None:
    low = ends([game_of(0, 0, [5, 9, 1], [2])], 1, low_wins=True)
    high = ends([game_of(0, 0, [5, 9, 1], [1])], 1, low_wins=False)
    assert low.margins.tolist() == [[[0, -6, 6]]]
    assert high.margins.tolist() == [[[0, 6, -6]]]
    assert low.places.tolist() == [[[2, 3, 1]]]
    assert high.places.tolist() == [[[2, 1, 3]]]
    assert [name for name in pioche.game_names() if pioche.game(name).facts.low_wins] == ["kombio"]


def test_places_follow_the_winners_and_then_the_points() -> None:
    good = np.array([5, 5, 1])
    assert places(good, np.array([False, True, False])).tolist() == [2, 1, 3]
    assert places(good, np.array([True, True, False])).tolist() == [1, 1, 3]
    assert margins(good).tolist() == [2, 2, -4]


def test_students_quantiles_are_those_of_the_tables() -> None:
    tables = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 100000: 1.960}
    for freedom, quantile in tables.items():
        assert student(freedom) == pytest.approx(quantile, rel=2e-3)


def test_an_interval_by_hand() -> None:
    low, high = interval(np.array([1, 0.5, 0.5, 0])) or (0, 0)
    assert (low + high) / 2 == pytest.approx(0.5)
    assert (high - low) / 2 == pytest.approx(3.182 * sqrt(1 / 6) / 2, rel=2e-3)
    assert interval(np.array([0.5])) is None


def test_an_interval_where_all_deals_came_out_alike_has_a_width() -> None:
    assert share_interval(np.ones(20)) == pytest.approx((0.025 ** (1 / 20), 1.0))
    low, high = share_interval(np.full(7, 1 / 3)) or (0, 0)
    assert high - low == pytest.approx(1 - 0.025 ** (1 / 7))
    low, high = share_interval(np.full(20, 0.5), most=0.5) or (0, 0)
    assert (low, high) == pytest.approx((0.5 * 0.025 ** (1 / 20), 0.5))


def test_a_bot_at_two_seats_can_win_only_one_of_them() -> None:
    assert most_share(seatings(["a", "b"], 4), "a") == 0.5
    assert most_share(seatings(["a", "b", "b", "b"], 4), "a") == 1.0


@pytest.mark.parametrize(("skill", "luck", "deals"), [(0.5, 0.0, 40), (0.6, 0.5, 60), (0.8, 0.3, 100)])
def test_intervals_cover_the_truth_in_95_of_100_matches(skill: float, luck: float, deals: int) -> None:
    """Deals that the cards decide are won once by each side; in the others `a` wins each of two games by its skill."""
    rng = np.random.default_rng(1)
    truth, hits, matches = luck / 2 + (1 - luck) * skill, 0, 2000
    for _ in range(matches):
        won = rng.random((deals, 2)) < skill
        shares = np.where(rng.random(deals) < luck, 0.5, won.mean(axis=1))
        low, high = share_interval(shares) or (1, 0)
        hits += low <= truth <= high
    assert 0.93 <= hits / matches <= 0.97


def test_ratings_of_one_game_are_those_of_openskill() -> None:
    found = ratings(ends([game_of(0, 0, [2, 1], [0])], 1, low_wins=False), [("a", "b")])
    assert found["a"][0] == pytest.approx(27.6352, abs=1e-3)
    assert found["b"][0] == pytest.approx(22.3648, abs=1e-3)
    assert found["a"][1] < 25 / 3


def test_ratings_keep_their_mean() -> None:
    """Over many games, with two seats each, they would drift."""
    games = [game_of(deal, turn, [9, 5, 9 - turn, 4], [0]) for deal in range(200) for turn in range(2)]
    found = ratings(ends(games, 2, low_wins=False), seatings(["a", "b"], 4))
    assert (found["a"][0] + found["b"][0]) / 2 == pytest.approx(25)


# Games


def test_compiled_and_interpreted_games_agree() -> None:
    """Bit for bit, random and by thumb, at tables of three. (One game: each takes long to compile.)"""
    match, task = Match("kolpa", 3, ("thumb", "random", "random"), seed=5), [(0, 0), (0, 1), (1, 2)]
    chosen = pioche.game("kolpa")
    tables = np.repeat(without_log(chosen, chosen.ready(3, {}).tables), len(task))
    luck = [[match.deal_seed(deal), 0, 1 + 3 * number] for deal, number in task]
    policy = [[int(bot == "thumb") for bot in match.seatings[number]] for _, number in task]
    words, made, points, won = [[0] * 4 for _ in range(3)], [[0] * 3 for _ in task], [0] * 9, [0] * 3
    columns: Any = Matches(luck, policy, words, made, points, won)
    chosen.runtimes.silent_interpreted.each(run_match, tables, columns, len(chosen.moves))
    found = play_compiled(match, task)
    assert [each.moves for each in found] == made
    assert [score for each in found for score in each.scores] == points
    assert [sum(1 << seat for seat in each.winners) for each in found] == won


def test_the_table_is_dealt_from_the_seed_of_the_deal() -> None:
    """The first view of a game is that of the deal that `pioche play --seed` gives."""
    match = Match("kolpa", 2, ("looker",), seed=3)
    seen: list[str] = []

    class Looker:
        name = "looker"

        def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
            seen.append(view.text)
            return Choice(choices[0])

        def reaction(self, view: View, choices: list[str], rng: Random) -> float:
            return 1.0

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(bot_registry.REGISTERED, "looker", Looker)
        arena("kolpa", ["looker"], 2, games=1, seed=3, workers=1)
    pos = pioche.game("kolpa").deal(2, seed=match.deal_seed(0))
    assert seen[0] == pos.view(pos.actor)


def test_the_same_games_on_one_worker_and_on_two() -> None:
    one, two = (arena("kolpa", ["thumb", "random"], 3, games=1500, seed=4, workers=n) for n in (1, 2))
    assert (one.deals, one.games, one.digest) == (500, 1500, two.digest)
    assert [row[:-1] for row in one.rows] == [row[:-1] for row in two.rows]
    assert arena(pioche.game("kolpa"), ["thumb", "random"], 3, games=1500, seed=4).digest == one.digest
    assert arena("kolpa", ["thumb", "random"], 3, games=1500, seed=5).digest != one.digest


def test_the_same_games_on_views_in_one_process_and_in_two() -> None:
    one, two = (
        arena("kolpa", ["thumb", "random"], 2, games=12, seed=4, workers=n, on_views=True, options={"target": 20})
        for n in (1, 2)
    )
    assert one.digest == two.digest
    assert one.games == 12


def test_bots_play_as_well_on_views_as_compiled() -> None:
    """Neither is given more than its seat knows: the shares agree within their intervals."""
    quick = arena("kolpa", ["thumb", "random"], 4, games=4000, seed=1).summary
    slow = arena("kolpa", ["thumb", "random"], 4, games=120, seed=1, workers=1, on_views=True).summary
    assert quick[0].bot == slow[0].bot == "thumb"
    low, high = slow[0].margin_interval or (0, 0)
    assert low < quick[0].margin < high


def test_rows_say_who_did_what() -> None:
    result = arena("kolpa", ["thumb", "random"], 2, games=3, seed=1, workers=1)
    assert (result.deals, result.wanted, len(result.rows)) == (2, 2, 8)
    assert [row[:4] for row in result.rows[:4]] == [
        (0, 0, 0, "thumb"), (0, 0, 1, "random"), (0, 1, 0, "random"), (0, 1, 1, "thumb")
    ]  # fmt: skip
    for first, second in zip(result.rows[::2], result.rows[1::2], strict=True):
        assert first.share + second.share == 1
        assert {first.place, second.place} in ({1, 2}, {1})
        assert first.moves > 0 < first.seconds


def test_a_bot_that_cheats_is_named() -> None:
    class Cheat:
        name = "cheat"

        def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
            return Choice("draw 99")

        def reaction(self, view: View, choices: list[str], rng: Random) -> float:
            return 1.0

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(bot_registry.REGISTERED, "cheat", Cheat)
        with pytest.raises(pioche.PiocheError, match="“cheat” answered “draw 99”"):
            arena("kolpa", ["cheat", "random"], games=2, workers=1)


def test_a_bot_prepares_before_it_plays() -> None:
    log: list[str] = []

    class CarefulBot:
        name = "careful"

        def prepare(self, game: pioche.Game) -> None:
            log.append(game.id)

        def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
            log.append("chosen")
            return Choice(rng.choice(choices))

        def reaction(self, view: View, choices: list[str], rng: Random) -> float:
            return 1.0

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(bot_registry.REGISTERED, "careful", CarefulBot)
        arena("kolpa", ["careful", "random"], games=2, workers=1)
    assert log[:2] == ["kolpa", "chosen"]
    assert log.count("kolpa") == 1


def test_errors_travel_between_processes() -> None:
    with pytest.raises(pioche.IllegalMove) as caught:
        pioche.game("kolpa").deal(2, seed=1).play(0, "fly")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.rule) == (str(caught.value), "WORD")


# The store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stores, "user_cache", lambda: tmp_path)
    return tmp_path / "pioche" / "arena"


def kept(games: int, told: list[tuple[int, int]] | None = None, stop_after: int = 10**9, fresh: bool = False) -> Result:
    """A match that is kept; somebody may press Ctrl-C after some tasks."""
    told = [] if told is None else told

    def progress(done: int, moves: int) -> None:
        told.append((done, moves))
        if len(told) > stop_after:
            raise KeyboardInterrupt

    return arena("kolpa", ["thumb", "random"], 2, games, 7, workers=1, keep=True, fresh=fresh, progress=progress)


def test_asking_for_more_plays_what_is_missing(folder: Path) -> None:
    assert kept(600).games == 600
    told: list[tuple[int, int]] = []
    more = kept(1000, told)
    assert told[0] == (600, 0)
    assert sum(done for done, _ in told) == 1000
    assert more.digest == arena("kolpa", ["thumb", "random"], 2, 1000, 7, workers=1).digest
    told.clear()
    assert kept(1000, told).digest == more.digest
    assert told == []
    assert kept(600).games == 600


def test_fresh_begins_again(folder: Path) -> None:
    kept(100)
    told: list[tuple[int, int]] = []
    kept(100, told, fresh=True)
    assert told[0] == (0, 0)
    assert len(list(folder.iterdir())) == 1


def test_ctrl_c_keeps_what_is_done_and_the_same_again_goes_on(folder: Path) -> None:
    whole = arena("kolpa", ["thumb", "random"], 2, 3000, 7, workers=1)
    part = kept(3000, stop_after=2)
    assert 0 < part.deals < part.wanted == 1500
    assert part.digest == arena("kolpa", ["thumb", "random"], 2, part.games, 7, workers=1).digest
    assert kept(3000).digest == whole.digest


def test_a_half_written_line_is_passed_over(folder: Path) -> None:
    before = kept(40).digest
    (file,) = folder.iterdir()
    content = file.read_bytes()
    file.write_bytes(content[:-20])
    assert kept(40).digest == before
    assert kept(40).digest == before
    assert len(file.read_bytes().splitlines()) == 41


def test_other_matches_have_other_files(folder: Path) -> None:
    base = Match("kolpa", 2, ("thumb", "random"), 1)
    others = [
        Match("coloretto", 2, ("thumb", "random"), 1), Match("kolpa", 3, ("thumb", "random"), 1),
        Match("kolpa", 2, ("random", "thumb"), 1), Match("kolpa", 2, ("thumb", "random"), 2),
        Match("kolpa", 2, ("thumb", "random"), 1, {"target": 20}), Match("kolpa", 2, ("thumb", "random"), 1, {}, True),
    ]  # fmt: skip
    assert len({stores.key(match) for match in [base, *others]}) == 7
    assert stores.key(base) == stores.key(Match("kolpa", 2, ("thumb", "random"), 1, {}))


def test_a_parquet_file_holds_every_row(tmp_path: Path) -> None:
    from pyarrow import parquet

    result, path = arena("kolpa", ["thumb", "random"], 3, games=30, seed=1, workers=1), tmp_path / "games.parquet"
    check_out(path)
    assert not path.exists()
    result.write_parquet(path)
    found = parquet.read_table(path)
    assert found.column_names == list(ResultRow._fields)
    assert [ResultRow(**row) for row in found.to_pylist()] == result.rows
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.parquet"]


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("pyarrow", "ray", "dask"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(pioche.PiocheError, match=r"pip install 'pioche\[parquet\]'"):
        check_out(tmp_path / "games.parquet")
    for backend in ("ray", "dask"):
        with pytest.raises(pioche.PiocheError, match=rf"pip install 'pioche\[{backend}\]'"):
            arena("kolpa", ["thumb"], backend=backend)
