"""The command line as a user meets it: a process, its output, its exit code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import pioche
from faults.shuffle_cheats import honest, told
from pioche.testing.laws import reach

ENV = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "160", "NO_COLOR": "1"}


def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pioche", *words]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=ENV, timeout=300)


def test_help_names_every_command() -> None:
    found = run("--help")
    assert found.returncode == 0
    for command in ("games", "rules", "show", "verify", "play", "serve", "admin", "simulate", "arena", "lab"):
        assert command in found.stdout
    assert run("--version").stdout.strip() == f"pioche {pioche.__version__}"


def test_games_are_listed_in_both_languages() -> None:
    for lang in ("fr", "en"):
        found = run("games", "--lang", lang)
        for name in pioche.game_names():
            assert name in found.stdout


def test_rules_explain_every_id(name: str) -> None:
    french, english = run("rules", name, "--lang", "fr"), run("rules", name, "--lang", "en")
    assert french.stdout != english.stdout
    prefix = pioche.game(name).prefix
    for found in (french, english):
        assert f"{prefix}-01" in found.stdout
        assert f"{prefix}-R1" in found.stdout


def test_show_draws_a_position_and_lists_moves(tmp_path: Path) -> None:
    text = "kolpa turn=A\ndiscard: R3\nA: hand R1 G4 J; zone B3\nB: hand ?*5\n"
    (tmp_path / "position.txt").write_text(text)
    for found in (run("show", str(tmp_path / "position.txt")), run("show", "-", stdin=text)):
        assert found.returncode == 0
        assert "R1 | zone B3 | J R | J Y" in found.stdout


def test_show_takes_a_record() -> None:
    record = pioche.record(reach(pioche.game("coloretto"), 2, seed=1, moves=500))
    found = run("show", "-", stdin=record)
    assert found.returncode == 0
    assert "The game is over." in found.stdout


def fair_record() -> tuple[str, pioche.Fair]:
    fair = pioche.Fair(bytes(range(32)), ["4f", None, "0a1b"])
    pos = pioche.game("coloretto").deal(3, key=fair.key)
    for _ in range(9):
        pos.play(pos.actor or 0, pos.choices[0])
    return pioche.record(pos, fair), fair


def test_verify_says_what_it_checked(tmp_path: Path) -> None:
    record, fair = fair_record()
    (tmp_path / "game.txt").write_text(record)
    found = run("verify", str(tmp_path / "game.txt"), "--commit", fair.commit.upper())
    assert (found.returncode, found.stderr) == (0, "")
    assert [line[0] for line in found.stdout.splitlines()] == ["✓"] * 5
    assert "salts of A, C" in found.stdout
    french = run("verify", "-", "--lang", "fr", stdin=record)
    assert french.returncode == 0
    assert "sels de A, C" in french.stdout


def test_verify_fails_on_what_is_amiss() -> None:
    record, _ = fair_record()
    other = run("verify", "-", "--commit", "0" * 64, stdin=record)
    assert other.returncode == 1
    assert [line[0] for line in other.stdout.splitlines()] == ["✓", "✗", "✓", "✓", "✓"]
    opened = run("verify", "-", stdin=pioche.record(reach(pioche.game("kolpa"), 2, seed=1, moves=5)))
    assert opened.returncode == 1
    assert "✗ The shuffles come from an open seed" in opened.stdout
    assert "✓ All moves (5) are legal." in opened.stdout


def test_verify_takes_what_a_browser_kept(tmp_path: Path) -> None:
    deal = honest(Random(1))
    file = tmp_path / "kept.json"
    part = {"salt": deal.parts[0][7:], "table": deal.table, "noted": told(deal), "seen": {"lines": deal.seen()}}
    file.write_text(json.dumps(part))
    found = run("verify", "-", "--kept", str(file), stdin=deal.record())
    assert (found.returncode, found.stderr) == (0, "")
    assert "What was shown of the cards (4 times) is what this seat sees" in found.stdout
    other = run("verify", "-", "--kept", str(file), "--lang", "fr", stdin=deal.written(-1))
    assert other.returncode == 1
    assert "✗ Ce n'est pas la partie que l'on a vue" in other.stdout


BAD = [
    (["verify", "-", "--kept", "pyproject.toml"], "This is not what a browser keeps of a table."),
    (["rules", "chess"], "There is no game “chess”"),
    (["play", "chess"], "There is no game “chess”"),
    (["play", "kolpa", "--players", "9"], "2 to 6 players, not 9"),
    (["play", "kolpa", "-o", "target=3"], "target can't be “3”"),
    (["play", "kolpa", "-o", "target"], "expected name=value"),
    (["play", "kolpa", "-o", "tarjet=30"], "is no option of Kolpa!"),
    (["simulate", "kolpa", "--players", "1"], "2 to 6 players, not 1"),
    (["simulate", "kolpa", "--games", "0"], "At least one game"),
    (["simulate", "kolpa", "--seed", "-4"], "seed “-4”"),
    (["simulate", "kolpa", "--games", "many"], "--games"),
    (["simulate", "kolpa", "--bots", "genius"], "There is no bot “genius”; there are: random, thumb, "),
    (["simulate", "kolpa", "--bots", "thumb,thumb,thumb"], "3 bots for 2 seats: that is too many."),
    (["play", "kolpa", "--players", "3", "--bots", "thumb,thumb,random"], "3 bots for 2 seats: that is too many."),
    (["play", "kolpa", "--bots", "genius"], "There is no bot “genius”"),
    (["show", "no-such-file"], "can't be read"),
    (["verify", "no-such-file"], "can't be read"),
    (["verify", "-"], "a record starts with “record 1”"),
    (["verify", "-", "--commit", "12"], "The commitment “12” must be 64"),
    (["games", "--lang", "de"], "“de” is not available"),
    (["dance"], "dance"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=lambda each: " ".join(each) if isinstance(each, list) else "")
def test_bad_input_is_one_sentence_and_exit_code_2(words: list[str], message: str) -> None:
    found = run(*words)
    assert found.returncode == 2
    assert message in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1
    assert found.stdout == ""


def test_bots_are_counted_by_name_not_by_seat() -> None:
    words = ["simulate", "coloretto", "--players", "3", "--games", "300", "--bots", "thumb,random", "--json"]
    found = json.loads(run(*words).stdout)
    assert found["bots"] == ["thumb", "random", "thumb"]
    assert found["win_share"][1] < 0.1 < 0.3 < found["win_share"][0]
    slow = json.loads(run(*words[:5], "20", *words[6:], "--interpreted").stdout)
    fast = json.loads(run(*words[:5], "20", *words[6:]).stdout)
    assert slow["digest"] == fast["digest"]
    assert slow["win_share"] == fast["win_share"]


BAD_FILES = [
    (
        "kolpa turn=A\nA: hand R1 R1 R1\nB: hand ?*5",
        "Line 2: the card “R1” is named more often than the deck has it (2).",
    ),
    (
        "coloretto turn=A\nrow1: R R R R\nA: cards\nB: cards\nC: cards",
        "Line 2: “row1”: this row holds more than 3 card(s).",
    ),
    ("record 1\ndeal kolpa 2 seed=1\nA R1", "Line 3: the record stops after 1 move, without its “end” line."),
    ("", "Line 1: the text is empty"),
]


@pytest.mark.parametrize(("text", "message"), BAD_FILES)
def test_a_bad_file_is_named_by_line_and_word(text: str, message: str) -> None:
    found = run("show", "-", stdin=text)
    assert (found.returncode, found.stdout) == (2, "")
    assert message in found.stderr


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_whole_game_against_bots(name: str, lang: str, tmp_path: Path) -> None:
    """Always the first move offered: the game comes to its end, and its record replays."""
    file = tmp_path / "game.txt"
    found = run("play", name, "--seed", "3", "--lang", lang, "--record", str(file), stdin="1\n" * 5000)
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    *_, last = pioche.replay(file.read_text(encoding="utf-8"))
    assert last.over
    assert "★" in found.stdout


def test_play_refuses_explains_and_goes_on() -> None:
    """A wrong number, an illegal move, nonsense, help, one rule, then a legal move by its text, then quit."""
    found = run("play", "coloretto", "--seed", "2", stdin="99\ntake 5\nfly\n?\n? COL-05\n? XXX\ndraw\nq\n")
    assert found.returncode == 0
    assert "There is no move number 99" in found.stdout
    assert "COL-03 " in found.stdout
    assert "WORD “fly” is no move of this game." in found.stdout
    assert "COL-05 " in found.stdout
    assert "There is no rule “XXX”" in found.stdout
    assert "Game stopped after" in found.stdout


def test_play_asks_for_a_game() -> None:
    number = pioche.game_names().index("coloretto") + 1
    found = run("play", "--seed", "1", stdin=f"{number}\nq\n")
    assert "Coloretto, 3 players, seed 1" in found.stdout
    assert "Kolpa!, 3 players" in run("play", "--seed", "1", stdin="kolpa\nq\n").stdout
    assert run("play", stdin="").returncode == 2


def test_play_stops_politely_when_nobody_answers() -> None:
    found = run("play", "kolpa", "--seed", "1", stdin="")
    assert found.returncode == 0
    assert "standard input has ended" in found.stdout


def test_the_opponents_cards_are_not_on_the_screen() -> None:
    """Of the other hands only the size is drawn."""
    found = run("play", "kolpa", "--seed", "1", stdin="q\n")
    hands = [line for line in found.stdout.splitlines() if line.strip().startswith(("B ", "C "))]
    assert len(hands) == 2
    assert all("hand ?*" in line for line in hands)


def test_simulate_gives_figures_and_a_digest() -> None:
    words = ["simulate", "coloretto", "--players", "3", "--games", "700", "--seed", "1", "--json"]
    one, two = run(*words, "--jobs", "1"), run(*words, "--jobs", "2")
    first, second = json.loads(one.stdout), json.loads(two.stdout)
    assert first["digest"] == second["digest"]
    assert first["games"] == 700
    assert first["moves"] == second["moves"] > 700 * 100
    assert len(first["mean_score"]) == len(first["win_share"]) == 3
    assert abs(sum(first["win_share"]) - 1) < 0.01
    assert first["mean_length"] == pytest.approx(first["moves"] / 700, abs=0.01)
    assert json.loads(run(*words[:4], "--games", "40", "--seed", "1", "--json").stdout)["digest"] != first["digest"]


def test_simulate_draws_a_table() -> None:
    found = run("simulate", "kolpa", "--players", "2", "--games", "50")
    assert found.returncode == 0
    assert "Moves per second" in found.stdout


def test_ctrl_c_keeps_what_was_simulated() -> None:
    run("simulate", "coloretto", "--games", "1")  # so that nothing is left to compile
    command = [sys.executable, "-m", "pioche", "simulate", "coloretto", "--games", "100000000", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV)
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert 0 < json.loads(out)["games"] < 100000000
    assert "Stopped after" in err


def test_every_option_name_can_be_given() -> None:
    found = run(
        "simulate", "kolpa", "--games", "5", "-o", "target=20", "-o", "vigilance=on", "-o", "rounds=2", "--json"
    )
    assert json.loads(found.stdout)["options"] == {"target": "20", "vigilance": "on", "rounds": "2"}
