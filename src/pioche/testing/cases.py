"""Rules by example. A game's `cases.txt` holds blocks like this one, each a test named after its rule:

    KOL-09  a matching zone top forbids laying in the zone
      kolpa turn=A
      discard: R3
      A: hand R1 G4 J; zone B3
      B: hand ?*5
    illegal A kolpa G4: KOL-09
    A zone B3 -> discard: B3 R3; A: hand R1 G4 J; zone; turn=B

The position is indented (or is a fresh deal: `deal kolpa 4 seed=3`). Then come, in order: `legal A: …`,
`illegal A move: rule`, `A move`, `A move -> facts`, `-> facts`, `view B -> facts`, `actor:`, `actors:`, `choices:`,
`scores:`, `winners:`, `over:`, or `refused: word` where the position itself is wrong. Facts are header keys (`call=R`,
`call=-` for none), shared places and places of a seat, separated by `;`; `?` stands for any card, except in a view,
where it is what must be hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pioche.core.seats import letter, seat_number
from pioche.table.errors import IllegalMove, NotationError
from pioche.table.position import Position
from pioche.table.position_parser import parse
from pioche.table.record import read_deal
from pioche.table.visibility import ALL, WATCHER, RecordSight

RULE_ID = re.compile(r"[A-Z]{3}-R?\d+")


@dataclass
class RuleCase:
    ids: list[str]
    title: str
    line: int
    position: list[str] = field(default_factory=list)
    steps: list[tuple[int, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{'+'.join(self.ids)}:{self.line}"


def read_cases(path: Path) -> list[RuleCase]:
    """The cases of a file, in order."""
    cases: list[RuleCase] = []
    fresh = True
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        if not line.strip():
            fresh = True
        elif fresh:
            ids, _, title = line.partition("  ")
            cases.append(RuleCase(RULE_ID.findall(ids), title.strip(), number))
            fresh = False
        elif line.startswith("  "):
            cases[-1].position.append(line.strip())
        else:
            cases[-1].steps.append((number, line.strip()))
    return cases


def run_case(case: RuleCase) -> None:
    """Run a case; an AssertionError names the line that does not hold."""
    assert case.ids and case.position and case.steps, f"line {case.line}: a case needs ids, a position and steps"
    if case.steps[0][1].startswith("refused:"):
        return check_refused(case)
    text = "\n".join(case.position)
    position = read_deal(case.line, text) if text.startswith("deal ") else parse(text)
    for number, step in case.steps:
        try:
            run_step(position, step)
        except AssertionError as error:
            raise AssertionError(f"line {number}: {step}\n{error}\n{position}") from None
        except IllegalMove as error:
            raise AssertionError(f"line {number}: {step}\nrefused by {error.rule}: {error}\n{position}") from None
    return None


def check_refused(case: RuleCase) -> None:
    word = case.steps[0][1].partition(":")[2].strip()
    try:
        parse("\n".join(case.position))
    except NotationError as error:
        assert error.word == word, f"line {case.line}: refused for {error.word!r}, not {word!r}: {error}"
        return
    raise AssertionError(f"line {case.line}: the position was not refused")


def run_step(pos: Position, step: str) -> None:
    if step.startswith("->"):
        return check_facts(pos, step[2:], ALL)
    if step.startswith("view "):
        who, _, facts = step[5:].partition("->")
        return check_facts(pos, facts, WATCHER if who.strip() == "-" else seat_of(who.strip()))
    verb = step.split(maxsplit=1)[0]
    if verb == "legal":
        seat, _, moves = step[6:].partition(":")
        return equal(pos.moves(seat_of(seat.strip())), listed(moves))
    if verb == "illegal":
        return check_illegal(pos, step[8:])
    if verb in QUESTIONS:
        return equal(QUESTIONS[verb](pos), step.partition(":")[2].split())
    if verb == "choices:":
        return equal(pos.choices, listed(step[8:]))
    move, arrow, facts = step.partition("->")
    pos.play(seat_of(move.split()[0]), move.split(maxsplit=1)[1].strip())
    return check_facts(pos, facts, ALL) if arrow else None


QUESTIONS: dict[str, Callable[[Position], list[str]]] = {
    "actor:": lambda pos: [] if pos.actor is None else [letter(pos.actor)],
    "actors:": lambda pos: [letter(seat) for seat in pos.actors],
    "scores:": lambda pos: [str(points) for points in pos.scores],
    "winners:": lambda pos: [letter(seat) for seat in pos.winners],
    "over:": lambda pos: ["yes" if pos.over else "no"],
}


def check_illegal(pos: Position, text: str) -> None:
    words, _, rule = text.rpartition(":")
    seat, _, move = words.partition(" ")
    before = str(pos)
    try:
        pos.play(seat_of(seat), move.strip())
    except IllegalMove as error:
        equal(error.rule, rule.strip())
        assert str(pos) == before, "a refused move changed the position"
        for language in ("fr", "en"):
            assert error.sentence(language), "no sentence"
        return
    raise AssertionError("the move was not refused")


def seat_of(word: str) -> int:
    assert len(word) == 1 and "A" <= word <= "Z", f"{word!r} is no seat"
    return seat_number(word)


def listed(text: str) -> list[str]:
    return [move.strip() for move in text.split("|") if move.strip()]


def equal(found: object, expected: object) -> None:
    assert found == expected, f"  found    {found}\n  expected {expected}"


# Facts


def check_facts(pos: Position, text: str, viewer: int) -> None:
    sight = RecordSight(pos.state, viewer)
    seat = -1
    for part in (part.strip() for part in text.split(";")):
        if not part:
            continue
        if re.match(r"[A-Z]:", part):
            seat, part = seat_number(part[0]), part[2:].strip()
        if re.match(r"\w+=", part):
            key, _, value = part.partition("=")
            check_key(pos, sight, key, value)
        elif re.match(r"\w+:", part):
            name, _, cards = part.partition(":")
            seat = -1
            check_place(pos, sight, name, seat, cards.strip())
        else:
            name, _, cards = part.partition(" ")
            assert seat >= 0, f"{part!r}: whose place?"
            check_place(pos, sight, name, seat, cards.strip())


def check_key(pos: Position, sight: RecordSight, name: str, value: str) -> None:
    game = pos.game
    written = {key.name: key for key in game.notation.keys}
    options = {option.name: option for option in game.options}
    if name in written:
        found = written[name].write(game, sight) or "-"
    elif name in options:
        found = options[name].text(sight.number(name))
    else:
        first_line = game.notation.write(game, sight).splitlines()[0]
        found = dict(word.partition("=")[::2] for word in first_line.split()[1:]).get(name, "-")
    equal(f"{name}={found}", f"{name}={value}")


def check_place(pos: Position, sight: RecordSight, name: str, seat: int, expected: str) -> None:
    areas = pos.game.notation.shared if seat < 0 else pos.game.notation.seat
    area = next((area for area in areas if name in area.names(pos.seats)), None)
    assert area is not None, f"{name!r} is no place"
    found = area.write(pos.game, sight, name, seat)
    if name == expected == "" or found is None:
        assert not expected and name != "out", f"{name}: found nothing, expected {expected!r}"
    elif sight.sees_all:
        assert cards_match(found.split(), expected.split(), name == "stock"), (
            f"  found    {found}\n  expected {expected}"
        )
    else:
        equal(found, expected)


def cards_match(found: list[str], expected: list[str], open_end: bool) -> bool:
    if open_end and expected and expected[-1] == "?":
        return len(found) >= len(expected) - 1 and cards_match(found[: len(expected) - 1], expected[:-1], False)
    wanted: list[str] = []
    for word in expected:
        wanted += ["?"] * int(word[2:]) if word.startswith("?*") else [word]
    return len(found) == len(wanted) and all(w in ("?", f) for f, w in zip(found, wanted, strict=True))
