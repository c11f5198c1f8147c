"""From 0.1 to 0.2: one step, so that a database is of the one release or of the other."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    pass
