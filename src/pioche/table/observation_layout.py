"""What is where in an observation: the layout of a game's rows of numbers, in words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pioche.core.encode_observation import VERSION, Block, blocks, field_width, fields_shown
from pioche.core.types import Count, ObservedAs, Showing
from pioche.table.game import Game


class Part(NamedTuple):
    """Some neighbouring numbers of an observation."""

    name: str
    start: int
    width: int
    meaning: str


@dataclass(frozen=True)
class Layout:
    """All the parts of an observation, in order."""

    game: str
    players: int
    parts: tuple[Part, ...]

    @property
    def width(self) -> int:
        return self.parts[-1].start + self.parts[-1].width

    @property
    def digest(self) -> str:
        """Changes when a row means something else; then `VERSION` must be raised."""
        text = repr((VERSION, self.game, self.players, [tuple(part) for part in self.parts]))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def __getitem__(self, name: str) -> Part:
        """A part by its name."""
        return next(part for part in self.parts if part.name == name)


@cache
def layout(game: Game, players: int) -> Layout:
    """The observation of a game with so many players."""
    parts, start = [], 0
    for name, width, meaning in [*place_parts(game, players), *field_parts(game, players)]:
        parts.append(Part(name, start, width, meaning))
        start += width
    return Layout(game.id, players, tuple(parts))


def place_parts(game: Game, players: int) -> Iterator[tuple[str, int, str]]:
    """First the shared places, then those of each seat, the observer's first."""
    shared, own = blocks(game.state.places)
    for block in shared:
        yield from block_parts(game, block, game.state.places.names[block.place], players)
    for steps in range(players):
        for block in own:
            yield from block_parts(game, block, f"{steps}.{game.state.places.names[block.place]}", players)


def block_parts(game: Game, block: Block, name: str, players: int) -> Iterator[tuple[str, int, str]]:
    yield f"{name} size", 1, "how many cards lie there"
    yield f"{name} faces", len(game.faces), "how many cards of each face the observer knows there"
    if block.has_top:
        yield f"{name} top", len(game.faces), "a 1 at the face on top"
    if block.has_knowers:
        yield f"{name} known", players, "how many of its cards each seat knows, the observer first"


def field_parts(game: Game, players: int) -> Iterator[tuple[str, int, str]]:
    for name, shown, count, owned in fields_shown(game.state):
        yield name, field_width(shown, count, owned, players), field_meaning(shown, count, owned)


def field_meaning(shown: ObservedAs, count: Count, owned: bool) -> str:
    if shown.how is Showing.NUMBER and count is Count.PER_SEAT and not owned:
        return "a number for each seat, the observer first"
    said = {
        Showing.NUMBER: "the number",
        Showing.ROW: f"{shown.count} numbers, one a face",
        Showing.SEAT: "a 1 at the seat, the observer first; none: all 0",
        Showing.SEATS: "a 1 for each seat of which it is true, the observer first",
        Showing.ORDER: "the order in which seats are asked, from 1, the observer first; 0: not asked",
        Showing.ONE_OF: f"a 1 at one of {shown.count}; none: all 0",
        Showing.BITS: f"{shown.count} marks",
        Showing.SLOT: f"a 1 at the slot, {shown.count} for each seat, the observer first; none: all 0",
    }[shown.how]
    return f"{said} (the observer's own)" if owned else said
