"""Bots are found: ours, those of other packages, and those that somebody registers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pioche.bots import bot_names, make, register
from pioche.bots.bot_registry import OWN, REGISTERED
from pioche.bots.random_bot import RandomBot
from pioche.table.errors import PiocheError

PROGRAM = """
from pioche.bots import bot_names, make
print(*bot_names())
for name in ("lucky", "broken"):
    try:
        print(type(make(name)).__name__)
    except Exception as error:
        print(type(error).__name__, error)
"""


class Lucky(RandomBot):
    name = "lucky"


def test_a_registered_bot_is_made_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pioche.bots.bot_registry.REGISTERED", {})
    register("lucky", Lucky)
    assert isinstance(make("lucky"), Lucky) and bot_names() == [*OWN, "lucky"]
    assert REGISTERED == {}


@pytest.mark.parametrize("taken", ["thumb", "level3", "7", "two words", ""])
def test_a_name_that_is_taken_or_none_is_refused(taken: str) -> None:
    with pytest.raises(PiocheError, match="name"):
        register(taken, Lucky)


def test_bots_of_another_package_are_found_by_their_entry_point(tmp_path: Path) -> None:
    """One that works, one that can't be loaded, and one that would take a name of ours."""
    info = tmp_path / "pioche_lucky-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pioche-lucky\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[pioche.bots]\nlucky = pioche_lucky:Lucky\nbroken = pioche_lucky:Nobody\nthumb = pioche_lucky:Lucky\n"
    )
    (tmp_path / "pioche_lucky.py").write_text(
        "from pioche.bots.random_bot import RandomBot\nclass Lucky(RandomBot):\n    name = 'lucky'\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]), "LANG": "en"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True)
    names, lucky, broken = done.stdout.splitlines()
    assert names.split() == [*OWN, "lucky", "broken"]
    assert lucky == "Lucky"
    assert broken.startswith("PiocheError The bot “broken” of another package can't be loaded (pioche_lucky:Nobody)")
