"""Before anything else: where a request comes from, how many there are, and what the answer tells the browser."""

from __future__ import annotations

import ipaddress
import json
import logging
import re
import socket
import time
from typing import Any, NamedTuple

from fastapi import HTTPException

from pioche.server.catalogue import refuse
from pioche.server.http.cookies import only_ours
from pioche.server.limits import connection_limits
from pioche.server.ops.refusal_counts import REFUSALS
from pioche.server.settings import Settings
from pioche.table.catalogue import LANGUAGES
from pioche.table.errors import PiocheError

logger = logging.getLogger("pioche.guard")

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
SAFE = {"strict-transport-security": "max-age=31536000"}  # where every address is an https one

# A report has its own styles, no scripts, and is shown inside our page.
REPORT = re.compile(r"/api/lab/[\w-]+/report")
REPORT_HEADERS = {
    **HEADERS,
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "x-frame-options": "SAMEORIGIN",
}
HEALTH = "/healthz"  # asked by any name
PROBES = (HEALTH, "/metrics")  # asked by machines, through no proxy
LAST = (413, 431)  # who sends so much is heard no more
TRY_AGAIN = 5.0  # seconds, where nobody knows
HOUR = 3600.0


class Refusal(NamedTuple):
    status: int
    error: PiocheError
    wait: float = 0.0  # seconds until it may go better


class AllowedOrigins:
    """The addresses that our pages are served under; nobody else may open a socket or change anything.

    This machine is known by its numbers, as `localhost`, by its own name and by `--host`; with `--origin` only by
    what was named, `localhost` and `--host`. To read, every number will do: to lead a browser here under a foreign
    address (DNS rebinding) takes a name.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._allowed = {origin.rstrip("/").lower() for origin in settings.origins}
        self._names = {name_of(origin.partition("://")[2]) for origin in self._allowed} or own_names()
        self._names |= {"localhost", settings.host.lower()}

    def allows(self, origin: str, host: str) -> bool:
        """One of those that were named, or, where none was, the address itself that was asked for."""
        origin = origin.lower()
        if origin in self._allowed:
            return True
        scheme, _, site = origin.partition("://")
        return scheme in ("http", "https") and site == host.lower() and self._is_ours(host)

    def knows(self, host: str) -> bool:
        """May something be read under this name? Who names none is no browser."""
        return not host or name_of(host) in self._names or is_number(name_of(host))

    def _is_ours(self, host: str) -> bool:
        """This machine by name or number: a foreign name that leads here is not ours."""
        name = name_of(host)
        if self._settings.origins:
            return name in ("localhost", self._settings.host)
        return name in self._names or is_number(name)


def name_of(host: str) -> str:
    """Without the port, and without the brackets of IPv6."""
    return re.sub(r":\d*$", "", host).strip("[]").lower() if host.count(":") < 2 or "[" in host else host.lower()


def is_number(name: str) -> bool:
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def own_names() -> set[str]:
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return {name, name.partition(".")[0], name.partition(".")[0] + ".local"}


class SecurityMiddleware:
    """An ASGI application around the other."""

    def __init__(self, app: Any, origins: AllowedOrigins, registry: Any) -> None:
        self._app = app
        self._origins = origins
        self._registry = registry
        self._settings: Settings = registry.settings
        self._warned: dict[str, float] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("websocket", "http"):
            await self._app(scope, receive, send)
            return
        scope, headers, visitor = below(scope, self._settings.root_path), header_map(scope), address(scope)
        if self._settings.proxy and scope["path"] not in PROBES:
            self._look_at_proxy(scope, headers)
        guard = self._guard_socket if scope["type"] == "websocket" else self._guard_request
        if not self._settings.proxy:
            await guard(scope, receive, send, headers, None)
        elif self._registry.costs.by_visitor.take(visitor):
            try:
                await guard(scope, receive, send, headers, None)
            finally:
                self._registry.costs.by_visitor.give_back(visitor)
        else:
            await guard(scope, receive, send, headers, Refusal(429, refuse("limits.connections"), TRY_AGAIN))

    async def _guard_socket(
        self, scope: Any, receive: Any, send: Any, headers: dict[str, str], why: Refusal | None
    ) -> None:
        why = why or self._why_no_socket(scope, headers)
        if why is None:
            await self._app(only_ours(scope), receive, send)
            return
        REFUSALS.answered(why.status, address(scope))
        await receive()
        await answer(send, why, headers, "websocket.http.response")

    def _why_no_socket(self, scope: Any, headers: dict[str, str]) -> Refusal | None:
        if not self._origins.allows(headers.get("origin", ""), headers.get("host", "")):
            return Refusal(403, refuse("limits.origin"))
        if is_too_long(scope):
            return Refusal(431, refuse("limits.headers"))
        return too_much(self._registry.limits.sockets.take(address(scope)))

    async def _guard_request(
        self, scope: Any, receive: Any, send: Any, headers: dict[str, str], why: Refusal | None
    ) -> None:
        send = self._with_headers(send, scope)
        why = why or self._why_not(scope, headers)
        if why is not None:
            await answer(send, why, headers)
        elif scope["path"] == self._settings.root_path != "":
            await redirect(send, self._settings.root_path + "/")
        else:
            await self._app(only_ours(read_as_get(scope)), limited(receive), send)

    def _why_not(self, scope: Any, headers: dict[str, str]) -> Refusal | None:
        if is_too_long(scope):
            return Refusal(431, refuse("limits.headers"))
        if scope["path"] != HEALTH and not self._origins.knows(headers.get("host", "")):
            return Refusal(421, refuse("limits.host", host=headers["host"][:100]))
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not self._is_own_page(headers):
            return Refusal(403, refuse("limits.origin"))
        if int_or(headers.get("content-length", "0"), connection_limits.BODY + 1) > connection_limits.BODY:
            return Refusal(413, refuse("message.long", most=connection_limits.BODY))
        return too_much(self._bucket(scope["path"]).take(address(scope)))

    def _bucket(self, path: str) -> Any:
        limits = self._registry.limits
        return limits.requests if path.startswith("/api") else limits.probes if path in PROBES else limits.pages

    def _is_own_page(self, headers: dict[str, str]) -> bool:
        """A browser says where a request comes from; what says nothing is no browser, and has no cookies to abuse."""
        if "origin" in headers:
            return self._origins.allows(headers["origin"], headers.get("host", ""))
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")

    def _with_headers(self, send: Any, scope: Any) -> Any:
        """Every answer tells the browser what it may do with it; what the interface says is not to be kept."""
        path, visitor = scope["path"], address(scope)
        extra = {**(REPORT_HEADERS if REPORT.fullmatch(path) else HEADERS)}
        extra |= SAFE if self._settings.is_https else {}
        kept = {"cache-control": "no-store"} if path.startswith("/api/") else {}

        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                REFUSALS.answered(message["status"], visitor)
                said = list(message.get("headers", []))
                own = {name.lower() for name, _ in said}
                kept_so = {name: value for name, value in kept.items() if name.encode() not in own}
                raw = [(name.encode(), value.encode()) for name, value in {**extra, **kept_so}.items()]
                message = {**message, "headers": [*said, *raw]}
            await send(message)

        return send_guarded

    def _look_at_proxy(self, scope: Any, headers: dict[str, str]) -> None:
        """Behind a proxy that says nothing, or that we don't believe, everybody seems to be one and the same."""
        if "x-forwarded-for" not in headers:
            self._warn("a request came without X-Forwarded-For: does the proxy set it?")
        elif address(scope) not in headers["x-forwarded-for"]:
            self._warn("a request came from a proxy that is not trusted: name it with --trusted-proxy")

    def _warn(self, what: str) -> None:
        """Once an hour."""
        now = time.monotonic()
        if now - self._warned.get(what, -HOUR) >= HOUR:
            self._warned[what] = now
            logger.warning(what)


def below(scope: Any, root: str) -> Any:
    """What is asked for below the path that we are served under; a proxy may have taken it away already."""
    if not root or not scope["path"].startswith(root + "/"):
        return scope
    return {**scope, "path": scope["path"][len(root) :], "raw_path": scope["path"][len(root) :].encode()}


def is_too_long(scope: Any) -> bool:
    """Are the headers, or is the cookie?"""
    together = sum(len(name) + len(value) for name, value in scope["headers"])
    cookie = sum(len(value) for name, value in scope["headers"] if name == b"cookie")
    return together > connection_limits.HEADERS or cookie > connection_limits.COOKIE


def too_much(wait: float) -> Refusal | None:
    return Refusal(429, refuse("limits.slow_down", seconds=max(1, round(wait))), wait) if wait else None


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
        if size > connection_limits.BODY:
            raise HTTPException(413)
        return message

    return receive_limited


def preferred(header: str) -> str:
    """The language that an Accept-Language header likes best among ours; French if it names none."""
    wanted = []
    for place, part in enumerate(header.lower().split(",")):
        name, _, weight = part.partition(";q=")
        wanted.append((-float_or(weight, 1.0), place, name.strip()[:2]))
    return next((lang for _, _, lang in sorted(wanted) if lang in LANGUAGES), "fr")


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


async def answer(send: Any, why: Refusal, headers: dict[str, str], kind: str = "http.response") -> None:
    lang = preferred(headers.get("accept-language", ""))
    body = json.dumps({"code": why.error.reason[0], "message": why.error.sentence(lang)}).encode()
    said = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if why.status in LAST:
        said.append((b"connection", b"close"))
    if why.wait:
        said.append((b"retry-after", str(max(1, round(why.wait))).encode()))
    await send({"type": f"{kind}.start", "status": why.status, "headers": said})
    await send({"type": f"{kind}.body", "body": body})


async def redirect(send: Any, where: str) -> None:
    await send({"type": "http.response.start", "status": 307, "headers": [(b"location", where.encode())]})
    await send({"type": "http.response.body", "body": b""})
