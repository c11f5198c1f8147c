"""An object file made a shared library of its platform, by the linkers of Zig: they run everywhere, for every platform.

Nothing is linked in and nothing is needed from outside; only the entries are to be seen. No times and no paths get in.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from pioche.ahead.targets import TARGETS
from pioche.core.ahead_files import SUFFIXES


def has_linker() -> bool:
    return find_spec("ziglang") is not None


def linked(code: bytes, platform: str, name: str, symbols: Iterable[str]) -> bytes:
    """A shared library, which is told to be called by this name."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "code.o").write_bytes(code)
        library = name + suffix(platform)
        env = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}
        command = [sys.executable, "-m", "ziglang", *linker(platform, library, symbols)]
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{library} could not be linked: {done.stderr.strip()}")
        return (Path(folder) / library).read_bytes()


def suffix(platform: str) -> str:
    return SUFFIXES[platform.split("-")[0]]


def linker(platform: str, library: str, symbols: Iterable[str]) -> list[str]:
    """The words of a command that makes this library of `code.o`."""
    system = platform.split("-")[0]
    if system == "linux":
        return ["ld.lld", "-shared", "--strip-all", "--build-id=none", "-z", "defs", "-o", library, "code.o"]
    if system == "macos":  # it signs what has to be signed
        target = TARGETS[platform].zig
        return ["cc", "-target", target, "-shared", "-nostdlib", "-s", "-o", library, "code.o"]
    exports = [f"-export:{symbol}" for symbol in symbols]
    alone = ["-dll", "-noentry", "-nodefaultlib", "-noimplib", "-machine:x64", "-Brepro"]
    return ["lld-link", *alone, *exports, f"-out:{library}", "code.o"]
