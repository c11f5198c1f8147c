"""`pioche arena` as a user meets it: its output, its exit code, Ctrl-C, and clusters."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pioche.arena import Played
from pioche.cli import main
from pioche.core.compile_cache import user_cache

MATCH = ["kolpa", "--bots", "thumb,random", "--players", "3", "--seed", "5", "--set", "target=20"]
FIGURES = {
    "bot": str, "seats": int, "win_share": float, "win_interval": list, "margin": float, "margin_interval": list,
    "score": float, "place": float, "rating": float, "rating_sigma": float, "moves": int, "seconds": float,
    "moves_per_second": float,
}  # fmt: skip
FIELDS = {
    "game": str, "players": int, "seed": int, "options": dict, "seatings": list, "deals": int, "wanted_deals": int,
    "games": int, "moves": int, "seconds": float, "digest": str, "bots": list,
}  # fmt: skip

ON_VIEWS = """
import os
from pioche.lab import arena
if __name__ == "__main__":
    progress = lambda games, moves: print(games, flush=True)
    games = int(os.environ["GAMES"])
    result = arena("kolpa", ["thumb", "random"], 2, games, 5, workers=2, on_views=True, keep=True, progress=progress)
    print(result.deals, result.digest)
"""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A cache folder of our own, in which only the rules' machine code is the user's."""
    folder = tmp_path_factory.mktemp("cache")
    (folder / "pioche").mkdir()
    for part in ("ahead", "compiled"):
        (folder / "pioche" / part).symlink_to(user_cache() / "pioche" / part)
    return {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "160", "NO_COLOR": "1", "XDG_CACHE_HOME": str(folder)}


def run(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pioche", "arena", *words]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)


def found(env: dict[str, str], *words: str) -> dict[str, Any]:
    done = run(env, *words, "--json")
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_json_is_all_there_is_on_the_standard_output(env: dict[str, str]) -> None:
    result = found(env, *MATCH, "--games", "300")
    assert {name: type(value) for name, value in result.items()} == FIELDS
    assert (result["deals"], result["games"], result["options"]) == (100, 300, {"target": "20"})
    assert result["seatings"] == [
        ["thumb", "random", "thumb"], ["random", "thumb", "thumb"], ["thumb", "thumb", "random"]
    ]  # fmt: skip
    for each in result["bots"]:
        assert {name: type(value) for name, value in each.items()} == FIGURES
        assert each["win_interval"][0] <= each["win_share"] <= each["win_interval"][1]
        assert each["margin_interval"][0] <= each["margin"] <= each["margin_interval"][1]
    assert [each["bot"] for each in result["bots"]] == ["thumb", "random"]


def test_a_table_in_both_languages_and_a_parquet_file(env: dict[str, str], tmp_path: Path) -> None:
    from pyarrow import parquet

    english = run(env, *MATCH, "--games", "300", "--out", str(tmp_path / "games.parquet"))
    assert "Kolpa!, 3 players, seed 5: 100 deals, 300 games" in english.stdout
    assert "Wins per seat" in english.stdout
    assert parquet.read_table(tmp_path / "games.parquet").num_rows == 900
    french = run(env, *MATCH, "--games", "300", "--lang", "fr")
    assert "Victoires par siège" in french.stdout
    assert "à forces égales chaque siège gagne 33.3%" in " ".join(french.stdout.split())


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(env: dict[str, str]) -> None:
    command = [sys.executable, "-m", "pioche", "arena", *MATCH, "--games", "30000000", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    wait_for_store(env, least=300_000)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    stopped = json.loads(out)
    assert 0 < stopped["deals"] < stopped["wanted_deals"]
    assert "the same command goes on from there" in err
    assert "Traceback" not in err
    again = found(env, *MATCH, "--games", str(stopped["games"]))
    assert again["digest"] == stopped["digest"]
    assert found(env, *MATCH, "--games", "300", "--fresh")["games"] == 300


def stored(env: dict[str, str]) -> Iterator[Path]:
    """The files of all matches."""
    return (Path(env["XDG_CACHE_HOME"]) / "pioche" / "arena").glob("*.jsonl")


def wait_for_store(env: dict[str, str], least: int) -> None:
    """Wait until so many bytes of games have been stored."""
    for _ in range(600):
        if sum(file.stat().st_size for file in stored(env)) > least:
            return
        time.sleep(0.1)
    raise AssertionError("nothing was stored")


def first_deal_is_stored(env: dict[str, str]) -> bool:
    """Whether a match of two has played its first deal from both seats."""
    whole = [line for file in stored(env) for line in file.read_text().rpartition("\n")[0].splitlines()]
    played = [msgspec.json.decode(line, type=Played) for line in whole]
    return {0, 1} == {each.rotation for each in played if each.deal == 0 and len(each.scores) == 2}


def test_ctrl_c_reaches_all_processes_and_leaves_no_traceback(env: dict[str, str]) -> None:
    """As a terminal sends it: to the workers, too."""
    command = [sys.executable, "-c", ON_VIEWS]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**env, "GAMES": "100000"},
        start_new_session=True,
    )  # fmt: skip
    assert process.stdout
    while not first_deal_is_stored(env):  # one process may begin much later than the other
        assert process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    deals, digest = out.split()[-2:]
    again = subprocess.run(command, capture_output=True, text=True, env={**env, "GAMES": str(2 * int(deals))})
    assert again.stdout.split()[-2:] == [deals, digest]


@pytest.mark.neighbours
@pytest.mark.parametrize("cluster", [["ray", "--address", "local"], ["dask", "--workers", "2"]], ids=["ray", "dask"])
def test_a_cluster_plays_the_same_games(env: dict[str, str], cluster: list[str]) -> None:
    """A cluster of two processes or more, started on this machine for the test."""
    words = [*MATCH, "--games", "1500", "--fresh"]
    there = found(env, *words, "--backend", *cluster)
    assert there["digest"] == found(env, *words)["digest"]


BAD = [
    (["chess"], "There is no game “chess”"),
    (["kolpa", "--bots", "genius,random"], "There is no bot “genius”"),
    (["kolpa", "--bots", "search:0,random"], "0"),
    (["kolpa", "--bots", ""], "Name at least one bot"),
    (["kolpa", "--bots", ",".join(["thumb"] * 40), "--players", "2"], "40 bots at 2 seats make 1560 games"),
    (["kolpa", "--games", "0"], "At least one game must be played, not 0."),
    (["kolpa", "--players", "9"], "2 to 6 players, not 9"),
    (["kolpa", "--seed", "-4"], "seed “-4”"),
    (["kolpa", "--set", "target=3"], "target can't be “3”"),
    (["kolpa", "--set", "tarjet=30"], "is no option of Kolpa!"),
    (["kolpa", "--set", "target"], "expected name=value"),
    (["kolpa", "--out", "/no/such/folder/games.parquet"], "Can't write /no/such/folder/games.parquet"),
    (["kolpa", "--out", "."], "Can't write ."),
    (["kolpa", "--backend", "spark"], "“spark” is no way to do the work; expected: loky, ray, dask."),
    (["kolpa", "--address", "tcp://10.0.0.1:8786"], "add --backend ray or --backend dask"),
    (
        ["kolpa", "--backend", "dask", "--address", "tcp://127.0.0.1:1"],
        "Dask does not answer (address: tcp://127.0.0.1:1)",
    ),
    (["kolpa", "--backend", "ray", "--address", "127.0.0.1:1"], "Ray does not answer (address: 127.0.0.1:1)"),
    (["kolpa", "--workers", "0"], "At least one process must work, not 0."),
    (["kolpa", "--lang", "de"], "“de” is not available"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(words)[:40] for words, _ in BAD])
def test_bad_input_is_one_sentence_before_anything_runs(
    words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr("pioche.table.catalogue._chosen", [])
    monkeypatch.setattr("pioche.arena.run_match.prepare", lambda match: pytest.fail("it began to play"))
    monkeypatch.setattr(sys, "argv", ["pioche", "arena", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    found = capsys.readouterr()
    assert (stopped.value.code, found.out) == (2, "")
    assert message in found.err
    assert len(found.err.strip().splitlines()) == 1
