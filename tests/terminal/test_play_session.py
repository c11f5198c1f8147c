"""`pioche play --record`: the file is looked at before the game, overwritten never, and no game is lost."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import pioche
from pioche.cli import app
from pioche.table.errors import PiocheError
from pioche.terminal import play_session
from pioche.terminal.play_session import Session, check_new, write_new
from pioche.terminal.screen import Screen

BEFORE = 2  # moves of bots before the person is asked


def played(file: Path, answers: str) -> Result:
    words = ["play", "coloretto", "--seed", "1", "--lang", "en", "--record", str(file)]
    return CliRunner().invoke(app, words, input=answers, env={"COLUMNS": "200"})


def moves_in(text: str) -> int:
    return sum(1 for _ in pioche.replay(text)) - 1


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.write_text("mine"), lambda path: path.symlink_to("x")])
def test_what_is_there_is_left_alone(make: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    make(file)
    with pytest.raises(PiocheError, match=r"already|déjà"):
        check_new(file)
    found = played(file, "draw\nq\n")
    assert isinstance(found.exception, PiocheError)
    assert "Coloretto" not in found.output, "nothing is played first"
    assert file.is_dir() or file.is_symlink() or file.read_text() == "mine"


def test_a_folder_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    found = played(tmp_path / "none" / "game.rec", "draw\nq\n")
    assert isinstance(found.exception, PiocheError)
    assert "Coloretto" not in found.output


def test_looking_leaves_nothing_behind(tmp_path: Path) -> None:
    check_new(tmp_path / "game.rec")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("end", ["q\n", ""])
def test_what_was_played_is_kept(end: str, tmp_path: Path) -> None:
    """Also where the answers end."""
    file = tmp_path / "game.rec"
    assert played(file, "draw\n" + end).exit_code == 0
    assert moves_in(file.read_text()) > BEFORE


def test_what_an_error_ends_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Session) -> None:
        raise RuntimeError

    monkeypatch.setattr(Session, "ask_person", fail)
    assert isinstance(played(tmp_path / "game.rec", "").exception, RuntimeError)
    assert moves_in((tmp_path / "game.rec").read_text()) == BEFORE


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_well(how: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "game.rec"
    words = [sys.executable, "-m", "pioche", "play", "coloretto", "--seed", "1", "--lang", "en", "--record", str(file)]
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True) as process:
        assert process.stdin and process.stdout
        assert any("Your turn" in line for line in process.stdout)
        process.send_signal(how)
        process.stdout.read()
    assert moves_in(file.read_text()) == BEFORE


def refuse_writing(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    def write(file: Path, content: str) -> None:
        if content and where in str(file):
            raise OSError(28, "No space left on device")
        write_new(file, content)

    monkeypatch.setattr(play_session, "write_new", write)


def test_a_file_that_fails_at_the_end_is_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_writing(monkeypatch, "mine.rec")
    monkeypatch.setattr(play_session, "mkdtemp", lambda prefix: str(tmp_path))
    found = played(tmp_path / "mine.rec", "draw\nq\n")
    assert found.exit_code == 0
    assert f"the game is in {tmp_path / 'game.rec'}" in found.output
    assert moves_in((tmp_path / "game.rec").read_text()) > BEFORE


def test_at_worst_the_game_is_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_writing(monkeypatch, "rec")
    monkeypatch.setattr(play_session, "mkdtemp", lambda prefix: str(tmp_path))
    found = played(tmp_path / "mine.rec", "draw\nq\n")
    assert found.exit_code == 0
    assert moves_in(found.output[found.output.index("record 1") :]) > BEFORE


class HungUp(StringIO):
    """A terminal that is gone."""

    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("refused", ["", "mine.rec"])
def test_a_terminal_that_hung_up_gets_no_second_copy(
    refused: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file has the game: the one that was asked for or, where that fails, the one elsewhere."""
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.setattr(play_session, "mkdtemp", lambda prefix: str(other))
    if refused:
        refuse_writing(monkeypatch, refused)
    pos = pioche.game("coloretto").deal(2, seed=1)
    Session(Screen(file=HungUp()), pos, [], Random(1)).keep(tmp_path / "mine.rec")
    (kept,) = (path for path in tmp_path.glob("**/*") if path.is_file())
    assert kept == (other / "game.rec" if refused else tmp_path / "mine.rec")
    assert kept.read_text() == pioche.record(pos)


def test_what_fails_halfway_leaves_nothing(tmp_path: Path) -> None:
    """No file may grow beyond 100 bytes here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            write_new(tmp_path / "game.rec", "x" * 10000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(tmp_path.iterdir())
