"""Everybody at a table who moves without sending anything: bots, and the clock for those whose time is up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from pioche.server.bots.bot_pool import BotTurn
from pioche.server.bots.bot_worker import BotAnswer
from pioche.server.catalogue import CATALOGUE
from pioche.server.model.entries import AnyEntry, Moved
from pioche.server.model.seating import STAND_IN
from pioche.server.queue.fair_turns import Kind
from pioche.table.errors import Conflict, PiocheError

if TYPE_CHECKING:
    from pioche.server.sessions.table_session import TableSession

logger = logging.getLogger("pioche.bots")
PAUSE = 0.7  # seconds that a bot waits at least, where it is to play as people do
SLAP_PAUSE = 2.5  # … where somebody might still slap
LEAD = 2000  # milliseconds before somebody's time is up that its move is chosen, so that it can be made on time
OTHERS_FIRST = 2.0  # seconds that the process which wrote the last entry is given to go on


class Autoplay:
    def __init__(self, session: TableSession) -> None:
        self._session = session
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._considered: dict[int, int] = {}  # seats of bots, and the occasion at which they let a slap be
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return bool(self._thinking) or (self._ringing is not None and not self._ringing.done())

    def attend(self) -> None:
        """Let bots that are asked think, and set the alarm for the next deadline."""
        table = self._session.table
        if table.now.status == "playing" and self._session.goes_on:
            for seat in table.now.standing.actors:
                if seat not in self._thinking and not table.chairs[seat].has_person and self._is_asked(seat):
                    self._thinking[seat] = asyncio.create_task(self._think(seat))
        self._set_alarm()

    def stop(self) -> list[asyncio.Task[None]]:
        """Nobody moves any more; what was still going on ends soon."""
        if self._alarm is not None:
            self._alarm.cancel()
        tasks = [*self._thinking.values(), *([self._ringing] if self._ringing is not None else [])]
        for task in tasks:
            task.cancel()
        return tasks

    # Bots

    def _is_asked(self, seat: int) -> bool:
        """Must it act, or is there something to react to that it has not yet considered?"""
        return seat in self._session.table.now.standing.waited or self._may_slap(seat)

    def _may_slap(self, seat: int) -> bool:
        table = self._session.table
        considered = self._considered.get(seat) == table.now.occasion
        return bool(table.game.facts.reactions) and not considered and table.may_react(seat)

    async def _think(self, seat: int) -> None:
        """One bot's move: it is given its view and its choices, and what it answers is played if it still may be."""
        try:
            await self._give_others_time()
            while self._session.table.now.status == "playing" and self._is_due(seat) and not await self._move(seat):
                pass
        except Conflict:
            pass  # the table went on meanwhile
        except Exception as error:
            logger.warning("a bot could not move: %s", name_of(error))
            await asyncio.sleep(1.0)
        finally:
            self._thinking.pop(seat, None)
        if not self._session.stopped:
            self.attend()

    async def _give_others_time(self) -> None:
        if self._session.registry.presence.shared and not self._session.wrote_last:
            await asyncio.sleep(OTHERS_FIRST)

    def _is_due(self, seat: int) -> bool:
        table = self._session.table
        free = seat in table.now.standing.actors and not table.chairs[seat].has_person
        return free and self._session.goes_on and self._is_asked(seat)

    async def _move(self, seat: int) -> bool:
        """Choose and play; False if the table changed so that the choice no longer stands."""
        table = self._session.table
        slapping = self._may_slap(seat) and table.made.race != "turns"
        occasion, choices = table.now.occasion, self._choices(seat, slapping)
        seq = table.now.seq
        answer = await self._ask(seat, table.chairs[seat].player, choices, self._session.urgency)
        await asyncio.sleep(self._pause(answer, slapping))
        if slapping:
            self._considered[seat] = occasion
            if answer.move == "pass" and not table.now.standing.reacting:
                return True
            if table.now.occasion != occasion:
                return False
        if answer.move not in table.moves(seat) or (table.now.seq != seq and not slapping and answer.move != "pass"):
            return False
        await self._play(seat, answer.move, f"bot:{seat}:{table.now.seq}", slapping)
        return True

    def _choices(self, seat: int, slapping: bool) -> list[str]:
        table = self._session.table
        moves = table.moves(seat)
        if table.made.race == "turns" or not table.game.facts.reactions:
            return moves
        return [move for move in moves if table.is_reaction(move) == slapping] or moves

    def _pause(self, answer: BotAnswer, slapping: bool) -> float:
        """A slap takes a bot as long as a person; a move, as long as the table wants it to."""
        if slapping and answer.move != "pass":
            return answer.wait
        if self._session.table.made.patience == "quick" or slapping:
            return 0.0
        return max(answer.wait, SLAP_PAUSE if self._people_may_slap() else PAUSE)

    def _people_may_slap(self) -> bool:
        table = self._session.table
        if not table.game.facts.reactions or table.made.race == "turns":
            return False
        return any(table.chairs[seat].has_person and table.may_react(seat) for seat in table.now.standing.actors)

    async def _ask(self, seat: int, bot: str, choices: list[str], kind: Kind) -> BotAnswer:
        """The table's host waits with it: of many tables that were made from one address, one is served at a time."""
        table = self._session.table
        assert table.pos is not None
        turn = BotTurn(kind, table.made.host, table.id, self._session.origin)
        return await self._session.registry.bot_pool.choose(bot, seat, table.pos.view(seat), choices, table.game, turn)

    async def _play(self, seat: int, move: str, command: str, slapping: bool) -> None:
        if slapping and move != "pass":
            await self._session.slap_of_bot(seat, move, command)
        else:
            seq = self._session.table.now.seq
            await self._session.slaps.settled()
            await self._session.append(self._moved_at(seq, Moved(seat, [move], "bot")), command)

    def _moved_at(self, seq: int, entry: Moved) -> Callable[[], AnyEntry]:
        """The entry, if the table is still where it was."""

        def moved() -> AnyEntry:
            if self._session.table.now.seq != seq:
                raise Conflict("conflict.moved", CATALOGUE, base=seq, head=self._session.table.now.seq)
            return entry

        return moved

    # The clock

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        deadlines = [deadline for _, deadline in self._deadlines()]
        if deadlines:
            wait = max(0, min(deadlines) - LEAD - self._session.registry.clock.now()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _deadlines(self) -> list[tuple[int, int]]:
        table = self._session.table
        if table.now.status != "playing":
            return []
        pace = table.made.pace
        found = ((seat, table.timing.deadline(pace, seat, table.outages)) for seat in table.now.standing.waited)
        return [(seat, at) for seat, at in found if at is not None and table.chairs[seat].has_person]

    def _ring(self) -> None:
        if self._ringing is None or self._ringing.done():  # it looks round again when it is done
            self._ringing = asyncio.create_task(self._time_is_up())

    async def _time_is_up(self) -> None:
        """A seat whose time is up makes an ordinary move: it passes, or plays by the rule of thumb."""
        registry = self._session.registry
        while not registry.cluster.is_open:  # the time that the house is closed will be taken off
            await asyncio.sleep(0.5)
        for seat, at in self._deadlines():
            if at <= registry.clock.now() + LEAD:
                await self._time_is_up_for(seat, at)
        if not self._session.stopped:
            self.attend()

    async def _time_is_up_for(self, seat: int, at: int) -> None:
        try:
            await self._session.slaps.settled()
            await self._move_by_clock(seat, at)
        except Conflict:
            pass  # it moved at the last moment
        except Exception as error:
            logger.warning("the clock could not move: %s", name_of(error))
            await asyncio.sleep(1.0)

    async def _stand_in(self, seat: int, moves: list[str]) -> str:
        return (await self._ask(seat, STAND_IN, moves, Kind.STAND_IN)).move

    async def _move_by_clock(self, seat: int, at: int) -> None:
        """Choose for it, and play when its time is up, if it has not moved by then."""
        table = self._session.table
        seq, moves = table.now.seq, table.moves(seat)
        if not moves:
            return
        move = "pass" if table.now.standing.reacting and "pass" in moves else await self._stand_in(seat, moves)
        while table.now.seq == seq and (left := at - self._session.registry.clock.now()) > 0:
            await asyncio.sleep(left / 1000)
        late = [seat for seat, at in self._deadlines() if at <= self._session.registry.clock.now()]
        if table.now.seq == seq and seat in late:
            await self._session.append(self._moved_at(seq, Moved(seat, [move], "clock")), f"clock:{seq}:{seat}")
            await self._session.note_time_out(seat)


def name_of(error: Exception) -> str:
    """What went wrong, without any card in it."""
    return error.reason[0] if isinstance(error, PiocheError) else type(error).__name__
