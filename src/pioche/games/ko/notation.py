"""How positions of KO are written, beyond what is common to all games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

from pioche.core import Face, Seat, hooks
from pioche.core.seats import letter
from pioche.games.ko import discard_shapes, rules, unseen_hands
from pioche.games.ko.cards import (
    ACTION,
    CHOSEN,
    FACES,
    FIRST_LAYING,
    GONE,
    HAND,
    HAND_SIZE,
    KO,
    LETTERS,
    NUMBERS,
    OPEN,
    PEEK2,
    REV,
    ROT,
    STOCK,
    SUITE,
    SWAP,
    TRUMP,
    suit,
)
from pioche.games.ko.moves import FACE_COUNT, M_DONE
from pioche.games.ko.state import DISCARD, LAY, PEEK, PHASES, RECOLOUR, REFILL, RELAY, ROBBED, SURPLUS, TARGET, KoState
from pioche.games.ko.turn import show_to_all
from pioche.table.errors import NotationError
from pioche.table.notation import (
    Cards,
    FaceKey,
    Key,
    Knows,
    MaybeSeatKey,
    Notation,
    NumberKey,
    SeatKey,
    Stock,
    WordKey,
    write_faces,
)
from pioche.table.visibility import UNKNOWN, Sight

if TYPE_CHECKING:
    from pioche.table.game import Game
    from pioche.table.position_parser import Reader


@dataclass(frozen=True)
class FreshKey(Key):
    """`fresh=R1,SKIP`: the cards discarded this turn."""

    def write(self, game: Game, sight: Sight) -> str | None:
        counts = sight.numbers(self.field)
        faces = [FACES[face] for face in compress(range(FACE_COUNT), counts) for _ in range(counts[face])]
        return ",".join(faces) or None

    def read(self, reader: Reader, word: str) -> None:
        for face, n in Counter(reader.face(one) for one in word.split(",")).items():
            reader.state(KoState).fresh[face] = n


@dataclass(frozen=True)
class WasKey(Key):
    """`was=R`: the colour just taken up, which only its owner knows."""

    def write(self, game: Game, sight: Sight) -> str | None:
        if sight.number("phase") != RECOLOUR or sight.number("over"):
            return None
        colour = sight.own_number(self.field, sight.number("turn"))
        return "?" if colour is None else LETTERS[colour]

    def read(self, reader: Reader, word: str) -> None:
        if word != "?" and word not in LETTERS[: reader.state(KoState).colours]:
            raise reader.bad_value(self.name, word, " | ".join(LETTERS[: reader.state(KoState).colours]))
        reader.state(KoState).was[reader.state(KoState).turn] = LETTERS.index(word) if word != "?" else -1

    def clear(self, reader: Reader) -> None:
        for seat in range(len(reader.state(KoState).was)):
            reader.state(KoState).was[seat] = -1


@dataclass(frozen=True)
class MissesKey(Key):
    """`misses=CD`: the seats that will miss their next turn."""

    def write(self, game: Game, sight: Sight) -> str | None:
        mask = sight.number(self.field)
        return "".join([letter(seat) for seat in range(sight.seats) if mask >> seat & 1]) or None

    def read(self, reader: Reader, word: str) -> None:
        for one in word:
            reader.state(KoState).misses |= 1 << reader.seat(one)


@dataclass(frozen=True)
class Suite(Cards):
    """`suite R3 R4 T11 KO`: one colour, different numbers; once it is shown, everybody reads it."""

    def write(self, game: Game, sight: Sight, name: str, seat: Seat) -> str | None:
        return write_faces(game, sight.shown_faces(self.place + seat))

    def read(self, reader: Reader, name: str, seat: Seat, words: list[str]) -> None:
        faces = reader.faces(words)
        if not is_suite([face for face in faces if face != UNKNOWN]) or len(faces) > NUMBERS:
            raise reader.bad_shape(name, "suite")
        reader.lay(self.place + seat, faces)


def is_suite(faces: list[Face]) -> bool:
    """KOO-02  One colour, no number twice, no action card."""
    numbered = [face for face in faces if face < KO]
    colours = {suit(face) for face in numbered if face < TRUMP}
    return max(faces, default=0) <= KO and len(colours) <= 1 and len({f % NUMBERS for f in numbered}) == len(numbered)


def finish(reader: Reader) -> None:
    """When all cards lie there: what follows from them, and somebody must be able to act."""
    s = reader.state(KoState)
    complete = [seat for seat in range(reader.seats) if s.sizes[SUITE + seat] == NUMBERS]
    if complete:
        s.over = 1  # KOO-19
    if not s.over:
        check_effect(reader)
        fill_in(reader)
    if needs_dealing(reader):
        deal_legally(reader)
    for seat in complete:
        show_to_all(s, seat)
    if not s.over:
        check_chosen(reader)
        check_moves(reader)


def check_moves(reader: Reader) -> None:
    """KOO-04  Whoever is asked has a legal move."""
    s, moves = reader.state(KoState), [0] * (M_DONE + 1)
    if not reader.game.runtimes.interpreted.call(hooks.legal, s, rules.actor(s), moves):
        raise bad_step(reader)


def bad_step(reader: Reader) -> NotationError:
    return reader.bad_shape(f"phase={PHASES[reader.state(KoState).phase]}", "phase")


def check_effect(reader: Reader) -> None:
    """KOO-R7  A step that belongs to an effect needs the effect, and the seat it is aimed at."""
    s = reader.state(KoState)
    if 0 <= s.effect < ACTION:
        raise reader.bad_shape(f"effect={FACES[s.effect]}", "phase")
    has_effect = s.effect not in (-1, REV, ROT)
    has_target = s.target not in (-1, s.turn)
    needs_target = s.phase in (PEEK, ROBBED) or (s.effect == SWAP and s.phase in (REFILL, SURPLUS))
    if (s.phase in (TARGET, PEEK) and not has_effect) or (needs_target and not has_target):
        raise bad_step(reader)
    if s.source and s.phase not in (ROBBED, REFILL, RELAY):
        raise reader.bad_shape("source=open", "phase")


def check_chosen(reader: Reader) -> None:
    """KOO-06  Cards are chosen by the seat in turn, in its discard, and can become a shape."""
    s = reader.state(KoState)
    discard_shapes.look_at_chosen(s, s.turn)
    for seat in range(reader.seats):
        if s.sizes[CHOSEN + seat] and (seat != s.turn or s.phase != DISCARD):
            raise reader.bad_shape("chosen", "phase")
    if not discard_shapes.may_stop(s) and not discard_shapes.may_become_run(s):
        raise reader.bad_shape("chosen", "phase")


def fill_in(reader: Reader) -> None:
    """Keys left out that follow from the cards: what was laid so far, and what is to be taken."""
    s = reader.state(KoState)
    suite = s.sizes[SUITE + s.turn]
    if "laid" not in reader.given and (s.phase == RECOLOUR or (s.phase == LAY and suite < FIRST_LAYING)):
        s.laid = suite
    if "need" in reader.given:
        return
    if s.phase == PEEK:
        s.need = min(2 if s.effect == PEEK2 else 1, s.sizes[HAND + s.target])
    elif s.phase in (ROBBED, REFILL, RELAY):
        s.need = max(0, HAND_SIZE - s.sizes[HAND + rules.actor(s)])


def needs_dealing(reader: Reader) -> bool:
    """Does `?` stand in a suite, for the colour just taken up, or for what a step that has begun needs?"""
    s = reader.state(KoState)
    if not s.over and s.phase == RECOLOUR and s.was[s.turn] < 0:
        return True
    asked = {SUITE + seat for seat in range(reader.seats)}
    if unseen_hands.is_unfinished(s, s.turn) or unseen_hands.missing_numbers(s):
        asked.add(HAND + s.turn)
    return any(s.place[card] in asked for card in reader.unnamed)


def deal_legally(reader: Reader) -> None:
    """KOO-02  The cards that the text does not name are dealt so that suites are legal and the step can end."""
    s = reader.state(KoState)
    for face in range(len(s.work)):
        s.work[face] = 0
    for card in reader.unnamed:
        s.work[s.face[card]] += 1
        s.face[card] = UNKNOWN
    if not reader.game.runtimes.interpreted.call(unseen_hands.guess, s, reader.random):
        raise reader.bad_shape("suite", "suite")


NOTATION = Notation(
    keys=(
        SeatKey("turn", "turn"),
        WordKey("phase", "phase", default="discard", words=PHASES),
        WordKey("direction", "left", default="right", words=("right", "left")),
        FreshKey("fresh", "fresh"),
        NumberKey("picked", "picked", default="0", low=0, high=HAND_SIZE),
        FaceKey("effect", "effect"),
        MaybeSeatKey("target", "target"),
        NumberKey("need", "need", default="0", low=0, high=30),
        WordKey("source", "source", words=("open",), offset=1),
        WordKey("recoloured", "recoloured", words=("yes",), offset=1),
        WasKey("was", "was"),
        NumberKey("laid", "laid", default="0", low=0, high=NUMBERS),
        WordKey("again", "again", words=("yes",), offset=1),
        MissesKey("misses", "misses"),
        NumberKey("idle", "idle", default="0", low=0, high=500),
        NumberKey("turns", "turns", default="0", low=0, high=3000),
    ),
    shared=(Stock("stock", STOCK), Cards("open", OPEN), Cards("gone", GONE, always=False)),
    seat=(Cards("hand", HAND), Cards("chosen", CHOSEN, always=False), Suite("suite", SUITE), Knows("knows", HAND)),
    finish=finish,
)
