"""Before anything else: where a request comes from, how many there are, and what the answer tells the browser."""

from __future__ import annotations

import ipaddress
import json
import re
from typing import Any

from fastapi import HTTPException

from pioche.server.settings import Settings
from pioche.server.words import WORDS, refuse
from pioche.table.errors import PiocheError

BODY = 8 * 1024  # bytes of a request

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'self'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}

# A report has its own styles, no scripts, and is shown inside our page.
REPORT = re.compile(r"/api/lab/[\w-]+/report")
REPORT_HEADERS = {
    **HEADERS,
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "x-frame-options": "SAMEORIGIN",
}


class Origins:
    """The addresses that our pages are served under; nobody else may open a socket or change anything."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._allowed = {origin.rstrip("/").lower() for origin in settings.origins}

    def allows(self, origin: str, host: str) -> bool:
        """One of those that were named, or, where none was, the address itself that was asked for."""
        origin = origin.lower()
        if origin in self._allowed:
            return True
        scheme, _, site = origin.partition("://")
        return scheme in ("http", "https") and site == host.lower() and self._is_ours(host)

    def _is_ours(self, host: str) -> bool:
        """This machine by name or number: a foreign name that leads here (DNS rebinding) is not ours."""
        name = host.rsplit(":", 1)[0].strip("[]").lower()
        if name == "localhost" or name == self._settings.host:
            return True
        try:
            return not self._settings.origins and bool(ipaddress.ip_address(name))
        except ValueError:
            return False


class Guard:
    """An ASGI application around the other."""

    def __init__(self, app: Any, origins: Origins, hall: Any) -> None:
        self._app = app
        self._origins = origins
        self._hall = hall

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._guard_request(scope, receive, with_headers(send, scope["path"]))
        else:
            await self._app(scope, receive, send)

    async def _guard_socket(self, scope: Any, receive: Any, send: Any) -> None:
        headers = header_map(scope)
        allowed = self._origins.allows(headers.get("origin", ""), headers.get("host", ""))
        if allowed and not self._hall.limits.sockets.take(address(scope)):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before accept: 403

    async def _guard_request(self, scope: Any, receive: Any, send: Any) -> None:
        why = self._why_not(scope)
        if why is not None:
            status, error = why
            await answer(send, status, error, preferred(header_map(scope).get("accept-language", "")))
        else:
            await self._app(read_as_get(scope), limited(receive), send)

    def _why_not(self, scope: Any) -> tuple[int, PiocheError] | None:
        headers = header_map(scope)
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not self._is_own_page(headers):
            return 403, refuse("limits.origin")
        if int_or(headers.get("content-length", "0"), BODY + 1) > BODY:
            return 413, refuse("message.long", most=BODY)
        wait = self._hall.limits.requests.take(address(scope)) if scope["path"].startswith("/api") else 0
        return (429, refuse("limits.slow_down", seconds=max(1, round(wait)))) if wait else None

    def _is_own_page(self, headers: dict[str, str]) -> bool:
        """A browser says where a request comes from; what says nothing is no browser, and has no cookies to abuse."""
        if "origin" in headers:
            return self._origins.allows(headers["origin"], headers.get("host", ""))
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def with_headers(send: Any, path: str) -> Any:
    """Every answer tells the browser what it may do with it; what the interface says is not to be kept."""
    usual = REPORT_HEADERS if REPORT.fullmatch(path) else HEADERS
    extra = {**usual, "cache-control": "no-store"} if path.startswith("/api/") else usual
    raw = [(name.encode(), value.encode()) for name, value in extra.items()]

    async def send_guarded(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *raw]}
        await send(message)

    return send_guarded


def read_as_get(scope: Any) -> Any:
    """HEAD is answered as GET would be; its body is dropped on the way."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def limited(receive: Any) -> Any:
    """A body that grows beyond its limit is refused, however it comes."""
    size = 0

    async def receive_limited() -> Any:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > BODY:
            raise HTTPException(413)
        return message

    return receive_limited


def preferred(header: str) -> str:
    """The language that an Accept-Language header likes best among ours; French if it names none."""
    wanted = []
    for place, part in enumerate(header.lower().split(",")):
        name, _, weight = part.partition(";q=")
        wanted.append((-float_or(weight, 1.0), place, name.strip()[:2]))
    return next((lang for _, _, lang in sorted(wanted) if lang in WORDS), "fr")


def header_map(scope: Any) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def address(scope: Any) -> str:
    return scope["client"][0] if scope.get("client") else "?"


def int_or(text: str, other: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 20 else other


def float_or(text: str, other: float) -> float:
    try:
        return float(text)
    except ValueError:
        return other


async def answer(send: Any, status: int, error: PiocheError, lang: str) -> None:
    body = json.dumps({"code": error.reason[0], "message": error.sentence(lang)}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
