"""Who sits where: the part of a table that is about people, folded from its log."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pioche.server.model.entries import (
    AnyEntry,
    Away,
    Back,
    Botted,
    Conceded,
    Dealt,
    Missed,
    Promised,
    Revealed,
    Rose,
    Sat,
)
from pioche.table.shuffle_commitment import NOTHING

STAND_IN = "thumb"  # plays for a person who is gone


class Chair(msgspec.Struct):
    person: str = ""
    name: str = ""
    bot: str = ""
    salt: str = ""
    reserved: bool = False
    away: bool = False
    conceded: bool = False
    promise: str = ""  # SHA-256 of the salt that is to come
    owes: bool = False  # its promise is void: a new one is asked for
    kept_for: str = ""  # the person from whom the host took this seat during the game …
    robbed: bool = False  # … and who was here then

    @property
    def kind(self) -> str:
        return "person" if self.person else "bot" if self.bot else "open"

    @property
    def bound(self) -> str:
        """What the house's commitment says of it: the promise of a person, or which bot."""
        return f"bot {self.bot}" if self.bot else f"person {self.promise or NOTHING}"

    @property
    def part(self) -> str:
        """What it gave to the shuffle, as a record says it."""
        return f"bot:{self.bot}" if self.bot else f"person:{self.salt or NOTHING}"

    @property
    def has_person(self) -> bool:
        """Is it a person who moves here now?"""
        return bool(self.person) and not self.away and not self.conceded

    @property
    def has_say(self) -> bool:
        """Is its person asked whether the game is to be ended? So is who was here when the host took the seat."""
        return self.has_person or self.robbed

    @property
    def player(self) -> str:
        """The bot that moves here, when no person does."""
        return self.bot or STAND_IN


class Seating(msgspec.Struct):
    host: str
    seats: list[Chair]
    played: dict[str, int] = {}  # everybody who has seen a seat's cards, and which

    def __iter__(self) -> Iterator[Chair]:
        return iter(self.seats)

    def __getitem__(self, seat: int) -> Chair:
        return self.seats[seat]

    def __len__(self) -> int:
        return len(self.seats)

    def copy(self) -> Seating:
        return Seating(self.host, [msgspec.structs.replace(chair) for chair in self.seats], self.played.copy())

    def seat_of(self, person: str) -> int | None:
        if person:
            for seat, chair in enumerate(self.seats):
                if chair.person == person:
                    return seat
        return None

    def say_of(self, person: str) -> int | None:
        """The seat for which a person is asked whether the game is to be ended."""
        robbed = (seat for seat, chair in enumerate(self.seats) if chair.robbed and chair.kept_for == person)
        own = self.seat_of(person)
        return next(robbed, None) if own is None else own

    @property
    def full(self) -> bool:
        return all(chair.kind != "open" for chair in self.seats)

    @property
    def complete(self) -> bool:
        """Is everybody here who is to be dealt in?"""
        return self.full and not any(chair.reserved for chair in self.seats)

    @property
    def people(self) -> list[str]:
        return [chair.person for chair in self.seats if chair.person]

    @property
    def any_person(self) -> bool:
        """Is there anybody for whom the bots play? Who is away is not waited for, nor who has conceded."""
        return any(chair.has_person for chair in self.seats)

    @property
    def contenders(self) -> list[int]:
        """The seats that have not conceded."""
        return [seat for seat, chair in enumerate(self.seats) if not chair.conceded]

    @property
    def given_up(self) -> bool:
        """Nobody is left to play against, or every person has conceded."""
        if len(self.contenders) == len(self.seats):
            return False
        people = [chair for chair in self.seats if chair.person]
        return len(self.contenders) < 2 or (bool(people) and all(chair.conceded for chair in people))

    def apply(self, entry: AnyEntry, playing: bool) -> None:
        """Change as an entry says; entries that are not about chairs change nothing."""
        match entry:
            case Sat(seat, person, name, salt, reserved, promise):
                self.seats[seat] = Chair(person, name, "", salt, reserved, promise=promise)
                self.host = self.host or person
            case Rose(seat, removed):
                self._empty(seat, STAND_IN if playing else "", playing and removed)
            case Botted(seat, bot):
                self._empty(seat, bot, playing)
            case Promised(seat, promise):
                self.seats[seat].promise, self.seats[seat].owes = promise, False
            case Revealed(seat, salt):
                self.seats[seat].salt = salt
            case Missed(seats):
                for seat in seats:
                    self._empty(seat, "")
                self.void()
            case Away(seat):
                self.seats[seat].away = True
            case Back(seat):
                self.seats[seat].away = False
            case Conceded(seat):
                self.seats[seat].conceded = True
            case _:
                pass
        if playing or isinstance(entry, Dealt):
            self.played.update({chair.person: seat for seat, chair in enumerate(self.seats) if chair.person})

    def void(self) -> None:
        """A shuffle came to nothing: whoever had promised a salt is to promise another."""
        for chair in self.seats:
            chair.owes = chair.owes or bool(chair.promise)
            chair.promise = chair.salt = ""

    def _empty(self, seat: int, bot: str, kept: bool = False) -> None:
        """Nobody sits here any more; a host who has left hands the table to the next person, or the first to come."""
        left = self.seats[seat]
        waits = left.person if kept and left.person else left.kept_for
        robbed = left.has_person if kept and left.person else left.robbed
        self.seats[seat] = Chair(bot=bot, conceded=left.conceded, kept_for=waits, robbed=robbed)
        if left.person and left.person == self.host:
            self.host = next(iter(self.people), "")
