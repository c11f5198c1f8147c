"""One HTTP connection: uvicorn's, with an end to what a head, a body and a silence may cost."""

from __future__ import annotations

import json
from asyncio import AbstractEventLoop, TimerHandle
from asyncio.transports import BaseTransport
from enum import Enum
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from pioche.server.catalogue import refuse
from pioche.server.limits.connection_limits import (
    BODY_SECONDS,
    FIELDS,
    HEAD,
    HEAD_SECONDS,
    PARTS,
    PIPELINED,
    UNREAD_SECONDS,
    WHOLE_BODY,
    ConnectionLimits,
    Slot,
)
from pioche.server.ops.refusal_counts import REFUSALS

PIECE = 4096
"""Bytes that are read in one go: so exactly is the length of a head known."""


class Config(uvicorn.Config):
    """How to serve, and what a connection may cost."""

    def __init__(self, *args: Any, costs: ConnectionLimits, **more: Any) -> None:
        super().__init__(*args, **more)
        self.costs = costs


class Stage(Enum):
    """What is waited for."""

    HEAD = "head"
    BODY = "body"
    NOTHING = "nothing"


SECONDS = {Stage.HEAD: HEAD_SECONDS, Stage.BODY: BODY_SECONDS}
REASONS = {408: "limits.late", 413: "limits.body", 429: "limits.connections", 431: "limits.headers", 503: "limits.full"}


class HttpConnection(HttpToolsProtocol):
    """`Config(http=Connection)` makes one for each."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.costs = config.costs
        self.slot: Slot | None = None
        self.stage = Stage.HEAD
        self.begun = False  # something of a head is here
        self.head = 0  # bytes of a head that is not all here
        self.fields = 0  # headers in it
        self.body = 0  # bytes of a body, and of what is around it
        self.parts = 0  # in which it came
        self.timed: Stage = Stage.NOTHING
        self.timer: TimerHandle | None = None
        self.unread: TimerHandle | None = None

    # Connections opened and lost

    def connection_made(self, transport: BaseTransport) -> None:
        """There is a place, or it is closed at once."""
        super().connection_made(cast(Any, transport))
        self.slot = self.costs.admit(self.address)
        if self.slot is None:
            self.refuse(503 if self.costs.open >= self.costs.most else 429)
        else:
            self.costs.waiting[self] = None
            self.watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its place is free again."""
        super().connection_lost(exc)
        self.leave()
        if self.slot is not None:
            self.slot.give_back()

    def leave(self) -> None:
        """No time is running any more."""
        self.costs.waiting.pop(self, None)
        for timer in (self.timer, self.unread):
            if timer is not None:
                timer.cancel()
        self.timer = self.unread = None

    def make_room(self) -> None:
        """Somebody else needs the place."""
        if self.slot is not None:
            self.slot.give_back()
        self.transport.abort()

    @property
    def address(self) -> str:
        return self.client[0] if self.client else "?"

    # Reading requests

    def data_received(self, data: bytes) -> None:
        """Piece by piece, until it is too much."""
        if self.stage is Stage.NOTHING and (self.cycle is None or self.cycle.response_complete):
            self.stage = Stage.HEAD  # whatever it is: the time for the next request runs
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self.take(data[start : start + PIECE])
        self.watch()

    def take(self, piece: bytes) -> None:
        """A head or a body that began before this piece, and does not end in it, has grown by it."""
        stage, begun = self.stage, self.begun
        super().data_received(piece)
        if begun and stage is self.stage:
            self.head += len(piece) if stage is Stage.HEAD else 0
            self.body += len(piece) if stage is Stage.BODY else 0
        if self.head > HEAD - PIECE or self.fields > FIELDS:
            self.refuse(431)
        elif self.body > WHOLE_BODY or self.parts > PARTS:
            self.refuse(413)
        elif len(self.pipeline) > PIPELINED:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.stage, self.begun = Stage.HEAD, True
        self.head = self.fields = self.body = self.parts = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header more; of too many none is kept."""
        self.fields += 1
        if self.fields <= FIELDS:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is here: somebody asks something."""
        self.costs.waiting.pop(self, None)
        self.stage = Stage.BODY
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body; of too many none is kept."""
        self.parts += 1
        if self.parts <= PARTS:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """All of it is here."""
        super().on_message_complete()
        self.stage, self.begun = Stage.NOTHING, False

    def on_response_complete(self) -> None:
        """It was answered; what comes next is waited for."""
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self.costs.waiting[self] = None

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket, which takes the place over."""
        self.leave()
        super().handle_websocket_upgrade()

    # Deadlines

    def watch(self) -> None:
        """Wait for the rest of a head or a body, but not for ever; more bytes give it no more time."""
        if self.transport.is_closing() or self.transport.get_protocol() not in (self, None):
            return
        if self.stage is self.timed:
            return
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self.timed = self.stage
        if self.stage is not Stage.NOTHING:
            self.timer = self.loop.call_later(SECONDS[self.stage], self.too_late)

    def too_late(self) -> None:
        """What was waited for did not come."""
        self.timer = None
        if self.stage is Stage.HEAD and not self.begun:
            self.transport.close()  # it never asked anything: nobody waits for an answer
        else:
            self.refuse(408)

    def pause_writing(self) -> None:
        """The answer is not read: not for ever."""
        super().pause_writing()
        if self.unread is None:
            self.unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    # Refusals

    def refuse(self, status: int) -> None:
        """Say why, unless an answer is already on its way, and close."""
        REFUSALS.note(status, self.address)
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(answer(status))
        self.leave()
        self.transport.close()


def answer(status: int) -> bytes:
    """The whole answer: nobody knows yet in which language."""
    reason = refuse(REASONS[status])
    body = json.dumps({"code": reason.reason[0], "message": reason.sentence("en")}).encode()
    head = [
        "content-type: application/json", f"content-length: {len(body)}", "connection: close", "retry-after: 5", "", "",
    ]  # fmt: skip
    return STATUS_LINE[status] + "\r\n".join(head).encode() + body
