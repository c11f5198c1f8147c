"""One name means one thing: classes, modules; and nothing takes more parameters than one can keep in mind."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from support.source_tree import ROOT, classes, functions, parameters, python_files

EVERYWHERE = ("src", "bench", "scripts", "tests")
TREES = (("src/pioche",), ("tests",), ("bench", "scripts"))  # in each of them a module's name is used once
ANYWHERE = {"__init__", "__main__", "conftest"}  # modules that Python and pytest look for by name
GAME = re.compile(r"src/pioche/games/\w+/|tests/sixth_game/")  # each has its own, by the same names

OWN_CLASSES = {"tests/faults/frozen_entries.py": "how 0.2 stores its entries, whatever becomes of the entries"}

MOST = 9  # parameters
COMMAND_LINE = {"src/pioche/cli.py", "src/pioche/server/serve_commands.py"}  # a parameter for every option
NOT_YET: set[str] = set()


def test_a_class_has_a_name_of_its_own() -> None:
    found = places_of(
        (node.name, path)
        for path, tree in python_files(*EVERYWHERE).items()
        if not GAME.match(str(path)) and str(path) not in OWN_CLASSES
        for node in classes(tree)
    )
    assert several(found) == {}


def test_a_module_has_a_name_of_its_own() -> None:
    """Where two modules of a tree share one, the glossary says why."""
    twice = {name for tree in TREES for name in several(modules(tree))}
    assert twice == names_used_twice()


def modules(folders: tuple[str, ...]) -> dict[str, list[str]]:
    """By name; those of games count once, however many games have them."""
    places = {GAME.sub("any game/", str(path)) for path in python_files(*folders) if path.stem not in ANYWHERE}
    return places_of((Path(place).stem, place) for place in places)


def names_used_twice() -> set[str]:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    part = page.split("\n## Names used twice\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)\.py` \|", part, re.M))


def test_nothing_takes_more_parameters_than_one_can_keep_in_mind() -> None:
    """Whatever is mended leaves the list of what is not yet."""
    many = {
        f"{path}:{function.name}"
        for path, tree in python_files(*EVERYWHERE, "examples").items()
        if str(path) not in COMMAND_LINE
        for function in functions(tree)
        if len(parameters(function)) > MOST
    }
    assert many == NOT_YET


def test_what_is_named_here_is_there() -> None:
    for path in (*OWN_CLASSES, *COMMAND_LINE):
        assert (ROOT / path).exists(), path


def places_of(named: Iterable[tuple[str, Path | str]]) -> dict[str, list[str]]:
    found = defaultdict(list)
    for name, path in named:
        found[name].append(str(path))
    return found


def several(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Those that are in more than one place."""
    return {name: places for name, places in found.items() if len(places) > 1}
