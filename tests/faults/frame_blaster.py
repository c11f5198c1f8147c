"""Writes to sockets as fast as each takes it, in a process of its own: who measures must not be what is slow.

`python blower.py PAUSE SECONDS DESCRIPTOR…`, with what is to be sent, again and again, at its standard input. With a
pause every turn sends one byte.
"""

from __future__ import annotations

import os
import sys
import time


def blow(sockets: list[int], stream: bytes, pause: float, seconds: float) -> None:
    """Until all have hung up, or for so long."""
    give_up, left = time.monotonic() + seconds, dict.fromkeys(sockets, b"")
    while left and time.monotonic() < give_up:
        for number in list(left):
            part = left[number] or stream
            try:
                left[number] = part[os.write(number, part[:1] if pause else part) :]
            except BlockingIOError:
                left[number] = part
            except OSError:
                del left[number]
        time.sleep(pause)


if __name__ == "__main__":
    waits, lasts = map(float, sys.argv[1:3])
    blow([int(word) for word in sys.argv[3:]], sys.stdin.buffer.read(), waits, lasts)
