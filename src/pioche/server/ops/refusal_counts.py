"""Who is refused, how often and why: counted for Prometheus, and now and then a line in the log.

A line names nobody: it has a hash of the address under a key that lives as long as the process, so that one sender is
seen to be one, and nobody can be found by it.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable

from pioche.server.limits.client_addresses import networks
from pioche.server.ops.metrics import HTTP_REFUSED

logger = logging.getLogger("pioche.refused")
EVERY = 60.0
"""Seconds between two reports."""
TOLD = 5
"""Senders that a report names."""
WORTH_TELLING = 10
"""Refusals of one sender; fewer are nobody's business."""
MOST = 1000
"""Senders that are remembered between two reports."""
COUNTED = {401, 403, 408, 413, 421, 429, 431}


class RefusalCounts:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = secrets.token_bytes(16)
        self._clock = clock
        self._since = clock()
        self._seen: Counter[tuple[str, str]] = Counter()

    def note(self, why: int | str, address: str) -> None:
        """Somebody was refused: with this status, or for this reason."""
        HTTP_REFUSED.labels(str(why)).inc()
        sender = networks(address)[0]
        if len(self._seen) < MOST or (sender, str(why)) in self._seen:
            self._seen[sender, str(why)] += 1
        self.look()

    def look(self) -> None:
        """Is it time to report? Asked at each refusal, and now and then when there is none."""
        if self._clock() - self._since >= EVERY:
            self.tell()

    def answered(self, status: int, address: str) -> None:
        """Count an answer, if it is a refusal or a fault."""
        if status in COUNTED or status >= 500:
            self.note(status, address)

    def tell(self) -> None:
        """The most stubborn since the last report."""
        for (sender, why), count in self._seen.most_common(TOLD):
            if count >= WORTH_TELLING:
                logger.info("refused %d times with %s: %s", count, why, self._hidden(sender))
        self._seen.clear()
        self._since = self._clock()

    def _hidden(self, sender: str) -> str:
        return hmac.new(self._key, sender.encode(), hashlib.sha256).hexdigest()[:12]


REFUSALS = RefusalCounts()
