"""`make strength`: its list of matches, its page, and what it does when a target is missed or somebody stops it."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import pioche
from pioche.arena import match_store

SCRIPT = Path(__file__).parents[2] / "scripts" / "strength.py"


@pytest.fixture
def strength(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(match_store, "user_cache", lambda: tmp_path)
    spec = importlib.util.spec_from_file_location("strength", SCRIPT)
    assert spec and spec.loader
    script = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "strength", script)
    spec.loader.exec_module(script)
    return script


def test_every_game_has_its_matches_at_both_tables(strength: ModuleType) -> None:
    wanted = list(strength.trials())
    assert len(wanted) == 60
    assert {trial.game for trial in wanted} == set(pioche.game_names())
    found = {(trial.strong, trial.weak, trial.players): trial.target for trial in wanted if trial.game == "kolpa"}
    assert found["thumb", "random", 2] == 0.80
    assert found["search:100ms", "thumb", 2] == 0.58
    assert found["level5", "level4", 2] == 0.55
    assert found["level2", "level1", 4] == 0.25
    assert strength.Trial("kolpa", "level2", "level1", 4, 0.25).bots == ["level2", "level1", "level1", "level1"]


def test_the_page_says_what_holds_and_what_does_not(strength: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    wanted = list(strength.chosen("thumb,random", "kolpa"))
    assert [trial.players for trial in wanted] == [2, 4]
    assert strength.measure(wanted, quick=True, page=page) == 0
    assert "| kolpa | 2 | thumb against random | 200 |" in page.read_text()
    assert "pioche arena kolpa --bots thumb,random --players 2 --games 400 --seed 1" in page.read_text()
    assert strength.measure([replace(wanted[0], target=1.0)], quick=True, page=page) == 1
    assert "| ≥ 100% | **no** |" in page.read_text()


def test_stopped_it_writes_no_page(strength: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pioche.arena.run_match.prepare", stop)
    page = tmp_path / "strength.md"
    assert strength.measure(list(strength.chosen("thumb,random", "kolpa")), quick=True, page=page) == 130
    assert not page.exists()
