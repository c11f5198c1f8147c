"""Somebody's part of a shuffle, kept as a browser keeps it: its salt, and what was seen before that was told."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field

import pioche
from pioche.table.verify_fairness import Noted, Verdict, verify
from support.client_transport import Json
from support.player import Player


def hashed(text: str) -> str:
    """Not by the code that is tested."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass
class ShufflePart:
    salt: str = field(default_factory=lambda: secrets.token_hex(32))
    facts: Json = field(default_factory=dict)  # what was seen before the salt was told
    seat: int = 0

    @property
    def promise(self) -> str:
        return hashed(self.salt)

    def note(self, facts: Json) -> None:
        """What a careful player looks at before it tells its salt."""
        self.seat = next(seat for seat, chair in enumerate(facts["chairs"]) if chair.get("you"))
        assert facts["chairs"][self.seat]["promise"] == self.promise
        assert (facts["status"], len(facts["commitment"])) == ("shuffling", 64)
        self.facts = facts

    @property
    def noted(self) -> Noted:
        chairs = tuple(bound(chair) for chair in self.facts["chairs"])
        return Noted(self.seat, self.salt, self.facts["id"], self.facts["deal"], chairs)

    def verdict(self, record: str) -> Verdict:
        return verify(record, self.facts["commitment"], self.noted)

    def check(self, record: str) -> None:
        """The finished game is what was announced, and one's own salt is in it."""
        verdict = self.verdict(record)
        assert verdict.ok, [check.sentence("en") for check in verdict.checks if not check.ok]
        assert {check.name for check in verdict.checks} >= {"commit", "noted", "table", "game", "chairs", "own", "key"}
        assert f"{chr(65 + self.seat)}=person:{self.salt}" in record.splitlines()[2].split()
        assert list(pioche.replay(record))


def bound(chair: Json) -> str:
    return f"bot {chair['bot']}" if chair["kind"] == "bot" else f"person {chair.get('promise') or '-'}"


async def reveal(player: Player, table: str, part: ShufflePart) -> Json:
    """Look, keep, and only then tell."""
    part.note(await player.get(f"/api/tables/{table}"))
    facts: Json = await player.post(f"/api/tables/{table}/salt", salt=part.salt)
    return facts
