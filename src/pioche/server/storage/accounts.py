"""Guests: a name and a token in a cookie. The token is stored hashed."""

from __future__ import annotations

import secrets
import time
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from pioche.server.catalogue import refuse
from pioche.server.model.display_names import clean_name
from pioche.server.storage import device_links, schema
from pioche.server.storage.delete_rows import TOKEN
from pioche.server.storage.grouped_calls import GroupedCalls
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.socket_tickets import Tickets, hashed

KNOWN = 2.0  # seconds for which it is not asked again whose token it is: another process may have revoked it


class Person(NamedTuple):
    id: str
    name: str
    token: str  # its hash
    used: int = 0  # the day on which it was last noted that the token was used


def today() -> int:
    """Days since 1970."""
    return int(time.time() // 86_400)


class Accounts:
    def __init__(self, store: LogStore) -> None:
        self._store = store
        self._tickets = Tickets(store)
        self._known: dict[str, tuple[Person, float]] = {}  # by the hash of the token, and until when
        self._forgotten = 0  # how often somebody was
        self._reading: GroupedCalls[Person] = GroupedCalls(self._read)
        self._coming: GroupedCalls[int] = GroupedCalls(self._note_used)

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest, and its token."""
        token = secrets.token_urlsafe(32)
        person = Person(secrets.token_hex(8), clean_name(name), hashed(token), today())

        def add(conn: Connection) -> None:
            now = time.time_ns() // 1_000_000
            conn.execute(insert(schema.people).values(id=person.id, name=person.name, created=now))
            conn.execute(insert(schema.tokens).values(new_token(token, person.id)))

        await self._store.change(add)
        return person, token

    async def find(self, token: str | None) -> Person | None:
        """Who has this token."""
        if not token or len(token) > 100:
            return None
        return await self.by_hash(hashed(token))

    async def by_hash(self, token: str) -> Person | None:
        person, until = self._known.get(token, (None, 0.0))
        if time.monotonic() < until:
            return person
        forgotten = self._forgotten
        found = await self._reading.ask(token)
        if found is not None and forgotten == self._forgotten:  # nobody was revoked while we read
            if len(self._known) > 50_000:
                self._known.clear()
            self._known[token] = (found, time.monotonic() + KNOWN)
        return found

    @staticmethod
    def is_first_today(person: Person) -> bool:
        """Is it not yet noted that this token was used today?"""
        return person.used < today()

    async def come(self, person: Person) -> None:
        """Note that somebody is here today."""
        await self._coming.ask(person.token)
        self._known.pop(person.token, None)

    async def _note_used(self, tokens: set[str]) -> dict[str, int]:
        at, day = schema.tokens.c, today()
        note = update(schema.tokens).where(at.hash.in_(tokens)).values(used=day)
        await self._store.change(lambda conn: conn.execute(note))
        return dict.fromkeys(tokens, day)

    async def _read(self, tokens: set[str]) -> dict[str, Person]:
        return await self._store.read(lambda conn: find_people(conn, tokens))

    async def rename(self, person: Person, name: str) -> Person:
        name = clean_name(name)
        await self._store.change(
            lambda conn: conn.execute(update(schema.people).where(schema.people.c.id == person.id).values(name=name))
        )
        self.forget(person.id)
        return person._replace(name=name)

    async def still_valid(self, tokens: set[str]) -> set[str]:
        """Which of these tokens have not been revoked; asked where no other process tells us."""
        at = schema.tokens.c.hash
        found = await self._store.read(lambda conn: conn.execute(select(at).where(at.in_(tokens))).scalars().all())
        return set(found)

    # Other devices, and signing out

    async def make_link(self, person: Person) -> str:
        """A code that makes another device this person's, once, for some minutes."""
        code = device_links.new_code()
        await self._store.change(lambda conn: device_links.add_link(conn, code, person.id))
        return code

    async def use_link(self, code: str) -> tuple[Person, str]:
        token = secrets.token_urlsafe(32)

        def use(conn: Connection) -> Person | None:
            who = device_links.take_link(conn, code)
            if who is None:
                return None
            conn.execute(insert(schema.tokens).values(new_token(token, who)))
            return find_people(conn, {hashed(token)}).get(hashed(token))

        person = await self._store.change(use)
        if person is None:
            raise refuse("people.link")
        return person, token

    async def count_devices(self, person: Person) -> int:
        query = select(func.count()).select_from(schema.tokens).where(schema.tokens.c.person == person.id)
        return int(await self._store.read(lambda conn: conn.execute(query).scalar_one()))

    async def revoke(self, person: Person, everywhere: bool = True) -> None:
        """Its token is no more; everywhere: nor is any other, nor are codes that would make new ones."""
        at = schema.tokens.c
        gone = delete(schema.tokens).where(at.person == person.id if everywhere else at.hash == person.token)

        def revoke(conn: Connection) -> None:
            conn.execute(gone)
            if everywhere:
                device_links.remove_links(conn, person.id)

        await self._store.change(revoke)
        self.forget(person.id)

    def forget(self, person: str) -> None:
        self._forgotten += 1
        self._known = {token: known for token, known in self._known.items() if known[0].id != person}

    # Tickets

    async def ticket(self, person: Person) -> str:
        """Opens one socket within seconds."""
        return await self._tickets.give(person.token)

    async def admit(self, ticket: str) -> Person:
        token = await self._tickets.take(ticket)
        if token is not None:
            self._known.pop(token, None)  # it may have been revoked elsewhere
            if (person := await self.by_hash(token)) is not None:
                return person
        raise refuse("people.ticket")


def new_token(token: str, person: str) -> dict[str, object]:
    now = time.time_ns() // 1_000_000
    return {"hash": hashed(token), "person": person, "created": now, "used": today()}


def find_people(conn: Connection, tokens: set[str]) -> dict[str, Person]:
    """Whose tokens these are; those that are nobody's, or were not used for too long, are left out."""
    at, held = schema.people.c, schema.tokens.c
    found = select(held.hash, held.used, at.id, at.name).join(schema.tokens, held.person == at.id)
    query = found.where(held.hash.in_(tokens), held.used >= today() - TOKEN)
    return {row.hash: Person(row.id, row.name, row.hash, row.used) for row in conn.execute(query)}
