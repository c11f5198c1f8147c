"""Lists of tables: who is there is found, and nobody pushes anybody out."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, delete, event, select, update

from pioche.server.app import make_app
from pioche.server.catalogue import refuse
from pioche.server.model.entries import Botted, Created, Pace, Sat
from pioche.server.sessions import table_expiry
from pioche.server.sessions.lobby import LETTERS, Lobby
from pioche.server.sessions.subscribers import Watching
from pioche.server.sessions.table_expiry import LINGER, LINGER_DAYS, UNSEEN, UNTOUCHED
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.settings import Settings
from pioche.server.storage import schema, table_lists
from pioche.server.storage.accounts import Person, today
from pioche.server.storage.delete_rows import CLOSED, DAY, GUEST, TOKEN
from pioche.table.errors import PiocheError
from server.conftest import Come, Gather, SetClock
from support.client import refused
from support.deployment import Deployment

pytestmark = pytest.mark.anyio

OpenRegistry = Callable[[], Awaitable[TableRegistry]]


async def make(
    registry: TableRegistry, person: Person, address: str = "", seats: int = 2, pace: Pace | None = None
) -> TableSession:
    """A public table with a free seat."""
    made = Created("kolpa", seats, person.id, "", public=True, pace=pace or Pace())
    return await Lobby(registry, address).create(person, made, [Sat(0, person.id, person.name)])


async def somebody(registry: TableRegistry, name: str = "Ada") -> Person:
    return (await registry.accounts.welcome(name))[0]


async def listed(registry: TableRegistry) -> list[str]:
    return [
        str(each["id"])
        for each in await registry.store.read(lambda conn: table_lists.read_public(conn, registry.clock.now()))
    ]


async def own(registry: TableRegistry, person: Person, after: str = "") -> list[str]:
    return [
        str(each["id"]) for each in await registry.store.read(lambda conn: table_lists.read_own(conn, person.id, after))
    ]


async def end(registry: TableRegistry, table: str, updated: int) -> None:
    over = update(schema.tables).where(schema.tables.c.id == table).values(status="over", updated=updated)
    await registry.store.change(lambda conn: conn.execute(over))


class SilentWindow:
    """A socket that looks at a table."""

    def __init__(self, person: str) -> None:
        self.person, self.address, self.lang = person, "127.0.0.1", "en"

    def send(self, message: bytes) -> None:
        pass

    def trip(self) -> float:
        return 0.0


# The public list


async def test_one_address_can_not_fill_the_list(open_registry: OpenRegistry, clock: SetClock) -> None:
    """Two hundred tables of a hundred guests of one address: ten are listed, and another's still is."""
    registry = await open_registry()
    ada = await somebody(registry)
    real = (await make(registry, ada, "192.0.2.1")).table.id
    for number in range(20):
        eve = await somebody(registry, f"Eve {number}")
        for _ in range(3):
            clock.advance(0.01)
            await make(registry, eve, "192.0.2.2")
    found = await listed(registry)
    assert real in found and len(found) == 1 + table_lists.OF_ADDRESS


async def test_a_dozen_addresses_can_not_fill_the_list_either(open_registry: OpenRegistry, clock: SetClock) -> None:
    registry = await open_registry()
    real = (await make(registry, await somebody(registry), "192.0.2.200")).table.id
    for number in range(12):
        clock.advance(0.01)
        guests = [await somebody(registry) for _ in range(table_lists.OF_ADDRESS)]
        for guest in guests:
            await make(registry, guest, f"192.0.2.{number}")
    found = await listed(registry)
    assert len(found) == table_lists.MOST and found[-1] == real, "the oldest, and there"


async def test_one_address_has_so_many_tables_under_way(open_registry: OpenRegistry) -> None:
    """Whoever has made them; in IPv6 eight times as many are all those around it."""
    registry = await open_registry()
    registry.limits.tables_under_way = 3

    async def refused_at(address: str) -> PiocheError | None:
        try:
            await make(registry, await somebody(registry), address)
        except PiocheError as refused:
            return refused
        return None

    sessions = [await make(registry, await somebody(registry), "192.0.2.1") for _ in range(3)]
    refused = await refused_at("192.0.2.1")
    assert refused is not None and refused.reason == ("table.too_many_here", {"most": 3})
    assert "finish or close one" in refused.sentence("en")
    assert await refused_at("192.0.2.2") is None, "another"
    await Lobby(registry).close(sessions[0], Person(sessions[0].table.chairs.host, "", ""))
    assert await refused_at("192.0.2.1") is None, "one less"
    answers = [await refused_at(f"2001:db8:1:{number // 2}::1") for number in range(25)]
    assert answers[:24] == [None] * 24
    assert answers[24] is not None and answers[24].reason[1] == {"most": 24}
    assert await refused_at("2001:db8:2::1") is None, "another network"


async def test_one_person_has_two_tables_in_the_list(open_registry: OpenRegistry, clock: SetClock) -> None:
    registry = await open_registry()
    ada = await somebody(registry)
    made = []
    for number in range(5):
        clock.advance(0.01)
        made.append((await make(registry, ada, f"192.0.2.{number}")).table.id)
    assert await listed(registry) == made[:2:-1], "the latest"


async def test_a_table_is_listed_while_somebody_is_there(open_registry: OpenRegistry, clock: SetClock) -> None:
    registry = await open_registry()
    ada, window = await somebody(registry), SilentWindow("")
    session = await make(registry, ada)
    window.person = ada.id
    await session.enter(window, "", 0)
    for _ in range(5):
        clock.advance(20)
        await registry.expiry.note_seen(registry.sessions.values())
        assert await listed(registry) == [session.table.id]
    session.leave(window)
    await session.enter(SilentWindow("a stranger who looks on"), "", 0)
    clock.advance(31)
    await registry.expiry.note_seen(registry.sessions.values())
    assert await listed(registry) == []


async def test_where_an_address_is_from_can_not_be_read_from_the_database(open_registry: OpenRegistry) -> None:
    """Not even by trying all there are: the key is in no file."""
    registry = await open_registry()
    session = await make(registry, await somebody(registry), "192.0.2.1")
    at = schema.tables.c
    origin = await registry.store.read(
        lambda conn: conn.execute(select(at.origin).where(at.id == session.table.id)).scalar()
    )
    assert origin == registry.origins.name_of("192.0.2.1") != table_lists.TableOrigins().name_of("192.0.2.1")


async def test_many_abandoned_tables_do_not_slow_the_list(open_registry: OpenRegistry) -> None:
    """Nor the count of those under way: what is asked for is found by an index."""
    registry = await open_registry()
    asked: list[Any] = []
    note = lambda conn, cursor, statement, values, context, many: asked.append((statement, values))  # noqa: E731
    event.listen(registry.store._engine, "before_cursor_execute", note)
    await registry.store.read(lambda conn: table_lists.read_public(conn, registry.clock.now()))
    await registry.store.read(lambda conn: table_lists.count_own(conn, "somebody"))
    await registry.store.read(lambda conn: table_lists.count_made_from(conn, "a", "b"))
    event.remove(registry.store._engine, "before_cursor_execute", note)

    def plan(conn: Connection) -> str:
        return "\n".join(
            str(row) for each in asked for row in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {each[0]}", each[1])
        )

    found = await registry.store.read(plan)
    assert "tables_by_seen (status=? AND seen>?)" in found
    assert "tables_by_maker (maker=? AND status=?)" in found
    assert "tables_by_origin (status=? AND origin>? AND origin<?)" in found
    assert "SCAN tables" not in found


# One's own


async def test_what_goes_on_comes_first_in_one_s_own_list_and_all_has_a_page(
    open_registry: OpenRegistry, clock: SetClock
) -> None:
    registry = await open_registry()
    ada = await somebody(registry)
    running = [(await make(registry, ada)).table.id for _ in range(3)]
    past = [(await make(registry, ada)).table.id for _ in range(2 * table_lists.PAGE + 5)]
    for count, each in enumerate(past):
        await end(registry, each, clock.time + 1000 + count // 2)
    found: list[str] = []
    while page := await own(registry, ada, *found[-1:]):
        assert len(page) <= table_lists.PAGE
        found += page
    assert set(found[:3]) == set(running)
    assert len(found) == len(set(found)) and set(found[3:]) == set(past)


async def test_a_table_that_was_closed_before_the_game_is_in_nobody_s_list(house: Deployment, come: Come) -> None:
    ada = await come(house, "Ada")
    table = await ada.make_table("kolpa", "you", "open")
    assert [each["id"] for each in await ada.get("/api/me/tables")] == [table]
    await ada.post(f"/api/tables/{table}/close")
    assert await ada.get("/api/me/tables") == []


async def test_a_rematch_fills_nobody_s_list_and_makes_no_chain(house: Deployment, gather: Gather) -> None:
    """Who asked for it may close it and ask again: the others only learn of it at the old table."""
    table, ada, eve = await gather(house, "kolpa", 2)
    await eve.command("concede", table=table)
    await ada.wait(lambda: ada.tables[table].over)
    new = (await eve.post(f"/api/tables/{table}/rematch"))["id"]
    assert [each["id"] for each in await ada.get("/api/me/tables")] == [table]
    assert {each["id"] for each in await eve.get("/api/me/tables")} == {table, new}
    await eve.post(f"/api/tables/{new}/close")
    assert (await refused(eve.post(f"/api/tables/{new}/rematch"))).code == "table.not_over"
    assert (await eve.post(f"/api/tables/{table}/rematch"))["id"] != new, "but who wants to play later may"
    assert [each["id"] for each in await ada.get("/api/me/tables")] == [table]


# Codes


async def test_a_code_is_given_back_when_the_table_is_over(house: Deployment, gather: Gather) -> None:
    table, ada, bob = await gather(house, "kolpa", 2)
    code = (await ada.get(f"/api/tables/{table}"))["code"]
    assert await ada.get(f"/api/codes/{code}") == {"id": table}, "others may watch"
    await bob.command("concede", table=table)
    await ada.wait(lambda: ada.tables[table].over)
    assert (await refused(ada.get(f"/api/codes/{code}"))).code == "table.no_code"
    assert (await ada.get(f"/api/tables/{table}"))["code"] == "" == ada.tables[table].facts["code"]


async def test_no_code_is_looked_for_for_ever(open_registry: OpenRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = await open_registry()
    ada = await somebody(registry)
    monkeypatch.setattr(secrets, "choice", lambda letters: LETTERS[0])
    await make(registry, ada)
    with pytest.raises(PiocheError) as none:
        await make(registry, ada)
    assert none.value.reason[0] == "table.no_codes"


# What goes by itself


async def test_an_open_table_that_everybody_left_closes(open_registry: OpenRegistry, clock: SetClock) -> None:
    """One that somebody still looks at does not, nor one by correspondence for a long time."""
    registry = await open_registry()
    ada = await somebody(registry)
    left, watched = await make(registry, ada), await make(registry, ada)
    slow = await make(registry, ada, pace=Pace("days"))
    await watched.enter(SilentWindow(ada.id), "", 0)
    await registry.expiry.close_left()
    for count in range(3):
        clock.advance(LINGER / 2000)
        await registry.expiry.note_seen(registry.sessions.values())
        await registry.expiry.close_left()
        assert left.table.over == (count == 2), "not after half an hour, but then"
        assert not watched.table.over and not slow.table.over
    clock.advance(LINGER_DAYS / 1000)
    await registry.expiry.close_left()
    assert slow.table.now.status == "closed"


async def test_time_in_which_nobody_served_closes_no_table(open_registry: OpenRegistry, clock: SetClock) -> None:
    table = (await make(await open_registry(), Person("a", "Ada", ""))).table.id
    clock.advance(10 * LINGER / 1000)
    registry = await open_registry()
    await registry.expiry.close_left()
    assert (await registry.session(table)).table.now.status == "open"


async def test_restarts_do_not_begin_the_count_anew(open_registry: OpenRegistry, clock: SetClock) -> None:
    """Nor does time count in which nobody served: 36 days of seven weeks are counted."""
    registry = await open_registry()
    table = (await make(registry, await somebody(registry), pace=Pace("days"))).table.id
    for served in range(6, 42, 6):
        clock.advance(6 * DAY / 1000)
        await registry._note_open(0)
        await registry.expiry.close_left()
        assert ((await registry.session(table)).table.now.status == "closed") == (served > 30), f"after {served} days"
        clock.advance(3 * DAY / 1000)
        registry = await open_registry()


async def test_a_game_that_nobody_touches_any_more_ends(open_registry: OpenRegistry, clock: SetClock) -> None:
    registry = await open_registry()
    ada, bob = await somebody(registry), await somebody(registry, "Bob")
    session = await make(registry, ada)
    await Lobby(registry).sit(session, bob, 1, "")
    assert session.table.now.status == "playing"
    await registry._note_heads()
    clock.advance(UNTOUCHED / 1000 - 60)
    await registry.expiry.close_left()
    assert session.table.now.status == "playing"
    clock.advance(120)
    await registry.expiry.close_left()
    assert session.table.now.status == "closed"


async def test_however_many_are_left_they_are_closed_in_one_go(
    open_registry: OpenRegistry, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those after one that can't be read, and none of them stays in memory."""
    monkeypatch.setattr(table_expiry, "AT_ONCE", 7)
    registry = await open_registry()
    ada = await somebody(registry)
    tables = [(await make(registry, ada)).table.id for _ in range(60)]
    broken = delete(schema.entries).where(schema.entries.c.table_id == tables[30])
    await registry.store.change(lambda conn: conn.execute(broken))
    registry.sessions.clear()
    clock.advance(LINGER / 1000 + 1)
    await registry.expiry.close_left()
    assert await statuses(registry) == {tables[30]: "open"} | {each: "closed" for each in tables if each != tables[30]}
    assert not registry.sessions


async def statuses(registry: TableRegistry) -> dict[str, str]:
    at = schema.tables.c
    return {
        row.id: row.status
        for row in await registry.store.read(lambda conn: conn.execute(select(at.id, at.status)).all())
    }


async def test_games_of_bots_alone_end_when_nobody_looks_on(open_registry: OpenRegistry, clock: SetClock) -> None:
    """Two days later; a person's game is waited for, and so is who looks on."""
    registry = await open_registry()
    ada, bob = await somebody(registry), await somebody(registry, "Bob")
    theirs = await make(registry, ada)
    await Lobby(registry).sit(theirs, bob, 1, "")
    alone, shown = [await bots_alone(registry, ada) for _ in range(2)]
    stranger = SilentWindow("somebody")
    shown.subscribers.watching[stranger] = Watching(stranger, shown.table.watcher)
    await registry._note_heads()
    for days, ended in ((UNSEEN - DAY, False), (DAY + 1, True)):
        clock.advance(days / 1000 + 1)
        await registry.expiry.close_left()
        assert alone.table.over == ended
    assert theirs.table.now.status == shown.table.now.status == "playing"


async def bots_alone(registry: TableRegistry, host: Person) -> TableSession:
    made = Created("kolpa", 2, host.id, "")
    return await Lobby(registry).create(host, made, [Botted(seat, "thumb") for seat in range(2)])


async def test_a_closed_table_at_which_nobody_sits_is_removed(open_registry: OpenRegistry, clock: SetClock) -> None:
    """Its players keep a game that they ended."""
    registry = await open_registry()
    ada, bob = await somebody(registry), await somebody(registry, "Bob")
    undealt, ended = await make(registry, ada), await make(registry, ada)
    await Lobby(registry).sit(ended, bob, 1, "")
    for session, person in ((undealt, ada), (ended, ada), (ended, bob)):
        await Lobby(registry).close(session, person)
    assert await statuses(registry) == {undealt.table.id: "closed", ended.table.id: "closed"}
    for days, kept in ((CLOSED - 1, {undealt, ended}), (2, {ended})):
        clock.advance(days * DAY / 1000)
        await registry.expiry.remove_unlisted()
        assert set(await statuses(registry)) == {session.table.id for session in kept}


async def test_what_goes_by_itself_goes_on_postgresql_too(
    clock: SetClock, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_expiry, "AT_ONCE", 2)
    registry = TableRegistry(Settings(database=postgres_url, warm_up=False))

    async def noted() -> None:
        registry.cluster.rest()

    monkeypatch.setattr(registry.cluster, "note_open", noted)  # or the leaps of the clock would be outages
    await registry.start()
    ada = await somebody(registry)
    open_ones = [(await make(registry, ada, f"2001:db8:1:{number}::1")).table.id for number in range(5)]
    alone = (await bots_alone(registry, ada)).table.id
    await registry._note_heads()
    assert set(await listed(registry)) <= set(open_ones)
    registry.limits.tables_under_way = 0
    with pytest.raises(PiocheError):
        await make(registry, ada, "2001:db8:1::1")
    for wait, ended in ((LINGER, open_ones), (UNSEEN, [*open_ones, alone])):
        clock.advance(wait / 1000 + 1)
        await registry.expiry.close_left()
        assert {each for each, status in (await statuses(registry)).items() if status == "closed"} == set(ended)
    clock.advance((CLOSED * DAY) / 1000 + 1)
    await registry.expiry.remove_unlisted()
    assert await statuses(registry) == {}
    await registry.stop()


async def test_who_comes_back_is_seen_once_a_day(open_registry: OpenRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    registry, today = await open_registry(), 20_000
    monkeypatch.setattr("pioche.server.storage.accounts.today", lambda: today)
    person, token = await registry.accounts.welcome("Ada")
    assert not registry.accounts.is_first_today(person)
    today += 1
    registry.accounts.forget(person.id)
    found = await registry.accounts.find(token)
    assert found is not None and registry.accounts.is_first_today(found)
    await registry.accounts.come(found)
    found = await registry.accounts.find(token)
    assert found is not None and found.used == today and not registry.accounts.is_first_today(found)


async def test_who_comes_back_is_answered_where_nothing_can_be_stored(
    open_registry: OpenRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, or a lock: reading goes on. The cookie lasts for another year, and the day is noted later."""
    registry = await open_registry()
    _, token = await registry.accounts.welcome("Ada")
    tomorrow, change = today() + 1, registry.store.change
    monkeypatch.setattr("pioche.server.storage.accounts.today", lambda: tomorrow)

    async def full(_: object) -> None:
        raise refuse("storage.unavailable")

    async def noted() -> int:
        return int(await registry.store.read(lambda conn: conn.execute(select(schema.tokens.c.used)).scalar_one()))

    app = httpx.ASGITransport(make_app(registry))
    cookies = {"pioche-8211": token}
    async with httpx.AsyncClient(transport=app, base_url="http://localhost:8211", cookies=cookies) as browser:
        monkeypatch.setattr(registry.store, "change", full)
        answer = await browser.get("/api/me")
        assert (answer.status_code, answer.json()["name"]) == (200, "Ada") and token in answer.headers["set-cookie"]
        monkeypatch.setattr(registry.store, "change", change)
        assert await noted() == tomorrow - 1
        assert (await browser.get("/api/me")).status_code == 200
        while await noted() != tomorrow:
            await asyncio.sleep(0.01)


async def test_guests_who_never_came_back_are_forgotten(open_registry: OpenRegistry, clock: SetClock) -> None:
    """Not who has a table, nor who was here lately; after a year and more nobody has the key of the others either."""
    registry = await open_registry()
    gone, here, player = [await somebody(registry, name) for name in ("Gone", "Here", "Player")]
    await make(registry, player)
    at = schema.tokens.c

    def use(days_ago: int, *people: Person) -> Callable[..., object]:
        day = clock.time // DAY - days_ago
        ids = [each.id for each in people]
        return lambda conn: conn.execute(update(schema.tokens).where(at.person.in_(ids)).values(used=day))

    async def known() -> set[str]:
        return set(await registry.store.read(lambda conn: conn.execute(select(schema.people.c.name)).scalars().all()))

    old = update(schema.people).values(created=clock.time - 2 * DAY)
    await registry.store.change(lambda conn: conn.execute(old))
    await registry.store.change(use(GUEST + 1, gone, player))
    await registry.store.change(use(GUEST - 1, here))
    await registry.expiry.forget_gone()
    assert await known() == {"Here", "Player"}
    await registry.store.change(use(TOKEN + 1, player))
    await registry.expiry.forget_gone()
    assert await known() == {"Here"}
