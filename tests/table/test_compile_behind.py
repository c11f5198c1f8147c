"""Compiling behind play: tables go on with the interpreted rules until all is done, and then nothing is left to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from threading import Barrier, Thread
from time import sleep
from typing import Any

import numpy as np
import pytest

from faults.compiled_rules import rules
from pioche.bots import View, make
from pioche.core import hooks
from pioche.core.encode_observation import observe
from pioche.core.imagine_unseen_cards import imagine
from pioche.core.runtime import Runtime, entrance_to_one
from pioche.table.game import Game
from pioche.table.game_registry import game
from pioche.table.position import Position

ASKED = (
    hooks.actor, hooks.may_act, hooks.legal, hooks.choices, hooks.try_move, hooks.who_sees, hooks.heuristic,
    hooks.figures, hooks.status, hooks.winners, hooks.deal, observe, imagine,
)  # fmt: skip


@pytest.fixture(autouse=True)
def interpreted() -> Iterator[None]:
    """An arena in the same process, say, leaves the games that it played compiled."""
    with rules(compiled=False):
        yield


def entries(chosen: Game) -> dict[Any, int]:
    """The entry points that were linked, and for how many kinds of arguments each was compiled."""
    linked: Any = chosen.runtimes.compiled.program._linked
    return {rule: len(enter.signatures) for (rule, entry), enter in linked.items() if entry}


def test_the_switch_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, seen = game("kolpa"), []

    def watch(pos: Position, runtime: Runtime) -> None:
        seen.append((runtime.name, chosen.runtime.name, runtime is chosen.runtimes.compiled))

    monkeypatch.setattr(Position, "ask_everything", watch)
    chosen.compile()
    assert seen == [("compiled", "interpreted", True)]
    assert chosen.runtime.name == "compiled"


def test_a_compilation_that_fails_leaves_the_tables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(pos: Position, runtime: Runtime) -> None:
        raise MemoryError

    monkeypatch.setattr(Position, "ask_everything", fail)
    for _ in range(2):  # the second call shows that nothing is still locked
        with pytest.raises(MemoryError):
            game("kolpa").compile()
    assert game("kolpa").runtime.name == "interpreted"


def test_nothing_is_compiled_once_compile_has_returned(name: str) -> None:
    """Random games of every number of players, with bots, copies, views and imagined worlds."""
    chosen = replace(game(name))  # whatever others in this process have asked of the game is not counted
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
    chosen, together = game("coloretto"), Barrier(2)

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
    assert chosen.runtime.name == "compiled"
    assert set(entries(chosen).values()) == {1}
