"""A game as the table sees it: its cards, moves, options, rules and words, and how its positions are written."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.core import BOX, EVERYONE, RULES, Rule, State, cards, constant_rule, event_log, hooks, observation, sow
from pioche.core.program_digest import only_named, shortened
from pioche.core.refusals import WORD, id_of
from pioche.core.rule import Program, compiled, interpreted
from pioche.core.seats import letter
from pioche.table.catalogue import Catalogue, Phrase, phrase, say
from pioche.table.commitment import checked_bytes, luck
from pioche.table.errors import IllegalMove, NotYourTurn, PiocheError

if TYPE_CHECKING:
    from pioche.table.notation import Notation
    from pioche.table.position import Position

BIG = 1 << 63
NUMBER = re.compile(r"-?[0-9]{1,18}")
_compiling = Lock()  # one game at a time: Numba does not compile two at once anyway


@dataclass(frozen=True)
class Option:
    """Something that may be agreed before the game: a number in a range, or one of some words."""

    name: str
    values: range | tuple[str, ...]
    default: int | str
    since: int = 1  # the version of the rules that brought it
    before: int | str = ""  # what earlier ones play, if not the default

    def number_by(self, value: Any, rules: int) -> int:
        """The same by a version of the rules: one from before the option has one way only."""
        number = self.number(value)
        return number if rules >= self.since or number == self.usual_by(rules) else self._refuse(value, rules)

    def number(self, value: Any) -> int:
        """The value as the state holds it: the number, or the word's place in the list."""
        if isinstance(self.values, range):
            return int(value) if NUMBER.fullmatch(str(value)) and int(value) in self.values else self._refuse(value)
        if isinstance(value, bool):
            value = "on" if value else "off"
        return self.values.index(value) if value in self.values else self._refuse(value)

    @cached_property
    def usual(self) -> int:
        """The default as the state holds it."""
        return self.number(self.default)

    def usual_by(self, rules: int) -> int:
        """What is played where nothing else is agreed, as the state holds it."""
        return self.usual if rules >= self.since or self.before == "" else self.number(self.before)

    def text(self, number: int) -> str:
        return str(number) if isinstance(self.values, range) else self.values[number]

    def _refuse(self, value: Any, rules: int = RULES) -> int:
        raise PiocheError("setup.value", name=self.name, value=value, expected=self.expected(rules))

    def expected(self, rules: int = RULES) -> Phrase:
        if rules < self.since:
            return phrase("setup.before", rules=rules, value=self.text(self.usual_by(rules)))
        if isinstance(self.values, range):
            return phrase("setup.range", low=self.values[0], high=self.values[-1])
        return phrase("setup.words", words=", ".join(self.values))


@dataclass(frozen=True)
class MoveText:
    """A move as text, and what the log says of it: a verb of the catalogue and its arguments."""

    text: str
    verb: str
    details: Mapping[str, str] = field(default_factory=dict)
    hidden_verb: str = ""  # what the log says to those who may not see the move


@dataclass(frozen=True, eq=False)
class Game:
    id: str
    prefix: str  # of its rule ids
    players: range
    state: type[State]
    rules: ModuleType
    faces: tuple[str, ...]
    moves: tuple[MoveText, ...]
    events: Mapping[str, tuple[str, ...]]  # its own events and what their numbers mean
    options: tuple[Option, ...]
    notation: Notation
    words: Catalogue
    spell: Callable[[str], str] = field(default=lambda text: text)  # another way to write a move, made regular
    thumb: Rule[[Any, int, int], int] = hooks.no_opinion  # a rule of thumb: how good a move looks
    outlook: Rule[[Any, int], int] = hooks.points_so_far  # how well a seat stands on a table with all cards seen
    horizon: int = 200  # moves that a search plays on, at most, in each chapter
    margin: int = 1000  # a lead, in hundredths of a point, that is half of the greatest one can have
    thinking: tuple[int, ...] = (0, 0, 0, 100, 1000)  # rounds of search at each level, 0: the thumb
    slips: tuple[float, ...] = (0.5, 0.2, 0.05, 0.0, 0.0)  # the share of its moves that each level does not think about
    figures: tuple[str, ...] = ()  # what the table counts for its players: the names of what `tally` writes
    tally: Rule[[Any, int, Any], int] = hooks.no_figures
    low_wins: bool = False  # the fewest points win
    reactions: tuple[str, ...] = ()  # verbs of moves that may be made out of turn
    occasions: tuple[str, ...] = ()  # verbs of moves that give reason to react
    stalls: tuple[str, ...] = ()  # events that say that a limit ended what nobody did
    published: tuple[str, ...] = ()  # rules that the sheet does not have: those of the published game
    rulings: tuple[str, ...] = ()  # rules that the sheet leaves open, beside those whose id says so
    check: Callable[[State], Phrase | None] = field(default=lambda s: None)  # why these options can't be dealt

    def __reduce__(self) -> tuple[Any, ...]:
        from pioche.table.pickling import as_sent

        return as_sent(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    @property
    def title(self) -> str:
        return self.say("title")

    def origin(self, rule_id: str) -> str:
        """Where a rule comes from: the `sheet`, the `published` game, or a `ruling` of ours."""
        if rule_id in self.published:
            return "published"
        return "ruling" if "-R" in rule_id or rule_id in self.rulings else "sheet"

    @property
    def rule_ids(self) -> list[str]:
        """All rule ids of the game, rules before rulings, in order."""
        ids = [key for key in self.words["en"] if key.startswith(self.prefix + "-")]
        return sorted(ids, key=lambda each: ("-R" in each, int(each.partition("-")[2].lstrip("R"))))

    def say(self, key: str, language: str | None = None, **details: Any) -> str:
        return say(key, language, self.words, **details)

    @property
    def cards(self) -> dict[str, int]:
        """Every card of the deck, with default options, and how many of it there are."""
        s = self.blank(self.players[0], {})
        counts: dict[str, int] = {}
        for card in range(self.state.cards):
            if s.known[card] != EVERYONE:  # everybody knows that it is out of play
                face = self.faces[s.face[card]]
                counts[face] = counts.get(face, 0) + 1
        return counts

    def deal(
        self, players: int | None = None, seed: int | None = None, key: bytes | None = None, **options: Any
    ) -> Position:
        """A fresh table. The same seed, or key, gives the same game; without one the operating system draws a seed.

        A key of 32 bytes gives every move fresh randomness of its own: see `pioche.table.commitment`.
        """
        if key is not None and seed is not None:
            raise PiocheError("setup.seed_and_key")
        players = self.players[0] if players is None else players
        if key is not None:
            return self.deal_from(checked_bytes(key), players, options)
        return self.deal_from(secrets.randbits(48) if seed is None else seed, players, options)

    def deal_from(self, source: int | bytes, players: int, options: Mapping[str, Any], rules: int = RULES) -> Position:
        """A fresh table from a seed or a key; `rules` is the version that it is played by."""
        from pioche.table.position import Position

        s = self.ready(players, options, rules)
        if isinstance(source, bytes):
            sow_words(s, luck(source, 0))
        else:
            sow_from(s, source, 0)
        position = Position(self, s.tables, ("deal", players, source, options))
        position._key = source if isinstance(source, bytes) else None
        position._run(hooks.deal)
        return position

    def ready(self, players: int, options: Mapping[str, Any], rules: int = RULES) -> State:
        """A table that can be dealt; refuses options that leave no playable deck."""
        s = self.blank(players, options, rules)
        if why := self.check(s):
            raise PiocheError(why.key, self.words, **why.details)
        return s

    def blank(self, players: int, options: Mapping[str, Any], rules: int = RULES) -> State:
        """A table with its options set and the deck in the box."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise PiocheError("setup.players", title=self.title, low=low, high=high, players=players)
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise PiocheError("setup.option", title=self.title, name=name, known=", ".join(known) or "-")
        s = self.state(np.zeros(1, self.state.logged))
        s.seats, s.rules = players, rules
        for option in self.options:
            given = options.get(option.name, option.text(option.usual_by(rules)))
            setattr(s, option.name, option.number_by(given, rules))
        self.interpreted[hooks.unpack](s, BOX)
        return s

    @cached_property
    def bindings(self) -> dict[Rule[Any, Any], Rule[Any, Any]]:
        """Which of the game's rules fills in which verb."""
        places = self.state.places
        found: dict[Rule[Any, Any], Rule[Any, Any]] = dict(hooks.DEFAULTS)
        found[cards.audience] = constant_rule(places.audience)
        found[cards.is_set] = constant_rule(places.sorted)
        found.update(observation.bindings(self.state, len(self.faces)))
        found[hooks.thumb] = self.thumb
        found[hooks.outlook] = self.outlook
        found[hooks.tally] = self.tally
        for name, verb in vars(hooks).items():
            own = vars(self.rules).get(name)
            if isinstance(verb, Rule) and isinstance(own, Rule) and own is not verb:
                found[verb] = own
        return found

    @cached_property
    def digest(self) -> str:
        """What is played, whatever it is called: with one digest, the same seeds and moves lead to the same games."""
        program: Any = Program(only_named, self.bindings)
        rules = [program[each].digest for each in (*hooks.AT_TABLE.values(), *self.bindings)]
        moves = [(move.text, move.verb, sorted(move.details.items())) for move in self.moves]
        options = [(option.name, option.values, option.default) for option in self.options]
        table = str(self.state.logged), self.players, self.faces, moves, options, sorted(self.events.items())
        thought = self.horizon, self.margin, self.thinking, self.slips
        told = self.figures, self.low_wins, self.reactions, self.occasions, self.stalls
        return shortened(repr((sorted(rules), table, thought, told)))

    @cached_property
    def place_labels(self) -> list[str]:
        """How events name each place."""
        return [self.state.places.label(place) for place in range(self.state.places.count)]

    @cached_property
    def event_list(self) -> list[tuple[str, tuple[str, ...]]]:
        return list(self.events.items())

    @cached_property
    def has_secret_moves(self) -> bool:
        return self.bindings[hooks.witnesses] is not hooks.all_see

    @cached_property
    def interpreted(self) -> Program:
        return Program(interpreted, self.bindings)

    @cached_property
    def compiled(self) -> Program:
        return Program(compiled, self.bindings)

    @cached_property
    def entrances(self) -> dict[Rule[Any, Any], Callable[..., Any]]:
        """What a position calls for each verb, compiled."""
        return {verb: self.compiled[entrance] for verb, entrance in hooks.AT_TABLE.items()}

    @cached_property
    def silent(self) -> Program:
        """Compiled for simulation: no events."""
        return Program(compiled, {**self.bindings, event_log.note: event_log.say_nothing})

    @cached_property
    def silent_interpreted(self) -> Program:
        return Program(interpreted, {**self.bindings, event_log.note: event_log.say_nothing})

    @cached_property
    def _engine(self) -> list[str]:
        return ["interpreted"]

    @property
    def engine(self) -> str:
        """How positions of this game run their rules: "interpreted" or "compiled"."""
        return self._engine[0]

    def use(self, engine: str) -> None:
        assert engine in ("interpreted", "compiled")
        self._engine[0] = engine

    def compile(self) -> None:
        """Compile the rules for positions (seconds the first time, then kept on disk) and use them from then on.

        It is done on a twin, so that tables go on with the interpreted rules until everything is ready.
        """
        with _compiling:
            twin = replace(self)
            twin.__dict__["compiled"] = self.compiled
            twin.use("compiled")
            twin.deal(seed=0).use_every_rule()
        self.use("compiled")

    @cached_property
    def move_numbers(self) -> dict[str, int]:
        return {move.text: number for number, move in enumerate(self.moves)}

    def move_number(self, seat: int, text: str) -> int:
        """The number of a move; refuses a text that is none."""
        number = self.move_numbers.get(text)
        if number is None:
            number = self.move_numbers.get(self.spell(" ".join(text.split())))
        if number is None:
            raise self.refuse(WORD, seat, text)
        return number

    def refuse(self, why: int, seat: int, text: str, number: int | None = None) -> IllegalMove:
        rule = id_of(why, self.prefix)
        details = dict(self.moves[number].details) if number is not None else {}
        kind = NotYourTurn if rule == "TURN" else IllegalMove
        return kind(rule, self.words, **{**details, "seat": letter(seat), "move": text})


def sow_from(s: State, seed: int, stream: int) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < BIG:
        raise PiocheError("setup.seed", seed=seed)
    sow(s.rng, seed, stream)


def sow_words(s: State, words: Sequence[int]) -> None:
    """Start the generator from four words that are random already."""
    for i, word in enumerate(words):
        s.rng[i] = word
