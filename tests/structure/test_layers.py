"""Imports go down, as docs/architecture.md and the table in `pioche.server` show it; both are read here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pioche.server
from support.source_tree import ROOT, python_files

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split("\n## Layers\n")[1].split("\n## ")[0]
PUBLIC = {"__init__": "table", "__main__": "cli", "lab": "studies"}  # whose names these modules pass on

NOT_YET: set[str] = set()
NOT_YET_IN_SERVER = {"jobs/finished_games → sessions/table_registry", "jobs/reviews → sessions/table_registry"}  # types


class Import(NamedTuple):
    """One module of ours that another one needs; those inside functions are needed at run time as well."""

    module: tuple[str, ...]
    target: tuple[str, ...]
    only_types: bool


def layers() -> dict[str, int]:
    """By package: the higher the number, the lower it lies."""
    lines = PAGE.split("```\n")[1].splitlines()
    return {name: number for number, line in enumerate(lines) for name in line.split()}


def layers_of_server() -> dict[str, int]:
    assert pioche.server.__doc__ is not None
    rows = re.findall(r"^\| (`.*?`) \|", pioche.server.__doc__, re.M)
    found = {name: number for number, row in enumerate(rows) for name in re.findall(r"`(\w+)(?:/|\.py)`", row)}
    return {**found, "__init__": len(rows)}


def neighbours() -> set[str]:
    """Imports that go to the side."""
    return {f"{one} → {other}" for one, other in re.findall(r"^\| `(\w+)` \| `(\w+)` \|", PAGE, re.M)}


def test_every_package_has_its_layer() -> None:
    folder = ROOT / "src" / "pioche"
    packages = {path.stem for path in folder.iterdir() if (path / "__init__.py").exists() or path.suffix == ".py"}
    assert packages - PUBLIC.keys() == layers().keys()
    inside = {path.stem for path in (folder / "server").iterdir() if path.is_dir() or path.suffix == ".py"}
    assert inside - {"__pycache__"} == layers_of_server().keys()


def test_imports_go_down() -> None:
    order, found = layers(), set[str]()
    for each in imports():
        one, other = package(each.module), package(each.target)
        if one != other and order[one] >= order[other]:
            found.add(f"{one} → {other}")
    assert found - neighbours() == NOT_YET
    assert neighbours() <= found, "the page shows what is no longer imported"


def test_within_the_server_imports_go_down() -> None:
    order, found, for_types = layers_of_server(), set[str](), set[str]()
    for each in imports():
        if each.module[:1] == each.target[:1] == ("server",) and order[inner(each.module)] > order[inner(each.target)]:
            (for_types if each.only_types else found).add(f"{written(each.module)} → {written(each.target)}")
    assert found == set()
    assert for_types == NOT_YET_IN_SERVER


def package(module: tuple[str, ...]) -> str:
    first = module[0] if module else "__init__"
    return PUBLIC.get(first, first)


def inner(module: tuple[str, ...]) -> str:
    """The part of the server in which a module lies."""
    return module[1] if len(module) > 1 else "__init__"


def written(module: tuple[str, ...]) -> str:
    return "/".join(module[1:])


# Reading imports


def imports() -> Iterator[Import]:
    """Every one of ours, from one module to another."""
    files = {parts_of(path): tree for path, tree in python_files("src/pioche").items()}
    for module, tree in files.items():
        for name, only_types in imported(tree):
            target = tuple(name.split(".")[1:])
            yield Import(module, target if target in files else target[:-1], only_types)


def parts_of(path: Path) -> tuple[str, ...]:
    """`src/pioche/core/cards.py` is `core.cards`; a package has the name of its folder."""
    parts = path.with_suffix("").parts[2:]
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported(node: ast.AST, only_types: bool = False) -> Iterator[tuple[str, bool]]:
    """The dotted names that are imported from pioche, and whether for types only."""
    if isinstance(node, ast.Import):
        yield from ((each.name, only_types) for each in node.names if each.name.split(".")[0] == "pioche")
    elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "pioche":
        yield from ((f"{node.module}.{each.name}", only_types) for each in node.names)
    types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    for child in ast.iter_child_nodes(node):
        yield from imported(child, only_types or types)
