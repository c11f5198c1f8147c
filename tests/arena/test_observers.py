"""Observers look on at simulations and arenas, from Python and from the shell, and change nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pioche.arena import arena
from pioche.arena.observers import Observer, make_observer
from pioche.arena.simulate import simulate
from pioche.table.errors import PiocheError
from pioche.table.events import Event
from pioche.table.game_registry import game
from pioche.table.position import Position
from pioche.table.record import record, replay

CODE = """
from random import Random
from pioche.arena.observers import Observer, register_observer
from pioche.bots import Choice, register

class Last:
    name = "last"
    def choose(self, view, choices, seconds, rng):
        return Choice(choices[-1])
    def reaction(self, view, choices, rng):
        return 1.0

class Moves(Observer):
    def __init__(self):
        self.moves = 0
    def after(self, pos, seat, move, events):
        self.moves += 1
    def report(self):
        return self.moves

register("last", Last)
register_observer("moves", Moves)
"""


class Notes(Observer):
    """Everything that it is told."""

    def __init__(self) -> None:
        self.bots: list[list[str]] = []
        self.moves: list[str] = []
        self.starts: list[str] = []
        self.ends: list[tuple[list[int], int]] = []

    def before(self, pos: Position, bots: Sequence[str]) -> None:
        assert pos.played == 0
        self.bots.append(list(bots))
        self.starts.append(str(pos))

    def after(self, pos: Position, seat: int, move: str, events: Sequence[Event]) -> None:
        assert events[0].kind == "play" and events[0].details["move"] == move
        self.moves.append(f"{seat} {move}")

    def at_end(self, pos: Position) -> None:
        assert pos.over
        assert str(list(replay(record(pos)))[-1]) == str(pos)
        self.ends.append((pos.scores, pos.played))


@pytest.mark.parametrize("bots", [None, ["thumb", "random"]], ids=["random", "bots"])
def test_a_simulation_is_the_same_with_somebody_looking_on(name: str, bots: list[str] | None) -> None:
    notes = Notes()
    watched = simulate(game(name), 2, 3, seed=7, bots=bots, engine="interpreted", observers=[notes])
    plain = simulate(game(name), 2, 3, seed=7, bots=bots, engine="interpreted")
    assert (watched.digest, watched.moves, watched.mean_score) == (plain.digest, plain.moves, plain.mean_score)
    assert len(notes.moves) == plain.moves == sum(played for _, played in notes.ends)
    assert len(notes.starts) == len(notes.ends) == 3 and len(set(notes.starts)) == 3
    assert notes.bots[0] == (bots or ["random"] * 2) and notes.bots[1] == (bots or ["random"] * 2)[::-1]


def test_an_arena_tells_every_game_to_every_observer() -> None:
    one, two = Notes(), Notes()
    result = arena("coloretto", ["thumb", "random"], players=2, games=4, seed=1, observers=[one, two])
    alone = arena("coloretto", ["thumb", "random"], players=2, games=4, seed=1, on_views=True, workers=1)
    assert [each.scores for each in result.played] == [each.scores for each in alone.played]
    assert sorted(scores for scores, _ in one.ends) == sorted(each.scores for each in result.played)
    assert (
        one.moves == two.moves and sorted(map(tuple, one.bots)) == [("random", "thumb")] * 2 + [("thumb", "random")] * 2
    )


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pioche", *words]
    return subprocess.run(command, env={**os.environ, "LANG": "en"}, capture_output=True, text=True, timeout=300)


def test_code_of_ones_own_from_the_shell(tmp_path: Path) -> None:
    """Its bot plays, in this process and in workers, and its observer reports."""
    (code := tmp_path / "mine.py").write_text(CODE)
    mine = ("--code", str(code))
    match = ("arena", "coloretto", *mine, "--bots", "last,random", "-k", "2", "-n", "2", "--fresh", "--json")
    here = run(*match, "--observe", "moves")
    assert here.returncode == 0, here.stderr
    there = run(*match, "--workers", "2")
    assert there.returncode == 0, there.stderr
    told, elsewhere = json.loads(here.stdout), json.loads(there.stdout)
    assert told.pop("observers")["moves"] > 20
    assert [(each["bot"], each["score"]) for each in told["bots"]] == [
        (each["bot"], each["score"]) for each in elsewhere["bots"]
    ]
    played = run("simulate", "kolpa", "--interpreted", "-k", "2", *mine, "--observe", "moves")
    assert "moves: " in played.stdout, played.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "is no Python file that can be read"),
        ("x = (", "line 1: "),
        ("a = 1\nb = nothing\n", "line 2: NameError"),
        ('from pioche.bots import register\nregister("thumb", None)\n', "can't be a bot's name"),
        ("", "There is no observer “moves”; there are: -"),
    ],
)
def test_code_that_cannot_be_used_is_refused_in_a_sentence(text: str | None, sentence: str, tmp_path: Path) -> None:
    code = tmp_path / "mine.py"
    if text is not None:
        code.write_text(text)
    done = run("simulate", "kolpa", "--code", str(code), "--observe", "moves", "--interpreted")
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr, done.stderr


def test_an_observer_that_nobody_knows() -> None:
    with pytest.raises(PiocheError, match="longest"):
        make_observer("longest")
