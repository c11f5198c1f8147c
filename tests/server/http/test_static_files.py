"""The browser client's files as they are served, replays, and positions by link."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response

import pioche
from pioche.server.http.compressed_answers import compressed
from pioche.server.http.rule_pictures import pictures
from pioche.server.http.static_files import client, is_built, lost
from pioche.server.jobs.replay_pages import Json, position_page, steps_of
from pioche.table.errors import NotationError


class Site:
    """An application, asked without a network."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def get(self, path: str, **headers: str) -> Response:
        async def ask() -> Response:
            async with AsyncClient(transport=ASGITransport(self._app), base_url="http://site") as client:
                return await client.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()})

        return asyncio.run(ask())


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A client of two files and a page."""
    (tmp_path / "assets").mkdir()
    for name, text in (("index.html", "<p>Pioche</p>"), ("assets/a-1.js", "go()"), ("sw.js", "keep()")):
        (tmp_path / name).write_text(text)
    (tmp_path / "assets" / "a-1.js.gz").write_bytes(gzip.compress(b"go()"))
    app = FastAPI()
    for router in (client(tmp_path), lost(tmp_path)):
        app.include_router(router)
    return Site(app)


def test_every_address_of_the_client_is_its_page(site: Site) -> None:
    for path in ("/", "/t/abc", "/t/abc/replay", "/rules/kolpa", "/new/ko", "/p", "/lab", "/lab/ko", "/link"):
        answer = site.get(path)
        assert (answer.status_code, answer.text) == (200, "<p>Pioche</p>"), path
        assert answer.headers["cache-control"] == "no-cache"


def test_files_whose_names_change_are_kept_for_ever_and_sent_compressed(site: Site) -> None:
    packed = site.get("/assets/a-1.js", accept_encoding="gzip")
    plain = site.get("/assets/a-1.js", accept_encoding="identity")
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.text == plain.text == "go()"
    assert "immutable" in plain.headers["cache-control"] and "javascript" in plain.headers["content-type"]
    assert site.get("/sw.js").headers["cache-control"] == "no-cache"


def test_an_address_that_is_none_is_left_to_the_client(site: Site) -> None:
    page = site.get("/nowhere", accept="text/html")
    assert (page.status_code, page.text) == (200, "<p>Pioche</p>")
    for path in ("/api/nothing", "/assets/gone.js", "/assets/..%2f..%2fsettings.py"):
        assert site.get(path, accept="text/html").json() == {"detail": "Not Found"}


def test_every_game_has_pictures_for_its_rules() -> None:
    for name in pioche.game_names():
        shown = pictures(name)
        assert len(shown) > 10, name
        for picture in shown.values():
            pos = pioche.parse(picture["position"])
            legal = picture["move"] in pos.moves(picture["seat"])
            assert legal is ("refused" not in picture), picture


def test_without_a_build_there_is_no_client(tmp_path: Path) -> None:
    assert not is_built(tmp_path)


def finished() -> pioche.Position:
    pos = pioche.game("coloretto").deal(players=2, seed=3)
    while not pos.over:
        assert pos.actor is not None
        pos.play(pos.actor, pos.choices[0])
    return pos


def test_a_replay_has_every_position_as_it_was_seen() -> None:
    pos = finished()
    record = pioche.record(pos)
    seen, everything = steps_of(record, 1), steps_of(record, None)
    assert len(seen["steps"]) == len(list(pioche.replay(record)))
    assert seen["steps"][-1]["view"] == pos.view(1) and seen["winners"] == pos.winners
    assert "rng=" not in everything["steps"][0]["view"]
    assert "stock: ?*" in seen["steps"][0]["view"] and "?" not in everything["steps"][0]["view"]


def test_a_replay_through_one_seat_hides_what_the_seat_did_not_know() -> None:
    pos = pioche.game("5211").deal(players=2, seed=3)
    for seat in (0, 1, 0):
        pos.play(seat, pos.moves(seat)[0])
    record = pioche.record(pos)
    assert set(cards_moved(steps_of(record, 1))) == {"?"}
    assert "?" not in cards_moved(steps_of(record, None))


def cards_moved(replay: Json) -> list[str]:
    """The cards of the last move."""
    return [event.details["card"] for event in replay["steps"][-1]["events"] if event.kind == "move"]


def test_a_position_is_shown_to_each_seat() -> None:
    page = position_page("kolpa turn=A\ndiscard: R3\nA: hand R1 G4 J; zone B3\nB: hand ?*5\n")
    assert (page["game"], page["seats"], page["actors"]) == ("kolpa", 2, [0])
    assert "A: hand ?*3; zone B3" in page["views"][1] and "A: hand R1 G4 J" in page["views"][0]
    assert page["moves"][1] == [] and "zone B3" in page["moves"][0]
    with pytest.raises(NotationError):
        position_page("kolpa turn=A\ndiscard: R9\n")


def test_long_answers_are_compressed() -> None:
    from starlette.requests import Request

    def request(encodings: str) -> Request:
        return Request({"type": "http", "headers": [(b"accept-encoding", encodings.encode())]})

    long = {"text": "a" * 5000}
    answer = compressed(request("gzip, br"), long)
    assert answer.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(bytes(answer.body))) == long
    assert "content-encoding" not in compressed(request("br"), long).headers
    assert "content-encoding" not in compressed(request("gzip"), {"text": "short"}).headers
