"""A package that loads its names when they are first used lists them three times: the lists must agree."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

PACKAGES = ["pioche", "pioche.arena", "pioche.studies"]


def imported_for_types(source: str) -> dict[str, str]:
    """What stands under `if TYPE_CHECKING:`, and from where."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for line in node.body:
                assert isinstance(line, ast.ImportFrom) and line.module is not None
                found.update({each.name: line.module.rpartition(".")[2] for each in line.names})
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_the_three_lists_agree(package: str) -> None:
    module = import_module(package)
    assert module.__file__ is not None
    for_types = imported_for_types(Path(module.__file__).read_text(encoding="utf-8"))
    homes: dict[str, str] = module.HOMES
    assert for_types == homes
    assert sorted(module.__all__) == sorted(homes)
    for name in homes:
        assert getattr(module, name).__name__ == name
    with pytest.raises(AttributeError, match="nothing_like_this"):
        module.nothing_like_this  # noqa: B018
