"""What positions ask of their tables most often, each by its shortest way.

Any runtime answers by `call`. For machine code made ahead the entries are bound to the table's address once, so that a
question from Python costs as much as one call of a C function.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from pioche.core import hooks
from pioche.core.ahead_runtime import AheadRuntime, checked
from pioche.core.entry_kinds import address_of
from pioche.core.runtime import Array, Runtime, entrance_to_one
from pioche.core.state import State
from pioche.core.tell import tell


class Scratch(threading.local):
    """Room for lists of moves and for what is told, one for each thread: whatever is written is read at once."""

    def __init__(self, moves: int, numbers: int) -> None:
        self.moves, self.room = np.zeros(moves, np.int16), np.zeros(numbers, np.int32)
        self.moves_at = address_of(self.moves), moves
        self.both_at = *self.moves_at, address_of(self.room), numbers


class TableCalls:
    """One table's questions, answered by a runtime. Moves are read before the next question is asked."""

    def __init__(self, runtime: Runtime, s: State, scratch: Scratch) -> None:
        self.runtime, self.s, self.scratch = runtime, s, scratch
        self.actor: Callable[[], int] = partial(runtime.call, hooks.actor, s)
        self.try_move: Callable[[int, int], int] = partial(runtime.call, hooks.try_move, s)
        self.may_act: Callable[[int], int] = partial(runtime.call, hooks.may_act, s)

    def legal(self, seat: int) -> Array:
        """The numbers of a seat's legal moves."""
        moves = self.scratch.moves
        return moves[: self.runtime.call(hooks.legal, self.s, seat, moves)]

    def choices(self, seat: int) -> Array:
        """What the asked seat chooses from."""
        moves = self.scratch.moves
        return moves[: self.runtime.call(hooks.choices, self.s, seat, moves)]

    def tell(self, recipient: int, wish: int, since: int) -> list[int]:
        """What somebody may see."""
        room = self.scratch.room
        n = self.runtime.call(tell, self.s, recipient, wish, since, self.scratch.moves, room)
        return room[:n].tolist()  # type: ignore[no-any-return]


class AheadTableCalls(TableCalls):
    """The same in machine code made ahead."""

    def __init__(self, runtime: Runtime, entries: dict[str, Any], s: State, scratch: Scratch) -> None:
        self.runtime, self.s, self.scratch = runtime, s, scratch
        self._table = table = address_of(s.tables)
        self.actor = partial(entries["actor"], table, 1)
        self.try_move = partial(entries["try_move"], table, 1)
        self.may_act = partial(entries["may_act"], table, 1)
        self._legal, self._choices, self._tell = entries["legal"], entries["choices"], entries["tell"]

    def legal(self, seat: int) -> Array:
        scratch = self.scratch
        return scratch.moves[: checked(self._legal(self._table, 1, seat, *scratch.moves_at))]

    def choices(self, seat: int) -> Array:
        scratch = self.scratch
        return scratch.moves[: checked(self._choices(self._table, 1, seat, *scratch.moves_at))]

    def tell(self, recipient: int, wish: int, since: int) -> list[int]:
        scratch = self.scratch
        n = checked(self._tell(self._table, 1, recipient, wish, since, *scratch.both_at))
        return scratch.room[:n].tolist()  # type: ignore[no-any-return]


def calls_on(runtime: Runtime, s: State, scratch: Scratch) -> TableCalls:
    """How this runtime is asked about a table."""
    entries = bound_entries(runtime) if isinstance(runtime, AheadRuntime) else None
    return AheadTableCalls(runtime, entries, s, scratch) if entries else TableCalls(runtime, s, scratch)


def bound_entries(runtime: AheadRuntime) -> dict[str, Any] | None:
    """The entries of a runtime, found once; None if one of them is not there."""
    if "position" not in runtime.found:
        runtime.found["position"] = find_entries(runtime)
    return runtime.found["position"]


def find_entries(runtime: AheadRuntime) -> dict[str, Any] | None:
    tables, moves, room = np.zeros(1, runtime.state.logged), np.zeros(1, np.int16), np.zeros(1, np.int32)
    wanted = {
        "actor": (hooks.actor, ()),
        "try_move": (hooks.try_move, (0, 0)),
        "may_act": (hooks.may_act, (0,)),
        "legal": (hooks.legal, (0, moves)),
        "choices": (hooks.choices, (0, moves)),
        "tell": (tell, (0, 0, 0, moves, room)),
    }
    found = {
        name: runtime.entry_for(rule, entrance_to_one, (tables, *given))  # type: ignore[arg-type]
        for name, (rule, given) in wanted.items()
    }
    return found if all(found.values()) else None
