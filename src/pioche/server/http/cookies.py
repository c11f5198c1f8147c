"""The cookie that is a guest's key: what it is called, and how it is found in a request.

Browsers keep one jar for all ports of a host, so the name says the port: two servers on one host do not sign each
other's people out. Where every address of ours is an https one, its name makes browsers refuse one from elsewhere.
"""

from __future__ import annotations

import re
from typing import Any

from fastapi import Request, Response

from pioche.server.settings import Settings
from pioche.server.storage.socket_tickets import hashed

YEAR = 365 * 86_400
PORT = re.compile(r":(\d{1,5})$", re.ASCII)
MOST = 4  # cookies of ours that are looked at
TOKEN = re.compile(rb"(?:^|;)[ \t]*((?:__Host-|__Secure-)?pioche(?:-\d{1,5})?)=([\w-]{43})[ \t]*(?=;|$)", re.ASCII)


def only_ours(scope: Any) -> Any:
    """Of all cookies those that could be ours: FastAPI parses what is there for every request, and until Python 3.11.10
    and 3.12.6 that takes the square of its length (CVE-2024-7592)."""
    ours = [b"%s=%s" % found for found in TOKEN.findall(cookies_of(scope))]
    others = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
    return {**scope, "headers": [*others, (b"cookie", b"; ".join(ours))] if ours else others}


def cookies_of(scope: Any) -> bytes:
    return b"; ".join(value for name, value in scope["headers"] if name == b"cookie")


def name_of(request: Request, settings: Settings) -> str:
    """What our cookie is called under the address that was asked."""
    if settings.is_https:
        return "__Secure-pioche" if settings.root_path else "__Host-pioche"
    found = PORT.search(request.headers.get("host", ""))
    usual = "443" if request.url.scheme == "https" else "80"
    return f"pioche-{found[1] if found else usual}"


def tokens_of(request: Request, settings: Settings) -> dict[str, str]:
    """By the names of their cookies: our own first, then those of other ports and of former versions."""
    cookies = TOKEN.findall(cookies_of(request.scope))
    found = {name.decode(): token.decode() for name, token in reversed(cookies)}  # the first counts
    own = name_of(request, settings)
    return dict(sorted(found.items(), key=lambda pair: pair[0] != own)[:MOST])


def give_cookie(request: Request, response: Response, settings: Settings, token: str) -> None:
    secure = settings.is_https or request.url.scheme == "https"
    response.set_cookie(
        name_of(request, settings), token, max_age=YEAR, httponly=True, samesite="lax", secure=secure,
        path=settings.root_path or "/",
    )  # fmt: skip


def take_cookies(request: Request, response: Response, settings: Settings, token: str) -> None:
    """Whoever signs out has no cookie with this token any more (its hash); those of other servers stay."""
    secure = settings.is_https or request.url.scheme == "https"
    same = {name for name, each in tokens_of(request, settings).items() if hashed(each) == token}
    for name in same | {name_of(request, settings)}:
        response.delete_cookie(name, path=settings.root_path or "/", secure=secure, httponly=True, samesite="lax")
