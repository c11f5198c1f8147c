"""The tables of the database. A change here needs a migration in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0003"  # the last migration
metadata = MetaData()

facts = Table("facts", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))

people = Table(
    "people", metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)  # fmt: skip

tokens = Table(
    "tokens", metadata,
    Column("hash", String(64), primary_key=True),  # of the token; the token itself is only in the cookie
    Column("person", String(24), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("used", Integer, nullable=False, server_default="0"),  # the last day, counted from 1970
)  # fmt: skip

tickets = Table(
    "tickets", metadata,
    Column("hash", String(64), primary_key=True),  # of the ticket
    Column("token", String(64), nullable=False),  # the hash of the token it was given for
    Column("expires", BigInteger, nullable=False),
)  # fmt: skip

links = Table(
    "links", metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(24), nullable=False),
    Column("expires", BigInteger, nullable=False),
)  # fmt: skip

tables = Table(
    "tables", metadata,
    Column("id", String(24), primary_key=True),
    Column("code", String(6), unique=True),  # given back when the table is over
    Column("game", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("head", Integer, nullable=False),
    Column("wake", BigInteger),  # when something is due even if nobody comes
    Column("keeper", String(16), nullable=False, server_default=""),  # the process that sees to it
    Column("seed", LargeBinary(32), nullable=False),  # of tables of 0.1; later ones have it in their log
    Column("summary", Text, nullable=False),
    Column("maker", String(24)),
    Column("origin", String(64)),  # a keyed hash of the address it was made from; the key is in no file
    Column("seen", BigInteger, nullable=False, server_default="0"),  # when one of its people was last there
    Column("linger", BigInteger, nullable=False, server_default="0"),  # how long it stays open after that
    Index("tables_by_wake", "wake"),
    Index("tables_by_status", "status", "updated"),
    Index("tables_by_seen", "status", "seen", "linger"),
    Index("tables_by_maker", "maker", "status"),
    Index("tables_by_origin", "status", "origin"),
)  # fmt: skip

seats = Table(
    "seats", metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(24), nullable=False, index=True),
)  # fmt: skip

entries = Table(
    "entries", metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("command", String(100), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "command", name="one_entry_a_command"),
)  # fmt: skip

snapshots = Table(
    "snapshots", metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
)  # fmt: skip

reviews = Table(
    "reviews", metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)  # fmt: skip

records = Table(
    "records", metadata,
    Column("table_id", String(24), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),  # packed
)  # fmt: skip

outages = Table(
    "outages", metadata,
    Column("down", BigInteger, primary_key=True),
    Column("up", BigInteger, nullable=False),
)  # fmt: skip

processes = Table(
    "processes", metadata,
    Column("id", String(16), primary_key=True),
    Column("until", BigInteger, nullable=False),  # by the database's clock: later it is taken to be gone
    Column("reader", Integer, nullable=False),  # what it can read; see `versions.py`
)  # fmt: skip

presence = Table(
    "presence", metadata,
    Column("process", String(16), primary_key=True),  # it holds as long as that process lives
    Column("table_id", String(24), primary_key=True, index=True),
    Column("seat", Integer, primary_key=True),
)  # fmt: skip
