"""What a browser keeps of a table, as its page copies it: one's part of the shuffle, and the game as it was seen."""

from __future__ import annotations

import json
from typing import Any

from pioche.table.errors import PiocheError
from pioche.table.verify_fairness import Noted

Json = dict[str, Any]


def read_kept(text: str) -> tuple[str | None, Noted]:
    """The commitment that was noted, and all the rest; a part without a note was never asked for its salt."""
    try:
        kept = json.loads(text)
        noted = kept.get("noted")
        if noted is None:
            return None, Noted(salt=str(kept["salt"]), table=str(kept["table"]), asked=False)
        return str(noted["commitment"]), noted_of(kept, noted)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise PiocheError("setup.kept") from None


def noted_of(kept: Json, noted: Json) -> Noted:
    seen = kept.get("seen") or {"lines": []}
    lines = [str(line) for line in seen["lines"]]
    return Noted(
        int(noted["seat"]), str(kept["salt"]), str(noted["table"]), str(noted["deal"]),
        tuple(map(str, noted["chairs"])),
        moves=tuple(line for line in lines if not line.startswith("= ")),
        views=tuple(line[2:] for line in lines if line.startswith("= ")),
        whole=bool(seen.get("whole") and seen.get("over")),
    )  # fmt: skip
