"""The shuffle, all the way: promises, the house's commitment, salts, the deal; and whoever does not keep a promise."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

import msgspec
import pytest

from pioche.server.model.entries import (
    Botted,
    Committed,
    Conceded,
    Created,
    Dealt,
    Missed,
    Moved,
    Pace,
    Revealed,
    Rose,
    Sat,
)
from pioche.server.model.recipient_messages import clocks, facts
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.storage.accounts import Person
from pioche.server.storage.game_records import read_record
from pioche.table.errors import PiocheError
from server.conftest import Come, SetClock
from support.client import refused
from support.client_transport import Json
from support.deployment import Deployment
from support.shuffle_promises import ShufflePart, reveal

pytestmark = pytest.mark.anyio

OpenRegistry = Callable[[], Awaitable[TableRegistry]]
ADA, BOB, CLEO = (Person(name.lower(), name, "") for name in ("Ada", "Bob", "Cleo"))
SHORT = {"last_round": "above15"}


# Over the wire


async def test_alone_with_bots(house: Deployment, come: Come) -> None:
    """The commitment is in the answer to the first request, the salt in the second."""
    ada, part = await come(house, "Ada"), ShufflePart()
    facts = await ada.post(
        "/api/tables", game="coloretto", options=SHORT, patience="quick", promise=part.promise,
        seats=[{"kind": "you"}, {"kind": "bot", "bot": "random"}],
    )  # fmt: skip
    assert facts["deal"] == "rules=2 coloretto 2 last_round=above15"
    assert (await ada.watch(facts["id"])).game == {}, "nothing is dealt yet"
    dealt = await reveal(ada, facts["id"], part)
    assert (dealt["status"], dealt["commitment"]) == ("playing", facts["commitment"])
    await ada.play_out(facts["id"], Random(1))
    part.check(await ada.get(f"/api/tables/{facts['id']}/record"))
    assert (await ada.get(f"/api/tables/{facts['id']}/verify"))["ok"]


async def test_friends_and_a_program_that_trusts_the_house(house: Deployment, come: Come) -> None:
    """At two processes, where there are two; until the end nobody is sent anybody's salt, nor the seed."""
    people = [await come(house, name) for name in ("Ada", "Bob", "Cleo", "Eve")]
    ada, bob, cleo, eve = people
    parts = {ada: ShufflePart(), bob: ShufflePart()}
    table = await ada.make_table("coloretto", "you", "open", "open", options=SHORT, promise=parts[ada].promise)
    for player in people:
        await player.watch(table)
    assert (await bob.sit(table, promise=parts[bob].promise))["status"] == "open"
    assert (await cleo.sit(table))["status"] == "shuffling"
    await reveal(bob, table, parts[bob])
    await eve.wait(lambda: eve.tables[table].facts["chairs"][1].get("revealed"))
    assert "playing" not in {eve.tables[table].status, (await cleo.get(f"/api/tables/{table}"))["status"]}
    assert (await reveal(ada, table, parts[ada]))["status"] == "playing"
    async with asyncio.TaskGroup() as group:
        for number, player in enumerate((ada, bob, cleo)):
            group.create_task(player.play_out(table, Random(number)))
    await eve.wait(lambda: eve.tables[table].over)
    kinds = eve.tables[table].kinds()
    assert [kind for kind in kinds if kind in ("committed", "revealed", "dealt")] == [
        "committed", "revealed", "revealed", "dealt",
    ]  # fmt: skip
    record = await eve.get(f"/api/tables/{table}/record")
    assert "C=person:-" in record.splitlines()[2]
    for part in parts.values():
        part.check(record)
    secrets = [house.seed(table).hex(), *(part.salt for part in parts.values())]
    for player in people:
        assert not any(secret in text for text in player.raw for secret in secrets)
    assert not any(secret in json.dumps(part.facts) for part in parts.values() for secret in secrets)


async def test_a_rematch_is_shuffled_anew(small_house: Deployment, come: Come) -> None:
    ada, bob = await come(small_house, "Ada"), await come(small_house, "Bob")
    first = {player: ShufflePart() for player in (ada, bob)}
    table = await ada.make_table("kolpa", "you", "open", promise=first[ada].promise)
    await bob.sit(table, promise=first[bob].promise)
    for player in (ada, bob):
        await player.watch(table)
        await reveal(player, table, first[player])
    await ada.command("concede", table=table)
    await bob.wait(lambda: bob.tables[table].over)
    second = {player: ShufflePart() for player in (ada, bob)}
    new = (await bob.post(f"/api/tables/{table}/rematch", promise=second[bob].promise))["id"]
    facts = await ada.post(f"/api/tables/{table}/rematch", promise=second[ada].promise)
    assert (facts["id"], facts["status"]) == (new, "shuffling")
    for player in (ada, bob):
        facts = await reveal(player, new, second[player])
    assert facts["status"] == "playing"
    assert [chair["promise"] for chair in facts["chairs"]] == [second[bob].promise, second[ada].promise]


async def test_what_is_no_salt_or_no_promise(small_house: Deployment, come: Come) -> None:
    ada, part = await come(small_house, "Ada"), ShufflePart()
    table = await ada.make_table("kolpa", "you", "random", promise=part.promise)
    wrong = await refused(ada.post(f"/api/tables/{table}/salt", salt=ShufflePart().salt))
    assert (wrong.status, wrong.code) == (400, "table.salt")
    for short in ("ab" * 15, "AB" * 32, "", 7):
        assert (await refused(ada.post(f"/api/tables/{table}/salt", salt=short))).status == 422
    assert (await refused(ada.make_table("kolpa", "you", "random", promise="ab"))).status == 422
    eve = await come(small_house, "Eve")
    assert (await refused(eve.post(f"/api/tables/{table}/salt", salt=part.salt))).code == "table.not_seated"
    assert (await refused(eve.sit(table))).code == "table.no_free_seat"
    for _ in range(2):  # an answer that was lost is asked for again
        assert (await ada.post(f"/api/tables/{table}/salt", salt=part.salt))["status"] == "playing"
    assert (await refused(ada.post(f"/api/tables/{table}/promise", promise=part.promise[::-1]))).code == "table.started"


# In made-up time


class Friends:
    """Two people at a table, in the test's own process."""

    def __init__(self, registry: TableRegistry, clock: SetClock) -> None:
        self.registry, self.clock, self.lobby = registry, clock, Lobby(registry)
        self.ada, self.bob = ShufflePart(), ShufflePart()
        self.session: TableSession

    async def sit(self, pace: Pace | None = None, start: str = "full") -> Friends:
        made = Created("coloretto", 2, "ada", "", pace=pace or Pace(), start="host" if start == "host" else "full")
        self.session = await self.lobby.create(ADA, made, [Sat(0, "ada", "Ada", promise=self.ada.promise)])
        await self.lobby.sit(self.session, BOB, None, self.bob.promise)
        return self

    @property
    def status(self) -> str:
        return self.session.table.now.status

    def facts(self, person: Person = ADA) -> Json:
        seen: Json = msgspec.to_builtins(facts(self.session.table, "BCDFGH", person.id))
        return seen

    async def later(self, seconds: float) -> None:
        """Time passes in an open house."""
        self.clock.advance(seconds)
        self.registry.cluster.rest()
        await self.session.tick(self.clock.time)

    async def at(self, registry: TableRegistry) -> Friends:
        """The same people, once another process has opened the table."""
        self.registry, self.lobby = registry, Lobby(registry)
        self.session = await registry.session(self.session.table.id)
        return self

    async def both_reveal(self) -> None:
        for person, part in ((ADA, self.ada), (BOB, self.bob)):
            part.note(self.facts(person))
            await self.lobby.reveal(self.session, person, part.salt)

    async def again(self) -> None:
        """Both promise other salts; Bob sits down anew."""
        self.ada, self.bob = ShufflePart(), ShufflePart()
        await self.lobby.promise(self.session, ADA, self.ada.promise)
        await self.lobby.sit(self.session, BOB, None, self.bob.promise)

    async def check_record(self) -> None:
        for seat in range(2):
            await self.session.append(partial(Conceded, seat), f"concede {seat}")
        record = await self.registry.store.read(partial(read_record, table_id=self.session.table.id))
        self.ada.check(record)
        self.bob.check(record)


async def why_not(answer: Awaitable[object]) -> str:
    try:
        await answer
    except PiocheError as error:
        return error.reason[0]
    return "ok"


def entries(friends: Friends, kind: type) -> list[object]:
    return [shown.entry for shown in friends.session.table.kept if isinstance(shown.entry, kind)]


async def test_the_host_begins_and_then_all_reveal(open_registry: OpenRegistry, clock: SetClock) -> None:
    friends = await Friends(await open_registry(), clock).sit(start="host")
    assert friends.status == "open"
    await friends.later(60)
    await friends.lobby.start(friends.session, ADA)
    assert friends.status == "shuffling"
    await friends.both_reveal()
    assert friends.status == "playing"
    await friends.check_record()


async def test_who_does_not_reveal_loses_the_seat_and_all_begin_anew(
    open_registry: OpenRegistry, clock: SetClock
) -> None:
    friends = await Friends(await open_registry(), clock).sit()
    await friends.lobby.reveal(friends.session, ADA, friends.ada.salt)
    seen = clocks(friends.session.table, clock.time + 4000)
    assert seen is not None and seen.left == {1: 6000}
    await friends.later(9.9)
    assert friends.status == "shuffling"
    await friends.later(0.2)
    assert entries(friends, Missed) == [Missed([1])]
    ada, bob = friends.facts()["chairs"]
    assert (friends.status, friends.facts()["commitment"], bob["kind"]) == ("open", "", "open")
    assert (ada["kind"], ada["owes"], ada.get("promise"), ada.get("revealed")) == ("person", True, None, None)


async def test_nobody_chooses_between_two_deals_by_staying_silent(open_registry: OpenRegistry, clock: SetClock) -> None:
    """Bob can read the database: he knows the deal before he has told his salt, does not like it, and is silent."""
    friends = await Friends(await open_registry(), clock).sit()
    await friends.lobby.reveal(friends.session, ADA, friends.ada.salt)
    first, known = friends.session.table.now.seed, friends.bob
    await friends.later(10.1)
    late = [
        friends.lobby.reveal(friends.session, BOB, known.salt),
        friends.lobby.promise(friends.session, BOB, known.promise),
    ]
    assert [await why_not(each) for each in late] == ["table.not_seated"] * 2, "the first deal is gone"
    await friends.lobby.sit(friends.session, BOB, None, known.promise)  # with the salt that would have been so bad
    assert friends.status == "open", "Ada has not promised again: nothing can be computed yet"
    friends.ada = ShufflePart()
    await friends.lobby.promise(friends.session, ADA, friends.ada.promise)
    assert friends.status == "shuffling" and friends.session.table.now.seed != first
    await friends.both_reveal()
    both = [entry.seed for entry in entries(friends, Committed) if isinstance(entry, Committed)]
    assert (len(set(both)), len(entries(friends, Dealt))) == (2, 1)
    await friends.check_record()


async def test_who_does_not_promise_again_has_missed_it_too(open_registry: OpenRegistry, clock: SetClock) -> None:
    friends = await Friends(await open_registry(), clock).sit()
    await friends.lobby.reveal(friends.session, ADA, friends.ada.salt)
    await friends.later(10.1)
    await friends.later(60)
    assert not friends.session.table.chairs.full, "as long as a seat is open nobody has to hurry"
    await friends.lobby.sit(friends.session, BOB, None, ShufflePart().promise)
    await friends.later(9.9)
    assert entries(friends, Missed) == [Missed([1])]
    await friends.later(0.2)
    assert entries(friends, Missed) == [Missed([1]), Missed([0])]
    assert [chair.kind for chair in friends.session.table.chairs] == ["open", "person"]


async def test_who_promises_nothing_is_not_waited_for(open_registry: OpenRegistry, clock: SetClock) -> None:
    friends = await Friends(await open_registry(), clock).sit()
    await friends.later(10.1)
    await friends.lobby.sit(friends.session, ADA, 0)
    await friends.lobby.sit(friends.session, BOB, 1)
    assert friends.status == "playing"


@pytest.mark.parametrize("what", ["leaves", "is removed", "becomes a bot"])
async def test_whoever_goes_meanwhile_makes_it_begin_anew(
    open_registry: OpenRegistry, clock: SetClock, what: str
) -> None:
    friends = await Friends(await open_registry(), clock).sit()
    session, lobby, first = friends.session, friends.lobby, friends.session.table.now.commitment
    await lobby.reveal(session, ADA, friends.ada.salt)
    if what == "leaves":
        await lobby.leave(session, BOB)
    else:
        await lobby.set_seat(session, ADA, 1, "open" if what == "is removed" else "bot", "random")
    assert (friends.status, session.table.now.commitment, [chair.salt for chair in session.table.chairs]) == (
        "open",
        "",
        ["", ""],
    )
    assert session.table.chairs[0].owes
    if what == "becomes a bot":
        await lobby.promise(session, ADA, ShufflePart().promise)
    else:
        await friends.again()
    assert friends.status == "shuffling" and session.table.now.commitment != first


async def test_by_correspondence_the_deal_waits_until_each_has_been_there(
    open_registry: OpenRegistry, clock: SetClock
) -> None:
    friends = await Friends(await open_registry(), clock).sit(Pace("days"))
    await friends.lobby.reveal(friends.session, ADA, friends.ada.salt)
    await friends.later(3 * 86_400)
    assert (friends.status, friends.session.wake(), clocks(friends.session.table, clock.time)) == (
        "shuffling",
        None,
        None,
    )
    await friends.both_reveal()
    assert friends.status == "playing"


async def test_a_restart_in_mid_shuffle(open_registry: OpenRegistry, clock: SetClock) -> None:
    """The same seed, the same commitment; and the time in which the house is closed is nobody's."""
    friends = await Friends(await open_registry(), clock).sit()
    await friends.lobby.reveal(friends.session, ADA, friends.ada.salt)
    before, seed = friends.facts(), friends.session.table.now.seed
    clock.advance(4)
    friends.registry.cluster.rest()
    await friends.registry.cluster.note_open()
    clock.advance(3600)
    await friends.at(await open_registry())
    assert (friends.facts(), friends.session.table.now.seed) == (before, seed)
    await friends.later(5.9)
    assert friends.status == "shuffling"
    await friends.both_reveal()
    assert friends.status == "playing"
    await friends.at(await open_registry())
    assert friends.session.table.now.seed == seed
    await friends.check_record()


async def test_a_crash_after_the_last_salt_does_not_stop_the_deal(open_registry: OpenRegistry, clock: SetClock) -> None:
    friends = await Friends(await open_registry(), clock).sit()
    table = friends.session.table
    await friends.lobby.reveal(friends.session, ADA, friends.ada.salt)
    await friends.session.append(lambda: Revealed(1, friends.bob.salt), "and then the power went")
    assert (friends.status, friends.session.wake()) == ("shuffling", clock.time)
    registry = await open_registry()
    async with asyncio.timeout(20):
        while table.id not in registry.sessions or registry.sessions[table.id].table.now.status != "playing":
            await asyncio.sleep(0.02)


async def test_a_crash_before_the_commitment_does_not_stop_it(open_registry: OpenRegistry, clock: SetClock) -> None:
    friends = await Friends(await open_registry(), clock).sit()
    session = friends.session
    await session.append(lambda: Rose(1), "rose")
    await friends.lobby.promise(session, ADA, friends.ada.promise)
    await session.append(lambda: Botted(1, "random"), "and then the power went")
    assert friends.status == "open"
    await friends.at(await open_registry())
    await friends.later(0.1)
    assert friends.status == "shuffling"


async def test_a_game_goes_on_from_its_snapshot_with_its_own_seed(open_registry: OpenRegistry, clock: SetClock) -> None:
    friends = await Friends(await open_registry(), clock).sit()
    await friends.both_reveal()
    rng, table = Random(3), friends.session.table
    for _ in range(40):
        seat = table.now.standing.waited[0]
        move = rng.choice(table.moves(seat))
        await friends.session.append(partial(Moved, seat, [move]), f"m{table.now.seq}")
    await friends.at(await open_registry())
    again = friends.session.table
    assert len(again.commands) < table.now.seq - 20, "it was not played again from the first entry"
    assert (again.now.seed, again.now.dealt, again.now.commitment, str(again.pos)) == (
        table.now.seed, table.now.dealt, table.now.commitment, str(table.pos),
    )  # fmt: skip
    await friends.check_record()
