"""A memory like a person's: of the cards that it has seen and that lie hidden now, some are forgotten or mixed up."""

from __future__ import annotations

from random import Random

from pioche.bots.base import View
from pioche.core import cards_in
from pioche.table.position import Position


def remember(view: View, choices: list[str], forgets: float, rng: Random) -> View:
    """The view as somebody has it who forgets: what is forgotten is dealt anew.

    Nothing is forgotten in the middle of a move that needs it, as when a hand is being looked through.
    """
    hidden = hidden_cards(view)
    if not hidden or forgets == 0.0:
        return view
    table = view.table.copy()
    for card in hidden:
        if rng.random() < forgets:
            table.state.known[card] &= ~(1 << view.seat)
    mix_up(table, [card for card in hidden if rng.random() < forgets / 2])
    left = View(table, view.seat, rng)
    return left if set(choices) <= set(left.table.moves(view.seat)) else view


def hidden_cards(view: View) -> list[int]:
    """The cards that the seat knows where it does not look, in the order in which they lie."""
    state, places = view.table.state, view.game.state.places
    closed = [place for place in range(places.count) if not places.audience[place] >> view.seat & 1]
    return [card for place in closed for card in cards_in(state, place) if state.known[card] >> view.seat & 1]


def mix_up(table: Position, cards: list[int]) -> None:
    """Take each of these cards for the one before it."""
    faces = [table.state.face[card] for card in cards]
    for card, face in zip(cards, faces[-1:] + faces[:-1], strict=True):
        table.state.face[card] = face
