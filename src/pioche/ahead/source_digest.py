"""Which sources objects were made of, for whoever can't ask the rules: a wheel is built without loading the package."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

MAKERS = (
    "build_objects", "link_library", "llvm_module", "memory_functions", "numba_front_end", "targets", "ways_in",
)  # fmt: skip


def source_digest(package: Path, game: Path) -> str:
    """A digest of all sources that a game's objects hang on."""
    folders = [package / "bots", package / "core", package / "table", game]
    return digest_of(package, [path for folder in folders for path in folder.rglob("*.py")]) + maker_digest(package)


def maker_digest(package: Path) -> str:
    """A digest of what makes objects of rules."""
    return digest_of(package, [package / "ahead" / f"{name}.py" for name in MAKERS])


def digest_of(package: Path, files: list[Path]) -> str:
    whole = hashlib.blake2b(digest_size=12)
    for path in sorted(files):
        whole.update(path.relative_to(package).as_posix().encode() + b"\0")
        whole.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return whole.hexdigest()


def stale(package: Path, objects: Path) -> list[str]:
    """The games of the package for which these are not the objects of its sources."""
    folders = {game_id(path.parent): path.parent for path in sorted((package / "games").glob("*/__init__.py"))}
    return [name for name, folder in folders.items() if not is_fresh(package, folder, objects / f"{name}.json")]


def game_id(folder: Path) -> str:
    """A folder `g5211` holds the game `5211`."""
    return folder.name[1:] if folder.name[1:].isdigit() else folder.name


def is_fresh(package: Path, game: Path, manifest: Path) -> bool:
    try:
        told = json.loads(manifest.read_bytes())
        is_there = all(
            hashlib.blake2b((manifest.parent / name).read_bytes(), digest_size=16).hexdigest() == digest
            for name, digest in told["files"].values()
        )
        return is_there and bool(told["sources"] == source_digest(package, game))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
