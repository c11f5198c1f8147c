"""Row 19: who comes from elsewhere, with an old key or with none, stays outside."""

from __future__ import annotations

import secrets
import time
from contextlib import ExitStack
from random import Random

from sqlalchemy import Connection, insert

from faults.report_row import ReportRow, check, seeded
from pioche.server.sessions.lobby import LETTERS
from pioche.server.storage import schema
from pioche.server.storage.database import open_engine
from pioche.server.storage.deployment_clock import database_time
from pioche.server.storage.socket_tickets import hashed
from support.blocking_client import BlockingClient, BlockingSocket, browse, dial, foreign_origins, guest, hello
from support.client_transport import SocketRefused
from support.deployment import HOUSES, Deployment
from support.server_process import ServerProcess
from support.warm_parent import WarmParent

GUESSES = 60
AT_ONCE = 10  # guesses that an address has
SOON = 2.0  # seconds


def strangers(warm: WarmParent, kind: str, seed: int, bug: str = "") -> ReportRow:
    with seeded(f"strangers on {kind}", seed), HOUSES[kind](warm, "--rate", "1", bug=bug) as house:
        server = house.servers[0]
        origins = check_origins(server)
        check_tickets(house, server)
        slowest = check_revoked(house.servers)
        answered = check_guesses(server, Random(seed))
    found = (
        f"{kind}: {origins} foreign origins refused before accept; a revoked socket closed after {slowest:.2f} s; "
        f"{answered} of {GUESSES} guessed codes answered"
    )
    return ReportRow(19, "strangers", found, f"refused; closed ≤ {SOON:.0f} s; codes limited", slowest <= SOON)


def check_origins(server: ServerProcess) -> int:
    origins = foreign_origins(server)
    for origin in origins:
        try:
            dial(server, origin=origin, address="127.0.0.2").close()
        except SocketRefused as refused:
            check(refused.status == 403, f"{origin} was answered {refused.status}")
        else:
            check(False, f"a page from {origin} may open a socket")
    return len(origins)


def check_tickets(house: Deployment, server: ServerProcess) -> None:
    """One that is too old, one good for too long, one nobody gave, one used, one whose person has signed out."""
    with guest(server, "Ada", "127.0.0.3") as ada:
        check(hello(server, written(house, ada, 20)) == ("welcome", 0), "a good ticket was refused")
        old, long, forged = written(house, ada, -1), written(house, ada, 3600), secrets.token_urlsafe(32)
        used, revoked = ada.ticket(), ada.ticket()
        check(hello(server, used) == ("welcome", 0), "a good ticket was refused")
        check(ada.http.delete("/api/me/tokens?everywhere=true").status_code == 204, "signing out failed")
        check(ada.http.get("/api/me").status_code == 401, "a revoked token still opens something")
        bad = {"old": old, "long": long, "forged": forged, "used": used, "revoked": revoked}
        for name, ticket in bad.items():
            check(hello(server, ticket) == ("people.ticket", 1008), f"the {name} ticket opens a socket")


def written(house: Deployment, person: BlockingClient, seconds: int) -> str:
    """A ticket that is written into the database, good for so long."""
    ticket = secrets.token_urlsafe(32)

    def write(conn: Connection) -> None:
        expires = database_time(conn) + seconds * 1000
        row = {"hash": hashed(ticket), "token": hashed(person.token), "expires": expires}
        conn.execute(insert(schema.tickets).values(row))

    engine = open_engine(house.database)
    with engine.begin() as conn:
        write(conn)
    engine.dispose()
    return ticket


def check_revoked(servers: list[ServerProcess]) -> float:
    """Seconds until the sockets of somebody who signs out are closed, at every process."""
    with guest(servers[0], "Ada", "127.0.0.4") as ada, ExitStack() as stack:
        sockets = [open_at(server, ada) for server in servers for _ in range(2)]
        for opened in sockets:
            stack.callback(opened.close)
        since = time.monotonic()
        check(ada.http.delete("/api/me/tokens?everywhere=true").status_code == 204, "signing out failed")
        for opened in sockets:
            check(closes(opened), "the socket of somebody who signed out stays open")
        return time.monotonic() - since


def open_at(server: ServerProcess, person: BlockingClient) -> BlockingSocket:
    opened = dial(server, address="127.0.0.4")
    opened.say(type="hello", ticket=person.ticket(), lang="en")
    check(opened.hear()["type"] == "welcome", "not welcome")
    return opened


def closes(opened: BlockingSocket) -> bool:
    opened.client.patience = 2 * SOON
    try:
        return bool(opened.closed())
    except TimeoutError:
        return False


def check_guesses(server: ServerProcess, rng: Random) -> int:
    """How many guesses of a code were answered at all."""
    with browse(server, "127.0.0.5") as browser:
        since = time.monotonic()
        codes = ["".join(rng.choices(LETTERS, k=6)) for _ in range(GUESSES)]
        answers = [browser.get(f"/api/codes/{code}").status_code for code in codes]
        most = AT_ONCE + 1 + 0.2 * (time.monotonic() - since)
    check(set(answers) <= {404, 429}, f"guesses were answered {set(answers)}")
    check(answers.count(404) <= most, f"{answers.count(404)} guesses were answered")
    return answers.count(404)
