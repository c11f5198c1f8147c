"""Two ways in which a race would not be fair, to be planted in this process."""

from __future__ import annotations

import pytest

from pioche.server.model import reaction_race
from pioche.server.model.reaction_race import RoundTrips


def the_nearer_wins(patch: pytest.MonkeyPatch) -> None:
    """Only a tenth of a second is corrected."""
    patch.setattr(reaction_race, "MOST", 0.1)


def believes_every_pong(patch: pytest.MonkeyPatch) -> None:
    """What the kernel knows is not asked."""
    best = RoundTrips.best
    patch.setattr(RoundTrips, "best", lambda self, kernel=None: best(self))


BUGS = [the_nearer_wins, believes_every_pong]
