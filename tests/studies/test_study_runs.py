"""The designer's lab at work: compiled games, workers, Ctrl-C, the command, and bots that play on views."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pioche.arena import arena
from pioche.arena.play_games import position_on_views
from pioche.arena.seatings import Match, Played
from pioche.core.compile_cache import user_cache
from pioche.studies import examine, play_chunks, study, walk
from pioche.studies.html_report import report
from pioche.studies.play_chunks import StudyCase, play_chunk
from pioche.studies.study_store import StudyStore
from pioche.studies.watching_rules import STEP
from pioche.table.errors import PiocheError

pytestmark = pytest.mark.xdist_group("lab")  # compiled for one worker only
WISH: dict[str, Any] = {"players": "2,3", "set": {"target": [10, 20]}, "bots": ["level2"], "games": 500, "seed": 4}
COMMAND = ["kolpa", "--players", "3", "--set", "target=10", "--bots", "level2", "--seed", "4"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of our own, in which only the rules' machine code is the user's."""
    (tmp_path / "pioche").mkdir()
    for part in ("ahead", "compiled"):
        (tmp_path / "pioche" / part).symlink_to(user_cache() / "pioche" / part)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def run(*words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "pioche", "lab", *words]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)


@pytest.mark.parametrize("deck", [(), (("J", 1),)])
def test_compiled_and_interpreted_games_are_the_same(deck: tuple[tuple[str, int], ...]) -> None:
    for follow in (False, True):
        case = StudyCase(Match("kolpa", 3, ("level1", "level3"), 2), deck, follow)
        assert play_chunk(case, 0, 2) == play_chunk(case, 0, 2, "interpreted")


def test_decks_do_not_share_machine_code() -> None:
    """The same compiled function for two decks would give the same games."""
    chunks = [play_chunk(StudyCase(Match("kolpa", 2, ("level3",), 1), deck), 0, 20) for deck in ((), (("J", 1),))]
    jokers = [chunk.held[30][1] for chunk in chunks]
    assert chunks[0].scores != chunks[1].scores and jokers[1] < jokers[0] / 2


def test_a_bot_wins_here_what_it_wins_in_the_arena() -> None:
    """On the same deals, with other randomness of its own."""
    ours = examine("kolpa", 2, bots=["thumb", "random"], games=400, skill=False).findings[0].wins["thumb"]
    theirs = arena("kolpa", ["thumb", "random"], 2, 400).summary[0]
    assert theirs.bot == "thumb" and theirs.win_interval is not None and ours.low is not None and ours.high is not None
    assert ours.low < theirs.win_interval[1] and theirs.win_interval[0] < ours.high


def test_the_same_report_on_one_worker_and_on_two() -> None:
    one, two = (examine("kolpa", **WISH, workers=workers) for workers in (1, 2))
    assert one.as_json() == two.as_json()
    assert report(one, "en") == report(two, "en")
    other = examine("kolpa", **{**WISH, "seed": 5}, workers=2)
    assert other.as_json()["digest"] != one.as_json()["digest"]
    assert one.whole and one.games == 4 * 500
    turns = [each.figures["turns"].value for each in one.findings]
    assert turns[0] < turns[1] and turns[2] < turns[3]
    for each in one.findings:
        assert each.figures["skill"].value > 0.6


def test_a_study_is_a_frame() -> None:
    frame = study("kolpa", players=2, set={"target": [10]}, games=40)
    assert frame.shape[0] == 1 and 0 < frame["turns"][0] < 100


def test_a_study_goes_on_where_it_was_stopped(folder: Path) -> None:
    played: list[int] = []

    def stop(games: int, moves: int) -> None:
        played.append(games)
        if sum(played) >= 400:
            raise KeyboardInterrupt

    part = examine("kolpa", **WISH, workers=1, keep=True, progress=stop)
    assert not part.whole and 0 < part.games < 2000
    again: list[tuple[int, int]] = []
    whole = examine("kolpa", **WISH, workers=2, keep=True, progress=lambda *done: again.append(done))
    assert again[0] == (sum(played), 0)
    assert whole.as_json() == examine("kolpa", **WISH, workers=2).as_json()
    rest: list[int] = []
    assert examine("kolpa", **WISH, keep=True, progress=lambda games, _: rest.append(games)).games == 2000
    assert rest == []  # all of it was stored


def test_a_line_that_was_cut_off_is_passed_over(folder: Path) -> None:
    case = StudyCase(Match("kolpa", 2, ("thumb",), 1))
    store = StudyStore(case)
    store.open(fresh=False)
    store.add(play_chunk(case, 0, 2))
    with store.path.open("ab") as file:
        file.write(b'{"first": 2')
    assert list(store.open(fresh=False)) == [(0, 2)]
    store.add(play_chunk(case, 2, 2))
    assert list(store.open(fresh=False)) == [(0, 2), (2, 2)]
    assert store.open(fresh=True) == {}


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"games": 0}, "setup.games"),
        ({"seed": -1}, "setup.seed"),
        ({"bots": ["champion"]}, "setup.bot"),
        ({"bots": []}, "arena.no_bots"),
        ({"set": {"target": [5]}}, "setup.value"),
        ({"set": {"J": [9]}}, "lab.copies"),
        ({"bots": ["level5"], "set": {"J": [2]}}, "lab.thinking"),
        ({"workers": 0}, "arena.workers"),
        ({"backend": "cloud"}, "arena.backend"),
    ],
)
def test_bad_wishes_are_refused_before_anything_runs(
    wish: dict[str, Any], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pioche.studies.run_study.carry_out", None)
    with pytest.raises(PiocheError) as refused:
        examine("kolpa", **{**WISH, **wish})
    assert refused.value.reason[0] == key


def test_bots_that_think_play_on_views_and_are_watched_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here thumb stands for a bot that is no compiled policy."""
    monkeypatch.setattr(play_chunks, "bot_profile", lambda name, game: None)
    case = StudyCase(Match("kolpa", 2, ("thumb",), 1))
    chunk = play_chunk(case, 0, 2)
    ends = [position_on_views(case.match, Played(deal, 0, [], [], [0, 0], [0.0, 0.0])) for deal in range(2)]
    assert chunk.scores == [pos.scores for pos in ends]
    assert [row[STEP] for row in chunk.facts] == [pos.played for pos in ends]


def test_games_can_be_walked_through() -> None:
    """The moves of the same games, with the position before each and what came of it."""
    steps = list(walk("kolpa", 2, {"J": 1}, ["level3", "random"], games=2, seed=6))
    chunk = play_chunk(StudyCase(Match("kolpa", 2, ("level3", "random"), 6), (("J", 1),)), 0, 2)
    assert [sum(step.game == number for step in steps) for number in (0, 1)] == [
        chunk.facts[0][STEP],
        chunk.facts[3][STEP],
    ]
    assert [steps[0].bot, steps[0].seat] in ([["level3", 0], ["random", 1]])
    assert all(step.move in step.position.choices and step.seat == step.position.actor for step in steps)
    assert steps[-1].events[-1].kind == "winners"


# The command


def test_the_command_writes_all_it_is_asked_for(folder: Path) -> None:
    page, data, games = (folder / name for name in ("study.html", "study.json", "games.parquet"))
    done = run(
        *COMMAND,
        "--games",
        "60",
        "--compare",
        "--report",
        str(page),
        "--out",
        str(data),
        "--out",
        str(games),
        "--lang",
        "fr",
    )
    assert done.returncode == 0, done.stderr
    assert "target=10 au lieu de 50, 3 joueurs : " in done.stdout and "plus court" in done.stdout
    assert page.read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="fr">')
    assert [each["set"] for each in json.loads(data.read_text())["settings"]] == [{}, {"target": 10}]
    assert games.stat().st_size > 1000
    again = run(*COMMAND, "--games", "60", "--compare", "--json")
    assert json.loads(again.stdout) == json.loads(data.read_text())


@pytest.mark.neighbours
@pytest.mark.parametrize("cluster", [["ray", "--address", "local"], ["dask", "--workers", "2"]], ids=["ray", "dask"])
def test_a_cluster_plays_the_same_study(folder: Path, cluster: list[str]) -> None:
    """A cluster of two processes or more, started on this machine for the test."""
    words = [*COMMAND, "--games", "600", "--no-skill", "--fresh", "--json"]
    there, here = run(*words, "--backend", *cluster), run(*words)
    assert there.returncode == here.returncode == 0, there.stderr
    assert json.loads(there.stdout)["digest"] == json.loads(here.stdout)["digest"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "target=9"], "The option target can't be “9”: a number from 10 to 200."),
        (["--set", "target=20..10"], "“20..10” is no sweep: expected 20..100 or, by tens, 20..100:10."),
        (["--players", "2-9"], "Kolpa! is for 2 to 6 players, not 7."),
        (["--out", "games.csv"], "“games.csv” is no file for data: expected a name that ends in .parquet or .json."),
        (["--report", "/nowhere/study.html"], "Can't write /nowhere/study.html: No such file or directory"),
    ],
)
def test_the_command_refuses_in_one_sentence(words: list[str], said: str) -> None:
    done = run("kolpa", *words, "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said) and done.stderr.count("\n") == 1


def is_begun(folder: Path) -> bool:
    """Are the first games there, and more after them? Workers end in any order, and what follows a gap is not told."""
    kept = [path.read_bytes().split(b"\n")[:-1] for path in (folder / "pioche").glob("lab/*.jsonl")]
    return any(json.loads(line)["first"] == 0 for lines in kept for line in lines[:-1])


def test_ctrl_c_keeps_what_was_played(folder: Path) -> None:
    words = [sys.executable, "-m", "pioche", "lab", *COMMAND, "--games", "200000", "--json", "--lang", "en"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 200
    while not is_begun(folder):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "the same command goes on from there" in errors
    assert 0 < json.loads(out)["games"] < 200_000
