"""Why a move is refused: the id of the rule that forbids it, as a number that compiled rules can return."""

from __future__ import annotations

TURN, CARD, WORD = 1, 2, 3
FIRST_RULE, FIRST_RULING = 100, 500


def refusals(*ids: str) -> tuple[int, ...]:
    """`KOL-09` is 109, `KOL-R3` is 503: one number for each id."""
    return tuple(number_of(rule_id) for rule_id in ids)


def number_of(rule_id: str) -> int:
    number = rule_id.partition("-")[2]
    return FIRST_RULING + int(number[1:]) if number.startswith("R") else FIRST_RULE + int(number)


def id_of(number: int, prefix: str) -> str:
    """The id of a refusal in a game whose rules are numbered with this prefix."""
    if number < FIRST_RULE:
        return ("", "TURN", "CARD", "WORD")[number]
    if number < FIRST_RULING:
        return f"{prefix}-{number - FIRST_RULE:02}"
    return f"{prefix}-R{number - FIRST_RULING}"
