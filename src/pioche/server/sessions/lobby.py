"""Making tables, and who sits at them. Every change is an entry of the table's log."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, insert

from pioche.bots import make as make_bot
from pioche.core import RULES
from pioche.core.seats import letter
from pioche.server.catalogue import refuse
from pioche.server.model.entries import (
    Agreed,
    AnyEntry,
    Botted,
    Closed,
    Created,
    Promised,
    Rematched,
    Revealed,
    Rose,
    Sat,
    write_entry,
)
from pioche.server.model.live_table import LiveTable, LogRow
from pioche.server.model.messages import write_message
from pioche.server.model.recipient_messages import facts
from pioche.server.model.seating import Seating
from pioche.server.ops.metrics import note_stored
from pioche.server.sessions.dealing import begin, entry_of, go_on
from pioche.server.sessions.table_expiry import linger
from pioche.server.sessions.table_registry import TableRegistry
from pioche.server.sessions.table_session import TableSession
from pioche.server.storage import schema
from pioche.server.storage.accounts import Person
from pioche.server.storage.table_lists import count_made_from, count_own, read_code
from pioche.table.errors import PiocheError
from pioche.table.game_registry import game as find_game
from pioche.table.position_parser import parse
from pioche.table.shuffle_commitment import promise as promise_of

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # of codes: no vowels, so no words
TRIES = 20  # to find a code that is free
MOST_TABLES = 200  # that a person has under way


class Lobby:
    def __init__(self, registry: TableRegistry, address: str = "") -> None:
        """`address`: where a request for a new table comes from."""
        self._registry = registry
        self._address = address
        self._origin = registry.origins.name_of(address) if address else None

    async def create(self, person: Person, made: Created, chairs: Sequence[Sat | Botted]) -> TableSession:
        """A table with its first chairs taken; the shuffle begins at once if none is open."""
        made = check_table(made, person.id)
        if made.position and not all(isinstance(each, Botted) or each.person == person.id for each in chairs):
            raise refuse("table.practice")
        now = self._registry.clock.now()
        table = LiveTable(new_id(), made, b"", self._registry.cluster.outages)
        entries: list[AnyEntry] = [made, *chairs]
        rows = [LogRow(seq, f"create:{seq}", entry, now) for seq, entry in enumerate(entries, 1)]
        for row in rows[1:]:
            table.apply(row)
        await self._check_not_too_many(person)
        if self._address:
            await self._check_not_too_many_here()
        began = self._registry.seconds()
        code = await self._registry.store.change(lambda conn: add_table(conn, table, rows, now, self._origin))
        note_stored(self._registry.seconds() - began, *entries)
        session = self._registry.add(TableSession(self._registry, table, code, self._origin or ""))
        await go_on(session)
        return session

    async def _check_not_too_many(self, person: Person) -> None:
        if await self._registry.store.read(lambda conn: count_own(conn, person.id)) >= MOST_TABLES:
            raise refuse("table.too_many", most=MOST_TABLES)

    async def _check_not_too_many_here(self) -> None:
        """Guests are made in a moment, so tables are counted by where they were made, too."""
        spans, limits = self._registry.origins.spans(self._address), self._registry.limits
        counts = await self._registry.store.read(lambda conn: [count_made_from(conn, *span[:2]) for span in spans])
        for count, (_, _, times) in zip(counts, spans, strict=True):
            if count >= times * limits.tables_under_way:
                raise refuse("table.too_many_here", most=times * limits.tables_under_way)
        limits.made_here.check(self._address)

    # Chairs

    async def sit(self, session: TableSession, person: Person, seat: int | None, promise: str = "") -> int:
        """Take an open or reserved seat, or one that a bot plays in a game under way."""

        def sat() -> AnyEntry:
            return Sat(choose_seat(session.table, person, seat), person.id, person.name, promise=promise)

        own = session.table.chairs.seat_of(person.id)
        if own is not None and not session.table.chairs[own].reserved and seat in (None, own):
            return own
        await session.append(sat, f"sit:{person.id}:{secrets.token_hex(4)}")
        await go_on(session)
        taken = session.table.chairs.seat_of(person.id)
        assert taken is not None
        return taken

    async def leave(self, session: TableSession, person: Person) -> None:
        def rose() -> AnyEntry:
            return Rose(own_seat(session.table, person))

        await session.append(rose, f"leave:{person.id}:{secrets.token_hex(4)}")
        await go_on(session)

    async def set_seat(self, session: TableSession, person: Person, seat: int, kind: str, bot: str) -> None:
        """The host opens a seat, removing who sits there, or gives it to a bot."""
        make_bot(bot) if kind == "bot" else None

        def change() -> AnyEntry:
            check_host(session.table, person)
            check_seat(session.table, seat)
            if session.table.over:
                raise refuse("table.closed")
            if kind == "open" and session.table.now.status != "playing":
                return Rose(seat, removed=True)
            if session.table.now.status == "playing" and not session.table.chairs[seat].person:
                raise refuse("table.started")
            return Botted(seat, bot) if kind == "bot" else Rose(seat, removed=True)

        await session.append(change, f"seat:{secrets.token_hex(8)}")
        await go_on(session)

    # The shuffle

    async def promise(self, session: TableSession, person: Person, promise: str) -> None:
        """Another salt is promised, or none any more."""

        def promised() -> AnyEntry:
            check_open(session.table)
            return Promised(own_seat(session.table, person), promise)

        chair = session.table.chairs[own_seat(session.table, person)]
        if chair.promise != promise or chair.owes:
            await session.append(promised, f"promise:{person.id}:{secrets.token_hex(4)}")
            await go_on(session)

    async def reveal(self, session: TableSession, person: Person, salt: str) -> None:
        """The salt that was promised; once all are known the cards are dealt."""

        def revealed() -> AnyEntry:
            return Revealed(check_salt(session.table, person, salt), salt)

        if session.table.chairs[own_seat(session.table, person)].salt != salt:
            await session.append(revealed, f"salt:{person.id}:{secrets.token_hex(4)}")
            await go_on(session)

    # The game

    async def start(self, session: TableSession, person: Person) -> None:
        """The host begins a game for which all seats are taken."""

        def began() -> AnyEntry:
            check_host(session.table, person)
            check_ready(session.table)
            return entry_of(begin(session.table), session.table)

        if session.table.now.status == "open":
            await session.append(began, f"start:{session.table.now.seq}")
            await go_on(session)

    async def close(self, session: TableSession, person: Person) -> None:
        """A table that was not dealt closes by its host; a game under way, by agreement of those who play it."""
        if session.table.now.status == "playing" and needs_agreement(session.table):
            await self._agree(session, person)
        else:
            await session.append(lambda: closed(session.table, person), "close")

    async def _agree(self, session: TableSession, person: Person) -> None:
        def agreed() -> AnyEntry:
            return Agreed(seat_with_say(session.table, person))

        if seat_with_say(session.table, person) not in session.table.now.agreed:
            await session.append(agreed, f"agree:{person.id}:{secrets.token_hex(4)}")
        await go_on(session)

    async def rematch(self, session: TableSession, person: Person, promise: str = "") -> TableSession:
        """The same again, every seat one further on; all who ask get the same new table."""
        old = session.table
        own_seat(old, person)
        if not old.over or old.pos is None:
            raise refuse("table.not_over")
        async with session.rematching:
            former = old.now.rematch  # what is opened takes its place, unless another has done so meanwhile
            if not await self._is_there(former):
                await self._open_rematch(session, person, promise, former)
        new = await self._registry.session(old.now.rematch)
        if new.table.now.status == "open" and new.table.chairs.seat_of(person.id) is not None:
            await self.sit(new, person, None, promise)
        return new

    async def _is_there(self, table_id: str) -> bool:
        """A rematch that was closed before its game is none: whoever wants one later gets another."""
        if not table_id:
            return False
        with suppress(PiocheError):
            new = (await self._registry.session(table_id)).table
            return new.now.status != "closed" or new.pos is not None
        return False

    async def _open_rematch(self, session: TableSession, person: Person, promise: str, former: str) -> None:
        new = await self.create(
            person, next_table(session.table, person), rotated(session.table.chairs, person, promise)
        )
        await session.append(lambda: Rematched(new.table.id), f"rematch:{former}" if former else "rematch")
        if session.table.now.rematch != new.table.id:  # somebody asked at another process at the same time
            await self.close(new, person)


def check_open(table: LiveTable) -> None:
    if table.over:
        raise refuse("table.closed")
    if table.now.status != "open":
        raise refuse("table.shuffling" if table.now.status == "shuffling" else "table.started")


def check_ready(table: LiveTable) -> None:
    """Can the host begin?"""
    check_open(table)
    if not table.chairs.full:
        raise refuse("table.open_seats")
    if not table.chairs.complete:
        raise refuse("table.expected")
    if table.lacking:
        raise refuse("table.promises")


def check_salt(table: LiveTable, person: Person, salt: str) -> int:
    """The seat of a person who reveals what it promised."""
    seat = own_seat(table, person)
    if table.now.status != "shuffling":
        raise refuse("table.not_shuffling")
    if table.chairs[seat].promise != promise_of(salt):
        raise refuse("table.salt")
    return seat


def closed(table: LiveTable, person: Person) -> AnyEntry:
    check_host(table, person)
    if table.over:
        raise refuse("table.closed")
    if table.now.status == "playing" and needs_agreement(table):
        raise refuse("table.started")
    return Closed()


def needs_agreement(table: LiveTable) -> bool:
    return any(chair.has_say for chair in table.chairs)


def check_table(made: Created, host: str) -> Created:
    """Refuse what the game does not allow; the table is its host's."""
    game = find_game(made.game)
    game.ready(made.players, made.options)
    if made.position:
        pos = parse(made.position)
        if pos.game is not game or pos.seats != made.players:
            wanted, found = f"{made.game} {made.players}", f"{pos.game.id} {pos.seats}"
            raise refuse("table.position", found=found, wanted=wanted)
    options = in_words(made.options)
    return msgspec.structs.replace(made, commitment="", host=host, options=options, rules=RULES)


def in_words(options: dict[str, str | int]) -> dict[str, str | int]:
    """JSON's yes and no are words of the log too."""
    return {name: ("on" if value else "off") if isinstance(value, bool) else value for name, value in options.items()}


def choose_seat(table: LiveTable, person: Person, wanted: int | None) -> int:
    chairs = table.chairs
    own = chairs.seat_of(person.id)
    if table.over:
        raise refuse("table.closed")
    if wanted is not None:
        check_seat(table, wanted)
    if own is not None and not chairs[own].reserved:
        raise refuse("table.seated", seat=letter(own))
    if own is not None:
        return own
    if (before := chairs.played.get(person.id)) is not None and wanted not in (None, before):
        raise refuse("table.own_seat", seat=letter(before))
    if wanted is not None and table.chairs[wanted].kept_for not in ("", person.id):
        raise refuse("table.kept", seat=letter(wanted))
    free = [seat for seat in range(table.seats) if may_take(table, seat, person) and before in (None, seat)]
    if wanted is not None and wanted not in free:
        raise refuse("table.taken", seat=letter(wanted))
    if not free:
        raise refuse("table.no_free_seat")
    if table.now.status == "playing" and before is None and not table.made.late:
        raise refuse("table.late")
    return free[0] if wanted is None else wanted


def may_take(table: LiveTable, seat: int, person: Person) -> bool:
    """Open before the game; during it, one that a bot plays and that the host has taken from nobody else."""
    chair = table.chairs[seat]
    if table.made.position or table.now.status == "shuffling":
        return False
    if table.now.status == "open":
        return chair.kind == "open"
    return chair.kind == "bot" and not chair.conceded and chair.kept_for in ("", person.id)


def own_seat(table: LiveTable, person: Person) -> int:
    seat = table.chairs.seat_of(person.id)
    if seat is None:
        raise refuse("table.not_seated")
    return seat


def seat_with_say(table: LiveTable, person: Person) -> int:
    """The seat of a person who still plays for it, or would if the host had not taken it."""
    seat = table.chairs.say_of(person.id)
    if seat is None or table.chairs[seat].conceded:
        raise refuse("table.not_seated")
    return seat


def check_seat(table: LiveTable, seat: int) -> None:
    if not 0 <= seat < table.seats:
        raise refuse("table.no_seat", seat=seat, seats=table.seats)


def check_host(table: LiveTable, person: Person) -> None:
    if table.chairs.host != person.id:
        raise refuse("table.not_host")


def next_table(old: LiveTable, host: Person) -> Created:
    return msgspec.structs.replace(old.made, host=host.id, previous=old.id)


def rotated(chairs: Seating, asking: Person, promise: str) -> list[Sat | Botted]:
    """Everybody one seat further on; who has not asked for the rematch is only expected."""
    entries: list[Sat | Botted] = []
    for seat, chair in enumerate(chairs):
        new = (seat + 1) % len(chairs)
        if chair.person == asking.id:
            entries.append(Sat(new, asking.id, asking.name, promise=promise))
        elif chair.person:
            entries.append(Sat(new, chair.person, chair.name, reserved=True))
        elif chair.bot:
            entries.append(Botted(new, chair.bot))
    return entries


def new_id() -> str:
    return secrets.token_urlsafe(12)


def add_table(conn: Connection, table: LiveTable, rows: Sequence[LogRow], now: int, origin: str | None) -> str:
    """Store a new table; its code is one that no other has."""
    code = free_code(conn)
    made = table.made
    summary = write_message(facts(table, code, "")).decode()
    row: dict[str, Any] = {
        "id": table.id, "code": code, "game": made.game, "status": table.now.status, "public": made.public,
        "created": now, "updated": now, "head": table.now.seq, "wake": None, "seed": table.now.seed,
        "summary": summary, "maker": made.host, "origin": origin, "seen": now, "linger": linger(made.pace),
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
