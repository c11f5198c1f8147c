"""One LLVM module of a game: Numba's texts, freed of what belongs to Numba, with a plain C function for each entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pioche.ahead.numba_front_end import Translated
from pioche.core.entry_kinds import ARRAY, FAILED, single_kinds

NUMBAS_OWN = re.compile(r'^define .*@"?(cfunc\.|_ZN7cpython|NRT_)')
SIZES = {"int8": 1, "uint8": 1, "int16": 2, "float32": 4, "int64": 8, "float64": 8}
BY_CHANCE = re.compile(
    r"numba\.dynamic\.globals\.[0-9a-f]+(?:\.\d+)?|\.bytes\.-?\d+(?:\.\d+)?"
)  # an address, or a hash, in it
PLACE = re.compile(r"= internal global ptr inttoptr \(i64 \d+ to ptr\)")
LIBM = re.compile(r'double @"?(sqrt)"?\(')  # IEEE's square root is one instruction, the same on every processor


def merged(texts: Iterable[str], entries: list[Translated]) -> str:
    """All functions in one module; only the entries' C functions are to be seen from outside."""
    import llvmlite.binding as llvm

    whole: Any = None
    for text in texts:
        module = llvm.parse_assembly("\n".join(own_lines(text)))
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "weak_odr"
        whole = module if whole is None else whole
        if module is not whole:
            whole.link_in(module)
    for each in [*whole.functions, *whole.global_variables]:
        if not each.is_declaration:
            each.linkage = "internal"
    text = "\n".join([str(whole), *(c_function(entry, entry_types(whole, entry)) for entry in entries)])
    return nameless(text)


def own_lines(text: str) -> Iterator[str]:
    """A module's text without wrappers for Python and the counting of references; a constant is nobody else's."""
    left_out = False
    for line in text.splitlines():
        if NUMBAS_OWN.match(line):
            left_out = True
        elif left_out:
            left_out = not line.startswith("}")
        elif line.startswith("@") and " common " in line:
            yield line.replace(" common ", " internal ", 1)
        else:
            yield with_instructions(line)


def with_instructions(line: str) -> str:
    return LIBM.sub(r"double @llvm.\1.f64(", line)


def nameless(text: str) -> str:
    """Nothing of the machine and the process where it was made: its processor's name, addresses, hashes of texts.

    Numba notes where its constant arrays lay in Python; nothing of ours looks there.
    """
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    numbers: dict[str, int] = {}
    text = BY_CHANCE.sub(lambda found: f"constant.{numbers.setdefault(found[0], len(numbers))}", text)
    return PLACE.sub("= internal global ptr null", text)


def entry_types(module: Any, entry: Translated) -> list[str]:
    """The types of what Numba's function takes: its answer's place, the place for an exception, then arguments."""
    return [str(each.type) for each in module.get_function(entry.function).arguments]


def c_function(entry: Translated, types: list[str]) -> str:
    """A C function around Numba's: it takes whole numbers and doubles, and answers with a whole number."""
    body = CBody()
    values = [body.answer(), body.exception(), *body.arguments(entry.kinds, record_size(entry))]
    assert len(values) == len(types), (entry.symbol, len(values), len(types))
    typed = ", ".join(f"{kind} {value}" for kind, value in zip(types, values, strict=True))
    lines = [*body.lines, f"%status = call i32 @{quoted(entry.function)}({typed})", *returned(entry.returns)]
    inside = "\n".join(f"  {line}" for line in lines)
    return f"define i64 @{entry.symbol}({', '.join(body.parameters)}) {{\n{inside}\n}}\n"


def quoted(name: str) -> str:
    return name if re.fullmatch(r"[\w$.]+", name) else f'"{name}"'


def record_size(entry: Translated) -> int:
    return int(entry.entry.given[0].dtype.itemsize)


class CBody:
    """The lines that turn what is handed over into what Numba's function takes."""

    def __init__(self) -> None:
        self.parameters: list[str] = []
        self.lines: list[str] = []

    def answer(self) -> str:
        self.lines.append("%answer = alloca i64, align 8")
        self.lines.append("store i64 0, ptr %answer")
        return "%answer"

    def exception(self) -> str:
        self.lines.append("%exception = alloca ptr, align 8")
        return "%exception"

    def arguments(self, kinds: str, record: int) -> Iterator[str]:
        for kind in single_kinds(kinds):
            if found := ARRAY.fullmatch(kind):
                yield from self.array(SIZES.get(found[1], record), int(found[2]))
            else:
                yield self.parameter("double" if kind == "f" else "i64")

    def parameter(self, kind: str) -> str:
        name = f"%p{len(self.parameters)}"
        self.parameters.append(f"{kind} {name}")
        return name

    def array(self, size: int, dimensions: int) -> Iterator[str]:
        """Numba takes an array as two pointers of its own, the count, a number's size, address, lengths and strides."""
        address, lengths = self.parameter("i64"), [self.parameter("i64") for _ in range(dimensions)]
        pointer = self.line(f"inttoptr i64 {address} to ptr")
        strides = [str(size)]
        for length in reversed(lengths[1:]):
            strides.insert(0, self.line(f"mul i64 {length}, {strides[0]}"))
        count = lengths[0]
        for length in lengths[1:]:
            count = self.line(f"mul i64 {count}, {length}")
        yield from ("null", "null", count, str(size), pointer, *lengths, *strides)

    def line(self, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name


def returned(kind: str) -> Iterator[str]:
    """The answer as a whole number; if the rule broke off, FAILED."""
    width = {"bool": "i8", "none": "i64"}.get(kind) or "i" + kind.lstrip("uint")
    yield f"%raw = load {width}, ptr %answer"
    widened = "zext" if kind == "bool" or kind.startswith("uint") else "sext"
    value = "%raw" if width == "i64" else "%wide"
    if width != "i64":
        yield f"%wide = {widened} {width} %raw to i64"
    yield "%broken = icmp ne i32 %status, 0"
    yield f"%told = select i1 %broken, i64 {FAILED}, i64 {value if kind != 'none' else 0}"
    yield "ret i64 %told"


SHORT = 450  # lines: functions up to this length are put wherever they are called


def quick(text: str) -> str:
    """The same module for where speed counts more than size: LLVM by itself would call shorter functions only.

    Random play of Coloretto and Kolpa! gains a tenth by it, and a library grows by half.
    """
    parts = re.split(r"^(?=define internal )", text, flags=re.M)
    return "".join(marked(part) if part.startswith("define internal ") else part for part in parts)


def marked(function: str) -> str:
    """A function that is always inlined, if it is short."""
    body, end, rest = function.partition("\n}\n")
    head, brace, lines = body.partition(" {\n")
    if lines.count("\n") > SHORT:
        return function
    name, number = re.fullmatch(r"(.*?)( #\d+)?", head, re.S).groups()  # type: ignore[union-attr]
    return f"{name} alwaysinline{number or ''}{brace}{lines}{end}{rest}"
