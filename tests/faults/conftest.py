"""Where the servers of these tests come from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.warm_parent import WarmParent, warm_parent


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmParent]:
    with warm_parent() as made:
        yield made
