"""What every answer over HTTP has: headers that bind the browser, a sentence in its language, and never a traceback."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from pioche.server.app import make_app
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.settings import Settings
from support.blocking_client import KOLPA, BlockingClient, browse, guest
from support.server_process import ServerProcess, serving

HEADERS = (
    "content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy", "permissions-policy",
    "cross-origin-opener-policy",
)  # fmt: skip
LIMIT = 8 * 1024


# Headers

ASKED = [
    ("GET", "/"), ("GET", "/api"), ("GET", "/openapi.json"), ("GET", "/healthz"), ("GET", "/metrics"),
    ("GET", "/api/games"), ("GET", "/api/me"), ("GET", "/nowhere"), ("GET", "/api/nowhere"), ("DELETE", "/api/games"),
    ("GET", "/api/tables/none"), ("POST", "/api/people"), ("OPTIONS", "/api/games"), ("HEAD", "/"),
    ("GET", "/api/words/de"), ("PUT", "/"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_every_answer_binds_the_browser(anybody: httpx.Client, method: str, path: str) -> None:
    answer = anybody.request(method, path)
    for name in HEADERS:
        assert len(answer.headers.get_list(name)) == 1, name
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy and "*" not in policy
    for part in ("default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'"):
        assert part in policy
    assert "server" not in answer.headers


def test_refused_requests_bind_the_browser_too(anybody: httpx.Client) -> None:
    answers = [
        anybody.post("/api/people", headers={"origin": "null"}),
        anybody.post("/api/people", content=b"x" * (LIMIT + 1)),
        anybody.post("/api/people", content=iter([b"x" * LIMIT, b"x"])),
    ]
    assert [answer.status_code for answer in answers] == [403, 413, 413]
    assert all(name in answer.headers for answer in answers for name in HEADERS)


def test_what_is_somebody_s_own_is_never_kept_by_a_cache(ada: BlockingClient) -> None:
    for path in ("/api/me", "/api/me/tables", "/api/tables"):
        assert ada.http.get(path).headers["cache-control"] == "no-store", path


@pytest.mark.parametrize("path", ["/", "/api"])
def test_pages_have_no_script_and_no_style_in_them(server: ServerProcess, path: str) -> None:
    with guest(server, "<b>Ada</b>") as person:
        person.post("/api/tables", **{**KOLPA, "public": True, "seats": [{"kind": "you"}, {"kind": "open"}]})
        text = person.http.get(path).text
    assert "<html" in text
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:", text, re.I)
    assert "<b>Ada" not in text


# Cookies


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(anybody: httpx.Client) -> None:
    cookie = anybody.post("/api/people", json={"name": "Ada"}).headers["set-cookie"]
    flags = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags and "secure" not in flags
    assert len(cookie.split("=")[1].split(";")[0]) >= 43  # 256 bits


def test_behind_a_proxy_with_tls_the_cookie_is_for_tls_alone(tmp_path: Path) -> None:
    with serving(tmp_path, "--proxy", "--origin", "https://games.example") as server:
        headers = {"origin": "https://games.example", "host": "games.example", "x-forwarded-proto": "https"}
        answer = httpx.post(f"{server.url}/api/people", headers=headers, json={"name": "Ada"})
    assert answer.status_code == 200
    assert "secure" in answer.headers["set-cookie"].lower()


def test_without_a_proxy_nobody_is_believed_who_says_it_is_one(server: ServerProcess) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "10.0.0.1", "origin": server.url}
    answer = httpx.post(f"{server.url}/api/people", headers=headers, json={"name": "Ada"})
    assert "secure" not in answer.headers["set-cookie"].lower()


def test_signing_out_takes_the_cookie_away(server: ServerProcess) -> None:
    with guest(server) as person:
        answer = person.http.delete("/api/me/tokens?everywhere=true")
    assert (answer.status_code, answer.text) == (204, "")
    assert re.search(r'pioche-\d+="?"?;.*max-age=0', answer.headers["set-cookie"], re.I)


# Names


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ada", "Ada"), ("  Ada   Lovelace ", "Ada Lovelace"), ("A\u0000d\u202ea\u200b", "Ada"),
        ("Ada\tL\nx", "Ada L x"),
        ("Ada\u00a0L\u3000x", "Ada L x"), ("<script>x</script>", "<script>x</script>"), ("É" * 24, "É" * 24),
        ("E\u0301" * 24, "É" * 24), ("🂡🂮", "🂡🂮"), ("🦆" * 24, "🦆" * 24), ("名前", "名前"),
        ("O'Brien \"x\"", "O'Brien \"x\""),
    ],
)  # fmt: skip
def test_names_are_shown_as_they_may_be(anybody: httpx.Client, given: str, shown: str) -> None:
    assert anybody.post("/api/people", json={"name": given}).json()["name"] == shown
    assert anybody.patch("/api/me", json={"name": given}).json()["name"] == shown
    assert anybody.get("/api/me").json()["name"] == shown


@pytest.mark.parametrize("given", [" ", "\u200b", "\u202e\u0000", "\u3000 \t", "x" * 25, "🦆" * 25])
def test_names_that_nobody_could_read_are_refused(anybody: httpx.Client, given: str) -> None:
    answer = anybody.post("/api/people", json={"name": given})
    assert (answer.status_code, answer.json()["code"]) == (400, "people.name")


# Bodies


BODIES: list[bytes] = [
    b"", b"x", b"{", b"[]", b"null", b"{}", b'{"name":1}', b'{"name":null}', b'{"name":"Ada","admin":true}',
    b'{"name":""}', b'{"name":"' + b"x" * 81 + b'"}', b"[" * 8000, b'{"name":' * 1000,
    b'{"name":' + b"9" * 8000 + b"}", b'{"name":NaN}', b'{"name":1e999}', b'{"name":"\xff"}', b'{"name":"\\ud800"}',
    b'{"\\ud800":1}', b"\xff\xfe{\x00}\x00", b"\x00" * 100,
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:20]))
def test_bodies_that_are_not_understood_are_refused(anybody: httpx.Client, body: bytes) -> None:
    answer = anybody.post("/api/people", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["code"] == "message.bad"
    assert answer.json()["message"].startswith("This message is not understood") and len(answer.text) < 1000


def test_a_body_may_be_so_long_and_no_longer(anybody: httpx.Client) -> None:
    wide = {"content-type": "application/json"}
    body = b'{"name":"Ada"}'
    assert anybody.post("/api/people", content=body + b" " * (LIMIT - len(body)), headers=wide).status_code == 200
    answer = anybody.post("/api/people", content=body + b" " * (LIMIT - len(body) + 1), headers=wide)
    assert (answer.status_code, answer.json()["code"]) == (413, "message.long")


def test_a_body_in_pieces_may_be_no_longer_either(anybody: httpx.Client) -> None:
    wide = {"content-type": "application/json"}
    assert anybody.post("/api/people", content=iter([b'{"name":', b'"Ada"}']), headers=wide).status_code == 200
    answer = anybody.post("/api/people", content=iter([b'{"name":"Ada"}', *[b" " * 1024] * 8]), headers=wide)
    assert (answer.status_code, answer.json()["code"]) == (413, "message.long")
    assert answer.json()["message"] == "A request has at most 8192 bytes."


# Errors


def test_errors_are_sentences_in_the_language_of_the_browser(server: ServerProcess) -> None:
    def asked(lang: str, path: str = "/api/me", method: str = "GET", **headers: str) -> str:
        with browse(server, **{"accept-language": lang, **headers}) as browser:
            return str(browser.request(method, path).json()["message"])

    assert asked("fr") == asked("fr-CH,en;q=0.8") == asked("de") == "Dites d'abord votre nom."
    assert asked("en") == asked("en-GB") == asked("de,en;q=0.5,fr;q=0.3") == "Say your name first."
    assert asked("fr;q=0.3, en;q=0.9") == "Say your name first."
    assert asked("en", "/nowhere") == "There is nothing at this address."
    assert asked("fr", "/nowhere") == "Il n'y a rien à cette adresse."
    assert asked("fr", method="POST", origin="null") == "Cette page n'a pas le droit de se connecter ici."
    assert asked("en", method="POST", origin="null") == "This page may not connect here."


def test_what_is_not_there_is_json_too(anybody: httpx.Client) -> None:
    for path in ("/nowhere", "/api/nowhere", "/favicon.ico", "/api/tables/none/none", "/%2e%2e/%2e%2e/passwd", "/%00"):
        answer = anybody.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "http.not_found"), path


def test_a_wrong_method_is_told_the_right_ones(anybody: httpx.Client) -> None:
    for method, path in (("DELETE", "/api/games"), ("GET", "/api/ticket"), ("OPTIONS", "/api/me"), ("PUT", "/")):
        answer = anybody.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (405, "http.method"), path
        assert answer.headers["allow"]


@pytest.mark.parametrize("path", ["/", "/api", "/api/games", "/healthz", "/nowhere"])
def test_head_answers_as_get_does_without_the_body(anybody: httpx.Client, path: str) -> None:
    head, get = anybody.head(path), anybody.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-type"] == get.headers["content-type"]


def test_broken_http_gets_a_plain_refusal(server: ServerProcess) -> None:
    for request in (b"NONSENSE\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"\x16\x03\x01\x00"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        connection.connect()
        connection.sock.sendall(request)
        heard = connection.sock.recv(4096)
        connection.close()
        assert heard.startswith(b"HTTP/1.1 400") and b"Traceback" not in heard


# When something breaks


async def asked_of(registry: TableRegistry, path: str, **headers: str) -> httpx.Response:
    """Ask an application in this process, where things can be broken."""
    transport = httpx.ASGITransport(make_app(registry), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:
        return await browser.get(path, headers={"accept-language": "en", **headers})


def with_registry(tmp_path: Path, body: Callable[[TableRegistry], Any]) -> Any:
    async def run() -> Any:
        registry = TableRegistry(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", warm_up=False))
        await registry.start()
        try:
            return await body(registry)
        finally:
            await registry.stop()

    return asyncio.run(run())


SECRET = "a secret that was at hand"


def test_a_failure_of_ours_says_nothing_about_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def broken(query: Any) -> Any:
        raise RuntimeError(SECRET)

    async def body(registry: TableRegistry) -> httpx.Response:
        registry.store.read = broken  # type: ignore[method-assign]
        return await asked_of(registry, "/api/tables")

    with caplog.at_level(logging.CRITICAL, "uvicorn.error"):
        answer: httpx.Response = with_registry(tmp_path, body)
    assert answer.status_code == 500
    assert answer.json() == {"code": "http.failure", "message": "Something went wrong here; try again."}
    assert all(name in answer.headers for name in HEADERS)


def test_a_database_that_is_gone_is_said_so(tmp_path: Path) -> None:
    async def body(registry: TableRegistry) -> httpx.Response:
        for engine in (registry.store._engine, registry.store._writing):
            engine.dispose()
        for file in tmp_path.iterdir():
            file.write_bytes(b"no database at all" * 100) if file.suffix == ".db" else None
        return await asked_of(registry, "/api/tables")

    answer: httpx.Response = with_registry(tmp_path, body)
    assert (answer.status_code, answer.json()["code"]) == (503, "storage.unavailable")
    assert "database" not in answer.text and json.loads(answer.text).keys() == {"code", "message"}
