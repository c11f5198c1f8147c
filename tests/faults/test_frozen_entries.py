"""What this release stores, a process of 0.2 can read: the frozen entries are those of today, or fewer."""

from __future__ import annotations

from typing import get_args

import pytest

from faults import frozen_entries
from pioche.server.model import entries


def tagged(module: object) -> dict[str, type]:
    union = module.AnyEntry  # type: ignore[attr-defined]
    return {each.__struct_config__.tag: each for each in get_args(union)}


@pytest.mark.parametrize("kind", tagged(frozen_entries))
def test_a_frozen_entry_is_still_understood(kind: str) -> None:
    """Its fields are there, in their order, with the defaults that they had; what is new comes after them."""
    then, now = tagged(frozen_entries)[kind], tagged(entries)[kind]
    fields = then.__struct_fields__  # type: ignore[attr-defined]
    assert now.__struct_fields__[: len(fields)] == fields  # type: ignore[attr-defined]
    added = len(now.__struct_fields__) - len(fields)  # type: ignore[attr-defined]
    assert len(now.__struct_defaults__) >= added  # type: ignore[attr-defined]
    for field in fields:
        assert then.__annotations__[field] == now.__annotations__[field]


def test_nothing_of_the_present_release_is_missing_from_what_is_frozen() -> None:
    """Until 0.2 is out; afterwards a new kind is one that its processes leave alone."""
    assert tagged(frozen_entries).keys() == tagged(entries).keys()
