"""Which rules came into play: a game is played once more by the interpreted rules, and each place that cites an id is
watched.

An id may be cited in several places: in the docstring of a function, or at the end of a line. A function counts when
it is carried out, or, if it cites one id alone and tells the table what happened (`note`), when it does so; a line
when it is reached, a condition when it holds. What is said of an id is said of the place that was reached least often.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from functools import cache
from types import CodeType, FrameType
from typing import Any

from pioche.arena.seatings import Match
from pioche.core import FIRST_OWN, Rule, event_log, hooks, seed_rng
from pioche.core.rule import reached
from pioche.studies.watching_rules import SHIFT
from pioche.table.game import Game

ID = re.compile(r"\b[A-Z]{3}-R?\d+\b")
OWN_EVENT = re.compile(r"\bnote\(s, E_")
CARRIED_OUT, NOTED = 0, -1  # instead of a line: the function itself, and its telling what happened
Cited = dict[CodeType, dict[int, list[str]]]  # ids by line


def traced(chosen: Game, match: Match, luck: tuple[int, int, int], log: list[int]) -> dict[str, int]:
    """How often each place that cites an id was reached: `KOL-12 renew_stock` or `KOL-02 deal_round:121`."""
    s = chosen.ready(match.players, match.options)
    seed_rng(s.rng, luck[0], luck[1])
    runtime = chosen.runtimes.silent_interpreted
    found: dict[str, int] = {}
    before = sys.gettrace()
    sys.settrace(tracer(citations(chosen), found))
    try:
        runtime.call(hooks.deal, s)
        for entry in log:
            runtime.call(hooks.play, s, entry // SHIFT, entry % SHIFT)
        runtime.call(hooks.winners, s)
    finally:
        sys.settrace(before)
    return found


def tracer(cited: Cited, found: dict[str, int]) -> Callable[[FrameType, str, Any], Any]:
    """A function for `sys.settrace` that counts citations; one that was passed by is there with 0."""
    silent = code_of(event_log.say_nothing)

    def add(code: CodeType, line: int, times: int) -> None:
        for id in cited[code].get(line, ()):
            key = f"{id} {code.co_name}" + (f":{line}" if line > 0 else "")
            found[key] = found.get(key, 0) + times

    def in_function(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            add(frame.f_code, frame.f_lineno, 1)
        return in_function

    def on_call(frame: FrameType, event: str, argument: Any) -> Any:
        code, caller = frame.f_code, frame.f_back and frame.f_back.f_code
        if code is silent and caller in cited and frame.f_locals["kind"] >= FIRST_OWN:
            add(caller, NOTED, 1)
        if code not in cited:
            return None
        for line in cited[code]:
            add(code, line, int(line == CARRIED_OUT))
        return in_function if max(cited[code]) > 0 else None

    return on_call


@cache
def citations(chosen: Game) -> Cited:
    """Every place of a game's rules that cites an id."""
    found = {code_of(each): cited_lines(each) for each in reached(chosen.bindings)}
    return {code: lines for code, lines in found.items() if lines}


def cited_lines(each: Rule[Any, Any]) -> dict[int, list[str]]:
    """A rule whose source is not there has its docstring."""
    try:
        source, start = inspect.getsourcelines(each.function)
    except (OSError, TypeError):
        source, start = [], 0
    docstring = ID.findall(each.function.__doc__ or "")
    tells = len(docstring) == 1 and any(map(OWN_EVENT.search, source))
    lines = {NOTED if tells else CARRIED_OUT: docstring} if docstring else {}
    for number, line in enumerate(source, start):
        if ids := ID.findall(line.partition("  # ")[2]):
            lines[number + line.lstrip().startswith(("if ", "elif "))] = ids
    return lines


def code_of(each: Rule[Any, Any]) -> CodeType:
    return each.function.__code__
