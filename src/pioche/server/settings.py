"""How a server is run. Everything has a default that suits one machine."""

from __future__ import annotations

import ipaddress
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from pioche.server.catalogue import refuse

WEB_FOLDER = Path(__file__).parents[1] / "web"  # what `npm run build` writes
LOCAL = ("127.0.0.1", "::1")
ROOT = re.compile(r"(/[\w.~-]+)+")


def data_folder() -> Path:
    """Where a person's programs keep their data."""
    if chosen := os.environ.get("XDG_DATA_HOME"):
        return Path(chosen) / "pioche"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pioche"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "pioche"
    return Path.home() / ".local" / "share" / "pioche"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'tables.db'}"


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8211
    database: str = field(default_factory=default_database)
    bus: str = ""  # a Redis URL, where several processes share a database
    origins: tuple[str, ...] = ()  # other addresses that the pages are served under
    proxy: bool = False  # behind a proxy that sets X-Forwarded-For and -Proto: one of those that are `trusted`
    grace: float = 60.0  # seconds until a bot plays for a person who is gone
    warm_up: bool = True  # compile the rules behind play
    rate: float = 1.0  # how generous the limits are; load tests raise it
    bot_seconds: float = 2.0
    drain: float = 5.0
    trusted: tuple[str, ...] = LOCAL  # proxies that may say for whom they ask
    root_path: str = ""  # under which the pages are served, such as /pioche
    metrics_port: int | None = None  # on this machine only; without one, /metrics is beside the pages
    web: Path = WEB_FOLDER  # the built browser client; without one, plain pages

    @property
    def is_https(self) -> bool:
        """Is every address that was named a safe one?"""
        return bool(self.origins) and all(origin.lower().startswith("https://") for origin in self.origins)


def checked_proxies(named: list[str] | None) -> tuple[str, ...]:
    """Addresses and networks; where none is named, this machine's."""
    for name in named or ():
        try:
            ipaddress.ip_network(name)
        except ValueError:
            raise refuse("serve.proxy", name=name) from None
    return tuple(named or LOCAL)


def checked_root(path: str) -> str:
    """A path without a slash at its end; nothing, for the root itself."""
    path = path.rstrip("/")
    if path and not ROOT.fullmatch(path):
        raise refuse("serve.root_path", path=path)
    return path
