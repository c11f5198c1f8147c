"""Make a game's WebAssembly: its rules as `GAME.wasm`, and `GAME.wasm.json`, which says what their numbers mean.

Only what a page calls is in it; see docs/wasm.md. The module is kept in the user's cache by what it was made of: a game
whose rules have not changed is not translated again.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from pioche.ahead.build_objects import write
from pioche.ahead.llvm_module import merged
from pioche.ahead.numba_front_end import translate
from pioche.ahead.wasm_module import wasm_module
from pioche.ahead.ways_in import WayIn, entries, made_of_way, programs
from pioche.core import seed_rng
from pioche.core.ahead_files import made_here
from pioche.core.entry_kinds import kind_of, kind_of_numbers
from pioche.core.program_digest import only_named, shortened
from pioche.table.game import Game
from pioche.table.game_registry import game as find_game
from pioche.table.names_table import names_table

FORM = 1  # of the two files
NEVER_CALLED = {"run_match_each", "attend_each", "watch_table_each"}  # by a page


def build_wasm(name: str | Game, folder: Path) -> Path:
    """Both files into a folder, for which a process of its own is needed (see `one_by_one`); the module's."""
    game = find_game(name)
    wanted = page_entries(game)
    path = folder / f"{game.id}.wasm"
    folder.mkdir(parents=True, exist_ok=True)
    write(path, module_of(game, wanted))
    write(path.with_suffix(".wasm.json"), json.dumps(told_of(game, wanted), separators=(",", ":")).encode())
    return path


def page_entries(game: Game) -> list[WayIn]:
    """What a page calls; in simulation too there are random numbers, here they are begun by themselves."""
    seeding = WayIn(seed_rng, (np.zeros(4, np.int64), 0, 0), linked="noted")
    return [*(each for each in entries(game) if each.name not in NEVER_CALLED), seeding]


def module_of(game: Game, wanted: Sequence[WayIn]) -> bytes:
    """The module, made or as it was kept."""
    kept = made_here() / "wasm" / f"{game.id}-{made_from(game, wanted)}.wasm"
    if not kept.is_file():
        translated, texts = translate(game, list(wanted))
        code = wasm_module(merged(texts, translated), [each.symbol for each in translated])
        kept.parent.mkdir(parents=True, exist_ok=True)
        write(kept, code)
    return kept.read_bytes()


def made_from(game: Game, wanted: Sequence[WayIn]) -> str:
    """A name for all that a module is made from: the linked rules, and whatever translates them."""
    named = programs(game, only_named)
    rules = [made_of_way(named[each.linked], each) for each in wanted]
    sources = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.py"))]
    return shortened(repr((rules, sources, version("numba"), version("llvmlite"))))


def told_of(game: Game, wanted: Sequence[WayIn]) -> dict[str, Any]:
    """The names of a game, of the ways into its module, and what a search is given."""
    ways = {rule_name(each): each for each in wanted}
    return {
        "form": FORM,
        **names_table(game),
        "search": search_named(game, ways["grow"]),
        "entries": {name: entry_named(game, each, i) for i, (name, each) in enumerate(ways.items())},
    }


def rule_name(entry: WayIn) -> str:
    return entry.name.removesuffix("_at").removesuffix("_each")


def entry_named(game: Game, entry: WayIn, number: int) -> dict[str, Any]:
    """The exported function, and its arguments, one by one: what each is called, and its kind."""
    names = list(inspect.signature(entry.rule.function).parameters)
    arguments = [one for name, given in zip(names, entry.given, strict=True) for one in argument_named(name, given)]
    records = {kind_of_numbers(game.state.dtype): "table", kind_of_numbers(game.state.logged): "logged"}
    kinds = [(name, replaced(kind, records)) for name, kind in arguments]
    return {"export": f"{entry.name}_{number}", "arguments": kinds}


def argument_named(name: str, given: Any) -> Iterator[tuple[str, str]]:
    """What is in a named tuple is an argument like any other: `paper.nodes`."""
    if isinstance(given, tuple):
        for field, each in zip(given._fields, given, strict=True):  # type: ignore[attr-defined]
            yield from argument_named(f"{name}.{field}", each)
    else:
        yield name, kind_of(given)


def replaced(kind: str, records: dict[str, str]) -> str:
    for record, name in records.items():
        kind = kind.replace(record, name)
    return kind


def search_named(game: Game, search: WayIn) -> dict[str, Any]:
    """How much room a search has, how it thinks, and which bytes of a table everybody may see."""
    _, _, paper, limits, _ = search.given
    return {
        "paper": {name: each.shape for name, each in paper._asdict().items()},
        "limits": limits._asdict(),
        "public": paper.public.tolist(),
        "thinking": game.bots.thinking,
        "slips": game.bots.slips,
    }
