"""A program where every extra's packages are hidden, as if only the base had been installed."""

from __future__ import annotations

import subprocess
import sys

from pioche.table.extras import EXTRAS

BROUGHT_ALONG = ("llvmlite", "starlette", "uvloop")
HIDE = f"import sys; sys.modules.update(dict.fromkeys({sorted({*sum(EXTRAS.values(), ()), *BROUGHT_ALONG})}))\n"


def without_extras(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HIDE + program], capture_output=True, text=True, timeout=120)
