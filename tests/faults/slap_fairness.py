"""Row 18: equal reactions win equally often, however far away; who lies about its lag gains next to nothing."""

from __future__ import annotations

from faults.report_row import ReportRow, check, seeded
from support.simulated_latency import share, share_of_the_farther

NEAREST, FARTHEST = 0.005, 0.3  # seconds of round trip
LIES = (0.02, 0.05, 0.2)  # seconds by which pongs are delayed
SPREAD = 0.05  # of people's reactions, in seconds
FAIR, GAIN = 0.02, 0.02


def slaps(races: int, seed: int) -> ReportRow:
    with seeded("a fair slap", seed):
        farther = share_of_the_farther(races, NEAREST, FARTHEST, seed)
        check(abs(farther - 0.5) <= FAIR, f"the farther of two wins {farther:.1%}")
        honest = share(races, 0.02, 0.05, SPREAD, seed)
        gained = max(share(races, 0.02, 0.05, SPREAD, seed, lie=lie) - honest for lie in LIES)
        check(gained < GAIN, f"lying gains {gained:.1%}")
    found = f"{races:,} races: the farther one wins {farther:.1%}; lying gains {100 * gained:+.1f} points"
    return ReportRow(18, "a fair slap", found, "50 ± 2 %; lying gains < 2 points", True)
