"""Reviews of finished games: a seat's decisions, judged one after another behind play, and kept."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from pioche.lab.review import Decision, most_costly
from pioche.server import schema
from pioche.server.opponents import Turn
from pioche.server.turns import Kind
from pioche.server.words import refuse
from pioche.table.errors import PiocheError

if TYPE_CHECKING:
    from pioche.server.hall import Hall

logger = logging.getLogger("pioche.reviews")
MOST = 300  # decisions of a review
MOST_OF_ONE, MOST_AT_ONCE = 3, 24  # reviews under way, of a person and in all


class Judged(msgspec.Struct):
    """A decision: what was played, what would have been best, and the share of a victory each was thought to bring."""

    step: int  # the position before it, as the replay counts them
    move: str
    share: float
    best: str
    best_share: float


class Review(msgspec.Struct):
    seat: int
    total: int = 0  # decisions; 0 if nobody has asked for a review
    decisions: list[Judged] = []  # those judged so far
    costly: list[int] = []  # once all are: those that cost most, the worst first
    failed: bool = False
    more: bool = False  # the seat decided oftener: only the first decisions are judged

    @property
    def done(self) -> bool:
        return self.total == len(self.decisions)


Key = tuple[str, int]


class Reviews:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._under_way: dict[Key, Review] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: Counter[str] = Counter()  # reviews under way, for each person

    async def find(self, table_id: str, seat: int) -> Review:
        """A review, as far as it is."""
        if (found := self._under_way.get((table_id, seat))) is not None:
            return found
        kept = await self._hall.store.read(lambda conn: read_review(conn, table_id, seat))
        return msgspec.json.decode(kept, type=Review) if kept else Review(seat)

    async def begin(self, table_id: str, seat: int, person: str, address: str) -> Review:
        """Begin one, unless it is there or under way."""
        found = await self.find(table_id, seat)
        if found.total and not found.failed:
            return found
        self._hall.limits.reviews.check(person)
        wanted = await self._hall.archive.decisions(table_id, seat, MOST + 1, address)
        if (table_id, seat) in self._under_way and not self._under_way[table_id, seat].failed:
            return self._under_way[table_id, seat]
        self._check_room(person)
        more, wanted = len(wanted) > MOST, wanted[:MOST]
        review = self._under_way[table_id, seat] = Review(seat, len(wanted), more=more)
        self._asked[person] += 1
        task = asyncio.create_task(self._judge((table_id, seat), review, wanted, person))
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._end(task, person))
        return review

    def _check_room(self, person: str) -> None:
        if self._asked[person] >= MOST_OF_ONE:
            raise refuse("review.busy", most=MOST_OF_ONE)
        if len(self._tasks) >= MOST_AT_ONCE:
            raise refuse("review.full")

    def _end(self, task: asyncio.Task[None], person: str) -> None:
        self._tasks.discard(task)
        self._asked[person] -= 1
        if not self._asked[person]:
            del self._asked[person]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _judge(self, key: Key, review: Review, wanted: list[Decision], person: str) -> None:
        """Judge all, keep it, and forget that it was under way."""
        try:
            turn = Turn(Kind.REVIEW, person, key[0])
            for each in wanted:
                review.decisions.append(await self._judge_one(each, turn))
            review.costly = most_costly([each.best_share - each.share for each in review.decisions])
            body = msgspec.json.encode(review).decode()
            await self._hall.store.change(lambda conn: keep_review(conn, key, body))
            self._under_way.pop(key, None)
        except PiocheError as error:
            logger.warning("a review failed: %s", error.reason[0])
            review.failed = True

    async def _judge_one(self, decision: Decision, turn: Turn) -> Judged:
        found = await self._hall.opponents.judge(decision.seat, decision.view, decision.choices, turn, decision.move)
        (move, share), (best, best_share) = found
        return Judged(decision.step, move, round(share, 4), best, round(best_share, 4))


def read_review(conn: Connection, table_id: str, seat: int) -> str | None:
    at = schema.reviews.c
    return conn.execute(select(at.body).where(at.table_id == table_id, at.seat == seat)).scalar()


def keep_review(conn: Connection, key: Key, body: str) -> None:
    insert = sqlite.insert if conn.dialect.name == "sqlite" else postgresql.insert
    row = {"table_id": key[0], "seat": key[1], "body": body}
    conn.execute(insert(schema.reviews).values(row).on_conflict_do_nothing())
