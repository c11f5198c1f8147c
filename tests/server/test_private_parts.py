"""What `engine` and `connection` build on inside uvicorn and websockets; where a release changes it, this says what."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server, ServerState
from websockets.protocol import CLOSED, OPEN
from websockets.server import ServerProtocol
from websockets.version import version as websockets

VERSIONS = f"uvicorn {uvicorn.__version__}, websockets {websockets}"
MADE = ["config", "server_state", "app_state", "_loop"]

METHODS = {
    HttpToolsProtocol: {
        "connection_made": ["transport"], "connection_lost": ["exc"], "data_received": ["data"],
        "on_message_begin": [], "on_header": ["name", "value"], "on_headers_complete": [], "on_body": ["body"],
        "on_message_complete": [], "on_response_complete": [], "handle_websocket_upgrade": [],
        "pause_writing": [], "resume_writing": [],
    },
    WebSocketsSansIOProtocol: {
        "connection_made": ["transport"], "connection_lost": ["exc"], "data_received": ["data"], "shutdown": [],
        "keepalive_timeout": [], "send_receive_event_to_app": [], "handle_bytes": ["event"],
        "handle_parser_exception": [], "run_asgi": [], "receive": [], "send": ["message"], "pause_writing": [],
    },
    ServerProtocol: {"fail": ["code", "reason"], "data_to_send": [], "receive_data": ["data"]},
    Server: {"startup": ["sockets"], "shutdown": ["sockets"]},
}  # fmt: skip
STATE = {
    HttpToolsProtocol: {
        "config", "loop", "cycle", "pipeline", "transport", "flow", "client", "connections", "tasks", "headers",
    },
    WebSocketsSansIOProtocol: {
        "config", "loop", "conn", "queue", "close_timeout", "transport", "client", "frames", "read_paused",
        "handshake_initiated", "handshake_complete", "close_sent", "disconnected", "connections",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("cls", "wanted"),
    [(cls, name) for cls in METHODS for name in METHODS[cls]],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_a_method_that_we_override_or_call_is_as_we_know_it(cls: type, wanted: str) -> None:
    method = getattr(cls, wanted, None)
    assert method is not None, f"{cls.__name__}.{wanted} is no more ({VERSIONS})"
    found = [each for each in inspect.signature(method).parameters if each != "self"]
    assert found == METHODS[cls][wanted], f"{cls.__name__}.{wanted} takes {found} ({VERSIONS})"


@pytest.mark.parametrize("cls", STATE, ids=lambda cls: cls.__name__)
def test_what_a_connection_holds_has_the_names_that_we_use(cls: Any) -> None:
    async def made() -> Any:
        config = uvicorn.Config(lambda: None)
        return cls(config, ServerState(), {}, asyncio.get_running_loop())

    assert list(inspect.signature(cls.__init__).parameters)[1:] == MADE, (
        f"{cls.__name__} is made otherwise ({VERSIONS})"
    )
    missing = STATE[cls] - vars(asyncio.run(made())).keys()
    assert not missing, f"{cls.__name__} has no {', '.join(sorted(missing))} ({VERSIONS})"


def test_the_rest_that_we_use_is_there() -> None:
    protocol = ServerProtocol()
    for name in ("state", "current_size", "max_message_size", "available_extensions", "close_rcvd", "close_sent"):
        assert hasattr(protocol, name), f"websockets' ServerProtocol has no {name} ({VERSIONS})"
    assert OPEN is not CLOSED and STATUS_LINE[431].startswith(b"HTTP/1.1 431 ")
    cycle = set(inspect.signature(RequestResponseCycle.__init__).parameters)
    assert {"message_event", "on_response", "flow"} <= cycle, f"uvicorn's cycle takes {sorted(cycle)} ({VERSIONS})"
