"""Codes that make another device somebody's: typed on the phone, they were shown on the laptop. Each is good once."""

from __future__ import annotations

import secrets
import time

from sqlalchemy import Connection, delete, insert, select

from pioche.server.storage import schema
from pioche.server.storage.socket_tickets import hashed

LINK = 600  # seconds
LINKS = 5  # that a person has at a time


def new_code() -> str:
    return secrets.token_urlsafe(18)


def add_link(conn: Connection, code: str, person: str) -> None:
    """A person's latest few are good; those that are too old are not kept."""
    forget_old(conn)
    at = schema.links.c
    latest = select(at.hash).where(at.person == person).order_by(at.expires.desc()).limit(LINKS - 1)
    kept = conn.execute(latest).scalars().all()
    conn.execute(delete(schema.links).where(at.person == person, at.hash.not_in(kept)))
    row = {"hash": hashed(code), "person": person, "expires": int(time.time() + LINK)}
    conn.execute(insert(schema.links).values(row))


def take_link(conn: Connection, code: str) -> str | None:
    """Whose code this is; it is used up. None if it is nobody's any more."""
    forget_old(conn)
    at = schema.links.c
    found: str | None = conn.execute(delete(schema.links).where(at.hash == hashed(code)).returning(at.person)).scalar()
    return found


def remove_links(conn: Connection, person: str) -> None:
    conn.execute(delete(schema.links).where(schema.links.c.person == person))


def forget_old(conn: Connection) -> None:
    conn.execute(delete(schema.links).where(schema.links.c.expires < int(time.time())))
