"""What a person reads: labels of rules, endings of games, French punctuation, lines of the terminal."""

from __future__ import annotations

import re
import tomllib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche.table.catalogue import counted, say
from pioche.table.events import ending
from pioche.table.game_registry import game
from pioche.terminal.catalogue import text
from pioche.terminal.rules_output import explain_rule, print_rules
from pioche.terminal.screen import Screen
from support.catalogues import CATALOGUES

ENDINGS = [
    ([3], {"en": ["A ends with 3 points."], "fr": ["A termine avec 3 points."]}),
    ([1], {"en": ["A ends with 1 point."], "fr": ["A termine avec 1 point."]}),
    ([0], {"en": ["A ends with 0 points."], "fr": ["A termine avec 0 point."]}),
    ([-2], {"en": ["A ends with -2 points."], "fr": ["A termine avec -2 points."]}),
]
PLAIN = {"envs", "studies"}
VICTORIES = [
    ([1], "B wins.", "Victoire de B."),
    ([0, 2], "A and C win.", "Victoire partagée\u00a0: A et C."),
    ([0, 1, 2], "A, B and C win.", "Victoire partagée\u00a0: A, B et C."),
]


def rules_page(name: str, width: int = 80) -> list[str]:
    """The page of a game's rules in French, as a terminal shows it."""
    pioche.speak("fr")
    page = StringIO()
    print_rules(Screen(file=page, width=width), game(name))
    return page.getvalue().splitlines()


@pytest.mark.parametrize(("scores", "said"), ENDINGS, ids=str)
def test_points_are_counted_in_words(scores: list[int], said: dict[str, list[str]]) -> None:
    for language in ("en", "fr"):
        assert ending(game("kolpa"), scores, [0])[0].sentence(language) == said[language][0]


@pytest.mark.parametrize(("winners", "english", "french"), VICTORIES, ids=str)
def test_several_share_a_victory(winners: list[int], english: str, french: str) -> None:
    event = ending(game("kolpa"), [], winners)[-1]
    assert (event.sentence("en"), event.sentence("fr")) == (english, french)
    assert event.details["seats"] == ", ".join("ABC"[seat] for seat in winners)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_line_of_the_rules_breaks_at_a_no_break_space(name: str, width: int) -> None:
    lines = [line.strip() for line in rules_page(name, width)]
    assert [line for line in lines if re.match("[:;!?»]", line) or line.endswith("«")] == []
    assert any("\u00a0" in line for line in lines)


def test_french_has_its_no_break_spaces() -> None:
    """Before : ; ! ? » and after «, in every catalogue but those that say everything with plain spaces."""
    said = [each for name in CATALOGUES.keys() - PLAIN for each in CATALOGUES[name]["fr"].values()]
    assert [each for each in said if re.search(" [:;!?»]|« ", each)] == []


def test_an_option_is_shown_in_words() -> None:
    page = " ".join(line.strip() for line in rules_page("coloretto"))
    assert "table (l'un de\u00a0: brown, grey\u00a0; par défaut\u00a0: brown)\u00a0: Dit quel barème" in page
    assert "grey\u00a0: gris (1, 4, 8, 7, 6, 5)" in page


def test_rules_say_where_they_come_from() -> None:
    marks = {part.split()[0]: part for part in "\n".join(rules_page("coloretto")).split("\nCOL-")}
    for number, mark in (("10", "règle publiée"), ("R6", "règle publiée"), ("09", "décision de Pioche")):
        assert f"({mark}" in marks[number], number
    assert not re.search(r"\n +\([rd]", marks["08"])
    origins = {game("ko").origin(each) for each in ("KOO-06", "KOO-R12")}
    assert origins == {"sheet", "ruling"}


@pytest.mark.parametrize(("language", "mark"), [("en", "(Pioche's ruling)"), ("fr", "(décision de Pioche)")])
def test_a_rule_that_is_asked_for_says_where_it_comes_from(language: str, mark: str) -> None:
    pioche.speak(language)
    said = []
    for rule in ("KOO-R12", "KOO-06"):
        page = StringIO()
        explain_rule(Screen(file=page, width=80), game("ko"), rule)
        said.append(page.getvalue())
    assert said[0].splitlines()[-1] == mark
    assert mark not in said[1]


NUMBERED = [
    (0, "Game stopped after 0 moves.", "Partie arrêtée après 0 coup."),
    (1, "Game stopped after 1 move.", "Partie arrêtée après 1 coup."),
    (2, "Game stopped after 2 moves.", "Partie arrêtée après 2 coups."),
]


@pytest.mark.parametrize(("moves", "english", "french"), NUMBERED, ids=str)
def test_moves_are_counted_in_words(moves: int, english: str, french: str) -> None:
    for language, wanted in (("en", english), ("fr", french)):
        pioche.speak(language)
        assert text("play.bye", moves=counted("moves", moves)) == wanted


def test_a_record_that_stops_counts_its_moves() -> None:
    moves = pioche.record(pioche.parse("kolpa turn=A\ndiscard: R3\nA: hand R4 P1\nB: hand ?*5"))
    head = moves.partition("\nend")[0]
    for played, ends in (("", ("0 moves", "0 coup")), ("\nA R4", ("1 move", "1 coup"))):
        for language, end in zip(("en", "fr"), ends, strict=True):
            with pytest.raises(pioche.NotationError) as refused:
                list(pioche.replay(head + played))
            assert f" {end}," in refused.value.sentence(language)
            with pytest.raises(pioche.NotationError) as refused:
                list(pioche.replay(f"{head}{played}\nend 7 0\n"))
            assert f": {end}." in refused.value.sentence(language)


COUNTED = [
    ("table", "batch.shape", "n", "whole_numbers", "1 whole number,", "1 nombre entier,"),
    ("table", "verify.shown.yes", "views", "times", "(1 time)", "(1 fois)"),
    ("table", "search.reason", "visits", "imagined_games", "1 imagined game", "1 partie imaginée"),
    ("terminal", "review.stopped", "done", "decisions", "1 decision of 9", "1 décision sur 9"),
    ("terminal", "review.mean", "count", "decisions", "1 decision,", "1 décision,"),
    ("terminal", "simulate.stopped", "games", "games", "1 game of 9", "1 partie sur 9"),
    ("terminal", "arena.stopped", "deals", "deals", "1 deal of 9", "1 donne sur 9"),
    ("terminal", "arena.title", "deals", "deals", "1 deal,", "1 donne,"),
    ("terminal", "arena.title", "games", "games", "1 game", "1 partie"),
    ("arena", "arena.cores", "cores", "cores", "1 core,", "1 cœur,"),
    ("studies", "lab.few_cards", "left", "cards", "1 card,", "1 carte,"),
    ("studies", "lab.stopped", "games", "games", "1 game;", "1 partie"),
    ("studies", "report.lead", "games", "games_played", "1 game played by", "1 partie jouée par"),
    ("studies", "report.rules_lead", "followed", "games_followed", "1 game followed step", "1 partie suivie pas"),
]


@pytest.mark.parametrize(("of", "key", "detail", "what", "english", "french"), COUNTED, ids=lambda each: str(each)[:20])
def test_one_is_not_several(of: str, key: str, detail: str, what: str, english: str, french: str) -> None:
    catalogue = CATALOGUES[of]
    for language, wanted in (("en", english), ("fr", french)):
        details: dict[str, Any] = dict.fromkeys(re.findall(r"{(\w+)}", catalogue[language][key]), 9)
        assert wanted in say(key, language, catalogue, **details | {detail: counted(what, 1)})
        assert wanted not in say(key, language, catalogue, **details | {detail: counted(what, 2)})


def test_coloretto_says_that_the_sheet_lets_everybody_choose() -> None:
    for language, words in (("fr", ("La feuille", "notre décision")), ("en", ("The sheet", "our ruling"))):
        said = game("coloretto").say("COL-R5", language)
        assert all(each in said for each in (*words, "start=choose"))


def test_labels_are_of_rules_that_there_are(name: str) -> None:
    chosen = game(name)
    assert set(chosen.published + chosen.rulings) <= set(chosen.words["en"])


def test_kol_is_called_from_the_zone_too() -> None:
    pos = pioche.parse("kolpa turn=A\ndiscard: R3\nA: hand G4 P1; zone B3\nB: hand ?*5")
    event = pos.play(0, "zone B3")[0]
    assert (event.sentence("fr") or "").startswith("«\u00a0Kol\u00a0!\u00a0»")
    assert (event.sentence("en") or "").startswith("“Kol!”")


@pytest.mark.parametrize(
    "card", ["passe ton tour", "petit coup d'œil et vol", "vol de cartes", "échange de main général"]
)
def test_ko_has_the_names_of_its_sheet(card: str) -> None:
    page = " ".join(line.strip() for line in rules_page("ko")).replace("\u00a0", " ").casefold()
    assert page.count(card) >= 3


def test_the_browser_calls_kos_cards_what_the_rules_call_them() -> None:
    folder = Path(__file__).parents[2] / "web/src/games/ko"
    for language in ("fr", "en"):
        cards = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))["card"]
        deck = " ".join(game("ko").say("deck", language).replace("\u00a0", " ").split())
        for face in ("REV", "SKIP", "SWAP", "ROT", "PEEK1", "PEEK2", "STEAL"):
            assert re.search(rf"\d (« )?{cards[face].replace('’', chr(39))}\b", deck), f"{face} {language}"


def test_ko_says_that_the_sheet_has_one_ko_card() -> None:
    for language, words in (("fr", "la carte KO, au singulier"), ("en", "the KO card, just one")):
        assert words in " ".join(game("ko").say("deck", language).split())
