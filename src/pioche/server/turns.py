"""Whose turn it is to have something computed. Nothing here runs anything: jobs go in, and come out one by one.

What is urgent comes first; of what is equally urgent one thing of each person in turn, and of a person one thing of
each table in turn: whoever asks for a hundred things waits for its own, and others hardly at all. Whatever has been
passed over a few times comes all the same, so nothing waits for ever.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
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
    size: int = 0  # the smaller of two studies comes first


class Turns:
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


class Ring:
    """Jobs of one kind: persons in turn, and the tables of each person in turn."""

    def __init__(self) -> None:
        self._persons: OrderedDict[str, OrderedDict[str, deque[Job]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(jobs) for tables in self._persons.values() for jobs in tables.values())

    def add(self, job: Job) -> None:
        self._persons.setdefault(job.person, OrderedDict()).setdefault(job.table, deque()).append(job)

    def may(self, busy: set[str]) -> bool:
        return next(self._free(busy), None) is not None

    def take(self, busy: set[str]) -> Job:
        person = next(self._free(busy))
        tables = self._persons.pop(person)
        table, jobs = tables.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            tables[table] = jobs
        if tables:
            self._persons[person] = tables
        return job

    def remove(self, job: Job) -> None:
        tables = self._persons[job.person]
        tables[job.table].remove(job)
        if not tables[job.table]:
            del tables[job.table]
        if not tables:
            del self._persons[job.person]

    def _free(self, busy: set[str]) -> Iterator[str]:
        return (person for person in self._persons if person not in busy)


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
