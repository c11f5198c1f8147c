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

from pioche.server.bots.bot_pool import LONGEST_WAIT, BotPool, BotTurn, Rests, is_quick
from pioche.server.bots.bot_worker import PATIENCE, BotAnswer, BotQuestion
from pioche.server.model.entries import Botted, Created, Moved
from pioche.server.model.live_table import LiveTable
from pioche.server.queue.fair_turns import Lane
from pioche.server.queue.job_queue import JobQueue
from pioche.server.sessions.lobby import Lobby
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.settings import Settings
from pioche.server.storage.accounts import Person
from pioche.server.storage.log_reader import replay_log
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game, game_names

WORKER = Path(__file__).parents[2] / "support" / "faulty_bot_worker.py"
SECONDS = 0.5


def faulty(*arguments: str) -> list[str]:
    return [sys.executable, str(WORKER), *arguments]


def with_opponents(body: Callable[[BotPool], Awaitable[None]], most: int = 1) -> None:
    async def run() -> None:
        bot_pool = BotPool(places(most), SECONDS, faulty(), patience=1.0)
        try:
            await answered(bot_pool)
            await body(bot_pool)
        finally:
            await bot_pool.stop()

    asyncio.run(asyncio.wait_for(run(), 200))


def places(most: int) -> JobQueue:
    return JobQueue(dict.fromkeys(Lane, most))


async def ask(bot_pool: BotPool, bot: str) -> BotAnswer:
    pos = game("coloretto").deal(3, seed=1)
    seat = pos.actor or 0
    return await bot_pool.choose(bot, seat, pos.view(seat), pos.choices, pos.game, BotTurn())


async def answered(bot_pool: BotPool) -> None:
    """Until a sane bot is answered for: a worker takes a moment to start."""
    for _ in range(60):
        before = bot_pool.fallbacks
        await ask(bot_pool, "thumb")
        if bot_pool.fallbacks == before:
            return
    raise AssertionError("no worker answers")


CHOICES = game("coloretto").deal(3, seed=1).choices
FAULTS = ["crash", "hang", "stubborn", "leave", "die", "illegal", "wrong", "eat", "dream", "rewind", "nobody"]


@pytest.mark.parametrize("bot", FAULTS)
def test_whatever_a_bot_does_a_legal_move_comes_in_time(bot: str) -> None:
    async def body(bot_pool: BotPool) -> None:
        bot_pool.fallbacks = 0
        began = time.monotonic()
        answer = await ask(bot_pool, bot)
        assert time.monotonic() - began < SECONDS + 10.0
        assert answer.move in CHOICES and 0 <= answer.wait <= LONGEST_WAIT
        assert bot_pool.fallbacks == 1
        await answered(bot_pool)  # whoever is asked next is not the worse for it

    with_opponents(body)


@pytest.mark.parametrize("bot", ["print", "read", "linger"])
def test_what_a_bot_does_besides_is_nobody_s_answer(bot: str) -> None:
    async def body(bot_pool: BotPool) -> None:
        bot_pool.fallbacks = 0
        answers = [(await ask(bot_pool, each)).move for each in (bot, bot, "linger", bot)]
        assert answers == [CHOICES[-1]] * 4 and bot_pool.fallbacks == 0

    with_opponents(body)


def test_who_waits_for_bots_that_hang_waits_its_turn_and_is_answered_by_its_bot() -> None:
    """It is no reason for a random move that others keep the workers busy."""

    async def body(bot_pool: BotPool) -> None:
        bot_pool.fallbacks = 0
        answers = await asyncio.gather(*(ask(bot_pool, bot) for bot in ("hang", "print", "hang", "print", "hang")))
        assert all(answer.move in CHOICES for answer in answers)
        assert [answers[1].move, answers[3].move] == [CHOICES[-1]] * 2
        assert bot_pool.fallbacks == 3

    with_opponents(body)


def test_a_bot_that_does_not_think_never_waits_for_one_that_does() -> None:
    async def body(bot_pool: BotPool) -> None:
        hanging = asyncio.create_task(ask(bot_pool, "hang"))
        await asyncio.sleep(0.05)
        await ask(bot_pool, "thumb")
        assert not hanging.done()
        await hanging

    with_opponents(body)


def test_a_worker_that_starts_slowly_is_waited_for() -> None:
    """A random move would be no better for that; were it replaced whenever it is late, it would never be ready."""

    async def run() -> None:
        slow = "import sys, time; time.sleep(4); from pioche.server.bots.bot_worker import main; main()"
        bot_pool = BotPool(places(1), 0.1, [sys.executable, "-c", slow])
        assert all(answer.move in CHOICES for answer in await asyncio.gather(*(ask(bot_pool, "thumb") for _ in "12")))
        assert bot_pool.fallbacks == 0
        await bot_pool.stop()

    asyncio.run(asyncio.wait_for(run(), 120))


@pytest.mark.parametrize(
    ("bot", "of", "quick"),
    [("random", "kolpa", True), ("thumb", "ko", True), ("level5", "kolpa", False), ("search:1s", "kolpa", False)],
)
def test_bots_that_think_are_told_from_those_that_do_not(bot: str, of: str, quick: bool) -> None:
    assert is_quick(bot, game(of)) is quick


def test_a_question_that_is_given_up_is_not_answered_to_the_next() -> None:
    async def body(bot_pool: BotPool) -> None:
        given_up = asyncio.create_task(ask(bot_pool, "hang"))
        await asyncio.sleep(0.1)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        await answered(bot_pool)

    with_opponents(body)


def test_a_worker_whose_server_is_gone_ends_even_if_its_bot_does_not() -> None:
    pos = game("coloretto").deal(3, seed=1)
    question = BotQuestion("stubborn", 0, pos.view(0), pos.choices, 0.1, 1, False)
    began = time.monotonic()
    done = subprocess.run(faulty(), input=msgspec.json.encode(question) + b"\n", capture_output=True, timeout=60)
    assert done.returncode != 0 and len(done.stdout.splitlines()) == 1  # it was ready, and no more
    assert time.monotonic() - began < PATIENCE + 30


# At a table


def with_registry(
    tmp_path: Path, seconds: float, command: list[str], body: Callable[[TableRegistry], Awaitable[None]]
) -> None:
    async def run() -> None:
        registry = TableRegistry(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", warm_up=False))
        registry.bot_pool = BotPool(registry.queue, seconds, command, patience=1.0)
        await registry.start()
        try:
            await answered(registry.bot_pool)
            await body(registry)
        finally:
            await registry.stop()

    asyncio.run(asyncio.wait_for(run(), 250))


class Onlooker:
    """Somebody's socket."""

    person, address, lang = "eve", "127.0.0.1", "en"

    def send(self, message: bytes) -> None:
        """What it is sent does not matter here."""

    def trip(self) -> float:
        return 0.0


async def table_of(registry: TableRegistry, name: str, *bots: str) -> TableSession:
    ada = Person("ada", "Ada", "")
    made = Created(name, len(bots), ada.id, "", patience="quick")
    session = await Lobby(registry).create(ada, made, [Botted(seat, bot) for seat, bot in enumerate(bots)])
    await session.enter(Onlooker(), "", 0)  # bots among themselves play for somebody who looks on
    return session


async def goes_on(session: TableSession, moves: int) -> None:
    """Until so many moves have been made, or the game is over."""
    wanted = session.table.now.seq + moves
    for _ in range(600):
        if session.table.now.seq >= wanted or session.table.over:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"the table is stuck at {session.table.now.seq}")


def test_a_table_with_bots_that_go_wrong_goes_on(tmp_path: Path) -> None:
    async def body(registry: TableRegistry) -> None:
        session = await table_of(registry, "coloretto", "crash", "die", "illegal", "thumb")
        await goes_on(session, 8)
        played = {each.entry.seat for each in session.table.kept if isinstance(each.entry, Moved)}
        assert played == {0, 1, 2, 3}

    with_registry(tmp_path, SECONDS, faulty(), body)


def test_a_table_with_a_bot_that_hangs_goes_on(tmp_path: Path) -> None:
    async def body(registry: TableRegistry) -> None:
        session = await table_of(registry, "coloretto", "hang", "hang")
        await goes_on(session, 5)
        assert registry.bot_pool.fallbacks >= 3

    with_registry(tmp_path, 0.2, faulty(), body)


# What a bot is told


def test_a_worker_is_told_only_what_its_seat_may_know(tmp_path: Path) -> None:
    kept = tmp_path / "questions.jsonl"

    async def body(registry: TableRegistry) -> None:
        kept.unlink()
        for name in game_names():
            session = await table_of(registry, name, "thumb", "random", "thumb")
            await goes_on(session, 12)
            await Lobby(registry).close(session, Person("ada", "Ada", ""))
            questions = [json.loads(line) for line in kept.read_text().splitlines()]
            questions = [each for each in questions if each["view"].startswith(name)]
            again = await registry.store.read(partial(replay_log, table_id=session.table.id))
            check(questions, seen(again), session.table)

    with_registry(tmp_path, 5.0, faulty(str(kept)), body)


def seen(table: LiveTable) -> dict[int, set[str]]:
    """What each seat has been able to see in the course of a game."""
    views: dict[int, set[str]] = {seat: set() for seat in range(table.seats)}
    twin = LiveTable(table.id, table.made, table.now.seed)
    for each in table.kept:
        twin.apply(row_of(each))
        for seat in views:
            if twin.pos is not None:
                views[seat].add(twin.pos.view(seat))
    return views


def row_of(shown: Any) -> Any:
    from pioche.server.model.live_table import LogRow

    return LogRow(shown.seq, f"c{shown.seq}", shown.entry, shown.at)


def check(questions: list[dict[str, Any]], views: dict[int, set[str]], table: LiveTable) -> None:
    assert len(questions) >= 8 and table.pos is not None
    for question in questions:
        assert question.keys() == {"bot", "seat", "view", "choices", "seconds", "seed", "ahead", "wait", "judge"}
        assert question["view"] in views[question["seat"]], "not what this seat may see"
        assert table.now.seed.hex() not in json.dumps(question)
    assert any("?" in question["view"] for question in questions)


# Bots among themselves


def test_bots_alone_play_only_while_somebody_looks_on(tmp_path: Path) -> None:
    async def body(registry: TableRegistry) -> None:
        eve = Person("eve", "Eve", "")
        made = Created("coloretto", 3, eve.id, "", patience="quick")
        session = await Lobby(registry).create(eve, made, [Botted(seat, "thumb") for seat in range(3)])
        assert session.table.now.status == "playing" and not session.players.busy and session.wake() is None
        onlooker = Onlooker()
        await session.enter(onlooker, "", 0)
        await goes_on(session, 4)
        session.leave(onlooker)
        while session.players.busy:  # the move that is just being made
            await session.wait_for_entry(0.05)
        stood = session.table.now.seq
        session.attend()
        assert not session.players.busy and session.wake() is None and session.table.now.seq == stood
        await session.enter(onlooker, "", 0)
        await goes_on(session, 2)

    with_registry(tmp_path, SECONDS, faulty(), body)


def test_a_person_has_so_many_tables_of_bots_alone_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pioche.server.sessions.lobby.MOST_TABLES", 2)

    async def body(registry: TableRegistry) -> None:
        eve = Person("eve", "Eve", "")
        made = Created("coloretto", 3, eve.id, "")
        sessions = [await Lobby(registry).create(eve, made, [Botted(seat, "thumb") for seat in range(3)]) for _ in "12"]
        with pytest.raises(PiocheError) as refused:
            await Lobby(registry).create(eve, made, [Botted(seat, "thumb") for seat in range(3)])
        assert refused.value.reason[0] == "table.too_many"
        await Lobby(registry).close(sessions[0], eve)
        await Lobby(registry).create(eve, made, [Botted(seat, "thumb") for seat in range(3)])

    with_registry(tmp_path, SECONDS, faulty(), body)


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
    async def body(bot_pool: BotPool) -> None:
        bot_pool.fallbacks = 0
        await ask(bot_pool, "hang")
        began = time.monotonic()
        answers = [await ask(bot_pool, "hang") for _ in range(3)]
        assert time.monotonic() - began < 5.0 and bot_pool.fallbacks == 4
        assert all(answer.move in CHOICES for answer in answers)

    with_opponents(body)
