"""Hints while one plays against bots, and reviews of finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import AsyncMock

import pytest

from pioche.server.catalogue import refuse
from pioche.server.jobs.reviews import MOST_OF_ADDRESS
from pioche.server.sessions.table_registry import TableRegistry
from pioche.studies.review import Decision
from pioche.table.errors import PiocheError
from server.conftest import Come, Gather
from support.client import RequestRefused
from support.deployment import Deployment
from support.player import Player

pytestmark = pytest.mark.anyio
COMPILING = 240.0  # seconds that the first search may take to compile


async def hinted(player: Player, table: str) -> dict[str, Any]:
    id = player.new_command_id()
    await player.say("hint", id=id, table=table)
    return await player.wait(lambda: player.answer(id) or {}, COMPILING)


async def reviewed(player: Player, table: str, seat: int) -> dict[str, Any]:
    async with asyncio.timeout(COMPILING):
        while True:
            review: dict[str, Any] = await player.get(f"/api/tables/{table}/review?seat={seat}")
            if len(review["decisions"]) == review["total"]:
                return review
            await asyncio.sleep(0.1)


async def test_a_hint_names_the_best_moves_of_the_one_who_asks(small_house: Deployment, come: Come) -> None:
    ada = await come(small_house, "Ada")
    table = await ada.make_table("coloretto", "you", "random")
    seen = await ada.watch(table)
    await ada.wait(lambda: seen.moves)
    answer = await hinted(ada, table)
    assert (answer["type"], answer["seq"]) == ("hinted", seen.seq)
    shares = [each["share"] for each in answer["moves"]]
    assert 1 <= len(shares) <= 3 and all(0 <= share <= 1 for share in shares)
    assert {each["move"] for each in answer["moves"]} <= set(seen.moves)
    assert (await ada.play(table, answer["moves"][0]["move"]))["type"] == "ack"


async def test_no_hints_against_people_nor_when_there_is_nothing_to_play(
    small_house: Deployment, gather: Gather
) -> None:
    table, ada, bob = await gather(small_house, "coloretto", 2)
    asked = ada if ada.tables[table].moves else bob
    assert (await hinted(asked, table))["code"] == "hint.only_bots"
    alone = await ada.make_table("coloretto", "you", "thumb", start="host")
    await ada.watch(alone)
    assert (await hinted(ada, alone))["code"] == "hint.nothing"


async def test_a_review_judges_every_decision_and_is_kept(small_house: Deployment, come: Come) -> None:
    ada = await come(small_house, "Ada")
    table = await ada.make_table("coloretto", "you", "random")
    seen = await ada.watch(table)
    chosen = []
    for _ in range(3):
        await ada.wait(lambda: seen.moves)
        if len(seen.moves) > 1:
            chosen.append(seen.moves[-1])
        await ada.play(table, seen.moves[-1])
    with pytest.raises(RequestRefused) as refused:
        await ada.post(f"/api/tables/{table}/review?seat=0")
    assert refused.value.code == "table.not_over"
    assert (await ada.command("concede", table=table))["type"] == "ack"
    begun = await ada.post(f"/api/tables/{table}/review?seat=0")
    assert begun["total"] == len(chosen)
    review = await reviewed(ada, table, 0)
    assert [each["move"] for each in review["decisions"]] == chosen
    for each in review["decisions"]:
        assert 0 <= each["share"] <= each["best_share"] <= 1
        assert each["best"] != each["move"] or each["share"] == each["best_share"]
    again = await ada.post(f"/api/tables/{table}/review?seat=0")
    assert again == await ada.get(f"/api/tables/{table}/review?seat=0") == await reviewed(ada, table, 0)


async def test_an_address_has_so_many_reviews_whoever_asks_there(
    open_registry: Callable[[], Awaitable[TableRegistry]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guests are made in a moment; and one that failed is no longer under way."""
    registry, may = await open_registry(), asyncio.Event()

    async def judge(*_: Any) -> list[tuple[str, float]]:
        await may.wait()
        raise refuse("study.failed")

    monkeypatch.setattr(registry.finished_games, "decisions", AsyncMock(return_value=[Decision(0, 0, "", [], "draw")]))
    monkeypatch.setattr(registry.bot_pool, "judge", judge)
    reviews = registry.reviews
    for guest in range(MOST_OF_ADDRESS):
        await reviews.begin(f"t{guest}", 0, f"guest {guest}", f"2001:db8::{guest}")
    for address, code in (("2001:db8::77", "review.busy_here"), ("2001:db8:1::", "")):
        try:
            await reviews.begin("another", 0, "somebody", address)
        except PiocheError as refused:
            assert refused.reason[0] == code
        else:
            assert not code
    may.set()
    while reviews._tasks:
        await asyncio.sleep(0)
    assert (await reviews.find("t0", 0)).failed and not reviews._under_way and not reviews._asked
    assert not (await reviews.begin("t0", 0, "somebody", "2001:db8::77")).failed


async def test_what_can_not_be_reviewed(small_house: Deployment, come: Come) -> None:
    ada = await come(small_house, "Ada")
    for path, code in (("none/review?seat=0", "table.not_found"), ("none/review?seat=77", "message.bad")):
        with pytest.raises(RequestRefused) as refused:
            await ada.post(f"/api/tables/{path}")
        assert refused.value.code == code
    assert await ada.get("/api/tables/none/review?seat=1") == {"seat": 1, "total": 0, "decisions": [], "costly": [],
                                                               "failed": False, "more": False}  # fmt: skip
