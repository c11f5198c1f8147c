"""Reading a position from its text: names what matters, deals the rest, refuses what can't be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import numpy as np

from pioche.core import BOX, EVERYONE, RULES, Face, Place, Seat, State, pick, seed_rng
from pioche.core.cards import bottom, cards_in, insert, lift, sort_place
from pioche.core.seats import letter, seat_number
from pioche.table.catalogue import Phrase, phrase
from pioche.table.errors import NotationError, PiocheError
from pioche.table.game import BIG, Game
from pioche.table.game_registry import game_names, named
from pioche.table.notation import Area, Key
from pioche.table.options import NUMBER
from pioche.table.position import Position
from pioche.table.visibility import UNKNOWN

S = TypeVar("S", bound=State)

HEX = set("0123456789abcdef")


@dataclass
class Line:
    number: int
    text: str


def parse(text: str, rules: int = RULES, game: Game | None = None) -> Position:
    """A position from the notation; a NotationError names the line and the word that is wrong.

    It is played by this version of the rules, unless it names another; and as this game, if one is given: else its
    first word says which one it is.
    """
    lines = [Line(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise NotationError("notation.empty", 1, "")
    words = lines[0].text.split()
    found = named(words[0], game)
    if found is None:
        known = [game.id] if game else game_names()
        raise NotationError("notation.game", lines[0].number, words[0], games=", ".join(known))
    return Reader(found, lines, rules).read()


class Reader:
    """The work of reading one position."""

    def __init__(self, game: Game, lines: list[Line], rules: int = RULES) -> None:
        self.game = game
        self.rules = rules
        self.header, self.lines = lines[0], lines[1:]
        self.line = self.header.number
        self.rest_to_stock = True
        self.laid: dict[Place, list[Face]] = {}
        self.named_lines: dict[Place, int] = {}
        self.knows: list[tuple[Seat, Place, list[Face], str, int]] = []
        self.given: set[str] = set()
        self.barred: dict[Place, set[Face]] = {}  # faces that unnamed cards of a place can't have
        self.unnamed: list[int] = []  # the cards that were dealt because the text does not name them
        self.random = np.zeros(4, np.int64).tolist()

    def read(self) -> Position:
        notation = self.game.notation
        keys = self._header_words()
        self.seats = self._count_seats()
        self.s = self._blank(keys)
        for key in notation.keys:
            if key.default is None:
                key.clear(self)
            else:
                key.read(self, key.default)
        self._read_keys(keys)
        for line in self.lines:
            self._read_line(line)
        self.line = self.header.number
        notation.complete(self)
        self._place_knowledge()
        self._deal()
        self._mark_knowledge()
        notation.finish(self)
        return Position(self.game, self.s.tables, None)

    # The first line

    def _header_words(self) -> dict[str, str]:
        keys: dict[str, str] = {}
        for word in self.header.text.split()[1:]:
            name, equals, value = word.partition("=")
            if not equals or name not in self._known_keys():
                raise self.error("notation.key", word, known=", ".join(self._known_keys()))
            if name in keys:
                raise self.error("notation.twice", word)
            keys[name] = value
        if "turn" not in keys:
            raise self.error("notation.turn", "turn=")
        self.given |= set(keys)
        return keys

    def _known_keys(self) -> list[str]:
        options = [option.name for option in self.game.options]
        return [*(key.name for key in self.game.notation.keys), *options, "rules", "over", "seed", "rng"]

    def _blank(self, keys: dict[str, str]) -> Any:
        options = {option.name: keys[option.name] for option in self.game.options if option.name in keys}
        rules = self.number("rules", keys.get("rules", str(self.rules)), 1, RULES)
        for option in self.game.options:
            if option.name in options:
                try:
                    option.number_by(options[option.name], rules)
                except PiocheError:
                    word = f"{option.name}={options[option.name]}"
                    expected = option.expected(rules)
                    raise self.error("notation.value", word, name=option.name, expected=expected) from None
        return self.game.blank(self.seats, options, rules)

    def _read_keys(self, words: dict[str, str]) -> None:
        known: dict[str, Key] = {key.name: key for key in self.game.notation.keys}
        seed = self.number("seed", words.get("seed", "0"), 0, BIG - 1)
        seed_rng(self.s.rng, seed, 0)
        seed_rng(self.random, seed, 1)
        for name, word in words.items():
            if name in known:
                known[name].read(self, word)
            elif name == "over":
                if word not in ("yes", "no"):
                    raise self.bad_value("over", word, "yes | no")
                self.s.over = int(word == "yes")
            elif name == "rng":
                self._read_rng(word)

    def _read_rng(self, word: str) -> None:
        if len(word) != 32 or not set(word) <= HEX:
            raise self.bad_value("rng", word, "32 × 0-9 a-f")
        for i in range(4):
            self.s.rng[i] = int(word[8 * i : 8 * i + 8], 16)

    # The other lines

    def _count_seats(self) -> int:
        names = [line for line in self.lines if len(line.text.split(":")[0].strip()) == 1]
        for seat, line in enumerate(names):
            name = line.text[0]
            self.line = line.number
            if name != letter(seat):
                raise self.error("notation.seat_order", name)
        players = self.game.players
        if len(names) not in players:
            self.line = names[-1].number if names else self.header.number
            word = names[-1].text[0] if names else self.game.id
            raise self.error("notation.seats", word, count=len(names), low=players[0], high=players[-1])
        self.line = self.header.number
        return len(names)

    def _read_line(self, line: Line) -> None:
        self.line = line.number
        name, colon, rest = line.text.partition(":")
        name = name.strip()
        if not colon:
            raise self.error("notation.colon", line.text.split()[0])
        if len(name) == 1:
            for part in rest.split(";"):
                words = part.split()
                if words:
                    self._read_area(self.game.notation.seat, words[0], seat_number(name), words[1:])
        else:
            self._read_area(self.game.notation.shared, name, -1, rest.split())

    def _read_area(self, areas: tuple[Area, ...], name: str, seat: Seat, words: list[str]) -> None:
        known = {each: area for area in areas for each in area.names(self.seats)}
        if name not in known:
            raise self.error("notation.place", name, known=", ".join(known))
        mark = name if seat < 0 else f"{letter(seat)}.{name}"
        if mark in self.given:
            raise self.error("notation.twice", name)
        self.given.add(mark)
        known[name].read(self, name, seat, words)

    # Words

    def face(self, word: str) -> Face:
        if word not in self.game.faces:
            raise self.error("notation.card", word)
        return self.game.faces.index(word)

    def faces(self, words: list[str]) -> list[Face]:
        found: list[Face] = []
        for word in words:
            if word == "?":
                found.append(UNKNOWN)
            elif word.startswith("?*") and NUMBER.fullmatch(word[2:]) and word[2] != "-":
                found += [UNKNOWN] * min(int(word[2:]), self.game.state.cards + 1)
            else:
                found.append(self.face(word))
        return found

    def seat(self, word: str) -> Seat:
        seat = seat_number(word) if len(word) == 1 else -1
        if not 0 <= seat < self.seats:
            raise self.error("notation.no_seat", word)
        return seat

    def number(self, key: str, word: str, low: int, high: int) -> int:
        if not NUMBER.fullmatch(word) or not low <= int(word) <= high:
            raise self.bad_value(key, word, phrase("setup.range", low=low, high=high))
        return int(word)

    def state(self, kind: type[S]) -> S:
        """The table that is being read, as the game's own kind of state."""
        found: S = self.s
        return found

    def error(self, key: str, word: str, **details: Any) -> NotationError:
        return NotationError(key, self.line, word, **details)

    def bad_value(self, key: str, word: str, expected: str | Phrase) -> NotationError:
        shown = f"{key}={word}" if key in self.given else word
        return self.error("notation.value", shown, name=key, expected=expected)

    def bad_shape(self, word: str, why: str, **details: Any) -> NotationError:
        return self.error("notation.shape", word, why=phrase(f"why.{why}", **details))

    # Cards

    def lay(self, place: Place, faces: list[Face]) -> None:
        """These faces lie in a place, top first, UNKNOWN for a card not given."""
        self.laid[place] = faces
        self.named_lines[place] = self.line

    def _place_knowledge(self) -> None:
        """A card that somebody knows in a hand is one of that hand's unnamed cards, if it is not named there."""
        for _, place, faces, word, line in self.knows:
            hand = self.laid.setdefault(place, [])
            for face, needed in Counter(face for face in faces if face != UNKNOWN).items():
                for _ in range(needed - hand.count(face)):
                    if UNKNOWN not in hand:
                        self._refuse_knowledge(word, line)
                    hand[hand.index(UNKNOWN)] = face
            if len(faces) > len(hand):
                self._refuse_knowledge(word, line)

    def _refuse_knowledge(self, word: str, line: int) -> NoReturn:
        self.line = line
        raise self.bad_shape(word, "knows")

    def _deal(self) -> None:
        """Named cards first; then every unnamed one outside the stock, then the stock, from what is left."""
        stock = self.game.notation.shared[0].place  # type: ignore[attr-defined]
        spots: list[tuple[Place, int]] = []
        chosen: dict[tuple[Place, int], int] = {}
        for place in sorted(self.laid, key=lambda p: (p == stock, p)):
            for i, face in enumerate(self.laid[place]):
                if face == UNKNOWN:
                    spots.append((place, i))
                else:
                    chosen[place, i] = self._take_from_box(place, face)
        pool = self._shuffled_rest()
        self.unnamed = pool.copy()
        for place, i in spots:
            chosen[place, i] = self._take_from_pool(pool, place)
        for place, faces in self.laid.items():
            for i in range(len(faces)):
                self._put(chosen[place, i], place)
        if self.rest_to_stock:
            for card in pool:
                lift(self.s, card)
                self._put(card, stock)

    def _take_from_box(self, place: Place, face: Face) -> int:
        free = (c for c in cards_in(self.s, BOX) if self.s.face[c] == face and self.s.known[c] != EVERYONE)
        card = next(free, -1)
        if card < 0:
            self.line = self.named_lines[place]
            out = [self.s.place[c] == BOX and self.s.known[c] == EVERYONE for c in range(self.game.state.cards)]
            copies = sum(self.s.face[c] == face and not out[c] for c in range(self.game.state.cards))
            raise self.error("notation.copies", self.game.faces[face], copies=copies)
        lift(self.s, card)
        return card

    def _shuffled_rest(self) -> list[int]:
        """The cards in the box that are in play, in random order."""
        rest = [card for card in cards_in(self.s, BOX) if self.s.known[card] != EVERYONE]
        for i in range(len(rest) - 1, 0, -1):
            j = pick(self.random, i + 1)
            rest[i], rest[j] = rest[j], rest[i]
        return rest

    def _take_from_pool(self, pool: list[int], place: Place) -> int:
        barred = self.barred.get(place, set())
        for i in range(len(pool)):
            if self.s.face[pool[i]] not in barred:
                card = pool.pop(i)
                lift(self.s, card)
                return card
        self.line = self.named_lines[place]
        raise self.error("notation.too_many", self.game.state.places.names[place])

    def _put(self, card: int, place: Place) -> None:
        """Under the cards that already lie there."""
        audience = self.game.state.places.audience[place]
        self.s.known[card] = audience
        insert(self.s, card, place, bottom(self.s, place))

    def _mark_knowledge(self) -> None:
        places = self.game.state.places
        for place in self.laid:
            if places.sorted[place]:
                sort_place(self.s, place)
        named = set[int]()
        for knower, place, faces, _, _ in self.knows:
            for face, n in Counter(face for face in faces if face != UNKNOWN).items():
                alike = [card for card in cards_in(self.s, place) if self.s.face[card] == face][:n]
                named.update(alike)
                self._tell(knower, alike)
        for knower, place, faces, _, _ in self.knows:
            unsaid = [card for card in cards_in(self.s, place) if not self.s.known[card] >> knower & 1]
            unsaid.sort(key=lambda card: card not in named)  # a view tells of others only what its seat knows too
            self._tell(knower, unsaid[: faces.count(UNKNOWN)])
            sort_place(self.s, place)

    def _tell(self, knower: Seat, cards: list[int]) -> None:
        for card in cards:
            self.s.known[card] |= 1 << knower
