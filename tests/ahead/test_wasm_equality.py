"""The same games everywhere: as WebAssembly, in Node and in Chromium, bit for bit what the native rules make of them.

One game a day, by the day's number; all of them with --all. Its module is made by the command that anybody uses, and
kept in the user's cache by what it was made of.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence

import pytest

from conftest import make_ahead
from pioche.ahead.wasm_module import CUSTOM, IMPORTS, MAGIC, ByteReader, sections
from pioche.core.state import LOG_COLUMNS
from pioche.core.tell import ALL, EVERYTHING
from pioche.table.events import Event, read_row
from pioche.table.game_registry import game as find_game
from pioche.table.game_registry import game_names
from pioche.table.position import Position
from support.javascript import WEB, bundled, in_node
from support.source_tree import ROOT
from support.wasm_answers import Json, WasmAnswers, at_each, natively, searches, served, walks, whole_games

SHARES = {"5211": 30_000, "coloretto": 30_000, "ko": 50_000, "kolpa": 30_000, "kombio": 100_000}  # bytes
pytestmark = pytest.mark.xdist_group("wasm")


@pytest.fixture(scope="module")
def wasm(game_in_turn: str, tmp_path_factory: pytest.TempPathFactory) -> WasmAnswers:
    make_ahead()
    return WasmAnswers.of(find_game(game_in_turn), tmp_path_factory.mktemp(game_in_turn))


def compare(wasm: WasmAnswers, questions: Sequence[Json], answers: Sequence[bytes]) -> None:
    assert len(answers) == len(questions)
    for asked, found in zip(questions, answers, strict=True):
        assert found == natively(wasm.game, asked), asked


def test_whole_games_end_alike(wasm: WasmAnswers, thorough: bool) -> None:
    questions = list(whole_games(wasm.game, 10_000 if thorough else 500))
    compare(wasm, questions, list(wasm.in_node(questions)))


def test_everybody_is_told_the_same(wasm: WasmAnswers) -> None:
    questions = list(walks(wasm.game, 1000))
    compare(wasm, questions, list(wasm.in_node(questions)))


def test_a_search_grows_the_same_tree(wasm: WasmAnswers) -> None:
    questions = list(searches(wasm.game, 300, 4))
    compare(wasm, questions, list(wasm.in_node(questions)))


def test_chromium_answers_alike(wasm: WasmAnswers) -> None:
    questions = [*whole_games(wasm.game, 40), *walks(wasm.game, 60), *searches(wasm.game, 60, 2)]
    compare(wasm, questions, list(wasm.in_chromium(questions)))


def test_what_is_told_is_read_alike(wasm: WasmAnswers) -> None:
    """The page's reader and Python's: fields, cards, events, moves, how things stand, what is counted."""
    questions = [{**walk, "ask": "read"} for walk in walks(wasm.game, 60)]
    for asked, found in zip(questions, wasm.in_node(questions), strict=True):
        for (pos, recipient), read in zip(at_each(wasm.game, asked), json.loads(found), strict=True):
            assert read == read_here(pos, recipient)


def read_here(pos: Position, recipient: int) -> Json:
    told, state = pos.tell(recipient, EVERYTHING), pos.game.state
    seats, places, names = range(pos.seats), range(state.places.count), pos.game.names
    return {
        "fields": [list(told.numbers(name)) for name in names.fields],
        "own": [[told.own_number(name, seat) for seat in seats] for name in names.owned],
        "faces": [list(told.faces(place)) for place in places],
        "knowers": [[[told.knowers(p, seat), told.knowers(p, seat, shared=True)] for seat in seats] for p in places],
        "events": [written(each) for each in seen_events(pos, recipient)],
        "legal": list(told.legal()),
        "choices": list(told.choices()),
        "standing": told.standing._asdict(),
        "figures": figures_of(pos, recipient),
    }


def seen_events(pos: Position, recipient: int) -> list[Event]:
    """What the recipient may see of the log, as the table's events say it."""
    rows = list(pos.state.log[: pos.state.noted * LOG_COLUMNS])
    events = [read_row(pos.game, *rows[i : i + LOG_COLUMNS]) for i in range(0, len(rows), LOG_COLUMNS)]
    if recipient == ALL:
        return events
    return [seen for each in events if (seen := each.seen_by(recipient if recipient >= 0 else None)) is not None]


def written(event: Event) -> Json:
    key = {} if event.key is None else {"key": event.key}
    return {"kind": event.kind, "details": dict(event.details), **key}


def figures_of(pos: Position, recipient: int) -> dict[str, list[int]]:
    return pos.figures(recipient if recipient >= 0 else None)


# The modules, and their page


def test_the_example_of_the_page_runs(wasm: WasmAnswers) -> None:
    page = (ROOT / "docs" / "wasm.md").read_text(encoding="utf-8")
    found = re.search(r"```ts\n(.*?)```", page, re.S)
    assert found
    with served(wasm.folder) as address:
        text = found[1].replace("'GAME.wasm'", f"'{address}/{wasm.module.name}'")
        (wasm.folder / "example.ts").write_text(text.replace("'./wasm/", f"'{WEB}/src/wasm/"))
        printed = in_node(bundled(wasm.folder / "example.ts", wasm.folder))
    assert "kind: 'play'" in printed and "visits" in printed and printed.endswith("true\n")


def test_a_module_needs_nothing(wasm: WasmAnswers) -> None:
    code = wasm.module.read_bytes()
    kinds = [kind for kind, _ in sections(ByteReader(code, len(MAGIC)))]
    assert kinds == sorted(set(kinds), key=kinds.index) and IMPORTS not in kinds and CUSTOM not in kinds


def test_the_names_are_of_the_rules_at_hand(wasm: WasmAnswers) -> None:
    names = json.loads(wasm.module.with_suffix(".wasm.json").read_bytes())
    assert names["digest"] == wasm.game.digest
    wanted = {"deal", "legal", "try_move", "tell", "imagine", "heuristic", "run_playout", "grow", "seed_rng"}
    assert wanted <= names["entries"].keys()


def test_all_games_together_are_small(wasm: WasmAnswers) -> None:
    """Compressed, module and names of each within its share."""
    assert sum(SHARES.values()) <= 250_000
    assert SHARES.keys() == set(game_names())
    files = wasm.module, wasm.module.with_suffix(".wasm.json")
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= SHARES[wasm.game.id]
