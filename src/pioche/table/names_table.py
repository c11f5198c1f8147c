"""A game's names in one table, for programs that run its rules without Python: what each number of them means.

Rules speak in numbers: faces, places, moves, events, fields of a record. Whoever reads them elsewhere, as a page does
with WebAssembly, has this table, made by Python once, and no rule of the game.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from pioche.core import EVERYONE, FIRST_OWN, RULES
from pioche.core.hooks import STOP
from pioche.core.state import LOG_COLUMNS, LOG_ROWS
from pioche.core.tell import FORM
from pioche.core.types import WATCHERS
from pioche.table.game import Game
from pioche.table.options import Option

Table = dict[str, Any]


def names_table(game: Game) -> Table:
    """All names of a game, as JSON has them."""
    return {
        "game": game.id,
        "digest": game.digest,
        "rules": RULES,
        "prefix": game.prefix,
        "players": list(game.players),
        "options": [option_named(each) for each in game.options],
        "faces": list(game.faces),
        "places": places_named(game),
        "moves": [[move.text, move.verb, dict(move.details)] for move in game.moves],
        "veils": game.hidden_verbs,
        "events": {"first": FIRST_OWN, "own": [[name, list(arguments)] for name, arguments in game.event_list]},
        "figures": {"names": list(game.figures), "stop": STOP},
        "facts": asdict(game.facts),
        "record": record_named(game),
        "told": told_named(game),
    }


def option_named(option: Option) -> Table:
    """An option with its values in order; the number of a word in that order is what the record holds."""
    words = None if isinstance(option.values, range) else list(option.values)
    limits = [option.values[0], option.values[-1]] if isinstance(option.values, range) else None
    return {"name": option.name, "words": words, "range": limits, "default": option.default, "usual": option.usual}


def places_named(game: Game) -> list[Table]:
    """A place with its name, its owner (-1: nobody), the name of one of several (`A3`), and who looks at it."""
    places = game.state.places
    return [
        {
            "label": places.label(place),
            "name": places.names[place],
            "owner": places.owners[place],
            "slot": places.slot(place) if places.owners[place] >= 0 else "",
            "set": bool(places.sorted[place]),
            "audience": places.audience[place],
        }
        for place in range(places.count)
    ]


def record_named(game: Game) -> Table:
    """Where each field is in a table's record: its first byte, what its numbers are, how many; the log comes last."""
    state: Any = game.state
    fields = {name: field_named(*state.logged.fields[name][:2]) for name in state.logged.names}
    sizes = {"size": state.dtype.itemsize, "logged": state.logged.itemsize, "aligned": state.logged.alignment}
    return {**sizes, "cards": state.cards, "log": [LOG_ROWS, LOG_COLUMNS], "fields": fields}


def field_named(dtype: np.dtype[Any], offset: int) -> Table:
    return {"at": offset, "kind": dtype.base.name, "count": int(np.prod(dtype.shape, dtype=int))}


def told_named(game: Game) -> Table:
    """Where in what is told each public field is, after the part's beginning; then what each seat has of its own."""
    names = game.names
    return {
        "form": FORM,
        "room": names.room,
        "fields": names.fields,
        "lists": sorted(names.lists),
        "owned": names.owned,
        "owned_at": names.owned_at,
        "closed": {str(eyes): sorted(places) for eyes, places in names.closed.items()},
        "watchers": WATCHERS,
        "everyone": EVERYONE,
    }
