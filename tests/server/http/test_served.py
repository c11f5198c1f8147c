"""How a server may be served: behind a proxy, under a path, beside another one; and what its operator sees."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from bench.measured_servers import free_port
from pioche.server.app import make_server
from pioche.server.bots.bot_worker import BotAnswer
from pioche.server.http.health import Health
from pioche.server.http.security import AllowedOrigins
from pioche.server.http.static_files import read_page
from pioche.server.limits.connection_limits import RESERVE
from pioche.server.ops.json_logs import Seldom
from pioche.server.ops.refusal_counts import EVERY, RefusalCounts
from pioche.server.queue.fair_turns import Lane
from pioche.server.queue.worker_processes import WorkerProcess
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.settings import Settings, checked_proxies, checked_root
from pioche.table.errors import PiocheError
from support.blocking_client import KOLPA, browse, dial, guest
from support.client_transport import SocketRefused
from support.server_process import ServerProcess, serving

FILES = Path("/proc/self/fd")  # of this process
PROXY, ELSEWHERE = "127.0.0.7", "127.0.0.8"
SITE = {"origin": "https://games.example", "host": "games.example"}


def via(server: ServerProcess, source: str = PROXY, **headers: str) -> httpx.Client:
    """What comes from the proxy, or from somebody who says that it is one."""
    return browse(server, source, **{**SITE, **{name.replace("_", "-"): value for name, value in headers.items()}})


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("proxied")
    with serving(folder, "--origin", "https://games.example", "--trusted-proxy", PROXY) as server:
        yield server


# Behind a proxy


def test_addresses_of_one_household_are_one(proxied: ServerProcess) -> None:
    def guesses(addresses: list[str]) -> list[int]:
        found = []
        for address in addresses:
            with via(proxied, x_forwarded_for=address, x_forwarded_proto="https") as browser:
                found.append(browser.get("/api/codes/BCDFGH").status_code)
        return found

    assert guesses([f"2001:db8:0:1::{n}" for n in range(20)]).count(404) <= 11
    assert guesses(["2001:db8:7::1", "198.51.100.9"]) == [404, 404]


def test_only_the_proxy_is_believed(proxied: ServerProcess) -> None:
    statuses = []
    for number in range(15):
        with via(proxied, ELSEWHERE, x_forwarded_for=f"198.51.100.{number}") as browser:
            statuses.append(browser.get("/api/codes/BCDFGH").status_code)
    assert statuses.count(429) >= 3, "whoever is no proxy chose its address"
    with via(proxied) as silent:
        silent.get("/api/bots")
    said = [line["message"] for line in proxied.log() if line["from"] == "pioche.guard"]
    assert len(said) == 2 and "--trusted-proxy" in said[0] and "X-Forwarded-For" in said[1]


def test_where_all_is_https_the_cookie_is_only_ours(proxied: ServerProcess) -> None:
    with via(proxied, x_forwarded_for="198.51.100.20") as browser:  # even if the proxy does not say https
        answer = browser.post("/api/people", json={"name": "Ada"})
        token = answer.headers["set-cookie"].split(";")[0].partition("=")[2]
        assert browser.get("/api/me", headers={"cookie": f"__Host-pioche={token}"}).status_code == 200
        assert browser.get("/api/me", headers={"cookie": f"pioche={token}"}).status_code == 200, "0.1's people"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-pioche=") and "Secure" in cookie and "Path=/;" in cookie and "Domain" not in cookie
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_a_visitor_has_so_many_requests_at_once_though_they_come_through_one_proxy(proxied: ServerProcess) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(70):
            wire = stack.enter_context(socket.create_connection(("127.0.0.1", proxied.port), 5, (PROXY, 0)))
            wire.sendall(slow_body(proxied, "198.51.100.30"))
        with (
            via(proxied, x_forwarded_for="198.51.100.30") as same,
            via(proxied, x_forwarded_for="198.51.100.31") as other,
        ):
            refused = same.get("/api/bots")
            assert (refused.status_code, refused.json()["code"]) == (429, "limits.connections")
            assert other.get("/api/bots").status_code == 200


def slow_body(server: ServerProcess, visitor: str) -> bytes:
    lines = [
        "POST /api/people HTTP/1.1", "Host: games.example", "Origin: https://games.example",
        f"X-Forwarded-For: {visitor}", "Content-Type: application/json", "Content-Length: 100", "", "{",
    ]  # fmt: skip
    return "\r\n".join(lines).encode()


@pytest.mark.parametrize("wrong", ["games.example", "10.0.0", "10.0.0.1/8", ""])
def test_a_proxy_is_an_address_or_a_network(wrong: str) -> None:
    with pytest.raises(PiocheError, match=re.escape("10.0.0.2")):
        checked_proxies([wrong])
    assert checked_proxies(["10.0.0.0/8"]) == ("10.0.0.0/8",)


# Names


@pytest.mark.parametrize(
    ("host", "origins", "read", "change"),
    [
        ("localhost:8211", (), True, True),
        ("127.0.0.1:8211", (), True, True),
        ("[::1]:8211", (), True, True),
        ("[::1]", (), True, True),
        ("192.168.1.20:8211", (), True, True),
        ("evil.example", (), False, False),
        ("127.0.0.1.evil.example", (), False, False),
        ("", (), True, False),
        ("games.example", ("https://games.example",), True, True),
        ("games.example:443", ("https://games.example",), True, False),
        ("192.168.1.20", ("https://games.example",), True, False),
        ("evil.example", ("https://games.example",), False, False),
    ],
)
def test_names_under_which_we_answer(host: str, origins: tuple[str, ...], read: bool, change: bool) -> None:
    known = AllowedOrigins(Settings(origins=origins))
    assert known.knows(host) is read
    assert known.allows(f"{'https' if origins else 'http'}://{host}", host) is change


def test_this_machine_s_own_name_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Kitchen.home")
    known = AllowedOrigins(Settings())
    for name in ("kitchen", "Kitchen.local", "kitchen.home"):
        assert known.knows(f"{name}:8211") and known.allows(f"http://{name}:8211", f"{name}:8211")
    assert not AllowedOrigins(Settings(origins=("https://games.example",))).knows("kitchen")


# Under a path


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("below"), "--root-path", "/pioche/", "--rate", "100") as server:
        yield server


def test_everything_is_there_under_its_path_whether_or_not_the_proxy_takes_it_away(below: ServerProcess) -> None:
    assert below.first_line.count("/pioche/")
    with browse(below) as browser:
        for prefix in ("/pioche", ""):
            made = browser.post(f"{prefix}/api/people", json={"name": "Ada"})
            assert made.status_code == 200 and "Path=/pioche;" in made.headers["set-cookie"]
            assert browser.get(f"{prefix}/").status_code == 200
            dial(below, f"{prefix}/ws").close()
        moved = browser.get("/pioche")
        assert (moved.status_code, moved.headers["location"]) == (307, "/pioche/")
        assert browser.get("/piochette/api/bots").status_code == 404


def test_the_page_says_where_it_is_served(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    for written in ('<head><base href="/" />', "<head>"):
        page.write_text(f"<html>{written}</head></html>")
        found = read_page(tmp_path, "/pioche")
        assert found.body == b'<html><head><base href="/pioche/" /></head></html>'


@pytest.mark.parametrize("path", ["pioche", "/a b", "//", "/<x>", "/a?b"])
def test_a_path_is_a_path(path: str) -> None:
    if path == "//":
        assert checked_root(path) == ""
        return
    with pytest.raises(PiocheError, match="/pioche"):
        checked_root(path)


# Two servers, one browser


def test_two_servers_on_one_host_do_not_sign_each_other_s_people_out(below: ServerProcess, tmp_path: Path) -> None:
    with serving(tmp_path) as other, httpx.Client(headers={"accept-language": "en"}) as browser:
        for server in (below, other):
            browser.post(f"{server.url}/api/people", headers={"origin": server.url}, json={"name": "Ada"})
        jar = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies.jar)
        for server in (below, other):
            found = httpx.get(f"{server.url}/api/me", headers={"cookie": jar})
            assert found.status_code == 200 and "set-cookie" not in found.headers


def test_signing_out_of_one_leaves_the_other_s_cookie_alone(below: ServerProcess) -> None:
    with guest(below) as ada:
        jar = f"pioche-1={'x' * 43}; pioche={ada.token}; pioche-{below.port}={ada.token}"
        answer = httpx.delete(f"{below.url}/api/me/tokens?everywhere=true", headers={"cookie": jar})
    taken = {cookie.partition("=")[0] for cookie in answer.headers.get_list("set-cookie")}
    assert (answer.status_code, taken) == (204, {"pioche", f"pioche-{below.port}"})


@pytest.mark.parametrize("port", ["99999", "0", "x", "", "²", "99999999999"])
def test_an_unusual_port_is_no_fault(below: ServerProcess, port: str) -> None:
    host = f"localhost:{port}".encode()
    with httpx.Client() as browser:
        answer = browser.get(f"{below.url}/api/me", headers=[(b"host", host)])
    assert answer.status_code in (401, 421)


def test_a_cookie_of_before_is_good_and_gets_its_present_name(below: ServerProcess) -> None:
    with guest(below) as ada:
        old = httpx.get(f"{below.url}/api/me", headers={"cookie": f"other=1; pioche={ada.token}"})
        assert old.json()["id"] == ada.id
        assert old.headers["set-cookie"].startswith(f"pioche-{below.port}={ada.token};")


# Too much


def test_who_is_refused_is_told_when_to_come_back(tmp_path: Path) -> None:
    with serving(tmp_path, "--rate", "0.05") as server, browse(server, "127.0.0.9") as browser:
        answers = [browser.get("/api/bots") for _ in range(12)]
        assert int(answers[-1].headers["retry-after"]) >= 1 and answers[-1].status_code == 429
        codes = [browser.get("/healthz").status_code for _ in range(9)]
        assert codes[0] == 200 and codes[-1] == 429, "probes have a limit too"
        with guest(server, address="127.0.0.10") as ada:
            for _ in range(2):
                dial(server, address="127.0.0.10").close()
            with pytest.raises(SocketRefused) as refused:
                dial(server, address="127.0.0.10")
            ticket = ada.http.post("/api/ticket")
        assert refused.value.status == 429
        assert int(refused.value.headers["retry-after"]) >= 1
        assert (ticket.status_code, ticket.json()["code"]) == (429, "limits.slow_down")


def test_a_socket_that_is_one_too_many_looks_otherwise_than_a_foreign_one(below: ServerProcess) -> None:
    with pytest.raises(SocketRefused) as refused:
        dial(below, origin="http://evil.example")
    assert refused.value.status == 403
    assert b"limits.origin" in refused.value.body


# What an operator sees


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)", text, re.M)
    return float(found[1]) if found else 0.0


def test_the_figures_are_fed_and_may_be_apart(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--metrics-port", str(port)) as server:
        with guest(server) as ada:
            ada.post("/api/tables", **{**KOLPA, "seats": [{"kind": "you"}, {"kind": "open"}]})
            assert ada.http.get("/metrics").status_code == 404
            httpx.get(f"{server.url}/api/me")
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    assert figure(text, 'pioche_entries_total{kind="created"}') == 1
    assert figure(text, "pioche_storing_seconds_count") >= 1
    assert figure(text, "pioche_commits_total") >= 2
    assert figure(text, 'pioche_http_refused_total{why="401"}') == 1
    assert figure(text, "pioche_loop_held_seconds_count") > 0
    for name in ("pioche_reader_queue", "pioche_bus_alive", "pioche_connections", "pioche_loop_lag_seconds"):
        assert f"\n{name} " in text, name
    assert 'pioche_worker_queue{for="' in text


# What is left for ourselves


@pytest.mark.anyio
@pytest.mark.skipif(not FILES.is_dir(), reason="needs /proc")
async def test_where_there_are_many_processors_their_workers_have_descriptors_left(
    open_registry: Callable[[], Awaitable[TableRegistry]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every lane at work, and a worker that went wrong in each."""
    monkeypatch.setattr("os.cpu_count", lambda: 96)
    monkeypatch.setattr("pioche.server.limits.connection_limits.descriptors", lambda: 1024)
    registry = await open_registry()
    make_server(registry.settings, registry, lambda: None)
    kept = 1024 - registry.costs.most
    began = [WorkerProcess((sys.executable, "-c", "input()"), BotAnswer) for _ in range(4)]
    before = open_files()
    for worker in began:
        await worker.start()
    each = (open_files() - before) / len(began)
    for worker in began:
        await worker.stop()
    assert each >= 2 and kept >= RESERVE + each * (96 + len(Lane))


def open_files() -> int:
    return len(os.listdir(FILES))


def test_however_many_ask_the_database_is_asked_once_a_second() -> None:
    clock, asked = [0.0], list[float]()

    async def read(_: Any) -> None:
        asked.append(clock[0])
        await asyncio.sleep(0)

    async def body() -> None:
        registry: Any = SimpleNamespace(seconds=lambda: clock[0], store=SimpleNamespace(read=read))
        health = Health(registry)
        for clock[0] in (0.0, 0.5, 1.1):
            await asyncio.gather(*(health.ask() for _ in range(300)))

    asyncio.run(body())
    assert asked == [0.0, 1.1]


def test_the_log_names_nobody_who_was_refused(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    refusals = RefusalCounts(lambda: now)
    with caplog.at_level(logging.INFO, "pioche.refused"):
        for _ in range(30):
            refusals.answered(429, "198.51.100.7")
            refusals.answered(200, "198.51.100.8")
        refusals.answered(403, "198.51.100.9")
        assert not caplog.messages
        now = EVERY
        refusals.answered(429, "198.51.100.7")
        assert len(caplog.messages) == 1 and "31 times with 429" in caplog.messages[0]
        for _ in range(30):
            refusals.answered(421, "198.51.100.7")
        now = 2 * EVERY
        refusals.look()
    assert len(caplog.messages) == 2 and "30 times with 421" in caplog.messages[1], "though nobody came since"
    assert "198.51" not in caplog.text


def test_what_strangers_cause_is_logged_once_a_minute() -> None:
    def record(message: str) -> logging.LogRecord:
        return logging.LogRecord("x", logging.WARNING, "", 0, message, (), None)

    seldom = Seldom("Invalid HTTP")
    assert [seldom.filter(record("Invalid HTTP request received.")) for _ in range(3)] == [True, False, False]
    assert all(seldom.filter(record("something else")) for _ in range(3))
