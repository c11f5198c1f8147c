"""Row 28: whoever grinds seeds or salts, or tells of another game, is caught by what an honest player kept.

Honest games are announced as a server announces them; then their records are forged, by the house, by the table's maker
or by the last seat, with whatever each of them could know. `web/tests/shuffleCheats.json` has some of all these, so
that the browser's check is held to the same verdicts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pioche
from faults.report_row import ReportRow, check, seeded
from pioche.core import RULES
from pioche.server.model.entries import Botted, Committed, Created, Sat
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.model.recipient_messages import facts
from pioche.table.browser_notes import read_kept
from pioche.table.position import Position
from pioche.table.record import deal_words
from pioche.table.shuffle_commitment import NOTHING, Fair, Shuffle
from pioche.table.shuffle_commitment import promise as promise_of
from pioche.table.verify_fairness import verify

Json = dict[str, Any]
GAMES: dict[str, Json] = {"coloretto": {"last_round": "above15"}, "kolpa": {"target": 30}, "5211": {}}
MOVES = 3  # that are played of each game
TRIES = 24  # seeds or salts that a cheat looks at


@dataclass(frozen=True)
class Deal:
    """All that a shuffle is made of."""

    table: str
    game: str
    options: Json
    parts: tuple[str, ...]  # by seat: `person:SALT`, `person:-`, `bot:NAME`
    seed: bytes

    @property
    def shuffle(self) -> Shuffle:
        return Shuffle(self.seed, self.table, deal_words(self.game, len(self.parts), self.options), self.parts)

    def record(self, commit: str = "") -> str:
        """Its game, a few moves long; it may name another commitment than its own."""
        return self.written(0).replace(self.shuffle.commit, commit or self.shuffle.commit)

    def begin(self) -> Position:
        return pioche.game(self.game).deal(len(self.parts), key=self.shuffle.key, **self.options)

    def written(self, choice: int) -> str:
        """With the first of all moves that could be chosen, or with the last."""
        pos = self.begin()
        for _ in range(MOVES):
            pos.play(pos.actor or 0, pos.choices[choice])
        return pioche.record(pos, self.shuffle)

    def seen(self) -> list[str]:
        """What the first seat's browser keeps of the same game."""
        pos = self.begin()
        lines = [view_line(pos)]
        for _ in range(MOVES):
            events = [event.seen_by(0) for event in pos.play(pos.actor or 0, pos.choices[0])]
            plays = [event.details for event in events if event is not None and event.kind == "play"]
            lines += [*(f"{play['seat']} {play['move']}" for play in plays), view_line(pos)]
        return lines

    def luck(self) -> str:
        """What somebody would like to be best."""
        return hashlib.sha256(self.shuffle.key).hexdigest()

    def part(self, seat: int, part: str) -> Deal:
        return replace(self, parts=(*self.parts[:seat], part, *self.parts[seat + 1 :]))


def view_line(pos: Position) -> str:
    return f"= {hashlib.sha256(pos.view(0).encode()).hexdigest()[:16]}"


def told(deal: Deal) -> Json:
    """What a client is told, and keeps, before it tells its salt: by the server's own code."""
    made = Created(deal.game, len(deal.parts), "", "", deal.options, rules=RULES)
    table = LiveTable(deal.table, made, b"")
    seats = zip(deal.parts, deal.shuffle.seats, strict=True)
    entries = [seat_of(seat, part, bound) for seat, (part, bound) in enumerate(seats)]
    for seq, entry in enumerate([*entries, Committed(deal.shuffle.commit, deal.seed.hex())], 2):
        table.apply(LogRow(seq, str(seq), entry, 0))
    seen = facts(table, "BCDFGH", "")
    chairs = [f"bot {each.bot}" if each.bot else f"person {each.promise or '-'}" for each in seen.chairs]
    return {"table": seen.id, "commitment": seen.commitment, "seat": 0, "game": seen.game, "players": seen.players,
            "options": seen.options, "deal": seen.deal, "chairs": chairs}  # fmt: skip


def seat_of(seat: int, part: str, bound: str) -> Sat | Botted:
    kind, _, word = part.partition(":")
    if kind == "bot":
        return Botted(seat, word)
    return Sat(seat, f"p{seat}", f"P{seat}", promise=bound.removeprefix("person ").removeprefix("-"))


def salt(rng: Random) -> str:
    return rng.randbytes(32).hex()


def honest(rng: Random) -> Deal:
    """The first seat is an honest player's, the last one whose ever."""
    game = rng.choice(sorted(GAMES))
    between = [rng.choice([f"person:{salt(rng)}", "person:-", "bot:level3"]) for _ in range(rng.randrange(2))]
    parts = (f"person:{salt(rng)}", *between, f"person:{salt(rng)}")
    return Deal(rng.randbytes(12).hex()[:16], game, GAMES[game], parts, rng.randbytes(32))


# Cheats: a deal as it was announced, and the record that somebody makes of it; and what catches it

Cheat = Callable[[Deal, Random], str]


def best_seed(deal: Deal, rng: Random) -> Deal:
    return max((replace(deal, seed=rng.randbytes(32)) for _ in range(TRIES)), key=Deal.luck)


def best_salt(deal: Deal, rng: Random) -> Deal:
    last = len(deal.parts) - 1
    return max((deal.part(last, f"person:{salt(rng)}") for _ in range(TRIES)), key=Deal.luck)


def the_house_draws_until_it_likes_the_cards(deal: Deal, rng: Random) -> str:
    """Once all salts are told."""
    return best_seed(deal, rng).record()


def the_house_draws_and_names_the_old_commitment(deal: Deal, rng: Random) -> str:
    return best_seed(deal, rng).record(deal.shuffle.commit)


def the_house_takes_another_key(deal: Deal, rng: Random) -> str:
    """Seed and salts as they were, and cards of another key."""
    return deal.record().replace(deal.shuffle.key.hex(), best_seed(deal, rng).shuffle.key.hex())


def the_last_seat_tries_salts(deal: Deal, rng: Random) -> str:
    """With the seed and all other salts in hand; the house helps and commits anew."""
    return best_salt(deal, rng).record()


def the_last_seat_tries_salts_alone(deal: Deal, rng: Random) -> str:
    return best_salt(deal, rng).record(deal.shuffle.commit)


def the_house_leaves_a_salt_out(deal: Deal, rng: Random) -> str:
    """One deal with it, one without: there is a choice."""
    return deal.part(len(deal.parts) - 1, "person:-").record()


def the_house_changes_the_players_own_salt(deal: Deal, rng: Random) -> str:
    return deal.part(0, f"person:{salt(rng)}").record()


def a_bot_is_another_one(deal: Deal, rng: Random) -> str:
    return deal.part(len(deal.parts) - 1, "bot:level5").record()


def it_is_the_record_of_another_table(deal: Deal, rng: Random) -> str:
    return replace(deal, table="elsewhere").record()


def another_game_is_dealt(deal: Deal, rng: Random) -> str:
    game = next(name for name in sorted(GAMES) if name != deal.game)
    return replace(deal, game=game, options=GAMES[game]).record()


def it_is_a_record_of_the_first_kind(deal: Deal, rng: Random) -> str:
    """There the commitment was to the seed alone, and salts could come at any time."""
    ground = best_salt(deal, rng)
    fair = Fair(deal.seed, ground.shuffle.salts)
    pos = pioche.game(deal.game).deal(len(deal.parts), key=fair.key, **deal.options)
    return pioche.record(pos, fair)


CHEATS: dict[Cheat, set[str]] = {
    the_house_draws_until_it_likes_the_cards: {"noted"},
    the_house_draws_and_names_the_old_commitment: {"commit"},
    the_house_takes_another_key: {"key"},
    the_last_seat_tries_salts: {"noted", "chairs"},
    the_last_seat_tries_salts_alone: {"commit", "chairs"},
    the_house_leaves_a_salt_out: {"noted", "chairs"},
    the_house_changes_the_players_own_salt: {"noted", "chairs", "own"},
    a_bot_is_another_one: {"noted", "chairs"},
    it_is_the_record_of_another_table: {"noted", "table"},
    another_game_is_dealt: {"noted", "game"},
    it_is_a_record_of_the_first_kind: {"noted", "chairs"},
}


def a_maker_who_gives_its_salt_late(rng: Random) -> tuple[Deal, str]:
    """It promises nothing, sees the seed in the database, and has its salt put in: only the announcement is honest."""
    deal = honest(rng)
    announced = deal.part(len(deal.parts) - 1, "person:-")
    return announced, best_salt(deal, rng).record(announced.shuffle.commit)


def the_house_never_asks_for_the_salt(deal: Deal, rng: Random) -> Json:
    """It takes the promise, deals at once, and writes that nobody gave a salt."""
    record = best_seed(deal.part(0, f"person:{NOTHING}"), rng).record()
    return {**case(the_house_never_asks_for_the_salt.__name__, deal, record, {"asked"}), "kept": None}


def other_moves_are_told(deal: Deal, rng: Random) -> Json:
    """The key is the one that was agreed on; the game is not the one that was played."""
    forged = case(other_moves_are_told.__name__, deal, deal.written(-1), {"seen", "shown"})
    return {**forged, "seen": deal.seen()}


def other_cards_are_shown(deal: Deal, rng: Random) -> Json:
    """With the same moves: only who plays the record again can find it."""
    true, *rest = deal.seen()
    shown = true
    while shown == true:  # few cards lie open before the first move: another deal may look the same, and is no lie
        shown = view_line(best_seed(deal, rng).begin())
    forged = case(other_cards_are_shown.__name__, deal, deal.record(), {"shown"})
    return {**forged, "seen": [shown, *rest]}


PLAYED = (the_house_never_asks_for_the_salt, other_moves_are_told, other_cards_are_shown)


def case(name: str, deal: Deal, record: str, wrong: set[str]) -> Json:
    return {"name": name.replace("_", " "), "table": deal.table, "record": record, "kept": told(deal),
            "salt": deal.parts[0][7:], "wrong": sorted(wrong), "seen": []}  # fmt: skip


def cases(rng: Random) -> list[Json]:
    """An honest game, and what everybody could make of it."""
    deal = honest(rng)
    late, record = a_maker_who_gives_its_salt_late(rng)
    forged = [case(cheat.__name__, deal, cheat(deal, rng), wrong) for cheat, wrong in CHEATS.items()]
    played = [cheat(deal, rng) for cheat in PLAYED]
    plain = {**case("honest", deal, deal.record(), set()), "seen": deal.seen()}
    return [plain, *forged, *played, case(a_maker_who_gives_its_salt_late.__name__, late, record, {"commit", "chairs"})]


def caught(each: Json) -> set[str]:
    """What is wrong with a record, by what the player kept."""
    seen = {"lines": each["seen"], "whole": True, "over": True}
    part = {"promise": promise_of(each["salt"]), "salt": each["salt"], "table": each["table"], "noted": each["kept"]}
    verdict = verify(each["record"], *read_kept(json.dumps(part | ({"seen": seen} if each["seen"] else {}))))
    return {found.name for found in verdict.checks if not found.ok} - {"moves", "end"}


def ground(games: int, seed: int) -> ReportRow:
    forged = 0
    with seeded("ground seeds and salts", seed):
        for number in range(games):
            for each in cases(Random(f"{seed} {number}")):
                found, wrong = sorted(caught(each)), each["wrong"]
                check(bool(found) == bool(wrong), f"{each['name']}: {found or 'nothing'} was found wrong")
                check(found == wrong, f"{each['name']}: {found} was found wrong, not {wrong}")
                forged += bool(wrong)
    found_out = f"{games:,} honest games pass; of {forged:,} forged records {forged:,} are caught"
    return ReportRow(28, "ground seeds and salts", found_out, "every one is caught", True)
