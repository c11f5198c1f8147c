"""A worker with bots that go wrong in every way; with a file as its argument, it also writes down what it is asked."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from random import Random

from pioche.bots import Choice, View
from pioche.bots.base import Bot
from pioche.bots.bot_registry import REGISTERED
from pioche.server.bots import bot_worker


class Fault:
    """Does something else than to choose."""

    name = "fault"

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        return Choice(choices[0])

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        return 0.0


class Crash(Fault):
    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        raise RuntimeError("a bot's mistake")


class Hang(Fault):
    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        while True:
            time.sleep(0.01)


class Stubborn(Fault):
    """Hangs in C, where Python can't interrupt it."""

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        ctypes.PyDLL(None).sleep(3600)
        return Choice(choices[0])


class Print(Fault):
    """Prints, and plays on."""

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        print("thinking …", '{"move": "nonsense", "wait": 0}', flush=True)
        os.write(1, b'{"move": "forged", "wait": 0}\n' * 3)
        return Choice(choices[-1])


class Pry(Fault):
    """Reads what is not for it."""

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        return Choice(choices[-1]) if sys.stdin.read() + os.read(0, 100).decode() == "" else Choice("")


class Leave(Fault):
    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        sys.exit(3)


class Die(Fault):
    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        ctypes.string_at(0)  # a segmentation fault
        return Choice(choices[0])


class Illegal(Fault):
    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        return Choice("nonsense")


class Wrong(Fault):
    """Answers something that is no choice at all."""

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        return None  # type: ignore[return-value]


class Eat(Fault):
    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        eaten = [bytearray(512 << 20) for _ in range(64)]
        return Choice(choices[len(eaten) % 1])


class Dream(Fault):
    """Would take a year to react."""

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        return 3e7


class Rewind(Fault):
    """Would react before it was asked."""

    def reaction(self, view: View, choices: list[str], rng: Random) -> float:
        return float("-inf")


class Linger(Fault):
    """Leaves something running behind."""

    def choose(self, view: View, choices: list[str], seconds: float, rng: Random) -> Choice:
        threading.Thread(target=time.sleep, args=(60,)).start()
        return Choice(choices[-1])


FAULTS: dict[str, type[Bot]] = {
    "crash": Crash, "hang": Hang, "stubborn": Stubborn, "print": Print, "read": Pry, "leave": Leave, "die": Die,
    "illegal": Illegal, "wrong": Wrong, "eat": Eat, "dream": Dream, "rewind": Rewind, "linger": Linger,
}  # fmt: skip


def write_down(file: str) -> None:
    """Keep a copy of every line that comes in."""
    plain = bot_worker.answer_in_time

    def written(line: bytes) -> bot_worker.BotAnswer:
        with open(file, "ab") as kept:
            kept.write(line)
        return plain(line)

    bot_worker.answer_in_time = written


if __name__ == "__main__":
    REGISTERED.update(FAULTS)
    if len(sys.argv) > 1:
        write_down(sys.argv[1])
    bot_worker.main()
