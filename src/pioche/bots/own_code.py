"""A file of one's own, given to a command by `--code my.py`: it registers bots, and observers of games.

A worker process has no such file: the text travels to it, and is run there too.
"""

from __future__ import annotations

import linecache
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from pioche.table.errors import PiocheError

PREFIX = "pioche_code_"  # of the names of such modules


class OwnCode(NamedTuple):
    """One file: where it was, and what is in it."""

    path: str
    text: str

    @property
    def module(self) -> str:
        return PREFIX + Path(self.path).stem

    def run(self) -> None:
        """As a module of its own, once a process."""
        if self in _run:
            return
        linecache.cache[self.path] = len(self.text), None, self.text.splitlines(keepends=True), self.path
        made = ModuleType(self.module)
        made.__file__ = self.path
        sys.modules[self.module] = made
        try:
            exec(compile(self.text, self.path, "exec", dont_inherit=True), vars(made))
        except PiocheError:
            raise
        except Exception as error:  # somebody's own code: whatever is wrong with it, they are told in a sentence
            line = line_in(self.path, error)
            raise PiocheError("setup.code_failed", path=self.path, line=line, why=repr(error)) from error
        _run.append(self)


_run: list[OwnCode] = []


def load_code(path: Path) -> None:
    """Run a file here; workers will run it too."""
    try:
        code = OwnCode(str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise PiocheError("setup.code", path=path) from error
    code.run()


def loaded_code() -> tuple[OwnCode, ...]:
    return tuple(_run)


def line_in(path: str, error: BaseException) -> int:
    """The last line of the file that led to the error; 0 if none did."""
    if isinstance(error, SyntaxError):
        return error.lineno or 0
    line, step = 0, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            line = step.tb_lineno
        step = step.tb_next
    return line
