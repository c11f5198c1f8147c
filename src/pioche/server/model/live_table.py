"""A table: its log, played out. It knows no network, no disk and no clock; everything comes in as an entry.

Each seat has a stream of its own, and so have those who watch: the entries that it may notice, numbered without gaps.
A move whose very existence is secret leaves no trace in the streams of the others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pioche.server.catalogue import CATALOGUE, refuse
from pioche.server.model.entries import (
    Agreed,
    AnyEntry,
    Away,
    Botted,
    Closed,
    Committed,
    Created,
    Dealt,
    Missed,
    Moved,
    Rematched,
    Rose,
    Sat,
)
from pioche.server.model.move_clocks import REVEAL, MoveClocks, Outages, moment_after
from pioche.server.model.seating import Chair, Seating
from pioche.server.model.table_progress import NOBODY, SNAPSHOT_FORM, Asked, Progress, Snapshot
from pioche.table.errors import Conflict, PiocheError
from pioche.table.events import Event
from pioche.table.game import Game
from pioche.table.game_registry import game as find_game
from pioche.table.position import Look, Position
from pioche.table.position_parser import parse
from pioche.table.record import deal_words
from pioche.table.shuffle_commitment import Fair, Shuffle

KEPT = 100  # entries that a client who was away can be told one by one

Recipient = int  # a seat, or the number of seats for those who watch


class LogRow(NamedTuple):
    """An entry as it is stored."""

    seq: int
    command: str
    entry: AnyEntry
    at: int  # milliseconds


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An entry, what it made happen, and where every stream stands after it."""

    seq: int
    at: int
    entry: AnyEntry
    events: Sequence[Event]
    heads: tuple[int, ...]


class TableMark(NamedTuple):
    """A table as it was before an entry."""

    position: Any
    pos: Position | None
    now: Progress
    chairs: Seating
    timing: MoveClocks
    oldest: Happened | None  # that is kept, if another one will take its place


class LiveTable:
    def __init__(self, id: str, made: Created, seed: bytes, outages: Outages = ()) -> None:
        self.id = id
        self.made = made
        self.outages = outages
        self.game: Game = find_game(made.game)
        self.chairs = Seating(made.host, [Chair() for _ in range(made.players)])
        self.timing = MoveClocks([made.pace.reserve_ms] * made.players)
        self.pos: Position | None = None
        heads = (1,) * (made.players + 1)
        self.now = Progress(heads, heads, heads, commitment=made.commitment, seed=seed)
        self.commands: dict[str, tuple[int, tuple[int, ...]]] = {}
        self.kept: deque[Happened] = deque(maxlen=KEPT)

    # Queries

    @property
    def seats(self) -> int:
        return self.made.players

    @property
    def watcher(self) -> Recipient:
        return self.made.players

    @property
    def over(self) -> bool:
        return self.now.status in ("over", "closed")

    @property
    def listed(self) -> list[tuple[int, str]]:
        """In whose lists it is: of those who have sat down, unless it was closed before the game."""
        if self.now.status == "closed" and self.pos is None:
            return []
        return [(seat, chair.person) for seat, chair in enumerate(self.chairs) if chair.person and not chair.reserved]

    @property
    def deal_words(self) -> str:
        """What is dealt, as a record says it; a table that begins from a position is not dealt."""
        made = self.made
        return "" if made.position else deal_words(made.game, made.players, made.options, made.rules)

    @property
    def lacking(self) -> list[int]:
        """The seats whose salts, or whose new promises, the deal waits for."""
        if self.now.status == "shuffling":
            return [seat for seat, chair in enumerate(self.chairs) if chair.promise and not chair.salt]
        if self.now.status == "open" and self.chairs.complete:
            return [seat for seat, chair in enumerate(self.chairs) if chair.owes]
        return []

    def reveal_by(self) -> int | None:
        """Until when that is waited for; by correspondence, until everybody has been there."""
        if not self.lacking or self.made.pace.kind == "days":
            return None
        return moment_after(self.now.since, REVEAL, self.outages)

    @property
    def all_agree(self) -> bool:
        """Would all end the game who play here themselves, or would if the host had let them?"""
        agreed = self.now.agreed
        return bool(agreed) and all(seat in agreed for seat, chair in enumerate(self.chairs) if chair.has_say)

    @property
    def fair(self) -> Fair | Shuffle | None:
        """What the key of the game is made of."""
        if self.made.position:
            return None
        if self.now.dealt:
            return Shuffle(self.now.seed, self.id, self.deal_words, self.now.dealt)
        return Fair(self.now.seed, [salt or None for salt in self.now.salts])

    def recipient(self, person: str) -> Recipient:
        seat = self.chairs.seat_of(person)
        return self.watcher if seat is None else seat

    def winners(self) -> list[int]:
        if self.now.status != "over" or self.pos is None:
            return []
        return self.pos.winners if self.pos.over else self.chairs.contenders

    def moves(self, seat: int) -> list[str]:
        """What a seat may do now."""
        if self.now.status != "playing" or self.pos is None or seat not in self.now.standing.actors:
            return []
        return self.pos.choices if self._asks_in_turns else self.pos.moves(seat)

    def moves_of(self, seat: int, look: Look) -> list[str]:
        """The same, from what the seat is shown."""
        if self.now.status != "playing" or seat not in self.now.standing.actors:
            return []
        return look.choices if self._asks_in_turns else look.moves

    def is_reaction(self, move: str) -> bool:
        reactions = self.game.facts.reactions
        return bool(reactions) and self._verb(move) in reactions

    def is_slap(self, move: str) -> bool:
        """A reaction for which it matters who is first."""
        return self.is_reaction(move) and not self._is_pass(move)

    def _verb(self, move: str) -> str:
        """What kind of move a text is, however it is spelled; empty if it is none."""
        number = self.game.move_number(move)
        return "" if number is None else self.game.moves[number].verb

    def may_react(self, seat: int) -> bool:
        return any(self.is_reaction(move) for move in self.moves(seat)) if self.game.facts.reactions else False

    @cached_property
    def _asks_in_turns(self) -> bool:
        return self.made.race == "turns" and bool(self.game.facts.reactions)

    # Following the log

    def apply(self, row: LogRow) -> Happened:
        """The next entry happens; refused moves change nothing."""
        entry, at = row.entry, row.at
        events = self._play(entry, at) if isinstance(entry, Moved) else self._change(entry, at)
        self._note_agreed(row)
        self.now = replace(self.now, seq=row.seq)
        self._number(entry, events)
        self._note_asked(entry)
        if isinstance(entry, Moved) and self._opens(entry):
            self.now = replace(self.now, occasion=row.seq, occasion_heads=self.now.heads)
        shown = Happened(row.seq, at, entry, events, self.now.heads)
        self.commands[row.command] = (row.seq, self.now.heads)
        self.kept.append(shown)
        return shown

    def _play(self, entry: Moved, at: int) -> Sequence[Event]:
        assert self.pos is not None
        events = self.pos.play_all(entry.seat, entry.moves)
        self.timing.spend(self.made.pace, entry.seat, at, self.outages)
        self._look_round(at)
        return events

    def _change(self, entry: AnyEntry, at: int) -> Sequence[Event]:
        self.chairs.apply(entry, self.now.status == "playing")
        self._shuffle(entry, at)
        if isinstance(entry, Dealt):
            self._deal(at)
        elif isinstance(entry, Closed):
            self.now = replace(self.now, status="closed", standing=NOBODY)
        elif isinstance(entry, Rematched):
            self.now = replace(self.now, rematch=entry.table)
        if self.now.status == "playing":
            self._look_round(at)
        return ()

    def _shuffle(self, entry: AnyEntry, at: int) -> None:
        """Between a commitment and its deal nobody comes or goes: if somebody does, all begin anew."""
        if isinstance(entry, Committed):
            seed = bytes.fromhex(entry.seed)
            self.now = replace(self.now, commitment=entry.commitment, seed=seed, status="shuffling", since=at)
        elif self.now.status == "shuffling" and isinstance(entry, (Sat, Rose, Botted, Missed)):
            self.chairs.void()
            self.now = replace(self.now, status="open", commitment="", seed=b"", since=0)
        if self.now.status == "open":
            self.now = replace(self.now, since=(self.now.since or at) if self.lacking else 0)

    def _note_agreed(self, row: LogRow) -> None:
        """A person who moves plays on: then whoever had agreed to end the game has to be asked again."""
        entry = row.entry
        if isinstance(entry, Agreed):
            self.now = replace(self.now, agreed=self.now.agreed | {entry.seat})
        elif isinstance(entry, (Sat, Rose, Botted, Away)):
            self.now = replace(self.now, agreed=self.now.agreed - {entry.seat})
        elif isinstance(entry, Moved) and entry.by == "person" and self.now.agreed:
            self.now = replace(self.now, agreed=frozenset(), withdrawn=row.seq)

    def _deal(self, at: int) -> None:
        self.now = replace(self.now, salts=tuple(chair.salt for chair in self.chairs))
        if self.now.status == "shuffling":
            self.now = replace(self.now, dealt=tuple(chair.part for chair in self.chairs))
        options: dict[str, Any] = self.made.options
        if self.made.position:
            self.pos = parse(self.made.position, self.made.rules)
        else:
            self.pos = self.game.deal_from(self._key(), self.made.players, options, self.made.rules)
        self.now = replace(self.now, status="playing")

    def _key(self) -> bytes:
        assert self.fair is not None
        return self.fair.key

    def _look_round(self, at: int) -> None:
        """Who is asked now, and since when."""
        assert self.pos is not None
        if self.pos.over or self.chairs.given_up:
            self.now = replace(self.now, status="over")
        self._stand()
        self.timing.wait_for(self.now.standing.waited, self.now.standing.reacting, at)

    def _stand(self) -> None:
        assert self.pos is not None
        actors, scores = self.pos.status
        standing = self._asked(actors) if self.now.status == "playing" else NOBODY
        self.now = replace(self.now, standing=standing, scores=scores)

    def _asked(self, actors: list[int]) -> Asked:
        assert self.pos is not None
        if self._asks_in_turns:
            asked = [self.pos.actor] if self.pos.actor is not None else []
            return Asked(asked, asked, all(map(self.is_reaction, self.pos.choices)))
        if len(actors) < 2 or not self.game.facts.reactions:
            return Asked(actors, actors, self._only_reacts(actors))
        waited = [seat for seat in actors if not all(map(self.is_reaction, self.pos.moves(seat)))]
        return Asked(actors, waited or actors, not waited)

    def _only_reacts(self, actors: list[int]) -> bool:
        assert self.pos is not None
        if not actors or not self.game.facts.reactions:
            return False
        return all(map(self.is_reaction, self.pos.moves(actors[0])))

    def _number(self, entry: AnyEntry, events: Sequence[Event]) -> None:
        """Every stream in which this shows is one longer."""
        to_all = not isinstance(entry, Moved) or any(event.shows_to_all for event in events)
        heads = tuple(
            [head + (to_all or shows(events, self.eyes(recipient))) for recipient, head in enumerate(self.now.heads)]
        )
        settles = isinstance(entry, Dealt) or (isinstance(entry, Moved) and not all(map(self._is_pass, entry.moves)))
        self.now = replace(self.now, heads=heads, settled_heads=heads if settles else self.now.settled_heads)

    def _note_asked(self, entry: AnyEntry) -> None:
        """Who chooses together with others; what those choose meanwhile does not change what it was asked."""
        waited = self.now.standing.waited
        if len(waited) < 2 and not self.now.asked:
            return
        moved = entry.seat if isinstance(entry, Moved) else None
        before = {seat: head for seat, head in self.now.asked.items() if seat != moved}
        fresh = {seat: self.now.heads[seat] for seat in waited} if len(waited) > 1 else {}
        asked = {seat: head for seat, head in {**fresh, **before}.items() if seat in waited}
        self.now = replace(self.now, asked=asked)

    def _is_pass(self, move: str) -> bool:
        return self.is_reaction(move) and self._verb(move) == "pass"

    def _opens(self, entry: Moved) -> bool:
        """Does this give the others reason to react?"""
        return bool(self.game.facts.occasions) and any(
            self._verb(move) in self.game.facts.occasions for move in entry.moves
        )

    def eyes(self, recipient: Recipient) -> int | None:
        """The seat through whose eyes a recipient looks; None for those who watch."""
        return None if recipient == self.watcher else recipient

    # Checking moves before they are made

    def check_moves(self, seat: int, moves: Sequence[str], base: int | None) -> None:
        """Refuse moves made for a position that is no longer the present one."""
        if self.now.status != "playing":
            if base is not None and base < self.now.heads[seat]:  # somebody else's move has ended it
                raise Conflict("conflict.moved", CATALOGUE, base=base, head=self.now.heads[seat])
            raise refuse("table.not_playing")
        if self._asks_in_turns and seat not in self.now.standing.actors:
            raise refuse("table.asked_in_turns")
        if base is None or base >= self.now.settled_heads[seat]:
            if base is not None and base > self.now.heads[seat]:
                raise Conflict("conflict.ahead", CATALOGUE, base=base, head=self.now.heads[seat])
            return
        if not self._still_meant(seat, moves, base):
            raise Conflict("conflict.moved", CATALOGUE, base=base, head=self.now.heads[seat])

    def _still_meant(self, seat: int, moves: Sequence[str], base: int) -> bool:
        """A reaction to what the seat has seen, or its choice among several that choose together."""
        if all(map(self.is_reaction, moves)):
            return base >= self.now.occasion_heads[seat]
        return seat in self.now.asked and base >= self.now.asked[seat]

    def why_not(self, seat: int, move: str) -> PiocheError | None:
        """Why a single move is refused, without playing it; None if it is legal."""
        assert self.pos is not None
        mark = self.pos.mark()
        try:
            self.pos.play(seat, move)
        except PiocheError as error:
            return error
        self.pos.restore(mark)
        return None

    def foresee(self, seat: int, moves: Sequence[str]) -> tuple[str, list[str]]:
        """What a seat would see, and could do, after moves that are not played; raises why they are refused.

        Nothing is told of a reaction: whether it is right is only known when it is played.
        """
        assert self.pos is not None
        later = self.pos.foresee(seat, moves)
        if later is None or any(map(self.is_reaction, moves)):
            return "", []
        return later.view(seat), later.moves(seat)

    # Going back, and starting from the middle

    def mark(self, entry: AnyEntry) -> TableMark:
        """Everything that an entry can change: a move does not change who sits where."""
        position = self.pos.mark() if self.pos is not None else None
        chairs = self.chairs if isinstance(entry, Moved) else self.chairs.copy()
        oldest = self.kept[0] if len(self.kept) == KEPT else None
        return TableMark(position, self.pos, self.now, chairs, self.timing.copy(), oldest)

    def restore(self, mark: TableMark) -> None:
        """The last entry did not happen: it could not be stored."""
        if self.now.seq != mark.now.seq:
            self.kept.pop()
            self.commands.popitem()
            if mark.oldest is not None:
                self.kept.appendleft(mark.oldest)
        self.pos, self.now, self.chairs, self.timing = mark.pos, mark.now, mark.chairs, mark.timing
        if self.pos is not None:
            self.pos.restore(mark.position)

    def snapshot(self) -> Snapshot:
        assert self.pos is not None
        now = self.now
        return Snapshot(
            now.seq, list(now.heads), now.status, self.chairs, self.timing, str(self.pos), list(now.salts),
            self.pos.played, now.occasion, list(now.occasion_heads), list(now.settled_heads), now.asked,
            now.rematch, now.commitment, now.seed.hex(), list(now.dealt), sorted(now.agreed), version=SNAPSHOT_FORM,
        )  # fmt: skip

    def resume(self, shot: Snapshot) -> None:
        """Go on from a snapshot."""
        self.now, self.chairs, self.timing = shot.progress(self.now), shot.chairs, shot.timing
        self.pos = parse(shot.position, self.made.rules)
        if not self.made.position:
            self.pos.sow(self._key(), shot.played)
        self._stand()


def shows(events: Sequence[Event], eyes: int | None) -> bool:
    """Does any of this show to these eyes?"""
    return any(event.seen_by(eyes) is not None for event in events)
