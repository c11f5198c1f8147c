"""Machine code made ahead: where it lies, what is in it, and that it is what it says it is.

A game's objects lie in the package (`pioche/objects`: one shared library for each platform, in the wheel), or, made on
this machine, in the user's cache (an object file for this platform). Beside them a manifest in JSON says which file is
for which platform, with its digest, and what each symbol in it was made of: the digest of the linked rule and the kinds
of its arguments. Only what is exactly that is ever called. Whatever is wrong with a file, it is passed over.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pioche.core.compile_cache import user_cache
from pioche.core.notices import tell_once
from pioche.core.object_format import is_code_for

FORM = 1  # of the manifests, and of how entries are called
SHIPPED = Path(__file__).parent.parent / "objects"
PLATFORMS = ("linux-x86_64", "linux-aarch64", "macos-arm64", "macos-x86_64", "windows-x86_64")
SUFFIXES = {"linux": ".so", "macos": ".dylib", "windows": ".dll"}


def this_platform() -> str:
    """`linux-x86_64`, as the manifests name it."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    if sys.maxsize < 1 << 32:
        machine = "32-bit"
    return f"{system}-{'arm64' if system == 'macos' and machine == 'aarch64' else machine}"


def made_here() -> Path:
    """Where objects made on this machine are kept."""
    return user_cache() / "pioche" / "ahead"


class Unfit(ValueError):
    """Why a file is not used: the key of a sentence."""


class ObjectFile:
    """One file of machine code, read when it is first called for."""

    def __init__(self, path: Path, digest: str) -> None:
        self.path, self.digest = path, digest
        self._addresses: Callable[[str], int] | None = None

    def address(self, symbol: str) -> int:
        """Where a function of it lies in memory; 0 if it can't be used."""
        if self._addresses is None:
            self._addresses = self._opened()
        return self._addresses(symbol)

    def _opened(self) -> Callable[[str], int]:
        try:
            content = self.path.read_bytes()
            if hashlib.blake2b(content, digest_size=16).hexdigest() != self.digest:
                raise Unfit("notice.object_content")
            if not is_code_for(this_platform(), content):
                raise Unfit("notice.object_platform")
            return linked_in_memory(content) if self.path.suffix == ".o" else loaded(self.path)
        except (OSError, RuntimeError, ImportError, Unfit) as why:
            tell_once("notice.object", file=self.path.name, why=str(why))
            return lambda symbol: 0


def loaded(path: Path) -> Callable[[str], int]:
    """A shared library's functions."""
    library = ctypes.CDLL(str(path))

    def address(symbol: str) -> int:
        function = getattr(library, symbol, None)
        return (ctypes.cast(function, ctypes.c_void_p).value or 0) if function else 0

    return address


_engines: list[Any] = []  # they hold the code, as long as the process lives


def linked_in_memory(content: bytes) -> Callable[[str], int]:
    """An object file's functions, linked by LLVM: in a checkout nothing else that links need be there."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(content))
    engine.finalize_object()
    _engines.append(engine)
    return engine.get_function_address  # type: ignore[no-any-return]


class Symbol:
    """A function in a file; or, if that can't be used, in another one that has the same."""

    def __init__(self, *places: tuple[ObjectFile, str]) -> None:
        self.places = places

    @property
    def address(self) -> int:
        """Where it lies in memory; 0 if no file can be used."""
        return next((found for file, name in self.places if (found := file.address(name))), 0)


@cache
def symbols_of(game: str) -> Mapping[str, Symbol]:
    """What is there for a game on this platform, by what it was made of (see `made_of`)."""
    found: dict[str, Symbol] = {}
    for manifest in manifests(game):
        for made, symbol in symbols_in(manifest).items():
            found[made] = Symbol(*found[made].places, *symbol.places) if made in found else symbol
    return found


def manifests(game: str) -> Iterator[Path]:
    """Those of the package, then those made here, the newest first."""
    if (shipped := SHIPPED / f"{game}.json").is_file():
        yield shipped
    try:
        own = [(age(path), path) for path in made_here().glob(f"{game}-*.json")]
    except (OSError, RuntimeError) as why:  # whoever has no home has no cache
        tell_once("notice.object", file="pioche/ahead", why=str(why))
        return
    yield from (path for _, path in sorted(own))


def age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # it will be passed over when it is read
        return 0


def symbols_in(manifest: Path) -> dict[str, Symbol]:
    """The functions that a manifest lists for this platform."""
    try:
        told = json.loads(manifest.read_bytes())
        if told["form"] != FORM:
            raise Unfit("notice.object_form")
        if this_platform() not in told["files"]:
            return {}
        name, digest = told["files"][this_platform()]
        if Path(name).name != name:
            raise Unfit("notice.object_place")
        file = ObjectFile(manifest.parent / name, digest)
        return {str(made): Symbol((file, str(symbol))) for made, symbol in told["symbols"].items()}
    except (OSError, Unfit) as why:
        tell_once("notice.object", file=manifest.name, why=str(why))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        tell_once("notice.object", file=manifest.name, why="notice.object_form")
    return {}


def made_of(digest: str, kinds: str) -> str:
    """How a manifest names what an entry was made of."""
    return f"{digest} {kinds}"
