"""Whose turn it is to have something computed. Nothing here runs anything: jobs go in, and come out one by one.

What is urgent comes first; of what is equally urgent one thing of each address in turn, of an address one of each
person, and of a person one of each table: whoever asks for a hundred things, also under a hundred names, waits for its
own, and others hardly at all. Whatever has been passed over a few times comes all the same, so nothing waits for ever.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

PATIENCE = 3  # times that what is less urgent, or longer, is passed over at a stretch


class Kind(IntEnum):
    """What is computed, the most urgent first."""

    STAND_IN = 0  # somebody's time is up
    PLAYED = 1  # a bot at a table where a person plays and somebody looks on
    SHOWN = 2  # a bot among bots, and somebody looks on
    UNSEEN = 3  # a bot that must move though nobody looks on
    HINT = 4
    REVIEW = 5
    READING = 6  # records, replays, score sheets, verifications
    STUDY = 7


class Lane(Enum):
    """Where it is computed: each has places of its own, so that nothing quick waits for something long."""

    QUICK = "quick"  # bots that do not think, and stand-ins
    THINKING = "thinking"  # bots that do
    JUDGING = "judging"  # hints and reviews: they may have to wait for a search to be compiled
    READING = "reading"
    STUDYING = "studying"


ONE_EACH = {Lane.JUDGING, Lane.READING, Lane.STUDYING}  # where a person has one thing under way at a time


@dataclass(eq=False, slots=True)
class Job:
    lane: Lane
    kind: Kind
    person: str  # whose turn it takes: the host of a table, who asks for a hint, or an address
    table: str = ""
    address: str = ""  # where that person is, if it is known: who shares it shares its turns
    size: int = 0  # the smaller of two studies comes first


class FairTurns:
    def __init__(self) -> None:
        self._lines: dict[Lane, dict[Kind, Line]] = {lane: {} for lane in Lane}
        self._passed: dict[tuple[Lane, Kind], int] = {}
        self._under_way: dict[Lane, set[str]] = {lane: set() for lane in ONE_EACH}

    def add(self, job: Job) -> None:
        lines = self._lines[job.lane]
        if job.kind not in lines:
            lines[job.kind] = Shortest() if job.kind is Kind.STUDY else Ring()
        lines[job.kind].add(job)

    def withdraw(self, job: Job) -> None:
        """It is no longer wanted, and has not had its turn."""
        self._lines[job.lane][job.kind].remove(job)

    def take(self, lane: Lane) -> Job | None:
        """The next; None if nothing waits that may begin now."""
        busy = self._under_way.get(lane, set())
        ready = [kind for kind, line in sorted(self._lines[lane].items()) if line.may(busy)]
        if not ready:
            return None
        kind = self._choose(lane, ready)
        job = self._lines[lane][kind].take(busy)
        if lane in ONE_EACH:
            busy.add(job.person)
        return job

    def done(self, job: Job) -> None:
        """It has been computed, or given up: its person may have the next one."""
        if job.lane in ONE_EACH:
            self._under_way[job.lane].discard(job.person)

    def waiting(self, lane: Lane) -> int:
        return sum(len(line) for line in self._lines[lane].values())

    def _choose(self, lane: Lane, ready: list[Kind]) -> Kind:
        """The most urgent, unless another has been passed over often enough."""
        late = [kind for kind in ready if self._passed.get((lane, kind), 0) >= PATIENCE]
        chosen = (late or ready)[0]
        for kind in ready:
            self._passed[lane, kind] = 0 if kind is chosen else self._passed.get((lane, kind), 0) + 1
        return chosen


LEVELS: Sequence[Callable[[Job], str]] = (
    lambda job: job.address or job.person,
    lambda job: job.person,
    lambda job: job.table,
)


class Ring:
    """Jobs of one kind: addresses in turn, the persons of each in turn, and the tables of each person in turn."""

    def __init__(self, levels: Sequence[Callable[[Job], str]] = LEVELS) -> None:
        self._level, *self._below = levels
        self._parts: OrderedDict[str, Ring | WaitingRow] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(part) for part in self._parts.values())

    def add(self, job: Job) -> None:
        name = self._level(job)
        if name not in self._parts:
            self._parts[name] = Ring(self._below) if self._below else WaitingRow()
        self._parts[name].add(job)

    def may(self, busy: set[str]) -> bool:
        return next(self._free(busy), None) is not None

    def take(self, busy: set[str]) -> Job:
        name = next(self._free(busy))
        part = self._parts.pop(name)
        job = part.take(busy)
        if len(part):
            self._parts[name] = part
        return job

    def remove(self, job: Job) -> None:
        name = self._level(job)
        self._parts[name].remove(job)
        if not len(self._parts[name]):
            del self._parts[name]

    def _free(self, busy: set[str]) -> Iterator[str]:
        return (name for name, part in self._parts.items() if part.may(busy))


class WaitingRow:
    """What one person wants at one table, in the order in which it came."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, job: Job) -> None:
        self._jobs.append(job)

    def may(self, busy: set[str]) -> bool:
        return self._jobs[0].person not in busy

    def take(self, busy: set[str]) -> Job:
        return self._jobs.popleft()

    def remove(self, job: Job) -> None:
        self._jobs.remove(job)


class Shortest:
    """Jobs that take long: the shortest first; the one that came first if it has been passed over often enough."""

    def __init__(self) -> None:
        self._jobs: list[Job] = []
        self._passed = 0

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, job: Job) -> None:
        self._jobs.append(job)

    def may(self, busy: set[str]) -> bool:
        return any(job.person not in busy for job in self._jobs)

    def take(self, busy: set[str]) -> Job:
        ready = [job for job in self._jobs if job.person not in busy]
        job = ready[0] if self._passed >= PATIENCE else min(ready, key=lambda each: each.size)
        self._passed = 0 if job is ready[0] else self._passed + 1
        self._jobs.remove(job)
        return job

    def remove(self, job: Job) -> None:
        self._jobs.remove(job)


Line = Ring | Shortest
