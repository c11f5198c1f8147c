"""Machine code made ahead: what is in the files, that it plays the same everywhere, and what becomes of bad files."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest

from pioche.ahead.build_objects import UNFINISHED, is_made, write
from pioche.ahead.compare_engines import agrees, positions
from pioche.ahead.llvm_module import nameless
from pioche.arena.simulate import Runner, simulate
from pioche.bots.base import View
from pioche.bots.search_bot import Style, Tree
from pioche.bots.tree_search import grow
from pioche.core import ahead_files, hooks, notices, rule, runtimes
from pioche.core.ahead_files import PLATFORMS, SHIPPED, SUFFIXES, made_of, symbols_in, symbols_of, this_platform
from pioche.core.ahead_runtime import AheadRuntime
from pioche.core.compile_cache import user_cache
from pioche.core.entry_kinds import handed_over, kinds_of
from pioche.core.object_format import COFF, ELF, MACH, is_code_for
from pioche.core.playouts import Playouts, run_playout
from pioche.core.rule import Rule
from pioche.core.runtime import entrance_to_each, entrance_to_one, without_events
from pioche.core.state import State
from pioche.core.tell import EVERYTHING, tell
from pioche.core.types import Seat
from pioche.table.batch import without_log
from pioche.table.game import Game
from pioche.table.game_registry import game
from support import emulator
from support.emulator import EmulatedRun
from support.library_file import read_library
from support.source_tree import ROOT
from support.without_extras import without_extras

pytestmark = pytest.mark.xdist_group("objects")  # made once, by one worker
MOST_BYTES = 6_000_000 // 5  # of the five games' libraries together, a game's share
GAMES, ROUNDS, FEW = 60, 200, 2
Heard = list[tuple[str, Mapping[str, Any]]]
Call = tuple[Rule[..., Any], Callable[..., Rule[..., Any]], tuple[Any, ...]]  # a rule, its way in, arguments

for_linux = pytest.mark.skipif(
    not emulator.is_possible(), reason="QEMU runs programs of other processors on Linux alone"
)


def build(name: str, folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "pioche.ahead", "--all", folder, name], check=True)


@pytest.fixture(scope="session")
def objects() -> Callable[[str], Path]:
    """The folder where a game's libraries for all platforms are; what is made is kept for the next time."""

    def made(name: str) -> Path:
        if is_made(name, SHIPPED):
            return SHIPPED
        folder = user_cache() / "pioche" / "objects"
        build(name, folder)
        return folder

    return made


def manifest_in(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{name}.json").read_bytes())
    return found


# What is in the files


def test_each_platform_gets_a_library_that_needs_nothing(objects: Callable[[str], Path], game_in_turn: str) -> None:
    folder = objects(game_in_turn)
    manifest = manifest_in(folder, game_in_turn)
    assert set(manifest["files"]) == set(PLATFORMS)
    whole = 0
    for platform, (name, digest) in manifest["files"].items():
        system, _, processor = platform.partition("-")
        content = (folder / name).read_bytes()
        library = read_library(content)
        assert name.endswith(SUFFIXES[system])
        assert hashlib.blake2b(content, digest_size=16).hexdigest() == digest
        assert library.system == system
        assert library.machine == {"linux": ELF, "macos": MACH, "windows": COFF}[system][processor]
        own = {"_mh_dylib_header", "__dso_handle"} if system == "macos" else set()  # of every library there
        assert library.exported - own == set(manifest["symbols"].values())
        needed = {"/usr/lib/libSystem.B.dylib", "dyld_stub_binder"} if system == "macos" else set()
        assert library.imported <= needed  # the loader of macOS wants to see its own library
        assert library.signed or platform != "macos-arm64"
        assert str(ROOT).encode() not in content and str(Path.home()).encode() not in content
        assert [each for each in PLATFORMS if is_code_for(each, content)] == [platform]
        whole += len(content)
    assert whole <= MOST_BYTES


def test_a_text_tells_nothing_of_the_process_that_made_it() -> None:
    text = "@{0} = internal global ptr inttoptr (i64 {2} to ptr)\n@{1} = x\nload @{1}, @{0}"
    here = text.format("numba.dynamic.globals.7fd5.1", ".bytes.-82", "140")
    there = text.format("numba.dynamic.globals.55a1", ".bytes.91.2", "99")
    assert nameless(here) == nameless(there)
    assert nameless(here) == (
        "@constant.0 = internal global ptr null\n@constant.1 = x\nload @constant.1, @constant.0"
    )  # fmt: skip


def test_the_same_sources_give_the_same_bytes(
    objects: Callable[[str], Path], game_in_turn: str, tmp_path: Path, thorough: bool
) -> None:
    """Made a second time, in another folder, by another process; that takes half a minute."""
    if thorough:
        before = objects(game_in_turn)
        build(game_in_turn, tmp_path)
        for name, _ in manifest_in(before, game_in_turn)["files"].values():
            assert (tmp_path / name).read_bytes() == (before / name).read_bytes()
        assert manifest_in(tmp_path, game_in_turn) == manifest_in(before, game_in_turn)


# What it plays


def runtimes_of(chosen: Game, folder: Path) -> tuple[AheadRuntime, AheadRuntime]:
    """With events and without, by the libraries in a folder."""
    symbols = symbols_in(folder / f"{chosen.id}.json")
    silent = without_events(chosen.bindings)
    return (
        AheadRuntime(chosen.state, chosen.bindings, symbols, refuse, is_short=True),
        AheadRuntime(chosen.state, silent, symbols, refuse, is_short=False),
    )


def refuse() -> AheadRuntime:
    raise AssertionError("there should be machine code for this")


@for_linux
def test_arm_plays_the_same_games(objects: Callable[[str], Path], game_in_turn: str) -> None:
    folder, chosen = objects(game_in_turn), game(game_in_turn)
    _, silent = runtimes_of(chosen, folder)
    for players in (chosen.players[0], chosen.players[-1]):
        here, there = on_both(silent, folder, partial(one_playout, chosen, players))
        for each in (here[0], there[0]):
            assert each.dtype == chosen.state.dtype
            each["work"] = 0
        same(here, there)


def one_playout(chosen: Game, players: int) -> list[Call]:
    tables = np.repeat(without_log(chosen, chosen.ready(players, {}).tables), GAMES)
    length, points, won = (np.zeros(size, np.int64) for size in (GAMES, GAMES * players, GAMES))
    columns = Playouts(7, 0, np.zeros(4, np.int64), length, points, won)
    return [(run_playout, entrance_to_each, (tables, 0, GAMES, columns, np.zeros(len(chosen.moves), np.int16)))]


@for_linux
def test_arm_tells_the_same(objects: Callable[[str], Path], game_in_turn: str) -> None:
    folder, chosen = objects(game_in_turn), game(game_in_turn)
    noting, _ = runtimes_of(chosen, folder)
    same(*on_both(noting, folder, lambda: list(tellings(chosen))))


def tellings(chosen: Game) -> Iterator[Call]:
    for pos in positions(chosen)[::3]:
        for recipient in range(-2, pos.seats):
            moves, room = np.zeros(len(chosen.moves), np.int16), np.zeros(1 << 13, np.int32)
            yield tell, entrance_to_one, (clean(pos.state.tables), recipient, EVERYTHING, 0, moves, room)


def clean(tables: Any) -> Any:
    """The same without what lies between the fields, which is by chance."""
    same = np.zeros(tables.shape, tables.dtype)
    for name in tables.dtype.names:
        same[name] = tables[name]
    return same


@for_linux
def test_arm_thinks_the_same(objects: Callable[[str], Path], game_in_turn: str) -> None:
    """A search tree, sums of floats and all."""
    folder, chosen = objects(game_in_turn), game(game_in_turn)
    _, silent = runtimes_of(chosen, folder)
    same(*on_both(silent, folder, lambda: [thinking(chosen)]))


def thinking(chosen: Game) -> Call:
    pos = chosen.deal(seed=3)
    assert pos.actor is not None
    tree = Tree(View(pos, pos.actor, Random(3)), pos.choices, Random(3), Style())
    tree.paper.raw[:] = clean(tree.table.tables).view(np.uint8)
    return grow, entrance_to_one, (tree.table.tables, tree.seat, tree.paper, tree.limits, ROUNDS)


def on_both(runtime: AheadRuntime, folder: Path, calls: Callable[[], list[Call]]) -> tuple[list[Any], list[Any]]:
    """Make the same calls on this processor and on an ARM one; the answers, and every array that they were given."""
    manifest = manifest_in(folder, Path(next(iter(runtime.symbols.values())).places[0][0].path).name.split("-")[0])
    here, there, answers = EmulatedRun(), EmulatedRun(), []
    for wanted, way_in, given in calls():
        call = runtime.entry_for(wanted, way_in, given)
        assert call is not None
        here.call("", *given)  # only to gather the arrays
        answers.append(call(*handed_over(given)))
    for wanted, way_in, given in calls():
        named: Any = runtime.program[way_in(wanted)]
        there.call(manifest["symbols"][made_of(named.digest, kinds_of(given))], *given)
    found = there.run(folder / manifest["files"]["linux-aarch64"][0])
    return [*here.arrays, answers], [*there.arrays, found]


def same(here: list[Any], there: list[Any]) -> None:
    assert here[-1] == there[-1]
    assert len(here) == len(there)
    for one, other in zip(here[:-1], there[:-1], strict=True):
        assert one.tobytes() == other.tobytes()


def test_this_platform_plays_what_the_rules_say(
    objects: Callable[[str], Path], game_in_turn: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chosen = with_objects(objects(game_in_turn), tmp_path / "none", game_in_turn, monkeypatch)
    assert agrees(chosen)


WITHOUT_NUMBA = """
from pathlib import Path
from random import Random
import pioche
from pioche.arena import simulate
from pioche.bots import View, make
from pioche.core import ahead_files

ahead_files.SHIPPED, ahead_files.made_here = Path({folder!r}), lambda: Path({folder!r}) / "none"
game = pioche.game({name!r})
pos = game.deal(3, seed=1)
while len(pos.choices) == 1:
    pos.play(pos.actor, pos.choices[0])
assert game.runtime.name == "ahead"
choice = make("search:200").choose(View(pos, pos.actor, Random(1)), pos.choices, 1.0, Random(1))
assert choice.reason.key == "search.reason"
assert simulate.simulate(game, 3, 50, 0, {{}}, []).engine == "ahead"
assert simulate.simulate(game, 3, 5, 0, {{}}, ["thumb"]).engine == "ahead"
assert pioche.batch(game, 8).legal().any(axis=1).all()
assert pos.observe(0).any() and pos.imagine(0, Random(1)).view(0) == pos.view(0)
"""


def test_without_numba_all_is_played_by_the_library(objects: Callable[[str], Path], game_in_turn: str) -> None:
    done = without_extras(WITHOUT_NUMBA.format(folder=str(objects(game_in_turn)), name=game_in_turn))
    assert done.returncode == 0, done.stderr


# Bad files


def with_objects(shipped: Path, at_home: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that has just been loaded, in a package and a home with these objects, where nothing compiles."""
    monkeypatch.setattr(ahead_files, "SHIPPED", shipped)
    monkeypatch.setattr(ahead_files, "made_here", lambda: at_home)
    monkeypatch.setattr(runtimes, "has_numba", lambda: False)
    symbols_of.cache_clear()
    return replace(game(name))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    """What the engine says, from the beginning."""
    said: Heard = []
    monkeypatch.setattr(notices, "_told", set())
    monkeypatch.setattr(notices, "_listeners", [lambda key, details: said.append((key, details))])
    yield said
    symbols_of.cache_clear()


class Damage:
    """The objects of a game, and ways to spoil them."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.manifest = folder, folder / f"{name}.json"
        self.told = json.loads(self.manifest.read_bytes())
        self.library = folder / self.told["files"][this_platform()][0]

    def listed(self, **changes: Any) -> None:
        self.manifest.write_text(json.dumps({**self.told, **changes}))

    def file_listed(self, name: str, digest: str) -> None:
        self.listed(files={this_platform(): (name, digest)})

    def replaced(self, content: bytes) -> None:
        """Another content, of which the manifest knows."""
        self.library.write_bytes(content)
        self.file_listed(self.library.name, hashlib.blake2b(content, digest_size=16).hexdigest())

    def digest_of_a_wrong_length(self) -> str:
        self.file_listed(self.library.name, self.told["files"][this_platform()][1][:7])
        return "notice.object_content"

    def other_content(self) -> str:
        self.library.write_bytes(self.library.read_bytes() + b"!")
        return "notice.object_content"

    def cut_off(self) -> str:
        self.library.write_bytes(self.library.read_bytes()[:-5000])
        return "notice.object_content"

    def cut_off_and_listed_so(self) -> str:
        self.replaced(self.library.read_bytes()[:-5000])
        return "notice.object_platform"

    def of_another_platform(self) -> str:
        other = next(each for each in PLATFORMS if each != this_platform())
        self.replaced((self.folder / self.told["files"][other][0]).read_bytes())
        return "notice.object_platform"

    def of_another_processor(self) -> str:
        system, _, processor = this_platform().partition("-")
        other = next(each for each in PLATFORMS if each.startswith(system) and not each.endswith(processor))
        self.replaced((self.folder / self.told["files"][other][0]).read_bytes())
        return "notice.object_platform"

    def no_library(self) -> str:
        self.replaced(b"This is no library.")
        return "notice.object_platform"

    def nothing_to_load(self) -> str:
        """An ELF file with a good head and sections, and no part that is to be loaded."""
        content = bytearray(self.library.read_bytes())
        content[56:58] = b"\0\0"
        self.replaced(bytes(content))
        return ""  # the loader has its own words

    def no_json(self) -> str:
        self.manifest.write_text("{")
        return "notice.object_form"

    def no_text(self) -> str:
        self.manifest.write_bytes(b"\xff\xfe{}")
        return "notice.object_form"

    def a_list(self) -> str:
        self.manifest.write_text("[1, 2]")
        return "notice.object_form"

    def without_end(self) -> str:
        self.manifest.write_text("[" * 100_000)
        return "notice.object_form"

    def of_another_form(self) -> str:
        self.listed(form=99)
        return "notice.object_form"

    def symbols_as_a_list(self) -> str:
        self.listed(symbols=[1])
        return "notice.object_form"

    def a_file_elsewhere(self) -> str:
        shutil.copy(self.library, self.folder.parent / "x.so")
        self.file_listed("../x.so", self.told["files"][this_platform()][1])
        return "notice.object_place"

    def no_file(self) -> str:
        self.library.unlink()
        return ""

    def a_folder_for_a_file(self) -> str:
        self.library.unlink()
        self.library.mkdir()
        return ""


DAMAGES = [name for name in vars(Damage) if name[0] != "_" and name not in ("listed", "file_listed", "replaced")]
if not sys.platform.startswith("linux"):
    DAMAGES.remove("nothing_to_load")
if this_platform() == "windows-x86_64":
    DAMAGES.remove("of_another_processor")


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_cannot_be_used_is_passed_over_and_said_once(
    objects: Callable[[str], Path], heard: Heard, damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    game_in_turn: str,
) -> None:  # fmt: skip
    """The same games come of it, by the next engine."""
    folder = copied(objects(game_in_turn), tmp_path / "package" / "objects", game_in_turn)
    why = getattr(Damage(folder, game_in_turn), damage)()
    chosen = with_objects(folder, tmp_path / "home", game_in_turn, monkeypatch)
    assert not chosen.runtimes.is_ahead
    plays_by_the_rules(chosen)
    plays_by_the_rules(replace(chosen))
    said = [details["why"] for key, details in heard if key == "notice.object"]
    assert len(said) == 1 and (said[0] == why or not why)
    assert [key for key, _ in heard if key != "notice.object"] == ["notice.interpreted"]


def copied(folder: Path, to: Path, name: str) -> Path:
    """The objects of one game, somewhere else."""
    to.mkdir(parents=True)
    shutil.copy(folder / f"{name}.json", to)
    for file, _ in manifest_in(folder, name)["files"].values():
        shutil.copy(folder / file, to)
    return to


def plays_by_the_rules(chosen: Game, engine: str = "interpreted") -> None:
    players = chosen.players[0]
    found = simulate(chosen, players, FEW, seed=1)
    assert found.engine == engine
    blank = chosen.ready(players, {}).tables
    rules = Runner(chosen, blank, "interpreted", 1).play(0, FEW)
    assert found.digest == hashlib.blake2b(rules.digest, digest_size=16).hexdigest()
    pos = chosen.deal(players, seed=2)
    for _ in range(5):
        if pos.actor is not None:
            pos.play(pos.actor, pos.choices[0])
    assert chosen.runtime.name == engine


def test_what_is_made_at_home_stands_in_for_a_bad_file(
    objects: Callable[[str], Path], heard: Heard, game_in_turn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = copied(objects(game_in_turn), tmp_path / "objects", game_in_turn)
    home = copied(package, tmp_path / "home", game_in_turn)
    (home / f"{game_in_turn}.json").rename(home / f"{game_in_turn}-1.json")
    Damage(package, game_in_turn).no_library()
    chosen = with_objects(package, home, game_in_turn, monkeypatch)
    plays_by_the_rules(chosen, "ahead")
    assert [key for key, _ in heard] == ["notice.object"]


@pytest.mark.parametrize("content", [b"", b"no object", b"\x7fELF\x02\x01" + bytes(80)])
def test_no_object_of_ones_own_ends_the_process(
    heard: Heard, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LLVM would not come back from these."""
    (tmp_path / "x.o").write_bytes(content)
    digest = hashlib.blake2b(content, digest_size=16).hexdigest()
    told = {"form": ahead_files.FORM, "files": {this_platform(): ("x.o", digest)}, "symbols": {"x": "x"}}
    (tmp_path / "coloretto-x.json").write_text(json.dumps(told))
    with_objects(tmp_path / "none", tmp_path, "coloretto", monkeypatch)
    assert symbols_of("coloretto")["x"].address == 0
    assert [(key, details["why"]) for key, details in heard] == [("notice.object", "notice.object_platform")]


@pytest.mark.parametrize("wrong", [RuntimeError("no home"), PermissionError("not yours")])
def test_without_a_cache_one_plays_all_the_same(
    heard: Heard, wrong: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> Path:
        raise wrong

    chosen = with_objects(tmp_path, tmp_path, "coloretto", monkeypatch)
    monkeypatch.setattr(ahead_files, "made_here", nowhere)
    plays_by_the_rules(chosen)
    assert [details["why"] for key, details in heard if key == "notice.object"] == [str(wrong)]


@rule
def seven(s: State, seat: Seat) -> int:
    return 7


def test_changed_rules_are_played_as_changed(
    objects: Callable[[str], Path], heard: Heard, game_in_turn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is wrong with the file, which goes on for the game as it was; that the changed one is slow is said."""
    chosen = with_objects(objects(game_in_turn), tmp_path / "none", game_in_turn, monkeypatch)
    changed = chosen.with_rules({hooks.score: seven})
    found = simulate(changed, changed.players[0], FEW, seed=1)
    assert (found.engine, found.mean_score) == ("interpreted", [7.0] * changed.players[0])
    assert simulate(chosen, chosen.players[0], FEW, seed=1).engine == "ahead"
    assert changed.deal(seed=1).scores == [7] * changed.players[0]
    assert [key for key, _ in heard] == ["notice.interpreted"]


# Making them


@for_linux
def test_where_nothing_can_be_kept_that_is_said_at_once() -> None:
    words = [sys.executable, "-m", "pioche.ahead", "--all", "/proc/nowhere", "coloretto"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "nothing can be kept there" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal of a keyboard for other processes")
def test_interrupted_it_leaves_what_was_there(
    objects: Callable[[str], Path], game_in_turn: str, tmp_path: Path
) -> None:
    folder = copied(objects(game_in_turn), tmp_path / "objects", game_in_turn)
    Damage(folder, game_in_turn).listed(made_by="other tools")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    os.utime(shutil.copy(folder / f"{game_in_turn}.json", folder / f"left{UNFINISHED}"), (1, 1))
    words = [sys.executable, "-m", "pioche.ahead", "--all", str(folder), game_in_turn]
    building = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert building.stderr is not None
    assert building.stderr.readline() == f"making ahead: {game_in_turn}\n"
    os.killpg(building.pid, signal.SIGINT)
    building.communicate(timeout=120)
    assert building.returncode != 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_who_writes_at_once_leaves_one_whole_file(tmp_path: Path) -> None:
    contents = [bytes([number]) * 100_000 for number in range(4)]
    writers = [Thread(target=write_often, args=(tmp_path / "x", each)) for each in contents]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        if (tmp_path / "x").exists():
            assert (tmp_path / "x").read_bytes() in contents
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def write_often(path: Path, content: bytes) -> None:
    for _ in range(20):
        write(path, content)


def test_two_make_the_same_at_once(
    objects: Callable[[str], Path], game_in_turn: str, tmp_path: Path, thorough: bool
) -> None:
    if thorough:
        words = [sys.executable, "-m", "pioche.ahead", "--all", str(tmp_path), game_in_turn]
        assert [each.wait() for each in [subprocess.Popen(words), subprocess.Popen(words)]] == [0, 0]
        assert is_made(game_in_turn, tmp_path)
        assert manifest_in(tmp_path, game_in_turn) == manifest_in(objects(game_in_turn), game_in_turn)
        assert len(list(tmp_path.iterdir())) == 1 + len(PLATFORMS)
