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
from pioche.server.storage.release_compatibility import SNAPSHOT
from pioche.table.errors import Conflict, PiocheError
from pioche.table.events import Event
from pioche.table.game import Game
from pioche.table.game_registry import game as find_game
from pioche.table.position import Position
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


class Asked(NamedTuple):
    """What is asked of whom."""

    actors: list[int]  # who may act
    waited: list[int]  # without whom it does not go on
    reacting: bool  # all that is waited for is reactions


NOBODY = Asked([], [], False)


class Snapshot(msgspec.Struct):
    """A table at one moment, so that a long log need not be played again."""

    seq: int
    heads: list[int]
    status: str
    chairs: Seating
    timing: MoveClocks
    position: str
    salts: list[str]
    played: int
    occasion: int
    occasion_heads: list[int]
    settled_heads: list[int]
    asked: dict[int, int]
    rematch: str
    commitment: str = ""  # with a seed: of a table since 0.2
    seed: str = ""
    dealt: list[str] = []  # what each seat gave to the shuffle
    agreed: list[int] = []
    version: int = 1  # of its form, which 0.1 did not name


class LiveTable:
    def __init__(self, id: str, made: Created, seed: bytes, outages: Outages = ()) -> None:
        self.id = id
        self.made = made
        self.seed = seed
        self.outages = outages
        self.game: Game = find_game(made.game)
        self.chairs = Seating(made.host, [Chair() for _ in range(made.players)])
        self.timing = MoveClocks([made.pace.reserve_ms] * made.players)
        self.commitment = made.commitment
        self.since = 0  # when the table began to wait for salts or promises
        self.salts: list[str] = []  # the persons' parts of the shuffle
        self.dealt: tuple[str, ...] = ()  # what each seat gave to the shuffle; nothing is said of a deal of 0.1
        self.agreed: frozenset[int] = frozenset()  # whose persons would end the game here
        self.withdrawn = 0  # the entry that made such agreements void
        self.status = "open"
        self.pos: Position | None = None
        self.seq = 1
        self.heads = (1,) * (made.players + 1)
        self.occasion = 0  # the entry that gave reason to react
        self.occasion_heads = self.settled_heads = self.heads
        self.asked: dict[int, int] = {}  # seats that choose together, and where their streams stood then
        self.rematch = ""
        self.commands: dict[str, tuple[int, tuple[int, ...]]] = {}
        self.kept: deque[Happened] = deque(maxlen=KEPT)
        self.standing = NOBODY
        self.scores: list[int] = []

    # What is there

    @property
    def seats(self) -> int:
        return self.made.players

    @property
    def watcher(self) -> Recipient:
        return self.made.players

    @property
    def over(self) -> bool:
        return self.status in ("over", "closed")

    @property
    def listed(self) -> list[tuple[int, str]]:
        """In whose lists it is: of those who have sat down, unless it was closed before the game."""
        if self.status == "closed" and self.pos is None:
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
        chairs = list(enumerate(self.chairs))
        if self.status == "shuffling":
            return [seat for seat, chair in chairs if chair.promise and not chair.salt]
        if self.status == "open" and self.chairs.complete:
            return [seat for seat, chair in chairs if chair.owes]
        return []

    def reveal_by(self) -> int | None:
        """Until when that is waited for; by correspondence, until everybody has been there."""
        if not self.lacking or self.made.pace.kind == "days":
            return None
        return moment_after(self.since, REVEAL, self.outages)

    @property
    def all_agree(self) -> bool:
        """Would all end the game who play here themselves, or would if the host had let them?"""
        asked = {seat for seat, chair in enumerate(self.chairs) if chair.has_say}
        return bool(self.agreed) and asked <= self.agreed

    @property
    def fair(self) -> Fair | Shuffle | None:
        """What the key of the game is made of."""
        if self.made.position:
            return None
        if self.dealt:
            return Shuffle(self.seed, self.id, self.deal_words, self.dealt)
        return Fair(self.seed, [salt or None for salt in self.salts])

    def recipient(self, person: str) -> Recipient:
        seat = self.chairs.seat_of(person)
        return self.watcher if seat is None else seat

    def winners(self) -> list[int]:
        if self.status != "over" or self.pos is None:
            return []
        return self.pos.winners if self.pos.over else self.chairs.contenders

    def moves(self, seat: int) -> list[str]:
        """What a seat may do now."""
        if self.status != "playing" or self.pos is None or seat not in self.standing.actors:
            return []
        return self.pos.choices if self._asks_in_turns else self.pos.moves(seat)

    def is_reaction(self, move: str) -> bool:
        return bool(self.game.facts.reactions) and self._verb(move) in self.game.facts.reactions

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

    # How it goes on

    def follow(self, row: LogRow) -> Happened:
        """The next entry happens; refused moves change nothing."""
        entry, at = row.entry, row.at
        events = self._play(entry, at) if isinstance(entry, Moved) else self._change(entry, at)
        self._note_agreed(row)
        self.seq = row.seq
        self._number(entry, events)
        self._note_asked(entry)
        if isinstance(entry, Moved) and self._opens(entry):
            self.occasion, self.occasion_heads = row.seq, self.heads
        shown = Happened(row.seq, at, entry, events, self.heads)
        self.commands[row.command] = (row.seq, self.heads)
        self.kept.append(shown)
        return shown

    def _play(self, entry: Moved, at: int) -> Sequence[Event]:
        assert self.pos is not None
        events = self.pos.play_all(entry.seat, entry.moves)
        self.timing.spend(self.made.pace, entry.seat, at, self.outages)
        self._look_round(at)
        return events

    def _change(self, entry: AnyEntry, at: int) -> Sequence[Event]:
        self.chairs.follow(entry, self.status == "playing")
        self._shuffle(entry, at)
        if isinstance(entry, Dealt):
            self._deal(at)
        elif isinstance(entry, Closed):
            self.status, self.standing = "closed", NOBODY
        elif isinstance(entry, Rematched):
            self.rematch = entry.table
        if self.status == "playing":
            self._look_round(at)
        return ()

    def _shuffle(self, entry: AnyEntry, at: int) -> None:
        """Between a commitment and its deal nobody comes or goes: if somebody does, all begin anew."""
        if isinstance(entry, Committed):
            self.commitment, self.seed = entry.commitment, bytes.fromhex(entry.seed)
            self.status, self.since = "shuffling", at
        elif self.status == "shuffling" and isinstance(entry, (Sat, Rose, Botted, Missed)):
            self.chairs.void()
            self.status, self.commitment, self.seed, self.since = "open", "", b"", 0
        if self.status == "open":
            self.since = (self.since or at) if self.lacking else 0

    def _note_agreed(self, row: LogRow) -> None:
        """A person who moves plays on: then whoever had agreed to end the game has to be asked again."""
        entry = row.entry
        if isinstance(entry, Agreed):
            self.agreed |= {entry.seat}
        elif isinstance(entry, (Sat, Rose, Botted, Away)):
            self.agreed -= {entry.seat}
        elif isinstance(entry, Moved) and entry.by == "person" and self.agreed:
            self.agreed, self.withdrawn = frozenset(), row.seq

    def _deal(self, at: int) -> None:
        self.salts = [chair.salt for chair in self.chairs]
        if self.status == "shuffling":
            self.dealt = tuple(chair.part for chair in self.chairs)
        options: dict[str, Any] = self.made.options
        if self.made.position:
            self.pos = parse(self.made.position, self.made.rules)
        else:
            self.pos = self.game.deal_from(self._key(), self.made.players, options, self.made.rules)
        self.status = "playing"

    def _key(self) -> bytes:
        assert self.fair is not None
        return self.fair.key

    def _look_round(self, at: int) -> None:
        """Who is asked now, and since when."""
        assert self.pos is not None
        if self.pos.over or self.chairs.given_up:
            self.status = "over"
        self._stand()
        self.timing.wait_for(self.standing.waited, self.standing.reacting, at)

    def _stand(self) -> None:
        assert self.pos is not None
        actors, self.scores = self.pos.status
        self.standing = self._asked(actors) if self.status == "playing" else NOBODY

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
        self.heads = tuple(
            [head + (to_all or shows(events, self.eyes(recipient))) for recipient, head in enumerate(self.heads)]
        )
        if isinstance(entry, Dealt) or (isinstance(entry, Moved) and not all(map(self._is_pass, entry.moves))):
            self.settled_heads = self.heads

    def _note_asked(self, entry: AnyEntry) -> None:
        """Who chooses together with others; what those choose meanwhile does not change what it was asked."""
        waited = self.standing.waited
        if len(waited) < 2 and not self.asked:
            return
        if isinstance(entry, Moved):
            self.asked.pop(entry.seat, None)
        fresh = {seat: self.heads[seat] for seat in waited} if len(waited) > 1 else {}
        self.asked = {seat: head for seat, head in {**fresh, **self.asked}.items() if seat in waited}

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

    # What may be asked for

    def check_moves(self, seat: int, moves: Sequence[str], base: int | None) -> None:
        """Refuse moves made for a position that is no longer the present one."""
        if self.status != "playing":
            if base is not None and base < self.heads[seat]:  # somebody else's move has ended it
                raise Conflict("conflict.moved", CATALOGUE, base=base, head=self.heads[seat])
            raise refuse("table.not_playing")
        if self._asks_in_turns and seat not in self.standing.actors:
            raise refuse("table.asked_in_turns")
        if base is None or base >= self.settled_heads[seat]:
            if base is not None and base > self.heads[seat]:
                raise Conflict("conflict.ahead", CATALOGUE, base=base, head=self.heads[seat])
            return
        if not self._still_meant(seat, moves, base):
            raise Conflict("conflict.moved", CATALOGUE, base=base, head=self.heads[seat])

    def _still_meant(self, seat: int, moves: Sequence[str], base: int) -> bool:
        """A reaction to what the seat has seen, or its choice among several that choose together."""
        if all(map(self.is_reaction, moves)):
            return base >= self.occasion_heads[seat]
        return seat in self.asked and base >= self.asked[seat]

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

    def mark(self, entry: AnyEntry) -> Any:
        """Everything that an entry can change: a move does not change who sits where."""
        chairs = self.chairs if isinstance(entry, Moved) else self.chairs.copy()
        return (
            self.pos.mark() if self.pos is not None else None, chairs, self.timing.copy(), self.status,
            self.seq, self.heads, self.occasion, self.occasion_heads, self.settled_heads, self.rematch, self.standing,
            self.scores, self.salts, self.asked.copy(), self.commitment, self.seed, self.since, self.dealt, self.agreed,
            self.withdrawn, self.kept[0] if len(self.kept) == KEPT else None, self.pos,
        )  # fmt: skip

    def restore(self, mark: Any) -> None:
        """The last entry did not happen: it could not be stored."""
        *_, oldest, self.pos = mark
        if self.seq != mark[4]:
            self.kept.pop()
            self.commands.popitem()
            if oldest is not None:
                self.kept.appendleft(oldest)
        position, self.chairs, self.timing, self.status = mark[:4]
        self.seq, self.heads, self.occasion, self.occasion_heads, self.settled_heads = mark[4:9]
        self.rematch, self.standing, self.scores, self.salts, self.asked = mark[9:14]
        self.commitment, self.seed, self.since, self.dealt, self.agreed, self.withdrawn = mark[14:20]
        if self.pos is not None:
            self.pos.restore(position)

    def snapshot(self) -> Snapshot:
        assert self.pos is not None
        return Snapshot(
            self.seq, list(self.heads), self.status, self.chairs, self.timing, str(self.pos), self.salts,
            self.pos.played, self.occasion, list(self.occasion_heads), list(self.settled_heads), self.asked,
            self.rematch, self.commitment, self.seed.hex(), list(self.dealt), sorted(self.agreed),
            version=SNAPSHOT,
        )  # fmt: skip

    def resume(self, shot: Snapshot) -> None:
        """Go on from a snapshot."""
        self.seq, self.heads, self.status = shot.seq, tuple(shot.heads), shot.status
        self.chairs, self.timing, self.occasion = shot.chairs, shot.timing, shot.occasion
        self.occasion_heads, self.settled_heads = tuple(shot.occasion_heads), tuple(shot.settled_heads)
        self.asked, self.rematch, self.salts = shot.asked, shot.rematch, shot.salts
        self.dealt, self.agreed = tuple(shot.dealt), frozenset(shot.agreed)
        if shot.seed:
            self.commitment, self.seed = shot.commitment, bytes.fromhex(shot.seed)
        self.pos = parse(shot.position, self.made.rules)
        if not self.made.position:
            self.pos.sow(self._key(), shot.played)
        self._stand()


def shows(events: Sequence[Event], eyes: int | None) -> bool:
    """Does any of this show to these eyes?"""
    return any(event.seen_by(eyes) is not None for event in events)
