"""Is this machine code for a platform, and whole? Asked before a loader is: not all of them take a no for an answer."""

from __future__ import annotations

import struct

ELF = {"x86_64": 62, "aarch64": 183}
MACH = {"x86_64": 0x01000007, "arm64": 0x0100000C}
COFF = {"x86_64": 0x8664}


def is_code_for(platform: str, content: bytes) -> bool:
    """An object file or a shared library of this system and processor, not cut off."""
    system, _, processor = platform.partition("-")
    try:
        if system == "linux":
            return content[:6] == b"\x7fELF\x02\x01" and elf_is_whole(content, ELF.get(processor))
        if system == "macos":
            return content[:4] == b"\xcf\xfa\xed\xfe" and mach_is_whole(content, MACH.get(processor))
        return system == "windows" and coff_is_whole(content, COFF.get(processor))
    except struct.error:  # it ends before what was looked for
        return False


def elf_is_whole(content: bytes, machine: int | None) -> bool:
    """The list of its sections is the last thing in such a file."""
    start, size, count = *struct.unpack_from("<Q", content, 40), *struct.unpack_from("<2H", content, 58)
    return struct.unpack_from("<H", content, 18) == (machine,) and 0 < start <= len(content) - size * count


def mach_is_whole(content: bytes, machine: int | None) -> bool:
    """Each segment is in the file."""
    processor, _, _, commands = struct.unpack_from("<4I", content, 4)
    at, is_whole = 32, bool(processor == machine)
    for _ in range(commands):
        command, length = struct.unpack_from("<2I", content, at)
        if command == 0x19:
            start, size = struct.unpack_from("<2Q", content, at + 40)
            is_whole = is_whole and start + size <= len(content)
        at += length
    return is_whole


def coff_is_whole(content: bytes, machine: int | None) -> bool:
    """Each section is in the file; a library has a program for DOS before its header."""
    start = struct.unpack_from("<I", content, 60)[0] + 4 if content[:2] == b"MZ" else 0
    if start and content[start - 4 : start] != b"PE\0\0":
        return False
    found, sections = struct.unpack_from("<2H", content, start)
    more = struct.unpack_from("<H", content, start + 16)[0]
    ends = [sum(struct.unpack_from("<2I", content, start + 20 + more + 40 * n + 16)) for n in range(sections)]
    return bool(found == machine) and max(ends, default=0) <= len(content)
