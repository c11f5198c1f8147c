"""Pieces of a WebSocket that know nothing of the server: frames, the inbox, the kernel's round trip."""

from __future__ import annotations

import sys
from asyncio import AbstractEventLoop, Future
from collections import deque
from typing import Protocol

from uvicorn._types import ASGIReceiveEvent

MESSAGE_LIMIT = 8 * 1024
"""Bytes of the longest message a client may send."""

FINAL_TEXT = 0x81
EMPTY_PART = 0x00  # … if it has no bytes: a continuation that is not the last
NO_RTT = 2**32 - 1


class Wire(Protocol):
    """What the application finds under `scope["extensions"]["pioche.socket"]`."""

    def kernel_rtt(self) -> float | None:
        """The kernel's smallest round trip to the peer (a proxy, if there is one), in seconds."""

    def waiting(self) -> int:
        """Bytes sent that the kernel has not taken yet."""

    def send_text(self, data: bytes | str, more: bool = False) -> bool:
        """Write a text message without waiting; False when the socket is not open. Where `more` follows at once, it
        goes with that, or with `flush`."""

    def flush(self) -> None:
        """Nothing more followed: write what was to go with it."""

    def check_reader(self, now: float) -> None:
        """Cut off whoever has taken nothing of what waits for a while."""


class Inbox:
    """What waits for the application: the part of `asyncio.Queue` that a single reader needs, in half the time."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.events: deque[ASGIReceiveEvent] = deque()
        self.loop = loop
        self.reader: Future[None] | None = None

    def qsize(self) -> int:
        """How many events wait."""
        return len(self.events)

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        """Add an event and wake the reader."""
        self.events.append(event)
        if self.reader is not None and not self.reader.done():
            self.reader.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """The oldest event, once there is one."""
        while not self.events:
            self.reader = self.loop.create_future()
            await self.reader
        return self.events.popleft()


def text_frame(data: bytes) -> bytes:
    """A final text frame, unmasked as a server's are."""
    size = len(data)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + data
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def frame_bounds(data: bytes | bytearray, start: int) -> tuple[int, int]:
    """Where the payload of the frame at `start` begins and ends; an end past the data says that more must come."""
    if len(data) < start + 2:
        return start, start + 2
    masked, size = divmod(data[start + 1], 128)
    body = start + 6
    if size > 125:
        wide = 2 if size == 126 else 8
        size, body = int.from_bytes(data[start + 2 : start + 2 + wide], "big"), body + wide
    if not masked or size > MESSAGE_LIMIT:  # refused on its head alone
        return body, body - 4
    return body, body + size


def smallest_rtt(tcp_info: bytes) -> float | None:
    """The smaller of tcpi_rtt and tcpi_min_rtt (at 68 and 148 in Linux' struct tcp_info), in seconds."""
    times = [int.from_bytes(tcp_info[at : at + 4], sys.byteorder) for at in (68, 148)]
    return min((time / 1e6 for time in times if 0 < time < NO_RTT), default=None)
