"""The HTTP interface: every operation works, and whatever is sent to it, it answers."""

from __future__ import annotations

import json
import string
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pioche.table.game_registry import game, game_names
from support.blocking_client import KOLPA, BlockingClient, browse, guest, play_to_the_end
from support.client_transport import Json
from support.server_process import ServerProcess

Call = Callable[["HttpScene"], httpx.Response]


class HttpScene:
    """Ada is the host of a table that is open, and has played another to its end; Bob looks on."""

    def __init__(self, ada: BlockingClient, bob: BlockingClient) -> None:
        self.ada, self.bob = ada.http, bob.http
        self.open = ada.post("/api/tables", **TWO, public=True)
        self.over = ada.post("/api/tables", **KOLPA, options={"target": 10})["id"]
        play_to_the_end(ada.socket(), self.over)

    def begin_study(self) -> httpx.Response:
        """The only one of this address: it has hardly begun when it is asked for."""
        answer = self.ada.post("/api/lab", json={"game": "kolpa", "games": 10_000})
        self.study = answer.json().get("id", "")
        return answer

    def sign_out_a_device(self) -> httpx.Response:
        """A second one of Bob's."""
        with httpx.Client(base_url=self.bob.base_url, headers=self.bob.headers) as device:
            device.post("/api/link", json=self.bob.post("/api/me/link").json())
            return device.delete("/api/me/token")

    def new(self) -> str:
        """Another table of Ada's, with a seat free."""
        return str(self.ada.post("/api/tables", json={**TWO, "start": "host"}).json()["id"])

    def full(self) -> str:
        table = self.new()
        self.bob.post(f"/api/tables/{table}/sit", json={})
        return table


KOLPA_TEXT = "kolpa turn=A\ndiscard: R3\nA: hand R1 G4 J; zone B3\nB: hand ?*5"
TWO: Json = {"game": "kolpa", "seats": [{"kind": "you"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def scene(server: ServerProcess) -> Iterator[HttpScene]:
    with guest(server, "Ada") as ada, guest(server, "Bob") as bob:
        yield HttpScene(ada, bob)


CALLS: dict[str, tuple[int, Call]] = {
    "POST /api/people": (200, lambda at: at.bob.post("/api/people", json={"name": "Eve"})),
    "GET /api/me": (200, lambda at: at.ada.get("/api/me")),
    "PATCH /api/me": (200, lambda at: at.ada.patch("/api/me", json={"name": "Ada"})),
    "POST /api/me/link": (200, lambda at: at.ada.post("/api/me/link")),
    "POST /api/link": (200, lambda at: at.bob.post("/api/link", json=at.bob.post("/api/me/link").json())),
    "POST /api/ticket": (200, lambda at: at.ada.post("/api/ticket")),
    "GET /api/tables": (200, lambda at: at.bob.get("/api/tables")),
    "GET /api/me/tables": (200, lambda at: at.ada.get("/api/me/tables")),
    "POST /api/tables": (201, lambda at: at.ada.post("/api/tables", json=TWO)),
    "GET /api/codes/{code}": (200, lambda at: at.bob.get(f"/api/codes/{at.open['code'].lower()}")),
    "GET /api/tables/{table}": (200, lambda at: at.bob.get(f"/api/tables/{at.over}")),
    "POST /api/tables/{table}/sit": (200, lambda at: at.bob.post(f"/api/tables/{at.new()}/sit", json={"seat": 1})),
    "POST /api/tables/{table}/promise": (
        200, lambda at: at.ada.post(f"/api/tables/{at.new()}/promise", json={"promise": "a1" * 32}),
    ),
    "POST /api/tables/{table}/salt": (
        400, lambda at: at.ada.post(f"/api/tables/{at.new()}/salt", json={"salt": "a1" * 32}),
    ),
    "POST /api/tables/{table}/leave": (200, lambda at: at.bob.post(f"/api/tables/{at.full()}/leave")),
    "PUT /api/tables/{table}/seats/{seat}": (
        200, lambda at: at.ada.put(f"/api/tables/{at.new()}/seats/1", json={"kind": "bot", "bot": "random"}),
    ),
    "POST /api/tables/{table}/start": (200, lambda at: at.ada.post(f"/api/tables/{at.full()}/start")),
    "POST /api/tables/{table}/close": (200, lambda at: at.ada.post(f"/api/tables/{at.new()}/close")),
    "POST /api/tables/{table}/rematch": (200, lambda at: at.ada.post(f"/api/tables/{at.over}/rematch", json={})),
    "GET /api/tables/{table}/record": (200, lambda at: at.bob.get(f"/api/tables/{at.over}/record")),
    "GET /api/tables/{table}/verify": (200, lambda at: at.bob.get(f"/api/tables/{at.over}/verify?lang=en")),
    "GET /api/tables/{table}/replay": (200, lambda at: at.bob.get(f"/api/tables/{at.over}/replay?seat=0")),
    "GET /api/tables/{table}/sheet": (200, lambda at: at.bob.get(f"/api/tables/{at.over}/sheet")),
    "POST /api/tables/{table}/review": (200, lambda at: at.ada.post(f"/api/tables/{at.over}/review?seat=0")),
    "GET /api/tables/{table}/review": (200, lambda at: at.bob.get(f"/api/tables/{at.over}/review?seat=0")),
    "POST /api/positions": (200, lambda at: at.bob.post("/api/positions", json={"position": KOLPA_TEXT})),
    "POST /api/lab": (200, lambda at: at.begin_study()),
    "GET /api/lab/{study}": (200, lambda at: at.bob.get(f"/api/lab/{at.study}")),
    "GET /api/lab/{study}/report": (409, lambda at: at.bob.get(f"/api/lab/{at.study}/report")),
    "DELETE /api/lab/{study}": (200, lambda at: at.ada.delete(f"/api/lab/{at.study}")),
    "GET /api/games": (200, lambda at: at.bob.get("/api/games?lang=en")),
    "GET /api/games/{name}/rules": (200, lambda at: at.bob.get("/api/games/kolpa/rules?lang=fr")),
    "GET /api/games/{name}/pictures": (200, lambda at: at.bob.get("/api/games/kolpa/pictures")),
    "GET /api/words/{lang}": (200, lambda at: at.bob.get("/api/words/fr")),
    "GET /api/bots": (200, lambda at: at.bob.get("/api/bots")),
    "GET /api/me/tokens": (200, lambda at: at.ada.get("/api/me/tokens")),
    "DELETE /api/me/token": (204, lambda at: at.sign_out_a_device()),
    "DELETE /api/me/tokens": (204, lambda at: at.bob.delete("/api/me/tokens?everywhere=true")),
}  # fmt: skip


def test_every_operation_works(scene: HttpScene) -> None:
    for name, (status, call) in CALLS.items():
        answer = call(scene)
        assert answer.status_code == status, (name, answer.text)
        assert answer.headers.get("content-type", "application/json").startswith(("application/json", "text/plain"))


def test_every_operation_that_is_described_is_tried_here(server: ServerProcess) -> None:
    paths = httpx.get(f"{server.url}/openapi.json").json()["paths"]
    described = {f"{method.upper()} {path}" for path, operations in paths.items() for method in operations}
    assert described == CALLS.keys()
    assert all(operation["summary"] for operations in paths.values() for operation in operations.values())


def test_the_page_of_the_interface_names_every_operation(server: ServerProcess) -> None:
    page = httpx.get(f"{server.url}/api").text
    assert all(name in page for name in CALLS)


@pytest.mark.parametrize("name_of_call", [each for each in CALLS if "/me" in each or "POST /api/t" in each])
def test_who_is_nobody_is_told_so(server: ServerProcess, name_of_call: str) -> None:
    method, path = name_of_call.split()
    with browse(server) as nobody:
        path = path.format(table="x", seat=1)
        answer = nobody.request(
            method, path, json=TWO if path == "/api/tables" else {"name": "x"} if "me" in path else {}
        )
    assert (answer.status_code, answer.json()["code"]) == (401, "people.unknown")


def test_only_the_host_may_do_what_is_the_host_s(server: ServerProcess) -> None:
    with guest(server, "Ada") as ada, guest(server, "Eve") as eve:
        table = ada.post("/api/tables", **TWO)["id"]
        calls = [("POST", "start", None), ("POST", "close", None), ("PUT", "seats/0", {"kind": "open"})]
        for method, what, body in calls:
            answer = eve.http.request(method, f"/api/tables/{table}/{what}", json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "table.not_host")


def test_nobody_gets_the_record_of_a_game_under_way(server: ServerProcess) -> None:
    with guest(server) as ada:
        table = ada.post("/api/tables", **KOLPA)["id"]
        for what in ("record", "verify"):
            answer = ada.http.get(f"/api/tables/{table}/{what}")
            assert (answer.status_code, answer.json()["code"]) == (400, "table.not_over")
        undealt = ada.post("/api/tables", **TWO)["id"]
        ada.post(f"/api/tables/{undealt}/close")
        assert ada.http.get(f"/api/tables/{undealt}/record").status_code == 400


# Anything at all


@pytest.fixture(scope="module")
def eve(server: ServerProcess) -> Iterator[BlockingClient]:
    with guest(server, "Eve") as person:
        yield person


TEXT = st.one_of(
    st.text(max_size=30), st.sampled_from(["\x00", "--3", "²", "٣", "-", "x" * 5000, "BCDFGH", "../..", "%", "\u202e"]),
    st.text(string.printable, max_size=30),
)  # fmt: skip
SCALAR = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXT, st.sampled_from([10**30, -1, 2**63]))
JUNK = st.recursive(SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3))
OPTIONS = sorted({option.name for name in game_names() for option in game(name).options})


def nearly(value: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """What is asked for, mostly."""
    return st.integers(0, 9).flatmap(lambda die: JUNK if die == 0 else value)


SEAT = nearly(
    st.fixed_dictionaries({"kind": nearly(st.sampled_from(["you", "bot", "open"]))}, optional={"bot": nearly(TEXT)})
)
POSITIONS = st.sampled_from([str(game(name).deal(2, seed=1)) for name in game_names()])
EDITS = st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["?*9999999999", "\x00", ";", "\n", "A", "-1", ""])))


def edited(position: str, edits: list[tuple[int, str]]) -> str:
    for at, text in edits:
        position = position[:at] + text + position[at + len(text) :]
    return position


TABLE = st.fixed_dictionaries(
    {"game": nearly(st.sampled_from(game_names())), "seats": nearly(st.lists(SEAT, min_size=1, max_size=4))},
    optional={
        "options": nearly(st.dictionaries(st.sampled_from(OPTIONS), SCALAR, max_size=2)),
        "pace": nearly(st.fixed_dictionaries({"kind": nearly(st.just("live"))}, optional={"move": nearly(st.just(5))})),
        "race": nearly(st.sampled_from(["fair", "turns"])), "public": nearly(st.booleans()),
        "position": nearly(st.builds(edited, POSITIONS, EDITS)), "promise": nearly(st.just("a1" * 32)),
        "late": nearly(st.booleans()), "start": nearly(st.just("host")),
    },
)  # fmt: skip
BODIES: dict[str, st.SearchStrategy[Any]] = {
    "POST /api/people": st.fixed_dictionaries({"name": nearly(TEXT)}),
    "PATCH /api/me": st.fixed_dictionaries({"name": nearly(TEXT)}),
    "POST /api/link": st.fixed_dictionaries({"code": nearly(TEXT)}),
    "POST /api/tables": TABLE,
    "POST /api/tables/{table}/sit": st.fixed_dictionaries(
        {}, optional={"seat": nearly(st.integers()), "promise": TEXT}
    ),
    "POST /api/tables/{table}/promise": st.fixed_dictionaries({}, optional={"promise": nearly(TEXT)}),
    "POST /api/tables/{table}/salt": st.fixed_dictionaries({"salt": nearly(st.just("a1" * 32))}),
    "POST /api/tables/{table}/rematch": st.fixed_dictionaries({}, optional={"promise": nearly(TEXT)}),
    "PUT /api/tables/{table}/seats/{seat}": st.fixed_dictionaries(
        {"kind": nearly(st.just("bot"))}, optional={"bot": nearly(TEXT)}
    ),
}  # fmt: skip


def sends(person: BlockingClient, method: str, path: str, body: Any = None) -> None:
    """Whatever it is, it is answered: in JSON, in so many words, and not by a failure."""
    text = json.dumps(body).encode()  # lone surrogates and NaN go as they are
    headers = {"content-type": "application/json"}
    answer = person.http.request(method, path, content=text if body is not None else None, headers=headers)
    assert answer.status_code < 500, (method, path, text, answer.text)
    if answer.status_code >= 400:
        assert answer.json().keys() == {"code", "message"} and answer.json()["message"]


@pytest.mark.parametrize("operation", BODIES)
def test_no_body_makes_it_fail(eve: BlockingClient, operation: str) -> None:
    method, path = operation.split()
    table = eve.post("/api/tables", **TWO)["id"]

    @settings(max_examples=150 if operation == "POST /api/tables" else 40, database=None)
    @given(nearly(BODIES[operation]))
    def sent(body: Any) -> None:
        sends(eve, method, path.format(table=table, seat=1), body)

    sent()


@pytest.mark.parametrize("value", ["--3", "²", "٣", "-", "", "9" * 40, 10**30, -(10**30), True, False, "\x00", "on"])
def test_no_value_of_an_option_makes_it_fail(eve: BlockingClient, value: str | int) -> None:
    for each in map(game, game_names()):
        for option in each.options:
            seats = [{"kind": "open"}] * each.players[0]
            body = {"game": each.id, "seats": seats, "options": {option.name: value}}
            sends(eve, "POST", "/api/tables", body)


ODD = ["A: hand ?*²", "A: hand ?*9999999999", "A: hand ?*-1", "A: score ²", "A: score --3", "stock: ?*99999999", "²: x"]


@pytest.mark.parametrize("line", ODD)
def test_no_position_makes_it_fail(eve: BlockingClient, line: str) -> None:
    body = {"game": "kolpa", "seats": [{"kind": "you"}, {"kind": "bot"}], "position": f"kolpa turn=A\n{line}\nB: hand"}
    answer = eve.http.post("/api/tables", json=body)
    assert answer.status_code == 400 and answer.json()["code"].startswith("notation.")


@pytest.mark.parametrize("operation", [name for name in CALLS if "{" in name])
def test_no_address_makes_it_fail(eve: BlockingClient, operation: str) -> None:
    method, path = operation.split()

    @settings(max_examples=25, database=None)
    @given(st.lists(TEXT.filter(lambda text: len(text) < 1000), min_size=2, max_size=2), TEXT)
    def sent(parts: list[str], query: str) -> None:
        first, second = (quote(part.encode("utf-8", "replace"), safe="") or "-" for part in parts)
        lang = quote(query.encode("utf-8", "replace"), safe="")[:500]
        filled = path.format(table=first, study=first, code=first, name=first, lang=first, seat=second)
        sends(eve, method, f"{filled}?lang={lang}", {} if method in ("POST", "PUT") else None)

    sent()


def test_it_is_still_there_after_all_that(eve: BlockingClient) -> None:
    assert eve.http.get("/healthz").json()["status"] == "ok"
    assert eve.http.get("/api/me").status_code == 200
