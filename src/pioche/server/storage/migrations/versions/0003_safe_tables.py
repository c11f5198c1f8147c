"""From 0.1 to 0.2: one step, so that a database is of the one release or of the other."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    people()
    old_things()
    processes()
    records()


def people() -> None:
    """Tickets are kept as hashes; the seal that made them is gone. Who was here in 0.1 was here today."""
    op.create_table(
        "tickets",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.execute("DELETE FROM facts WHERE name = 'secret'")
    op.add_column("tokens", sa.Column("used", sa.Integer, nullable=False, server_default="0"))
    op.execute(f"UPDATE tokens SET used = {int(time.time() // 86_400)}")


def old_things() -> None:
    """Who made a table, where from, and when somebody was last there; tables that are over need no code.

    The indexes are for what is asked of the many tables that somebody may have made and left.
    """
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("code", existing_type=sa.String(6), nullable=True)
        tables.add_column(sa.Column("maker", sa.String(24)))
        tables.add_column(sa.Column("origin", sa.String(64)))
        tables.add_column(sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
        tables.add_column(sa.Column("linger", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET code = NULL WHERE status IN ('over', 'closed')")
    op.execute(f"UPDATE tables SET seen = updated, linger = {30 * 86_400_000}")
    op.execute(
        "DELETE FROM seats WHERE table_id IN (SELECT id FROM tables WHERE status = 'closed' AND NOT EXISTS ("
        'SELECT 1 FROM entries WHERE table_id = tables.id AND body LIKE \'{"kind":"dealt"%\'))'
    )
    op.drop_index("tables_by_status", "tables")
    op.create_index("tables_by_status", "tables", ["status", "updated"])
    op.create_index("tables_by_seen", "tables", ["status", "seen", "linger"])
    op.create_index("tables_by_maker", "tables", ["maker", "status"])
    op.create_index("tables_by_origin", "tables", ["status", "origin"])


def processes() -> None:
    """Which processes live, who is there at each, and which tables each sees to."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("reader", sa.Integer, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True, index=True),
        sa.Column("seat", sa.Integer, primary_key=True),
    )
    op.execute("INSERT INTO facts (name, value) VALUES ('min_reader', '2')")
    op.add_column("tables", sa.Column("keeper", sa.String(16), nullable=False, server_default=""))


def records() -> None:
    """Finished games never change: their records are kept."""
    op.create_table(
        "records",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
