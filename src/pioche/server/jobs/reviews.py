"""Reviews of finished games: a seat's decisions, judged one after another behind play, and kept."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from pioche.server.bots.bot_pool import BotTurn
from pioche.server.catalogue import refuse
from pioche.server.limits.client_addresses import networks
from pioche.server.queue.fair_turns import Kind
from pioche.server.storage import schema
from pioche.studies.review import Decision, most_costly
from pioche.table.errors import PiocheError

if TYPE_CHECKING:
    from pioche.server.sessions.table_registry import TableRegistry

logger = logging.getLogger("pioche.reviews")
MOST = 300  # decisions of a review
MOST_OF_ONE, MOST_OF_ADDRESS, MOST_AT_ONCE = 3, 6, 24  # reviews under way, of a person, of an address, and in all
MOST_FAILED = 1000  # that are remembered


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
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._under_way: dict[Key, Review] = {}
        self._failed: OrderedDict[Key, Review] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: Counter[str] = Counter()  # reviews under way, for each person and each address

    async def find(self, table_id: str, seat: int) -> Review:
        """A review, as far as it is."""
        found = self._under_way.get((table_id, seat)) or self._failed.get((table_id, seat))
        if found is not None:
            return found
        kept = await self._registry.store.read(lambda conn: read_review(conn, table_id, seat))
        return msgspec.json.decode(kept, type=Review) if kept else Review(seat)

    async def begin(self, table_id: str, seat: int, person: str, address: str) -> Review:
        """Begin one, unless it is there or under way."""
        found = await self.find(table_id, seat)
        if found.total and not found.failed:
            return found
        self._registry.limits.reviews.check(person)
        wanted = await self._registry.finished_games.decisions(table_id, seat, MOST + 1, address)
        if (table_id, seat) in self._under_way:
            return self._under_way[table_id, seat]
        turn = BotTurn(Kind.REVIEW, person, table_id, networks(address)[0])
        self._check_room(turn)
        self._failed.pop((table_id, seat), None)
        more, wanted = len(wanted) > MOST, wanted[:MOST]
        review = self._under_way[table_id, seat] = Review(seat, len(wanted), more=more)
        self._asked.update(askers(turn))
        task = asyncio.create_task(self._judge((table_id, seat), review, wanted, turn))
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._end(task, turn))
        return review

    def _check_room(self, turn: BotTurn) -> None:
        """Guests are made in a moment: so an address has only so many."""
        own, shared = askers(turn)
        if self._asked[own] >= MOST_OF_ONE:
            raise refuse("review.busy", most=MOST_OF_ONE)
        if self._asked[shared] >= MOST_OF_ADDRESS:
            raise refuse("review.busy_here", most=MOST_OF_ADDRESS)
        if len(self._tasks) >= MOST_AT_ONCE:
            raise refuse("review.full")

    def _end(self, task: asyncio.Task[None], turn: BotTurn) -> None:
        self._tasks.discard(task)
        self._asked -= Counter(askers(turn))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _judge(self, key: Key, review: Review, wanted: list[Decision], turn: BotTurn) -> None:
        """Judge all, keep it, and forget that it was under way."""
        try:
            for each in wanted:
                review.decisions.append(await self._judge_one(each, turn))
            review.costly = most_costly([each.best_share - each.share for each in review.decisions])
            body = msgspec.json.encode(review).decode()
            await self._registry.store.change(lambda conn: keep_review(conn, key, body))
        except PiocheError as error:
            logger.warning("a review failed: %s", error.reason[0])
            review.failed = True
            self._failed[key] = review
            if len(self._failed) > MOST_FAILED:
                self._failed.popitem(last=False)
        finally:
            self._under_way.pop(key, None)

    async def _judge_one(self, decision: Decision, turn: BotTurn) -> Judged:
        found = await self._registry.bot_pool.judge(decision.seat, decision.view, decision.choices, turn, decision.move)
        (move, share), (best, best_share) = found
        return Judged(decision.step, move, round(share, 4), best, round(best_share, 4))


def askers(turn: BotTurn) -> tuple[str, str]:
    """Under which names a review is counted."""
    return f"person {turn.person}", f"address {turn.address}"


def read_review(conn: Connection, table_id: str, seat: int) -> str | None:
    at = schema.reviews.c
    return conn.execute(select(at.body).where(at.table_id == table_id, at.seat == seat)).scalar()


def keep_review(conn: Connection, key: Key, body: str) -> None:
    insert = sqlite.insert if conn.dialect.name == "sqlite" else postgresql.insert
    row = {"table_id": key[0], "seat": key[1], "body": body}
    conn.execute(insert(schema.reviews).values(row).on_conflict_do_nothing())
