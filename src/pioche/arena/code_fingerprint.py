"""What games in a store were played by: whoever changes it finds nothing there, and plays anew."""

from __future__ import annotations

import hashlib
import inspect
import platform
import secrets
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from pioche.bots.bot_registry import REGISTERED, other_packages
from pioche.core.program_digest import Nameless
from pioche.table.game import Game


@cache
def made_by(game: Game) -> str:
    """A name for the game, for those who play and watch it, and for the versions of what runs them.

    The game counts by its digest; bots, and what is said of its rules, by their sources.
    """
    try:
        played = game.digest
    except Nameless:
        played = secrets.token_hex()  # never to be found again
    versions = platform.python_version(), *map(installed, ("numpy", "numba"))
    played_by = [file for name in ("pioche.bots", "pioche.arena", "pioche.studies") for file in package(name)]
    read = sources(played_by), sources(home(game))
    parts = played, read, versions
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()


def own_sources(bots: Iterable[str]) -> list[str]:
    """A name for each bot that is not ours: by the version of its package, or how it is written; else it has none."""
    points, found = other_packages(), []
    for name in dict.fromkeys(bots):
        if name not in REGISTERED:
            continue
        try:
            make = REGISTERED[name]
            found.append(f"{name} {hashlib.blake2b(inspect.getsource(make).encode(), digest_size=12).hexdigest()}")
        except (OSError, TypeError):
            found.append(secrets.token_hex())
    packages = (points[name].dist for name in dict.fromkeys(bots) if name in points)
    return found + [f"{each.name} {each.version}" for each in packages if each is not None]


def installed(name: str) -> str:
    """The version of somebody else's package; empty if it is not there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def package(name: str) -> list[Path]:
    found = find_spec(name)
    return sorted(Path(found.origin).parent.glob("**/*.py")) if found and found.origin else []


def home(game: Game) -> list[Path]:
    """The files of a game's package, where the ids of rules are cited; one made in a notebook has none."""
    file = game.home
    if file is None:
        return []
    return sorted(file.parent.glob("*.py")) if (file.parent / "__init__.py").exists() else [file]


def sources(files: list[Path]) -> str:
    digest = hashlib.blake2b(digest_size=12)
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
