"""A game as the table sees it: its cards, moves, options, rules and words, and how its positions are written."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.core import (
    BOX,
    EVERYONE,
    RULES,
    Rule,
    State,
    cards,
    constant_rule,
    encode_observation,
    hooks,
    seed_rng,
    tell,
)
from pioche.core.imagine_unseen_cards import imagine
from pioche.core.notices import listen
from pioche.core.program_digest import only_named, shortened
from pioche.core.refusals import id_of
from pioche.core.rule import Program
from pioche.core.runtime import Runtime
from pioche.core.runtimes import ENGINES, NoEngine, Runtimes, has_numba
from pioche.core.seats import letter
from pioche.core.table_calls import Scratch
from pioche.table.catalogue import Catalogue, Phrase, say
from pioche.table.errors import IllegalMove, NotYourTurn, PiocheError
from pioche.table.extras import check_extra
from pioche.table.game_parts import BotProfile, GameFacts, MoveText, Rules, filled_in
from pioche.table.notices import hear
from pioche.table.options import Option
from pioche.table.origin import Origin
from pioche.table.shuffle_commitment import checked_bytes, move_entropy
from pioche.table.told import Names

if TYPE_CHECKING:
    from pioche.table.notation import Notation
    from pioche.table.position import Position

BIG = 1 << 63
KINDS = 64  # of tables that are kept
AT_EVERY_TABLE = (hooks.try_move, hooks.status, imagine, encode_observation.observe, tell.tell)
_compiling = Lock()  # one game at a time: Numba does not compile two at once anyway
listen(hear)


@dataclass(frozen=True, eq=False)
class Game:
    """A game: what `pioche.game` gives, and what the folder of a game declares."""

    id: str
    prefix: str  # of its rule ids
    players: range
    state: type[State]
    rules: Rules
    faces: tuple[str, ...]
    moves: tuple[MoveText, ...]
    events: Mapping[str, tuple[str, ...]]  # its own events and what their numbers mean
    options: tuple[Option, ...]
    notation: Notation
    words: Catalogue
    facts: GameFacts = field(default_factory=GameFacts)
    bots: BotProfile = field(default_factory=BotProfile)
    spell: Callable[[str], str] = field(default=lambda text: text)  # another way to write a move, made regular
    figures: tuple[str, ...] = ()  # what the table counts for its players: the names of what the rule `figures` writes
    published: tuple[str, ...] = ()  # rules that the sheet does not have: those of the published game
    rulings: tuple[str, ...] = ()  # rules that the sheet leaves open, beside those whose id says so
    check: Callable[[State], Phrase | None] = field(default=lambda s: None)  # why these options can't be dealt
    changes: Mapping[Rule[Any, Any], Rule[Any, Any]] = field(default_factory=dict)  # see `with_rules`

    def __reduce__(self) -> tuple[Any, ...]:
        from pioche.table.pickling import as_sent

        return as_sent(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    @property
    def home(self) -> Path | None:
        """The file of its deal, beside which its cases lie; None if it was made in a notebook."""
        file = Path(self.rules.deal.function.__code__.co_filename)
        return file if file.is_file() else None

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

        A key of 32 bytes gives every move fresh randomness of its own: see `pioche.table.shuffle_commitment`.
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

        tables = self.fresh_table(players, options, rules)
        position = Position(self, tables, Origin.dealt(players, source, options))
        if isinstance(source, bytes):
            set_rng(position.state, move_entropy(source, 0))
        else:
            seed_table(position.state, source, 0)
        position.ask(hooks.deal)
        return position

    def fresh_table(self, players: int, options: Mapping[str, Any], rules: int) -> np.ndarray[Any, Any]:
        """A table that can be dealt: of each kind one is kept."""
        kind = players, type(players), tuple(sorted((name, str(each)) for name, each in options.items())), rules
        if kind not in self._ready:
            if len(self._ready) >= KINDS:
                self._ready.clear()
            self._ready[kind] = self.ready(players, options, rules).tables
        return self._ready[kind].copy()

    @cached_property
    def _ready(self) -> dict[Any, np.ndarray[Any, Any]]:
        return {}

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
        self.runtimes.interpreted.call(hooks.unpack, s, BOX)
        return s

    @cached_property
    def bindings(self) -> dict[Rule[Any, Any], Rule[Any, Any]]:
        """Which of the game's rules fills in which hook."""
        places = self.state.places
        return {
            **hooks.DEFAULTS,
            cards.audience: constant_rule(places.audience),
            cards.is_set: constant_rule(places.sorted),
            **encode_observation.bindings(self.state, len(self.faces)),
            tell.tell_fields: tell.rule_for_fields(self.state),
            tell.veiled: tell.rule_for_veils(self.veils),
            **filled_in(self.rules),
            **filled_in(self.bots),
            **self.changes,
        }

    def with_rules(self, changes: Mapping[Rule[Any, Any], Rule[Any, Any]]) -> Game:
        """The same game with other rules in place of some."""
        return replace(self, changes={**self.changes, **changes})

    @cached_property
    def digest(self) -> str:
        """What is played, whatever it is called: with one digest, the same seeds and moves lead to the same games."""
        program: Any = Program(only_named, self.bindings)
        rules = [program[each].digest for each in (*AT_EVERY_TABLE, *self.bindings)]
        moves = [(move.text, move.verb, sorted(move.details.items())) for move in self.moves]
        options = [(option.name, option.values, option.default) for option in self.options]
        table = str(self.state.logged), self.players, self.faces, moves, options, sorted(self.events.items())
        thought = self.bots.horizon, self.bots.margin, self.bots.thinking, self.bots.slips
        told = self.figures, astuple(self.facts)
        return shortened(repr((sorted(rules), table, thought, told)))

    @cached_property
    def place_labels(self) -> list[str]:
        """How events name each place."""
        return [self.state.places.label(place) for place in range(self.state.places.count)]

    @cached_property
    def names(self) -> Names:
        """Where what is told of this game's tables is to be found."""
        return Names(self.state, len(self.moves))

    @cached_property
    def scratch(self) -> Scratch:
        """Room for what positions are told."""
        return Scratch(len(self.moves), self.names.room)

    @cached_property
    def event_list(self) -> list[tuple[str, tuple[str, ...]]]:
        return list(self.events.items())

    @cached_property
    def hidden_verbs(self) -> list[str]:
        """What the log says to those who may not see a move."""
        return sorted({move.hidden_verb for move in self.moves} - {""})

    @cached_property
    def veils(self) -> list[int]:
        """For each move, which of them, from 1; 0 if such a move leaves no trace for the others."""
        number = {verb: n for n, verb in enumerate(["", *self.hidden_verbs])}
        return [number[move.hidden_verb] for move in self.moves]

    @cached_property
    def has_secret_moves(self) -> bool:
        return self.bindings[hooks.who_sees] is not hooks.all_see

    @cached_property
    def runtimes(self) -> Runtimes:
        """The ways to run the rules."""
        return Runtimes(self.state, self.bindings, self.id)

    @property
    def runtime(self) -> Runtime:
        """How positions of this game run their rules at present."""
        return self.runtimes.present

    def by_engine(self, engine: str) -> Runtime:
        """How positions run their rules by one engine, compiled if need be; refuses one that is not to be had."""
        runtime = checked_engine(lambda: self.runtimes.by(engine), engine)
        if engine == "jit":
            with _compiling:
                self.deal(seed=0).ask_everything(runtime)
        return runtime

    def silent_by_engine(self, engine: str | None, rule: Rule[..., Any]) -> Runtime:
        """How a rule is called on many tables, without events; None: by the quickest engine that there is."""
        return checked_engine(lambda: self.runtimes.silent_by(engine, rule), engine)

    def compile(self) -> None:
        """Have machine code for the rules of positions, and use it from then on.

        Where it was made ahead that is at once, and without Numba nothing is done. Else the rules are compiled (seconds
        the first time, then kept on disk); until everything is ready, tables go on with the interpreted ones.
        """
        if self.runtimes.is_ahead or not has_numba():
            return
        self.by_engine("jit")
        self.runtimes.use("jit")

    @cached_property
    def move_numbers(self) -> dict[str, int]:
        return {move.text: number for number, move in enumerate(self.moves)}

    @cached_property
    def move_texts(self) -> np.ndarray[Any, Any]:
        """Every move as text, by its number."""
        return np.array([move.text for move in self.moves], object)

    def move_number(self, text: str) -> int | None:
        """The number of a move; None for a text that is no move."""
        number = self.move_numbers.get(text)
        return self.move_numbers.get(self.spell(" ".join(text.split()))) if number is None else number

    def refuse(self, why: int, seat: int, text: str, number: int | None = None) -> IllegalMove:
        rule = id_of(why, self.prefix)
        details = dict(self.moves[number].details) if number is not None else {}
        kind = NotYourTurn if rule == "TURN" else IllegalMove
        return kind(rule, self.words, **{**details, "seat": letter(seat), "move": text})


def checked_engine(choose: Callable[[], Runtime], engine: str | None) -> Runtime:
    if engine not in (None, *ENGINES):
        raise PiocheError("setup.engine", engine=engine, known=", ".join(ENGINES))
    if engine == "jit":
        check_extra("jit", "--engine jit")
    try:
        return choose()
    except NoEngine as why:
        raise PiocheError("setup.no_ahead") from why


def seed_table(s: State, seed: int, stream: int) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < BIG:
        raise PiocheError("setup.seed", seed=seed)
    seed_rng(s.rng, seed, stream)


def set_rng(s: State, words: Sequence[int]) -> None:
    """Start the generator from four words that are random already."""
    for i, word in enumerate(words):
        s.rng[i] = word
