"""Notices: what the engine says becomes a sentence, as a warning or as a line of the command."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from pioche.core import notices as engine
from pioche.table import game as _  # whoever loads games hears of them  # noqa: F401
from pioche.table.catalogue import speak
from pioche.table.notices import PiocheNotice, hear, sentence

OBJECT = {"file": "ko.json", "why": "notice.object_place"}


def test_a_notice_is_a_warning_of_its_own_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_told", set())
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        engine.tell_once("notice.object", **OBJECT)
        engine.tell_once("notice.object", **OBJECT)
    assert [each.category for each in said] == [PiocheNotice]
    assert issubclass(PiocheNotice, UserWarning)
    assert engine._listeners == [hear]


def test_it_speaks_both_languages() -> None:
    speak("en")
    assert sentence("notice.object", OBJECT).startswith(
        "Machine code made ahead is passed over (ko.json: it names a file elsewhere); "
    )
    speak("fr")
    assert "(ko.json" in sentence("notice.object", OBJECT)
    assert "il nomme un fichier qui est ailleurs" in sentence("notice.object", OBJECT)
    assert "Permission denied" in sentence("notice.object", {"file": "x", "why": "[Errno 13] Permission denied"})


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "pioche" / "ahead"
    folder.mkdir(parents=True)
    (folder / "coloretto-1.json").write_text("{")
    program = "import sys; sys.modules['numba'] = None; from pioche.cli import main; main()"
    words = [sys.executable, "-c", program, "simulate", "coloretto", "--games", "2", "--json", "--lang", "en"]
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=120)
    said = [line for line in done.stderr.splitlines() if "passed over" in line]
    assert len(said) == 1
    assert said[0].startswith(
        "Machine code made ahead is passed over (coloretto-1.json: it is no manifest of this form);"
    )
    assert done.returncode == 0
    assert "Warning" not in done.stderr and "Notice" not in done.stderr
