"""The compile cache: machine code is kept in a user's folder, named by what it was made of.

An entry point's name is the digest of all that it links (see `program_digest`) and of the kinds of its arguments; the
folder's is that of whatever compiled it: Python, NumPy, Numba, the CPU, and how. So another rule is another file,
and words, comments and other games change nothing. Files are written by rename: two processes may compile at once.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import pickle
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from pioche.core.notices import tell_once
from pioche.core.program_digest import Nameless, digest, shortened

FORMAT = 2  # of the files
KEEP_DAYS = 30
ALWAYS = {"nogil": True, "error_model": "numpy", "_nrt": False}  # rules make no arrays: nothing needs to be counted
WITHIN = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # rules that only rules call
_unnamed = itertools.count()


@cache
def cache_folder() -> Path:
    """The folder for these versions of everything; made if need be, old things thrown away."""
    root = user_cache() / "pioche" / "compiled"
    folder = root / compiler()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _throw_away_old(root, folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="pioche-compiled-"))
    return folder


def user_cache() -> Path:
    """Where this system keeps a user's caches. (The core needs NumPy and Numba only, so no library is asked.)"""
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def compiler() -> str:
    """A name for whatever makes machine code here, and how."""
    import llvmlite
    import llvmlite.binding
    import numba
    import numpy

    settings: Any = numba.config
    versions = sys.version, numpy.__version__, numba.__version__, llvmlite.__version__, platform.machine()
    cpu = llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()
    how = FORMAT, sys.flags.optimize, settings.OPT, settings.BOUNDSCHECK, sorted((ALWAYS | WITHIN).items())
    return shortened(repr((versions, cpu, how)))


def _throw_away_old(root: Path, own: Path) -> None:
    for path in (*root.iterdir(), *own.iterdir()):
        with suppress(FileNotFoundError):  # another process was quicker
            if time.time() - path.stat().st_mtime > KEEP_DAYS * 86400:
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


def cached_jit(function: FunctionType, entry: bool, game: str = "") -> Callable[..., Any]:
    """Compile with Numba; keep an entry point's machine code on disk, unless it uses what has no name."""
    from numba import njit

    debug = bool(os.environ.get("PIOCHE_BOUNDSCHECK"))
    try:
        name, known = digest(function), True
    except Nameless:
        name, known = f"unnamed{next(_unnamed)}", False
    named(function, name)
    form: dict[str, Any] = {} if entry else WITHIN
    jit: Any = njit
    made = with_wide_numbers(jit(**ALWAYS, boundscheck=debug, **form)(function))
    if known:
        made.digest = name
    if known and entry and not debug:
        made._cache = KeptCode(f"{function.__name__}-{name}", game)
    return made  # type: ignore[no-any-return]


def with_wide_numbers(made: Any) -> Any:
    """A dispatcher that compiles a function once for whatever signed numbers it is given, as 64-bit ones.

    Numba would compile it anew for each width, and for each number that is written out in a call. Rules compute in 64
    bits either way. (Unsigned numbers are left alone: with signed ones of 64 bits they would become fractions.)
    """
    from numba.core import types

    known: Any = types
    compile_for = made.compile

    def widened(kind: Any) -> Any:
        plain = known.unliteral(kind)
        return known.int64 if isinstance(plain, known.Integer) and plain.signed else plain

    made.compile = lambda kinds: compile_for(tuple(map(widened, kinds)) if isinstance(kinds, tuple) else kinds)
    return made


def named(function: FunctionType, name: str) -> None:
    """Numba names machine code after its function, and by numbers that begin anew in every process: not for us."""
    function.__qualname__ = f"{function.__name__}_{name}"
    function.__module__ = __name__  # a module that is there wherever the code is loaded


class KeptCode:
    """One entry point's machine code on disk, a file for each kind of arguments. Numba asks it as its own cache."""

    cache_path = property(lambda self: str(cache_folder()))

    def __init__(self, name: str, game: str = "") -> None:
        self.name, self.game = name, game

    def load_overload(self, signature: Any, target: Any) -> Any:
        """What was compiled for these kinds of arguments, None if nothing was, or if it can't be read."""
        from numba.core.compiler import CompileResult

        rebuild: Any = CompileResult._rebuild
        target.refresh()
        path = self.path(signature, target.codegen())
        try:
            found = pickle.loads(path.read_bytes())
            os.utime(path)
            return rebuild(target, *found)
        except Exception:  # whatever is wrong with it, it can be compiled
            tell_once("notice.compiling", game=self.game)
            return None

    def save_overload(self, signature: Any, made: Any) -> None:
        """Keep it, if it can be kept; a full disk only means that it will be compiled again."""
        from numba.core import serialize

        dumps: Any = serialize.dumps
        if made.lifted or made.library.has_dynamic_globals:
            return
        path = self.path(signature, made.codegen)
        with suppress(OSError), tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(dumps(made._reduce()))
                file.close()
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise

    def flush(self) -> None:
        """Forget what is kept."""
        for path in cache_folder().glob(f"{self.name}-*"):
            path.unlink(missing_ok=True)

    def path(self, signature: Any, codegen: Any) -> Path:
        kinds = "\n".join(map(kind_text, signature)), repr(codegen.magic_tuple())
        return cache_folder() / f"{self.name}-{hashlib.blake2b(repr(kinds).encode(), digest_size=8).hexdigest()}"


def kind_text(kind: Any) -> str:
    """A kind of argument; Numba's own text leaves out the names of a named tuple's fields."""
    from numba import types

    known: Any = types
    if not isinstance(kind, known.BaseTuple):
        return str(kind)
    fields = getattr(getattr(kind, "instance_class", None), "_fields", ())
    return f"{kind}{fields}({','.join(map(kind_text, kind))})"
