"""Slaps at one table: they are gathered for a moment, then the quickest is played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from pioche.core.seats import letter
from pioche.server.catalogue import CATALOGUE, refuse
from pioche.server.model.entries import By, Moved, Reaction
from pioche.server.model.reaction_race import ReactionRace, Slap, hold, ms
from pioche.server.storage.notice_format import SlappedNotice
from pioche.table.errors import Conflict, IllegalMove, PiocheError

if TYPE_CHECKING:
    from pioche.server.sessions.table_session import Command, CommandAnswer, TableSession


ELSEWHERE = 0.4  # seconds that another process is given to play a quicker slap


class Waiting(NamedTuple):
    """Somebody who slapped and has no answer yet."""

    answer: asyncio.Future[CommandAnswer]
    command: Command
    by: By


class ReactionWindow:
    def __init__(self, session: TableSession) -> None:
        self._session = session
        self._race: ReactionRace | None = None  # that a slap can still join
        self._waiting: dict[str, Waiting] = {}
        self._judging: set[asyncio.Task[None]] = set()

    async def settled(self) -> None:
        """Whatever else is to be played waits until a race that has begun is decided."""
        if self._judging:
            await asyncio.wait(self._judging)

    async def slap(self, slap: Slap, base: int | None, by: By, command: Command) -> CommandAnswer:
        """A slap of a person or a bot: its answer, once the race is decided."""
        if (known := await self._session.answered_before(command.name)) is not None:
            command.acknowledge(known)
            return known
        if command.name in self._waiting:
            return await self._same_again(command)
        self._check(slap, base)
        table = self._session.table
        if table.made.race == "arrival":
            entry = self._entry(slap, by, [reaction_of(slap)], table.now.occasion)
            return await self._session.append(entry, command)
        return await self._compete(slap, by, command)

    async def _same_again(self, command: Command) -> CommandAnswer:
        """The same slap was sent twice: it has one answer."""
        answer = await asyncio.shield(self._waiting[command.name].answer)
        command.acknowledge(answer)
        return answer

    async def _compete(self, slap: Slap, by: By, command: Command) -> CommandAnswer:
        table = self._session.table
        waiting = Waiting(asyncio.get_running_loop().create_future(), command, by)
        if not self._join(slap):
            raise self._too_late(self._race)
        self._waiting[slap.command] = waiting
        self._session.registry.bus.publish(
            SlappedNotice(table.id, table.now.occasion, slap.seat, slap.reaction, slap.moves)
        )
        return await waiting.answer

    def _check(self, slap: Slap, base: int | None) -> None:
        """Refuse at once what can't count."""
        table = self._session.table
        table.check_moves(slap.seat, slap.moves, base)
        if slap.is_false_start:
            raise refuse("race.false_start", ms=max(0, ms(slap.reaction)))
        if len(slap.moves) == 1 and (why := table.why_not(slap.seat, slap.moves[0])):
            raise why

    def slap_elsewhere(self, notice: SlappedNotice) -> None:
        """A slap that arrived at another process."""
        if notice.occasion == self._session.table.now.occasion and notice.seat < self._session.table.seats:
            now = self._session.registry.seconds()
            self._join(Slap(notice.seat, notice.moves, "", now, now - notice.reaction, here=False))

    def _join(self, slap: Slap) -> bool:
        """Into the race that goes on, or a new one; False if the seat is already in it."""
        table = self._session.table
        if self._race is None or self._race.occasion != table.now.occasion:
            self._race = ReactionRace(table.now.occasion, table.now.seq)
            judging = asyncio.create_task(self._judge(self._race))
            self._judging.add(judging)
            judging.add_done_callback(self._judging.discard)
        return self._race.add(slap)

    async def _judge(self, race: ReactionRace) -> None:
        """Wait for those still on their way, then play the quickest; the others are too late."""
        await asyncio.sleep(hold(self._session.subscribers.trips()))
        if not race.order()[0].here and not self._is_decided(race):
            await self._session.wait_for_entry(ELSEWHERE)
        if self._race is race:
            self._race = None  # who slaps from now on is not in it
        await self._play_first(race)

    def _is_decided(self, race: ReactionRace) -> bool:
        """Has another process already played the quickest?"""
        later = (shown.entry for shown in self._session.table.kept if shown.seq > race.began)
        return any(isinstance(entry, Moved) and entry.race for entry in later)

    async def _play_first(self, race: ReactionRace) -> None:
        decided = self._is_decided(race)
        for slap in race.order():
            if (waiting := self._waiting.get(slap.command)) is None:
                continue
            if decided:
                settle(waiting.answer, self._too_late(race))
            else:
                decided = await self._play(slap, waiting, race)
            del self._waiting[slap.command]

    async def _play(self, slap: Slap, waiting: Waiting, race: ReactionRace) -> bool:
        """Play a slap; False if it is no longer legal, or could not be stored."""
        try:
            entry = self._entry(slap, waiting.by, race.verdict(), race.occasion)
            answer = await self._session.append(entry, waiting.command)
        except Exception as error:
            beaten = isinstance(error, (IllegalMove, Conflict)) and self._is_decided(race)
            settle(waiting.answer, self._too_late(race) if beaten else error)
            return False
        settle(waiting.answer, answer)
        return True

    def _entry(self, slap: Slap, by: By, verdict: list[Reaction], occasion: int) -> Callable[[], Moved]:
        """The entry, if the card that was slapped is still the one."""
        table = self._session.table

        def slapped() -> Moved:
            if table.now.occasion != occasion:
                raise Conflict("conflict.moved", CATALOGUE, base=occasion, head=table.now.occasion)
            return Moved(slap.seat, slap.moves, by, verdict)

        return slapped

    def _too_late(self, race: ReactionRace | None) -> PiocheError:
        """With the times of all, as people read them."""
        verdict = race.verdict() if race is not None else []
        return refuse("race.late", times=" · ".join(f"{letter(each.seat)} {each.ms} ms" for each in verdict))


def reaction_of(slap: Slap) -> Reaction:
    return Reaction(slap.seat, ms(slap.reaction), 0, ms(slap.trip))


def settle(answer: asyncio.Future[CommandAnswer], what: CommandAnswer | Exception) -> None:
    """Give an answer, unless nobody waits for it any more."""
    if answer.done():
        return
    if isinstance(what, Exception):
        answer.set_exception(what)
    else:
        answer.set_result(what)
