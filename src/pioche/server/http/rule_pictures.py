"""Little pictures for the rules: positions of a game's own cases, each with a move that a rule allows or forbids."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pioche.core.seats import seat_number
from pioche.table.errors import IllegalMove
from pioche.table.game import Game
from pioche.table.game_registry import game as find_game
from pioche.table.position_parser import parse
from pioche.testing.cases import RULE_ID, RuleCase, read_cases

Json = dict[str, Any]
SEATS = 3  # more do not fit a little picture
LONGEST = 220  # characters of a position


class Example(NamedTuple):
    """A position as somebody wrote it, and a move in it."""

    text: str
    seat: int
    move: str
    forbids: str  # the rule that refuses the move, or nothing


@lru_cache
def pictures(name: str) -> dict[str, Json]:
    """For each rule that a small case shows, its picture."""
    best: dict[str, Example] = {}
    for case in cases_of(find_game(name)):
        example = example_of(case)
        for rule in case.ids if example else ():
            best[rule] = min(filter(None, (best.get(rule), example)), key=lambda each: worth(each, rule))
    return {rule: picture(example) for rule, example in best.items()}


def cases_of(game: Game) -> list[RuleCase]:
    path = (game.home or Path()).parent / "cases.txt"
    return read_cases(path) if path.is_file() else []


def example_of(case: RuleCase) -> Example | None:
    """The case's position with its first move; None if it has none, or is too big to be drawn small."""
    text, step = "\n".join(case.position), case.steps[0][1]
    seats = sum(line[1:2] == ":" for line in case.position)
    if text.startswith("deal ") or seats > SEATS or len(text) > LONGEST:
        return None
    move = step.removeprefix("illegal ").partition("->")[0].strip()
    move, _, rule = move.partition(":") if step.startswith("illegal ") else (move, "", "")
    if move[1:2] != " " or not "A" <= move[0] <= "F":
        return None
    if step.startswith("illegal ") and not RULE_ID.fullmatch(rule.strip()):
        return None  # no rule says no: it is not its turn, say
    return Example(text, seat_number(move[0]), move[2:].strip(), rule.strip())


def worth(example: Example, rule: str) -> tuple[bool, int]:
    """What the rule itself forbids shows it best; then the smaller the better."""
    return example.forbids != rule, len(example.text)


def picture(example: Example) -> Json:
    shown: Json = {"position": example.text, "seat": example.seat, "move": example.move}
    try:
        parse(example.text).play(example.seat, example.move)
    except IllegalMove as error:
        code, details = error.reason
        plain = {name: value for name, value in details.items() if isinstance(value, (str, int))}
        return {**shown, "refused": {"code": code, "message": error.sentence(), "rule": error.rule, "details": plain}}
    return shown
