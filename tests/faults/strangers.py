"""Row 19: who comes from elsewhere, with an old key or with none, stays outside."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import select
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pioche.server import schema
from pioche.server.database import open_engine
from pioche.server.lobby import LETTERS
from server.house import Guest, Socket, client, dial, foreign, guest, hello
from server.servers import House

from .figure import Figure, check, seeded
from .nursery import HOUSES, Born, Nursery

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


def check_tickets(house: House, door: Any) -> None:
    """One that is too old, one that is used, one sealed by somebody else, one whose person has signed out."""
    with guest(door, "Ada", "127.0.0.3") as ada:
        secret = secret_of(house)
        check(hello(door, sealed(ada, secret, 20)) == ("welcome", 0), "a good ticket was refused")
        old, forged = sealed(ada, secret, -1), sealed(ada, secrets.token_bytes(32), 20)
        used, revoked = ada.ticket(), ada.ticket()
        check(hello(door, used) == ("welcome", 0), "a good ticket was refused")
        check(ada.http.delete("/api/me/tokens").status_code == 204, "signing out failed")
        check(ada.http.get("/api/me").status_code == 401, "a revoked token still opens something")
        for name, ticket in {"old": old, "forged": forged, "used": used, "revoked": revoked}.items():
            check(hello(door, ticket) == ("people.ticket", 1008), f"the {name} ticket opens a socket")


def secret_of(house: House) -> bytes:
    engine = open_engine(house.database)
    with engine.connect() as conn:
        at = schema.facts.c
        found = conn.execute(select(at.value).where(at.name == "secret")).scalar_one()
    engine.dispose()
    return bytes.fromhex(found)


def sealed(person: Guest, secret: bytes, seconds: int) -> str:
    """A ticket as the server makes them, good for so long."""
    token = hashlib.sha256(person.token.encode()).hexdigest()
    body = f"{token}.{int(time.time()) + seconds}.{secrets.token_hex(8)}"
    return f"{body}.{hmac.new(secret, body.encode(), hashlib.sha256).hexdigest()}"


def check_revoked(doors: list[Any]) -> float:
    """Seconds until the sockets of somebody who signs out are closed, at every process."""
    with guest(doors[0], "Ada", "127.0.0.4") as ada:
        sockets = [open_at(door, ada) for door in doors for _ in range(2)]
        since = time.monotonic()
        check(ada.http.delete("/api/me/tokens").status_code == 204, "signing out failed")
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
