"""Row 19: who comes from elsewhere, with an old key or with none, stays outside."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import Connection, insert
from websockets.exceptions import ConnectionClosed, InvalidStatus

from faults.report_row import Figure, check, seeded
from pioche.server.sessions.lobby import LETTERS
from pioche.server.storage import schema
from pioche.server.storage.cluster import database_time
from pioche.server.storage.database import open_engine
from pioche.server.storage.tickets import hashed
from support.deployment import Deployment
from support.forked_servers import HOUSES, Born, Nursery
from support.server_process import Guest, Socket, client, dial, foreign, guest, hello

GUESSES = 60
AT_ONCE = 10  # guesses that an address has
SOON = 2.0  # seconds


@dataclass
class Door:
    """Where a process is reached, as guests want it."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def strangers(born: Nursery, kind: str, seed: int, bug: str = "") -> Figure:
    with seeded(f"strangers on {kind}", seed), HOUSES[kind](born, "--rate", "1", bug=bug) as house:
        doors: list[Any] = [Door(server.port) for server in house.servers if isinstance(server, Born)]
        origins = check_origins(doors[0])
        check_tickets(house, doors[0])
        slowest = check_revoked(doors)
        answered = check_guesses(doors[0], Random(seed))
    found = (
        f"{kind}: {origins} foreign origins refused before accept; a revoked socket closed after {slowest:.2f} s; "
        f"{answered} of {GUESSES} guessed codes answered"
    )
    return Figure(19, "strangers", found, f"refused; closed ≤ {SOON:.0f} s; codes limited", slowest <= SOON)


def check_origins(door: Any) -> int:
    origins = foreign(door)
    for origin in origins:
        try:
            dial(door, origin=origin, address="127.0.0.2").close()
        except InvalidStatus as refused:
            check(refused.response.status_code == 403, f"{origin} was answered {refused.response.status_code}")
        else:
            check(False, f"a page from {origin} may open a socket")
    return len(origins)


def check_tickets(house: Deployment, door: Any) -> None:
    """One that is too old, one good for too long, one nobody gave, one used, one whose person has signed out."""
    with guest(door, "Ada", "127.0.0.3") as ada:
        check(hello(door, written(house, ada, 20)) == ("welcome", 0), "a good ticket was refused")
        old, long, forged = written(house, ada, -1), written(house, ada, 3600), secrets.token_urlsafe(32)
        used, revoked = ada.ticket(), ada.ticket()
        check(hello(door, used) == ("welcome", 0), "a good ticket was refused")
        check(ada.http.delete("/api/me/tokens?everywhere=true").status_code == 204, "signing out failed")
        check(ada.http.get("/api/me").status_code == 401, "a revoked token still opens something")
        bad = {"old": old, "long": long, "forged": forged, "used": used, "revoked": revoked}
        for name, ticket in bad.items():
            check(hello(door, ticket) == ("people.ticket", 1008), f"the {name} ticket opens a socket")


def written(house: Deployment, person: Guest, seconds: int) -> str:
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


def check_revoked(doors: list[Any]) -> float:
    """Seconds until the sockets of somebody who signs out are closed, at every process."""
    with guest(doors[0], "Ada", "127.0.0.4") as ada:
        sockets = [open_at(door, ada) for door in doors for _ in range(2)]
        since = time.monotonic()
        check(ada.http.delete("/api/me/tokens?everywhere=true").status_code == 204, "signing out failed")
        for opened in sockets:
            check(closes(opened), "the socket of somebody who signed out stays open")
        return time.monotonic() - since


def open_at(door: Any, person: Guest) -> Socket:
    opened = Socket(dial(door, address="127.0.0.4"))
    opened.say(type="hello", ticket=person.ticket(), lang="en")
    check(opened.hear()["type"] == "welcome", "not welcome")
    return opened


def closes(opened: Socket) -> bool:
    give_up = time.monotonic() + 2 * SOON
    try:
        while True:
            opened.wire.recv(max(0.01, give_up - time.monotonic()))
    except ConnectionClosed:
        return True
    except TimeoutError:
        opened.close()
        return False


def check_guesses(door: Any, rng: Random) -> int:
    """How many guesses of a code were answered at all."""
    with client(door, "127.0.0.5") as browser:
        since = time.monotonic()
        codes = ["".join(rng.choices(LETTERS, k=6)) for _ in range(GUESSES)]
        answers = [browser.get(f"/api/codes/{code}").status_code for code in codes]
        most = AT_ONCE + 1 + 0.2 * (time.monotonic() - since)
    check(set(answers) <= {404, 429}, f"guesses were answered {set(answers)}")
    check(answers.count(404) <= most, f"{answers.count(404)} guesses were answered")
    return answers.count(404)
