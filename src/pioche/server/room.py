"""A table that is awake in this process: it takes commands one at a time, stores what happens, and tells everybody.

An entry is played on the table, committed, acknowledged, told to all, in this order. If it can't be stored it is
taken back; if another process was quicker, its entries are followed first.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from pioche.server import dealer, shown
from pioche.server.audience import Audience, Viewer, Watching
from pioche.server.entries import AnyEntry, Away, Back, Botted, Conceded, Missed, Moved, Rose, Sat, write_entry
from pioche.server.hints import Absent, Stored
from pioche.server.messages import Play, write_message
from pioche.server.metrics import note_stored
from pioche.server.opponents import Turn
from pioche.server.players import Players
from pioche.server.race import Slap
from pioche.server.slaps import Slaps
from pioche.server.store import Append
from pioche.server.table import Row, Shown, Table
from pioche.server.turns import Kind
from pioche.server.words import WORDS, refuse
from pioche.table.errors import Conflict, IllegalMove

if TYPE_CHECKING:
    from pioche.server.hall import Hall

SNAPSHOT = 16  # entries between two snapshots
BOT_WAKE = 3000  # milliseconds after which another process may play a bot's move
IDLE = 30_000  # milliseconds after which a table that nobody watches goes to sleep

Answer = tuple[int, tuple[int, ...]]  # the entry's number, and where every stream stood after it


class Room:
    def __init__(self, hall: Hall, table: Table, code: str, origin: str = "") -> None:
        """`origin`: from which address the table was made, under a name that says nothing else."""
        self.hall = hall
        self.table = table
        self.code = code
        self.origin = origin
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.audience = Audience(hall, table, code)
        self.used = hall.clock.now()
        self.wrote_last = False  # the last entry was this process's own
        self.doubtful = False  # a commit ended in the unknown: look before going on
        self.stopped = False
        self._hinting = False
        self.noted_head = 0  # what is noted about the table beside its log
        self.noted_wake: int | None = None
        self.gone: dict[int, int] = {}  # seats whose person is not here, and since when
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
            slap = Slap(seat, message.moves, command, arrived, self.audience.sent_to(seat), viewer.trip())
            return await self.slaps.slap(slap, message.base, "person", acknowledge)
        await self.slaps.settled()

        def moved() -> AnyEntry:
            self.table.check_moves(self._seat_of(viewer), message.moves, message.base)
            return Moved(seat, message.moves)

        return await self.append(moved, command, acknowledge)

    async def slap_of_bot(self, seat: int, move: str, command: str) -> None:
        now = self.hall.seconds()
        await self.slaps.slap(Slap(seat, [move], command, now, self.audience.occasion_seen), None, "bot")

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
            turn = Turn(Kind.HINT, viewer.person, table.id, viewer.address)
            return head, await self.hall.opponents.judge(seat, table.pos.view(seat), moves, turn)
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
        mark, was_over, began = self.table.mark(row.entry), self.table.over, self.hall.seconds()
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
        note_stored(self.hall.seconds() - began, row.entry)
        if acknowledge is not None:
            acknowledge((news.seq, news.heads))
        if job.table is not None:
            self.noted_head, self.noted_wake = row.seq, job.table["wake"]
        self.wrote_last = True
        self.hall.bus.publish(Stored(self.table.id, news.seq))
        self._tell([news])
        if self.table.over and not was_over:
            self.hall.game_over(self.table.id)
        return news.seq, news.heads

    def _job(self, row: Row) -> Append:
        table = self.table
        entry = {
            "table_id": table.id, "seq": row.seq, "command": row.command, "at": row.at,
            "body": write_entry(row.entry).decode(),
        }  # fmt: skip
        wake = self.wake()
        change = {"head": row.seq, "wake": wake, "updated": row.at, "keeper": self.hall.process}
        if isinstance(row.entry, Moved) and not table.over:
            shot = self._shot() if row.seq % SNAPSHOT == 0 else None
            return Append(entry, change if self._is_sooner(wake) else None, shot=shot)
        people = table.listed
        summary = write_message(shown.facts(table, self.code, "")).decode()
        change = {**change, "code": None} if table.over else change  # it may be another's
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
        return {"key": self.table.id, "new_head": head, "new_wake": wake, "new_updated": self.used,
                "new_keeper": self.hall.process}  # fmt: skip

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

    def _tell(self, news: list[Shown]) -> None:
        """Everybody who watches; then whoever is to act."""
        self.used = self.hall.clock.now()
        self._news.set()
        self.audience.tell(news)
        self.attend()

    # Who is here

    async def enter(self, viewer: Viewer, epoch: str, seq: int) -> None:
        """Somebody begins to watch, or comes back: it is told what it missed, or everything."""
        async with self.lock:  # what is not yet stored is not yet shown
            watching = self.audience.watching[viewer] = Watching(viewer, self.table.recipient(viewer.person))
            missed = shown.missed(self.table, watching.recipient, seq) if epoch == self.hall.epoch and seq else None
            if missed is None or any(isinstance(each.entry, (Sat, Rose, Botted, Missed)) for each in missed):
                self.audience.send_state(watching)  # its own seat may be another, and so its stream
            elif missed:
                self.audience.tell_missed(watching, missed)
        self.audience.tell_presence()
        if watching.recipient != self.table.watcher:
            self.gone.pop(watching.recipient, None)
            self.hall.publish_presence([self])
            self.hall.soon(self.hall.expiry.note_seen([self]))
            self.hall.soon(self.tick(self.hall.clock.now()))
        self.attend()

    def leave(self, viewer: Viewer) -> None:
        watching = self.audience.watching.pop(viewer, None)
        if watching is None:
            return
        if watching.recipient != self.table.watcher and watching.recipient not in self.audience.present():
            self.gone[watching.recipient] = self.hall.clock.now()
            self.hall.bus.publish(Absent(self.table.id, watching.recipient))
        self.used = self.hall.clock.now()
        self.audience.tell_presence()

    @property
    def goes_on(self) -> bool:
        """Do its bots move? Among themselves they play only for somebody who looks on here."""
        return self.table.chairs.any_person or bool(self.audience.watching)

    @property
    def urgency(self) -> Kind:
        """Whom its bots keep waiting."""
        if not self.audience.watching:
            return Kind.UNSEEN
        return Kind.PLAYED if self.table.chairs.any_person else Kind.SHOWN

    # What is due

    def attend(self) -> None:
        """Let bots think, set the alarm."""
        self.players.attend()

    def wake(self) -> int | None:
        """When something is due even if this process should not be there to do it."""
        table = self.table
        if table.status != "playing" or table.all_agree:
            return dealer.wake(table, self.hall.clock.now())
        if not table.chairs.any_person:
            return None  # bots alone wait for somebody who looks on
        if any(not table.chairs[seat].has_person for seat in table.standing.waited):
            return self.hall.clock.now() + BOT_WAKE
        deadlines = [table.timing.deadline(table.made.pace, seat, table.outages) for seat in table.standing.waited]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    async def tick(self, now: int) -> None:
        """Once a second: what may have been stored after all, people who are gone, and people who are back."""
        if self.doubtful:
            await self.follow_others()
        if self.hall.house.is_open:  # the time that the house is closed will be taken off
            await dealer.go_on(self)
        self.audience.tell_presence()
        for seat, chair in enumerate(self.table.chairs):
            if self.table.status != "playing" or not chair.person or chair.conceded:
                continue
            if seat in self.audience.present():
                self.gone.pop(seat, None)
                if chair.away:
                    await self._note_whether_away(seat, False)
            elif not chair.away and self._is_missed(seat, now):
                await self._note_whether_away(seat, True)

    async def _note_whether_away(self, seat: int, away: bool) -> None:
        if away and seat in await self.hall.presence.look(self.table.id):
            return  # it has just come, to another process

        def noted() -> AnyEntry:
            chair = self.table.chairs[seat]
            if self.table.status != "playing" or not chair.person or chair.away == away:
                raise Conflict("conflict.moved", WORDS, base=self.table.seq, head=self.table.seq)
            return Away(seat) if away else Back(seat)

        with contextlib.suppress(Conflict):  # somebody else has noted it
            await self.append(noted, f"{'away' if away else 'back'}:{seat}:{self.table.seq}")

    def _is_missed(self, seat: int, now: int) -> bool:
        """Gone for longer than the grace time while somebody else waits for it."""
        presence = self.hall.presence
        if not presence.is_sure:
            self.gone[seat] = now
        since = self.gone.setdefault(seat, now)
        others = [other for other in self.audience.present() if other != seat]
        if not others or self.table.made.pace.kind == "days":
            return False
        return now - since > presence.grace(self.hall.settings.grace) * 1000 and seat in self.table.standing.waited

    def is_idle(self, now: int) -> bool:
        busy = self.audience.watching or self.lock.locked() or self.players.busy
        return not busy and now - self.used > IDLE

    def stop(self) -> list[asyncio.Task[None]]:
        self.stopped = True
        return self.players.stop()

    async def wait_for_entry(self, seconds: float) -> None:
        """Until something happens here, or the time is up."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    async def note_time_out(self, seat: int) -> None:
        """Whose time is up and who is not even here is not waited for again."""
        chair = self.table.chairs[seat]
        alone = len(self.table.chairs.people) == 1
        if self.table.status == "playing" and chair.has_person and seat not in self.audience.present() and not alone:
            await self._note_whether_away(seat, True)
