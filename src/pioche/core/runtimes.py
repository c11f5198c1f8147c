"""Which runtime a game's rules are called by: machine code made ahead, else Numba's, else plain Python."""

from __future__ import annotations

from functools import cached_property
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from pioche.core import hooks
from pioche.core.ahead_files import symbols_of
from pioche.core.ahead_runtime import AheadRuntime
from pioche.core.notices import tell_once
from pioche.core.playouts import run_playout
from pioche.core.rule import Rule
from pioche.core.runtime import (
    Bindings,
    InterpretedRuntime,
    JitRuntime,
    Runtime,
    entrance_to_each,
    without_events,
)
from pioche.core.state import State

ENGINES = ("interpreted", "ahead", "jit")


class NoEngine(RuntimeError):
    """The engine that was asked for is not to be had: the objects are not there, or Numba is not."""


class Present(Protocol):
    """Whatever knows which runtime is to be used just now."""

    @property
    def present(self) -> Runtime: ...


class Always(NamedTuple):
    """One runtime, whichever the game uses."""

    present: Runtime


def has_numba() -> bool:
    return find_spec("numba") is not None


class Runtimes:
    """All runtimes of one game, each made when it is first asked for, and which of them positions use at present.

    Simulation, batches and search use silent ones, which note no events.
    """

    def __init__(self, state: type[State], bindings: Bindings, game: str) -> None:
        self.state, self.bindings, self.game = state, bindings, game
        self._present: Runtime | None = None

    @property
    def present(self) -> Runtime:
        """Positions never wait: interpreted, if there is no machine code for their rules."""
        if self._present is None:
            self._present = self.ahead if self.is_ahead else self.interpreted
        return self._present

    def use(self, engine: str | None) -> None:
        """From now on positions run their rules by this engine; None: by whatever is best."""
        self._present = self.by(engine) if engine else None

    def by(self, engine: str) -> Runtime:
        """An engine for positions."""
        if (engine == "ahead" and not self.is_ahead) or (engine == "jit" and not has_numba()):
            raise NoEngine(engine)
        found: Runtime = getattr(self, engine)
        return found

    def look_again(self) -> None:
        """Objects may have been made meanwhile, on this machine."""
        symbols_of.cache_clear()
        for name in ("ahead", "silent", "silent_ahead", "is_ahead"):
            self.__dict__.pop(name, None)
        self._present = None

    @cached_property
    def interpreted(self) -> InterpretedRuntime:
        return InterpretedRuntime(self.state, self.bindings)

    @cached_property
    def jit(self) -> JitRuntime:
        return JitRuntime(self.state, self.bindings, self.game)

    @cached_property
    def ahead(self) -> AheadRuntime:
        return AheadRuntime(self.state, self.bindings, symbols_of(self.game), lambda: self.interpreted, is_short=True)

    @cached_property
    def is_ahead(self) -> bool:
        """Is there machine code made ahead of the very rules by which positions play?"""
        return self.ahead.is_made_of(hooks.try_move)

    @cached_property
    def silent_interpreted(self) -> InterpretedRuntime:
        return InterpretedRuntime(self.state, without_events(self.bindings))

    @cached_property
    def silent_jit(self) -> JitRuntime:
        return JitRuntime(self.state, without_events(self.bindings), self.game)

    @cached_property
    def silent_ahead(self) -> AheadRuntime:
        return AheadRuntime(
            self.state, without_events(self.bindings), symbols_of(self.game), self._silent_otherwise, is_short=False
        )

    @property
    def silent(self) -> Runtime:
        """The quickest there is."""
        return self.silent_ahead if self.silent_ahead.symbols else self._silent_otherwise()

    def silent_by(self, engine: str | None, wanted: Rule[..., Any] = run_playout) -> Runtime:
        """The engine that was asked for; without one the quickest."""
        if engine in (None, "ahead") and self.silent_ahead.is_made_of(wanted, entrance_to_each):
            return self.silent_ahead
        if engine == "ahead" or (engine == "jit" and not has_numba()):
            raise NoEngine(engine)
        if engine is None:
            if not has_numba():
                tell_once("notice.interpreted", game=self.game)
            return self._silent_otherwise()
        return self.silent_interpreted if engine == "interpreted" else self.silent_jit

    def _silent_otherwise(self) -> Runtime:
        return self.silent_jit if has_numba() else self.silent_interpreted
