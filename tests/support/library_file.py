"""What a shared library shows to others and wants of them, read from the file: ELF, Mach-O, PE."""

from __future__ import annotations

import struct
from typing import NamedTuple


class LibraryFile(NamedTuple):
    """What is in the file."""

    system: str
    machine: int
    exported: set[str]
    imported: set[str]  # names, and other libraries
    signed: bool = False


def read_library(content: bytes) -> LibraryFile:
    if content[:4] == b"\x7fELF":
        return read_elf(content)
    return read_mach(content) if content[:4] == b"\xcf\xfa\xed\xfe" else read_pe(content)


def text_at(content: bytes, at: int) -> str:
    return content[at : content.index(b"\0", at)].decode()


def read_elf(content: bytes) -> LibraryFile:
    machine = struct.unpack_from("<H", content, 18)[0]
    (start,), (size, count) = struct.unpack_from("<Q", content, 40), struct.unpack_from("<2H", content, 58)
    sections = [struct.unpack_from("<2I4Q2I2Q", content, start + size * n) for n in range(count)]
    exported, imported = set[str](), set[str]()
    for _, kind, _, _, offset, length, link, _, _, _ in sections:
        names = sections[link][4] if link < count else 0
        if kind == 11:  # dynamic symbols
            for at in range(offset + 24, offset + length, 24):
                name, info, _, section = struct.unpack_from("<IBBH", content, at)
                if info >> 4:
                    (exported if section else imported).add(text_at(content, names + name))
        if kind == 6:  # the dynamic section
            for tag, value in struct.iter_unpack("<2q", content[offset : offset + length]):
                if tag == 1:
                    imported.add(text_at(content, names + value))
    return LibraryFile("linux", machine, exported, imported)


def read_mach(content: bytes) -> LibraryFile:
    machine, _, kind, commands = struct.unpack_from("<4I", content, 4)
    assert kind == 6, "a dynamic library"
    at, exported, imported, signed = 32, set[str](), set[str](), False
    for _ in range(commands):
        command, length = struct.unpack_from("<2I", content, at)
        if command == 0xC:
            imported.add(text_at(content, at + 24))
        if command == 0x1D:
            signed = True
        if command == 2:
            start, count, names, _ = struct.unpack_from("<4I", content, at + 8)
            for name, flags, *_ in struct.iter_unpack("<IBBHQ", content[start : start + 16 * count]):
                if flags & 1 and not flags & 0x10:
                    (exported if flags & 0xE else imported).add(text_at(content, names + name).removeprefix("_"))
        at += length
    return LibraryFile("macos", machine, exported, imported, signed)


def read_pe(content: bytes) -> LibraryFile:
    start = struct.unpack_from("<I", content, 60)[0]
    assert content[start : start + 4] == b"PE\0\0"
    machine, sections = struct.unpack_from("<2H", content, start + 4)
    optional, more = start + 24, struct.unpack_from("<H", content, start + 20)[0]
    (exports, _, imports, _) = struct.unpack_from("<4I", content, optional + 112)
    places = [struct.unpack_from("<4I", content, optional + more + 40 * n + 8) for n in range(sections)]

    def at(address: int) -> int:
        return next(int(address - va + raw) for size, va, _, raw in places if va <= address < va + size)

    count, _, names = struct.unpack_from("<3I", content, at(exports) + 24)
    found = {text_at(content, at(each)) for each in struct.unpack_from(f"<{count}I", content, at(names))}
    return LibraryFile("windows", machine, found, {"imports"} if imports else set())
