"""Who sits where: the part of a table that is about people, folded from its log."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pioche.server.entries import AnyEntry, Away, Back, Botted, Conceded, Dealt, Rose, Sat

STAND_IN = "thumb"  # plays for a person who is gone


class Chair(msgspec.Struct):
    person: str = ""
    name: str = ""
    bot: str = ""
    salt: str = ""
    reserved: bool = False
    away: bool = False
    conceded: bool = False

    @property
    def kind(self) -> str:
        return "person" if self.person else "bot" if self.bot else "open"

    @property
    def has_person(self) -> bool:
        """Is it a person who moves here now?"""
        return bool(self.person) and not self.away and not self.conceded

    @property
    def player(self) -> str:
        """The bot that moves here, when no person does."""
        return self.bot or STAND_IN


class Chairs(msgspec.Struct):
    host: str
    seats: list[Chair]
    played: dict[str, int] = {}  # everybody who has seen a seat's cards, and which

    def __iter__(self) -> Iterator[Chair]:
        return iter(self.seats)

    def __getitem__(self, seat: int) -> Chair:
        return self.seats[seat]

    def __len__(self) -> int:
        return len(self.seats)

    def copy(self) -> Chairs:
        return Chairs(self.host, [msgspec.structs.replace(chair) for chair in self.seats], self.played.copy())

    def seat_of(self, person: str) -> int | None:
        return next((seat for seat, chair in enumerate(self.seats) if person and chair.person == person), None)

    @property
    def full(self) -> bool:
        return all(chair.kind != "open" for chair in self.seats)

    @property
    def people(self) -> list[str]:
        return [chair.person for chair in self.seats if chair.person]

    @property
    def contenders(self) -> list[int]:
        """The seats that have not conceded."""
        return [seat for seat, chair in enumerate(self.seats) if not chair.conceded]

    @property
    def given_up(self) -> bool:
        """Nobody is left to play against, or every person has conceded."""
        people = [chair for chair in self.seats if chair.person]
        all_people = bool(people) and all(chair.conceded for chair in people)
        return len(self.contenders) < 2 or (all_people and any(chair.conceded for chair in self.seats))

    def follow(self, entry: AnyEntry, playing: bool) -> None:
        """Change as an entry says; entries that are not about chairs change nothing."""
        match entry:
            case Sat(seat, person, name, salt, reserved):
                self.seats[seat] = Chair(person, name, "", salt, reserved)
                self.host = self.host or person
            case Rose(seat):
                self._empty(seat, STAND_IN if playing else "")
            case Botted(seat, bot):
                self._empty(seat, bot)
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

    def _empty(self, seat: int, bot: str) -> None:
        """Nobody sits here any more; a host who has left hands the table to the next person, or the first to come."""
        left = self.seats[seat]
        self.seats[seat] = Chair(bot=bot, conceded=left.conceded)
        if left.person and left.person == self.host:
            self.host = next(iter(self.people), "")
