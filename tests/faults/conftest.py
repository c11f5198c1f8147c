"""Where the servers of these tests come from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.forked_servers import Nursery, nursery


@pytest.fixture(scope="session")
def born() -> Iterator[Nursery]:
    with nursery() as made:
        yield made
