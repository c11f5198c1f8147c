"""Bugs to be planted in a server, each in its own process: every checker must catch the one that is meant for it."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import msgspec
from sqlalchemy.exc import OperationalError

from pioche.server import engine, guard, lobby, messages, names, people, shown, socket
from pioche.server.chairs import Chairs
from pioche.server.connection import Connection
from pioche.server.costs import Allowance, Costs, Slot
from pioche.server.engine import Engine
from pioche.server.guard import Origins
from pioche.server.hall import Hall
from pioche.server.limits import Buckets
from pioche.server.opponents import Opponents, Turn
from pioche.server.players import Players
from pioche.server.room import Room
from pioche.server.socket import Socket
from pioche.server.store import Append, Store
from pioche.server.table import Table
from pioche.server.timing import Timing
from pioche.server.turns import Lane
from pioche.server.worker import Answer, Question

from . import process_bugs, queue_bugs, releases, storage_bugs, surroundings
from .surroundings import replace

BATCH = 1000  # bytes that come together
HOLD = 0.12  # seconds
_kept: set[asyncio.Future[Any]] = set()


def plant(name: str) -> None:
    """A bug, or something that is done to the surroundings, by its name."""
    if name:
        bugs = [vars(each) for each in (surroundings, process_bugs, queue_bugs, releases, storage_bugs)]
        {name: bug for each in [*bugs, globals()] for name, bug in each.items()}[name]()


def keep(task: asyncio.Future[Any]) -> None:
    """A task that nobody holds may be swept away."""
    _kept.add(task)
    task.add_done_callback(_kept.discard)


async def nothing(*_: Any) -> None:
    return None


# The log


def acknowledges_early() -> None:
    """What is acknowledged is not yet stored."""
    store = Store.append

    def lazily(self: Store, job: Append) -> Any:
        async def later() -> bool:
            await asyncio.sleep(0.05)
            return await store(self, job)

        keep(asyncio.ensure_future(later()))
        return asyncio.sleep(0, True)

    replace(Store, "append", lazily)


def forgets_commands() -> None:
    """A command that is sent again is a new one; and its first answer comes late."""
    append = Room.append

    async def anew(self: Room, make: Any, command: str, acknowledge: Any = None) -> Any:
        again = command in self.table.commands and acknowledge is not None
        answer = await append(self, make, f"{command}:{secrets.token_hex(3)}" if again else command, None)
        if acknowledge is not None:
            await asyncio.sleep(0.05)
            acknowledge(answer)
        return answer

    check_moves = Table.check_moves
    replace(Table, "check_moves", lambda self, seat, moves, base: check_moves(self, seat, moves, None))
    replace(Room, "append", anew)
    replace(Room, "_first_answer", nothing)


def gives_numbers_twice() -> None:
    """Whoever asks for a number that is taken is told that it has it."""
    replace(Store, "_append_known", lambda self, conn, jobs: jobs)


def believes_the_best() -> None:
    """A commit that failed is taken to have happened."""
    commit = Store._commit

    def hopeful(self: Store, batch: list[Any]) -> list[tuple[Any, Any]]:
        try:
            return commit(self, batch)
        except OperationalError:
            return [(job, True) for job in batch]

    replace(Store, "_commit", hopeful)


def lies_on_a_full_disk() -> None:
    surroundings.disk_fails_on_signal()
    believes_the_best()


# Streams


def forgets_what_was_missed() -> None:
    """Who comes back is not told the first thing that it missed."""
    missed = shown.missed

    def later(table: Any, recipient: int, seq: int) -> Any:
        found = missed(table, recipient, seq)
        return found[1:] if found else found

    replace(shown, "missed", later)


def forgets_where_people_were() -> None:
    """Who comes back is told everything anew."""
    replace(shown, "missed", lambda table, recipient, seq: None)


# Messages


def fails_on_nonsense() -> None:
    """What is not understood is an exception."""
    replace(Socket, "_read", lambda self, event: messages.read_message(event.get("text") or ""))


def keeps_everything() -> None:
    """Whatever was sent is remembered for ever."""
    read, kept = Socket._read, list[bytearray]()

    def remember(self: Socket, event: Any) -> Any:
        kept.append(bytearray(16_384))
        return read(self, event)

    replace(Socket, "_read", remember)


def plays_for_anybody() -> None:
    """A move is played for whoever is to move, not for whoever sent it."""

    def seat_of(self: Room, viewer: Any) -> int:
        return self.table.standing.waited[0]

    replace(Room, "_seat_of", seat_of)


def fails_over_http() -> None:
    """A name that has an unusual character in it is an exception."""
    clean = names.clean_name
    replace(people, "clean_name", lambda name: clean(name.encode("ascii").decode()))


# Limits


def never_limits() -> None:
    """As much as anybody likes, and nobody is closed for nonsense."""
    replace(Buckets, "take", lambda self, key, cost=1.0: 0.0)
    replace(socket, "TOO_MANY", 1 << 30)


def counts_no_frames() -> None:
    """Control frames and fragments cost nothing, and are taken as they come."""
    replace(Allowance, "spend", lambda self: True)
    replace(engine, "TOGETHER", 1 << 30)
    replace(engine, "EMPTY_PART", -1)


def holds_the_loop() -> None:
    """Every batch of frames keeps everybody waiting, and the loop computes nothing meanwhile."""
    take = Engine.data_received

    def slowly(self: Engine, data: bytes) -> None:
        if self.handshake_complete and len(data) > BATCH:
            time.sleep(HOLD)
        take(self, data)

    replace(Engine, "data_received", slowly)


def reads_any_cookie() -> None:
    """However long the headers are."""
    surroundings.impatient()
    replace(guard, "is_too_long", lambda scope: False)


def reads_cookies_slowly() -> None:
    """A long one is refused after twice the time that it may take."""
    surroundings.impatient()
    is_too_long = guard.is_too_long

    def slowly(scope: Any) -> bool:
        until = time.thread_time() + 0.010
        while is_too_long(scope) and time.thread_time() < until:
            pass
        return is_too_long(scope)

    replace(guard, "is_too_long", slowly)


def waits_for_ever() -> None:
    """For the rest of a head or a body."""
    surroundings.impatient()
    replace(Connection, "watch", lambda self: None)


def lets_everybody_in() -> None:
    """As many connections as anybody likes."""
    surroundings.impatient()
    replace(Connection, "watch", lambda self: None)
    replace(Costs, "admit", lambda self, address: Slot(self, address, False))
    replace(Costs, "leave", lambda self, slot: None)


def never_cuts_off() -> None:
    """What is not read waits."""
    replace(Engine, "cut_off", lambda self: None)


def trusts_every_origin() -> None:
    replace(Origins, "allows", lambda self, origin, host: True)


def lets_the_revoked_stay() -> None:
    replace(Hall, "close_sockets", lambda self, person: None)
    replace(Hall, "_close_revoked", nothing)


# Clocks and bots


def rings_early() -> None:
    """Time is up two seconds too soon; the wall clock jumps as well."""
    surroundings.wall_clock_jumps()
    deadline = Timing.deadline

    def early(self: Timing, *asked: Any) -> int | None:
        found = deadline(self, *asked)
        return None if found is None else found - 2000

    replace(Timing, "deadline", early)


def sleeps_through_a_restart() -> None:
    """Nobody looks which tables are due."""
    replace(Hall, "_wake_due", nothing)
    replace(Hall, "_wake_unnoted", nothing)


def trusts_bots() -> None:
    """Whatever a bot answers is played; and they go wrong."""
    surroundings.bots_go_wrong()

    async def choose(
        self: Opponents, bot: str, seat: int, view: str, choices: list[str], *rest: Any, **more: Any
    ) -> Any:
        question = Question(bot, seat, view, choices, self.seconds, 1, False, True)
        return await self._ask(question, Lane.THINKING, Turn(), self.longest) or Answer("nonsense")

    replace(Opponents, "choose", choose)


def leaves_seats_empty() -> None:
    """Nobody plays for who has left."""
    replace(Players, "_think", nothing)


# Seats


def lets_anybody_sit() -> None:
    """Every table lets others than those who were dealt in take a seat."""
    choose = lobby.choose_seat

    def anybody(table: Table, person: Any, wanted: int | None) -> int:
        made, table.made = table.made, msgspec.structs.replace(table.made, late=True)
        try:
            return choose(table, person, wanted)
        finally:
            table.made = made

    replace(lobby, "choose_seat", anybody)


def forgets_whom_it_threw_out() -> None:
    """Only those who sit at the table now have to agree that a game ends."""

    def all_agree(self: Table) -> bool:
        here = {seat for seat, chair in enumerate(self.chairs) if chair.has_person}
        return bool(self.agreed) and here <= self.agreed

    replace(Table, "all_agree", property(all_agree))


def keeps_no_seat() -> None:
    """A seat that the host took from somebody is anybody's."""
    follow = Chairs.follow

    def forget(self: Chairs, *what: Any) -> None:
        follow(self, *what)
        for chair in self.seats:
            chair.kept_for = ""

    replace(Chairs, "follow", forget)


def closes_for_the_host() -> None:
    """The host ends a game under way as it likes."""
    replace(lobby, "needs_agreement", lambda table: False)
