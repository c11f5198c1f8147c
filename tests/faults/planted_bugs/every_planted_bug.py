"""Bugs to be planted in a server, each in its own process: every checker must catch the one that is meant for it."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import msgspec
from sqlalchemy.exc import OperationalError

from faults import fault_injection
from faults.fault_injection import replace
from faults.planted_bugs import process_bugs, queue_bugs, release_bugs, storage_bugs
from pioche.server.bots.bot_pool import BotPool, BotTurn
from pioche.server.bots.bot_worker import BotAnswer, BotQuestion
from pioche.server.http import security
from pioche.server.http.http_connection import HttpConnection
from pioche.server.http.security import AllowedOrigins
from pioche.server.limits.connection_limits import Allowance, ConnectionLimits, Slot
from pioche.server.limits.rate_limits import Buckets
from pioche.server.model import display_names, messages, resume_stream
from pioche.server.model.live_table import LiveTable
from pioche.server.model.move_clocks import MoveClocks
from pioche.server.model.seating import Seating
from pioche.server.queue.fair_turns import Lane
from pioche.server.sessions import lobby
from pioche.server.sessions.autoplay import Autoplay
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import Command, TableSession
from pioche.server.storage import accounts
from pioche.server.storage.log_store import Append, LogStore
from pioche.server.ws import client_socket, websocket_protocol
from pioche.server.ws.client_socket import ClientSocket
from pioche.server.ws.websocket_protocol import WebSocketProtocol

BATCH = 1000  # bytes that come together
HOLD = 0.12  # seconds
_kept: set[asyncio.Future[Any]] = set()


def plant(name: str) -> None:
    """A bug, or something that is done to the server's surroundings, by its name."""
    if name:
        modules = fault_injection, process_bugs, queue_bugs, release_bugs, storage_bugs
        bugs = [vars(each) for each in modules]
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
    store = LogStore.append

    def lazily(self: LogStore, job: Append) -> Any:
        async def later() -> bool:
            await asyncio.sleep(0.05)
            return await store(self, job)

        keep(asyncio.ensure_future(later()))
        return asyncio.sleep(0, True)

    replace(LogStore, "append", lazily)


def forgets_commands() -> None:
    """A command that is sent again is a new one; and its first answer comes late."""
    append = TableSession.append

    async def anew(self: TableSession, make: Any, command: Command | str) -> Any:
        if isinstance(command, str):  # nobody waits for it
            return await append(self, make, command)
        again = command.name in self.table.commands
        answer = await append(self, make, f"{command.name}:{secrets.token_hex(3)}" if again else command.name)
        await asyncio.sleep(0.05)
        command.acknowledge(answer)
        return answer

    check_moves = LiveTable.check_moves
    replace(LiveTable, "check_moves", lambda self, seat, moves, base: check_moves(self, seat, moves, None))
    replace(TableSession, "append", anew)
    replace(TableSession, "_first_answer", nothing)


def gives_numbers_twice() -> None:
    """Whoever asks for a number that is taken is told that it has it."""
    replace(LogStore, "_append_known", lambda self, conn, jobs: jobs)


def believes_the_best() -> None:
    """A commit that failed is taken to have happened."""
    commit, one_by_one = LogStore._commit, LogStore._one_by_one

    def hopeful(self: LogStore, batch: list[Any]) -> list[tuple[Any, Any]]:
        try:
            return commit(self, batch)
        except OperationalError:
            return [(job, True) for job in batch]

    def hopeful_here(self: LogStore, batch: list[Any], error: Exception) -> list[tuple[Any, Any]]:
        return [(job, True) for job in batch] if isinstance(error, OperationalError) else one_by_one(self, batch, error)

    replace(LogStore, "_commit", hopeful)
    replace(LogStore, "_one_by_one", hopeful_here)  # SQLite's, which begins in the event loop


def lies_on_a_full_disk() -> None:
    fault_injection.disk_fails_on_signal()
    believes_the_best()


# Streams


def forgets_what_was_missed() -> None:
    """Who comes back is not told the first thing that it missed."""
    missed = resume_stream.missed

    def later(table: Any, recipient: int, seq: int) -> Any:
        found = missed(table, recipient, seq)
        return found[1:] if found else found

    replace(resume_stream, "missed", later)


def forgets_where_people_were() -> None:
    """Who comes back is told everything anew."""
    replace(resume_stream, "missed", lambda table, recipient, seq: None)


# Messages


def fails_on_nonsense() -> None:
    """What is not understood is an exception."""
    replace(ClientSocket, "_read", lambda self, event: messages.read_message(event.get("text") or ""))


def keeps_everything() -> None:
    """Whatever was sent is remembered for ever."""
    read, kept = ClientSocket._read, list[bytearray]()

    def remember(self: ClientSocket, event: Any) -> Any:
        kept.append(bytearray(16_384))
        return read(self, event)

    replace(ClientSocket, "_read", remember)


def plays_for_anybody() -> None:
    """A move is played for whoever is to move, not for whoever sent it."""

    def seat_of(self: TableSession, viewer: Any) -> int:
        return self.table.now.standing.waited[0]

    replace(TableSession, "_seat_of", seat_of)


def fails_over_http() -> None:
    """A name that has an unusual character in it is an exception."""
    clean = display_names.clean_name
    replace(accounts, "clean_name", lambda name: clean(name.encode("ascii").decode()))


# Limits


def never_limits() -> None:
    """As much as anybody likes, and nobody is closed for nonsense."""
    replace(Buckets, "take", lambda self, key, cost=1.0: 0.0)
    replace(client_socket, "TOO_MANY", 1 << 30)


def counts_no_frames() -> None:
    """Control frames and fragments cost nothing, and are taken as they come."""
    replace(Allowance, "spend", lambda self: True)
    replace(websocket_protocol, "TOGETHER", 1 << 30)
    replace(websocket_protocol, "EMPTY_PART", -1)


def holds_the_loop() -> None:
    """Every batch of frames keeps everybody waiting, and the loop computes nothing meanwhile."""
    take = WebSocketProtocol.data_received

    def slowly(self: WebSocketProtocol, data: bytes) -> None:
        if self.handshake_complete and len(data) > BATCH:
            time.sleep(HOLD)
        take(self, data)

    replace(WebSocketProtocol, "data_received", slowly)


def reads_any_cookie() -> None:
    """However long the headers are."""
    fault_injection.impatient()
    replace(security, "is_too_long", lambda scope: False)


def reads_cookies_slowly() -> None:
    """A long one is refused after twice the time that it may take."""
    fault_injection.impatient()
    is_too_long = security.is_too_long

    def slowly(scope: Any) -> bool:
        until = time.thread_time() + 0.010
        while is_too_long(scope) and time.thread_time() < until:
            pass
        return is_too_long(scope)

    replace(security, "is_too_long", slowly)


def waits_for_ever() -> None:
    """For the rest of a head or a body."""
    fault_injection.impatient()
    replace(HttpConnection, "watch", lambda self: None)


def lets_everybody_in() -> None:
    """As many connections as anybody likes."""
    fault_injection.impatient()
    replace(HttpConnection, "watch", lambda self: None)
    replace(ConnectionLimits, "admit", lambda self, address: Slot(self, address, False))
    replace(ConnectionLimits, "leave", lambda self, slot: None)


def never_cuts_off() -> None:
    """What is not read waits."""
    replace(WebSocketProtocol, "cut_off", lambda self: None)


def trusts_every_origin() -> None:
    replace(AllowedOrigins, "allows", lambda self, origin, host: True)


def lets_the_revoked_stay() -> None:
    replace(TableRegistry, "close_sockets", lambda self, person: None)
    replace(TableRegistry, "_close_revoked", nothing)


# Clocks and bots


def rings_early() -> None:
    """Time is up two seconds too soon; the wall clock jumps as well."""
    fault_injection.wall_clock_jumps()
    deadline = MoveClocks.deadline

    def early(self: MoveClocks, *asked: Any) -> int | None:
        found = deadline(self, *asked)
        return None if found is None else found - 2000

    replace(MoveClocks, "deadline", early)


def sleeps_through_a_restart() -> None:
    """Nobody looks which tables are due."""
    replace(TableRegistry, "_wake_due", nothing)
    replace(TableRegistry, "_wake_unnoted", nothing)


def trusts_bots() -> None:
    """Whatever a bot answers is played; and they go wrong."""
    fault_injection.bots_go_wrong()

    async def choose(self: BotPool, bot: str, seat: int, view: str, choices: list[str], *rest: Any, **more: Any) -> Any:
        question = BotQuestion(bot, seat, view, choices, self.seconds, 1, False, True)
        return await self._ask(question, Lane.THINKING, BotTurn(), self.longest) or BotAnswer("nonsense")

    replace(BotPool, "choose", choose)


def leaves_seats_empty() -> None:
    """Nobody plays for who has left."""
    replace(Autoplay, "_think", nothing)


# Seats


def lets_anybody_sit() -> None:
    """Every table lets others than those who were dealt in take a seat."""
    choose = lobby.choose_seat

    def anybody(table: LiveTable, person: Any, wanted: int | None) -> int:
        made, table.made = table.made, msgspec.structs.replace(table.made, late=True)
        try:
            return choose(table, person, wanted)
        finally:
            table.made = made

    replace(lobby, "choose_seat", anybody)


def forgets_whom_it_threw_out() -> None:
    """Only those who sit at the table now have to agree that a game ends."""

    def all_agree(self: LiveTable) -> bool:
        here = {seat for seat, chair in enumerate(self.chairs) if chair.has_person}
        return bool(self.now.agreed) and here <= self.now.agreed

    replace(LiveTable, "all_agree", property(all_agree))


def keeps_no_seat() -> None:
    """A seat that the host took from somebody is anybody's."""
    apply = Seating.apply

    def forget(self: Seating, *what: Any) -> None:
        apply(self, *what)
        for chair in self.seats:
            chair.kept_for = ""

    replace(Seating, "apply", forget)


def closes_for_the_host() -> None:
    """The host ends a game under way as it likes."""
    replace(lobby, "needs_agreement", lambda table: False)
