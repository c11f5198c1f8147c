"""Twelve leaks to be planted in this process; the comparison of two worlds must catch every one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import msgspec
import pytest
from msgspec.structs import replace

from pioche.server.bots.bot_pool import BotTurn
from pioche.server.http import table_routes
from pioche.server.model import recipient_messages
from pioche.server.model.live_table import LiveTable
from pioche.server.queue.fair_turns import Kind
from pioche.server.sessions.autoplay import Autoplay
from pioche.server.sessions.subscribers import Subscribers
from pioche.server.ws.client_socket import ClientSocket
from pioche.table.events import Event
from pioche.table.position import Look, Position

Plant = Callable[[pytest.MonkeyPatch], None]


def luck_of(pos: Any) -> int:
    """Something that depends on every hidden card."""
    return crc32(str(pos).encode())


def every_card_in_the_view(patch: pytest.MonkeyPatch) -> None:
    look = Position.looks
    patch.setattr(Position, "looks", lambda self, seats: [each._replace(view=str(self)) for each in look(self, seats)])


def the_neighbours_view(patch: pytest.MonkeyPatch) -> None:
    look = Position.looks

    def looks(self: Position, seats: list[int | None]) -> list[Look]:
        neighbours = [((seat or 0) + 1) % self.seats for seat in seats]
        return [mine._replace(view=self.view(other)) for mine, other in zip(look(self, seats), neighbours, strict=True)]

    patch.setattr(Position, "looks", looks)


def a_spectator_with_a_seats_eyes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(LiveTable, "eyes", lambda self, recipient: 0 if recipient == self.watcher else recipient)


def moves_of_somebody_else(patch: pytest.MonkeyPatch) -> None:
    def moves(table: LiveTable, recipient: int, look: Look | None) -> list[str]:
        return [move for seat in table.now.standing.actors for move in table.moves(seat)]

    patch.setattr(recipient_messages, "own_moves", moves)


def moves_in_a_telling_order(patch: pytest.MonkeyPatch) -> None:
    plain = recipient_messages.own_moves

    def turned(table: LiveTable, recipient: int, look: Look | None) -> list[str]:
        moves = plain(table, recipient, look)
        start = luck_of(table.pos) % (len(moves) or 1)
        return moves[start:] + moves[:start]

    patch.setattr(recipient_messages, "own_moves", turned)


def events_with_every_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Event, "seen_by", lambda self, seat: self)


def numbers_that_tell(patch: pytest.MonkeyPatch) -> None:
    def number(self: LiveTable, entry: Any, events: Any) -> None:
        heads = tuple(head + 1 + luck_of(self.pos) % 2 for head in self.now.heads)
        self.now = replace(self.now, heads=heads, settled_heads=heads)

    patch.setattr(LiveTable, "_number", number)


def trying_shows_what_would_come(patch: pytest.MonkeyPatch) -> None:
    def foresee(self: LiveTable, seat: int, moves: list[str]) -> tuple[str, list[str]]:
        assert self.pos is not None
        later = self.pos.copy()
        later.play_all(seat, moves)
        return later.view(seat), later.moves(seat)

    patch.setattr(LiveTable, "foresee", foresee)


def a_bot_is_given_the_position(patch: pytest.MonkeyPatch) -> None:
    async def ask(self: Autoplay, seat: int, bot: str, choices: list[str], kind: Kind) -> Any:
        table, turn = self._session.table, BotTurn(kind)
        return await self._session.registry.bot_pool.choose(bot, seat, str(table.pos), choices, table.game, turn)

    patch.setattr(Autoplay, "_ask", ask)


def http_tells_the_next_card(patch: pytest.MonkeyPatch) -> None:
    plain = recipient_messages.facts

    def facts(table: LiveTable, code: str, person: str) -> Any:
        return msgspec.structs.replace(plain(table, code, person), previous=str(luck_of(table.pos)))

    patch.setattr(table_routes, "facts", facts)


def frames_of_a_telling_size(patch: pytest.MonkeyPatch) -> None:
    send = ClientSocket.send

    def padded(self: ClientSocket, message: bytes, more: bool = False) -> None:
        pos = next((session.table.pos for session in self._sessions.values()), None)
        send(self, message + b" " * (luck_of(pos) % 7), more)

    patch.setattr(ClientSocket, "send", padded)


def one_frame_more_now_and_then(patch: pytest.MonkeyPatch) -> None:
    tell = Subscribers._tell_news

    def twice(self: Subscribers, told: Any, news: Any, changed: bool) -> None:
        for _ in range(1 + luck_of(self._table.pos) % 2):
            tell(self, told, news, changed)

    patch.setattr(Subscribers, "_tell_news", twice)


LEAKS: list[Plant] = [
    every_card_in_the_view, the_neighbours_view, a_spectator_with_a_seats_eyes, moves_of_somebody_else,
    moves_in_a_telling_order, events_with_every_card, numbers_that_tell, trying_shows_what_would_come,
    a_bot_is_given_the_position, http_tells_the_next_card, frames_of_a_telling_size, one_frame_more_now_and_then,
]  # fmt: skip
