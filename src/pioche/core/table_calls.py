"""What positions ask of their tables most often, each by its shortest way.

Any runtime answers by `call`. For machine code made ahead the entries are bound to the table's address once, so that a
question from Python costs as much as one call of a C function.
"""

from __future__ import annotations

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


class TableCalls:
    """One table's questions, answered by a runtime; lists are written into `moves`, what is told into `room`."""

    def __init__(self, runtime: Runtime, s: State, moves: Array, room: Array) -> None:
        self.runtime, self.s, self.moves, self.room = runtime, s, moves, room
        self.actor: Callable[[], int] = partial(runtime.call, hooks.actor, s)
        self.try_move: Callable[[int, int], int] = partial(runtime.call, hooks.try_move, s)
        self.may_act: Callable[[int], int] = partial(runtime.call, hooks.may_act, s)

    def legal(self, seat: int) -> int:
        return int(self.runtime.call(hooks.legal, self.s, seat, self.moves))

    def choices(self, seat: int) -> int:
        return int(self.runtime.call(hooks.choices, self.s, seat, self.moves))

    def tell(self, recipient: int, wish: int, since: int) -> int:
        return int(self.runtime.call(tell, self.s, recipient, wish, since, self.moves, self.room))


class AheadTableCalls(TableCalls):
    """The same in machine code made ahead."""

    def __init__(self, runtime: Runtime, entries: dict[str, Any], s: State, moves: Array, room: Array) -> None:
        self.runtime, self.s, self.moves, self.room = runtime, s, moves, room
        self._entries = entries
        table, self._moves, self._room = address_of(s.tables), address_of(moves), address_of(room)
        self._table, self._moves_size, self._room_size = table, len(moves), len(room)
        self.actor = partial(entries["actor"], table, 1)
        self.try_move = partial(entries["try_move"], table, 1)
        self.may_act = partial(entries["may_act"], table, 1)
        self._legal, self._choices, self._tell = entries["legal"], entries["choices"], entries["tell"]

    def legal(self, seat: int) -> int:
        return checked(self._legal(self._table, 1, seat, self._moves, self._moves_size))

    def choices(self, seat: int) -> int:
        return checked(self._choices(self._table, 1, seat, self._moves, self._moves_size))

    def tell(self, recipient: int, wish: int, since: int) -> int:
        room = self._room, self._room_size
        return checked(self._tell(self._table, 1, recipient, wish, since, self._moves, self._moves_size, *room))


def calls_on(runtime: Runtime, s: State, moves: Array, room: Array) -> TableCalls:
    """How this runtime is asked about a table."""
    entries = bound_entries(runtime) if isinstance(runtime, AheadRuntime) else None
    return AheadTableCalls(runtime, entries, s, moves, room) if entries else TableCalls(runtime, s, moves, room)


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
