"""Clocks: who is being waited for since when, and until when; folded from the log, so a restart changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pioche.server.model.entries import SECOND, Pace

REVEAL = 10 * SECOND  # to reveal a salt, or to promise another
REACTION = 10 * SECOND  # where all wait for reactions alone, without a clock of their own

Outages = Sequence[tuple[int, int]]


def elapsed(start: int, end: int, outages: Outages) -> int:
    """Milliseconds from start to end in which the house was open: its own downtime is charged to nobody."""
    closed = sum(max(0, min(end, up) - max(start, down)) for down, up in outages)
    return max(0, end - start - closed)


def moment_after(start: int, wait: int, outages: Outages) -> int:
    """The moment at which so many milliseconds will have elapsed."""
    moment = start + wait
    for down, up in outages:
        if start < up and down < moment:
            moment += up - max(down, start)
    return moment


def moment_before(end: int, wait: int, outages: Outages) -> int:
    """The moment since which so many milliseconds have elapsed."""
    moment = end - wait
    for down, up in reversed(outages):
        if down < end and up > moment:
            moment -= min(up, end) - down
    return moment


class MoveClocks(msgspec.Struct):
    reserve: list[int]  # of each seat, in milliseconds
    since: dict[int, int] = {}  # seats that are waited for, and since when
    reacting: bool = False  # all that is waited for is reactions

    def copy(self) -> MoveClocks:
        return MoveClocks(self.reserve.copy(), self.since.copy(), self.reacting)

    def spend(self, pace: Pace, seat: int, at: int, outages: Outages) -> None:
        """A seat has moved: what it took beyond the time of a move comes from its reserve."""
        if seat in self.since:
            over = elapsed(self.since.pop(seat), at, outages) - self._allowed(pace)
            self.reserve[seat] -= min(self.reserve[seat], max(0, over))

    def wait_for(self, seats: Iterable[int], reacting: bool, at: int) -> None:
        """From now on these are waited for; a seat that was already goes on."""
        self.reacting = reacting
        self.since = {seat: self.since.get(seat, at) for seat in seats}

    def deadline(self, pace: Pace, seat: int, outages: Outages) -> int | None:
        """When the seat's time is up; None if it has all the time in the world."""
        if seat not in self.since or (pace.kind == "relaxed" and not self.reacting):
            return None
        reserve = 0 if self.reacting else self.reserve[seat]
        return moment_after(self.since[seat], self._allowed(pace) + reserve, outages)

    def _allowed(self, pace: Pace) -> int:
        return REACTION if self.reacting and pace.kind != "days" else pace.move_ms
