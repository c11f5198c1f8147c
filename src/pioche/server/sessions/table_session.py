"""A table that is awake in this process: it takes commands one at a time, stores what happens, and tells everybody.

An entry is played on the table, committed, acknowledged, told to all, in this order. If it can't be stored it is
taken back; if another process was quicker, its entries are followed first.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pioche.server.bots.bot_pool import BotTurn
from pioche.server.catalogue import CATALOGUE, refuse
from pioche.server.model import recipient_messages, resume_stream
from pioche.server.model.entries import AnyEntry, Away, Back, Conceded, Moved, write_entry
from pioche.server.model.live_table import Happened, LiveTable, LogRow
from pioche.server.model.messages import Play, write_message
from pioche.server.model.reaction_race import Slap
from pioche.server.ops.metrics import note_stored
from pioche.server.queue.fair_turns import Kind
from pioche.server.sessions import dealing
from pioche.server.sessions.autoplay import Autoplay
from pioche.server.sessions.reaction_window import ReactionWindow
from pioche.server.sessions.subscribers import Subscribers, Viewer, Watching
from pioche.server.storage.log_store import Append
from pioche.server.storage.notice_format import AbsentNotice, StoredNotice
from pioche.table.errors import Conflict, IllegalMove

if TYPE_CHECKING:
    from pioche.server.sessions.table_registry import TableRegistry

SNAPSHOT_EVERY = 16  # entries
BOT_WAKE = 3000  # milliseconds after which another process may play a bot's move
IDLE = 30_000  # milliseconds after which a table that nobody watches goes to sleep

CommandAnswer = tuple[int, tuple[int, ...]]  # the entry's number, and where every stream stood after it
Acknowledge = Callable[[CommandAnswer], None]


class Command(NamedTuple):
    """What is to happen once, under a name of its own; whoever asked for it is answered before anybody is told."""

    name: str
    acknowledge: Acknowledge = lambda answer: None


class TableSession:
    def __init__(self, registry: TableRegistry, table: LiveTable, code: str, origin: str = "") -> None:
        """`origin`: from which address the table was made, under a name that says nothing else."""
        self.registry = registry
        self.table = table
        self.code = code
        self.origin = origin
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.subscribers = Subscribers(registry, table, code)
        self.used = registry.clock.now()
        self.wrote_last = False  # the last entry was this process's own
        self.doubtful = False  # a commit ended in the unknown: look before going on
        self.stopped = False
        self._hinting = False
        self.noted_head = 0  # what is noted about the table beside its log
        self.noted_wake: int | None = None
        self.gone: dict[int, int] = {}  # seats whose person is not here, and since when
        self._news = asyncio.Event()
        self.slaps = ReactionWindow(self)
        self.players = Autoplay(self)

    # Commands

    async def play(self, viewer: Viewer, message: Play, arrived: float, acknowledge: Acknowledge) -> CommandAnswer:
        """A person's moves: all of them, or none."""
        command = Command(f"{viewer.person}:{message.id}", acknowledge)
        seat = self._seat_of(viewer)
        if self._is_slap(message.moves):
            slap = Slap(seat, message.moves, command.name, arrived, self.subscribers.sent_to(seat), viewer.trip())
            return await self.slaps.slap(slap, message.base, "person", command)
        await self.slaps.settled()

        def moved() -> AnyEntry:
            self.table.check_moves(self._seat_of(viewer), message.moves, message.base)
            return Moved(seat, message.moves)

        return await self.append(moved, command)

    async def slap_of_bot(self, seat: int, move: str, command: str) -> None:
        now = self.registry.seconds()
        slap = Slap(seat, [move], command, now, self.subscribers.occasion_seen)
        await self.slaps.slap(slap, None, "bot", Command(command))

    async def concede(self, viewer: Viewer, id: str, acknowledge: Acknowledge) -> CommandAnswer:
        def conceded() -> AnyEntry:
            if self.table.now.status != "playing":
                raise refuse("table.not_playing")
            return Conceded(self._seat_of(viewer))

        return await self.append(conceded, Command(f"{viewer.person}:{id}", acknowledge))

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
        self._hinting, head = True, table.now.heads[seat]
        try:
            turn = BotTurn(Kind.HINT, viewer.person, table.id, viewer.address)
            return head, await self.registry.bot_pool.judge(seat, table.pos.view(seat), moves, turn)
        finally:
            self._hinting = False

    def _seat_of(self, viewer: Viewer) -> int:
        seat = self.table.chairs.seat_of(viewer.person)
        if seat is None or self.table.chairs[seat].conceded:
            raise refuse("table.not_seated")
        return seat

    def _is_slap(self, moves: list[str]) -> bool:
        """Something that is a race; to pass is none."""
        table = self.table
        return bool(table.game.facts.reactions) and table.made.race != "turns" and any(map(table.is_slap, moves))

    # Storing an entry and telling everybody

    async def append(self, make: Callable[[], AnyEntry], command: Command | str) -> CommandAnswer:
        """Make an entry happen; `make` checks that it may, on the table as it is then."""
        async with self.lock:
            return await self._append(make, Command(command) if isinstance(command, str) else command)

    async def _append(self, make: Callable[[], AnyEntry], command: Command) -> CommandAnswer:
        if self.doubtful:
            await self._catch_up()
        while (known := self.table.commands.get(command.name)) is None:
            if (stored := await self._try(make, command)) is not None:
                return stored
            if not await self._catch_up():  # nothing new: an old entry has this command
                known = await self._first_answer(command.name)
                break
        if known is None:
            raise refuse("storage.unavailable")
        command.acknowledge(known)
        return known

    async def _try(self, make: Callable[[], AnyEntry], command: Command) -> CommandAnswer | None:
        """Play it and store it; None if another process took its number."""
        row = LogRow(self.table.now.seq + 1, command.name, make(), self.registry.clock.now())
        mark, was_over, began = self.table.mark(row.entry), self.table.over, self.registry.seconds()
        try:
            news = self.table.apply(row)
            job = self._job(row)
            won = await self.registry.store.append(job)
        except BaseException as error:
            self.table.restore(mark)
            self.doubtful = not isinstance(error, IllegalMove)
            raise
        if not won:
            self.table.restore(mark)
            return None
        note_stored(self.registry.seconds() - began, row.entry)
        command.acknowledge((news.seq, news.heads))
        if job.table is not None:
            self.noted_head, self.noted_wake = row.seq, job.table["wake"]
        self.wrote_last = True
        self.registry.bus.publish(StoredNotice(self.table.id, news.seq))
        self._tell([news])
        if self.table.over and not was_over:
            self.registry.game_over(self.table.id)
        return news.seq, news.heads

    def _job(self, row: LogRow) -> Append:
        table = self.table
        entry = {
            "table_id": table.id, "seq": row.seq, "command": row.command, "at": row.at,
            "body": write_entry(row.entry).decode(),
        }  # fmt: skip
        wake = self.wake()
        change = {"head": row.seq, "wake": wake, "updated": row.at, "keeper": self.registry.process}
        if isinstance(row.entry, Moved) and not table.over:
            shot = self._shot() if row.seq % SNAPSHOT_EVERY == 0 else None
            return Append(entry, change if self._is_sooner(wake) else None, shot=shot)
        people = table.listed
        summary = write_message(recipient_messages.facts(table, self.code, "")).decode()
        change = {**change, "code": None} if table.over else change  # it may be another's
        return Append(entry, {**change, "status": table.now.status, "summary": summary}, people)

    def _is_sooner(self, wake: int | None) -> bool:
        """Would the table be woken too late by what is noted? Too early does no harm, and is put right soon."""
        return wake is not None and (self.noted_wake is None or wake < self.noted_wake)

    def head_row(self) -> dict[str, object] | None:
        """What is to be noted about the table since its last moves; None if all is."""
        head, wake = self.table.now.seq, self.wake()
        if (head, wake) == (self.noted_head, self.noted_wake) or self.lock.locked():
            return None
        self.noted_head, self.noted_wake = head, wake
        return {"key": self.table.id, "new_head": head, "new_wake": wake, "new_updated": self.used,
                "new_keeper": self.registry.process}  # fmt: skip

    def _shot(self) -> dict[str, object]:
        shot = self.table.snapshot()
        return {"seq": shot.seq, "body": msgspec.json.encode(shot).decode()}

    async def answered_before(self, command: str) -> CommandAnswer | None:
        """The answer to a command that was carried out before; an entry that is not yet stored is no answer."""
        async with self.lock:
            return await self._first_answer(command)

    async def _first_answer(self, command: str) -> CommandAnswer | None:
        table = self.table
        incomplete = self.doubtful or len(table.commands) < table.now.seq - 1  # it began from a snapshot
        if command not in table.commands and incomplete and await self.registry.has_command(table.id, command):
            older = await self.registry.answers_to_every_command(table.id)
            table.commands = {**older, **table.commands}
        return table.commands.get(command)

    async def catch_up_with_others(self) -> None:
        """Another process has added entries."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        rows = await self.registry.entries_after(self.table.id, self.table.now.seq)
        self.doubtful = False
        if rows:
            self.wrote_last = False
            self.noted_wake = None  # another process may have noted a later one than we know of
            self._tell([self.table.apply(row) for row in rows])
        return bool(rows)

    def _tell(self, news: list[Happened]) -> None:
        """Everybody who watches; then whoever is to act."""
        self.used = self.registry.clock.now()
        self._news.set()
        self.subscribers.tell(news)
        self.attend()

    # Viewers come and go

    async def enter(self, viewer: Viewer, epoch: str, seq: int) -> None:
        """Somebody begins to watch, or comes back: it is told what it missed, or everything."""
        async with self.lock:  # what is not yet stored is not yet shown
            watching = self.subscribers.watching[viewer] = Watching(viewer, self.table.recipient(viewer.person))
            known = seq if epoch == self.registry.epoch else 0
            missed = resume_stream.to_tell(self.table, watching.recipient, known)
            if missed is None:
                self.subscribers.send_state(watching)
            elif missed:
                self.subscribers.tell_missed(watching, missed)
        self.subscribers.tell_presence()
        if watching.recipient != self.table.watcher:
            self.gone.pop(watching.recipient, None)
            self.registry.publish_presence([self])
            self.registry.soon(self.registry.expiry.note_seen([self]))
            self.registry.soon(self.tick(self.registry.clock.now()))
        self.attend()

    def leave(self, viewer: Viewer) -> None:
        watching = self.subscribers.watching.pop(viewer, None)
        if watching is None:
            return
        if watching.recipient != self.table.watcher and watching.recipient not in self.subscribers.present():
            self.gone[watching.recipient] = self.registry.clock.now()
            self.registry.bus.publish(AbsentNotice(self.table.id, watching.recipient))
        self.used = self.registry.clock.now()
        self.subscribers.tell_presence()

    @property
    def goes_on(self) -> bool:
        """Do its bots move? Among themselves they play only for somebody who looks on here."""
        return self.table.chairs.any_person or bool(self.subscribers.watching)

    @property
    def urgency(self) -> Kind:
        """Whom its bots keep waiting."""
        if not self.subscribers.watching:
            return Kind.UNSEEN
        return Kind.PLAYED if self.table.chairs.any_person else Kind.SHOWN

    # Timers

    def attend(self) -> None:
        """Let bots think, set the alarm."""
        self.players.attend()

    def wake(self) -> int | None:
        """When something is due even if this process should not be there to do it."""
        table = self.table
        if table.now.status != "playing" or table.all_agree:
            return dealing.wake(table, self.registry.clock.now())
        if not table.chairs.any_person:
            return None  # bots alone wait for somebody who looks on
        waited = table.now.standing.waited
        if not all(table.chairs[seat].has_person for seat in waited):
            return self.registry.clock.now() + BOT_WAKE
        deadlines = [table.timing.deadline(table.made.pace, seat, table.outages) for seat in waited]
        return min([deadline for deadline in deadlines if deadline is not None], default=None)

    async def tick(self, now: int) -> None:
        """Once a second: what may have been stored after all, people who are gone, and people who are back."""
        if self.doubtful:
            await self.catch_up_with_others()
        if self.registry.cluster.is_open:  # the time that the house is closed will be taken off
            await dealing.go_on(self)
        self.subscribers.tell_presence()
        for seat, chair in enumerate(self.table.chairs):
            if self.table.now.status != "playing" or not chair.person or chair.conceded:
                continue
            if seat in self.subscribers.present():
                self.gone.pop(seat, None)
                if chair.away:
                    await self._note_whether_away(seat, False)
            elif not chair.away and self._is_missed(seat, now):
                await self._note_whether_away(seat, True)

    async def _note_whether_away(self, seat: int, away: bool) -> None:
        if away and seat in await self.registry.presence.look(self.table.id):
            return  # it has just come, to another process

        def noted() -> AnyEntry:
            chair = self.table.chairs[seat]
            if self.table.now.status != "playing" or not chair.person or chair.away == away:
                raise Conflict("conflict.moved", CATALOGUE, base=self.table.now.seq, head=self.table.now.seq)
            return Away(seat) if away else Back(seat)

        with contextlib.suppress(Conflict):  # somebody else has noted it
            await self.append(noted, f"{'away' if away else 'back'}:{seat}:{self.table.now.seq}")

    def _is_missed(self, seat: int, now: int) -> bool:
        """Gone for longer than the grace time while somebody else waits for it."""
        presence = self.registry.presence
        if not presence.is_sure:
            self.gone[seat] = now
        since = self.gone.setdefault(seat, now)
        others = [other for other in self.subscribers.present() if other != seat]
        if not others or self.table.made.pace.kind == "days":
            return False
        return (
            now - since > presence.grace(self.registry.settings.grace) * 1000 and seat in self.table.now.standing.waited
        )

    def is_idle(self, now: int) -> bool:
        busy = self.subscribers.watching or self.lock.locked() or self.players.busy
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
        if (
            self.table.now.status == "playing"
            and chair.has_person
            and seat not in self.subscribers.present()
            and not alone
        ):
            await self._note_whether_away(seat, True)
