"""Bots that go wrong: a legal move comes in time all the same, and no bot is told more than its seat may know."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pioche.server.entries import Botted, Created, Moved
from pioche.server.hall import Hall
from pioche.server.lobby import Lobby
from pioche.server.opponents import LONGEST_WAIT, Opponents, Rests, Turn, is_quick
from pioche.server.people import Person
from pioche.server.queue import Queue
from pioche.server.reading import replay_log
from pioche.server.room import Room
from pioche.server.settings import Settings
from pioche.server.table import Table
from pioche.server.turns import Lane
from pioche.server.worker import PATIENCE, Answer, Question
from pioche.table.errors import PiocheError
from pioche.table.registry import game, game_names

WORKER = Path(__file__).with_name("fault_worker.py")
SECONDS = 0.5


def faulty(*arguments: str) -> list[str]:
    return [sys.executable, str(WORKER), *arguments]


def with_opponents(body: Callable[[Opponents], Awaitable[None]], most: int = 1) -> None:
    async def run() -> None:
        opponents = Opponents(places(most), SECONDS, faulty(), patience=1.0)
        try:
            await answered(opponents)
            await body(opponents)
        finally:
            await opponents.stop()

    asyncio.run(asyncio.wait_for(run(), 200))


def places(most: int) -> Queue:
    return Queue(dict.fromkeys(Lane, most))


async def ask(opponents: Opponents, bot: str) -> Answer:
    pos = game("coloretto").deal(3, seed=1)
    seat = pos.actor or 0
    return await opponents.choose(bot, seat, pos.view(seat), pos.choices, pos.game, Turn())


async def answered(opponents: Opponents) -> None:
    """Until a sane bot is answered for: a worker takes a moment to start."""
    for _ in range(60):
        before = opponents.fallbacks
        await ask(opponents, "thumb")
        if opponents.fallbacks == before:
            return
    raise AssertionError("no worker answers")


CHOICES = game("coloretto").deal(3, seed=1).choices
FAULTS = ["crash", "hang", "stubborn", "leave", "die", "illegal", "wrong", "eat", "dream", "rewind", "nobody"]


@pytest.mark.parametrize("bot", FAULTS)
def test_whatever_a_bot_does_a_legal_move_comes_in_time(bot: str) -> None:
    async def body(opponents: Opponents) -> None:
        opponents.fallbacks = 0
        began = time.monotonic()
        answer = await ask(opponents, bot)
        assert time.monotonic() - began < SECONDS + 10.0
        assert answer.move in CHOICES and 0 <= answer.wait <= LONGEST_WAIT
        assert opponents.fallbacks == 1
        await answered(opponents)  # whoever is asked next is not the worse for it

    with_opponents(body)


@pytest.mark.parametrize("bot", ["print", "read", "linger"])
def test_what_a_bot_does_besides_is_nobody_s_answer(bot: str) -> None:
    async def body(opponents: Opponents) -> None:
        opponents.fallbacks = 0
        answers = [(await ask(opponents, each)).move for each in (bot, bot, "linger", bot)]
        assert answers == [CHOICES[-1]] * 4 and opponents.fallbacks == 0

    with_opponents(body)


def test_who_waits_for_bots_that_hang_waits_its_turn_and_is_answered_by_its_bot() -> None:
    """It is no reason for a random move that others keep the workers busy."""

    async def body(opponents: Opponents) -> None:
        opponents.fallbacks = 0
        answers = await asyncio.gather(*(ask(opponents, bot) for bot in ("hang", "print", "hang", "print", "hang")))
        assert all(answer.move in CHOICES for answer in answers)
        assert [answers[1].move, answers[3].move] == [CHOICES[-1]] * 2
        assert opponents.fallbacks == 3

    with_opponents(body)


def test_a_bot_that_does_not_think_never_waits_for_one_that_does() -> None:
    async def body(opponents: Opponents) -> None:
        hanging = asyncio.create_task(ask(opponents, "hang"))
        await asyncio.sleep(0.05)
        await ask(opponents, "thumb")
        assert not hanging.done()
        await hanging

    with_opponents(body)


def test_a_worker_that_starts_slowly_is_waited_for() -> None:
    """A random move would be no better for that; were it replaced whenever it is late, it would never be ready."""

    async def run() -> None:
        slow = "import sys, time; time.sleep(4); from pioche.server.worker import main; main()"
        opponents = Opponents(places(1), 0.1, [sys.executable, "-c", slow])
        assert all(answer.move in CHOICES for answer in await asyncio.gather(*(ask(opponents, "thumb") for _ in "12")))
        assert opponents.fallbacks == 0
        await opponents.stop()

    asyncio.run(asyncio.wait_for(run(), 120))


@pytest.mark.parametrize(
    ("bot", "of", "quick"),
    [("random", "kolpa", True), ("thumb", "ko", True), ("level5", "kolpa", False), ("search:1s", "kolpa", False)],
)
def test_bots_that_think_are_told_from_those_that_do_not(bot: str, of: str, quick: bool) -> None:
    assert is_quick(bot, game(of)) is quick


def test_a_question_that_is_given_up_is_not_answered_to_the_next() -> None:
    async def body(opponents: Opponents) -> None:
        given_up = asyncio.create_task(ask(opponents, "hang"))
        await asyncio.sleep(0.1)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        await answered(opponents)

    with_opponents(body)


def test_a_worker_whose_server_is_gone_ends_even_if_its_bot_does_not() -> None:
    pos = game("coloretto").deal(3, seed=1)
    question = Question("stubborn", 0, pos.view(0), pos.choices, 0.1, 1, False)
    began = time.monotonic()
    done = subprocess.run(faulty(), input=msgspec.json.encode(question) + b"\n", capture_output=True, timeout=60)
    assert done.returncode != 0 and len(done.stdout.splitlines()) == 1  # it was ready, and no more
    assert time.monotonic() - began < PATIENCE + 30


# At a table


def with_hall(tmp_path: Path, seconds: float, command: list[str], body: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        hall = Hall(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", warm_up=False))
        hall.opponents = Opponents(hall.queue, seconds, command, patience=1.0)
        await hall.start()
        try:
            await answered(hall.opponents)
            await body(hall)
        finally:
            await hall.stop()

    asyncio.run(asyncio.wait_for(run(), 250))


class Onlooker:
    """Somebody's socket."""

    person, address, lang = "eve", "127.0.0.1", "en"

    def send(self, message: bytes) -> None:
        """What it is sent does not matter here."""

    def trip(self) -> float:
        return 0.0


async def table_of(hall: Hall, name: str, *bots: str) -> Room:
    ada = Person("ada", "Ada", "")
    made = Created(name, len(bots), ada.id, "", patience="quick")
    room = await Lobby(hall).create(ada, made, [Botted(seat, bot) for seat, bot in enumerate(bots)])
    await room.enter(Onlooker(), "", 0)  # bots among themselves play for somebody who looks on
    return room


async def goes_on(room: Room, moves: int) -> None:
    """Until so many moves have been made, or the game is over."""
    wanted = room.table.seq + moves
    for _ in range(600):
        if room.table.seq >= wanted or room.table.over:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"the table is stuck at {room.table.seq}")


def test_a_table_with_bots_that_go_wrong_goes_on(tmp_path: Path) -> None:
    async def body(hall: Hall) -> None:
        room = await table_of(hall, "coloretto", "crash", "die", "illegal", "thumb")
        await goes_on(room, 8)
        played = {each.entry.seat for each in room.table.kept if isinstance(each.entry, Moved)}
        assert played == {0, 1, 2, 3}

    with_hall(tmp_path, SECONDS, faulty(), body)


def test_a_table_with_a_bot_that_hangs_goes_on(tmp_path: Path) -> None:
    async def body(hall: Hall) -> None:
        room = await table_of(hall, "coloretto", "hang", "hang")
        await goes_on(room, 5)
        assert hall.opponents.fallbacks >= 3

    with_hall(tmp_path, 0.2, faulty(), body)


# What a bot is told


def test_a_worker_is_told_only_what_its_seat_may_know(tmp_path: Path) -> None:
    kept = tmp_path / "questions.jsonl"

    async def body(hall: Hall) -> None:
        kept.unlink()
        for name in game_names():
            room = await table_of(hall, name, "thumb", "random", "thumb")
            await goes_on(room, 12)
            await Lobby(hall).close(room, Person("ada", "Ada", ""))
            questions = [json.loads(line) for line in kept.read_text().splitlines()]
            questions = [each for each in questions if each["view"].startswith(name)]
            again = await hall.store.read(partial(replay_log, table_id=room.table.id))
            check(questions, seen(again), room.table)

    with_hall(tmp_path, 5.0, faulty(str(kept)), body)


def seen(table: Table) -> dict[int, set[str]]:
    """What each seat has been able to see in the course of a game."""
    views: dict[int, set[str]] = {seat: set() for seat in range(table.seats)}
    twin = Table(table.id, table.made, table.seed)
    for each in table.kept:
        twin.follow(row_of(each))
        for seat in views:
            if twin.pos is not None:
                views[seat].add(twin.pos.view(seat))
    return views


def row_of(shown: Any) -> Any:
    from pioche.server.table import Row

    return Row(shown.seq, f"c{shown.seq}", shown.entry, shown.at)


def check(questions: list[dict[str, Any]], views: dict[int, set[str]], table: Table) -> None:
    assert len(questions) >= 8 and table.pos is not None
    for question in questions:
        assert question.keys() == {"bot", "seat", "view", "choices", "seconds", "seed", "compiled", "wait", "judge"}
        assert question["view"] in views[question["seat"]], "not what this seat may see"
        assert table.seed.hex() not in json.dumps(question)
    assert any("?" in question["view"] for question in questions)


# Bots among themselves


def test_bots_alone_play_only_while_somebody_looks_on(tmp_path: Path) -> None:
    async def body(hall: Hall) -> None:
        eve = Person("eve", "Eve", "")
        made = Created("coloretto", 3, eve.id, "", patience="quick")
        room = await Lobby(hall).create(eve, made, [Botted(seat, "thumb") for seat in range(3)])
        assert room.table.status == "playing" and not room.players.busy and room.wake() is None
        onlooker = Onlooker()
        await room.enter(onlooker, "", 0)
        await goes_on(room, 4)
        room.leave(onlooker)
        while room.players.busy:  # the move that is just being made
            await room.wait_for_entry(0.05)
        stood = room.table.seq
        room.attend()
        assert not room.players.busy and room.wake() is None and room.table.seq == stood
        await room.enter(onlooker, "", 0)
        await goes_on(room, 2)

    with_hall(tmp_path, SECONDS, faulty(), body)


def test_a_person_has_so_many_tables_of_bots_alone_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pioche.server.lobby.MOST_TABLES", 2)

    async def body(hall: Hall) -> None:
        eve = Person("eve", "Eve", "")
        made = Created("coloretto", 3, eve.id, "")
        rooms = [await Lobby(hall).create(eve, made, [Botted(seat, "thumb") for seat in range(3)]) for _ in "12"]
        with pytest.raises(PiocheError) as refused:
            await Lobby(hall).create(eve, made, [Botted(seat, "thumb") for seat in range(3)])
        assert refused.value.reason[0] == "table.too_many"
        await Lobby(hall).close(rooms[0], eve)
        await Lobby(hall).create(eve, made, [Botted(seat, "thumb") for seat in range(3)])

    with_hall(tmp_path, SECONDS, faulty(), body)


def test_a_bot_that_costs_workers_rests_longer_each_time_until_it_answers() -> None:
    now = 0.0
    rests = Rests(lambda: now)
    for rest in (5.0, 10.0, 20.0, 40.0, 60.0, 60.0):
        assert rests.is_over("hang")
        rests.note("hang", answered=False)
        assert not rests.is_over("hang") and rests.is_over("level5")
        now += rest
    rests.note("hang", answered=True)
    rests.note("hang", answered=False)
    now += 5.0
    assert rests.is_over("hang")


def test_while_a_bot_rests_the_thumb_plays_for_it() -> None:
    async def body(opponents: Opponents) -> None:
        opponents.fallbacks = 0
        await ask(opponents, "hang")
        began = time.monotonic()
        answers = [await ask(opponents, "hang") for _ in range(3)]
        assert time.monotonic() - began < 5.0 and opponents.fallbacks == 4
        assert all(answer.move in CHOICES for answer in answers)

    with_opponents(body)
