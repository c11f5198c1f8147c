"""Run machine code for 64-bit ARM on whatever Linux this is; run as a program, have Debian's emulator installed.

QEMU runs a small program of ours (tests/ahead/harness.c), which loads a library, calls its functions with what a file
says and writes what came of it. Zig makes that program; the loader of libraries is Debian's for that processor.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from struct import Struct
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from pioche.core.compile_cache import user_cache
from pioche.core.entry_kinds import flattened

SOURCE = Path(__file__).parents[1] / "ahead" / "harness.c"
TARGET = "aarch64-linux-gnu.2.31"
NAMES = ["qemu-aarch64-static", "qemu-aarch64"]
LOADERS = ["/usr/aarch64-linux-gnu", "/"]  # below which a loader for that processor may lie
PACKAGES = [["qemu-user-static"], ["libc6-arm64-cross"]]
MISSING = """Tests of the machine code for ARM need QEMU's user emulation and that processor's libc: Debian's packages
are qemu-user-static and libc6-arm64-cross."""
NUMBER = Struct("<q")

Arrays = np.ndarray[Any, Any]


def is_possible() -> bool:
    """QEMU's user emulation is for Linux alone."""
    return sys.platform == "linux"


def runner() -> list[str] | None:
    """The words before a program for that processor; none are needed on one."""
    if platform.machine() == "aarch64":
        return []
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    loader = next((place for place in LOADERS if Path(place, "lib/ld-linux-aarch64.so.1").exists()), None)
    return [found, "-L", loader] if found and loader else None


def install() -> None:
    """Debian's packages, where there is apt and the right to use it."""
    if shutil.which("apt-get") is None:
        return
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if root and shutil.which("sudo") is None:
        return
    print("Installing an emulator of ARM processors for the tests …")
    apt = [*root, "apt-get", "--yes", "--quiet", "--no-install-recommends"]
    for words in (["update"], *(["install", *packages] for packages in PACKAGES)):
        subprocess.run([*apt, *words], stdout=subprocess.DEVNULL, check=False)


def harness() -> Path:
    """The program, made once."""
    mark = hashlib.blake2b(SOURCE.read_bytes() + TARGET.encode(), digest_size=8).hexdigest()
    path = user_cache() / "pioche" / f"harness-{mark}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder:
            made = Path(folder) / "harness"
            env = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}
            words = ["-target", TARGET, "-O1", "-g0", "-Wall", "-Wextra", "-Werror", "-o", str(made), str(SOURCE)]
            subprocess.run([sys.executable, "-m", "ziglang", "cc", *words, "-ldl"], env=env, check=True)
            own = path.with_name(f"{path.name}.{os.getpid()}")
            shutil.copy(made, own)
            os.replace(own, path)
    return path


class EmulatedRun:
    """Calls to be made one after the other on arrays that they share; arrays hold what was written, when it is done."""

    def __init__(self) -> None:
        self.arrays: list[Arrays] = []
        self.calls: list[bytes] = []

    def call(self, symbol: str, *given: Any) -> None:
        wholes, doubles = b"", b""
        for each in flattened(given):
            if isinstance(each, np.ndarray):
                wholes += b"".join(NUMBER.pack(n) for n in self.place(each))
                wholes += b"".join(NUMBER.pack(-1) + NUMBER.pack(length) for length in each.shape)
            elif isinstance(each, float):
                doubles += Struct("<d").pack(each)
            else:
                wholes += NUMBER.pack(-1) + NUMBER.pack(int(each))
        counts = NUMBER.pack(len(wholes) // 16) + NUMBER.pack(len(doubles) // 8)
        self.calls.append(symbol.encode().ljust(64, b"\0") + counts + wholes + doubles)

    def place(self, array: Arrays) -> tuple[int, int]:
        """Which buffer an array lies in, and where: what shares memory here shares it there."""
        root = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        known = next((number for number, each in enumerate(self.arrays) if each is root), None)
        if known is None:
            self.arrays.append(root)
            known = len(self.arrays) - 1
        return known, array.ctypes.data - root.ctypes.data

    def run(self, library: Path) -> list[int]:
        """What the calls answered; the arrays are as those have left them."""
        before = runner()
        assert before is not None, MISSING
        with TemporaryDirectory() as folder:
            job, answers = Path(folder) / "job", Path(folder) / "answers"
            job.write_bytes(b"".join(self.parts()))
            subprocess.run([*before, harness(), library, job, answers], check=True, timeout=300)
            written = answers.read_bytes()
        at = 8 * len(self.calls)
        for array in self.arrays:
            array.view(np.uint8).reshape(-1)[:] = np.frombuffer(written, np.uint8, array.nbytes, at)
            at += array.nbytes
        assert at == len(written)
        return [number for (number,) in NUMBER.iter_unpack(written[: 8 * len(self.calls)])]

    def parts(self) -> Iterator[bytes]:
        yield NUMBER.pack(len(self.arrays))
        for array in self.arrays:
            yield from (NUMBER.pack(array.nbytes), array.tobytes())
        yield NUMBER.pack(len(self.calls))
        yield from self.calls


def main(words: Sequence[str]) -> None:
    if is_possible() and runner() is None:
        install()
        if runner() is None:
            sys.exit(MISSING)


if __name__ == "__main__":
    main(sys.argv[1:])
