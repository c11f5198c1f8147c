"""Row 7: whatever is sent, the answer is a typed refusal or a proper close; nothing changes, nothing is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

from websockets.frames import Opcode

from bench.measured_servers import memory
from faults.report_row import ReportRow, check, seeded
from pioche.server.catalogue import CATALOGUE
from pioche.server.ws.frames import MESSAGE_LIMIT
from pioche.table import catalogue as shared
from pioche.table.game_registry import game
from support.client_transport import Json, masked
from support.deployment import HOUSES, Deployment
from support.player import FollowedTable, Player
from support.warm_parent import WarmParent

GAME = "kolpa"
BATCH = 40  # frames that are sent before answers are read
LIFE = 3  # batches of one socket: after 200 refusals it would be closed
GROWTH = 20.0  # megabytes that the server may grow

Raw = tuple[bytes, int]  # a frame that ends the connection, and the code with which it ends


def frames(warm: WarmParent, kind: str, count: int, seed: int, bug: str = "") -> ReportRow:
    with seeded(f"bad input on {kind}", seed), HOUSES[kind](warm, bug=bug) as house:
        grown = asyncio.run(_frames(house, count, seed))
        errors = "".join(server.errors() for server in house.servers)
        check("Traceback" not in errors and '"error"' not in errors, f"the log has an error: {errors[-500:]}")
    found = f"{kind}: {count:,} frames, nothing changed, no traceback, memory {grown:+.1f} MB"
    return ReportRow(7, "bad input", found, f"typed error, unchanged, ≤ +{GROWTH:.0f} MB", grown <= GROWTH)


async def _frames(house: Deployment, count: int, seed: int) -> float:
    table, people = await sit_down(house)
    legal = next(player.tables[table].moves for player in people if player.tables[table].waited)
    senders = [Sender(player, table, legal, Random(seed + n)) for n, player in enumerate(people)]
    before, size, sent = standing(house, table, people), 0.0, 0
    while sent < count:
        await asyncio.gather(*(sender.live() for sender in senders))
        sent += len(senders) * (BATCH * LIFE + 1)
        size = size or resident(house)  # after the first ones everything is loaded
        if sent % 10 == 0 or sent >= count:
            check(standing(house, table, people) == before, "something has changed")
    await check_views(table, people)
    grown = resident(house) - size
    await asyncio.gather(*(player.close() for player in people))
    check(grown <= GROWTH, f"the server has grown by {grown:.1f} MB")
    return grown


async def sit_down(house: Deployment) -> tuple[str, list[Player]]:
    """Ada and Bob play, Eve watches; one move has been made, under an id that will be used again."""
    people = [Player(house.url_of(number), name) for number, name in enumerate(("Ada", "Bob", "Eve"))]
    for player in people:
        await (await player.enter()).connect()
    table = await people[0].make_table(GAME, "you", "open")
    await people[1].sit(table)
    for player in people:
        await player.watch(table)
    who = next(player for player in people if player.tables[table].waited)
    first = await who.play(table, who.tables[table].moves[0], id="once")
    for player in people:
        await player.see(table, first["seq"])
    return table, people


def standing(house: Deployment, table: str, people: list[Player]) -> list[object]:
    """The log, and what everybody has been shown."""
    return [house.log(table), *((player.tables[table].seq, player.tables[table].view) for player in people)]


async def check_views(table: str, people: list[Player]) -> None:
    """Who looks again sees what it saw."""
    for player in people:
        seen = player.tables[table]
        before = (seen.seq, seen.view, seen.moves)
        await player.watch(table)
        check((seen.seq, seen.view, seen.moves) == before, f"{player.name} sees something else")


def resident(house: Deployment) -> float:
    return sum(memory(server.pid) for server in house.servers)


class Sender:
    """Sends what nobody should, over one socket after another."""

    def __init__(self, player: Player, table: str, legal: list[str], rng: Random) -> None:
        self.player, self.table, self.legal, self.rng = player, table, legal, rng
        self.acked = player.answer("once")
        self.known = {*CATALOGUE["en"], *shared.CATALOGUE["en"]}
        mine = set(self.seen.moves)
        self.illegal = [move.text for move in game(GAME).moves if move.text not in mine]

    @property
    def seen(self) -> FollowedTable:
        return self.player.tables[self.table]

    async def live(self) -> None:
        """Some batches of messages, then something that ends the connection; and a new one."""
        for _ in range(LIFE):
            await self._batch([self.message() for _ in range(BATCH)])
        raw, code = self.rng.choice(ENDINGS)(self.rng)
        self.player.closed = None
        self.player.write(raw)
        await self.player.wait(lambda: self.player.closed is not None)
        check(self.player.closed == code, f"{raw[:60]!r}… closed with {self.player.closed}, not {code}")
        await self.player.leave()
        await self.player.connect()
        await self.player.resume(self.table)

    async def _batch(self, messages: list[str]) -> None:
        self.player.heard.clear()
        self.player.raw.clear()
        self.player.closed = None
        for message in messages:
            self.player.write(masked(Opcode.TEXT, message.encode()))
        await self.player.wait(lambda: len(self._answers()) >= len(messages) or self.player.closed is not None)
        check(self.player.closed is None, f"closed with {self.player.closed} after {len(self._answers())} answers")
        for answer in self._answers():
            self._check(answer, messages)
        check(len(self._answers()) == len(messages), "more answers than messages")

    def _answers(self) -> list[Json]:
        return [heard for heard in self.player.heard if heard["type"] != "presence"]

    def _check(self, answer: Json, messages: list[str]) -> None:
        if answer["type"] == "ack":
            check(answer == self.acked, f"acknowledged: {answer}")
            return
        check(answer["type"] != "update", f"the table has changed: {answer}")
        check(answer["type"] == "refused", f"not refused: {answer}")
        code = answer["code"]
        check(code in self.known or code.startswith("refuse."), f"{code} is no known code")
        check(code != "http.failure", f"the server failed at one of {messages}")
        check(len(json.dumps(answer)) < 2000, "a long answer to nonsense")

    def message(self) -> str:
        return self.rng.choice(MESSAGES)(self)

    # Messages that are refused

    def noise(self) -> str:
        return "".join(chr(self.rng.randrange(1, 0x2FF)) for _ in range(self.rng.randrange(200)))

    def nested(self) -> str:
        depth = self.rng.randrange(1, MESSAGE_LIMIT // 2)
        return "[" * depth + "]" * self.rng.choice([0, depth])

    def huge(self) -> str:
        number = self.rng.choice(["1" + "0" * 400, "1e999", "-1", str(2**63), "0.5", "-0", "NaN", "Infinity"])
        return f'{{"type":"play","id":"x","table":"{self.table}","base":{number},"moves":["draw"]}}'

    def longest(self) -> str:
        return '"' + "x" * (MESSAGE_LIMIT - 2) + '"'

    def mangled(self) -> str:
        """A good message with one character too few, or another in its place."""
        text = self.play(self.rng.choice(self.illegal))
        at = self.rng.randrange(len(text) - 2)
        return text[:at] + self.rng.choice(["", "{", '"', "\x00", "9"]) + text[at + 1 :]

    def strange(self) -> str:
        """Wrong types, missing and unknown fields."""
        values: list[Any] = [None, True, -1, 1.5, "", "é" * 40, [], {}, ["draw"], self.table, "x" * 300]
        names = ["type", "id", "table", "base", "moves", "move", "emote", "n", "ticket", "seat", "zzz"]
        body = {name: self.rng.choice(values) for name in self.rng.sample(names, 4)}
        body["type"] = self.rng.choice(["play", "try", "emote", "concede", "hello", "state", "ack", "nobody", 7])
        return json.dumps({"zzz": 1, **body})

    def illegal_move(self) -> str:
        return self.play(self.rng.choice([*self.illegal, "nonsense", "", " ", "?", "R1 " * 60]))

    def out_of_turn(self) -> str:
        """What is legal, for whoever is to move."""
        return self.play(self.rng.choice(self.legal)) if not self.seen.waited else self.illegal_move()

    def another_seat(self) -> str:
        return self.play(self.rng.choice(self.legal), seat=self.rng.randrange(4))

    def another_table(self) -> str:
        return json.dumps({"type": "play", "id": "x", "table": "nowhere", "base": 1, "moves": ["draw"]})

    def past_or_future(self) -> str:
        return self.play(*self.seen.moves[:1] or ["draw"], base=self.rng.choice([0, 1, self.seen.seq + 1, 2**31 - 1]))

    def used_again(self) -> str:
        """An id that was acknowledged: the first answer again, whatever it says now."""
        return self.play(self.rng.choice(self.illegal), id="once") if self.acked else self.illegal_move()

    def batch(self) -> str:
        return self.play(*self.rng.choices(self.illegal, k=20))

    def emote(self) -> str:
        return json.dumps({"type": "emote", "table": self.table, "emote": self.rng.choice(["", "zzz", "HELLO"])})

    def play(self, *moves: str, base: int | None = None, id: str = "x", **more: object) -> str:
        base = self.seen.seq if base is None else base
        return json.dumps({"type": "play", "id": id, "table": self.table, "base": base, "moves": moves, **more})


MESSAGES: list[Callable[[Sender], str]] = [
    Sender.noise, Sender.nested, Sender.huge, Sender.longest, Sender.mangled, Sender.strange, Sender.illegal_move,
    Sender.out_of_turn, Sender.another_seat, Sender.another_table, Sender.past_or_future, Sender.used_again,
    Sender.batch, Sender.emote,
]  # fmt: skip


# Frames that end the connection


def binary(rng: Random) -> Raw:
    return masked(Opcode.BINARY, rng.randbytes(rng.randrange(1, 100))), 1003


def bad_utf8(rng: Random) -> Raw:
    return masked(Opcode.TEXT, b'{"type":"\xff\xfe' + rng.randbytes(4) + b'"}'), 1007


def too_long(rng: Random) -> Raw:
    return masked(Opcode.TEXT, b" " * (MESSAGE_LIMIT + 1)), 1009


def not_a_frame(rng: Random) -> Raw:
    return bytes([0x80 | rng.choice([3, 4, 5, 11]), 0x80]) + bytes(4), 1002


ENDINGS = (binary, bad_utf8, too_long, not_a_frame)
