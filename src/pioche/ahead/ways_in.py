"""The ways into a game's machine code: every rule that is called from outside, with arguments like those it gets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from pioche.bots.base import View
from pioche.bots.search_bot import Style, Tree
from pioche.bots.tree_search import grow
from pioche.core import Rule, hooks
from pioche.core.ahead_files import made_of
from pioche.core.batch_step import Columns, attend
from pioche.core.encode_observation import observe
from pioche.core.entry_kinds import kinds_of
from pioche.core.imagine_unseen_cards import imagine
from pioche.core.playouts import Matches, Playouts, run_match, run_playout
from pioche.core.program_digest import only_named
from pioche.core.rule import BackEnd, Program
from pioche.core.runtime import Bindings, entrance_to_each, entrance_to_one, without_events
from pioche.core.tell import tell
from pioche.studies.custom_deck import watching_rules_of
from pioche.studies.watching_rules import Watched, watch_table
from pioche.table.game import Game
from pioche.table.told import ROOM_FOR_FIGURES


class WayIn(NamedTuple):
    """One way in."""

    rule: Rule[..., Any]  # the way in to the rule that is wanted
    given: tuple[Any, ...]  # arguments of the right kinds
    linked: str  # how: see `linkings`

    @property
    def name(self) -> str:
        return self.rule.function.__name__


def entries(game: Game) -> list[WayIn]:
    return [*position_entries(game), *simulation_entries(game), search_entry(game), *study_entries(game)]


def linkings(game: Game) -> dict[str, Bindings]:
    """The ways in which a game's rules are linked: events are noted, left out, or counted by the lab."""
    return {
        "noted": game.bindings,
        "silent": without_events(game.bindings),
        "watched": watching_rules_of(game, changed=False),
        "other deck": watching_rules_of(game, changed=True),
    }


def programs(game: Game, back_end: BackEnd) -> dict[str, Program]:
    return {name: Program(back_end, bindings) for name, bindings in linkings(game).items()}


def made_of_now(game: Game) -> list[str]:
    """What a manifest of the present rules lists, found without a compiler."""
    named = programs(game, only_named)
    return [made_of_way(named[way.linked], way) for way in entries(game)]


def made_of_way(program: Program, way: WayIn) -> str:
    """What a manifest says that an entry was made of."""
    linked: Any = program[way.rule]
    return made_of(linked.digest, kinds_of(way.given))


def position_entries(game: Game) -> Iterator[WayIn]:
    """What a position asks of its table."""
    tables = np.zeros(1, game.state.logged)
    moves, words = np.zeros(len(game.moves), np.int16), np.zeros(4, np.int64)
    points, numbers, row = np.zeros(2, np.int64), np.zeros(ROOM_FOR_FIGURES, np.int64), np.zeros(1, np.float32)
    asked: list[tuple[Rule[..., Any], tuple[Any, ...]]] = [
        (hooks.unpack, (0,)),
        (hooks.deal, ()),
        (hooks.legal, (0, moves)),
        (hooks.try_move, (0, 0)),
        (hooks.status, (points,)),
        (hooks.winners, ()),
        (hooks.actor, ()),
        (hooks.may_act, (0,)),
        (hooks.choices, (0, moves)),
        (hooks.who_sees, (0, 0)),
        (hooks.heuristic, (0, 0)),
        (hooks.figures, (0, numbers)),
        (imagine, (0, words)),
        (observe, (0, row, 0)),
        (tell, (0, 0, 0, moves, np.zeros(1, np.int32))),
    ]
    for rule, given in asked:
        yield WayIn(entrance_to_one(rule), (tables, *given), linked="noted")


def simulation_entries(game: Game) -> Iterator[WayIn]:
    """Whole games at many tables, and batches."""
    tables, moves = np.zeros(1, game.state.dtype), np.zeros(len(game.moves), np.int16)
    numbers, rows, bytes_ = np.zeros(1, np.int64), np.zeros((1, 1), np.int64), np.zeros(1, np.uint8)
    playouts = Playouts(0, 0, numbers, numbers, numbers, numbers)
    matches = Matches(rows, rows, rows, rows, numbers, numbers)
    asked: list[tuple[Rule[..., Any], Any]] = [(run_playout, playouts), (run_match, matches)]
    for numbers_seen in (np.int8, np.float32):
        columns = Columns(
            0, 0, bytes_, numbers, numbers, numbers, numbers, numbers, numbers, numbers, bytes_, numbers, bytes_,
            numbers, bytes_, np.zeros(1, numbers_seen), 0,
        )  # fmt: skip
        asked.append((attend, columns))
    for rule, given in asked:
        yield WayIn(entrance_to_each(rule), (tables, 0, 1, given, moves), linked="silent")


def search_entry(game: Game) -> WayIn:
    """The search tree."""
    pos = game.deal(seed=0)
    tree = Tree(View(pos, pos.actor or 0, Random(0)), pos.choices, Random(0), Style())
    given = (tree.table.tables, tree.seat, tree.paper, tree.limits, 1)
    return WayIn(entrance_to_one(grow), given, linked="silent")


def study_entries(game: Game) -> Iterator[WayIn]:
    """Games that the lab watches, with the usual deck and with another one."""
    tables, moves = np.zeros(1, game.state.logged), np.zeros(len(game.moves), np.int16)
    rows, numbers = np.zeros((1, 1), np.int64), np.zeros(1, np.int64)
    watched = Watched(
        luck=rows, words=rows, profiles=rows, kept=numbers, known=rows, given=numbers, log=numbers,
        facts=rows, held=rows, shown=rows, forbidden=numbers, points=numbers, won=numbers,
    )  # fmt: skip
    for linked in ("watched", "other deck"):
        yield WayIn(entrance_to_each(watch_table), (tables, 0, 1, watched, moves), linked=linked)
