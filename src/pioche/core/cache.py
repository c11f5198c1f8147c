"""The compile cache: a user's folder named after everything that the machine code depends on.

Numba's own cache notices a change of the file that holds an entry point, not of the files it calls. So the folder's
name carries a hash of all sources that hold rules (and those of games in other packages) and of the Python, NumPy,
Numba and CPU versions. Numba writes its files by rename, so two processes may compile at once; the package itself is
never written to.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

KEEP_DAYS = 30
WITHIN = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # rules that only rules call
_setting = Lock()  # Numba's cache folder is one setting for all threads
_own = Path(__file__).resolve().parent.parent
_packages: set[Path] = {_own / "core", _own / "games", _own / "bots"}  # wherever there may be rules


def add_sources(folder: Path) -> None:
    """Games of other packages name their folder here, before anything of theirs is compiled."""
    if folder.resolve() not in _packages and not any(known in folder.resolve().parents for known in _packages):
        _packages.add(folder.resolve())
        cache_folder.cache_clear()


@cache
def cache_folder() -> Path:
    """The folder for this version of everything; made if need be, old ones thrown away."""
    root = user_cache() / "pioche" / "compiled"
    folder = root / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _throw_away_old(root)
    except OSError:
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="pioche-compiled-"))
    return folder


def user_cache() -> Path:
    """Where this system keeps a user's caches. (The core needs NumPy and Numba only, so no library is asked.)"""
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def fingerprint() -> str:
    import llvmlite.binding
    import numba
    import numpy

    digest = hashlib.blake2b(digest_size=12)
    for package in sorted(_packages):
        for source in sorted(package.glob("**/*.py")):
            digest.update(str(source.relative_to(package.parent)).encode() + b"\0" + source.read_bytes() + b"\0")
    versions = (sys.version, numpy.__version__, numba.__version__, platform.machine())
    cpu = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    digest.update(repr((*versions, *cpu)).encode())
    return digest.hexdigest()


def _throw_away_old(root: Path) -> None:
    for folder in root.iterdir():
        if time.time() - folder.stat().st_mtime > KEEP_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def cached_jit(function: FunctionType, entry: bool) -> Callable[..., Any]:
    """Compile with Numba; keep an entry point's machine code on disk."""
    from numba import config, njit

    debug = bool(os.environ.get("PIOCHE_BOUNDSCHECK"))
    keep = entry and not debug
    settings: Any = config
    with _setting:
        before, settings.CACHE_DIR = settings.CACHE_DIR, str(cache_folder()) if keep else ""
        try:
            form: dict[str, Any] = {} if entry else WITHIN
            wrap: Any = njit(nogil=True, error_model="numpy", boundscheck=debug, cache=keep, **form)
            return wrap(function)  # type: ignore[no-any-return]
        finally:
            settings.CACHE_DIR = before
