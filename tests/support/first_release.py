"""What 0.1 leaves in a database, and what it does there as long as it serves."""

from __future__ import annotations

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from pioche.server.storage import schema
from pioche.server.storage.database import open_engine

NOW = "CAST(CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS TEXT)"


def make_first_release(url: str) -> None:
    """An empty database of 0.1."""
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    engine = open_engine(url)
    with engine.connect() as conn:
        config.attributes["connection"] = conn
        command.upgrade(config, "0002")
        conn.commit()
    engine.dispose()


class FirstRelease(threading.Thread):
    """A process of 0.1 that serves a PostgreSQL, as far as the database can tell: it notes that it is open."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url, self._stopped, self._began = url, threading.Event(), threading.Event()

    def __enter__(self) -> FirstRelease:
        self.start()
        assert self._began.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self.join()

    def run(self) -> None:
        engine = open_engine(self._url)
        with engine.connect() as conn:
            conn.execute(text(f"INSERT INTO facts VALUES ('noted', {NOW})"))
            conn.commit()
            self._began.set()
            while not self._stopped.wait(0.2):
                conn.execute(text(f"UPDATE facts SET value = {NOW} WHERE name = 'noted'"))
                conn.commit()
        engine.dispose()
