"""Make a game's objects: for this machine into the user's cache, or for every platform into a folder."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pioche.ahead.llvm_module import merged
from pioche.ahead.numba_front_end import translate
from pioche.ahead.targets import TARGETS, object_code
from pioche.ahead.ways_in import entries
from pioche.core.ahead_files import FORM, made_here, this_platform
from pioche.table.game import Game
from pioche.table.game_registry import game as find_game


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
    made = GameModule(find_game(name))
    code = object_code(made.text, TARGETS[this_platform()])
    mark = hashlib.blake2b(code, digest_size=8).hexdigest()
    folder = made_here()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{made.game.id}-{mark}.o"
    write(path, code)
    return write_manifest(folder / f"{made.game.id}-{mark}.json", made.symbols, {this_platform(): path})


def write_manifest(path: Path, symbols: Mapping[str, str], files: Mapping[str, Path]) -> Path:
    """What is in the files; written last, so that nobody reads of a file that is not there."""
    digests = {
        key: (each.name, hashlib.blake2b(each.read_bytes(), digest_size=16).hexdigest()) for key, each in files.items()
    }
    told: dict[str, Any] = {"form": FORM, "files": digests, "symbols": symbols}
    write(path, (json.dumps(told, indent=1, sort_keys=True) + "\n").encode())
    return path


def write(path: Path, content: bytes) -> None:
    """By rename: two may write at once."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    os.replace(file.name, path)
