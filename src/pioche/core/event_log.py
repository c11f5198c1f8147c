"""The log of events: what a move made happen, in order, for the table to show.

Rules note events as they go; simulation links `note` to `say_nothing`, so that it costs nothing there.
"""

from __future__ import annotations

from pioche.core.rule import rule
from pioche.core.state import LOG_COLUMNS, LOG_ROWS, State

MOVED, TURNED_UP, SHUFFLED, PLAYED = 0, 1, 2, 3  # card movements, a move; a game's own are numbered from FIRST_OWN
FIRST_OWN = 16


@rule
def note(s: State, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Write an event down. A game's own events are public: their numbers must be too."""
    row = s.noted * LOG_COLUMNS
    if s.noted < LOG_ROWS:
        s.log[row], s.log[row + 1], s.log[row + 2] = kind, a, b
        s.log[row + 3], s.log[row + 4] = c, d
    s.noted += 1


@rule
def say_nothing(s: State, kind: int, a: int, b: int, c: int, d: int) -> None:
    """What simulation does instead."""
