"""The games of a simulation, move by move on positions, so that somebody can look on: the very same games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pioche.arena.observers import Observed, Observer
from pioche.core import hooks
from pioche.core.playouts import Matches, Playouts, by_policy, note_result, seed_match, seed_playout
from pioche.core.runtime import Runtime
from pioche.table.batch import POLICIES, copy_fields, position_of
from pioche.table.game import Game
from pioche.table.origin import Origin
from pioche.table.position import Position

Tables = np.ndarray[Any, Any]


class ObservedGames:
    """Plays what `Runtime.each` would play at an array of tables, and lets observers look on."""

    def __init__(self, game: Game, observers: Sequence[Observer], runtime: Runtime) -> None:
        self.game, self.observers, self.runtime = game, observers, runtime

    def play_all(self, tables: Tables, columns: Playouts | Matches) -> None:
        if isinstance(columns, Matches):
            self.matches(tables, columns)
        else:
            self.playouts(tables, columns)

    def playouts(self, tables: Tables, columns: Playouts) -> None:
        """Every seat at random, all with one generator."""
        for i in range(len(tables)):
            pos = position_of(self.game, tables[i : i + 1], self.runtime)
            pos.ask(seed_playout, columns.words, columns.seed, columns.start + i)
            everybody = [columns.words] * pos.seats
            made = self.play(pos, ["random"] * pos.seats, everybody, [0] * pos.seats)
            columns.length[i] = sum(made)
            self.note(tables, i, pos, columns)

    def matches(self, tables: Tables, columns: Matches) -> None:
        """Every seat by its policy, with a generator of its own."""
        for i in range(len(tables)):
            pos = position_of(self.game, tables[i : i + 1], self.runtime)
            pos.ask(seed_match, i, columns)
            policy = columns.policy[i].tolist()
            columns.made[i] = self.play(pos, [POLICIES[each] for each in policy], columns.words, policy)
            self.note(tables, i, pos, columns)

    def play(self, pos: Position, bots: Sequence[str], words: Any, policy: Sequence[int]) -> list[int]:
        """Deal, and play to the end; how many moves each seat made."""
        pos.ask(hooks.deal)
        pos.origin = Origin.written(pos.table_bytes())  # a record of it begins with the cards as they were dealt
        observed, made = Observed(pos, bots, self.observers), [0] * pos.seats
        moves = np.zeros(len(self.game.moves), np.int16)
        while (seat := pos.actor) is not None:
            n = pos.ask(hooks.choices, seat, moves)
            chosen = pos.ask(by_policy, seat, words[seat], moves, n, policy[seat])
            observed.play(seat, self.game.moves[int(chosen)].text)
            made[seat] += 1
        observed.end()
        return made

    def note(self, tables: Tables, i: int, pos: Position, columns: Playouts | Matches) -> None:
        """The end of a game, where compiled code would have left it."""
        copy_fields(self.game, pos.tables, tables[i : i + 1])
        pos.ask(note_result, i, columns.points, columns.won)
