"""Row 33: one address fills no list with tables where nobody is, and months of play do not fill the disk."""

from __future__ import annotations

import asyncio
import tempfile
import time

from faults.report_row import ReportRow, check, seeded
from pioche.server.storage import retention
from pioche.server.storage.database import open_engine
from pioche.server.storage.log_store import LogStore
from pioche.server.storage.table_lists import OF_ADDRESS, OF_PERSON
from support.blocking_client import BlockingClient, browse, guest
from support.client_transport import Json
from support.deployment import Deployment, small_house
from support.month_of_games import DAY, leave_tables, store_day
from support.server_process import ServerProcess
from support.warm_parent import WarmParent

SHIM = "things_go_soon"  # not a bug: or it would take half an hour
TWO: Json = {"game": "kolpa", "seats": [{"kind": "you"}, {"kind": "open"}], "public": True}
EACH = 20  # tables of a person
MONTHS = 4
LEFT = 1  # tables of each kind that are left in a month, for every guest of a day
HOUR = 3_600_000


def crowded(warm: WarmParent, tables: int, seed: int, bug: str = SHIM, patience: float = 30.0) -> ReportRow:
    with seeded("a list for everybody", seed), small_house(warm, bug=bug) as house:
        server = house.servers[0]
        with guest(server, "Ada", "127.0.0.131") as ada:
            listed, closed = crowd(house, server, ada, tables, patience)
    found = (
        f"{tables} public tables of one address: {listed} of them listed while they could be joined, Ada's always; "
        f"when everybody had left {closed} were closed and gave their codes back"
    )
    return ReportRow(33, "a list for everybody", found, f"≤ {OF_ADDRESS} listed; only where somebody is", True)


def crowd(
    house: Deployment, server: ServerProcess, ada: BlockingClient, tables: int, patience: float
) -> tuple[int, int]:
    """Ada waits at a table of hers, before and after one address makes so many."""
    real = ada.post("/api/tables", **TWO)["id"]
    socket = ada.socket()
    socket.say(type="watch", table=real)
    socket.hear("state")
    made, listed = flood(server, ada, real, tables)
    wait_until(lambda: names(server) == {real}, patience, "tables are listed where nobody is")
    wait_until(lambda: statuses(ada, made) == {"closed"}, patience, "tables stay open that everybody left")
    check(ada.http.get(f"/api/tables/{real}").json()["status"] == "open", "Ada's table was closed, and she is there")
    check({ada.http.get(f"/api/tables/{each}").json()["code"] for each in made} == {""}, "a code was kept")
    return listed, len(made)


def flood(server: ServerProcess, ada: BlockingClient, real: str, tables: int) -> tuple[list[str], int]:
    """The tables that were made, and the most of them that were listed at a time."""
    made, most = list[str](), 0
    for number in range(tables // EACH):
        with guest(server, f"Eve{number}", "127.0.0.132") as eve:
            own = [eve.post("/api/tables", **TWO)["id"] for _ in range(EACH)]
        made += own
        listed = names(server)
        check(real in listed, "the table where somebody waits is not listed")
        check(len(listed & set(own)) <= OF_PERSON, f"{len(listed & set(own))} tables of one person are listed")
        most = max(most, len(listed & set(made)))
    check(0 < most <= OF_ADDRESS, f"{most} tables of one address are listed")
    return made, most


def names(server: ServerProcess) -> set[str]:
    with browse(server) as browser:
        return {each["id"] for each in browser.get("/api/tables").json()}


def statuses(ada: BlockingClient, tables: list[str]) -> set[str]:
    return {ada.http.get(f"/api/tables/{each}").json()["status"] for each in tables}


def wait_until(so: object, patience: float, otherwise: str) -> None:
    give_up = time.monotonic() + patience
    assert callable(so)
    while not so():
        check(time.monotonic() < give_up, otherwise)
        time.sleep(0.2)


# Months


def months(guests: int, games: int, seed: int) -> ReportRow:
    """So many a day, and tables that are left; tidied up once a month, of what is older than a month."""
    with seeded("months of growth", seed), tempfile.TemporaryDirectory(prefix="pioche-months-") as folder:
        url = f"sqlite:///{folder}/tables.db"
        asyncio.run(LogStore(url).stop())
        sizes = [month(url, number, guests, games) for number in range(1, MONTHS + 1)]
    told = ", ".join(f"{before / 1e6:.1f} → {after / 1e6:.1f}" for before, after in sizes)
    limit = 1.3 * sizes[1][0]
    check(sizes[-1][0] <= limit and sizes[-1][1] <= limit, f"the file grows and grows (MB): {told}")
    found = (
        f"{guests} guests and {games} games a day, {4 * LEFT * guests} tables a month that are left and all closed, "
        f"{MONTHS} months; MB before and after tidying up: {told}"
    )
    return ReportRow(33, "months of growth", found, "bounded: as large as two months", True)


def month(url: str, number: int, guests: int, games: int) -> tuple[int, int]:
    """The file's size before it is tidied up, and after."""
    engine, now = open_engine(url), time.time_ns() // 1_000_000 - (MONTHS - number) * 30 * DAY
    with engine.begin() as conn:
        for day in range(30):
            store_day(conn, now - day * DAY, guests, games)
    still = asyncio.run(leave_tables(url, now - 30 * DAY, now + HOUR, LEFT * guests))
    check(still == 0, f"{still} tables that everybody left are not closed")
    found = retention.tidy(url, 30, dry=False, now=now)
    engine.dispose()
    return found.before, found.after
