"""Plain pages: the list of tables, and the HTTP interface described from its own schema."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from pioche.server.catalogue import CATALOGUE
from pioche.server.http.callers import Tables
from pioche.server.http.health import observe
from pioche.server.http.security import preferred
from pioche.server.ops.metrics import exposition
from pioche.server.storage.table_lists import Json, read_public
from pioche.table.catalogue import say
from pioche.table.game_registry import game as find_game
from pioche.table.game_registry import game_names

pages = APIRouter(include_in_schema=False)


def language(request: Request) -> str:
    """The one of ours that the browser likes best."""
    return preferred(request.headers.get("accept-language", ""))


def page(lang: str, title: str, body: str) -> HTMLResponse:
    head = f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{escape(title)}</title>'
    size = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return HTMLResponse(f"{head}{size}<body>{body}</body></html>")


@pages.get("/")
async def home(request: Request, registry: Tables) -> HTMLResponse:
    lang = language(request)
    tables = await registry.store.read(lambda conn: read_public(conn, registry.clock.now()))

    def word(key: str, **details: Any) -> str:
        return escape(say(key, lang, CATALOGUE, **details))

    games = "".join(game_line(name, lang) for name in game_names())
    listed = "".join(table_line(each, lang) for each in tables) or f"<li>{word('page.none')}</li>"
    return page(
        lang, "Pioche",
        f"<h1>Pioche</h1><p>{word('page.lead')}</p><h2>{word('page.games')}</h2><ul>{games}</ul>"
        f"<h2>{word('page.tables')}</h2><ul>{listed}</ul><p><a href='api'>{word('page.api')}</a></p>",
    )  # fmt: skip


def game_line(name: str, lang: str) -> str:
    game = find_game(name)
    players = say("page.players", lang, CATALOGUE, low=game.players[0], high=game.players[-1])
    return f"<li><b>{escape(game.say('title', lang))}</b> ({players}) {escape(game.say('idea', lang))}</li>"


def table_line(table: Json, lang: str) -> str:
    free = sum(chair["kind"] == "open" for chair in table["chairs"])
    names = ", ".join(chair.get("name") or chair.get("bot") or "…" for chair in table["chairs"])
    title = find_game(table["game"]).say("title", lang)
    status = say(f"status.{table['status']}", lang, CATALOGUE)
    places = say("page.join", lang, CATALOGUE, free=free)
    return f"<li><b>{escape(title)}</b> {escape(names)} · {escape(status)} · {escape(places)} · {table['code']}</li>"


@pages.get("/api")
def interface(request: Request) -> HTMLResponse:
    """Every operation of the HTTP interface, from the same description that /openapi.json has."""
    lang = language(request)
    paths: Json = request.app.openapi()["paths"]
    lines = [
        f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{escape(operation.get('summary', ''))}</dd>"
        for path, operations in paths.items()
        for method, operation in operations.items()
    ]
    title = say("page.api", lang, CATALOGUE)
    body = f"<h1>{escape(title)}</h1><p><a href='openapi.json'>openapi.json</a></p><dl>{''.join(lines)}</dl>"
    return page(lang, title, body)


@pages.get("/healthz")
async def health(request: Request, registry: Tables) -> Json:
    await request.app.state.health.ask()
    return {
        "status": "ok",
        "tables": len(registry.sessions),
        "sockets": len(registry.sockets),
        "bus": registry.bus.alive,
    }


@pages.get("/metrics")
async def metrics(registry: Tables) -> Response:
    if registry.settings.metrics_port is not None:
        raise HTTPException(404)
    observe(registry)
    return PlainTextResponse(exposition(), media_type="text/plain; version=0.0.4")
