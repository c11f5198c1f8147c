"""The games of a simulation, move by move on positions, so that somebody can look on: the very same games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pioche.arena.observers import Observed, Observer
from pioche.core import hooks, seed_rng
from pioche.core.playouts import Matches, Playouts, by_policy
from pioche.table.batch import POLICIES
from pioche.table.game import Game
from pioche.table.position import Position

Tables = np.ndarray[Any, Any]


class ObservedGames:
    """Plays what `Runtime.each` would play at an array of tables, and lets observers look on."""

    def __init__(self, game: Game, observers: Sequence[Observer]) -> None:
        self.game, self.observers = game, observers

    def play_all(self, tables: Tables, columns: Playouts | Matches) -> None:
        if isinstance(columns, Matches):
            self.matches(tables, columns)
        else:
            self.playouts(tables, columns)

    def playouts(self, tables: Tables, columns: Playouts) -> None:
        """Every seat at random, all with one generator."""
        for i in range(len(tables)):
            number = columns.start + i
            pos = self.dealt(tables, i, columns.seed, 2 * number)
            words: Any = columns.words
            seed_rng(words.data, columns.seed, 2 * number + 1)
            made = self.play(pos, ["random"] * pos.seats, [words] * pos.seats, [0] * pos.seats)
            columns.length[i] = sum(made)
            self.note(tables, i, pos, columns)

    def matches(self, tables: Tables, columns: Matches) -> None:
        """Every seat by its policy, with a generator of its own."""
        for i in range(len(tables)):
            seed, stream, first = (int(number) for number in columns.luck[i])
            pos = self.dealt(tables, i, seed, stream)
            for seat in range(pos.seats):
                seed_rng(columns.words[seat].data, seed, first + seat)
            policy = columns.policy[i].tolist()
            names = [POLICIES[each] for each in policy]
            columns.made[i] = self.play(pos, names, list(columns.words), policy)
            self.note(tables, i, pos, columns)

    def dealt(self, tables: Tables, i: int, seed: int, stream: int) -> Position:
        record = np.zeros(1, self.game.state.logged)
        for name in tables.dtype.names or ():
            record[name] = tables[name][i]
        pos = Position(self.game, record, None)
        seed_rng(pos.state.rng, seed, stream)
        pos.ask(hooks.deal)
        return pos

    def play(self, pos: Position, bots: Sequence[str], words: list[Any], policy: Sequence[int]) -> list[int]:
        """To the end; how many moves each seat made."""
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
        for name in tables.dtype.names or ():
            tables[name][i] = pos.tables[name][0]
        columns.won[i] = sum(1 << seat for seat in pos.winners)
        for seat, points in enumerate(pos.scores):
            columns.points[i * pos.seats + seat] = points
