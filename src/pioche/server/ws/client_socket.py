"""One client's WebSocket: the ticket first, then commands and answers."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from uvicorn.protocols.utils import ClientDisconnected

from pioche.server.catalogue import refuse
from pioche.server.limits.rate_limits import RateLimits
from pioche.server.model.messages import (
    EMOTES,
    Ack,
    Bye,
    Concede,
    Emote,
    FromClient,
    Hello,
    Hint,
    Hinted,
    Message,
    Ping,
    Play,
    Pong,
    Refused,
    Tried,
    Try,
    Unwatch,
    Watch,
    WeighedMove,
    Welcome,
    read_message,
    write_message,
)
from pioche.server.model.reaction_race import RoundTrips
from pioche.server.ops.metrics import REFUSED, SOCKETS
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import Acknowledge, CommandAnswer, TableSession
from pioche.server.storage.notice_format import SmiledNotice
from pioche.server.ws.frames import Wire
from pioche.table.errors import IllegalMove, PiocheError

logger = logging.getLogger("pioche.socket")
HELLO = 10.0  # seconds until the ticket must be there
AT_ONCE = 32  # commands of one socket that may be under way
TOO_MANY = 200  # refused messages, beyond as many that were not, after which the socket is closed
TABLES = 20  # that one socket follows
POLICY, AGAIN = 1008, 1012


class ClientSocket:
    def __init__(
        self, registry: TableRegistry, wire: Wire, receive: Callable[[], Awaitable[Any]], send: Any, address: str
    ) -> None:
        self.registry = registry
        self.person = ""
        self.address = address
        self.token = ""
        self.lang = "fr"
        self._wire = wire
        self._receive = receive
        self._send = send
        self._sessions: dict[str, TableSession] = {}
        self._trips = RoundTrips()
        self._pings: dict[int, float] = {}
        self._numbers = itertools.count(1)
        self._under_way: set[asyncio.Task[None]] = set()
        self._bad = 0
        self._closing: asyncio.Task[None] | None = None

    # As a viewer of tables

    def send(self, message: bytes, more: bool = False) -> None:
        """Write at once, or with what follows at once; a reader that is too slow is cut off by the engine."""
        self._wire.send_text(message, more)

    def check_reader(self, now: float) -> None:
        self._wire.check_reader(now)

    def trip(self) -> float:
        """The best recent round trip; a kernel can't be made to lie, but behind a proxy it knows only the proxy."""
        return self._trips.best(None if self.registry.settings.proxy else self._wire.kernel_rtt())

    # From hello to goodbye

    async def run(self) -> None:
        try:
            if await self._say_hello():
                await self._listen()
        finally:
            self._go()
            for session in self._sessions.values():
                session.leave(self)

    async def _say_hello(self) -> bool:
        """Somebody with a ticket, or nobody."""
        try:
            event = await asyncio.wait_for(self._receive(), HELLO)
            if event["type"] != "websocket.receive":
                return False
            message = self._read(event)
            if not isinstance(message, Hello):
                raise refuse("message.hello")
            person = await self.registry.accounts.admit(message.ticket)
            self.person, self.token, self.lang = person.id, person.token, message.lang
            if self.registry.sockets_of[person.id] >= RateLimits.MOST_SOCKETS:
                raise refuse("limits.sockets", most=RateLimits.MOST_SOCKETS)
        except (PiocheError, TimeoutError) as error:
            await self._turn_away(error if isinstance(error, PiocheError) else refuse("message.hello"))
            return False
        self.registry.sockets.add(self)
        self.registry.sockets_of[person.id] += 1
        SOCKETS.inc()
        self.tell(Welcome(person.id, person.name, self.registry.epoch))
        self.ping()
        return True

    def _go(self) -> None:
        if self in self.registry.sockets:
            self.registry.sockets.remove(self)
            self.registry.sockets_of[self.person] -= 1
            if not self.registry.sockets_of[self.person]:
                del self.registry.sockets_of[self.person]
            SOCKETS.dec()

    async def _turn_away(self, error: PiocheError) -> None:
        self._refuse(error)
        await self._hang_up(POLICY, error.reason[0])

    async def _listen(self) -> None:
        while True:
            event = await self._receive()
            if event["type"] == "websocket.disconnect" or self._closing is not None:
                return
            arrived, message = self.registry.seconds(), None
            wait = self._wait()  # nonsense is counted too
            try:
                message = self._read(event)
                await self._hear(message, arrived, wait)
                self._bad = max(0, self._bad - 1)
            except PiocheError as error:
                self._refuse(error, getattr(message, "id", ""), table=getattr(message, "table", ""))
                self._bad += 1
                if self._bad >= TOO_MANY:
                    await self._turn_away(error)
                    return

    def _wait(self) -> float:
        """How long until one may say so much: as a person, and with all who share the address."""
        limits = self.registry.limits
        return limits.messages.take(self.person) or limits.messages_of_address.take(self.address)

    async def _hear(self, message: FromClient, arrived: float, wait: float) -> None:
        """Take a message; a fault of ours at one table is not the end of the others."""
        if wait:
            raise refuse("limits.slow_down", seconds=max(1, round(wait)))
        try:
            await self._take(message, arrived)
        except PiocheError:
            raise
        except Exception:
            logger.exception("a message failed")
            raise refuse("http.failure") from None

    def _read(self, event: Any) -> FromClient:
        try:
            message: FromClient = read_message(event.get("text") or "")
        except (msgspec.DecodeError, RecursionError) as error:
            raise refuse("message.bad", why=str(error)[:200]) from None
        return message

    def close(self, code: str) -> None:
        """Say why, and close; whatever still comes is not heard."""
        if self._closing is None:
            self.tell(Bye(code))
            self._closing = asyncio.create_task(self._hang_up(AGAIN if code == "restart" else POLICY, code))

    async def _hang_up(self, code: int, reason: str) -> None:
        with contextlib.suppress(ClientDisconnected):  # it was quicker
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    # Messages of the client

    async def _take(self, message: FromClient, arrived: float) -> None:
        match message:
            case Pong(n):
                if (sent := self._pings.pop(n, None)) is not None:
                    self._trips.note(arrived - sent)
            case Play() | Concede():
                self._begin(self._command(message, self._session(message.table), arrived))
            case Watch(table):
                await self._watch(message)
            case Unwatch(table):
                if session := self._sessions.pop(table, None):
                    session.leave(self)
            case Try():
                self._try(message)
            case Hint():
                self._begin(self._hint(message, self._session(message.table)))
            case Emote():
                self._emote(message)
            case Hello():
                raise refuse("message.bad", why="hello")

    def _session(self, table: str) -> TableSession:
        if table not in self._sessions:
            raise refuse("message.not_watching")
        return self._sessions[table]

    def _begin(self, command: Any) -> None:
        """Commands go on behind: what comes in meanwhile, a pong say, must not wait."""
        if len(self._under_way) >= AT_ONCE:
            command.close()
            raise refuse("limits.slow_down", seconds=1)
        task = asyncio.create_task(command)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _command(self, message: Play | Concede, session: TableSession, arrived: float) -> None:
        def acknowledge(answer: CommandAnswer) -> None:
            seq = answer[1][session.table.recipient(self.person)]
            self.send(write_message(Ack(message.id, message.table, seq)), more=True)  # its update, as a rule

        try:
            if isinstance(message, Play):
                await session.play(self, message, arrived, acknowledge)
            else:
                await session.concede(self, message.id, acknowledge)
        except PiocheError as error:
            await self._answer_again(message, session, acknowledge, error)
        except Exception:
            logger.exception("a command failed")
            self._refuse(refuse("storage.unavailable"), message.id, session)
        finally:
            self._wire.flush()

    async def _answer_again(
        self, message: Play | Concede, session: TableSession, acknowledge: Acknowledge, error: PiocheError
    ) -> None:
        """What was carried out before is acknowledged, whatever is wrong with it now."""
        try:
            known = await session.answered_before(f"{self.person}:{message.id}")
        except PiocheError as unknown:  # the storage can't say: neither can we
            known, error = None, unknown
        if known is not None:
            acknowledge(known)
        else:
            self._refuse(error, message.id, session)

    async def _watch(self, message: Watch) -> None:
        if len(self._sessions) >= TABLES and message.table not in self._sessions:
            raise refuse("limits.slow_down", seconds=1)
        try:
            session = await self.registry.fresh_session(message.table)
        except PiocheError as error:
            self._refuse(error, table=message.table)
            return
        self._sessions[message.table] = session
        await self.registry.wait_for_admission()
        await session.enter(self, message.epoch, message.seq)

    def _try(self, message: Try) -> None:
        session = self._session(message.table)
        seat = session.table.chairs.seat_of(self.person)
        if seat is None:
            raise refuse("table.not_seated")
        session.table.check_moves(seat, [message.move], None)
        try:
            view, moves = session.table.foresee(seat, [*message.after, message.move])
            self.tell(Tried(message.id, message.table, view, moves))
        except PiocheError as why:
            self._refuse(why, message.id, session)

    async def _hint(self, message: Hint, session: TableSession) -> None:
        try:
            seq, best = await session.hint(self)
            self.tell(Hinted(message.id, message.table, seq, [WeighedMove(move, share) for move, share in best]))
        except PiocheError as error:
            self._refuse(error, message.id, session)

    def _emote(self, message: Emote) -> None:
        session = self._session(message.table)
        seat = session.table.chairs.seat_of(self.person)
        if seat is None:
            raise refuse("table.not_seated")
        if message.emote not in EMOTES:
            raise refuse("message.emote", emote=message.emote, known=", ".join(EMOTES))
        self.registry.limits.emotes.check(self.person)
        session.subscribers.tell_emote(seat, message.emote)
        self.registry.bus.publish(SmiledNotice(message.table, seat, message.emote))

    # Messages to the client

    def tell(self, message: Message) -> None:
        self.send(write_message(message))

    def ping(self) -> None:
        number = next(self._numbers)
        self._pings = {n: sent for n, sent in self._pings.items() if n > number - 8}
        self._pings[number] = self.registry.seconds()
        self.tell(Ping(number))

    @property
    def races(self) -> bool:
        """Does it follow a table where every millisecond counts?"""
        return any(
            session.table.game.facts.reactions and session.table.now.status == "playing"
            for session in self._sessions.values()
        )

    def _refuse(self, error: PiocheError, id: str = "", session: TableSession | None = None, table: str = "") -> None:
        key, details = error.reason
        REFUSED.labels(key.partition(".")[0]).inc()
        rule = error.rule if isinstance(error, IllegalMove) else ""
        plain = {name: value for name, value in details.items() if isinstance(value, (str, int))}
        seq = session.table.now.heads[session.table.recipient(self.person)] if session else None
        table = session.table.id if session else table
        self.tell(Refused(key, error.sentence(self.lang), id, table, rule, seq, plain))
