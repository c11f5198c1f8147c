"""What `pip install pioche` gives: the wheel in an environment of its own, with what it brings and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import pioche
from support.source_tree import ROOT

pytestmark = pytest.mark.xdist_group("clean_install")
MOST = 115  # megabytes
POSITION = "kolpa turn=A\ndiscard: R3\nA: hand R1 G4 J; zone B3\nB: hand ?*5\n"

GAME = """
import pioche
pos = pioche.game("coloretto").deal(players=3, seed=7)
while not pos.over:
    pos.play(pos.actor, pos.choices[0])
print(pos.scores)
"""

SIZE = """
import sysconfig
from pathlib import Path
print(sum(file.stat().st_size for file in Path(sysconfig.get_path("purelib")).rglob("*") if file.is_file()))
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clean")
    pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("pioche-*.whl")
    venv.create(folder / "venv")
    pip("--python", str(folder / "venv"), "install", str(wheel))
    return folder


def pip(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "pip", "--quiet", *words], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


def run(home: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A command of that environment, away from the sources."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"LC_ALL": "C.UTF-8", "COLUMNS": "160", "NO_COLOR": "1", "XDG_CACHE_HOME": str(home / "cache")}
    program = home / "venv" / ("Scripts" if os.name == "nt" else "bin") / words[0]
    command = [str(program), *words[1:]]
    return subprocess.run(command, cwd=home, env=env, input=stdin, capture_output=True, text=True, timeout=120)


def said(home: Path, *words: str, stdin: str = "") -> str:
    done = run(home, *words, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_base_is_light(home: Path) -> None:
    assert int(said(home, "python", "-c", SIZE)) < MOST * 1e6
    for package in ("numba", "fastapi", "sqlalchemy", "matplotlib"):
        assert run(home, "python", "-c", f"import {package}").returncode == 1, package


def test_the_games_are_all_there(home: Path) -> None:
    listed = said(home, "pioche", "games")
    for name in pioche.game_names():
        assert name in listed
        assert f"{pioche.game(name).prefix}-01" in said(home, "pioche", "rules", name)
    assert "R1 | zone B3 | J R" in said(home, "pioche", "show", "-", stdin=POSITION)


def test_a_game_is_played(home: Path) -> None:
    assert said(home, "python", "-c", GAME).startswith("[")


def test_games_are_simulated(home: Path) -> None:
    found = json.loads(said(home, "pioche", "simulate", "kolpa", "--games", "3", "--engine", "interpreted", "--json"))
    assert found["games"] == 3
    assert json.loads(said(home, "pioche", "simulate", "ko", "--games", "2", "--json"))["games"] == 2


def test_bots_meet_in_the_arena(home: Path) -> None:
    found = json.loads(said(home, "pioche", "arena", "kolpa", "--bots", "thumb,random", "--games", "2", "--json"))
    assert found["games"] == 2


def test_the_server_says_what_it_needs(home: Path) -> None:
    done = run(home, "pioche", "serve")
    assert done.returncode == 2
    assert done.stderr == "pioche serve needs the extra [server]: pip install 'pioche[server]'\n"
