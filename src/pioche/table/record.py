"""A whole game as text: how it began, every move, and the position it led to.

    record 1
    deal kolpa 4 seed=7 target=30
    A R1
    B kolpa G4
    end 2 5f0c…

A game that began from a written position has that position, each line indented by two spaces, instead of `deal`. The
last line counts the moves and names the final position by a digest, so a record that was cut short is noticed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from pioche.table.errors import IllegalMove, NotationError, PiocheError
from pioche.table.notation import letter
from pioche.table.position import Position
from pioche.table.reader import parse
from pioche.table.registry import find_game, game_names

Numbered = list[tuple[int, str]]


def record(pos: Position) -> str:
    """The whole game that led to this position."""
    moves = [f"{letter(seat)} {pos.game.moves[number].text}" for seat, number in pos._history]
    return "\n".join(["record 1", *beginning(pos), *moves, f"end {len(moves)} {digest(pos)}"]) + "\n"


def beginning(pos: Position) -> list[str]:
    kind, *facts = pos._origin
    if kind == "deal":
        players, seed, options = facts
        words = [f"{name}={option_text(value)}" for name, value in options.items()]
        return [" ".join(["deal", pos.game.id, str(players), f"seed={seed}", *words])]
    tables = np.zeros(1, pos.game.state.logged)
    raw = tables.view(np.uint8)
    raw[: len(facts[0])] = np.frombuffer(facts[0], np.uint8)
    return ["  " + line for line in str(Position(pos.game, tables, ())).splitlines()]


def option_text(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def digest(pos: Position) -> str:
    return hashlib.blake2b(str(pos).encode(), digest_size=8).hexdigest()


def replay(text: str) -> Iterator[Position]:
    """Every position of a recorded game, the first one included. The text is checked before the first is given."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines or lines[0][1].split() != ["record", "1"]:
        number, word = lines[0] if lines else (1, "")
        raise NotationError("notation.record_head", number, word.strip())
    start, rest = split_beginning(lines[1:])
    moves, end = split_end(rest, lines[-1][0])
    return play_again(start, moves, end)


def split_beginning(lines: Numbered) -> tuple[Position, Numbered]:
    if lines and lines[0][1].startswith("deal "):
        return read_deal(*lines[0]), lines[1:]
    n = 0
    while n < len(lines) and lines[n][1].startswith("  "):
        n += 1
    position = "\n" * (lines[0][0] - 1) if lines else ""
    return parse(position + "\n".join(line for _, line in lines[:n])), lines[n:]


def read_deal(number: int, line: str) -> Position:
    """`deal kolpa 4 seed=7 target=30`"""
    words = line.split()[1:]
    keys = dict(word.partition("=")[::2] for word in words[2:])
    if len(words) < 2 or not words[1].isdigit() or not keys.get("seed", "").isdigit():
        raise NotationError("notation.deal", number, line.strip())
    game = find_game(words[0])
    if game is None:
        raise NotationError("notation.game", number, words[0], games=", ".join(game_names()))
    seed = int(keys.pop("seed"))
    try:
        return game.deal(int(words[1]), seed=seed, **keys)
    except PiocheError as error:
        raise NotationError("notation.record_deal", number, line.strip(), why=error) from None


def split_end(lines: Numbered, last: int) -> tuple[Numbered, tuple[int, str]]:
    moves = [(number, line.strip()) for number, line in lines]
    if not moves or not moves[-1][1].startswith("end "):
        raise NotationError("notation.record_cut", last, "end", moves=len(moves))
    number, end = moves.pop()
    words = end.split()
    if len(words) != 3 or words[1] != str(len(moves)):
        raise NotationError("notation.record_count", number, end, moves=len(moves))
    for at, line in moves:
        if len(line) < 3 or line[1] != " " or not "A" <= line[0] <= "Z":
            raise NotationError("notation.record_move", at, line)
    return moves, (number, words[2])


def play_again(pos: Position, moves: Numbered, end: tuple[int, str]) -> Iterator[Position]:
    yield pos.copy()
    for number, line in moves:
        try:
            pos.play(ord(line[0]) - 65, line[2:])
        except IllegalMove as error:
            raise NotationError("notation.record_illegal", number, line, why=error) from None
        except PiocheError:
            raise NotationError("notation.no_seat", number, line[0]) from None
        yield pos.copy()
    if digest(pos) != end[1]:
        raise NotationError("notation.record_end", end[0], end[1])
