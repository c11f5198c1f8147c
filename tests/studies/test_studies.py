"""The designer's lab without compiled code: what is watched, settings, decks, rules that come into play, reports."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pioche.arena.seatings import Match
from pioche.core import EVERYONE, event_log, hooks, rule, seed_rng
from pioche.core.rule import Program, interpreted
from pioche.studies import measure_games, plots, watching_rules
from pioche.studies.catalogue import CATALOGUE
from pioche.studies.custom_deck import watching, with_deck
from pioche.studies.html_report import report
from pioche.studies.number_format import number, percent, shown
from pioche.studies.play_chunks import StudyCase, WatchedTables, bot_profile, luck, play_chunk
from pioche.studies.rule_coverage import citations
from pioche.studies.run_study import Plan, gathered
from pioche.studies.study_result import Study
from pioche.studies.study_settings import Setting, read_players, read_values, read_words, settings_of
from pioche.studies.summary_sentence import sentence
from pioche.studies.watching_rules import (
    AHEAD,
    CHANGES,
    FACTS,
    FORCED,
    LEADERS,
    MOVES,
    REACTIONS,
    SINCE,
    STEP,
    TURNS,
)
from pioche.table.errors import MissingExtra, PiocheError
from pioche.table.game_registry import game
from pioche.table.position import Position

# What is watched


def random_game(name: str, players: int, seed: int) -> tuple[Position, list[Any], dict[str, int]]:
    """A game at random by positions: its end, its moves with the number of choices, and its events."""
    pos, rng = game(name).deal(players, seed=seed), Random(seed)
    moves, events = [], dict.fromkeys(game(name).events, 0)
    for kind in log_of_deal(name, players, seed):
        events[kind] += 1
    while (seat := pos.actor) is not None:
        choices = pos.choices
        move = rng.choice(choices)
        moves.append((seat, move, len(choices)))
        for event in pos.play(seat, move):
            if event.kind in events:
                events[event.kind] += 1
    return pos, moves, events


def log_of_deal(name: str, players: int, seed: int) -> list[str]:
    """The deal may note events of its own, which a position does not tell."""
    chosen = game(name)
    s = chosen.ready(players, {})
    seed_rng(s.rng, seed, 0)
    chosen.runtimes.interpreted.program[hooks.deal](s)
    kinds = [s.log[5 * i] for i in range(s.noted)]
    return [list(chosen.events)[kind - event_log.FIRST_OWN] for kind in kinds if kind >= event_log.FIRST_OWN]


def test_watching_counts_what_positions_show(name: str) -> None:
    chosen, players = game(name), 3
    match = Match(name, players, ("random",), 5)
    pos, moves, events = random_game(name, players, match.deal_seed(0))
    case = StudyCase(match)
    given = [chosen.move_numbers[move] for _, move, _ in moves]
    tables = WatchedTables(case, [luck(case, 0, 0)], [0], given)
    tables.play("interpreted")
    watched: Any = tables.noted
    facts = watched.facts[0]
    own = [(s, m, n) for s, m, n in moves if chosen.moves[chosen.move_numbers[m]].verb not in chosen.facts.reactions]
    seats = [seat for seat, _, _ in own]
    assert watched.points.tolist() == pos.scores
    assert [seat for seat in range(players) if watched.won[0] >> seat & 1] == pos.winners
    assert facts[STEP] == len(moves) == facts[MOVES] + facts[REACTIONS]
    assert facts[MOVES] == len(own)
    assert facts[FORCED] == sum(n == 1 for _, _, n in own)
    assert facts[TURNS] == 1 + sum(a != b for a, b in pairwise(seats))
    assert tables.tables["log"][0, : len(events)].tolist() == list(events.values())


def test_cards_are_counted_as_they_lie_and_as_they_are_played() -> None:
    """A game of Kolpa!: on each turn the cards in hand and zone, and the card that the move names."""
    match = Match("kolpa", 2, ("random",), 5)
    case, chosen = StudyCase(match), game("kolpa")
    _, moves, _ = random_game("kolpa", 2, match.deal_seed(0))
    given = [chosen.move_numbers[move] for _, move, _ in moves]
    tables = WatchedTables(case, [luck(case, 0, 0)], [0], given)
    tables.play("interpreted")
    watched: Any = tables.noted
    held, played = np.zeros((2, len(chosen.faces)), int), np.zeros((2, len(chosen.faces)), int)
    pos = chosen.deal(2, seed=match.deal_seed(0))
    for seat, move, _ in moves:
        (line,) = (line for line in str(pos).splitlines() if line.startswith("AB"[seat] + ":"))
        cards = line.partition("; score")[0]
        for word in re.findall(r"\b(?:[RYGBP]\d|J)(?:\*\d+)?", cards):
            face, _, times = word.partition("*")
            held[seat, chosen.faces.index(face)] += int(times or 1)
        face = chosen.moves[chosen.move_numbers[move]].details["card"]
        played[seat, chosen.faces.index(face)] += 1
        pos.play(seat, move)
    assert watched.held[0].tolist() == held.ravel().tolist()
    assert watched.shown[0].tolist() == played.ravel().tolist()


@rule
def written_score(s: Any, seat: int) -> int:
    return int(s.points[seat])


@rule
def written_winners(s: Any) -> int:
    return int(s.won)


def test_the_lead_by_hand() -> None:
    """0-0, 5-0, 5-7, 7-7, 9-7, and A wins: B takes the lead, A takes it back: two changes, the last after turn 4."""
    rules = Program(interpreted, {hooks.score: written_score, hooks.winners: written_winners})
    facts = [0] * FACTS
    s = SimpleNamespace(seats=2, points=[0, 0], won=1)
    for turn, points in enumerate([[0, 0], [5, 0], [5, 7], [7, 7], [9, 7]]):
        s.points, facts[TURNS] = points, turn
        rules[watching_rules.note_lead](s, 0, facts)  # type: ignore[arg-type]
    assert (facts[CHANGES], facts[LEADERS], facts[AHEAD], facts[SINCE]) == (2, 1, 1, 4)
    facts[TURNS] = 6
    rules[watching_rules.note_end](s, 0, facts)  # type: ignore[arg-type]
    assert facts[SINCE] == 4
    s.won = 2  # somebody else wins after all
    rules[watching_rules.note_end](s, 0, facts)  # type: ignore[arg-type]
    assert facts[SINCE] == 6


def test_where_the_fewest_points_win_the_fewest_lead() -> None:
    rules = Program(interpreted, {hooks.score: written_score})
    s = SimpleNamespace(seats=3, points=[4, 9, 4])
    assert rules[watching_rules.leaders](s, 1) == 0b101  # type: ignore[arg-type]
    assert rules[watching_rules.leaders](s, 0) == 0b010  # type: ignore[arg-type]


def test_time_is_shared_by_those_who_choose_at_once() -> None:
    """In 5211 three choose together, two of five cards in 4 + 3 log2(10) s at most: it is the time of one."""
    chunk = play_chunk(StudyCase(Match("5211", 3, ("random",), 1)), 0, 1, "interpreted")
    games = measure_games.Games(
        [("random",) * 3], np.array([chunk.facts]), *(np.zeros((1, 1, 3)),) * 2, np.zeros((1, 1, 0))
    )
    assert 21 * 4 < 60 * measure_games.minutes(games).value < 21 * 14  # 7 rounds of 3 turns


# Levels in compiled code


def test_bots_by_how_they_slip_and_forget() -> None:
    kolpa = game("kolpa")
    assert [bot_profile(name, kolpa) for name in ("random", "thumb", "level1", "3")] == [
        (1000, 0),
        (0, 0),
        (500, 500),
        (50, 150),
    ]
    assert (
        bot_profile("level4", kolpa) is None
        and bot_profile("search:10", kolpa) is None
        and bot_profile("level9", kolpa) is None
    )


def kombio_in_the_middle() -> Position:
    pos = game("kombio").deal(3, seed=1)
    for move in ("draw", "keep 1"):
        pos.play(pos.actor or 0, move)
    return pos


def test_forgetting_is_only_while_one_thinks() -> None:
    """Whoever forgets everything knows no hidden card while it chooses, and all of them again after it."""
    pos = kombio_in_the_middle()
    s, rules = pos.state, watching("kombio", False, "interpreted").program
    before = pos.tables.tobytes()
    paper, words = [0] * (2 * len(s.face)), [1, 2, 3, 4]
    seat = next(seat for seat in range(3) if hidden(s, seat))
    rules[watching_rules.forget_some](s, seat, words, 1000, paper)
    assert hidden(s, seat) == [] and hidden(s, (seat + 1) % 3) != []
    rules[watching_rules.recall](s, paper)
    assert pos.tables.tobytes() == before


def hidden(s: Any, seat: int) -> list[int]:
    rules = watching("kombio", False, "interpreted").program
    return [card for card in range(len(s.face)) if rules[watching_rules.is_hidden](s, seat, card)]


def test_cards_are_taken_for_each_other() -> None:
    """With as much forgetting as can be, half of the hidden cards are mixed up; the deck stays the same."""
    pos = kombio_in_the_middle()
    s, rules, faces = pos.state, watching("kombio", False, "interpreted").program, []
    for start in range(20):
        paper = [0] * (2 * len(s.face))
        rules[watching_rules.forget_some](s, 0, [start, 0, 7, 9], 1000, paper)
        faces.append(list(s.face))  # type: ignore[call-overload]
        rules[watching_rules.recall](s, paper)
    assert any(each != list(s.face) for each in faces)  # type: ignore[call-overload]
    assert all(sorted(each) == sorted(s.face) for each in faces)  # type: ignore[call-overload]


# Settings


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("30", ["30"]),
        ("20..40:10", [20, 30, 40]),
        ("20..25:2", [20, 22, 24]),
        ("off,on", ["off", "on"]),
        ("1..2,9", [1, 2, "9"]),
    ],
)
def test_values_are_read(text: str, found: list[Any]) -> None:
    assert read_values(text) == found


@pytest.mark.parametrize(
    ("text", "found"), [("4", [4]), ("2-5", [2, 3, 4, 5]), ("2,4-5", [2, 4, 5]), (None, [4]), ([3], [3])]
)
def test_players_are_read(text: Any, found: list[int]) -> None:
    assert read_players(text, game("kolpa")) == found


def test_every_combination_is_a_setting_and_what_is_usual_is_left_out() -> None:
    kolpa = game("kolpa")
    found = settings_of(kolpa, [2, 3], read_words(["target=30,50", "J=2"]))
    assert [(each.players, each.text) for each in found] == [
        (2, "target=30 J=2"),
        (2, "J=2"),
        (3, "target=30 J=2"),
        (3, "J=2"),
    ]
    usual = settings_of(kolpa, [2], {"target": [30, 50]}, compare=True)
    assert [each.text for each in usual] == ["", "target=30"]


@pytest.mark.parametrize(
    ("players", "words", "key"),
    [
        ("2", ["target"], "setup.option_form"),
        ("2", ["target=9"], "setup.value"),
        ("2", ["target=20..10"], "lab.sweep"),
        ("2", ["target=20..30:0"], "lab.sweep"),
        ("2", ["target=20..a"], "lab.sweep"),
        ("2", ["target=10..200"], "lab.too_many"),
        ("2-6", ["target=10..40:2"], "lab.too_many"),
        ("2", ["target=20", "target=30"], "lab.twice"),
        ("2", ["trumps=3"], "lab.unknown"),
        ("2", ["J=many"], "lab.count"),
        ("2", ["J=5"], "lab.copies"),
        ("2", ["R?=0", "Y?=0", "G?=0"], "lab.few_cards"),
        ("7", [], "setup.players"),
        ("two", [], "lab.players"),
        ("5-2", [], "lab.players"),
    ],
)
def test_bad_settings_are_refused(players: str, words: list[str], key: str) -> None:
    kolpa = game("kolpa")
    with pytest.raises(PiocheError) as refused:
        settings_of(kolpa, read_players(players, kolpa), read_words(words))
    assert refused.value.reason[0] == key
    assert str(refused.value)


@pytest.mark.parametrize("words", [["L=0"], ["R=0"]])
def test_a_deck_that_can_not_be_dealt_is_refused(words: list[str]) -> None:
    with pytest.raises(PiocheError) as refused:
        settings_of(game("coloretto"), [3], read_words(words))
    assert refused.value.reason[0] == "lab.deck"


# Decks


def test_cards_left_out_stay_in_the_box_through_all_rounds() -> None:
    """Kolpa! deals anew for every round; without its jokers nobody ever holds one."""
    chosen = with_deck("kolpa", (("J", 0),))
    assert "J" not in chosen.cards and len(game("kolpa").cards) == len(chosen.cards) + 1
    chunk = play_chunk(StudyCase(Match("kolpa", 4, ("level3",), 1), (("J", 0),)), 0, 2, "interpreted")
    assert chunk.held[chosen.faces.index("J")] == [0.0] * 5
    assert sum(row[list(chosen.events).index("round")] for row in chunk.events) > 0


def test_any_count_that_a_specification_lists_can_be_varied(name: str) -> None:
    chosen = game(name)
    (face, count), *_ = ((face, count) for face, count in chosen.cards.items() if count > 1)
    twin = with_deck(name, ((face, count - 1),))
    assert twin.cards == {**chosen.cards, face: count - 1}
    s = twin.deal(3, seed=1).state
    in_box = [card for card in range(len(s.face)) if s.place[card] == 0 and s.known[card] == EVERYONE]
    assert face in {chosen.faces[s.face[card]] for card in in_box}


def test_patterns_name_several_cards() -> None:
    twin = with_deck("5211", (("*1", 3), ("[BG]2", 0)))
    assert twin.cards["B1"] == twin.cards["P1"] == 3
    assert "B2" not in twin.cards and twin.cards["Y2"] == 6


# Rules


def test_every_game_cites_rules_where_they_are_played(name: str) -> None:
    cited = {id for lines in citations(game(name)).values() for ids in lines.values() for id in ids}
    assert len(cited) > 15


def test_rules_that_came_into_play_agree_with_events() -> None:
    """FIV-08 is told by its event; FIV-03 forbids one card where two are asked for, and the other way round."""
    case = StudyCase(Match("5211", 3, ("level2",), 3), follow=True)
    chunk = play_chunk(case, 0, 4, "interpreted")
    over = list(game("5211").events).index("over_limit")
    assert [found["FIV-08 leave_out_too_many"] for found in chunk.rules] == [row[over] for row in chunk.events]
    assert chunk.forbids["103"] == sum(row[STEP] for row in chunk.facts)
    assert [found["FIV-05 end_turn"] for found in chunk.rules] == [21] * 4


# Reports


@pytest.fixture(scope="module")
def found() -> Study:
    """Two settings of Kolpa!, twenty games each, by the interpreted rules."""
    settings = [Setting(2), Setting(2, (("target", 20),))]
    plan = Plan(game("kolpa"), settings, ("level2",), 20, 1, skill=True)
    chunks = [[play_chunk(case, 0, deals, "interpreted")] for case, deals in plan.all_cases]
    return gathered(plan, plan.all_cases, chunks)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_report_needs_nothing_else_and_is_the_same_again(found: Study, language: str) -> None:
    page = report(found, language)
    assert language == "en" or page == report(found, language)
    assert f'<html lang="{language}">' in page and page.count("<svg") >= 7
    assert not re.search(r"<script|<link|<img|src=|@import", page)
    assert set(re.findall(r"https?://[^\s\"<]+", page)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    for word in (
        CATALOGUE[language]["report.rules"],
        "KOL-09",
        "pioche lab kolpa --players 2 --set 'target=20' --compare",
    ):
        assert word in page


def test_the_sentence_of_a_comparison(found: Study) -> None:
    (comparison,) = found.comparisons
    said = sentence(comparison, "en")
    assert said.startswith("target=20 instead of 50, 2 players: ")
    assert re.search(r"\d+\u202f% shorter \(± [\d.]+\u202f%\), first seat [+−][\d.]+ points ± [\d.]+", said)
    assert "plus court" in sentence(comparison, "fr")
    assert found.compare(1, 0) == comparison


def test_a_curve_goes_from_value_to_value_in_whatever_order_they_were_played(found: Study) -> None:
    one, other = (plots.curve(each, "target", "turns", "en") for each in (found.findings, found.findings[::-1]))
    assert one == other


def test_ticks_are_written_as_they_are() -> None:
    assert [plots.written(value, "fr") for value in (2.5, -10.0, 0.0, 0.1 + 0.2)] == ["2,5", "−10", "0", "0,3"]


def test_a_frame_has_a_row_for_every_setting(found: Study) -> None:
    frame = found.frame()
    assert frame.shape[0] == 2 and frame["target"].to_list() == [50, 20]
    assert frame["turns"][0] > frame["turns"][1] and frame["turns_low"][0] < frame["turns"][0] < frame["turns_high"][0]


def test_data_are_written(found: Study, tmp_path: Path) -> None:
    import json

    from pyarrow import parquet

    found.write_parquet(tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert len(table) == 2 * 20 * 2
    assert sum(row["share"] for row in table) == 40
    found.write_json(tmp_path / "study.json")
    assert json.loads((tmp_path / "study.json").read_text()) == json.loads(json.dumps(found.as_json()))


def test_what_is_missing_is_named_with_what_to_install(
    found: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("matplotlib", "polars", "pyarrow"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"pip install 'pioche\[lab\]'"):
        found.frame()
    with pytest.raises(MissingExtra, match=r"pip install 'pioche\[parquet\]'"):
        found.write_parquet(tmp_path / "games.parquet")
    with pytest.raises(MissingExtra) as refused:
        found.write_html(tmp_path / "report.html")
    english, french = map(refused.value.sentence, ("en", "fr"))
    assert english == "A report of the lab needs the extra [reports]: pip install 'pioche[reports]'"
    assert french.startswith("Un rapport du banc d'essai a besoin de l'extra [reports]")
    assert list(tmp_path.iterdir()) == []


def test_numbers_are_written_as_in_each_language() -> None:
    assert (number(1234.56, 1, "en"), number(1234.56, 1, "fr")) == ("1,234.6", "1\u202f234,6")
    assert percent(-0.052, 1, "fr", sign=True) == "−5,2\u202f%"
    assert shown("turns", measure_games.Figure(41.25, 40.0, 42.5), "en") == "41.2 ± 1.2"
    assert shown("draws", measure_games.Figure(0.5, 0.4, 0.6), "en") == "50.0\u202f% ± 10.0"


def test_both_languages_say_the_same() -> None:
    FR, EN = CATALOGUE["fr"], CATALOGUE["en"]
    assert FR.keys() == EN.keys()
    for key in FR:
        assert sorted(re.findall(r"{\w+}", FR[key])) == sorted(re.findall(r"{\w+}", EN[key])), key
