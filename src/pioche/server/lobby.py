"""Making tables, and who sits at them. Every change is an entry of the table's log."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from pioche.bots import make as make_bot
from pioche.core import RULES
from pioche.server import schema
from pioche.server.chairs import Chairs
from pioche.server.entries import (
    AnyEntry,
    Botted,
    Closed,
    Created,
    Dealt,
    Rematched,
    Rose,
    Sat,
    write_entry,
)
from pioche.server.expiry import linger
from pioche.server.hall import Hall
from pioche.server.lists import read_code
from pioche.server.messages import write_message
from pioche.server.people import Person
from pioche.server.room import Room
from pioche.server.shown import facts
from pioche.server.table import Row, Table
from pioche.server.words import refuse
from pioche.table.fair import commitment
from pioche.table.reader import parse
from pioche.table.registry import game as find_game

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # of codes: no vowels, so no words
TRIES = 20  # to find a code that is free
MOST_TABLES = 200  # that a person has under way


class Lobby:
    def __init__(self, hall: Hall, address: str = "") -> None:
        """`address`: where a request for a new table comes from."""
        self._hall = hall
        self._origin = hall.origins.name_of(address) if address else None

    async def create(self, person: Person, made: Created, chairs: Sequence[Sat | Botted]) -> Room:
        """A table with its first chairs taken; it is dealt at once if none is open."""
        seed = secrets.token_bytes(32)
        made = check_table(made, commitment(seed), person.id)
        if made.position and not all(isinstance(each, Botted) or each.person == person.id for each in chairs):
            raise refuse("table.practice")
        now = self._hall.clock.now()
        table = Table(new_id(), made, seed, self._hall.house.outages)
        entries: list[AnyEntry] = [made, *chairs]
        rows = [Row(seq, f"create:{seq}", entry, now) for seq, entry in enumerate(entries, 1)]
        for row in rows[1:]:
            table.follow(row)
        await self._check_not_too_many(person)
        code = await self._hall.store.change(lambda conn: add_table(conn, table, rows, now, self._origin))
        room = self._hall.add(Room(self._hall, table, code))
        await self._deal_if_ready(room)
        return room

    async def _check_not_too_many(self, person: Person) -> None:
        at, seat = schema.tables.c, schema.seats.c
        query = select(func.count()).select_from(schema.tables.join(schema.seats, seat.table_id == at.id))
        query = query.where(seat.person == person.id, at.status.in_(("open", "playing")))
        if await self._hall.store.read(lambda conn: conn.execute(query).scalar_one()) >= MOST_TABLES:
            raise refuse("table.too_many", most=MOST_TABLES)

    # Chairs

    async def sit(self, room: Room, person: Person, seat: int | None, salt: str) -> int:
        """Take an open or reserved seat, or one that a bot plays in a game under way."""

        def sat() -> AnyEntry:
            return Sat(choose_seat(room.table, person, seat), person.id, person.name, salt)

        own = room.table.chairs.seat_of(person.id)
        if own is not None and not room.table.chairs[own].reserved and seat in (None, own):
            return own
        await room.append(sat, f"sit:{person.id}:{secrets.token_hex(4)}")
        await self._deal_if_ready(room)
        taken = room.table.chairs.seat_of(person.id)
        assert taken is not None
        return taken

    async def leave(self, room: Room, person: Person) -> None:
        def rose() -> AnyEntry:
            return Rose(own_seat(room.table, person))

        await room.append(rose, f"leave:{person.id}:{secrets.token_hex(4)}")

    async def set_seat(self, room: Room, person: Person, seat: int, kind: str, bot: str) -> None:
        """The host opens a seat, removing who sits there, or gives it to a bot."""
        make_bot(bot) if kind == "bot" else None

        def change() -> AnyEntry:
            check_host(room.table, person)
            check_seat(room.table, seat)
            if room.table.over:
                raise refuse("table.closed")
            if kind == "open" and room.table.status == "open":
                return Rose(seat, removed=True)
            if room.table.status == "playing" and not room.table.chairs[seat].person:
                raise refuse("table.started")
            return Botted(seat, bot) if kind == "bot" else Rose(seat, removed=True)

        await room.append(change, f"seat:{secrets.token_hex(8)}")
        await self._deal_if_ready(room)

    # The game

    async def start(self, room: Room, person: Person) -> None:
        def dealt() -> AnyEntry:
            check_host(room.table, person)
            return deal(room.table)

        if room.table.status == "open":
            await room.append(dealt, "deal")

    async def _deal_if_ready(self, room: Room) -> None:
        table = room.table
        ready = table.chairs.full and not any(chair.reserved for chair in table.chairs)
        if table.status == "open" and table.made.start == "full" and ready:
            await room.append(lambda: deal(table), "deal")

    async def close(self, room: Room, person: Person) -> None:
        def closed() -> AnyEntry:
            check_host(room.table, person)
            if room.table.over:
                raise refuse("table.closed")
            return Closed()

        await room.append(closed, "close")

    async def rematch(self, room: Room, person: Person, salt: str) -> Room:
        """The same again, every seat one further on; all who ask get the same new table."""
        old = room.table
        own_seat(old, person)
        if not old.over or old.pos is None:
            raise refuse("table.not_over")
        async with room.rematching:
            if not old.rematch:
                await self._open_rematch(room, person, salt)
        new = await self._hall.room(old.rematch)
        if new.table.status == "open" and new.table.chairs.seat_of(person.id) is not None:
            await self.sit(new, person, None, salt)
        return new

    async def _open_rematch(self, room: Room, person: Person, salt: str) -> None:
        new = await self.create(person, next_table(room.table, person), rotated(room.table.chairs, person, salt))
        await room.append(lambda: Rematched(new.table.id), "rematch")
        if room.table.rematch != new.table.id:  # somebody asked at another process at the same time
            await self.close(new, person)


def deal(table: Table) -> AnyEntry:
    if table.status != "open":
        raise refuse("table.started")
    if not table.chairs.full:
        raise refuse("table.open_seats")
    return Dealt()


def check_table(made: Created, commit: str, host: str) -> Created:
    """Refuse what the game does not allow; the table is its host's, and its seed is committed to."""
    game = find_game(made.game)
    game.ready(made.players, made.options)
    if made.position:
        pos = parse(made.position)
        if pos.game is not game or pos.seats != made.players:
            wanted, found = f"{made.game} {made.players}", f"{pos.game.id} {pos.seats}"
            raise refuse("table.position", found=found, wanted=wanted)
    options = in_words(made.options)
    return msgspec.structs.replace(made, commitment=commit, host=host, options=options, rules=RULES)


def in_words(options: dict[str, str | int]) -> dict[str, str | int]:
    """JSON's yes and no are words of the log too."""
    return {name: ("on" if value else "off") if isinstance(value, bool) else value for name, value in options.items()}


def choose_seat(table: Table, person: Person, wanted: int | None) -> int:
    chairs = table.chairs
    own = chairs.seat_of(person.id)
    if table.over:
        raise refuse("table.closed")
    if wanted is not None:
        check_seat(table, wanted)
    if own is not None and not chairs[own].reserved:
        raise refuse("table.seated", seat=chr(65 + own))
    if own is not None:
        return own
    if (before := chairs.played.get(person.id)) is not None and wanted not in (None, before):
        raise refuse("table.own_seat", seat=chr(65 + before))
    free = [seat for seat in range(table.seats) if may_take(table, seat) and before in (None, seat)]
    if wanted is not None and wanted not in free:
        raise refuse("table.taken", seat=chr(65 + wanted))
    if not free:
        raise refuse("table.no_free_seat")
    return free[0] if wanted is None else wanted


def may_take(table: Table, seat: int) -> bool:
    """Open before the game; during it, a seat whose person has left or that a bot has played from the start."""
    chair = table.chairs[seat]
    if table.made.position:
        return False
    return chair.kind == "open" if table.status == "open" else chair.kind == "bot" and not chair.conceded


def own_seat(table: Table, person: Person) -> int:
    seat = table.chairs.seat_of(person.id)
    if seat is None:
        raise refuse("table.not_seated")
    return seat


def check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < table.seats:
        raise refuse("table.no_seat", seat=seat, seats=table.seats)


def check_host(table: Table, person: Person) -> None:
    if table.chairs.host != person.id:
        raise refuse("table.not_host")


def next_table(old: Table, host: Person) -> Created:
    return msgspec.structs.replace(old.made, host=host.id, previous=old.id)


def rotated(chairs: Chairs, asking: Person, salt: str) -> list[Sat | Botted]:
    """Everybody one seat further on; who has not asked for the rematch is only expected."""
    entries: list[Sat | Botted] = []
    for seat, chair in enumerate(chairs):
        new = (seat + 1) % len(chairs)
        if chair.person == asking.id:
            entries.append(Sat(new, asking.id, asking.name, salt))
        elif chair.person:
            entries.append(Sat(new, chair.person, chair.name, reserved=True))
        elif chair.bot:
            entries.append(Botted(new, chair.bot))
    return entries


def new_id() -> str:
    return secrets.token_urlsafe(12)


def add_table(conn: Connection, table: Table, rows: Sequence[Row], now: int, origin: str | None) -> str:
    """Store a new table; its code is one that no other has."""
    code = free_code(conn)
    made = table.made
    summary = write_message(facts(table, code, "")).decode()
    row: dict[str, Any] = {
        "id": table.id, "code": code, "game": made.game, "status": table.status, "public": made.public, "created": now,
        "updated": now, "head": table.seq, "wake": None, "seed": table.seed, "summary": summary,
        "maker": made.host, "origin": origin, "seen": now, "linger": linger(made.pace),
    }  # fmt: skip
    conn.execute(insert(schema.tables).values(row))
    entries = [
        {"table_id": table.id, "seq": r.seq, "command": r.command, "at": r.at, "body": write_entry(r.entry).decode()}
        for r in rows
    ]
    conn.execute(insert(schema.entries), entries)
    people = [{"table_id": table.id, "seat": seat, "person": person} for seat, person in table.listed]
    if people:
        conn.execute(insert(schema.seats), people)
    return code


def free_code(conn: Connection) -> str:
    """One that no table has that goes on; nearly always the first."""
    for _ in range(TRIES):
        code = "".join(secrets.choice(LETTERS) for _ in range(6))
        if read_code(conn, code) is None:
            return code
    raise refuse("table.no_codes")
