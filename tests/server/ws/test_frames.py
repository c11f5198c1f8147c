"""The pieces of a WebSocket that need no server."""

from __future__ import annotations

import asyncio
import struct

import pytest
from websockets.frames import Frame, Opcode

from pioche.server.ws.frames import MESSAGE_LIMIT, Inbox, frame_bounds, smallest_rtt, text_frame


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_text_frame_is_as_short_as_can_be(size: int) -> None:
    assert text_frame(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 125, 126, MESSAGE_LIMIT])
def test_a_frame_ends_where_the_next_begins(size: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
    for start in (0, 3):
        assert frame_bounds(b"abc"[:start] + frame + b"next", start) == (start + len(frame) - size, start + len(frame))
    for seen in range(len(frame)):
        assert frame_bounds(frame[:seen], 0)[1] > seen


@pytest.mark.parametrize("size", [MESSAGE_LIMIT + 1, 65_536])
def test_a_frame_that_is_too_long_ends_with_its_head(size: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
    head = len(frame) - size - 4
    assert [frame_bounds(frame[:seen], 0)[1] <= seen for seen in range(head + 2)] == [False] * head + [True] * 2


def test_an_inbox_loses_nothing_when_its_reader_gives_up() -> None:
    async def read() -> list[object]:
        inbox = Inbox(asyncio.get_running_loop())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(inbox.get(), 0.01)
        inbox.put_nowait({"type": "websocket.receive", "text": "first"})
        inbox.put_nowait({"type": "websocket.receive", "text": "second"})
        return [(await inbox.get()).get("text") for _ in range(inbox.qsize())]

    assert asyncio.run(read()) == ["first", "second"]


@pytest.mark.parametrize(
    ("rtt", "smallest", "expected"),
    [(0, 0, None), (0, 2**32 - 1, None), (40_000, 2**32 - 1, 0.04), (40_000, 30_000, 0.03), (20_000, 30_000, 0.02)],
)
def test_the_smaller_round_trip_counts(rtt: int, smallest: int, expected: float | None) -> None:
    assert smallest_rtt(struct.pack("=68xI76xI", rtt, smallest)) == expected


def test_an_older_kernel_tells_less() -> None:
    assert smallest_rtt(struct.pack("=68xI32x", 40_000)) == 0.04
