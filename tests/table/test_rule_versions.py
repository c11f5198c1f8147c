"""A game goes on by the version of the rules under which it began: records, written positions and stored tables."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

import pytest

import pioche
from pioche.core import RULES
from pioche.server.model.entries import Created, read_entry, write_entry
from pioche.server.sessions.lobby import check_table
from pioche.table.observation_layout import layout
from pioche.table.record import deal_words
from pioche.testing.laws import notation_round_trips, reach

CORPUS = Path(__file__).parents[1] / "faults" / "corpus" / "0.1.0" / "rules"


def as_recorded_in_01(text: str) -> str:
    """0.1 wrote nothing about the version of the rules."""
    return text.replace(f"record 1 rules={RULES}\n", "record 1\n")


def replayed(text: str) -> pioche.Position:
    *_, last = pioche.replay(text)
    return last


def test_a_record_says_by_which_rules_it_was_played(name: str) -> None:
    pos = reach(pioche.game(name), 2, seed=3, moves=10)
    assert pioche.record(pos).startswith(f"record 1 rules={RULES}\ndeal {name} 2 seed=3\n")
    assert "rules=" not in str(pos)


def test_a_record_that_names_no_rules_is_of_the_first_ones(name: str) -> None:
    old = as_recorded_in_01(pioche.record(pioche.game(name).deal(2, seed=3)))
    pos = replayed(old)
    assert " rules=1" in str(pos).splitlines()[0]
    assert " rules=1" in pos.view(None).splitlines()[0]
    assert pioche.record(pos) == old


def test_a_written_position_of_the_first_rules_stays_one() -> None:
    pos = pioche.parse("kolpa turn=A rules=1\ndiscard: R3\nA: hand R1 B2\nB: hand ?*5")
    notation_round_trips(pos, Random(1))
    pos.play(0, "R1")
    notation_round_trips(pos, Random(1))
    assert "rules=1" in str(pos.copy()) and "rules=1" in str(pos.imagine(1, Random(1)))
    text = pioche.record(pos)
    assert text.startswith("record 1\n  kolpa turn=A rng=")
    assert replayed(text) == pos


@pytest.mark.parametrize("head", [f"record 1 rules={RULES + 1}", "record 1 rules=0"])
def test_a_record_of_rules_yet_to_come_is_refused(head: str) -> None:
    text = pioche.record(pioche.game("kolpa").deal(2, seed=1))
    with pytest.raises(pioche.NotationError, match="version of the rules") as error:
        list(pioche.replay("\n".join([head, *text.splitlines()[1:]])))
    assert error.value.line == 1


@pytest.mark.parametrize("word", ["rules=3", "rules=x", "rules=0", "rules="])
def test_a_position_of_rules_that_there_are_not_is_refused(word: str) -> None:
    with pytest.raises(pioche.NotationError, match="1 to 2") as error:
        pioche.parse(f"kolpa turn=A {word}\nA: hand ?\nB: hand ?")
    assert error.value.word == word


@pytest.mark.parametrize(
    ("of", "agreed", "old", "new"),
    [
        ("ko", {}, "trumps_in_runs=off", "trumps_in_runs=on"),
        ("5211", {"long": "on"}, "between=last_round", "between=at_once"),
        ("kolpa", {}, "renew=needed", "renew=empty"),
    ],
)
def test_the_first_rules_have_no_options_of_later_ones(of: str, agreed: dict[str, str], old: str, new: str) -> None:
    """What 0.1 played may be said, and is what is seen; anything else is refused."""
    option, _, value = old.partition("=")
    wanted = f"“{value}”, since this game is played by version 1 of the rules"
    chosen, said = pioche.game(of), agreed | {option: value}
    pos = chosen.deal_from(1, 2, said, 1)
    assert str(pos) == str(chosen.deal_from(1, 2, agreed, 1)) and option not in str(pos)
    assert str(replayed(pioche.record(pos))) == str(pos)
    assert chosen.deal_from(1, 2, agreed | {option: new.partition("=")[2]}, RULES)

    pioche.speak("en")
    with pytest.raises(pioche.NotationError, match=wanted) as refused:
        list(pioche.replay(pioche.record(pos).replace(old, new)))
    assert refused.value.line == 2
    head, _, rest = str(pos).partition("\n")
    assert str(pioche.parse(f"{head} {old}\n{rest}")) == str(pos)
    with pytest.raises(pioche.NotationError, match=wanted) as refused:
        pioche.parse(f"{head} {new}\n{rest}")
    assert (refused.value.line, refused.value.word) == (1, new)


@pytest.mark.parametrize(("rules", "played"), [(1, 0), (2, 1)])
def test_it_is_observed_what_is_played(rules: int, played: int) -> None:
    """A trump fills no gap by the first rules: R4 T5 R6 is no run."""
    pos = pioche.game("ko").deal_from(1, 2, {}, rules)
    part = layout(pos.game, 2)["trumps_in_runs"]
    assert pos.observe(0)[part.start] == played


def test_the_words_of_a_deal_are_those_of_its_record() -> None:
    pos = pioche.game("ko").deal(3, seed=1, stall=7, swap=0)
    head, deal, *_ = pioche.record(pos).splitlines()
    words = [*head.split()[2:], *(word for word in deal.split()[1:] if not word.startswith("seed="))]
    assert deal_words("ko", 3, {"stall": 7, "swap": 0}) == " ".join(words) == f"rules={RULES} ko 3 stall=7 swap=0"
    assert deal_words("ko", 3, {}, 1) == "ko 3"


def test_new_tables_have_the_present_rules_and_stored_ones_theirs() -> None:
    made = check_table(Created("ko", 3, "A", ""), "A")
    assert made.rules == RULES
    assert read_entry(write_entry(made)) == made
    stored = read_entry(b'{"kind":"created","game":"ko","players":3,"host":"A","commitment":""}')
    assert isinstance(stored, Created)
    assert stored.rules == 1


# KO as 0.1 played it


def test_a_record_of_01_keeps_its_fault() -> None:
    """A can't take the old skip card, and ends its turn with fourteen cards; by the present rules it must take it."""
    text = (CORPUS / "ko.txt").read_text(encoding="utf-8")
    last = replayed(text)
    assert last.view(0).splitlines()[4].startswith("A: hand Y1 Y2") and last.actor == 2
    assert pioche.record(last) == text
    with pytest.raises(pioche.NotationError, match="A done"):
        replayed(text.replace("record 1\n", f"record 1 rules={RULES}\n"))


@pytest.mark.parametrize(("seed", "wanted"), json.loads((CORPUS / "ko.json").read_text(encoding="utf-8")).items())
def test_games_of_01_go_on_as_they_went(seed: str, wanted: str, engine: str) -> None:
    """Every position and every list of moves, among them those that were wrong, as 0.1 itself gave them."""
    assert course(int(seed), 1) == wanted


@pytest.mark.parametrize("rules", [1, 2])
def test_what_is_imagined_looks_the_same_by_all_rules(rules: int, engine: str) -> None:
    """Games of 0.1 show how much of a third hand others know; whatever is shown, imagined positions show it too."""
    text = "ko turn=A{}\nstock: ?\nopen: G5\nA: hand R1 PEEK2 PEEK2 G1\nB: hand ?*15; knows A:PEEK2\nC: hand ?*15"
    pos = pioche.parse(text.format(" rules=1" if rules == 1 else ""))
    views = [pos.view(seat) for seat in range(3)]
    assert [pos.imagine(seat, Random(1)).view(seat) for seat in range(3)] == views
    assert ("knows A:?" in views[2]) is (rules == 1)


def test_games_of_today_go_otherwise() -> None:
    wanted = json.loads((CORPUS / "ko.json").read_text(encoding="utf-8"))
    assert any(course(int(seed), RULES) != wanted[seed] for seed in wanted)


def course(seed: int, rules: int) -> str:
    """A random game of KO, by all that there was to see and to choose."""
    told, rng = hashlib.sha256(), Random(seed)
    pos = pioche.game("ko").deal_from(seed, 2 + seed % 4, {"max_turns": 60}, rules)
    while not pos.over:
        choices = pos.choices
        told.update("\n".join([str(pos).replace(" rules=1", ""), *choices]).encode())
        rare = [move for move in choices if move in ("discard REV", "discard SKIP", "from open")]
        pos.play(pos.actor or 0, rng.choice(rare if rare and rng.random() < 0.3 else choices))
    return told.hexdigest()
