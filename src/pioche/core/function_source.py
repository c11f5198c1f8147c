"""How a function is written, without what does not matter: comments, layout, docstring, annotations, line numbers.

The text comes from the source if that is what really runs: a file may have been edited since it was imported. So the
source is compiled once more, and counts only where the very same code comes of it. Then the text is the same on every
version of Python. Where there is no such source, it is the bytecode, which only this version of Python reads so.
"""

from __future__ import annotations

import ast
import dis
import linecache
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import CodeType
from typing import Any

FUTURE = annotations.compiler_flag
UNSAID = {"annotation", "returns", "type_comment", "type_params", "ctx", "kind"}  # fields that change nothing
OWN = {"decorator_list", "defaults", "kw_defaults"}  # of the function itself: its defaults are named by their values
Written = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Module = tuple[dict[str, list[CodeType]], dict[tuple[str, int], list[Written]]]

_known: dict[CodeType, str] = {}


def written(code: CodeType, names: Mapping[str, Any]) -> str:
    """The function that runs this code, as a text; `names` are its module's."""
    if code not in _known:
        _known[code] = from_source(code, names) or from_bytecode(code)
    return _known[code]


def remember(code: CodeType, how: str) -> None:
    """What somebody else has read of a source that is not here."""
    _known.setdefault(code, how)


def from_source(code: CodeType, names: Mapping[str, Any]) -> str:
    """Empty if its source is not there, or is not what runs."""
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, dict(names)))
    try:
        compiled, nodes = contents(text, code.co_filename)
    except (SyntaxError, ValueError):
        return ""
    for twin in compiled[code.co_qualname]:
        found = nodes[twin.co_name, twin.co_firstlineno]
        if len(found) == 1 and lineless(twin) == lineless(code):
            return outline(found[0])
    return ""


@lru_cache(maxsize=256)
def contents(text: str, filename: str) -> Module:
    """Everything that a source compiles to, by its qualified name, and how it is written, by name and first line."""
    compiled, nodes = defaultdict(list), defaultdict(list)
    for code in inner_codes(compile(text, filename, "exec", dont_inherit=True)):
        compiled[code.co_qualname].append(code)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Written):
            nodes[name_and_line(node)].append(node)
    return compiled, nodes


def inner_codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from inner_codes(constant)


@cache
def global_names(code: CodeType) -> frozenset[str]:
    """The global names that a function's code mentions, and those of the functions within it."""
    own = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    return frozenset(own.union(*map(global_names, inner_codes(code))))


def name_and_line(node: Written) -> tuple[str, int]:
    """As the code has them: the first line is that of the first decorator."""
    if isinstance(node, ast.Lambda):
        return "<lambda>", node.lineno
    return node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])


def lineless(code: CodeType) -> CodeType:
    """The same code, wherever it stands in its file."""
    constants = tuple(lineless(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    flags = code.co_flags & ~FUTURE  # how annotations are read
    return code.replace(co_firstlineno=1, co_linetable=b"", co_filename="", co_consts=constants, co_flags=flags)


def outline(node: Written) -> str:
    """A function's parameters and what it does."""
    name = "" if isinstance(node, ast.Lambda) else node.name
    return f"{name}({said(node.args, UNSAID | OWN)}){said(node.body, UNSAID)}"


def said(value: Any, unsaid: set[str]) -> str:
    """Our own form of a syntax tree: that of `ast.dump` differs between versions of Python."""
    if isinstance(value, list):
        return f"[{','.join(said(each, UNSAID) for each in value if not is_remark(each))}]"
    if isinstance(value, ast.Constant):
        return f"{type(value.value).__name__} {value.value!r}"
    if isinstance(value, ast.AnnAssign) and value.value is not None:
        return said(ast.Assign(targets=[value.target], value=value.value), unsaid)
    if isinstance(value, ast.JoinedStr):
        return f"JoinedStr{said([each for each in value.values if not is_nothing(each)], unsaid)}"
    if not isinstance(value, ast.AST):
        return repr(value)
    fields = sorted((name, field) for name, field in vars(value).items() if name in value._fields)
    told = [f"{name}={said(field, UNSAID)}" for name, field in fields if name not in unsaid and field not in (None, [])]
    return f"{type(value).__name__}({','.join(told)})"


def is_remark(node: Any) -> bool:
    """A text that stands alone, as a docstring does."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def is_nothing(part: ast.expr) -> bool:
    """Python 3.12 has empty texts between the parts of an f-string."""
    return isinstance(part, ast.Constant) and part.value == ""


def from_bytecode(code: CodeType) -> str:
    """What this version of Python runs."""
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags & ~FUTURE
    constants = [from_bytecode(each) if isinstance(each, CodeType) else constant(each) for each in code.co_consts]
    version = sys.implementation.cache_tag
    return repr((version, code.co_name, code.co_code, code.co_exceptiontable, names, counts, constants))


def constant(value: Any) -> str:
    """A constant with its type; the members of a set in an order of our own."""
    if isinstance(value, tuple):
        return f"({','.join(map(constant, value))})"
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(constant, value)))}}}"
    return f"{type(value).__name__} {value!r}"
