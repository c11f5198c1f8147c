"""A whole game as text: how it began, every move, and the position it led to.

    record 1 rules=2
    deal kolpa 4 seed=7 target=30
    A R1
    B kolpa G4
    end 2 5f0c…

A game that began from a written position has that position, each line indented by two spaces, instead of `deal`. The
first line says by which version of the rules it was played, for ever (none: by the first). The last line counts the
moves and names the final position by a digest, so a record that was cut short is noticed.

A game of a key has `key=` instead of `seed=`; a written position that goes on with a key has `sow KEY MOVES` after it.
Then a line may say what the key was made of: `fair 2 commit=… seed=… table=… A=person:… B=bot:level3`, or, in games of
the first version, `fair commit=… seed=… A=…`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from pioche.core import RULES
from pioche.core.seats import letter, seat_number
from pioche.table.catalogue import counted
from pioche.table.errors import IllegalMove, NotationError, PiocheError
from pioche.table.game import Game
from pioche.table.game_registry import game_names, named
from pioche.table.notation import rules_word
from pioche.table.position import Position
from pioche.table.position_parser import parse
from pioche.table.shuffle_commitment import PART, SALT, Fair, Shuffle

Numbered = list[tuple[int, str]]
HEX = "[0-9a-f]{64}"


class Record(NamedTuple):
    """A record as it was read: nothing has been played yet."""

    start: Position
    commit: str  # the commitment that it names, "" if none
    fair: Fair | Shuffle | None  # what it says that its key was made of
    moves: Numbered
    end: tuple[int, str]


def record(pos: Position, fair: Fair | Shuffle | None = None) -> str:
    """The whole game that led to this position; `fair` says what its key was made of."""
    moves = [f"{letter(seat)} {pos.game.moves[number].text}" for seat, number in pos.history]
    lines = [
        " ".join(["record 1", *version(pos.state.rules)]),
        *beginning(pos),
        *fair_line(pos, fair),
        *moves,
        f"end {len(moves)} {digest(pos)}",
    ]
    return "\n".join(lines) + "\n"


def version(rules: int) -> list[str]:
    """The word for a version of the rules; the first one has none."""
    return [rules_word(rules)] if rules > 1 else []


def deal_words(game: str, players: int, options: Mapping[str, Any], rules: int = RULES) -> str:
    """All that a deal is but its luck, `rules=2 ko 3 stall=7`: what a record's first two lines say, without the key."""
    return " ".join([*version(rules), game, str(players), *option_words(options)])


def option_words(options: Mapping[str, Any]) -> list[str]:
    return [f"{name}={option_text(value)}" for name, value in options.items()]


def beginning(pos: Position) -> list[str]:
    origin = pos.origin
    if origin.is_deal:
        source = f"key={origin.source.hex()}" if isinstance(origin.source, bytes) else f"seed={origin.source}"
        return [" ".join(["deal", pos.game.id, str(origin.players), source, *option_words(origin.options)])]
    tables = np.zeros(1, pos.game.state.logged)
    raw = tables.view(np.uint8)
    raw[: len(origin.table)] = np.frombuffer(origin.table, np.uint8)
    sown = [f"sow {origin.key.hex()} {origin.earlier}"] if origin.key is not None else []
    return ["  " + line for line in without_version(Position(pos.game, tables, origin)).splitlines()] + sown


def words_of(pos: Position) -> str:
    """The same of a position that was dealt."""
    return deal_words(pos.game.id, pos.origin.players, pos.origin.options, pos.state.rules)


def fair_line(pos: Position, fair: Fair | Shuffle | None) -> list[str]:
    """`fair commit=… seed=… A=… C=…`, or `fair 2 …`"""
    if fair is None:
        return []
    if fair.key != pos.origin.key or len(fair.salts) > pos.seats or not is_of(pos, fair):
        raise PiocheError("setup.fair")
    return [" ".join(["fair", *fair.words])]


def is_of(pos: Position, fair: Fair | Shuffle) -> bool:
    """Is it this deal that the house was bound to?"""
    if isinstance(fair, Fair):
        return True
    return pos.origin.is_deal and (len(fair.parts), fair.deal) == (pos.seats, words_of(pos))


def option_text(value: Any) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def digest(pos: Position) -> str:
    return hashlib.blake2b(without_version(pos).encode(), digest_size=8).hexdigest()


def without_version(pos: Position) -> str:
    """The position as its record writes it: the first line of the record has said by which rules it is played."""
    return str(pos).replace(" " + rules_word(pos.state.rules), "", 1)


def replay(text: str, game: Game | None = None) -> Iterator[Position]:
    """Every position of a recorded game, the first one included. The text is checked before the first is given.

    It is played as this game, if one is given: else it says which one it is.
    """
    return play_again(read_record(text, game))


def read_record(text: str, game: Game | None = None) -> Record:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    rules = read_head(*lines[0]) if lines else read_head(1, "")
    start, rest = split_beginning(lines[1:], rules, game)
    commit, fair, rest = split_fair(start, rest)
    return Record(start, commit, fair, *split_end(rest, lines[-1][0]))


def read_head(number: int, line: str) -> int:
    """`record 1 rules=2`: the version of the rules, the first one if it names none."""
    found = re.fullmatch(r"record +1(?: +rules=([0-9]{1,9}))?", line.strip())
    if found is None:
        raise NotationError("notation.record_head", number, line.strip())
    rules = int(found[1] or 1)
    if not 1 <= rules <= RULES:
        raise NotationError("notation.record_rules", number, rules_word(rules), newest=RULES)
    return rules


def split_beginning(lines: Numbered, rules: int, game: Game | None = None) -> tuple[Position, Numbered]:
    if lines and lines[0][1].startswith("deal "):
        return read_deal(*lines[0], rules, game), lines[1:]
    n = 0
    while n < len(lines) and lines[n][1].startswith("  "):
        n += 1
    position = "\n" * (lines[0][0] - 1) if lines else ""
    start = parse(position + "\n".join(line for _, line in lines[:n]), rules, game)
    if n < len(lines) and lines[n][1].startswith("sow "):
        read_sow(start, *lines[n])
        n += 1
    return start, lines[n:]


def read_deal(number: int, line: str, rules: int = RULES, game: Game | None = None) -> Position:
    """`deal kolpa 4 seed=7 target=30`, or with `key=`"""
    words = line.split()[1:]
    options = dict(word.partition("=")[::2] for word in words[2:])
    source = read_source(options.pop("seed", None), options.pop("key", None))
    if source is None or len(options) != len(words) - 3 or not re.fullmatch("[0-9]{1,9}", words[1]):
        raise NotationError("notation.deal", number, line.strip())
    found = named(words[0], game)
    if found is None:
        raise NotationError("notation.game", number, words[0], games=", ".join([game.id] if game else game_names()))
    try:
        return found.deal_from(source, int(words[1]), options, rules)
    except PiocheError as error:
        raise NotationError("notation.record_deal", number, line.strip(), why=error) from None


def read_source(seed: str | None, key: str | None) -> int | bytes | None:
    """Where the randomness comes from: one of the two, well written."""
    if seed is not None and key is None and re.fullmatch("[0-9]{1,40}", seed):
        return int(seed)
    return bytes.fromhex(key) if key is not None and seed is None and re.fullmatch(HEX, key) else None


def read_sow(start: Position, number: int, line: str) -> None:
    """`sow KEY MOVES`"""
    found = re.fullmatch(f"sow ({HEX}) ([0-9]{{1,18}})", line.strip())
    if found is None:
        raise NotationError("notation.sow", number, line.strip())
    start.sow(bytes.fromhex(found[1]), int(found[2]))


def split_fair(start: Position, lines: Numbered) -> tuple[str, Fair | Shuffle | None, Numbered]:
    if not lines or not lines[0][1].startswith("fair "):
        return "", None, lines
    number, line = lines[0]
    if start.origin.key is None:
        raise NotationError("notation.fair_key", number, line.strip())
    read = read_shuffle if line.startswith("fair 2 ") else read_fair
    return *read(start, number, line.strip()), lines[1:]


def read_fair(start: Position, number: int, line: str) -> tuple[str, Fair]:
    """`fair commit=… seed=… A=…`"""
    salts = "".join(f"(?: {letter(seat)}=({SALT}))?" for seat in range(start.seats))
    found = re.fullmatch(f"fair commit=({HEX}) seed=({HEX}){salts}", line)
    if found is None:
        raise NotationError("notation.fair", number, line)
    commit, seed, *given = found.groups()
    return commit, Fair(bytes.fromhex(seed), given)


def read_shuffle(start: Position, number: int, line: str) -> tuple[str, Shuffle]:
    """`fair 2 commit=… seed=… table=… A=person:… B=bot:level3`"""
    if not start.origin.is_deal:
        raise NotationError("notation.fair_dealt", number, line)
    parts = "".join(f" {letter(seat)}=({PART})" for seat in range(start.seats))
    found = re.fullmatch(rf"fair 2 commit=({HEX}) seed=({HEX}) table=([\w-]{{1,24}}){parts}", line, re.ASCII)
    if found is None:
        raise NotationError("notation.fair_2", number, line)
    commit, seed, table, *given = found.groups()
    return commit, Shuffle(bytes.fromhex(seed), table, words_of(start), given)


def split_end(lines: Numbered, last: int) -> tuple[Numbered, tuple[int, str]]:
    moves = [(number, line.strip()) for number, line in lines]
    if not moves or not moves[-1][1].startswith("end "):
        raise NotationError("notation.record_cut", last, "end", moves=counted("moves", len(moves)))
    number, end = moves.pop()
    words = end.split()
    if len(words) != 3 or words[1] != str(len(moves)):
        raise NotationError("notation.record_count", number, end, moves=counted("moves", len(moves)))
    for at, line in moves:
        if len(line) < 3 or line[1] != " " or not "A" <= line[0] <= "Z":
            raise NotationError("notation.record_move", at, line)
    return moves, (number, words[2])


def play_again(record: Record) -> Iterator[Position]:
    pos = record.start
    yield pos.copy()
    for line in record.moves:
        play_line(pos, *line)
        yield pos.copy()
    if digest(pos) != record.end[1]:
        raise NotationError("notation.record_end", *record.end)


def play_line(pos: Position, number: int, line: str) -> None:
    """`A R1`"""
    try:
        pos.play(seat_number(line[0]), line[2:])
    except IllegalMove as error:
        raise NotationError("notation.record_illegal", number, line, why=error) from None
    except PiocheError:
        raise NotationError("notation.no_seat", number, line[0]) from None
