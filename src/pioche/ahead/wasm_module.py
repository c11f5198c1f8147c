"""A WebAssembly module that a page can load, made of LLVM's object without a linker.

The object of a program that needs nothing from outside is nearly a module already. What a linker would do is little:
say where in memory the stack and the data lie, write these addresses where they are used, and name what may be called.

Memory begins with the stack, which grows downward, so that one that is too deep is an error and nothing is overwritten;
then the data, so that none lies at address 0; then, from `heap` on, all is free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pioche.ahead.targets import TARGETS, object_code

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, CODE, DATA, COUNT_OF_DATA = 0, 1, 2, 3, 5, 6, 7, 10, 11, 12
KEPT = {TYPES, FUNCTIONS, COUNT_OF_DATA, CODE, DATA}
SYMBOLS = 8  # the part of `linking` in which they are
FUNCTION, DATUM, GLOBAL, SECTION = range(4)  # kinds of symbols
UNDEFINED, NAMED = 0x10, 0x40  # flags of symbols
FUNCTION_INDEX, ADDRESS_IN_CODE, SIGNED_ADDRESS_IN_CODE, ADDRESS_IN_DATA, GLOBAL_INDEX = 0, 3, 4, 5, 7  # relocations
PADDED = 5  # bytes that LLVM leaves for a number of 32 bits that a linker may write
I32, CONSTANT, END = 0x7F, 0x41, 0x0B

PAGE = 1 << 16
STACK = PAGE  # where the stack begins, and the data after it
ALIGNED = 16


class Unlinked(RuntimeError):
    """An object is more than one that needs nothing from outside."""


def wasm_module(text: str, exports: Sequence[str]) -> bytes:
    """A module's text as WebAssembly that imports nothing: it exports these functions, `memory`, and `heap`."""
    return linked(object_code(text, TARGETS["wasm"]), exports)


def linked(code: bytes, exports: Sequence[str]) -> bytes:
    """An object as a module."""
    object = WasmObject(code)
    made = {
        **{kind: object.content(number) for number, (kind, _) in enumerate(object.sections) if kind in KEPT},
        MEMORY: vector([b"\0" + unsigned(-(-object.heap // PAGE))]),
        GLOBALS: vector([number_variable(STACK, True), number_variable(object.heap, False)]),
        EXPORTS: vector([*functions_exported(object, exports), exported("memory", 2, 0), exported("heap", 3, 1)]),
    }
    order = [TYPES, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, COUNT_OF_DATA, CODE, DATA]
    return MAGIC + b"".join(bytes([kind]) + sized(made[kind]) for kind in order if kind in made)


def functions_exported(object: WasmObject, names: Sequence[str]) -> Iterator[bytes]:
    found = {symbol.name: symbol.number for symbol in object.symbols if symbol.kind == FUNCTION}
    return (exported(name, 0, found[name]) for name in names)


# What is written


def unsigned(number: int) -> bytes:
    """LEB128."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def signed(number: int) -> bytes:
    out = bytearray()
    while not -0x40 <= number < 0x40:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number & 0x7F])


def sized(content: bytes) -> bytes:
    return unsigned(len(content)) + content


def vector(items: Sequence[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def exported(name: str, kind: int, index: int) -> bytes:
    return sized(name.encode()) + bytes([kind]) + unsigned(index)


def number_variable(value: int, changes: bool) -> bytes:
    return bytes([I32, changes, CONSTANT]) + signed(value) + bytes([END])


# What is read


class ObjectSymbol(NamedTuple):
    """A name in an object: a function's or a variable's number, or where some data lies."""

    kind: int
    name: str
    number: int  # of data, its segment's
    offset: int = 0  # in that


class Fix(NamedTuple):
    """Something that a linker writes: at these bytes of a section, by this rule, of a symbol."""

    at: int
    kind: int
    symbol: int
    more: int  # added to an address


class Segment(NamedTuple):
    """Data, where it lies in an object's memory, and from where on in its section its bytes stand."""

    address: int
    at: int
    size: int


class ByteReader:
    """Bytes, read from the front."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content, self.at = content, at

    @property
    def is_empty(self) -> bool:
        return self.at == len(self.content)

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """LEB128."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def signed_number(self) -> int:
        start = self.at
        value, bits = self.number(), 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def bytes(self) -> bytes:
        size = self.number()
        self.at += size
        return self.content[self.at - size : self.at]

    def name(self) -> str:
        return self.bytes().decode()


class WasmObject:
    """What LLVM has made: sections, symbols, and what is still to be written where."""

    def __init__(self, code: bytes) -> None:
        assert code.startswith(MAGIC)
        self.sections = list(sections(ByteReader(code, len(MAGIC))))
        custom = {(each := ByteReader(content)).name(): each for kind, content in self.sections if kind == CUSTOM}
        self.symbols = list(symbols(custom["linking"]))
        self.fixes = dict(fixes(each) for name, each in custom.items() if name.startswith("reloc."))
        self.segments = [each for kind, content in self.sections if kind == DATA for each in segments(content)]
        self.check()

    @property
    def heap(self) -> int:
        """From here on memory is free."""
        end = max((STACK + each.address + each.size for each in self.segments), default=STACK)
        return -(-end // ALIGNED) * ALIGNED

    def check(self) -> None:
        """Nothing from outside but the memory and the stack's pointer, and only that is a variable."""
        for kind, content in self.sections:
            if kind == IMPORTS and (more := set(imports(content)) - {"__linear_memory", "__stack_pointer"}):
                raise Unlinked(f"this needs what no object brings: {', '.join(sorted(more))}")
            if kind not in {CUSTOM, IMPORTS, *KEPT}:
                raise Unlinked(f"a section of kind {kind}")

    def content(self, number: int) -> bytes:
        """A section with all addresses written."""
        kind, content = self.sections[number]
        written = [self.written(each, content) for each in self.fixes.get(number, ())]
        if kind == CODE:
            return vector([sized(patched(content, *span, written)) for span in bodies(content)])
        return vector(list(self.data(content, written))) if kind == DATA else content

    def data(self, content: bytes, written: Sequence[Patch]) -> Iterator[bytes]:
        for each in self.segments:
            address = bytes([0, CONSTANT]) + signed(STACK + each.address) + bytes([END])
            yield address + sized(patched(content, each.at, each.at + each.size, written))

    def written(self, fix: Fix, content: bytes) -> Patch:
        """What stands in an object's bytes instead of what LLVM left there."""
        if fix.kind not in WRITTEN or self.symbols[fix.symbol].kind not in (FUNCTION, DATUM, GLOBAL):
            raise Unlinked(f"a relocation of kind {fix.kind}")
        size, write = WRITTEN[fix.kind]
        return Patch(fix.at, fix.at + size, write(self.value(self.symbols[fix.symbol]) + fix.more))

    def value(self, symbol: ObjectSymbol) -> int:
        """A number, or an address."""
        if symbol.kind != DATUM:
            return symbol.number
        return STACK + self.segments[symbol.number].address + symbol.offset


class Patch(NamedTuple):
    """Some bytes that are written instead of others."""

    start: int
    end: int
    content: bytes


def in_four_bytes(value: int) -> bytes:
    return value.to_bytes(4, "little")


WRITTEN: Mapping[int, tuple[int, Callable[[int], bytes]]] = {
    FUNCTION_INDEX: (PADDED, unsigned),
    GLOBAL_INDEX: (PADDED, unsigned),
    ADDRESS_IN_CODE: (PADDED, unsigned),
    SIGNED_ADDRESS_IN_CODE: (PADDED, signed),
    ADDRESS_IN_DATA: (4, in_four_bytes),
}


def patched(content: bytes, start: int, end: int, written: Sequence[Patch]) -> bytes:
    """A part of some bytes, with what is written in it."""
    parts, at = [], start
    for each in written:
        if start <= each.start < end:
            parts += [content[at : each.start], each.content]
            at = each.end
    return b"".join([*parts, content[at:end]])


def sections(reader: ByteReader) -> Iterator[tuple[int, bytes]]:
    while not reader.is_empty:
        yield reader.byte(), reader.bytes()


def bodies(content: bytes) -> Iterator[tuple[int, int]]:
    """Where in a section of code each function begins and ends."""
    reader = ByteReader(content)
    for _ in range(reader.number()):
        size = len(reader.bytes())
        yield reader.at - size, reader.at


def segments(content: bytes) -> Iterator[Segment]:
    reader = ByteReader(content)
    for _ in range(reader.number()):
        if (reader.byte(), reader.byte()) != (0, CONSTANT):
            raise Unlinked("data whose place is not fixed")
        address = reader.signed_number()
        assert reader.byte() == END
        size = len(reader.bytes())
        yield Segment(address, reader.at - size, size)


def imports(content: bytes) -> Iterator[str]:
    """Their names; an object's are functions, memory, or variables."""
    reader = ByteReader(content)
    for _ in range(reader.number()):
        reader.name()
        yield reader.name()
        kind = reader.byte()
        if kind == 1:  # a table has the kind of what is in it before its limits
            reader.byte()
        if kind in (1, 2):
            limits = 2 if reader.byte() & 1 else 1
            for _ in range(limits):
                reader.number()
        else:
            for _ in range(2 if kind == 3 else 1):
                reader.number()


def symbols(linking: ByteReader) -> Iterator[ObjectSymbol]:
    """Those of the `linking` section, in order."""
    linking.number()  # its version
    while not linking.is_empty:
        part, content = linking.byte(), linking.bytes()
        if part == SYMBOLS:
            reader = ByteReader(content)
            for _ in range(reader.number()):
                yield symbol(reader)


def symbol(reader: ByteReader) -> ObjectSymbol:
    kind, flags = reader.byte(), reader.number()
    if kind == DATUM:
        name = reader.name()
        if flags & UNDEFINED:
            raise Unlinked(f"this needs what no object brings: {name}")
        segment, offset, _ = reader.number(), reader.number(), reader.number()
        return ObjectSymbol(kind, name, segment, offset)
    index = reader.number()
    has_name = kind != SECTION and (not flags & UNDEFINED or flags & NAMED)
    return ObjectSymbol(kind, reader.name() if has_name else "", index)


def fixes(reloc: ByteReader) -> tuple[int, list[Fix]]:
    """The number of a section, and what is to be written there."""
    section, found = reloc.number(), []
    for _ in range(reloc.number()):
        kind, at, symbol = reloc.byte(), reloc.number(), reloc.number()
        is_address = kind in (ADDRESS_IN_CODE, SIGNED_ADDRESS_IN_CODE, ADDRESS_IN_DATA)
        found.append(Fix(at, kind, symbol, reloc.signed_number() if is_address else 0))
    return section, found
