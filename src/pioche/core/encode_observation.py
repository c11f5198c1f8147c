"""What a seat knows of a table, as a row of numbers: for players that learn.

Places × known faces, from the observer's knowledge alone, then the table's public numbers; seats are counted from the
observer. What is where in the row is fixed by `VERSION`: see `table/observation_layout.py` and docs/observations.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pioche.core.cards import after, audience, is_set, top
from pioche.core.places import BOX, Places
from pioche.core.rule import Rule, constant_rule, hook, rule, rule_from_source
from pioche.core.state import State
from pioche.core.types import EVERYONE, Card, Count, Mask, ObservedAs, Place, Seat, Showing, Vector

VERSION = 2  # of the layout: raised whenever a row means something else


@dataclass(frozen=True)
class Block:
    """The numbers of one place: how many cards, known ones by face, the top of a pile, how many each seat knows."""

    place: Place
    has_top: bool
    has_knowers: bool

    def width(self, faces: int, seats: int) -> int:
        return 1 + faces + faces * self.has_top + seats * self.has_knowers


def blocks(places: Places) -> tuple[list[Block], list[Block]]:
    """The blocks of the shared places, and those of one seat's. The box is not shown: options tell what is out."""
    found = [block_of(places, place) for place in range(BOX + 1, places.count) if places.owners[place] <= 0]
    return [b for b in found if places.owners[b.place] < 0], [b for b in found if places.owners[b.place] == 0]


def block_of(places: Places, place: Place) -> Block:
    """The order of a pile that all may look at shows in its top; what a place hides, in who knows how much of it."""
    everyone = places.audience[place] == EVERYONE
    return Block(place, everyone and not places.sorted[place], not everyone)


@hook
def owner(place: Place) -> Seat:  # type: ignore[empty-body]
    """The seat that a place belongs to, -1 for shared places."""


@hook
def faces_before(place: Place) -> int:  # type: ignore[empty-body]
    """Where a place's block begins, as a number of faces: among the shared places, or among those of its seat."""


@hook
def singles_before(place: Place) -> int:  # type: ignore[empty-body]
    """The same: the single numbers before it."""


@hook
def knowers_before(place: Place) -> int:  # type: ignore[empty-body]
    """The same: how often there is a number for each seat before it."""


@hook
def section(which: int) -> int:  # type: ignore[empty-body]
    """How many numbers by face, singles, numbers by seat the shared places have (0, 1, 2), and a seat's (3, 4, 5)."""


@hook
def face_count(_: int) -> int:  # type: ignore[empty-body]
    """How many faces the game's cards have."""


@hook
def show_fields(s: State, seat: Seat, out: Vector, at: int, most: int) -> int:  # type: ignore[empty-body]
    """Write the public numbers; where they end."""


@rule
def observe(s: State, seat: Seat, out: Vector, most: int) -> None:
    """Write what a seat knows; no number is made greater than `most`, whatever the row could hold."""
    for i in range(len(out)):
        out[i] = 0
    for place in range(BOX + 1, len(s.sizes)):
        if s.sizes[place]:
            show_place(s, seat, place, out, most)
    show_fields(s, seat, out, start_of_seat(s, s.seats), most)


@rule
def start_of_seat(s: State, steps: int) -> int:
    """Where the places of the seat so many steps to the left of the observer begin; after the last one, the numbers."""
    faces, seats = face_count(0), s.seats
    shared = section(0) * faces + section(1) + section(2) * seats
    return shared + steps * (section(3) * faces + section(4) + section(5) * seats)


@rule
def steps_to(s: State, seat: Seat, other: Seat) -> int:
    """How many seats to the left of the observer another one sits."""
    return other - seat if other >= seat else other - seat + s.seats


@rule
def start_of(s: State, seat: Seat, place: Place) -> int:
    """Where a place's block begins."""
    start = faces_before(place) * face_count(0) + singles_before(place) + knowers_before(place) * s.seats
    return start if owner(place) < 0 else start + start_of_seat(s, steps_to(s, seat, owner(place)))


@rule
def show_place(s: State, seat: Seat, place: Place, out: Vector, most: int) -> None:
    """How many cards lie in a place, which faces the observer knows, the top of an open pile, who knows how many."""
    start, everyone = start_of(s, seat, place), audience(place) == EVERYONE
    out[start] = min(s.sizes[place], most)
    card = top(s, place)
    if everyone and not is_set(place) and s.known[card] >> seat & 1:
        out[start + 1 + face_count(0) + s.face[card]] = 1
    while card >= 0:
        if s.known[card] >> seat & 1:
            out[start + 1 + s.face[card]] += 1
        if not everyone and s.known[card]:
            show_knowers(s, seat, knowers(s, seat, card), out, start + 1 + face_count(0))
        card = after(s, card)


@rule
def knowers(s: State, seat: Seat, card: Card) -> Mask:
    """Who knows a card, as far as a seat can tell. Of a card in another's hand that it does not know: only that other.

    Who else knows it can change by what it is: of equal cards nobody can tell which one left a hand. (Games of 0.1 are
    shown as 0.1 did.)
    """
    holder = owner(s.place[card])
    if s.known[card] >> seat & 1 or holder < 0 or not is_set(s.place[card]) or s.rules == 1:
        return s.known[card]
    return s.known[card] & 1 << holder


@rule
def show_knowers(s: State, seat: Seat, known: int, out: Vector, at: int) -> None:
    """One more card of a place for each seat that knows it; the observer first."""
    for other in range(s.seats):
        out[at + steps_to(s, seat, other)] += known >> other & 1


# How fields are shown; each rule says where the next one goes.


@rule
def show_number(value: int, out: Vector, at: int, most: int) -> int:
    out[at] = max(min(value, most), -most)
    return at + 1


@rule
def show_row(values: Vector, n: int, out: Vector, at: int, most: int) -> int:
    for i in range(n):
        out[at + i] = max(min(values[i], most), -most)
    return at + n


@rule
def show_each_seat(s: State, seat: Seat, values: Vector, out: Vector, at: int, most: int) -> int:
    for other in range(s.seats):
        out[at + steps_to(s, seat, other)] = max(min(values[other], most), -most)
    return at + s.seats


@rule
def show_seat(s: State, seat: Seat, value: int, out: Vector, at: int) -> int:
    if value >= 0:
        out[at + steps_to(s, seat, value)] = 1
    return at + s.seats


@rule
def show_seats(s: State, seat: Seat, mask: int, out: Vector, at: int) -> int:
    for other in range(s.seats):
        out[at + steps_to(s, seat, other)] = mask >> other & 1
    return at + s.seats


@rule
def show_order(s: State, seat: Seat, out: Vector, at: int) -> int:
    for i in range(s.asking):
        out[at + steps_to(s, seat, s.ask[i])] = i + 1
    return at + s.seats


@rule
def show_one_of(value: int, n: int, out: Vector, at: int) -> int:
    if value >= 0:
        out[at + value] = 1
    return at + n


@rule
def show_bits(mask: int, n: int, out: Vector, at: int) -> int:
    for i in range(n):
        out[at + i] = mask >> i & 1
    return at + n


@rule
def show_slot(s: State, seat: Seat, value: int, n: int, out: Vector, at: int) -> int:
    if value >= 0:
        out[at + n * steps_to(s, seat, value // n) + value % n] = 1
    return at + n * s.seats


# Filling in the hooks for a game.


def field_width(shown: ObservedAs, count: Count, owned: bool, seats: int) -> int:
    """How many numbers a field takes in an observation."""
    if shown.how in (Showing.SEAT, Showing.SEATS, Showing.ORDER):
        return seats
    if shown.how is Showing.SLOT:
        return shown.count * seats
    if shown.how is Showing.NUMBER:
        return seats if count is Count.PER_SEAT and not owned else 1
    return 0 if shown.how is Showing.ELSEWHERE else shown.count


def fields_shown(state: type[State]) -> list[tuple[str, ObservedAs, Count, bool]]:
    """The fields of an observation, in order: name, how, how many numbers it has, and whether it is the owner's."""
    return [
        (name, shown, count, name not in state.public)
        for name, (shown, count) in state.shown.items()
        if shown.how is not Showing.ELSEWHERE
    ]


def call_for(name: str, shown: ObservedAs, count: Count, owned: bool) -> str:
    """The call that shows a field."""
    value = f"s.{name}[seat]" if owned else f"s.{name}"
    if shown.how is Showing.NUMBER and count is Count.PER_SEAT and not owned:
        return f"show_each_seat(s, seat, {value}, out, at, most)"
    return {
        Showing.NUMBER: f"show_number({value}, out, at, most)",
        Showing.ROW: f"show_row({value}, {shown.count}, out, at, most)",
        Showing.SEAT: f"show_seat(s, seat, {value}, out, at)",
        Showing.SEATS: f"show_seats(s, seat, {value}, out, at)",
        Showing.ORDER: "show_order(s, seat, out, at)",
        Showing.ONE_OF: f"show_one_of({value}, {shown.count}, out, at)",
        Showing.BITS: f"show_bits({value}, {shown.count}, out, at)",
        Showing.SLOT: f"show_slot(s, seat, {value}, {shown.count}, out, at)",
    }[shown.how]


def rule_for_fields(state: type[State]) -> Rule[..., Any]:
    """The rule that shows a game's fields, written out: a compiled rule can't look a field up by its name."""
    calls = [f"    at = {call_for(*field)}" for field in fields_shown(state)]
    source = "\n".join(["def show_fields(s, seat, out, at, most):", *calls, "    return at"])
    return rule_from_source(source, {name: value for name, value in globals().items() if name.startswith("show_")})


def bindings(state: type[State], faces: int) -> dict[Rule[Any, Any], Rule[Any, Any]]:
    """What fills in the hooks above for a game."""
    places = state.places
    before = {"faces": [0] * places.count, "singles": [0] * places.count, "knowers": [0] * places.count}
    sections: list[int] = []
    for group in blocks(places):
        counts = [0, 0, 0]
        for block in group:
            for place in twins(places, block.place):
                before["faces"][place], before["singles"][place], before["knowers"][place] = counts
            counts = [counts[0] + 1 + block.has_top, counts[1] + 1, counts[2] + block.has_knowers]
        sections += counts
    return {
        owner: constant_rule(places.owners),
        faces_before: constant_rule(before["faces"]),
        singles_before: constant_rule(before["singles"]),
        knowers_before: constant_rule(before["knowers"]),
        section: constant_rule(sections),
        face_count: constant_rule([faces]),
        show_fields: rule_for_fields(state),
    }


def twins(places: Places, first: Place) -> list[Place]:
    """The same place of every seat; a shared place alone."""
    if places.owners[first] < 0:
        return [first]
    own = [place for place in range(places.count) if places.owners[place] >= 0]
    return [place for place in own if places.names[place] == places.names[first]]
