"""How machine code is called that no Numba is needed for: what each argument is, and what is handed over for it.

A number is handed over as a 64-bit whole number or as a double; an array as its address and its lengths; a named tuple
as all that is in it. So the same way in serves Python, C and JavaScript.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from ctypes import addressof, c_char
from functools import cache
from typing import Any

import numpy as np

FAILED = -(1 << 63)  # what an entry answers when a rule broke off, as interpreted code does by an exception
ARRAY = re.compile(r"(.+)\[(\d)\]")


def kinds_of(given: tuple[Any, ...]) -> str:
    """The kinds of arguments, as a text without blanks: `record:…[1],i,int16[1]`."""
    return ",".join(map(kind_of, given))


def kind_of(given: Any) -> str:
    if isinstance(given, np.ndarray):
        return f"{kind_of_numbers(given.dtype)}[{given.ndim}]" if given.flags.c_contiguous else "gaps"
    if isinstance(given, tuple):
        return f"({kinds_of(given)})"
    return "f" if isinstance(given, (float, np.floating)) else "i"


@cache
def kind_of_numbers(dtype: np.dtype[Any]) -> str:
    """A record is known by where all its fields are."""
    if dtype.names is None:
        return dtype.name
    return f"record:{hashlib.blake2b(str(dtype).encode(), digest_size=8).hexdigest()}"


def single_kinds(kinds: str) -> list[str]:
    """The same, one by one: what is in a tuple is handed over like everything else."""
    return [kind for kind in re.split(r"[(),]+", kinds) if kind]


def slot_letters(kind: str) -> str:
    """`i` for a number, an address or a length, `f` for a double."""
    if found := ARRAY.fullmatch(kind):
        return "i" * (1 + int(found[2]))
    return kind


def flattened(given: tuple[Any, ...]) -> Iterator[Any]:
    """Numbers and arrays, those in tuples too."""
    for each in given:
        if isinstance(each, tuple):
            yield from flattened(each)
        else:
            yield each


def address_of(array: np.ndarray[Any, Any]) -> int:
    """Where an array lies. (By its own words NumPy would describe all the fields of a record first.)"""
    if not array.size:
        return 0
    if not array.flags.writeable:
        return int(array.ctypes.data)
    return addressof(c_char.from_buffer(array))  # type: ignore[arg-type]


def handed_over(given: tuple[Any, ...]) -> list[Any]:
    """What is handed over for arguments whose kinds are known to be right."""
    row: list[Any] = []
    for each in flattened(given):
        if isinstance(each, np.ndarray):
            row.append(address_of(each))
            row += each.shape
        else:
            row.append(each)
    return row
