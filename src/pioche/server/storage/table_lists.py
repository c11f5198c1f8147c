"""The lists of tables: the public one, and each person's own.

Nobody can push others out of a list: the public one shows tables where somebody is, a few of one person and of one
address, and one of each address before a second of any; a person's own begins with what goes on, and has as many
pages as it needs.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection, ScalarSelect, Select, and_, case, func, or_, select

from pioche.server.limits.client_addresses import networks
from pioche.server.limits.connection_limits import WIDER
from pioche.server.storage import schema

Json = dict[str, Any]

GOING_ON = ("open", "shuffling", "playing")
HERE = 30_000  # milliseconds after which somebody who was seen at a table may be gone
MOST = 100  # tables that are listed …
OF_PERSON = 2  # … of one person …
OF_ADDRESS = 10  # … and of one address
PAGE = 50


class TableOrigins:
    """Addresses as names that only this process can tell: the key is never written down.

    A name begins with that of the network around the address, where there is one.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def name_of(self, address: str) -> str:
        return self._around(address) + self._name(networks(address)[0])[:32]

    def spans(self, address: str) -> list[tuple[str, str, int]]:
        """Between which names an address is, and all those around it; and how many times as much is theirs."""
        own, around = self.name_of(address), self._around(address)
        return [(own, own, 1), *([(around, around + "g", WIDER)] if networks(address)[1] else [])]

    def _around(self, address: str) -> str:
        own, wide = networks(address)
        return self._name(wide or own)[:16]

    def _name(self, network: str) -> str:
        return hmac.new(self._key, network.encode(), hashlib.sha256).hexdigest()


def read_public(conn: Connection, now: int) -> list[Json]:
    """Public tables where somebody is: those that can be joined first, then the latest. Where there are too many, each
    address has its first before any has its second, whichever are open."""
    at = schema.tables.c
    here = and_(at.public, at.status.in_(GOING_ON), at.seen > now - HERE)
    of_person = counted(at.maker).label("of_person")
    few = select(at.id, at.status, at.created, at.updated, at.summary, at.origin, of_person).where(here).subquery()
    of_address = counted(few.c.origin, few).label("of_address")
    fewer = select(few, of_address).where(few.c.of_person <= OF_PERSON).subquery()
    fair = select(fewer).where(fewer.c.of_address <= OF_ADDRESS).order_by(fewer.c.of_address, *joinable(fewer))
    listed = fair.limit(MOST).subquery()
    return [summary(row) for row in conn.execute(select(listed).order_by(*joinable(listed)))]


def joinable(of: Any) -> tuple[Any, ...]:
    """Those that can be joined first, then the latest."""
    return of.c.status != "open", of.c.created.desc(), of.c.id


def counted(whose: Any, of: Any = schema.tables) -> Any:
    """The how many-th table of its owner it is, the latest first; what has no owner is counted alone."""
    owner = func.coalesce(whose, of.c.id)
    return func.row_number().over(partition_by=owner, order_by=(of.c.created.desc(), of.c.id))


def read_own(conn: Connection, person: str, after: str = "") -> list[Json]:
    """A page of somebody's tables: those that go on, then the others, the latest first; `after` ends the last page."""
    at, seat = schema.tables.c, schema.seats.c
    query = select(at.summary, at.updated).join(schema.seats, seat.table_id == at.id).where(seat.person == person)
    if after:
        query = query.where(comes_after(after))
    return [summary(row) for row in conn.execute(query.order_by(past(), at.updated.desc(), at.id).limit(PAGE))]


def past() -> Any:
    return case((schema.tables.c.status.in_(GOING_ON), 0), else_=1)


def comes_after(table_id: str) -> Any:
    """In the order of one's own list; a table that is gone ends it."""
    at = schema.tables.c
    last_past, last_updated = of(table_id, select(past())), of(table_id, select(at.updated))
    same_kind, same_time = past() == last_past, at.updated == last_updated
    later = or_(at.updated < last_updated, and_(same_time, at.id > table_id))
    return or_(past() > last_past, and_(same_kind, later))


def of(table_id: str, query: Select[Any]) -> ScalarSelect[Any]:
    return query.where(schema.tables.c.id == table_id).correlate(None).scalar_subquery()


def count_own(conn: Connection, person: str) -> int:
    """Somebody's tables that are not over: where it sits, or that it has made, those of bots alone too."""
    at, seat = schema.tables.c, schema.seats.c
    made = select(at.id).where(at.maker == person, at.status.in_(GOING_ON))
    seated = select(at.id).join(schema.seats, seat.table_id == at.id).where(seat.person == person)
    both = made.union(seated.where(at.status.in_(GOING_ON))).subquery()
    return int(conn.execute(select(func.count()).select_from(both)).scalar_one())


def count_made_from(conn: Connection, first: str, last: str) -> int:
    """Tables that are not over, made where the names of addresses are between these."""
    at = schema.tables.c
    query = select(func.count()).where(at.origin.between(first, last), at.status.in_(GOING_ON))
    return int(conn.execute(query).scalar_one())


def read_code(conn: Connection, code: str) -> str | None:
    at = schema.tables.c
    return conn.execute(select(at.id).where(at.code == code)).scalar()


def summary(row: Any) -> Json:
    return {**msgspec.json.decode(row.summary), "updated": row.updated}
