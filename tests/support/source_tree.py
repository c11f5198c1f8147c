"""The Python files of the project, parsed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def python_files(*folders: str) -> dict[Path, ast.Module]:
    """All in these folders, by their path in the project."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    inside = [path for path in paths if "node_modules" not in path.parts]
    return {path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8")) for path in inside}


def classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Also those inside functions and other classes."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def functions(tree: ast.Module) -> Iterator[Function]:
    """Also methods, and those inside other functions."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def parameters(function: Function) -> list[str]:
    """Their names, without the object or class that a method belongs to."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names
