"""The application, and the process that serves it."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket as sockets
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from pioche.server.catalogue import refuse
from pioche.server.http import game_routes, people_routes, study_routes, table_routes
from pioche.server.http.health import LAGS, Health, observe, serve_metrics
from pioche.server.http.html_pages import language, pages
from pioche.server.http.http_connection import Config, HttpConnection
from pioche.server.http.security import AllowedOrigins, SecurityMiddleware, address
from pioche.server.http.static_files import client, is_built, lost
from pioche.server.limits.client_addresses import also_mapped, networks
from pioche.server.limits.connection_limits import BODY, IDLE_SECONDS, reserve, room_for
from pioche.server.ops.gc_tuning import leave_what_is_loaded
from pioche.server.ops.json_logs import start_logging
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.settings import Settings
from pioche.server.storage.database import keep_private
from pioche.server.ws.client_socket import ClientSocket
from pioche.server.ws.websocket_protocol import WebSocketProtocol
from pioche.table.errors import Conflict, PiocheError

logger = logging.getLogger("pioche.serve")
BACKLOG = 2048  # connections that may wait to be taken
PING = 1.0  # seconds between two measurements of a round trip where slaps race
STATUS = {
    "people.unknown": 401, "people.ticket": 401, "people.link": 401, "table.not_host": 403, "table.not_seated": 403,
    "limits.origin": 403, "table.not_found": 404, "table.no_code": 404, "setup.game": 404, "lab.not_found": 404,
    "table.newer": 409,
    "lab.not_ready": 409, "lab.busy": 409, "lab.busy_here": 409, "lab.full": 429, "review.busy": 409,
    "review.busy_here": 409,
    "review.full": 429, "limits.slow_down": 429, "storage.unavailable": 503,
}  # fmt: skip

AGAIN = {"storage.unavailable": 2, "lab.full": 60}  # seconds until it may go better


def make_app(registry: TableRegistry) -> Any:
    """Everything that answers, with its guard around it."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await registry.start()
        behind = [asyncio.create_task(work) for work in (ping_on(registry), LAGS.watch(), observe_on(registry))]
        yield
        for task in behind:
            task.cancel()
        await registry.stop()

    app = FastAPI(title="Pioche", lifespan=life, docs_url=None, redoc_url=None, version="1")
    app.state.registry, app.state.health = registry, Health(registry)
    for routes in (people_routes, table_routes, study_routes, game_routes):
        app.include_router(routes.router)
    web, root = registry.settings.web, registry.settings.root_path
    for router in (client(web, root), pages, lost(web, root)) if is_built(web) else (pages,):
        app.include_router(router)
    app.add_exception_handler(PiocheError, game_error)
    app.add_exception_handler(RequestValidationError, validation_error)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(Exception, server_error)

    async def route(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await play(registry, scope, receive, send)
        else:
            await app(scope, receive, send)

    return SecurityMiddleware(route, AllowedOrigins(registry.settings), registry)


async def play(registry: TableRegistry, scope: Any, receive: Any, send: Any) -> None:
    """The WebSocket, at /ws."""
    await receive()
    if scope["path"] != "/ws":
        await send({"type": "websocket.close", "code": 1008})
        return
    await send({"type": "websocket.accept"})
    await ClientSocket(registry, scope["extensions"]["pioche.socket"], receive, send, networks(address(scope))[0]).run()


async def ping_on(registry: TableRegistry) -> None:
    """Measure round trips: every second where slaps race, otherwise now and then; and cut off who does not read."""
    count = 0
    while True:
        await asyncio.sleep(PING)
        count += 1
        now = registry.seconds()
        for socket in list(registry.sockets):
            socket.check_reader(now)
            if count % 20 == 0 or socket.races:
                socket.ping()


async def observe_on(registry: TableRegistry) -> None:
    """Where Prometheus asks elsewhere, it finds what was so a moment ago."""
    port = registry.settings.metrics_port
    if port is None:
        return
    server, _ = serve_metrics(port)
    try:
        while True:
            observe(registry)
            await asyncio.sleep(PING)
    finally:
        server.shutdown()
        server.server_close()


async def game_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, PiocheError)
    key, details = error.reason
    wait = details.get("seconds", AGAIN.get(key))
    headers = {"retry-after": str(wait)} if wait else None
    return error_response(request, 409 if isinstance(error, Conflict) else STATUS.get(key, 400), error, headers)


async def validation_error(request: Request, error: Exception) -> JSONResponse:
    """Where it is wrong, and how: `body.seats.0.kind: missing`."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    why = f"{'.'.join(str(part) for part in first['loc'])[:200]}: {first['type']}"
    return error_response(request, 422, refuse("message.bad", why=why.encode(errors="replace").decode()))


async def http_error(request: Request, error: Exception) -> JSONResponse:
    """What the framework itself refuses, in our words."""
    assert isinstance(error, HTTPException)
    known = {
        404: refuse("http.not_found"), 405: refuse("http.method", method=request.method),
        413: refuse("message.long", most=BODY),
    }  # fmt: skip
    why = known.get(error.status_code, refuse("message.bad", why="JSON"))
    return error_response(request, error.status_code, why, error.headers)


async def server_error(request: Request, error: Exception) -> JSONResponse:
    """A fault of ours; what it was is in the log."""
    return error_response(request, 500, refuse("http.failure"))


def error_response(
    request: Request, status: int, error: PiocheError, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    body = {"code": error.reason[0], "message": error.sentence(language(request))}
    return JSONResponse(body, status, headers)


class Server(uvicorn.Server):
    """Says when it answers, and tells clients to come back before it goes."""

    def __init__(self, config: uvicorn.Config, registry: TableRegistry, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._registry = registry
        self._ready = ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        for socket in list(self._registry.sockets):
            socket.close("restart")
        await super().shutdown(sockets)


def make_server(settings: Settings, registry: TableRegistry, ready: Callable[[], None]) -> Server:
    registry.costs.most = room_for(reserve(registry.most_processes, registry.store.most_connections))
    config = Config(
        make_app(registry), settings.host, settings.port, ws=WebSocketProtocol, http=HttpConnection, loop=event_loop(),
        lifespan="on", log_config=None, access_log=False, server_header=False, proxy_headers=settings.proxy,
        forwarded_allow_ips=also_mapped(settings.trusted), timeout_graceful_shutdown=int(settings.drain),
        ws_ping_interval=20, ws_ping_timeout=20, ws_max_size=8192, ws_per_message_deflate=False, backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS, costs=registry.costs,
    )  # fmt: skip
    return Server(config, registry, ready)


def event_loop() -> Any:
    return "asyncio" if sys.platform == "win32" else "uvloop"


def listen(settings: Settings) -> sockets.socket:
    """The port, taken before anything else is done; port 0 is any free one."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    listener = sockets.socket(family, sockets.SOCK_STREAM)
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)  # who comes before we are ready waits
    except OSError as error:
        listener.close()
        key = "serve.port" if error.errno == errno.EADDRINUSE else "serve.address"
        raise refuse(key, host=settings.host, port=settings.port, why=error.strerror) from None
    return listener


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until told to stop; `ready` is told the address once it answers."""
    start_logging()
    keep_private()
    sys.setswitchinterval(0.001)  # the writer must not wait long for its turn
    leave_what_is_loaded()
    listener = listen(settings)
    host, port = listener.getsockname()[:2]
    name = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
    url = f"http://{name}:{port}{settings.root_path}/"
    make_server(settings, TableRegistry(settings), lambda: ready(url)).run([listener])
