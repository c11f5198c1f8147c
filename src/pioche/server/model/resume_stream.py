"""Who comes back names the last thing it has seen: what it missed is worked out here, or that it needs all anew."""

from __future__ import annotations

from pioche.server.model.entries import Botted, Missed, Rose, Sat
from pioche.server.model.live_table import Happened, LiveTable, Recipient

CHANGES_PLACES = Sat, Rose, Botted, Missed  # then its own seat may be another, and so its stream


def to_tell(table: LiveTable, recipient: Recipient, seq: int) -> list[Happened] | None:
    """What a recipient missed after a number of its stream; None if it has to be told everything."""
    later = missed(table, recipient, seq) if seq else None
    if later is None or any(isinstance(each.entry, CHANGES_PLACES) for each in later):
        return None
    return later


def missed(table: LiveTable, recipient: Recipient, seq: int) -> list[Happened] | None:
    """The entries after a number of the recipient's stream; None if they are not all at hand."""
    if seq > table.now.heads[recipient]:
        return None
    later = [shown for shown in table.kept if shown.heads[recipient] > seq]
    complete = len(later) < len(table.kept) or seq == table.now.heads[recipient]
    return later if complete else None
