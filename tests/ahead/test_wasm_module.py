"""Objects made into modules: addresses written, functions named, nothing asked for from outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pioche.ahead.wasm_module import Unlinked, signed, unsigned, wasm_module
from support.javascript import in_node

HEAD = """
target datalayout = ""
target triple = ""
"""
TABLES = """
@squares = internal constant [5 x i64] [i64 0, i64 1, i64 4, i64 9, i64 16]
@names = internal constant [2 x ptr] [ptr @squares, ptr getelementptr ([5 x i64], ptr @squares, i64 0, i64 2)]
@count = internal global i64 0

define i64 @square(i64 %n) {
  %at = getelementptr [5 x i64], ptr @squares, i64 0, i64 %n
  %found = load i64, ptr %at
  ret i64 %found
}

define i64 @through(i64 %name, i64 %n) {
  %at = getelementptr [2 x ptr], ptr @names, i64 0, i64 %name
  %table = load ptr, ptr %at
  %spot = getelementptr i64, ptr %table, i64 %n
  %found = load i64, ptr %spot
  ret i64 %found
}

define i64 @counted() {
  %before = load i64, ptr @count
  %now = add i64 %before, 1
  store i64 %now, ptr @count
  ret i64 %now
}

define i64 @place() {
  %address = ptrtoint ptr @squares to i64
  ret i64 %address
}

define internal i64 @deep(i64 %n) noinline {
  %room = alloca [64 x i64]
  %spot = getelementptr [64 x i64], ptr %room, i64 0, i64 %n
  store volatile i64 %n, ptr %spot
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %more
more:
  %less = sub i64 %n, 1
  %below = call i64 @deep(i64 %less)
  %own = load volatile i64, ptr %spot
  %sum = add i64 %below, %own
  ret i64 %sum
done:
  ret i64 0
}

define i64 @summed(i64 %n) {
  %sum = call i64 @deep(i64 %n)
  ret i64 %sum
}
"""
ASK = """
import { readFileSync } from 'node:fs';
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { exports: { memory, heap, ...calls } } = new WebAssembly.Instance(module);
const said = ([name, ...given]) => {
  try { return Number(calls[name](...given.map(BigInt))); } catch (why) { return why.name; }
};
console.log(JSON.stringify({
  answers: JSON.parse(process.argv[3]).map(said),
  heap: heap.value,
  pages: memory.buffer.byteLength >> 16,
  names: Object.keys(calls),
  imports: WebAssembly.Module.imports(module).length,
  custom: WebAssembly.Module.customSections(module, 'name').length,
}));
"""


def asked(folder: Path, *calls: tuple[object, ...], exports: list[str]) -> dict[str, Any]:
    (folder / "ask.mjs").write_text(ASK)
    (folder / "tables.wasm").write_bytes(wasm_module(HEAD + TABLES, exports))
    found: dict[str, Any] = json.loads(in_node(folder / "ask.mjs", folder / "tables.wasm", json.dumps(calls)))
    return found


def test_what_is_named_can_be_called_and_nothing_else(tmp_path: Path) -> None:
    found = asked(tmp_path, ("square", 3), exports=["square"])
    assert found["answers"] == [9]
    assert (found["names"], found["imports"], found["custom"]) == (["square"], 0, 0)


def test_addresses_are_written_in_code_and_in_data(tmp_path: Path) -> None:
    calls = [("through", 0, 4), ("through", 1, 1), ("counted",), ("counted",), ("place",)]
    found = asked(tmp_path, *calls, exports=["through", "counted", "place"])
    *values, place = found["answers"]
    assert values == [16, 9, 1, 2]
    assert 1 << 16 <= place < found["heap"], "data lies after the stack, none at address 0"
    assert found["heap"] % 16 == 0 and found["pages"] == 2


def test_a_stack_that_is_too_deep_is_an_error(tmp_path: Path) -> None:
    """It does not grow into the data."""
    found = asked(tmp_path, ("summed", 40), ("summed", 63), ("summed", 10_000), exports=["summed"])
    assert found["answers"][:2] == [820, 2016]
    assert found["answers"][2] == "RuntimeError"


def test_the_same_text_gives_the_same_bytes() -> None:
    assert wasm_module(HEAD + TABLES, ["square"]) == wasm_module(HEAD + TABLES, ["square"])


@pytest.mark.parametrize(
    "text",
    [
        "@far = external global i64\ndefine i64 @f() {\n  %n = load i64, ptr @far\n  ret i64 %n\n}\n",
        "define i128 @f(i128 %n) {\n  %m = mul i128 %n, %n\n  ret i128 %m\n}\n",
    ],
)
def test_what_needs_something_from_outside_is_refused(text: str) -> None:
    with pytest.raises(Unlinked):
        wasm_module(HEAD + text, ["f"])


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 65536, (1 << 32) - 1])
def test_numbers_are_written_as_the_format_has_them(number: int) -> None:
    assert sum((byte & 0x7F) << 7 * i for i, byte in enumerate(unsigned(number))) == number
    assert signed(-1) == b"\x7f" and signed(64) == b"\xc0\x00" and signed(-65) == b"\xbf\x7f"
