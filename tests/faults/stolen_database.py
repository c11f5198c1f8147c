"""Row 27: a copy of the database in wrong hands opens nothing; nobody else can read the files it is copied from.

Neither as it is, nor as what 0.1 made of it: a ticket was sealed with a secret that lay in the database.
"""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx

from faults.report_row import ReportRow, check, seeded
from pioche.server.storage.database_admin import copy_database
from support.blocking_client import KOLPA, BlockingClient, guest, hello
from support.client_transport import PLAIN
from support.deployment import Deployment, small_house
from support.server_process import ServerProcess
from support.warm_parent import WarmParent

KEYS = range(16, 100)  # characters that a key may have
HASH = 64  # characters of a stored token
SECONDS = 30  # for which a ticket was good
PRIVATE = 0o600


def stolen(warm: WarmParent, seed: int, bug: str = "") -> ReportRow:
    with seeded("a stolen backup", seed), small_house(warm, bug=bug) as house:
        server = house.servers[0]
        with guest(server, "Ada") as ada, tempfile.TemporaryDirectory(prefix="pioche-stolen-") as folder:
            tried, sealed, files = steal(house, server, ada, Path(folder))
    found = (
        f"{tried} texts of a raw copy and of a backup, and {sealed} tickets sealed with them as 0.1 did, opened "
        f"nothing: no ticket, token or move; {files} files 0600"
    )
    return ReportRow(27, "a stolen backup", found, "no ticket, no token, no move; files 0600", True)


def steal(house: Deployment, server: ServerProcess, ada: BlockingClient, folder: Path) -> tuple[int, int, int]:
    """While Ada plays, has an unused ticket and an unused link."""
    table = ada.post("/api/tables", **KOLPA)["id"]
    ticket, code = ada.ticket(), ada.post("/api/me/link")["code"]
    before = played_by_people(house, table)
    copy_raw(house, folder / "raw.db")
    copy_database(house.database, folder / "backup.db")
    texts = texts_of(folder / "raw.db") | texts_of(folder / "backup.db")
    check(ada.id in texts, "there is nothing in the copy")
    for text in sorted(texts):
        try_key(server, text)
    sealed = [ticket for copy in ("raw.db", "backup.db") for ticket in sealed_tickets(folder / copy)]
    for forged in sealed:
        try_ticket(server, forged)
    check(played_by_people(house, table) == before, "somebody has played")
    files = check_files(house, folder / "backup.db")
    check(not {ticket, code} & texts, "a key is in the copy")
    check(hello(server, ticket) == ("welcome", 0), "Ada's own ticket was refused")
    return len(texts), len(sealed), files


def played_by_people(house: Deployment, table: str) -> int:
    """The bot at the table plays on."""
    return sum(getattr(row.entry, "by", "") == "person" for row in house.log(table))


def copy_raw(house: Deployment, target: Path) -> None:
    """Every row as it is, as a thief copies it."""
    path = house.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def texts_of(path: Path) -> set[str]:
    """Whatever in a database could be a key."""
    texts = [cell.hex() if isinstance(cell, bytes) else str(cell) for cell in cells_of(path)]
    return {text for text in texts if len(text) in KEYS and text.isascii() and text.isprintable()}


def cells_of(path: Path, *tables: str) -> list[str | bytes]:
    """Every text of these tables, or of all."""
    with closing(sqlite3.connect(path)) as conn:
        every = [name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        cells = [cell for name in tables or every for row in conn.execute(f"SELECT * FROM {name}") for cell in row]
    return [cell for cell in cells if isinstance(cell, str | bytes)]


def sealed_tickets(path: Path) -> Iterator[str]:
    """As in 0.1: `hash.expires.noise.seal`, for every hash of a token; any fact, seed, hash or id may be the secret."""
    hashes = {str(cell) for cell in cells_of(path, "tokens", "tickets") if len(cell) == HASH}
    facts = {cell if isinstance(cell, bytes) else cell.encode() for cell in cells_of(path, "facts")}
    texts = {text.encode() for text in texts_of(path)}
    unpacked = {bytes.fromhex(key.decode()) for key in facts | texts if is_hex(key)}
    for token in sorted(hashes):
        for secret in sorted(facts | texts | unpacked):
            body = f"{token}.{int(time.time()) + SECONDS}.{'0' * 16}"
            yield f"{body}.{hmac.new(secret, body.encode(), hashlib.sha256).hexdigest()}"


def is_hex(key: bytes) -> bool:
    return len(key) % 2 == 0 and all(letter in b"0123456789abcdef" for letter in key)


def try_ticket(server: ServerProcess, text: str) -> None:
    check(hello(server, text)[0] == "people.ticket", f"a socket was opened with {text!r}")


def try_key(server: ServerProcess, text: str) -> None:
    """As a ticket, as a cookie, as a link."""
    try_ticket(server, text)
    names = ("pioche", f"pioche-{server.port}")
    cookie = "; ".join(f"{name}={text}" for name in names)
    headers = {"origin": server.url, "cookie": cookie} if "{" not in text else {"origin": server.url}
    with httpx.Client(base_url=server.url, headers=headers, verify=PLAIN) as thief:
        check(thief.get("/api/me").status_code == 401, f"{text!r} is somebody's token")
        answer = thief.post("/api/link", json={"code": text[:64]}).status_code
        check(answer == 401, f"{text!r} is somebody's link: {answer}")


def check_files(house: Deployment, backup: Path) -> int:
    files = [*Path(house.database.removeprefix("sqlite:///")).parent.glob("tables.db*"), backup]
    for file in files:
        mode = file.stat().st_mode & 0o777
        check(mode == PRIVATE, f"{file.name} is {mode:o}")
    return len(files)
