"""The WebSocket engine given to uvicorn: small text messages, slow readers cut off, floods held back.

It is uvicorn's sans-IO engine with a short cut for what nearly every message is, one final text frame: such a frame
is read and written here; what is rarer (opening, closing, pings, fragments, faults) stays with `websockets`.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from asyncio import AbstractEventLoop, Handle, Queue, TimerHandle
from asyncio.transports import BaseTransport
from contextlib import suppress
from typing import Any, ClassVar, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import CLOSED, OPEN

from pioche.server.limits.connection_limits import TOGETHER, ConnectionLimits, Slot
from pioche.server.ops.refusal_counts import REFUSALS
from pioche.server.ws.frames import EMPTY_PART, FINAL_TEXT, MESSAGE_LIMIT, Inbox, frame_bounds, smallest_rtt, text_frame

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

UNSENT_LIMIT = 256 * 1024
"""Bytes that may wait for a slow reader before it is cut off."""
KERNEL_LIMIT = 64 * 1024
"""Bytes the kernel takes before they wait here; left alone it takes 4 MiB a socket, and slow readers go unseen."""
STUCK = 3.0
"""Seconds for which a reader with something waiting for it may take nothing of it."""
CLOSE_TIMEOUT = 1.0
"""Seconds that a client has to answer when it is told that the socket closes."""
UNREAD_LIMIT = 32
"""Messages that may wait for the application before the client has to wait too."""
IN_A_ROW = 2
"""Messages that the application gets before others have their turn."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket; `uvicorn.Config(ws=Engine)` makes one for each."""

    cuts: ClassVar[int] = 0
    """Slow readers cut off since the process began."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn.available_extensions = None
        self.conn.max_message_size = MESSAGE_LIMIT
        self.queue = cast("Queue[ASGIReceiveEvent]", Inbox(self.loop))
        self.close_timeout = CLOSE_TIMEOUT
        costs: ConnectionLimits = getattr(config, "costs", None) or ConnectionLimits()
        self.slot: Slot | None = None  # our place among all connections
        self.rare = costs.frames()  # what may come that is no whole message
        self.unparsed = bytearray()
        self.going_on: Handle | None = None  # frames lie here that others' turn came before
        self.given = 0  # messages, to the application
        self.last_call: TimerHandle | None = None
        self.written = 0  # bytes given to the transport
        self.taken = (0, 0.0)  # how many of them the kernel had, and when that was first so

    def connection_made(self, transport: BaseTransport) -> None:
        """Ask to be told, by `pause_writing`, when the reader is too slow."""
        super().connection_made(transport)
        http = cast(Any, self.transport.get_protocol())
        self.slot = getattr(http, "slot", None)
        if http.flow.write_paused:  # by a page the client has not read: the transport would not tell us again
            self.transport.abort()
        self.transport.set_write_buffer_limits(high=UNSENT_LIMIT)
        with suppress(OSError, AttributeError):  # not TCP, not on this system
            self.tcp().setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, KERNEL_LIMIT)

    async def run_asgi(self) -> None:
        """Run the application; when it is done, a client that won't take the last bytes is not waited for."""
        cast(dict[str, object], self.scope["extensions"])["pioche.socket"] = self
        await super().run_asgi()
        if not self.disconnected:
            self.last_call = self.loop.call_later(self.close_timeout + 1, self.transport.abort)

    def shutdown(self) -> None:
        """The server stops: close with 1012, unless one of us is leaving already."""
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()

    def keepalive_timeout(self) -> None:
        """No pong came: say so, but don't wait for a client that doesn't read."""
        super().keepalive_timeout()
        if self.waiting():
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more comes or goes."""
        super().connection_lost(exc)
        self.conn.state = CLOSED
        self.unparsed.clear()
        for later in (self.last_call, self.going_on):
            if later is not None:
                later.cancel()
        if self.slot is not None:
            self.slot.give_back()

    # Reading frames

    def data_received(self, data: bytes) -> None:
        """The opening request goes to `websockets`, what follows is taken frame by frame."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        waited = self.read_paused
        self.unparsed += data
        if not self.take_frames() and not waited and not self.rare.spend():
            self.hang_up("half frames")  # it trickles

    def take_frames(self) -> int:
        """Take the frames that are all here, until too many messages wait, or others have their turn; how many."""
        data, start, taken, full = self.unparsed, 0, 0, False
        while taken < TOGETHER:
            body, end = frame_bounds(data, start)
            if end > len(data) or (full := self.is_full()):
                break
            self.take_frame(data, start, body, end)
            if self.conn.state is CLOSED:
                return taken + 1
            start, taken = end, taken + 1
        del self.unparsed[:start]
        if taken == TOGETHER:
            self.go_on_soon()
        self.hold(full or taken == TOGETHER)
        return taken

    def go_on_soon(self) -> None:
        """Take the next frames when everybody else had a turn."""
        if self.going_on is None:
            self.going_on = self.loop.call_soon(self.go_on)

    def go_on(self) -> None:
        self.going_on = None
        if not self.transport.is_closing():
            self.take_frames()

    def is_full(self) -> bool:
        """Too many messages wait, and the application may still want them."""
        return self.queue.qsize() > UNREAD_LIMIT and not self.close_sent

    def hold(self, full: bool) -> None:
        """Let the client wait while the application is busy, or no longer."""
        if full != self.read_paused and not self.transport.is_closing():
            self.read_paused = full
            if full:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    def take_frame(self, data: bytearray, start: int, body: int, end: int) -> None:
        """Take one frame: a whole message here, anything else by way of `websockets`, and not too often."""
        conn = self.conn
        if data[start] == FINAL_TEXT and body <= end and conn.state is OPEN and conn.current_size is None:
            self.take_text(apply_mask(data[body:end], data[body - 4 : body]))
        elif self.close_sent and body <= end and data[start] & 15 != Opcode.CLOSE:
            pass  # we have said that we close
        elif data[start] == EMPTY_PART and body == end:
            self.hang_up("empty frames")
        elif not self.rare.spend():
            self.hang_up("frames")
        elif not self.transport.is_closing():
            super().data_received(bytes(data[start:end]))

    def hang_up(self, why: str) -> None:
        """Too much of what costs us something: say that it was too much, and wait for nothing."""
        REFUSALS.note(why, self.client[0] if self.client else "?")
        if self.conn.state is OPEN:
            self.conn.fail(CloseCode.POLICY_VIOLATION)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.end(CloseCode.POLICY_VIOLATION)

    def end(self, code: int) -> None:
        """Nothing more is read or sent."""
        self.conn.state = CLOSED
        self.unparsed.clear()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.abort()

    def take_text(self, data: bytes) -> None:
        """Hand a message to the application."""
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self.refuse(CloseCode.INVALID_DATA)

    def send_receive_event_to_app(self) -> None:
        """A message that came in fragments is whole."""
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.take_text(data)

    def handle_bytes(self, event: Frame) -> None:
        """Binary messages are refused."""
        self.refuse(CloseCode.UNSUPPORTED_DATA)

    def refuse(self, code: CloseCode) -> None:
        """Close because of what the client sent."""
        self.conn.fail(code)
        self.handle_parser_exception()

    async def receive(self) -> ASGIReceiveEvent:
        """The next event; when none is left, a client that was held back goes on."""
        self.given += 1
        if self.given % IN_A_ROW == 0 and self.queue.qsize():
            await asyncio.sleep(0)
        event = await self.queue.get()
        if self.read_paused and not self.queue.qsize():
            self.go_on_soon()
        return event

    # Sending

    async def send(self, message: ASGISendEvent) -> None:
        """Send at once: nothing here waits for a slow reader."""
        if message["type"] == "websocket.send" and message.get("bytes") is None:
            if not self.send_text(message.get("text") or ""):
                raise ClientDisconnected
        else:
            await super().send(message)
            if message["type"] == "websocket.http.response.body":
                self.handshake_complete = True  # uvicorn would log that it never was

    def send_text(self, data: bytes | str, more: bool = False) -> bool:
        """Write a text message without waiting; False when the socket is not open. Where `more` follows at once, both
        go in one packet: it waits where `websockets` keeps what it is to send, so that nothing overtakes it."""
        if self.conn.state is not OPEN:
            return False
        frame = text_frame(data.encode() if isinstance(data, str) else data)
        self.written += len(frame)
        if more or self.conn.writes:
            self.conn.writes.append(frame)
        if not more:
            self.transport.write(b"".join(self.conn.data_to_send()) if self.conn.writes else frame)
        return True

    def flush(self) -> None:
        """Write what was to go with more, if nothing more followed."""
        if self.conn.writes:
            self.transport.write(b"".join(self.conn.data_to_send()))

    def pause_writing(self) -> None:
        """More than `UNSENT_LIMIT` bytes wait: cut the reader off."""
        self.cut_off()

    def check_reader(self, now: float) -> None:
        """Every now and then: cut off whoever has taken nothing of what waits for a while."""
        taken = self.written - self.waiting()
        if taken == self.written or taken != self.taken[0]:
            self.taken = taken, now
        elif now - self.taken[1] > STUCK and self.conn.state is OPEN:
            self.cut_off()

    def cut_off(self) -> None:
        WebSocketProtocol.cuts += 1
        self.end(CloseCode.ABNORMAL_CLOSURE)

    def waiting(self) -> int:
        """Bytes sent that the kernel has not taken yet."""
        return self.transport.get_write_buffer_size()

    def kernel_rtt(self) -> float | None:
        """The kernel's smallest round trip to the peer (a proxy, if there is one), in seconds."""
        if sys.platform != "linux" or self.disconnected:
            return None
        try:
            return smallest_rtt(self.tcp().getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 152))
        except OSError:  # not TCP
            return None

    def tcp(self) -> socket.socket:
        """The socket underneath."""
        return cast(socket.socket, self.transport.get_extra_info("socket"))
