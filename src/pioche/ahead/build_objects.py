"""Make a game's objects: for this machine into the user's cache, or for every platform into a folder."""

from __future__ import annotations

import hashlib
import json
import os
import platform as running
import re
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from threading import get_ident
from typing import Any

from pioche.ahead.link_library import linked, suffix
from pioche.ahead.llvm_module import merged, quick
from pioche.ahead.memory_functions import self_sufficient
from pioche.ahead.numba_front_end import translate
from pioche.ahead.source_digest import maker_digest, source_digest
from pioche.ahead.targets import TARGETS, object_code, simplified
from pioche.ahead.ways_in import entries, made_of_now
from pioche.core.ahead_files import FORM, PLATFORMS, made_here, this_platform
from pioche.table.game import Game
from pioche.table.game_registry import game as find_game

PACKAGE = Path(__file__).parent.parent
TOOLS = ("llvmlite", "numba", "ziglang")
# Names of what is ours in a folder for all platforms.
LIBRARY = re.compile(rf"\w+-({'|'.join(PLATFORMS)})-[0-9a-f]{{16}}\.\w+")
UNFINISHED = ".unfinished"
AN_HOUR = 3600


class GameModule:
    """A game's rules in LLVM's language, ready to be made into objects."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.entries, texts = translate(game, entries(game))
        self.text = merged(texts, self.entries)

    @property
    def symbols(self) -> dict[str, str]:
        return {each.made_of: each.symbol for each in self.entries}


def build_here(name: str | Game) -> Path:
    """An object for this machine, in the user's cache; its manifest."""
    folder = made_here()
    folder.mkdir(parents=True, exist_ok=True)  # first, since it may not be allowed
    made = GameModule(find_game(name))
    code = object_code(quick(made.text), TARGETS[this_platform()])
    path = folder / f"{made.game.id}-{mark(code)}.o"
    write(path, code)
    return write_manifest(path.with_suffix(".json"), made.symbols, {this_platform(): path})


def build_everywhere(name: str | Game, folder: Path) -> Path:
    """A shared library for each platform, in a folder; their manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    made = GameModule(find_game(name))
    text = self_sufficient(simplified(quick(made.text)))
    files: dict[str, Path] = {}
    for platform in PLATFORMS:
        code = object_code(text, TARGETS[platform])
        library = linked(code, platform, f"pioche-{made.game.id}", made.symbols.values())
        files[platform] = folder / f"{made.game.id}-{platform}-{mark(library)}{suffix(platform)}"
        write(files[platform], library)
    return write_manifest(folder / f"{made.game.id}.json", made.symbols, files, **made_from(made.game))


def made_from(game: Game) -> dict[str, str]:
    """What else a manifest for all platforms tells: sources and tools. The same of both give the same bytes."""
    assert game.home is not None
    tools = [f"{tool} {version(tool)}" for tool in TOOLS]
    python = ".".join(running.python_version_tuple()[:2])
    by = ", ".join([*tools, f"Python {python}", maker_digest(PACKAGE)])
    return {"sources": source_digest(PACKAGE, game.home.parent), "made_by": by}


def is_made(name: str | Game, folder: Path) -> bool:
    """Are the objects in this folder those of the present rules, by the present tools, for every platform?

    If only words have changed in the sources, their manifest is told so.
    """
    game = find_game(name)
    path, now = folder / f"{game.id}.json", made_from(game)
    try:
        told = json.loads(path.read_bytes())
        if told["form"] != FORM or told["made_by"] != now["made_by"] or set(told["symbols"]) != set(made_of_now(game)):
            return False
        if set(told["files"]) != set(PLATFORMS) or any(digest(folder / n) != d for n, d in told["files"].values()):
            return False
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
    if told["sources"] != now["sources"]:
        write(path, written({**told, **now}))
    return True


def write_manifest(path: Path, symbols: Mapping[str, str], files: Mapping[str, Path], **more: str) -> Path:
    """What is in the files; written last, so that nobody reads of a file that is not there."""
    digests = {platform: (file.name, digest(file)) for platform, file in files.items()}
    write(path, written({"form": FORM, "files": digests, "symbols": symbols, **more}))
    return path


def written(told: Mapping[str, Any]) -> bytes:
    return (json.dumps(told, indent=1, sort_keys=True) + "\n").encode()


def digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def mark(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def write(path: Path, content: bytes) -> None:
    """By rename: two may write at once, and whoever is interrupted leaves what was there before."""
    own = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}{UNFINISHED}")
    try:
        own.write_bytes(content)
        os.replace(own, path)
    finally:
        own.unlink(missing_ok=True)


def tidy(folder: Path, names: Iterable[str]) -> None:
    """Remove libraries of these games that no manifest names any more, and what others left unfinished long ago."""
    named = {file for manifest in folder.glob("*.json") for file in files_of(manifest)}
    for path in folder.iterdir():
        is_ours = LIBRARY.fullmatch(path.name) and path.name.split("-")[0] in names
        if (is_ours and path.name not in named) or (path.suffix == UNFINISHED and is_old(path)):
            path.unlink(missing_ok=True)


def is_old(path: Path) -> bool:
    """Nobody is still writing it. It may be gone by now."""
    with suppress(FileNotFoundError):
        return time.time() - path.stat().st_mtime > AN_HOUR
    return False


def files_of(manifest: Path) -> Iterable[str]:
    try:
        return [name for name, _ in json.loads(manifest.read_bytes())["files"].values()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
