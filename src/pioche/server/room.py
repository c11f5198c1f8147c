"""A table that is awake in this process: it takes commands one at a time, stores what happens, and tells everybody.

An entry is played on the table, committed, acknowledged, told to all, in this order. If it can't be stored it is
taken back; if another process was quicker, its entries are followed first.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from pioche.server import shown
from pioche.server.entries import AnyEntry, Away, Back, Botted, Conceded, Moved, Rose, Sat, write_entry
from pioche.server.messages import Play, Presence, Update, write_message
from pioche.server.players import Players
from pioche.server.race import Slap
from pioche.server.slaps import Slaps
from pioche.server.store import Append
from pioche.server.table import Recipient, Row, Shown, Table
from pioche.server.words import WORDS, refuse
from pioche.table.errors import Conflict, IllegalMove

if TYPE_CHECKING:
    from pioche.server.hall import Hall

SNAPSHOT = 16  # entries between two snapshots
BOT_WAKE = 3000  # milliseconds after which another process may play a bot's move
PRESENCE = 0.5  # seconds between two words about how many watch
IDLE = 30_000  # milliseconds after which a table that nobody watches goes to sleep

Answer = tuple[int, tuple[int, ...]]  # the entry's number, and where every stream stood after it


class Viewer(Protocol):
    """Somebody's socket that follows this table."""

    person: str
    lang: str

    def send(self, message: bytes) -> None: ...
    def trip(self) -> float: ...


class Watching(NamedTuple):
    """One viewer at one table."""

    viewer: Viewer
    recipient: Recipient


class Room:
    def __init__(self, hall: Hall, table: Table, code: str) -> None:
        self.hall = hall
        self.table = table
        self.code = code
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.watching: dict[Viewer, Watching] = {}
        self.used = hall.clock.now()
        self.wrote_last = False  # the last entry was this process's own
        self.doubtful = False  # a commit ended in the unknown: look before going on
        self.stopped = False
        self._hinting = False
        self.noted_head = 0  # what is noted about the table beside its log
        self.noted_wake: int | None = None
        self.gone: dict[int, int] = {}  # seats whose person is not here, and since when
        self._occasion = (table.occasion, hall.seconds())  # the last reason to react, and when we learned of it
        self._sent: dict[Recipient, tuple[int, float]] = {}  # that occasion, and when it was first sent to each
        self._told_presence = Presence(table.id, [], 0), 0.0  # and when
        self._news = asyncio.Event()
        self.slaps = Slaps(self)
        self.players = Players(self)

    # What people do

    async def play(
        self, viewer: Viewer, message: Play, arrived: float, acknowledge: Callable[[Answer], None]
    ) -> Answer:
        """A person's moves: all of them, or none."""
        command = f"{viewer.person}:{message.id}"
        seat = self._seat_of(viewer)
        if self._is_slap(message.moves):
            slap = Slap(seat, message.moves, command, arrived, self._sent_to(seat), viewer.trip())
            return await self.slaps.slap(slap, message.base, "person", acknowledge)
        await self.slaps.settled()

        def moved() -> AnyEntry:
            self.table.check_moves(self._seat_of(viewer), message.moves, message.base)
            return Moved(seat, message.moves)

        return await self.append(moved, command, acknowledge)

    async def slap_of_bot(self, seat: int, move: str, command: str) -> None:
        now = self.hall.seconds()
        await self.slaps.slap(Slap(seat, [move], command, now, self._occasion[1]), None, "bot")

    async def concede(self, viewer: Viewer, id: str, acknowledge: Callable[[Answer], None]) -> Answer:
        def conceded() -> AnyEntry:
            if self.table.status != "playing":
                raise refuse("table.not_playing")
            return Conceded(self._seat_of(viewer))

        return await self.append(conceded, f"{viewer.person}:{id}", acknowledge)

    async def hint(self, viewer: Viewer) -> tuple[int, list[tuple[str, float]]]:
        """The best moves from what the seat knows, and where its stream stood when it asked."""
        seat, table = self._seat_of(viewer), self.table
        if table.chairs.people != [viewer.person]:
            raise refuse("hint.only_bots")
        moves = table.moves(seat)
        if not moves or table.pos is None:
            raise refuse("hint.nothing")
        if self._hinting:
            raise refuse("hint.busy")
        self._hinting, head = True, table.heads[seat]
        try:
            return head, await self.hall.studies.judge(seat, table.pos.view(seat), moves)
        finally:
            self._hinting = False

    def _seat_of(self, viewer: Viewer) -> int:
        seat = self.table.chairs.seat_of(viewer.person)
        if seat is None or self.table.chairs[seat].conceded:
            raise refuse("table.not_seated")
        return seat

    def _is_slap(self, moves: list[str]) -> bool:
        """Something that is a race; to pass is none."""
        return self.table.made.race != "turns" and any(map(self.table.is_slap, moves))

    # What happens

    async def append(
        self, make: Callable[[], AnyEntry], command: str, acknowledge: Callable[[Answer], None] | None = None
    ) -> Answer:
        """Make an entry happen; `make` checks that it may, on the table as it is then."""
        async with self.lock:
            return await self._append(make, command, acknowledge)

    async def _append(
        self, make: Callable[[], AnyEntry], command: str, acknowledge: Callable[[Answer], None] | None
    ) -> Answer:
        if self.doubtful:
            await self._catch_up()
        while (known := self.table.commands.get(command)) is None:
            if (stored := await self._try(make, command, acknowledge)) is not None:
                return stored
            if not await self._catch_up():  # nothing new: an old entry has this command
                known = await self._first_answer(command)
                break
        if known is None:
            raise refuse("storage.unavailable")
        if acknowledge is not None:
            acknowledge(known)
        return known

    async def _try(
        self, make: Callable[[], AnyEntry], command: str, acknowledge: Callable[[Answer], None] | None
    ) -> Answer | None:
        """Play it and store it; None if another process took its number."""
        row = Row(self.table.seq + 1, command, make(), self.hall.clock.now())
        mark = self.table.mark(row.entry)
        try:
            news = self.table.follow(row)
            job = self._job(row)
            won = await self.hall.store.append(job)
        except BaseException as error:
            self.table.restore(mark)
            self.doubtful = not isinstance(error, IllegalMove)
            raise
        if not won:
            self.table.restore(mark)
            return None
        if acknowledge is not None:
            acknowledge((news.seq, news.heads))
        if job.table is not None:
            self.noted_head, self.noted_wake = row.seq, job.table["wake"]
        self.wrote_last = True
        self.hall.bus.publish(table=self.table.id, seq=news.seq)
        self._tell([news])
        return news.seq, news.heads

    def _job(self, row: Row) -> Append:
        table = self.table
        entry = {
            "table_id": table.id, "seq": row.seq, "command": row.command, "at": row.at,
            "body": write_entry(row.entry).decode(),
        }  # fmt: skip
        wake = self.wake()
        change = {"head": row.seq, "wake": wake, "updated": row.at}
        if isinstance(row.entry, Moved) and not table.over:
            shot = self._shot() if row.seq % SNAPSHOT == 0 else None
            return Append(entry, change if self._is_sooner(wake) else None, shot=shot)
        people = [(seat, chair.person) for seat, chair in enumerate(table.chairs) if chair.person]
        summary = write_message(shown.facts(table, self.code, "")).decode()
        return Append(entry, {**change, "status": table.status, "summary": summary}, people)

    def _is_sooner(self, wake: int | None) -> bool:
        """Would the table be woken too late by what is noted? Too early does no harm, and is put right soon."""
        return wake is not None and (self.noted_wake is None or wake < self.noted_wake)

    def head_row(self) -> dict[str, object] | None:
        """What is to be noted about the table since its last moves; None if all is."""
        head, wake = self.table.seq, self.wake()
        if (head, wake) == (self.noted_head, self.noted_wake) or self.lock.locked():
            return None
        self.noted_head, self.noted_wake = head, wake
        return {"key": self.table.id, "new_head": head, "new_wake": wake, "new_updated": self.used}

    def _shot(self) -> dict[str, object]:
        shot = self.table.snapshot()
        return {"seq": shot.seq, "body": msgspec.json.encode(shot).decode()}

    async def answered_before(self, command: str) -> Answer | None:
        """The answer to a command that was carried out before; an entry that is not yet stored is no answer."""
        async with self.lock:
            return await self._first_answer(command)

    async def _first_answer(self, command: str) -> Answer | None:
        table = self.table
        incomplete = self.doubtful or len(table.commands) < table.seq - 1  # it began from a snapshot
        if command not in table.commands and incomplete and await self.hall.has_command(table.id, command):
            older = await self.hall.all_commands(table.id)
            table.commands = {**older, **table.commands}
        return table.commands.get(command)

    async def follow_others(self) -> None:
        """Another process has added entries."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        rows = await self.hall.entries_after(self.table.id, self.table.seq)
        self.doubtful = False
        if rows:
            self.wrote_last = False
            self.noted_wake = None  # another process may have noted a later one than we know of
            self._tell([self.table.follow(row) for row in rows])
        return bool(rows)

    # Who is told

    def _tell(self, news: list[Shown]) -> None:
        """Everybody who watches, each by what it may see; then whoever is to act."""
        self.used = self.hall.clock.now()
        if self._occasion[0] != self.table.occasion:
            self._occasion = (self.table.occasion, self.hall.seconds())
        self._news.set()
        changed = any(shown.changes_facts(each, self.table) for each in news)
        moved = self._change_places() if changed else set()
        told = [watching for watching in self.watching.values() if watching.viewer not in moved]
        self._tell_news(told, news, changed)
        self.attend()

    def _tell_news(self, told: list[Watching], news: list[Shown], changed: bool) -> None:
        recipients = {watching.recipient for watching in told}
        updates = shown.updates(self.table, recipients, news, self.hall.epoch, self.used)
        messages = {} if changed else {recipient: write_message(update) for recipient, update in updates.items()}
        for viewer, recipient in told:
            if recipient in updates:
                viewer.send(messages.get(recipient) or self._with_facts(updates[recipient], viewer))
                self._note_sent(recipient)

    def _with_facts(self, update: Update, viewer: Viewer) -> bytes:
        facts = shown.facts(self.table, self.code, viewer.person)
        return write_message(msgspec.structs.replace(update, facts=facts))

    def _note_sent(self, recipient: Recipient) -> None:
        """A card is news once: in a second window it is not seen later for that."""
        if self._sent.get(recipient, (0, 0.0))[0] != self.table.occasion:
            self._sent[recipient] = (self.table.occasion, self.hall.seconds())

    def _sent_to(self, seat: int) -> float:
        """When a seat was sent the card; who came in later is counted with the others: nobody gains by coming late."""
        occasion, sent = self._sent.get(seat, self._occasion)
        return sent if occasion == self.table.occasion else self._occasion[1]

    def _change_places(self) -> set[Viewer]:
        """Who sat down or rose since sees the table from there: it is sent everything anew."""
        places = {viewer: self.table.recipient(viewer.person) for viewer in self.watching}
        moved = {viewer for viewer, place in places.items() if place != self.watching[viewer].recipient}
        for viewer in moved:
            self.watching[viewer] = Watching(viewer, places[viewer])
        for viewer in moved:
            self.send_state(self.watching[viewer])
        if moved:
            self.tell_presence()
        return moved

    def send_state(self, watching: Watching) -> None:
        viewer = watching.viewer
        now = self.hall.clock.now()
        state = shown.state(self.table, watching.recipient, viewer.person, self.hall.epoch, self.code, now)
        present = msgspec.structs.replace(state, present=self.present(), watchers=self.watchers())
        viewer.send(write_message(present))

    # Who is here

    async def enter(self, viewer: Viewer, epoch: str, seq: int) -> None:
        """Somebody begins to watch, or comes back: it is told what it missed, or everything."""
        async with self.lock:  # what is not yet stored is not yet shown
            watching = self.watching[viewer] = Watching(viewer, self.table.recipient(viewer.person))
            missed = shown.missed(self.table, watching.recipient, seq) if epoch == self.hall.epoch and seq else None
            if missed is None or any(isinstance(each.entry, (Sat, Rose, Botted)) for each in missed):
                self.send_state(watching)  # its own seat may be another, and so its stream
            elif missed:
                self._tell_missed(watching, missed)
        self.gone.pop(watching.recipient, None)
        self.hall.soon(self.tick(self.hall.clock.now()))
        self.hall.tell_presence(self)
        self.attend()

    def _tell_missed(self, watching: Watching, missed: list[Shown]) -> None:
        now = self.hall.clock.now()
        updates = shown.updates(self.table, [watching.recipient], missed, self.hall.epoch, now)
        for update in updates.values():
            watching.viewer.send(self._with_facts(update, watching.viewer))

    def leave(self, viewer: Viewer) -> None:
        watching = self.watching.pop(viewer, None)
        if watching is None:
            return
        if watching.recipient != self.table.watcher and watching.recipient not in self.present():
            self.gone[watching.recipient] = self.hall.clock.now()
            self.hall.bus.publish(table=self.table.id, absent=watching.recipient)
        self.used = self.hall.clock.now()
        self.tell_presence()

    def present(self) -> list[int]:
        """The seats whose person is here, or at another process."""
        here = {watching.recipient for watching in self.watching.values()} - {self.table.watcher}
        return sorted(here | self.hall.present_elsewhere(self.table.id))

    def watchers(self) -> int:
        return sum(watching.recipient == self.table.watcher for watching in self.watching.values())

    def tell_presence(self) -> None:
        """Everybody, if it has changed; how many watch is told once in a while, where many come and go."""
        presence, now = Presence(self.table.id, self.present(), self.watchers()), self.hall.seconds()
        told, when = self._told_presence
        if presence.present != told.present or (presence != told and now - when > PRESENCE):
            self._told_presence = presence, now
            self.broadcast(write_message(presence))

    def broadcast(self, message: bytes) -> None:
        for viewer in list(self.watching):
            viewer.send(message)

    # What is due

    def attend(self) -> None:
        """Deal if all are there, let bots think, set the alarm."""
        self.players.attend()

    def wake(self) -> int | None:
        """When something is due even if this process should not be there to do it."""
        table = self.table
        if table.status != "playing":
            return None
        if any(not table.chairs[seat].has_person for seat in table.standing.waited):
            return self.hall.clock.now() + BOT_WAKE
        deadlines = [table.timing.deadline(table.made.pace, seat, table.outages) for seat in table.standing.waited]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    async def tick(self, now: int) -> None:
        """Once a second: what may have been stored after all, people who are gone, and people who are back."""
        if self.doubtful:
            await self.follow_others()
        self.tell_presence()
        for seat, chair in enumerate(self.table.chairs):
            if self.table.status != "playing" or not chair.person or chair.conceded:
                continue
            if seat in self.present():
                self.gone.pop(seat, None)
                if chair.away:
                    await self._note_whether_away(seat, False)
            elif not chair.away and self._is_missed(seat, now):
                await self._note_whether_away(seat, True)

    async def _note_whether_away(self, seat: int, away: bool) -> None:
        def noted() -> AnyEntry:
            chair = self.table.chairs[seat]
            if self.table.status != "playing" or not chair.person or chair.away == away:
                raise Conflict("conflict.moved", WORDS, base=self.table.seq, head=self.table.seq)
            return Away(seat) if away else Back(seat)

        with contextlib.suppress(Conflict):  # somebody else has noted it
            await self.append(noted, f"{'away' if away else 'back'}:{seat}:{self.table.seq}")

    def _is_missed(self, seat: int, now: int) -> bool:
        """Gone for longer than the grace time while somebody else waits for it."""
        since = self.gone.setdefault(seat, now)
        others = [other for other in self.present() if other != seat]
        if not others or self.table.made.pace.kind == "days" or not self.hall.bus.alive:
            return False
        return now - since > self.hall.settings.grace * 1000 and seat in self.table.standing.waited

    def is_idle(self, now: int) -> bool:
        return not self.watching and not self.lock.locked() and not self.players.busy and now - self.used > IDLE

    def stop(self) -> list[asyncio.Task[None]]:
        self.stopped = True
        return self.players.stop()

    async def wait_for_entry(self, seconds: float) -> None:
        """Until something happens here, or the time is up."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    def trips(self) -> list[float]:
        """The round trips of those who may react now, here or at another process."""
        may = {seat for seat in self.table.standing.actors if self.table.may_react(seat)}
        here = [each.viewer.trip() for each in self.watching.values() if each.recipient in may]
        elsewhere = self.hall.trips_elsewhere(self.table.id)
        return here + [trip for seat, trip in elsewhere.items() if seat in may]

    async def note_time_out(self, seat: int) -> None:
        """Whose time is up and who is not even here is not waited for again."""
        chair = self.table.chairs[seat]
        alone = len(self.table.chairs.people) == 1
        if self.table.status == "playing" and chair.has_person and seat not in self.present() and not alone:
            await self._note_whether_away(seat, True)
