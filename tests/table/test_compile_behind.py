"""Compiling behind play: tables go on with the interpreted rules until all is done, and then nothing is left to do."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from threading import Barrier, Thread
from time import sleep
from typing import Any

import numpy as np
import pytest

from pioche.bots import View, make
from pioche.core import hooks
from pioche.core.encode_observation import observe
from pioche.core.imagine_unseen_cards import imagine
from pioche.core.runtime import Runtime, entrance_to_one
from pioche.core.tell import tell
from pioche.table.game import Game
from pioche.table.game_registry import game
from pioche.table.position import Position

ASKED = (
    hooks.actor, hooks.may_act, hooks.legal, hooks.choices, hooks.try_move, hooks.who_sees, hooks.heuristic,
    hooks.winners, hooks.deal, observe, imagine, tell,
)  # fmt: skip


def not_made_ahead(name: str) -> Game:
    """The game as if its rules had just been changed: there are no objects for them."""
    chosen = replace(game(name))
    chosen.runtimes.__dict__["is_ahead"] = False
    return chosen


def entries(chosen: Game) -> dict[Any, int]:
    """The entry points that were linked, and for how many kinds of arguments each was compiled."""
    linked: Any = chosen.runtimes.jit.program._linked
    return {rule: len(enter.signatures) for (rule, entry), enter in linked.items() if entry}


def test_the_switch_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, seen = not_made_ahead("kolpa"), []

    def watch(pos: Position, runtime: Runtime) -> None:
        seen.append((runtime.name, chosen.runtime.name, runtime is chosen.runtimes.jit))

    monkeypatch.setattr(Position, "ask_everything", watch)
    chosen.compile()
    assert seen == [("jit", "interpreted", True)]
    assert chosen.runtime.name == "jit"


def test_a_compilation_that_fails_leaves_the_tables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(pos: Position, runtime: Runtime) -> None:
        raise MemoryError

    monkeypatch.setattr(Position, "ask_everything", fail)
    chosen = not_made_ahead("kolpa")
    for _ in range(2):  # the second call shows that nothing is still locked
        with pytest.raises(MemoryError):
            chosen.compile()
    assert chosen.runtime.name == "interpreted"


def test_what_was_made_ahead_is_not_compiled() -> None:
    chosen = replace(game("kolpa"))
    chosen.compile()
    assert chosen.runtime.name == "ahead" and "jit" not in vars(chosen.runtimes)


def test_nothing_is_compiled_once_compile_has_returned(game_in_turn: str) -> None:
    """Random games of every number of players, with bots, copies, views and imagined worlds."""
    chosen = not_made_ahead(game_in_turn)
    chosen.compile()
    before = entries(chosen)
    assert set(before) == {entrance_to_one(each) for each in ASKED}
    assert set(before.values()) == {1}
    for players in chosen.players:
        play_with_everything(chosen.deal(players, seed=players), Random(players))
        play_with_everything(chosen.deal(players, key=bytes(32)), Random(players))
    assert entries(chosen) == before


def play_with_everything(pos: Position, rng: Random) -> None:
    bot = make("thumb")
    for _ in range(120):
        if (seat := pos.actor) is None:
            break
        choice = bot.choose(View(pos, seat, rng), pos.choices, 1.0, rng)
        pos.play(np.int16(seat), choice.move if rng.random() < 0.5 else rng.choice(pos.choices))  # type: ignore[arg-type]
        pos = pos.copy()
        assert pos.view(seat) and [pos.moves(np.int8(each)) for each in range(pos.seats)]  # type: ignore[arg-type]
    assert pos.scores is not None and pos.winners is not None


def test_two_threads_may_compile_at_once() -> None:
    chosen, together = not_made_ahead("coloretto"), Barrier(2)

    def compile_together() -> None:
        together.wait()
        chosen.compile()

    threads = [Thread(target=compile_together) for _ in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        pos = chosen.deal(3, seed=1)
        pos.play(pos.actor or 0, "draw")
        sleep(0.05)  # not to take the time of those who compile
    assert chosen.runtime.name == "jit"
    assert set(entries(chosen).values()) == {1}
